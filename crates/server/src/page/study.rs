//! The pages of studies: the list with its form, and the board.

use maud::{Markup, PreEscaped, html};
use tengen_front::words;
use tengen_picture::{NodeOptions, Scene, SvgOptions};
use tengen_record::{InfoKey, Record};
use tengen_rules::Color;

use super::Shell;
use crate::asset::Assets;
use crate::http::StudyForm;
use crate::id::{DocumentId, PersonId};
use crate::store::DocumentListing;
use crate::study::Study;
use crate::wire::{MAX_NAME, StudyMode, StudyPerson, StudyState};

/// The most moves that are listed where there is no script.
const MAX_LISTED: usize = 500;

/// The players of a record, or what else it says about itself.
pub(crate) fn record_title(sgf: &str) -> String {
    let Ok(record) = Record::from_sgf(sgf) else { return "Record".to_owned() };
    let info = record.info();
    let name = info.text(InfoKey::GameName).map(|it| crate::wire::plain_text(&it));
    if let Some(name) = name.filter(|it| !it.is_empty()) {
        return name;
    }
    let players = info.players();
    let player = |color: Color| {
        let name = players[color].as_deref().map(crate::wire::plain_name);
        name.filter(|it| !it.is_empty()).unwrap_or_else(|| words::color(color).to_owned())
    };
    format!("{} – {}", player(Color::Black), player(Color::White))
}

/// The lists of studies, and the form for another one.
pub(crate) fn studies(
    assets: &Assets,
    mine: &[DocumentListing],
    listed: &[DocumentListing],
    form: &StudyForm,
    problem: Option<&str>,
) -> Markup {
    let title = "Studies – Tengen".to_owned();
    let shell = Shell { assets, page: "studies", title, module: Some("studies.js") };
    shell.render(&html! {
        main id="main" {
            h1 { "Studies" }
            p { "Look at a game together: everybody sees the same board, and one at a time plays \
                variations, marks points and comments." }
            @if let Some(problem) = problem { p id="problem" role="alert" { (problem) } }
            (new_study(form))
            (listing("mine", "Your studies", mine, "You have not started a study in this browser."))
            (listing("listed", "Open to everyone", listed, "No one has listed a study."))
        }
    })
}

fn new_study(form: &StudyForm) -> Markup {
    html! {
        form id="new-study" method="post" action="/studies" {
            h2 { @if form.game.is_empty() { "Start a study" } @else { "Look at this game together" } }
            div.field {
                label for="name" { "Your name" }
                input id="name" name="name" type="text" required value=(form.name)
                    maxlength=(MAX_NAME) autocomplete="off";
            }
            div.field {
                label for="title" { "Title" }
                input id="title" name="title" type="text" value=(form.title) maxlength="80"
                    placeholder="The players of the record" autocomplete="off";
            }
            @if form.game.is_empty() {
                div.field {
                    label for="size" { "Empty board" }
                    select id="size" name="size" {
                        @for size in ["19", "13", "9"] {
                            option value=(size) selected[form.size == size] { (size) "×" (size) }
                        }
                    }
                }
                div.field id="file-field" hidden {
                    label for="file" { "Or a record from your device (SGF)" }
                    input id="file" type="file" accept=".sgf,.gib,.ngf,.ugf";
                }
                div.field {
                    label for="sgf" { "Or paste a record (SGF)" }
                    textarea id="sgf" name="sgf" rows="3" spellcheck="false" { (form.sgf) }
                }
            } @else {
                input type="hidden" name="game" value=(form.game);
            }
            label.check {
                input type="checkbox" name="demonstration" checked[form.demonstration.is_some()];
                span { "Only I play; others watch and talk" }
            }
            label.check {
                input type="checkbox" name="listed" checked[form.listed.is_some()];
                span { "List it for everyone" }
            }
            p.submit { button.primary { "Start" } }
        }
    }
}

fn listing(id: &str, heading: &str, studies: &[DocumentListing], empty: &str) -> Markup {
    html! {
        section id=(id) {
            h2 { (heading) }
            @if studies.is_empty() { p.empty { (empty) } } @else {
                ul.games {
                    @for study in studies {
                        li { a href={ "/s/" (study.id) } { (study.title) } }
                    }
                }
            }
        }
    }
}

