//! The pages of games that are over: a list that is searched, and a position
//! with what was played next.

mod form;
mod position;

use maud::{Markup, html};
use tengen_front::library::OrderBy;
use tengen_front::words;

use super::Shell;
use crate::asset::Assets;
use crate::library::ServerGame;

pub(crate) use form::{GamesForm, PositionForm, chosen_part};
pub(crate) use position::{PositionPage, position};

/// How many games are on a page.
pub(crate) const GAMES_ON_A_PAGE: u32 = 50;

/// What can be typed, with what it finds.
const EXAMPLES: [(&str, &str); 8] = [
    ("ana", "a word in names, events, places and comments"),
    ("player:ana black:\"ben b\"", "a player, in any spelling"),
    ("date:2026-03 or year:2024..2025", "dates, parts of dates, ranges"),
    ("result:B+R", "how it ended: B, W+0.5, W+T, draw, ?"),
    ("size:13 handicap:2..9 komi:<7", "board, handicap, komi"),
    ("moves:>200 rank:5k..", "length, ranks"),
    ("rules:japanese opening:sanrensei", "rules, openings"),
    ("-player:tengen is:reviewed", "without, and with a review"),
];

/// What the list of games shows.
#[derive(Debug, Default)]
pub(crate) struct GamesPage {
    pub(crate) form: GamesForm,
    /// What is wrong with the query.
    pub(crate) problem: Option<String>,
    /// How many games are found, and those of this page.
    pub(crate) total: u32,
    pub(crate) games: Vec<ServerGame>,
    /// How many games the visitor may see.
    pub(crate) n_searched: usize,
}

impl GamesPage {
    fn summary(&self) -> String {
        let start = self.form.start();
        let n_here = u32::try_from(self.games.len()).unwrap_or(u32::MAX);
        match self.total {
            0 if self.n_searched == 0 => {
                "No game has ended here yet that you can see. Games that are listed for everyone \
                 come here when they end, and your own ones, which stay yours."
                    .to_owned()
            }
            0 => "No game found.".to_owned(),
            1 => "1 game.".to_owned(),
            total if total == n_here => format!("{total} games."),
            total => format!("{} to {} of {total} games.", start + 1, start + n_here),
        }
    }
}

/// The list of games.
pub(crate) fn found_games(assets: &Assets, page: &GamesPage) -> Markup {
    let form = &page.form;
    let title = "Find games – Tengen".to_owned();
    let shell = Shell { assets, page: "library", title, module: Some("library.js") };
    shell.render(&html! {
        main id="main" {
            h1 { "Find games" }
            p.about { a href="/library/position" { "Search for a position" } }
            (search_form(form, page.problem.as_deref()))
            div id="results" {
                p id="summary" role="status" aria-live="polite" {
                    @match &page.problem {
                        Some(problem) => span.problem { (problem) },
                        None => { (page.summary()) },
                    }
                }
                (game_list(&page.games, |game| format!("/g/{}", game.id)))
                (pages(page))
            }
            (examples())
        }
    })
}

fn search_form(form: &GamesForm, problem: Option<&str>) -> Markup {
    html! {
        form id="search" role="search" method="get" action="/library" {
            label.visually-hidden for="query" { "What to look for" }
            input id="query" name="q" type="search" value=(form.q) autocomplete="off"
                placeholder="player:ana result:B+R year:2026" maxlength="500"
                aria-invalid=[problem.map(|_| "true")] aria-describedby="summary";
            label {
                "Sort by "
                select name="sort" {
                    @for (_, name) in OrderBy::ALL {
                        option value=(name) selected[form.sort == name] { (sort_name(name)) }
                    }
                }
            }
            label {
                input type="checkbox" name="reversed" value="yes" checked[form.is_reversed()];
                " Reversed"
            }
            label {
                input type="checkbox" name="mine" value="yes" checked[form.is_mine()];
                " Only my games"
            }
            button.primary { "Search" }
        }
    }
}

fn sort_name(name: &str) -> &str {
    match name {
        "added" => "end of the game",
        "moves" => "length",
        other => other,
    }
}

/// Games with their addresses.
pub(super) fn game_list<'a>(
    games: impl IntoIterator<Item = &'a ServerGame>,
    address: impl Fn(&ServerGame) -> String,
) -> Markup {
    let games: Vec<_> = games.into_iter().collect();
    html! {
        @if !games.is_empty() {
            ul.games {
                @for game in games {
                    @let entry = words::library_game(&game.entry);
                    li { a href=(address(game)) { (entry.title) } " " small { (entry.detail) } }
                }
            }
        }
    }
}

/// The way to the pages before and after.
fn pages(page: &GamesPage) -> Markup {
    let start = page.form.start();
    let end = start.saturating_add(GAMES_ON_A_PAGE);
    html! {
        @if start > 0 || end < page.total {
            nav.pages aria-label="Pages" {
                @if start > 0 {
                    a.button rel="prev"
                        href=(page.form.address(start.saturating_sub(GAMES_ON_A_PAGE))) {
                        "‹ Games before"
                    }
                }
                @if end < page.total {
                    a.button rel="next" href=(page.form.address(end)) { "Next games ›" }
                }
            }
        }
    }
}

fn examples() -> Markup {
    html! {
        details.examples {
            summary { "What you can type" }
            p { "Everything you type must be true of a game. Put “or” between two to have either, "
                "and - before one to leave it out." }
            dl {
                @for (query, meaning) in EXAMPLES {
                    dt { a href=(GamesForm::of(query).address(0)) { code { (query) } } }
                    dd { (meaning) }
                }
            }
        }
    }
}
