//! Games on a server: who is there, what comes from the server, and why a game
//! cannot be joined.

use std::io::ErrorKind;

use tengen_remote::{BadLink, ChatLine, ChatRoom, JoinError};
use tengen_rules::Color;
use tengen_session::{Phase, RemoteView, View};

use super::basic::{color, sentence};
use super::press::{colon, press_first, short};
use crate::command::Command;
use crate::key::KeyTable;
use crate::notice::RemoteNotice;

/// The connection, and who is missing.
pub(super) fn presence(view: &View, remote: RemoteView) -> Vec<String> {
    let is_over = matches!(view.game.phase, Phase::Over(_));
    if !remote.is_connected {
        return vec!["No connection: trying again…".to_owned()];
    }
    let is_away =
        |it: &Color| view.game.seats[*it].is_person() && !remote.present[*it] && !remote.own[*it];
    if is_over || view.game.is_waiting {
        return Vec::new();
    }
    let away = Color::ALL.into_iter().filter(is_away);
    away.map(|it| format!("{} is away.", color(it))).collect()
}

/// What a game waits for that has not begun.
pub(super) fn waiting(remote: RemoteView) -> String {
    let whom = if remote.is_spectator() { "the players" } else { "your opponent" };
    format!("Waiting for {whom}.")
}

/// What a player does who is asked for something.
pub(super) fn how_to_answer(asker: Color, remote: RemoteView, keys: &KeyTable) -> Option<String> {
    if remote.own[asker] && !remote.own[!asker] {
        return Some(format!("{} to withdraw it.", press_first(keys, Command::Decline)));
    }
    let refuse = short(keys, Command::Decline);
    remote.own[!asker]
        .then(|| format!("{} to agree, or {refuse} to refuse.", press_first(keys, Command::Accept)))
}

/// Who wants to play again.
pub(super) fn rematch(remote: RemoteView) -> Option<String> {
    remote.rematch.map(|it| format!("{} asks to play again.", color(it)))
}

/// What came from the server.
pub fn remote_notice(notice: &RemoteNotice, keys: &KeyTable) -> String {
    match notice {
        RemoteNotice::Said(line) => said(line),
        RemoteNotice::Refused(text) => text.clone(),
        RemoteNotice::MovePending => "Your last move is still on its way.".to_owned(),
        RemoteNotice::NoRequest => "There is no request to answer.".to_owned(),
        RemoteNotice::SeatsTaken => "Both seats are taken, so you are watching.".to_owned(),
        RemoteNotice::Rematch => {
            format!("The next game is ready. Type {}rematch to go there.", colon(keys))
        }
        RemoteNotice::EngineFailed(Some(it)) => format!(
            "{} could not move. {} to try again.",
            color(*it),
            press_first(keys, Command::Pause)
        ),
        RemoteNotice::EngineFailed(None) => {
            "The dead stones could not be found. Mark them yourself.".to_owned()
        }
        RemoteNotice::NotKept(kind) => format!(
            "You will lose your seat when you quit: the list of your seats cannot be written \
             ({kind})."
        ),
        RemoteNotice::Gone => "This game is no longer on the server.".to_owned(),
    }
}

fn said(line: &ChatLine) -> String {
    let name = match (line.name.as_str(), line.color) {
        ("", Some(it)) => color(it),
        ("", None) => "A spectator",
        (name, _) => name,
    };
    let place = match line.room {
        ChatRoom::Spectators if !line.name.is_empty() => " (watching)",
        ChatRoom::Spectators | ChatRoom::Players => "",
    };
    format!("{name}{place}: {}", line.text)
}

/// Why a text is not a link to a game.
pub(super) fn bad_link(reason: &BadLink) -> String {
    match reason {
        BadLink::Secure(link) => format!(
            "The link {link} needs a secure connection, which is not supported. Open it in a \
             browser."
        ),
        BadLink::NotAGame(text) => format!(
            "\"{text}\" is not a link to a game. Use one such as http://192.0.2.7:8080/g/k3v9x2pq."
        ),
    }
}

/// Why a game cannot be joined.
pub(super) fn join_error(reason: &JoinError) -> String {
    match reason {
        JoinError::NoGame(link) => {
            format!("There is no game at {link}, or it is private. Check the link.")
        }
        JoinError::Unreachable(server, ErrorKind::ConnectionRefused) => {
            format!("No server answers at {server}. Is it running?")
        }
        JoinError::Unreachable(server, ErrorKind::TimedOut) => {
            format!("The server at {server} does not answer. Check the link and your network.")
        }
        JoinError::Unreachable(server, kind) => {
            format!("The server at {server} cannot be reached: {kind}.")
        }
        JoinError::UnknownHost(server) => {
            format!("There is no server called {server}. Check the link.")
        }
        JoinError::WrongName(server) => format!(
            "The server at {server} does not go by that name. Use its address, or start it with \
             --name."
        ),
        JoinError::LoggedOut(server) => format!(
            "You are not logged in at {server} any more. Log in again with tengen play --server \
             {server}."
        ),
        JoinError::TooFast(server) => {
            format!("The server at {server} is busy. Try again in a minute.")
        }
        JoinError::Unavailable(server) => {
            format!("The server at {server} cannot do that now. Try again later.")
        }
        JoinError::NotOurs(server) => {
            format!("The server at {server} is not a Tengen server of this version.")
        }
        JoinError::Guests(error) => {
            sentence(&format!("cannot read the list of your seats: {error}"))
        }
    }
}
