//! Lists of games.

use maud::{Markup, html};
use tengen_front::words;
use tengen_rules::Color;

use super::Shell;
use crate::asset::Assets;
use crate::id::PersonId;
use crate::store::Listing;
use crate::wire::PhaseName;

/// The page with all games of a guest.
pub(crate) fn games(assets: &Assets, mine: &[Listing], guest: Option<PersonId>) -> Markup {
    let title = "My games – Tengen".to_owned();
    let shell = Shell { assets, page: "games", title, module: Some("lobby.js") };
    shell.render(&html! {
        main id="main" {
            h1 { "My games" }
            (section("mine", None, mine, guest, "You have not played in this browser yet."))
        }
    })
}

/// A section with a list of games.
pub(super) fn section(
    id: &str,
    heading: Option<&str>,
    games: &[Listing],
    guest: Option<PersonId>,
    empty: &str,
) -> Markup {
    html! {
        section id=(id) {
            @if let Some(heading) = heading { h2 { (heading) } }
            @if games.is_empty() {
                p.empty { (empty) }
            } @else {
                ul.games {
                    @for game in games {
                        li data-game=(game.id) data-turn=(turn(game, guest)) {
                            a href={ "/g/" (game.id) } { (players(game)) }
                            " "
                            small { (going_on(game, guest)) }
                        }
                    }
                }
            }
        }
    }
}

/// Whose turn it is, for whom the list is.
fn turn(game: &Listing, guest: Option<PersonId>) -> &'static str {
    let is_on = matches!(game.phase, PhaseName::Playing | PhaseName::Placing);
    let plays = |color: Color| guest.is_some() && game.guests[color] == guest;
    match (is_on, plays(game.to_play), plays(!game.to_play)) {
        (true, true, _) => "you",
        (true, false, true) => "other",
        _ => "none",
    }
}

/// The players: `Ana – Ben`.
pub(super) fn players(game: &Listing) -> String {
    let name = |color: Color| match game.names[color].as_str() {
        "" => words::color(color).to_owned(),
        name => name.to_owned(),
    };
    format!("{} – {}", name(Color::Black), name(Color::White))
}

/// What is going on: `19×19, move 42, your turn`.
fn going_on(game: &Listing, guest: Option<PersonId>) -> String {
    let size = words::size(game.size);
    let what = match (game.phase, &game.result) {
        (PhaseName::Over, Some(result)) => format!("over: {result}"),
        (PhaseName::Over, None) => "over".to_owned(),
        (PhaseName::Waiting, _) => "waiting for the players".to_owned(),
        (PhaseName::Scoring, _) => "being scored".to_owned(),
        (PhaseName::Paused, _) => format!("move {}, paused", game.n_moves),
        (PhaseName::Placing | PhaseName::Playing, _) if turn(game, guest) == "you" => {
            format!("move {}, your turn", game.n_moves)
        }
        (PhaseName::Placing | PhaseName::Playing, _) => {
            format!("move {}, {} to play", game.n_moves, words::color(game.to_play))
        }
    };
    format!("{size}, {what}")
}
