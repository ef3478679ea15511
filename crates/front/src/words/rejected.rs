//! Refusals of the game and of the rules.

use tengen_record::{EditError, NoRecord};
use tengen_rules::{IllegalMove, Point};
use tengen_session::{Actor, BadSetup, Rejected};

use super::basic;
use super::press::{colon, press, press_first, short};
use crate::command::Command;
use crate::front_end::FrontEnd;
use crate::key::KeyTable;

/// Why the game refuses something, and what to do instead.
pub fn rejected(reason: &Rejected, keys: &KeyTable) -> String {
    match reason {
        Rejected::Illegal(
            reason @ (IllegalMove::Suicide(_) | IllegalMove::Ko(_) | IllegalMove::Superko(_)),
        ) => {
            format!("{} {}", illegal(*reason, keys), super::learn::ask_why(keys))
        }
        Rejected::Illegal(reason) => illegal(*reason, keys),
        Rejected::Edit(reason) => edit_error(reason),
        Rejected::NoRecord(NoRecord::NoGame) => "The clipboard has no SGF game.".to_owned(),
        Rejected::NoRecord(reason) => format!("The clipboard has no game: {}.", no_record(*reason)),
        Rejected::NotYourTurn(color) => format!("It is {}'s turn.", basic::color(*color)),
        Rejected::NotAPerson(color) => {
            format!("{} is played by the computer.", basic::color(*color))
        }
        Rejected::NoStone(point) => format!("There is no stone at {point}."),
        Rejected::Alive(point) => alive(*point, keys),
        Rejected::EngineDisagrees(point) => engine_disagrees(*point, keys),
        Rejected::NotAllowed(Actor::Player(color)) => {
            format!("{} is not allowed to do that in this game.", basic::color(*color))
        }
        Rejected::LookingBack => looking_back(keys),
        Rejected::Over => over(keys),
        Rejected::Paused => {
            format!("The game is paused. {} to continue.", press_first(keys, Command::Pause))
        }
        Rejected::Scoring => scoring(keys),
        Rejected::NotPlaying => format!(
            "No game is in progress. {} to start one here.",
            press_first(keys, Command::PlayOn)
        ),
        Rejected::DeadStonesChanged => format!(
            "The dead stones have changed. Look again, then {}.",
            press(keys, Command::Agree)
        ),
        Rejected::InPlay => "You cannot change moves of the game in progress; use undo.".to_owned(),
        reason => plain(reason).to_owned(),
    }
}

/// Sentences that are the same everywhere.
const fn plain(reason: &Rejected) -> &'static str {
    match reason {
        Rejected::NotAllowed(Actor::Spectator) => "You are only watching this game.",
        Rejected::Elsewhere => "That is not possible in a game on a server.",
        Rejected::Late => "Too late: that was already settled.",
        Rejected::TimeUp => "Too late: the time is up.",
        Rejected::Handicap => "Black must place the handicap stones first.",
        Rejected::Running => "The game is already running.",
        Rejected::NotScoring => "The game is not being scored.",
        Rejected::NoTakebacks => "Moves cannot be taken back in this game.",
        Rejected::NeedsConsent => "Your opponent must agree to that.",
        Rejected::NoPause => "This game cannot be paused.",
        Rejected::NoEdits => "The record of this game cannot be edited.",
        Rejected::NoAnalysis => "Analysis is off while this game is being played.",
        Rejected::RequestPending => "Answer the pending request first.",
        Rejected::NoRequest => "There is no request to answer.",
        Rejected::NothingToUndo => "There is no move of yours to take back.",
        Rejected::NothingToRedo => "There is nothing to redo.",
        Rejected::NoSuchNode => "There is no such position.",
        Rejected::NotThinking => "It is not the computer's turn.",
        Rejected::NothingToUndoEdit => "There is no edit to undo.",
        Rejected::NothingToRedoEdit => "There is no edit to redo.",
        Rejected::NothingToPaste => "Nothing has been cut or copied yet.",
        Rejected::NotFound => "Not found.",
        // These have sentences of their own, or are no affair of a person.
        Rejected::NotAllowed(_)
        | Rejected::Illegal(_)
        | Rejected::NotYourTurn(_)
        | Rejected::NotAPerson(_)
        | Rejected::LookingBack
        | Rejected::Over
        | Rejected::Paused
        | Rejected::Scoring
        | Rejected::Alive(_)
        | Rejected::EngineDisagrees(_)
        | Rejected::DeadStonesChanged
        | Rejected::NoStone(_)
        | Rejected::NotPlaying
        | Rejected::InPlay
        | Rejected::Edit(_)
        | Rejected::NoRecord(_) => "That is not possible.",
    }
}

fn alive(point: Point, keys: &KeyTable) -> String {
    match keys.front_end() {
        FrontEnd::Window => {
            "That group looks alive. Right-click it to mark it dead anyway.".to_owned()
        }
        FrontEnd::Terminal | FrontEnd::Text => format!(
            "That group looks alive. To mark it dead anyway, type {}dead! {point}",
            colon(keys)
        ),
    }
}

