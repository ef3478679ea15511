//! The page to create a game, and what is made of its form.

mod read;

use maud::{Markup, html};
use serde::Deserialize;
use tengen_front::form::{CLOCKS, levels, rulesets};
use tengen_front::words;
use tengen_rules::Ruleset;

use super::{Shell, list};
use crate::asset::Assets;
use crate::id::PersonId;
use crate::store::Listing;

/// The form as it was sent.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub(crate) struct CreateForm {
    pub(crate) name: String,
    pub(crate) opponent: String,
    pub(crate) level: String,
    pub(crate) size: String,
    pub(crate) rules: String,
    pub(crate) komi: String,
    pub(crate) handicap: String,
    pub(crate) placement: String,
    pub(crate) clock: String,
    pub(crate) color: String,
    pub(crate) visibility: String,
    /// Whether it counts: `on` or empty.
    pub(crate) rated: String,
}

impl Default for CreateForm {
    fn default() -> CreateForm {
        CreateForm {
            name: String::new(),
            opponent: "link".to_owned(),
            level: "10k".to_owned(),
            size: "19".to_owned(),
            rules: "japanese".to_owned(),
            komi: String::new(),
            handicap: "0".to_owned(),
            placement: "fixed".to_owned(),
            clock: "none".to_owned(),
            color: "nigiri".to_owned(),
            visibility: "link".to_owned(),
            rated: String::new(),
        }
    }
}

/// What is wrong with the form.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Problem {
    /// The field.
    pub(crate) field: &'static str,
    /// The sentence.
    pub(crate) text: String,
}

/// The lists of the page.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    pub(crate) mine: Vec<Listing>,
    pub(crate) listed: Vec<Listing>,
    pub(crate) guest: Option<PersonId>,
    /// The name of the account, if somebody is logged in.
    pub(crate) account: Option<String>,
}

/// The page to create a game.
pub(crate) fn create(
    assets: &Assets,
    form: &CreateForm,
    problem: Option<&Problem>,
    lists: &Lists,
) -> Markup {
    let title = "Tengen: play Go".to_owned();
    let shell = Shell { assets, page: "create", title, module: Some("lobby.js") };
    let fields = Fields { form, problem, account: lists.account.as_deref() };
    let is_more_wrong = problem.is_some_and(|it| {
        ["rules", "komi", "handicap", "placement", "visibility"].contains(&it.field)
    });
    shell.render(&html! {
        main id="main" {
            h1 { "Play Go" }
            p { "You have never played? " a href="/learn" { "Learn it here in small steps." } }
            form id="create" method="post" action="/games" {
                @if let Some(problem) = problem {
                    p id="problem" role="alert" { (problem.text) }
                }
                (fields.main())
                details.more open[is_more_wrong] {
                    summary { "More options" }
                    div.fields { (fields.more()) }
                }
                p.submit { button.primary { "Create the game" } }
            }
            aside.lists {
                (list::section("mine", Some("Your games"), &lists.mine, lists.guest,
                    "Games that you play are listed here."))
                (list::section("listed", Some("Games to watch or join"), &lists.listed,
                    lists.guest, "No one has listed a game at the moment."))
            }
        }
    })
}

/// The fields of the form.
struct Fields<'a> {
    form: &'a CreateForm,
    problem: Option<&'a Problem>,
    account: Option<&'a str>,
}

/// A field for a text.
struct TextField<'a> {
    name: &'static str,
    label: &'static str,
    hint: &'static str,
    value: &'a str,
    /// The id of a list of choices.
    list: Option<&'static str>,
    max_length: u32,
}

