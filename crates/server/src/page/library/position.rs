//! The page of a position: its board, what was played next, and the games.

use maud::{Markup, PreEscaped, html};
use tengen_front::library::{Found, Part, PositionSearch};
use tengen_front::words;
use tengen_library::Continuation;
use tengen_picture::SvgOptions;
use tengen_rules::{Color, Size};

use super::form::PositionForm;
use super::game_list;
use crate::asset::Assets;
use crate::library::FoundHere;
use crate::page::Shell;

/// The most continuations in the table.
const MAX_NEXT: usize = 26;

/// What the page of a position shows.
#[derive(Debug)]
pub(crate) struct PositionPage {
    pub(crate) form: PositionForm,
    pub(crate) search: PositionSearch,
    pub(crate) to_play: Color,
    pub(crate) found: FoundHere,
    /// What is wrong with the form.
    pub(crate) problem: Option<String>,
}

impl PositionPage {
    fn size(&self) -> Size {
        self.search.board.size()
    }

    fn found(&self) -> &Found {
        &self.found.found
    }
}

/// The page of a position.
pub(crate) fn position(assets: &Assets, page: &PositionPage) -> Markup {
    let title = "Search for a position – Tengen".to_owned();
    let shell = Shell { assets, page: "library", title, module: None };
    let found = page.found();
    shell.render(&html! {
        main id="main" {
            h1 { "Search for a position" }
            p.about {
                a href="/library" { "Find games" }
                " · Click a point to play there, and see what was played next."
            }
            div id="position" {
                div {
                    div id="board" { (PreEscaped(board(page))) }
                    (steps(page))
                }
                section id="found" aria-label="What was found" {
                    @if let Some(problem) = &page.problem { p.problem role="alert" { (problem) } }
                    p id="summary" role="status" { (words::found(found)) }
                    (next_moves(page))
                    (form(page))
                }
            }
            @if !page.found.games.is_empty() {
                section aria-label="Games" {
                    h2 { "Games" }
                    (games(page))
                }
            }
        }
    })
}

/// The board, where each empty point leads to the position after a move there.
fn board(page: &PositionPage) -> String {
    let scene = page.search.scene(Some(page.found()));
    let svg = scene.to_svg(&SvgOptions::default());
    // Within a page, there is no declaration.
    let svg = svg.find("<svg").map_or("", |at| &svg[at..]);
    let size = page.size();
    let mut links = String::new();
    for point in size.points().filter(|&it| page.search.board.is_empty_at(it)) {
        let next = page.found().next.iter().find(|it| it.point == point);
        let color = next.map_or(page.to_play, |it| it.continuation.color);
        let x = 20 * u32::from(point.column());
        let y = 20 * u32::from(size.height() - 1 - point.row());
        let name = format!("{} {point}", words::color(color));
        // Who cannot see the board has the table.
        let link = html! {
            a href=(page.form.with_move(color, point).address()) tabindex="-1" aria-hidden="true" {
                title { (name) }
                circle.point cx=(x) cy=(y) r="9.4" {}
            }
        };
        links.push_str(&link.into_string());
    }
    // There is more in it than a picture.
    let svg = svg.replacen("role=\"img\"", "role=\"group\"", 1);
    svg.replace("</svg>", &format!("{links}</svg>"))
}

/// Back, and to the beginning.
fn steps(page: &PositionPage) -> Markup {
    let form = &page.form;
    html! {
        nav.steps aria-label="Moves" {
            @if form.has_moves() {
                a.button href=(form.without_last_move().address()) { "Take back" }
                a.button href=(form.without_moves().address()) { "Start again" }
            }
            @if form.game.is_empty() && !form.has_moves() {
                @for size in ["9", "13", "19"] {
                    @let is_current = page.size().to_string() == format!("{size}x{size}");
                    a.button href=(form.with_size(size).address())
                        aria-current=[is_current.then_some("true")] {
                        (size) "×" (size)
                    }
                }
            }
            @if !form.game.is_empty() {
                a.button href={ "/g/" (form.game) "#" (form.number) } { "Back to the game" }
            }
        }
    }
}