fn engine_disagrees(point: Point, keys: &KeyTable) -> String {
    let how = press_first(keys, Command::PlayOn);
    match keys.front_end() {
        FrontEnd::Window => {
            format!("The computer says that {point} is alive. {how} to capture it.")
        }
        FrontEnd::Terminal | FrontEnd::Text => {
            format!("The computer says that {point} is alive. {how} to play on and capture it.")
        }
    }
}

fn looking_back(keys: &KeyTable) -> String {
    if keys.front_end() == FrontEnd::Window {
        return "You are looking at an earlier move. Use \"Back to the game\" or \"Play on\"."
            .to_owned();
    }
    format!(
        "You are looking at an earlier move. {} to return to the game, or {} to play on from here.",
        press_first(keys, Command::Live),
        press(keys, Command::PlayOn)
    )
}

fn over(keys: &KeyTable) -> String {
    match keys.front_end() {
        FrontEnd::Window => "The game is over. Go back to a move to play from there.".to_owned(),
        FrontEnd::Terminal | FrontEnd::Text => format!(
            "The game is over. {} for a new one, or go back and {}.",
            press_first(keys, Command::NewGame),
            press(keys, Command::PlayOn)
        ),
    }
}

fn scoring(keys: &KeyTable) -> String {
    match keys.front_end() {
        FrontEnd::Window => {
            format!("The game is being scored. Press {} first.", short(keys, Command::PlayOn))
        }
        FrontEnd::Terminal | FrontEnd::Text => format!(
            "The game is being scored. {} to play on first.",
            press_first(keys, Command::PlayOn)
        ),
    }
}

/// Why the rules forbid a move.
pub fn illegal(reason: IllegalMove, keys: &KeyTable) -> String {
    match reason {
        IllegalMove::OffBoard(point) => format!("{point} is not on this board."),
        IllegalMove::Occupied(point) => format!("{point} is occupied."),
        IllegalMove::Ko(point) => {
            format!("Not allowed: {point} would repeat the position (ko): play elsewhere first.")
        }
        IllegalMove::Superko(point) => {
            format!("Not allowed: {point} would repeat an earlier position (superko).")
        }
        IllegalMove::Suicide(point) => {
            format!("Not allowed: your stone at {point} would have no liberties (suicide).")
        }
        IllegalMove::GameOver => over(keys),
    }
}

fn edit_error(reason: &EditError) -> String {
    match reason {
        EditError::Root => "The first position cannot be removed or moved.".to_owned(),
        EditError::Removed => "This position was removed.".to_owned(),
        EditError::FirstVariation => "This is already the first variation.".to_owned(),
        EditError::LastVariation => "This is already the last variation.".to_owned(),
        EditError::OffBoard(point) => format!("{point} is not on this board."),
        EditError::HasMove => {
            "This position has a move, so stones cannot be set up here.".to_owned()
        }
        EditError::Size(size) => {
            format!("That was copied from a {} board and does not fit here.", basic::size(*size))
        }
        EditError::EmptyClip => "Nothing has been cut or copied yet.".to_owned(),
        EditError::Name(name) => format!("\"{name}\" is not an SGF property."),
        EditError::Number => "SGF cannot store that number.".to_owned(),
        EditError::TooLarge => "The record would be too large.".to_owned(),
    }
}

/// Why a file or a text is not a record, without its name and a full stop.
pub(super) fn no_record(reason: NoRecord) -> String {
    match reason {
        NoRecord::NoGame => "it is not an SGF file".to_owned(),
        NoRecord::OtherGame(number) => match other_game(number) {
            Some(name) => format!("it is a record of another game ({name}), not Go"),
            None => "it is a record of another game, not Go".to_owned(),
        },
        NoRecord::Size(size) => format!("its board is {size}, and boards go up to 25×25"),
        NoRecord::TooLarge => "it is larger than 4 GB".to_owned(),
    }
}

/// The games of SGF by their numbers.
pub(super) fn other_game(number: i64) -> Option<&'static str> {
    Some(match number {
        2 => "Othello",
        3 => "chess",
        4 => "gomoku",
        5 => "nine men's morris",
        6 => "backgammon",
        7 => "Chinese chess",
        8 => "shogi",
        9 => "Lines of Action",
        10 => "Ataxx",
        11 => "Hex",
        _ => return None,
    })
}

/// Why a game cannot begin.
pub fn bad_setup(reason: &BadSetup) -> String {
    match reason {
        BadSetup::Fixed(reason) => format!(
            "A {} board has no room for {} handicap stones.",
            basic::size(reason.size),
            reason.handicap
        ),
        BadSetup::Points(reason) => basic::sentence(&reason.to_string()),
        BadSetup::TooMany(n_stones) => {
            format!("The board is too small for {n_stones} handicap stones.")
        }
    }
}
