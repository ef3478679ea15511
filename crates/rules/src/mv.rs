//! Moves, and the reasons why one is refused.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::{ParsePointError, Point};

/// What a player does in a turn.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Move {
    /// A stone on an empty point.
    Play(Point),
    /// No stone.
    Pass,
}

impl Move {
    /// The point of the stone, or `None` for a pass.
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Move {
        Move::Play(point)
    }
}

/// Writes the name of the point, or `pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Play(point) => fmt::Display::fmt(point, f),
            Move::Pass => f.pad("pass"),
        }
    }
}

/// Reads a name such as `D4`, or `pass` in any case.
impl FromStr for Move {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Move, ParsePointError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        text.parse().map(Move::Play)
    }
}

/// The reason why a move was not played.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum IllegalMove {
    /// The point is not on this board.
    OffBoard(Point),
    /// There is already a stone.
    Occupied(Point),
    /// The move would retake a ko at once.
    Ko(Point),
    /// The move would take its own last liberty.
    Suicide(Point),
    /// The move would repeat an earlier position of the game.
    Superko(Point),
    /// The game has ended.
    GameOver,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::OffBoard(point) => write!(f, "{point} is not on the board"),
            IllegalMove::Occupied(point) => write!(f, "{point} is occupied"),
            IllegalMove::Ko(point) => write!(f, "{point} is forbidden by ko"),
            IllegalMove::Suicide(point) => write!(f, "{point} is suicide"),
            IllegalMove::Superko(point) => {
                write!(f, "{point} is forbidden by superko, it repeats an earlier position")
            }
            IllegalMove::GameOver => f.write_str("the game is over"),
        }
    }
}

impl Error for IllegalMove {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for name in ["D4", "pass"] {
            assert_eq!(name.parse::<Move>().unwrap().to_string(), name);
        }
        assert_eq!("PASS".parse(), Ok(Move::Pass));
        assert_eq!("resign".parse::<Move>(), Err(ParsePointError));
    }
}
