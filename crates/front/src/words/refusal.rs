//! Refusals of the workspace, and of what was typed.

use std::io;
use std::path::Path;

use tengen_host::{DocumentError, EngineError, ProfileFileError, StoreError};
use tengen_picture::PngError;
use tengen_record::NoRecord;
use tengen_session::Step;

use super::basic::sentence;
use super::form::bad_field;
use super::library::library_error;
use super::press::{colon, press_first};
use super::rejected::{bad_setup, no_record, other_game, rejected};
use super::remote::{bad_link, join_error};
use crate::command::Command;
use crate::front_end::FrontEnd;
use crate::key::KeyTable;
use crate::line::{BadGameWord, BadLine};
use crate::refusal::Refusal;
use crate::settings::SettingsError;

/// Why something cannot be done, and what to do instead.
pub fn refusal(reason: &Refusal, keys: &KeyTable) -> String {
    match reason {
        Refusal::Rejected(reason) => rejected(reason, keys),
        Refusal::NoStep(step) => no_step(*step).to_owned(),
        Refusal::DeleteInPlay => {
            "You cannot delete moves of the game in progress; use undo.".to_owned()
        }
        Refusal::NotEditing => {
            format!("{} to edit the record first.", press_first(keys, Command::Edit))
        }
        Refusal::NoGame => no_game(keys),
        Refusal::NotOnServer => "This game is not on a server.".to_owned(),
        Refusal::EarlierMove if keys.front_end() == FrontEnd::Window => {
            "You are looking at an earlier move. Press \"Back to the game\" first.".to_owned()
        }
        Refusal::EarlierMove => format!(
            "You are looking at an earlier move. {} to return to the game.",
            press_first(keys, Command::Live)
        ),
        Refusal::Link(reason) => bad_link(reason),
        Refusal::Join(reason) => join_error(reason),
        Refusal::NoThread(error) => sentence(&format!("cannot start a thread: {error}")),
        Refusal::NobodyActs => "The computer plays both colors.".to_owned(),
        Refusal::NoPlayers => {
            format!("Who plays on? Type {0}resume 10k white, or {0}resume both.", colon(keys))
        }
        Refusal::NoUnfinished(0 | 1) => "You have no unfinished games.".to_owned(),
        Refusal::NoUnfinished(number) => format!("You have no unfinished game {number}."),
        Refusal::NoSuchGame { n_games: 0 | 1, .. } => {
            "There is no other game in this file.".to_owned()
        }
        Refusal::NoSuchGame { number, n_games } => {
            format!("There is no game {number}; this file has {n_games}.")
        }
        Refusal::NothingToFind => "What do you want to find? Type a word.".to_owned(),
        Refusal::NoHint => {
            format!("There is no hint here. {} for hints.", press_first(keys, Command::Hint))
        }
        Refusal::ReviewInPlay => "Finish the game first; then you can review it.".to_owned(),
        Refusal::NothingToReview => "There are no moves to review.".to_owned(),
        Refusal::NoReview => format!(
            "This game was not reviewed yet. {} to review it.",
            press_first(keys, Command::Review)
        ),
        Refusal::NoMistake { is_forward: true } => "No mistake after this move.".to_owned(),
        Refusal::NoMistake { is_forward: false } => "No mistake before this move.".to_owned(),
        Refusal::NothingToPractice => "There are no mistakes to practice.".to_owned(),
        Refusal::NothingToGuess => {
            "No moves to guess from here. Go back to an earlier move first.".to_owned()
        }
        Refusal::NoPractice => {
            format!("You are not practicing. {} to start.", press_first(keys, Command::Practice))
        }
        Refusal::NothingToProve => {
            "You can play a group out only while a game is being scored.".to_owned()
        }
        Refusal::NoGroup(point) => format!("There is no stone at {point}."),
        Refusal::NotALead(text) if text.is_empty() => {
            "Who leads, and by how much? Type for example B+5, W+12.5 or even.".to_owned()
        }
        Refusal::NotALead(text) => {
            format!("\"{text}\" is not a lead. Type for example B+5, W+12.5 or even.")
        }
        Refusal::Setup(reason) => bad_setup(reason),
        Refusal::Field(reason) => bad_field(*reason),
        Refusal::Line(reason) => bad_line(reason, keys),
        Refusal::GameWord(reason) => bad_game_word(reason, keys),
        Refusal::Document(reason) => document_error(reason, keys),
        Refusal::NoRecord(path, reason) => not_a_record(path, *reason),
        Refusal::Store(reason) => store_error(reason),
        Refusal::Settings(reason) => settings_error(reason),
        Refusal::Profile(reason) => profile_error(reason),
        Refusal::NoLibrary => {
            "There is no folder for a library. Set TENGEN_HOME to one.".to_owned()
        }
        Refusal::NoLibraryGame(number) => format!("The library has no game #{number}."),
        Refusal::Library(reason) => library_error(reason),
        Refusal::NotAPicture(path) => format!(
            "{} is not a picture. Use a name that ends in .svg, .png or .txt.",
            path.display()
        ),
        Refusal::Picture(PngError::Width(_)) => "That picture would be too wide.".to_owned(),
        Refusal::Picture(PngError::Drawing | PngError::Encoding) => {
            "The picture could not be drawn.".to_owned()
        }
        Refusal::Write(path, error) => cannot("write", path, error),
    }
}

fn no_game(keys: &KeyTable) -> String {
    match keys.front_end() {
        FrontEnd::Text => "No game yet. Type new to start one.".to_owned(),
        FrontEnd::Terminal | FrontEnd::Window => {
            format!("No game yet. {} to start one.", press_first(keys, Command::NewGame))
        }
    }
}

