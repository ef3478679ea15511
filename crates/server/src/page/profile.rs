//! The page of a person: ranks and rated games; and what a game has done to
//! the ratings.

use std::time::Duration;

use maud::{Markup, html};
use tengen_front::words;
use tengen_ratings::{BoardClass, Category, PlayerRatings, RatingChange, Speed};
use tengen_rules::{ByColor, Color};

use super::Shell;
use super::admin::role_name;
use crate::asset::Assets;
use crate::id::PersonId;
use crate::store::{Account, AccountRole, RatedGame, SYSTEM};

/// What the page shows.
#[derive(Copy, Clone, Debug)]
pub(crate) struct ProfilePage<'a> {
    pub(crate) account: &'a Account,
    pub(crate) ratings: Option<&'a PlayerRatings>,
    /// The last one first.
    pub(crate) games: &'a [RatedLine],
    pub(crate) now: Duration,
}

/// A rated game of a person.
#[derive(Clone, Debug)]
pub(crate) struct RatedLine {
    pub(crate) person: PersonId,
    /// The name of the opponent, unless that account is deleted.
    pub(crate) opponent: Option<String>,
    pub(crate) game: RatedGame,
}

/// A rated game that is over, with the names of its players.
#[derive(Clone, Debug)]
pub(crate) struct RatingPage {
    pub(crate) names: ByColor<Option<String>>,
    pub(crate) game: RatedGame,
}

/// The page of a person.
pub(crate) fn profile(assets: &Assets, page: &ProfilePage<'_>) -> Markup {
    let account = page.account;
    let title = format!("{} – Tengen", account.name);
    let shell = Shell { assets, page: "profile", title, module: Some("account.js") };
    shell.render(&html! {
        main id="main" {
            h1 { (account.name) }
            @if account.role != AccountRole::Member { p { (capital(role_name(account.role))) } }
            p { a.button href={ "/lobby?to=" (account.name) } { "Challenge " (account.name) } }
            section id="ratings" {
                h2 { "Ranks" }
                @match page.ratings {
                    Some(ratings) => (table(ratings, page.now)),
                    None => p.empty { "No rated games yet." },
                }
            }
            section id="rated-games" {
                h2 { "Rated games" }
                @if page.games.is_empty() {
                    p.empty { "None yet." }
                } @else {
                    ul.games { @for line in page.games { li { (rated_line(line)) } } }
                }
            }
        }
    })
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|it| it.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The ranks by board and speed, as far as there are games.
fn table(ratings: &PlayerRatings, now: Duration) -> Markup {
    let speeds = [None, Some(Speed::Blitz), Some(Speed::Live), Some(Speed::Correspondence)];
    let boards = [None, Some(BoardClass::Small), Some(BoardClass::Medium), Some(BoardClass::Large)];
    html! {
        div.scroll tabindex="0" role="region" aria-label="Ranks" {
            table.ranks {
                thead {
                    tr {
                        td {}
                        @for speed in speeds { th scope="col" { (speed_name(speed)) } }
                    }
                }
                tbody {
                    @for board in boards {
                        tr {
                            th scope="row" { (board_name(board)) }
                            @for speed in speeds {
                                td { (cell(ratings, Category { board, speed }, now)) }
                            }
                        }
                    }
                }
            }
        }
        p { small { "A rank with “?” is still uncertain; ± says by how many ranks it may be off." } }
    }
}

fn cell(ratings: &PlayerRatings, category: Category, now: Duration) -> Markup {
    let n_games = ratings.n_games(category);
    if n_games == 0 && category != Category::OVERALL {
        return html! { "–" };
    }
    let rank = ratings.rating(category, &SYSTEM, now).rank();
    let games = if n_games == 1 { "game" } else { "games" };
    html! { strong { (format!("{rank:#}")) } br; small { (n_games) " " (games) } }
}

const fn speed_name(speed: Option<Speed>) -> &'static str {
    match speed {
        None => "All speeds",
        Some(Speed::Blitz) => "Blitz",
        Some(Speed::Live) => "Live",
        Some(Speed::Correspondence) => "Correspondence",
    }
}

const fn board_name(board: Option<BoardClass>) -> &'static str {
    match board {
        None => "All boards",
        Some(BoardClass::Small) => "9×9",
        Some(BoardClass::Medium) => "13×13",
        Some(BoardClass::Large) => "19×19",
    }
}

fn rated_line(line: &RatedLine) -> Markup {
    let RatedLine { game, person, opponent } = line;
    let color = if game.players.black.person == *person { Color::Black } else { Color::White };
    let result = match game.winner {
        _ if game.is_annulled => "annulled",
        None => "draw",
        Some(winner) if winner == color => "won",
        Some(_) => "lost",
    };
    let change = game.change.as_ref().map(|it| in_words(&it[color]));
    html! {
        a href={ "/g/" (game.game) } {
            (words::color(color)) " against " (opponent.as_deref().unwrap_or("–"))
        }
        " "
        small {
            (words::size(game.size)) ", " (result)
            @if let Some(change) = change { ": " (change) }
        }
    }
}

/// A change of strength: `12k? ± 4.0 → 11k? ± 3.6`.
fn in_words(change: &RatingChange) -> String {
    format!("{:#} → {:#}", change.before.rank(), change.after.rank())
}

/// What a game has to do with the ratings, for its page.
pub(crate) fn rating(is_rated: bool, page: Option<&RatingPage>) -> Markup {
    html! {
        section id="rating" aria-label="Ratings" data-rated[is_rated] hidden[!is_rated] {
            @if is_rated {
                h2 { "Rated game" }
                @match page {
                    Some(page) if page.game.is_annulled => p { "This game was annulled." },
                    Some(page) => {
                        ul {
                            @for color in Color::ALL { li { (player(page, color)) } }
                        }
                    }
                    None => p { "It counts for the ranks of both." },
                }
            }
        }
    }
}

fn player(page: &RatingPage, color: Color) -> Markup {
    let change = page.game.change.as_ref().map(|it| in_words(&it[color]));
    let is_level = page.game.players[color].is_anchor;
    html! {
        @match &page.names[color] {
            Some(name) if is_level => (name),
            Some(name) => a href={ "/u/" (name) } { (name) },
            None => "–",
        }
        @if let Some(change) = change { ": " (change) }
    }
}
