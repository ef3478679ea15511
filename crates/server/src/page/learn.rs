//! The pages for those who learn: lessons and the glossary.

use maud::{Markup, PreEscaped, html};
use tengen_lessons::glossary::{self, Diagram, Term};
use tengen_lessons::{Language, Mark, lessons as all_lessons};
use tengen_picture::{Scene, Stone, SvgOptions};
use tengen_record::Mark as Sign;
use tengen_rules::{Board, Color, Point};

use super::{Shell, json_script};
use crate::asset::Assets;
use crate::learn::{self, Walk, say};

/// The width of a diagram in pixels.
const DIAGRAM: u32 = 220;

/// The list of all lessons.
pub(crate) fn lessons(assets: &Assets) -> Markup {
    let title = "Learn to play Go – Tengen".to_owned();
    let shell = Shell { assets, page: "learn", title, module: Some("learn.js") };
    shell.render(&html! {
        main id="main" {
            h1 { "Learn to play" }
            p {
                "Go has few rules. These lessons take a few minutes each and end with your first "
                "games. What you have done is kept in this browser."
            }
            ol.lessons {
                @for lesson in all_lessons() {
                    li data-lesson=(lesson.id) {
                        a href={ "/learn/" (lesson.id) } { (say(&lesson.title())) }
                        " "
                        small { (say(&lesson.summary())) }
                    }
                }
            }
            p { a href="/glossary" { "The words of Go" } }
        }
    })
}

/// One lesson at its beginning.
pub(crate) fn lesson(assets: &Assets, id: &str) -> Option<Markup> {
    let walked = Walk::default().through(id)?;
    let view = &walked.view;
    let title = say(&view.title);
    let page_title = format!("{title} – Learn to play Go");
    let shell = Shell { assets, page: "learn", title: page_title, module: Some("lesson.js") };
    Some(shell.render(&html! {
        main id="main" data-lesson=(id) {
            p.about { a href="/learn" { "All lessons" } }
            h1 { (title) }
            div id="lesson" {
                div id="board" { (picture(&view.board, &view.marks, None)) }
                section id="task" aria-label="What to do" {
                    p id="step" { "Step " (view.step) " of " (view.n_steps) }
                    div id="text" {
                        @for text in &view.text { p { (say(text)) } }
                    }
                    div id="answer" role="status" aria-live="polite" {}
                    noscript { p { "This page needs JavaScript to play on the board." } }
                    div id="buttons" {}
                }
            }
        }
        (json_script("first", &learn::walked(&walked).to_string()))
    }))
}

/// The words of Go; those that somebody looks for first.
pub(crate) fn glossary(assets: &Assets, query: &str) -> Markup {
    let title = "The words of Go – Tengen".to_owned();
    let shell = Shell { assets, page: "learn", title, module: Some("page.js") };
    let found = glossary::search(Language::English, query);
    let is_search = !query.trim().is_empty();
    let mut all: Vec<&Term> = glossary::terms().iter().collect();
    all.sort_by_key(|it| say(&it.name()).to_lowercase());
    let shown = if is_search && !found.is_empty() { found } else { all };
    shell.render(&html! {
        main id="main" {
            h1 { "The words of Go" }
            form id="search" method="get" action="/glossary" role="search" {
                label for="q" { "Look for a word" }
                input id="q" name="q" type="search" value=(query) maxlength="60" autocomplete="off";
                button { "Look" }
            }
            @if is_search {
                p role="status" {
                    @if glossary::search(Language::English, query).is_empty() {
                        "Nothing fits “" (query.trim()) "”. These are all words."
                    } @else { a href="/glossary" { "All words" } }
                }
            }
            div.terms {
                @for it in shown { (term(it)) }
            }
        }
    })
}

fn term(term: &Term) -> Markup {
    html! {
        section.term id={ "word-" (term.id) } {
            h2 { (say(&term.name())) }
            @if let Some(synonyms) = term.synonyms(Language::English) {
                p.also { "Also: " (synonyms) }
            }
            p { (say(&term.meaning())) }
            @if let Some(Diagram { board, marks }) = &term.diagram {
                div.diagram { (picture(board, marks, Some(term.id))) }
            }
            p.see {
                "See "
                @for (idx, it) in term.links().enumerate() {
                    @if idx > 0 { ", " }
                    a href={ "/glossary#word-" (it.id) } { (say(&it.name())) }
                }
            }
        }
    }
}

/// A board with marks, as it is read without a script.
fn picture(board: &Board, marks: &[(Point, Mark)], name: Option<&str>) -> Markup {
    let mut scene = Scene::of(board);
    if name.is_some() {
        scene = scene.without_coordinates();
    }
    for &(point, mark) in marks {
        scene = match mark {
            Mark::Circle | Mark::Hint | Mark::Chosen => scene.with_mark(point, Sign::Circle),
            Mark::Square => scene.with_mark(point, Sign::Square),
            Mark::Wrong => scene.with_mark(point, Sign::Cross),
            Mark::Dead => scene.with_dead([point]),
            Mark::Owned(color) => scene.with_territory([(point, color)]),
            Mark::Ghost(color) => with_ghost(scene, point, color),
        };
    }
    let id_prefix = name.map(|it| format!("{it}-")).unwrap_or_default();
    let width = name.map(|_| DIAGRAM);
    let svg = scene.to_svg(&SvgOptions { id_prefix, width, ..SvgOptions::default() });
    // Within a page, there is no declaration.
    let begin = svg.find("<svg").unwrap_or(svg.len());
    PreEscaped(svg[begin..].to_owned())
}

fn with_ghost(mut scene: Scene, point: Point, color: Color) -> Scene {
    scene.ghost = Some(Stone { point, color });
    scene
}
