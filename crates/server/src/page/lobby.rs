//! The pages of the lobby and of running games.

mod read;

use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use tengen_clock::TimeControl;
use tengen_front::form::{CLOCKS, rulesets};
use tengen_front::words;

use super::create::Problem;
use super::{Shell, list};
use crate::asset::Assets;
use crate::id::PersonId;
use crate::lobby::Offer;
use crate::store::Listing;

/// An offer, as it was sent.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub(crate) struct LobbyForm {
    /// For whom; empty for everyone.
    pub(crate) to: String,
    pub(crate) size: String,
    pub(crate) rules: String,
    pub(crate) clock: String,
    pub(crate) rated: String,
}

impl Default for LobbyForm {
    fn default() -> LobbyForm {
        LobbyForm {
            to: String::new(),
            size: "19".to_owned(),
            rules: "japanese".to_owned(),
            clock: "5m+3x30s".to_owned(),
            rated: "yes".to_owned(),
        }
    }
}

/// What somebody would play, as it was sent.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct SeekForm {
    /// `seek` or `stop`.
    pub(crate) action: String,
    small: String,
    medium: String,
    large: String,
    fast: String,
    normal: String,
    slow: String,
    rules: String,
    other_rules: String,
    ranks: String,
    handicap: String,
    rated: String,
}

/// What somebody sees of the lobby.
#[derive(Clone, Debug)]
pub(crate) struct LobbyPage {
    pub(crate) version: u64,
    pub(crate) person: PersonId,
    pub(crate) offers: Vec<Offer>,
    pub(crate) is_waiting: bool,
    pub(crate) n_waiting: usize,
    pub(crate) running: Vec<Listing>,
}

/// A running game with its board.
#[derive(Clone, Debug)]
pub(crate) struct RunningGame {
    pub(crate) listing: Listing,
    pub(crate) board: String,
}

/// The page of the lobby.
pub(crate) fn lobby(
    assets: &Assets,
    page: &LobbyPage,
    form: &LobbyForm,
    problem: Option<&Problem>,
) -> Markup {
    let title = "Lobby – Tengen".to_owned();
    let shell = Shell { assets, page: "lobby", title, module: Some("offers.js") };
    shell.render(&html! {
        main id="main" {
            h1 { "Lobby" }
            @if let Some(problem) = problem {
                p id="problem" role="alert" { (problem.text) }
            }
            noscript {
                p { "This page does not update itself without scripts: " a href="/lobby" { "look \
                    again" } " now and then, or your offers go after half a minute." }
            }
            (lobby_lists(page))
            (seek_form(page))
            (offer_form(form, problem))
        }
    })
}

/// What changes on the page of the lobby.
pub(crate) fn lobby_lists(page: &LobbyPage) -> Markup {
    html! {
        section id="lobby" data-version=(page.version) aria-live="polite" {
            h2 { "Offers" }
            @if page.offers.is_empty() {
                p.empty { "No one offers a game at the moment. Make an offer, or be paired." }
            } @else {
                ul.offers {
                    @for offer in &page.offers { li data-offer=(offer.id) { (self::offer(page, offer)) } }
                }
            }
            @if page.is_waiting {
                form.row method="post" action="/lobby/seek" {
                    p { "You are waiting for an opponent who fits." }
                    button name="action" value="stop" { "Stop waiting" }
                }
            } @else if page.n_waiting > 0 {
                p { (page.n_waiting) @if page.n_waiting == 1 { " player waits" } @else { " players wait" }
                    " to be paired." }
            }
            (list::section("running", Some("Running games"), &page.running, Some(page.person),
                "No game is being played in public."))
            p { a href="/watch" { "Watch them all" } }
        }
    }
}

fn offer(page: &LobbyPage, offer: &Offer) -> Markup {
    let is_own = offer.by.person == page.person;
    let terms = &offer.terms;
    let time: TimeControl = terms.clock.parse().unwrap_or_default();
    html! {
        span {
            @match (&offer.to, is_own) {
                (None, true) => "Your offer: ",
                (Some((_, to)), true) if offer.is_declined => { (to) " has declined: " }
                (Some((_, to)), true) => { "Waiting for " (to) ": " }
                (to, false) => {
                    a href={ "/u/" (offer.by.name) } { (offer.by.name) }
                    " " (format!("{:#}", offer.by.rating.rank()))
                    @if to.is_some() { " challenges you" }
                    ": "
                }
            }
            (words::size(terms.size)) ", " (words::time_control(time)) ", "
            (words::ruleset(&terms.ruleset)) ", "
            @if terms.is_rated { "rated" } @else { "not rated" }
        }
        form.inline method="post" action={ "/lobby/offers/" (offer.id) } {
            @if is_own {
                button name="action" value="withdraw" {
                    @if offer.is_declined { "Remove" } @else { "Withdraw" }
                }
            } @else {
                button.primary name="action" value="take" { "Play" }
                @if offer.to.is_some() {
                    " " button name="action" value="decline" { "Decline" }
                }
            }
        }
    }
}

