//! What is open over a screen and wants an answer.

use std::path::PathBuf;

use tengen_record::InfoKey;
use tengen_rules::Point;

use crate::message::Purpose;

/// What is open over a screen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Dialog {
    /// Does the player want to give up?
    Resign,
    /// Shall changes be saved before something else is done?
    Unsaved(Next),
    /// A path is typed.
    Path(Purpose, String),
    /// Shall a file be replaced?
    Replace(PathBuf),
    /// What is known about the game.
    Info(Vec<(InfoKey, String)>),
    /// A word to be found.
    Find(String),
    /// The number of a move, or a point.
    GoTo(String),
    /// A point or a command is typed.
    Prompt(String),
    /// A text for a point.
    Label(Point, String),
    /// The games of the file.
    Games,
    /// Which keys there are.
    Help,
    /// What went wrong.
    Problems(Vec<String>),
}

/// What was asked for while there were changes that are not saved.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Next {
    /// The program is to end.
    Quit,
    /// Another file is to be opened.
    Open(PathBuf),
    /// A game is to begin.
    NewGame,
    /// The saved game is to go on.
    Continue,
    /// A draft is to be opened.
    Recover(usize),
}
