//! Dialogs that are open over a page and want an answer.

use tengen_front::question::Question;
use tengen_record::InfoKey;
use tengen_rules::Point;

use crate::message::Purpose;

/// A dialog over a page.
#[derive(Clone, Debug)]
pub(crate) enum Dialog {
    /// Something is done only if a person says so.
    Question(Question),
    /// A path is typed.
    Path(Purpose, String),
    /// Who plays on from here.
    PlayOn,
    /// What is known about the game.
    Info(Vec<(InfoKey, String)>),
    /// A word to be found.
    Find(String),
    /// The number of a move.
    GoToMove(String),
    /// The link of a game on a server is typed.
    Link(String),
    /// A point or a command is typed.
    Prompt(String),
    /// A text for a point.
    Label(Point, String),
    /// The games of the file: what they are sought by, and the one that is
    /// lit.
    Games(String, usize),
    /// Why a move was refused.
    Why,
    /// How a game has ended.
    GameOver,
    /// Everything about reviews and practice.
    ReviewMenu,
    /// The moves that lost most.
    KeyMoves,
    /// The report of the review.
    Report,
    /// Who leads by how much is guessed.
    GuessLead(String),
    /// Which keys there are.
    Help,
    /// An answer to what was typed.
    Text(String),
    /// What is wrong with the settings.
    Problems(Vec<String>),
}