fn next_moves(page: &PositionPage) -> Markup {
    let next = &page.found().next;
    html! {
        @if !next.is_empty() {
            table.next {
                caption.visually-hidden { "What was played next" }
                thead {
                    tr { th scope="col" { "Next" } th scope="col" { "Games" }
                         th scope="col" { "Black won" } th scope="col" { "Points lost" }
                         th scope="col" { "Most often by" } }
                }
                tbody {
                    @for it in next.iter().take(MAX_NEXT) {
                        @let Continuation { color, tally, loss, players, n_tenuki, .. } = &it.continuation;
                        tr {
                            th scope="row" {
                                span.letter aria-hidden="true" { (it.letter) } " "
                                a href=(page.form.with_move(*color, it.point).address()) {
                                    (words::color(*color)) " " (it.point)
                                }
                            }
                            td {
                                (tally.n)
                                @if *n_tenuki > 0 { small { " (" (n_tenuki) " later)" } }
                            }
                            td { (share(tally.share(Color::Black))) }
                            td { (loss.points().map(|it| format!("{it:.1}")).unwrap_or_default()) }
                            td {
                                @if let Some((name, n)) = players.first() {
                                    (words::clean(name)) " (" (n) ")"
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A share as a bar with its number.
fn share(share: Option<f64>) -> Markup {
    let Some(share) = share else { return html! {} };
    let percent = format!("{:.0}", 100.0 * share);
    html! {
        svg.share viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
            rect.white width="100" height="10" {}
            rect.black width=(percent) height="10" {}
        }
        " " (percent) "%"
    }
}

/// What can be chosen.
fn form(page: &PositionPage) -> Markup {
    let form = &page.form;
    let size = page.size();
    let at = |column: u8, row: u8| tengen_rules::Point::new(column, row, size);
    let (right, top) = (size.width() - 1, size.height() - 1);
    let corners = [
        ("lower left corner", at(0, 0)),
        ("lower right corner", at(right, 0)),
        ("upper left corner", at(0, top)),
        ("upper right corner", at(right, top)),
    ];
    let chosen = match page.search.part {
        Part::Corner(point) => Some(point),
        _ => None,
    };
    let check = |name: &'static str, label: &'static str, is_on: bool| {
        html! {
            label { input type="checkbox" name=(name) value="yes" checked[is_on]; " " (label) }
        }
    };
    html! {
        form.options method="get" action="/library/position" aria-label="How to search" {
            @for (name, value) in form.hidden() {
                @if !value.is_empty() { input type="hidden" name=(name) value=(value); }
            }
            label {
                "Look for the "
                select name="part" {
                    option value="" { "whole board" }
                    @for (label, point) in corners {
                        @if let Some(point) = point {
                            option value=(point) selected[chosen == Some(point)] { (label) }
                        }
                    }
                }
            }
            label {
                "or only this part "
                input name="area" type="text" size="8" value=(form.area) placeholder="C3:H6"
                    autocomplete="off" maxlength="12";
            }
            (check("anywhere", "That part anywhere on the board", form.is_anywhere()))
            (check("colors", "Also with the colors swapped", form.has_both_colors()))
            (check("variations", "Also in variations", form.has_variations()))
            (check("mine", "Only in my games", form.is_mine()))
            label {
                "Only in games with "
                input name="q" type="search" value=(form.q) placeholder="player:ana year:2026"
                    autocomplete="off" maxlength="500";
            }
            button.primary { "Search" }
        }
    }
}

fn games(page: &PositionPage) -> Markup {
    let move_of = |id| page.found.games.iter().find(|(it, _)| it.id == id).map_or(0, |it| it.1);
    game_list(page.found.games.iter().map(|it| &it.0), |game| {
        format!("/g/{}#{}", game.id, move_of(game.id))
    })
}
