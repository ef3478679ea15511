//! Whole positions put on a board at once.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::Board;
use crate::{Color, Point, Size};

impl Board {
    /// A board with these stones.
    ///
    /// # Errors
    ///
    /// Returns [`SetupError`] if they are not a position that can stand.
    pub fn with_stones(
        size: Size,
        stones: impl IntoIterator<Item = (Color, Point)>,
    ) -> Result<Board, SetupError> {
        let mut board = Board::new(size);
        for (color, point) in stones {
            if !size.contains(point) {
                return Err(SetupError::OffBoard(point));
            }
            if !board.is_empty_at(point) {
                return Err(SetupError::Twice(point));
            }
            board.place(color, point);
        }
        match board.stones().find(|&(_, point)| board.n_liberties(point) == 0) {
            Some((_, point)) => Err(SetupError::NoLiberty(point)),
            None => Ok(board),
        }
    }

    /// The board with one point changed, and without a ko.
    ///
    /// # Errors
    ///
    /// Returns [`SetupError`] if the stones could not stand afterwards.
    pub fn with_point(&self, point: Point, stone: Option<Color>) -> Result<Board, SetupError> {
        let others = self.stones().filter(|&(_, it)| it != point);
        Board::with_stones(self.size, others.chain(stone.map(|color| (color, point))))
    }

    /// A board with stones that have stood like that before.
    pub(crate) fn with_ko(
        size: Size,
        stones: impl Iterator<Item = (Color, Point)>,
        ko: Option<Point>,
    ) -> Board {
        let mut board = Board::new(size);
        for (color, point) in stones {
            board.place(color, point);
        }
        board.ko = ko;
        board
    }

    /// The board without these stones, and without a ko.
    #[must_use]
    pub fn without(&self, is_removed: impl Fn(Point) -> bool) -> Board {
        let left = self.stones().filter(|&(_, point)| !is_removed(point));
        Board::with_ko(self.size, left, None)
    }
}

/// Reads a diagram, the top row first: `X`, `x`, `#`, `B` or `b` is Black,
/// `O`, `o`, `W` or `w` White, `.` or `+` empty; spaces mean nothing.
impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(|line| line.chars().filter(|it| !it.is_whitespace()).collect())
            .filter(|row: &Vec<char>| !row.is_empty())
            .collect();
        let edge = |length: usize| u8::try_from(length).unwrap_or(u8::MAX);
        let size = Size::new(edge(rows.first().map_or(0, Vec::len)), edge(rows.len()))
            .ok_or(ParseBoardError::Size)?;
        if let Some(idx) = rows.iter().position(|row| row.len() != rows[0].len()) {
            return Err(ParseBoardError::RowLength(idx + 1));
        }
        let mut stones = Vec::new();
        for (row, points) in rows.iter().zip(size.rows()) {
            for (&sign, point) in row.iter().zip(points) {
                match sign {
                    'X' | 'x' | '#' | 'B' | 'b' => stones.push((Color::Black, point)),
                    'O' | 'o' | 'W' | 'w' => stones.push((Color::White, point)),
                    '.' | '+' => (),
                    _ => return Err(ParseBoardError::Sign(sign)),
                }
            }
        }
        Board::with_stones(size, stones).map_err(ParseBoardError::Setup)
    }
}

/// The reason why stones cannot stand on a board.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum SetupError {
    /// The point is not on this board.
    OffBoard(Point),
    /// There are two stones on the point.
    Twice(Point),
    /// The chain at the point has no liberty.
    NoLiberty(Point),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::OffBoard(point) => write!(f, "{point} is not on the board"),
            SetupError::Twice(point) => write!(f, "{point} has two stones"),
            SetupError::NoLiberty(point) => write!(f, "the chain at {point} has no liberty"),
        }
    }
}

impl Error for SetupError {}

/// The reason why a text is not a diagram of a board.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum ParseBoardError {
    /// It has no rows or columns, or too many.
    Size,
    /// This row, counted from one at the top, is longer or shorter than the
    /// first.
    RowLength(usize),
    /// This sign has no meaning.
    Sign(char),
    /// The stones cannot stand.
    Setup(SetupError),
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseBoardError::Size => f.write_str("the diagram is not 1 to 25 points wide and high"),
            ParseBoardError::RowLength(row) => {
                write!(f, "row {row} of the diagram is not as long as the first")
            }
            ParseBoardError::Sign(sign) => {
                write!(f, "{sign:?} is not a sign of a diagram, expected X, O or .")
            }
            ParseBoardError::Setup(error) => error.fmt(f),
        }
    }
}

impl Error for ParseBoardError {}
