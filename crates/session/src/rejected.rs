//! Why an action is not possible.

use std::error::Error;
use std::fmt;

use tengen_rules::{Color, IllegalMove, Point};

/// The reason why an action is not possible.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
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
}

impl From<IllegalMove> for Rejected {
    fn from(reason: IllegalMove) -> Rejected {
        Rejected::Illegal(reason)
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
        }
    }
}

impl Error for Rejected {}
