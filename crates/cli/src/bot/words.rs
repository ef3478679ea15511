//! What `tengen bot` says.

use tengen_bot::{BotError, Report};
use tengen_remote::ServerAddress;
use tengen_rules::Color;
use tengen_wire::{OwnGame, Role};

/// A line for something that has happened.
pub(super) fn report(report: &Report, server: &ServerAddress) -> String {
    match report {
        Report::Connected(account) => format!("{} is at {server}.", account.name),
        Report::Lost { reason } => format!("The server is away ({reason}). Trying again."),
        Report::Back => "The server is back.".to_owned(),
        Report::Slowed(time) => match time.as_secs() {
            0 | 1 => "The server asks to wait a second.".to_owned(),
            n => format!("The server asks to wait {n} seconds."),
        },
        Report::Offered { id } => format!("Offered a game: {}", server.game(id)),
        Report::Accepted(offer) => {
            format!("Accepted the offer of {}: {}, {}.", name(&offer.from), offer.size, offer.clock)
        }
        Report::Playing(game) => format!("Playing {}: {}", against(game), server.game(&game.id)),
        Report::EngineFailed { game, reason, gives_up: true } => {
            format!("{game}: the engine has failed too often ({reason}). Resigning.")
        }
        Report::EngineFailed { game, reason, gives_up: false } => {
            format!("{game}: the engine has failed ({reason}). Starting it again.")
        }
        Report::MoveRefused { game, mv, reason } => {
            format!("{game}: {mv} was refused. {reason} Passing instead.")
        }
        Report::Ended { game, result, .. } if result.is_empty() => format!("{game} is over."),
        Report::Ended { game, result, color } => {
            let own = match color {
                Some(Color::Black) => " The bot was Black.",
                Some(Color::White) => " The bot was White.",
                None => "",
            };
            format!("{game} is over. {result}{own}")
        }
        Report::Leaving { n_games: 0 } => "Leaving.".to_owned(),
        Report::Leaving { n_games: 1 } => {
            "No more games. Waiting for the last one to end; Ctrl-C leaves now.".to_owned()
        }
        Report::Leaving { n_games } => {
            format!("No more games. Waiting for {n_games} to end; Ctrl-C leaves now.")
        }
    }
}

fn against(game: &OwnGame) -> String {
    let color = match game.role {
        Role::Black => " as Black",
        Role::White => " as White",
        Role::Both | Role::Spectator => "",
    };
    format!("against {}{color}, {}", name(&game.opponent), game.size)
}

fn name(name: &str) -> &str {
    if name.is_empty() { "someone" } else { name }
}

/// Why a bot cannot play.
pub(super) fn failure(error: &BotError) -> String {
    match error {
        BotError::Refused(failure) => failure.to_string(),
        BotError::NotABot(name) => format!(
            "{name} is the account of a person; programs need one of their own that is marked as \
             a bot (see docs/api.md)"
        ),
        BotError::NoScope(scope) => {
            format!("the token does not allow enough: it needs the scope {scope}")
        }
        BotError::Threads(error) => format!("cannot start a thread: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn lines_say_what_happens() {
        let server: ServerAddress = "box.local:8361".parse().unwrap();
        let check = |told: Report, expected: &str| assert_eq!(report(&told, &server), expected);
        check(
            Report::Offered { id: "k3v9x2pq".to_owned() },
            "Offered a game: http://box.local:8361/g/k3v9x2pq",
        );
        check(Report::Slowed(Duration::from_millis(10)), "The server asks to wait a second.");
        check(
            Report::Ended {
                game: "k3v9x2pq".to_owned(),
                color: Some(Color::Black),
                result: "White wins by 3.5 points.".to_owned(),
            },
            "k3v9x2pq is over. White wins by 3.5 points. The bot was Black.",
        );
        check(Report::Leaving { n_games: 0 }, "Leaving.");
    }
}
