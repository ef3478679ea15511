//! Points, moves and board sizes in SGF coordinates.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::ValueError;

/// The color of a stone, and of the player who owns it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Color {
    /// Written `B`.
    Black,
    /// Written `W`.
    White,
}

/// Writes `B` or `W`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "B",
            Color::White => "W",
        })
    }
}

/// An intersection of a board of up to 52 columns and rows.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Point {
    // Invariant: both below Size::MAX_EDGE.
    column: u8,
    row: u8,
}

impl Point {
    /// The point in this column and row, both counted from zero at the top
    /// left, or `None` if there is no letter for one of them.
    pub const fn new(column: u8, row: u8) -> Option<Point> {
        if column >= Size::MAX_EDGE || row >= Size::MAX_EDGE {
            return None;
        }
        Some(Point { column, row })
    }

    /// The column, counted from zero on the left.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The row, counted from zero at the top.
    pub const fn row(self) -> u8 {
        self.row
    }
}

const fn letter(coordinate: u8) -> char {
    let first = if coordinate < 26 { b'a' } else { b'A' - 26 };
    (first + coordinate) as char
}

const fn coordinate(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

/// Writes the letters of column and row, as in `pd`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.column), letter(self.row))
    }
}

/// Reads the letters of column and row; white space is ignored.
impl FromStr for Point {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Point, ValueError> {
        let mut letters = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
        let mut next = || letters.next().and_then(coordinate).ok_or(ValueError::Point);
        let (column, row) = (next()?, next()?);
        if letters.next().is_some() {
            return Err(ValueError::Point);
        }
        Ok(Point { column, row })
    }
}

/// What a player does in a turn.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Move {
    /// A stone on a point.
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

/// Writes the point, or nothing for a pass.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Play(point) => point.fmt(f),
            Move::Pass => Ok(()),
        }
    }
}

/// The width and height of a board, each from 1 to 52.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Size {
    // Invariant: both from 1 to MAX_EDGE.
    width: u8,
    height: u8,
}

impl Size {
    /// The longest edge of a board, for which there are letters.
    pub const MAX_EDGE: u8 = 52;
    /// The board of a game that does not name its size.
    pub const NINETEEN: Size = Size { width: 19, height: 19 };

    /// A board with this width and height, or `None` if an edge is not from
    /// 1 to 52.
    pub const fn new(width: u8, height: u8) -> Option<Size> {
        if width == 0 || width > Size::MAX_EDGE || height == 0 || height > Size::MAX_EDGE {
            return None;
        }
        Some(Size { width, height })
    }

    /// The number of columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Whether a board of this size has the point.
    pub const fn contains(self, point: Point) -> bool {
        point.column < self.width && point.row < self.height
    }

    /// The size for a value of `SZ`, and what is wrong with the value.
    ///
    /// An edge that is too long is cut to 52. Where there is no sensible
    /// number, the edge is 19.
    pub(crate) fn recover(raw: &str) -> (Size, Option<SizeProblem>) {
        let (width, height) = match raw.split_once(':') {
            Some((width, height)) => (edge(width), edge(height)),
            None => (edge(raw), edge(raw)),
        };
        let problem = width.1.max(height.1);
        (Size { width: width.0, height: height.0 }, problem)
    }
}

fn edge(digits: &str) -> (u8, Option<SizeProblem>) {
    let default = Size::NINETEEN.width;
    let digits = digits.trim();
    let unsigned = digits.strip_prefix(['+', '-']).unwrap_or(digits);
    if unsigned.is_empty() || !unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        return (default, Some(SizeProblem::Malformed));
    }
    match unsigned.parse::<u64>() {
        Ok(edge @ 1..=52) if !digits.starts_with('-') => (edge as u8, None),
        _ if digits.starts_with('-') => (default, Some(SizeProblem::OutOfRange)),
        Ok(0) => (default, Some(SizeProblem::OutOfRange)),
        _ => (Size::MAX_EDGE, Some(SizeProblem::OutOfRange)),
    }
}

/// Writes the size as in `19`, or `13:9` with the width first.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width == self.height {
            write!(f, "{}", self.width)
        } else {
            write!(f, "{}:{}", self.width, self.height)
        }
    }
}

/// The reason why a board has another size than its game says.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum SizeProblem {
    /// There is no board with such an edge.
    OutOfRange,
    /// It is neither a number nor two with a colon between them.
    Malformed,
}

impl fmt::Display for SizeProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SizeProblem::OutOfRange => "unsupported board size, expected edges from 1 to 52",
            SizeProblem::Malformed => "not a board size, expected one such as 19 or 13:9",
        })
    }
}

impl Error for SizeProblem {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_back() {
        for row in 0..Size::MAX_EDGE {
            let point = Point::new(row / 2, row).unwrap();
            assert_eq!(point.to_string().parse(), Ok(point));
        }
        assert_eq!("aZ".parse(), Ok(Point { column: 0, row: 51 }));
        assert_eq!(" a\nb ".parse(), Ok(Point { column: 0, row: 1 }));
        for text in ["", "a", "abc", "a1", "é", "aé"] {
            assert_eq!(text.parse::<Point>(), Err(ValueError::Point), "{text}");
        }
        assert_eq!(Point::new(52, 0), None);
    }

    #[test]
    fn sizes_are_recovered() {
        let (malformed, out_of_range) =
            (Some(SizeProblem::Malformed), Some(SizeProblem::OutOfRange));
        for (raw, text, problem) in [
            ("19", "19", None),
            (" 9 ", "9", None),
            ("13:9", "13:9", None),
            ("19:19", "19", None),
            ("", "19", malformed),
            ("abc", "19", malformed),
            ("9:x", "9:19", malformed),
            ("9.5", "19", malformed),
            ("0", "19", out_of_range),
            ("-10", "19", out_of_range),
            ("200", "52", out_of_range),
            ("10:53", "10:52", out_of_range),
            ("99999999999999999999999", "52", out_of_range),
        ] {
            let (size, found) = Size::recover(raw);
            assert_eq!((size.to_string().as_str(), found), (text, problem), "{raw}");
        }
    }
}