fn offer_form(form: &LobbyForm, problem: Option<&Problem>) -> Markup {
    let is_wrong = |name: &str| problem.is_some_and(|it| it.field == name).then_some("true");
    html! {
        section id="make-offer" {
            h2 { "Offer a game" }
            form.narrow method="post" action="/lobby/offers" {
                div.field {
                    label for="to" { "To" }
                    input id="to" name="to" type="text" value=(form.to) maxlength="40"
                        autocomplete="off" aria-invalid=[is_wrong("to")]
                        aria-describedby="to-hint";
                    small id="to-hint" { "A name, or empty for everyone" }
                }
                (select("size", "Board", &form.size, &[("9", "9×9"), ("13", "13×13"), ("19", "19×19")]))
                div.field {
                    label for="clock" { "Time" }
                    select id="clock" name="clock" {
                        @for preset in CLOCKS {
                            option value=(preset.control) selected[preset.control.to_string() == form.clock] {
                                (preset.label)
                            }
                        }
                    }
                }
                div.field {
                    label for="rules" { "Rules" }
                    (rules("rules", &form.rules))
                }
                (select("rated", "Rated", &form.rated, &[
                    ("yes", "Yes, with handicap by ranks"), ("no", "No, but with handicap by ranks"),
                ]))
                p.submit { button.primary { "Make the offer" } }
            }
        }
    }
}

fn rules(id: &str, chosen: &str) -> Markup {
    html! {
        select id=(id) name="rules" {
            @for (name, ruleset) in rulesets().into_iter().filter_map(|it| Some((it.name()?, it))) {
                option value=(name) selected[name == chosen] { (words::ruleset(&ruleset)) }
            }
        }
    }
}

fn select(name: &str, label: &str, chosen: &str, choices: &[(&str, &str)]) -> Markup {
    html! {
        div.field {
            label for=(name) { (label) }
            select id=(name) name=(name) {
                @for (value, text) in choices {
                    option value=(value) selected[*value == chosen] { (text) }
                }
            }
        }
    }
}

/// What is asked of an opponent.
fn seek_form(page: &LobbyPage) -> Markup {
    let wish = |name: &str, label: &str| {
        html! {
            div.field {
                label for={ "seek-" (name) } { (label) }
                select id={ "seek-" (name) } name=(name) {
                    option value="required" { "Required" }
                    option value="preferred" selected { "Preferred" }
                    option value="avoided" { "Rather not" }
                    option value="refused" { "No" }
                }
            }
        }
    };
    let checks = |legend: &str, choices: &[(&str, &str, bool)]| {
        html! {
            fieldset.choice {
                legend { (legend) }
                @for (name, text, is_checked) in choices {
                    label {
                        input type="checkbox" name=(name) value="on" checked[*is_checked];
                        " " span { (text) }
                    }
                }
            }
        }
    };
    html! {
        section id="be-paired" hidden[page.is_waiting] {
            h2 { "Be paired" }
            form.narrow method="post" action="/lobby/seek" {
                (checks("Boards", &[
                    ("small", "9×9", false), ("medium", "13×13", false), ("large", "19×19", true),
                ]))
                (checks("Time", &[
                    ("fast", "Fast", false), ("normal", "Normal", true), ("slow", "Slow", false),
                ]))
                div.field {
                    label for="seek-rules" { "Rules" }
                    (rules("seek-rules", "japanese"))
                }
                (checks("Other rules", &[("other_rules", "are fine as well", true)]))
                (select("ranks", "Opponents within", "9", &[
                    ("2", "2 ranks"), ("5", "5 ranks"), ("9", "9 ranks"),
                ]))
                (wish("handicap", "Handicap"))
                (wish("rated", "Rated game"))
                p.submit { button.primary name="action" value="seek" { "Find an opponent" } }
            }
        }
    }
}

/// The page of running games.
pub(crate) fn watch(assets: &Assets, games: &[RunningGame]) -> Markup {
    let title = "Running games – Tengen".to_owned();
    let shell = Shell { assets, page: "watch", title, module: Some("offers.js") };
    shell.render(&html! {
        main id="main" {
            h1 { "Running games" }
            (boards(games))
        }
    })
}

/// The boards of running games.
pub(crate) fn boards(games: &[RunningGame]) -> Markup {
    html! {
        section id="boards" aria-label="Boards" {
            @if games.is_empty() {
                p.empty { "No game is being played in public." }
            } @else {
                ul.boards {
                    @for game in games {
                        li {
                            a href={ "/g/" (game.listing.id) } {
                                span.board { (PreEscaped(&game.board)) }
                                (list::players(&game.listing))
                            }
                            small { (words::size(game.listing.size)) ", move " (game.listing.n_moves) }
                        }
                    }
                }
            }
        }
    }
}