/// What the page of a study shows.
#[derive(Debug)]
pub(crate) struct StudyPage {
    id: DocumentId,
    title: String,
    link: String,
    /// Who the visitor is among the people of the study.
    you: Option<u32>,
    /// The name that the visitor has elsewhere.
    name: String,
    /// Who has control.
    controller: String,
    mode: StudyMode,
    game: Option<String>,
    board: String,
    comment: String,
    moves: Vec<String>,
    lines: Vec<(String, String)>,
}

impl StudyPage {
    /// The page for a visitor.
    pub(crate) fn new(
        study: &Study,
        guest: Option<PersonId>,
        name: String,
        link: String,
    ) -> StudyPage {
        let record = study.record();
        let moves = record.main_line().filter_map(|it| record.node(it).mv());
        let said = |(color, mv)| format!("{} {mv}", words::color(color));
        let header = study.header();
        let StudyState { mode, game, people, controller, lines, .. } = header;
        let person = |it: &&StudyPerson| it.n == controller;
        StudyPage {
            id: study.id(),
            title: study.title().to_owned(),
            link,
            you: study.person_number(guest),
            name,
            controller: people.iter().find(person).map(|it| it.name.clone()).unwrap_or_default(),
            mode,
            game,
            board: board(study),
            comment: record
                .node(study.at())
                .comment()
                .map(std::borrow::Cow::into_owned)
                .unwrap_or_default(),
            moves: moves.take(MAX_LISTED).map(said).collect(),
            lines: lines.into_iter().map(|it| (it.name, it.text)).collect(),
        }
    }
}

/// The position that is shown, drawn.
fn board(study: &Study) -> String {
    let scene = Scene::of_node(study.record(), study.at(), &NodeOptions::default());
    let svg = scene.to_svg(&SvgOptions::default());
    // Within a page, there is no declaration.
    svg.find("<svg").map_or_else(String::new, |at| svg[at..].to_owned())
}

/// The page of a study.
pub(crate) fn study(assets: &Assets, page: &StudyPage) -> Markup {
    let title = format!("{} – Tengen", page.title);
    let shell = Shell { assets, page: "study", title, module: Some("study.js") };
    shell.render(&html! {
        main id="main" data-study=(page.id) data-you=[page.you] {
            header.about {
                h1 { (page.title) }
                p id="control" role="status" { (page.controller) " has control." }
                div id="control-buttons" {}
            }
            section.board-side aria-label="Board" {
                div id="board" { (PreEscaped(&page.board)) }
                div id="steps" {}
                div id="tools" {}
                p id="status" role="status" aria-live="polite" {}
                p id="note" role="alert" {}
            }
            section.tree-side aria-label="Moves and comments" {
                div id="tree" { (moves(page)) }
                section id="comment" aria-label="Comment" { p { (page.comment) } }
                nav id="downloads" aria-label="Downloads" {
                    a.button href={ "/s/" (page.id) "/study.sgf" } download { "Record (SGF)" }
                    @if let Some(game) = &page.game {
                        a.button href={ "/g/" (game) } { "The game" }
                        @if page.you.is_some() {
                            form method="post" action={ "/s/" (page.id) "/review" } {
                                button { "Computer review" }
                            }
                        }
                    }
                }
            }
            aside.talk-side aria-label="People and chat" {
                @if page.you.is_none() { (join(page)) }
                section id="people" aria-label="People" {}
                section id="chat" aria-label="Chat" { (lines(page)) }
                div.field {
                    label for="link" { "Link to this board" }
                    input id="link" type="text" readonly value=(page.link);
                }
                @if page.mode == StudyMode::Demonstration {
                    p.hint { "On this board, only its owner plays." }
                }
            }
        }
    })
}

fn moves(page: &StudyPage) -> Markup {
    html! {
        h2 { "Moves" }
        ol.moves { @for mv in &page.moves { li { (mv) } } }
    }
}

fn lines(page: &StudyPage) -> Markup {
    html! {
        ul { @for (name, text) in &page.lines { li { b { (name) } ": " (text) } } }
    }
}

fn join(page: &StudyPage) -> Markup {
    html! {
        form id="join" method="post" action={ "/s/" (page.id) "/join" } {
            label for="join-name" { "Your name" }
            input id="join-name" name="name" type="text" required value=(page.name)
                maxlength=(MAX_NAME) autocomplete="off";
            button.primary { "Take part" }
        }
    }
}