impl Fields<'_> {
    fn main(&self) -> Markup {
        let form = self.form;
        html! {
            @if let Some(account) = self.account {
                p.account { "You play as " strong { (account) } "." }
            } @else {
                (self.text(&TextField {
                    name: "name", label: "Your name", hint: "As your opponent sees it; may be empty",
                    value: &form.name, list: None, max_length: crate::wire::MAX_NAME as u32,
                }))
            }
            (radios("opponent", "Opponent", &form.opponent, &[
                ("link", "A friend, by link"),
                ("level", "The computer"),
                ("pass-and-play", "Someone at this screen"),
            ]))
            div.field data-field="level" {
                label for="level" { "Strength of the computer" }
                select id="level" name="level" {
                    @for level in levels() {
                        option value=(level.name()) selected[form.level == level.name()] {
                            (level.name()) ": " (words::level(level))
                        }
                    }
                }
            }
            (self.text(&TextField {
                name: "size", label: "Board", hint: "5 to 25, such as 9, 19 or 13x9",
                value: &form.size, list: Some("sizes"), max_length: 5,
            }))
            datalist id="sizes" {
                @for (value, label) in [("9", "9×9"), ("13", "13×13"), ("19", "19×19")] {
                    option value=(value) { (label) }
                }
            }
            (self.text(&TextField {
                name: "clock", label: "Time",
                hint: "Such as none, 10m, 30s/move, 5m+3x30s or 10m+25/5m",
                value: &form.clock, list: Some("clocks"), max_length: 40,
            }))
            datalist id="clocks" {
                @for preset in CLOCKS {
                    option value=(preset.control) { (preset.label) }
                }
            }
            @if self.account.is_some() { (self.rated()) }
            (radios("color", "Your color", &form.color, &[
                ("nigiri", "By chance"), ("black", "Black"), ("white", "White"),
            ]))
        }
    }

    /// A game against a level can be rated, for those who have an account.
    fn rated(&self) -> Markup {
        let is_wrong = self.problem.is_some_and(|it| it.field == "rated");
        html! {
            div.field data-field="rated" {
                label {
                    input id="rated" type="checkbox" name="rated" value="on"
                        checked[self.form.rated == "on"]
                        aria-invalid=[is_wrong.then_some("true")]
                        aria-describedby=[is_wrong.then_some("problem")];
                    " Rated: it counts for your rank, with color and handicap by your ranks"
                }
            }
        }
    }

    fn more(&self) -> Markup {
        let form = self.form;
        html! {
            div.field data-field="rules" {
                label for="rules" { "Rules" }
                select id="rules" name="rules" {
                    @for (name, ruleset) in named_rulesets() {
                        option value=(name) selected[form.rules == name] {
                            (words::ruleset(&ruleset))
                        }
                    }
                }
            }
            (self.text(&TextField {
                name: "komi", label: "Komi", hint: "Empty for the usual one",
                value: &form.komi, list: None, max_length: 6,
            }))
            (self.text(&TextField {
                name: "handicap", label: "Handicap stones", hint: "0, or 2 to 9",
                value: &form.handicap, list: None, max_length: 1,
            }))
            (radios("placement", "Handicap placement", &form.placement, &[
                ("fixed", "On the usual points"), ("free", "Where Black wants"),
            ]))
            (radios("visibility", "Who can see it", &form.visibility, &[
                ("link", "Whoever has the link"),
                ("listed", "Everyone: it is listed on this page"),
                ("private", "Only the players"),
            ]))
        }
    }

    fn text(&self, field: &TextField<'_>) -> Markup {
        let name = field.name;
        let is_wrong = self.problem.is_some_and(|it| it.field == name);
        let hint = format!("{name}-hint");
        let described = if is_wrong { format!("problem {hint}") } else { hint.clone() };
        html! {
            div.field data-field=(name) {
                label for=(name) { (field.label) }
                input id=(name) name=(name) type="text" value=(field.value)
                    maxlength=(field.max_length) list=[field.list] autocomplete="off"
                    aria-invalid=[is_wrong.then_some("true")] aria-describedby=(described);
                small id=(hint) { (field.hint) }
            }
        }
    }
}

fn radios(name: &str, legend: &str, value: &str, choices: &[(&str, &str)]) -> Markup {
    html! {
        fieldset.choice data-field=(name) {
            legend { (legend) }
            @for (choice, label) in choices {
                label {
                    input type="radio" name=(name) value=(choice) checked[*choice == value];
                    " "
                    span { (label) }
                }
            }
        }
    }
}

/// The rules that are offered, each once.
pub(super) fn named_rulesets() -> impl Iterator<Item = (&'static str, Ruleset)> {
    rulesets().into_iter().filter_map(|it| Some((it.name()?, it)))
}
