//! Why an action is not possible.

use std::error::Error;
use std::fmt;

use tengen_record::{EditError, NoRecord};
use tengen_rules::{Color, IllegalMove, Point};

/// The reason why an action is not possible.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Rejected {
    /// The rules forbid the move.
    Illegal(IllegalMove),
    /// An engine plays this color, whose turn it is.
    NotYourTurn(Color),
    /// No person plays this color.
    NotAPerson(Color),
    /// Black has handicap stones to place before anything else.
    Handicap,
    /// The game is over.
    Over,
    /// The game is paused.
    Paused,
    /// The game goes on already.
    Running,
    /// The game is being scored.
    Scoring,
    /// The game is not being scored.
    NotScoring,
    /// This group obviously lives.
    Alive(Point),
    /// There is no stone at this point.
    NoStone(Point),
    /// There are no moves to take back.
    NothingToUndo,
    /// There are no moves to make again.
    NothingToRedo,
    /// There is no such position.
    NoSuchNode,
    /// No engine is thinking about its move.
    NotThinking,
    /// Nobody plays: the record is being looked at and edited.
    NotPlaying,
    /// The edit would change the game that is being played.
    InPlay,
    /// The record cannot be edited so.
    Edit(EditError),
    /// There is no edit to take back.
    NothingToUndoEdit,
    /// There is no edit to do again.
    NothingToRedoEdit,
    /// Nothing was cut or copied.
    NothingToPaste,
    /// There is no game in what is to be pasted.
    NoRecord(NoRecord),
    /// Nothing of that kind is in the record.
    NotFound,
}

impl From<IllegalMove> for Rejected {
    fn from(reason: IllegalMove) -> Rejected {
        Rejected::Illegal(reason)
    }
}

impl From<EditError> for Rejected {
    fn from(reason: EditError) -> Rejected {
        Rejected::Edit(reason)
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejected::Illegal(reason) => reason.fmt(f),
            Rejected::NotYourTurn(color) => write!(f, "it is the turn of {color}"),
            Rejected::NotAPerson(color) => write!(f, "{color} is played by an engine"),
            Rejected::Handicap => f.write_str("black has handicap stones to place first"),
            Rejected::Over => {
                f.write_str("the game is over, expected a move from an earlier position")
            }
            Rejected::Paused => f.write_str("the game is paused, expected to go on first"),
            Rejected::Running => f.write_str("the game goes on already"),
            Rejected::Scoring => {
                f.write_str("the game is being scored, expected to resume it before a move")
            }
            Rejected::NotScoring => f.write_str("the game is not being scored"),
            Rejected::Alive(point) => {
                write!(f, "the group at {point} lives, so it is dead only by force")
            }
            Rejected::NoStone(point) => write!(f, "{point} has no stone"),
            Rejected::NothingToUndo => f.write_str("there is no move of yours to take back"),
            Rejected::NothingToRedo => f.write_str("there is nothing to play again"),
            Rejected::NoSuchNode => f.write_str("there is no such position"),
            Rejected::NotThinking => f.write_str("no engine is thinking about its move"),
            Rejected::NotPlaying => f.write_str("nobody plays, expected to play on first"),
            Rejected::InPlay => f.write_str("the game that is being played would be another one"),
            Rejected::Edit(reason) => reason.fmt(f),
            Rejected::NothingToUndoEdit => f.write_str("there is no edit to take back"),
            Rejected::NothingToRedoEdit => f.write_str("there is no edit to do again"),
            Rejected::NothingToPaste => f.write_str("nothing was cut or copied"),
            Rejected::NoRecord(reason) => reason.fmt(f),
            Rejected::NotFound => f.write_str("nothing like that is in the record"),
        }
    }
}

impl Error for Rejected {}
