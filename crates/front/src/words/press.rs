//! What to press, click or type for a command, in each front end.

use crate::command::Command;
use crate::front_end::FrontEnd;
use crate::key::KeyTable;

/// What to do for a command: `press w`, `press Resume`, `type start`.
pub(crate) fn press(keys: &KeyTable, command: Command) -> String {
    match keys.front_end() {
        FrontEnd::Window => match button(command) {
            Some(button) => format!("press {button}"),
            None => format!("press {}", keys.name(command)),
        },
        FrontEnd::Text => format!("type {}", typed(command)),
        FrontEnd::Terminal => match keys.name(command) {
            key if key.is_empty() => format!("type :{}", typed(command)),
            key => format!("press {key}"),
        },
    }
}

/// The same at the beginning of a sentence.
pub(crate) fn press_first(keys: &KeyTable, command: Command) -> String {
    super::basic::capitalized(&press(keys, command))
}

/// Only the key, button or word: `w`, `Resume`, `start`.
pub(crate) fn short(keys: &KeyTable, command: Command) -> String {
    let how = press(keys, command);
    how.split_once(' ').map_or(String::new(), |(_, what)| what.to_owned())
}

/// Whether there is a colon before what is typed.
pub(crate) const fn colon(keys: &KeyTable) -> &'static str {
    match keys.front_end() {
        FrontEnd::Terminal => ":",
        FrontEnd::Window | FrontEnd::Text => "",
    }
}

/// The button of a command in a window, if it has one.
pub const fn button(command: Command) -> Option<&'static str> {
    Some(match command {
        Command::Pause => "Resume",
        Command::PlayOn => "Play on",
        Command::NewGame => "New game",
        Command::Agree => "Agree",
        Command::Undo => "Undo",
        Command::Resign => "Resign",
        Command::Live => "Back to the game",
        Command::Redo => "Redo",
        Command::SaveAs | Command::Save => "Save",
        Command::Open => "Open",
        Command::Games => "Games",
        Command::UndoEdit => "Undo edit",
        Command::Continue => "Continue",
        Command::Edit => "Edit",
        Command::Hint => "Hint",
        Command::Estimate => "Territory",
        Command::Policy => "Likely moves",
        Command::Analyze => "Analyze",
        Command::Pass => "Pass",
        Command::MoveNow => "Move now",
        Command::Review => "Review",
        Command::Report => "Report",
        Command::HideAnswer => "Answer",
        Command::Practice => "Practice",
        Command::Prove => "Prove it",
        Command::Count => "Count",
        _ => return None,
    })
}

/// A command in a menu: what it does, with a capital letter.
pub fn menu_label(command: Command) -> String {
    let dots = match command {
        Command::Open
        | Command::OpenPath
        | Command::Join
        | Command::SaveAs
        | Command::ExportPicture
        | Command::GoToMove
        | Command::Find
        | Command::Info
        | Command::Games
        | Command::NewGame
        | Command::Resign
        | Command::Prompt
        | Command::Settings => "…",
        _ => "",
    };
    format!("{}{dots}", super::basic::capitalized(command.help()))
}

/// The word that is typed for a command.
const fn typed(command: Command) -> &'static str {
    match command {
        Command::Pause => "start",
        Command::PlayOn => "resume",
        Command::NewGame => "new",
        Command::Agree => "agree",
        Command::Undo => "undo",
        Command::Resign => "resign",
        Command::Live => "live",
        Command::SaveAs | Command::Save => "save FILE",
        Command::Open => "open FILE",
        Command::Games => "games",
        Command::NextGame => "game 2",
        Command::UndoEdit => "undo-edit",
        Command::Continue => "continue",
        Command::Unfinished => "unfinished",
        Command::Edit => "edit",
        Command::Hint => "hint",
        Command::Join => "join LINK",
        Command::Review => "review",
        Command::NextMistake => "next mistake",
        Command::PreviousMistake => "previous mistake",
        Command::KeyMoves => "mistakes",
        Command::Report => "report",
        Command::HideAnswer => "answer",
        Command::Practice => "practice",
        Command::GuessMoves => "guess",
        Command::GuessLead => "lead B+5",
        Command::Prove => "prove D4",
        Command::Accept => "accept",
        Command::Decline => "decline",
        Command::Pass => "pass",
        _ => "help",
    }
}