const fn no_step(step: Step) -> &'static str {
    match step {
        Step::NextVariation | Step::PreviousVariation => "No other variation here.",
        Step::Forward(_) | Step::Last => "Already at the end.",
        Step::Back(_) | Step::First => "Already at the start.",
        Step::NextFork => "No fork ahead.",
        Step::PreviousFork => "No fork before this move.",
        Step::Number(_) => "This line has no move with that number.",
        Step::Live => "This record has no game in progress.",
        Step::Node(_) => "This position was removed.",
    }
}

/// Why a typed line cannot be followed.
pub fn bad_line(reason: &BadLine, keys: &KeyTable) -> String {
    let colon = colon(keys);
    match reason {
        BadLine::Unknown(word) => {
            format!("Unknown command \"{word}\". Type a point such as D4, or {colon}help.")
        }
        BadLine::TooMuch { command, rest } if rest.parse::<f64>().is_ok() => {
            format!("{command} takes no number.")
        }
        BadLine::TooMuch { command, .. } => format!("{command} takes no arguments."),
        BadLine::NoPoint { command, text } if text.is_empty() => {
            format!("Which point? Type {colon}{command} D4")
        }
        BadLine::NoPoint { command, text } => {
            format!("\"{text}\" is not a point. Type {colon}{command} D4")
        }
        BadLine::NoNumber { command, text } => {
            format!("\"{text}\" is not a number. Type {colon}{command} 3")
        }
        BadLine::NoFile(command) => {
            let name = if command == "export" { "NAME.svg" } else { "NAME.sgf" };
            format!("Which file? Type {colon}{command} {name}")
        }
        BadLine::NoText(command) if command == "say" => {
            format!("What do you want to say? Type {colon}say Hello!")
        }
        BadLine::NoText(command) if command == "tag" => {
            format!("Which game, and which tag? Type {colon}tag #12 study")
        }
        BadLine::NoText(command) => format!("Which game? Type {colon}{command} and its link."),
    }
}

fn bad_game_word(reason: &BadGameWord, keys: &KeyTable) -> String {
    match reason {
        BadGameWord::Unknown(word) => format!(
            "Unknown word \"{word}\". Type for example {}new 13 10k white komi=0.5.",
            colon(keys)
        ),
        BadGameWord::Size(_) => "Board size must be between 1 and 25.".to_owned(),
        BadGameWord::Komi(_) => "Komi must be a number, for example 6.5.".to_owned(),
        BadGameWord::Clock(_) => "The clock must be a time, for example 10m+3x30s.".to_owned(),
        BadGameWord::Handicap(number) => {
            format!("This board has no room for {number} handicap stones.")
        }
    }
}

fn document_error(reason: &DocumentError, keys: &KeyTable) -> String {
    match reason {
        DocumentError::Read(path, error) => cannot("open", path, error),
        DocumentError::Write(path, error) => cannot("save", path, error),
        DocumentError::NoGame(path, reason) => not_a_record(path, *reason),
        DocumentError::NoPath => {
            format!("Which file? {}.", press_first(keys, Command::SaveAs))
        }
    }
}

/// `X is not an SGF file.`
fn not_a_record(path: &Path, reason: NoRecord) -> String {
    let path = path.display();
    match reason {
        NoRecord::NoGame => format!("{path} is not an SGF file."),
        NoRecord::OtherGame(number) => match other_game(number) {
            Some(name) => format!("{path} is a record of another game ({name}), not Go."),
            None => format!("{path} is a record of another game, not Go."),
        },
        NoRecord::Size(_) | NoRecord::TooLarge => {
            format!("{path} cannot be opened: {}.", no_record(reason))
        }
    }
}

/// `Cannot open x.sgf: there is no such file.`
pub(super) fn cannot(what: &str, path: &Path, error: &io::Error) -> String {
    format!("Cannot {what} {}: {}.", path.display(), io_error(error))
}

/// What the system says, without its numbers.
pub(super) fn io_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        _ => {
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or_default();
            let mut letters = text.chars();
            let first = letters.next().map(|it| it.to_lowercase().to_string());
            first.unwrap_or_default() + letters.as_str()
        }
    }
}

/// Why a saved game cannot be opened or listed.
pub fn store_error(reason: &StoreError) -> String {
    match reason {
        StoreError::Read(path, error) => cannot("read", path, error),
        StoreError::Write(path, error) => cannot("write", path, error),
        StoreError::NoGame(path, _) => format!("{} is damaged.", path.display()),
        StoreError::NotFound(_) => "That game no longer exists.".to_owned(),
        StoreError::InUse(_) => "That game is open in another program.".to_owned(),
        StoreError::NoStore => "There is no folder for saved games.".to_owned(),
    }
}

/// Why the settings cannot be read or saved.
pub fn settings_error(reason: &SettingsError) -> String {
    match reason {
        SettingsError::Read(path, error) => cannot("read", path, error),
        SettingsError::Write(path, error) => cannot("save", path, error),
        SettingsError::Syntax(path, error) => {
            format!(
                "Line {} of {} is not valid TOML: {}.",
                error.line,
                path.display(),
                error.message
            )
        }
    }
}

/// Why the profile of the career cannot be read or saved.
fn profile_error(reason: &ProfileFileError) -> String {
    match reason {
        ProfileFileError::Read(path, error) => cannot("read", path, error),
        ProfileFileError::Write(path, error) => cannot("save", path, error),
        ProfileFileError::Locked(path) => {
            format!("{} is in use by another program.", path.display())
        }
    }
}

/// Why an engine does not work: `Cannot start x: there is no such program.`
pub fn engine_error(error: &EngineError) -> String {
    sentence(&error.to_string())
}

/// What to do where a command was typed that needs the keyboard.
pub fn needs_terminal() -> String {
    "The career needs a full-screen terminal.".to_owned()
}
