//! The width and height of a board.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::Point;

/// The width and height of a board, each from 1 to 25.
#[derive(Copy, Clone, Eq, PartialEq, Hash)]
pub struct Size {
    // Invariant: both from 1 to MAX_EDGE.
    width: u8,
    height: u8,
}

impl Size {
    /// The longest edge of a board.
    pub const MAX_EDGE: u8 = 25;
    /// The board of a short game.
    pub const NINE: Size = Size { width: 9, height: 9 };
    /// The board between the short and the full game.
    pub const THIRTEEN: Size = Size { width: 13, height: 13 };
    /// The board of a full game.
    pub const NINETEEN: Size = Size { width: 19, height: 19 };

    /// The largest board.
    pub const LARGEST: Size = Size { width: Size::MAX_EDGE, height: Size::MAX_EDGE };

    /// A board of this width and height, or `None` if an edge is not
    /// from 1 to 25.
    pub const fn new(width: u8, height: u8) -> Option<Size> {
        if width == 0 || width > Size::MAX_EDGE || height == 0 || height > Size::MAX_EDGE {
            return None;
        }
        Some(Size { width, height })
    }

    /// A board with equal edges, or `None` if they are not from 1 to 25.
    pub const fn square(edge: u8) -> Option<Size> {
        Size::new(edge, edge)
    }

    /// The number of columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The size with width and height exchanged.
    #[must_use]
    pub const fn transposed(self) -> Size {
        Size { width: self.height, height: self.width }
    }

    /// The number of points.
    pub const fn n_points(self) -> u16 {
        self.width as u16 * self.height as u16
    }

    /// Whether a board of this size has the point.
    pub const fn contains(self, point: Point) -> bool {
        point.column() < self.width && point.row() < self.height
    }

    /// The point with this number, row by row from `A1`, or `None` if there
    /// are not more than `index` points.
    ///
    /// [`Point::index_in`] is the way back.
    #[inline]
    pub const fn point_at(self, index: u16) -> Option<Point> {
        let width = self.width as u16;
        let row = index / width;
        if row >= self.height as u16 {
            return None;
        }
        Point::new((index % width) as u8, row as u8, self)
    }

    /// All points, row by row from `A1`.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |row| self.row(row))
    }

    /// The points of a row, counted from zero at the bottom, from left to
    /// right; none if there is no such row.
    #[inline]
    pub fn row(self, row: u8) -> impl Iterator<Item = Point> {
        Point::row_from(row.min(Size::MAX_EDGE), if row < self.height { self.width } else { 0 })
    }

    /// The rows of a diagram, the top row first, each from left to right.
    pub fn rows(self) -> impl Iterator<Item = impl Iterator<Item = Point>> {
        (0..self.height).rev().map(move |row| self.row(row))
    }
}

/// Writes the size as in `9x9` or `13x9`, width first.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads `9`, `9x9` or `13x9`, width first.
impl FromStr for Size {
    type Err = ParseSizeError;

    fn from_str(text: &str) -> Result<Size, ParseSizeError> {
        let edge = |digits: &str| {
            // The standard parser would also take a plus sign.
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(ParseSizeError::Malformed);
            }
            digits.parse::<u8>().map_err(|_| ParseSizeError::OutOfRange)
        };
        let (width, height) = match text.split_once(['x', 'X']) {
            Some((width, height)) => (edge(width)?, edge(height)?),
            None => (edge(text)?, edge(text)?),
        };
        Size::new(width, height).ok_or(ParseSizeError::OutOfRange)
    }
}

/// The reason why a text is not the size of a board.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum ParseSizeError {
    /// It is neither a number nor two with an `x` between them.
    Malformed,
    /// There is no board with such an edge.
    OutOfRange,
}

impl fmt::Display for ParseSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseSizeError::Malformed => "not a board size, expected one such as 9 or 13x9",
            ParseSizeError::OutOfRange => "unsupported board size, expected 1 to 25",
        })
    }
}

impl Error for ParseSizeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_size() {
        assert_eq!("19".parse(), Ok(Size::NINETEEN));
        assert_eq!("13x9".parse(), Ok(Size::new(13, 9).unwrap()));
        assert_eq!("13X9".parse(), Ok(Size::new(13, 9).unwrap()));
        assert_eq!(Size::new(13, 9).unwrap().to_string(), "13x9");
    }

    #[test]
    fn text_of_no_size() {
        for text in ["", "x", "9x", "x9", "nine", "-9", "+9", "9x9x9", "9 x 9", "9.5"] {
            assert_eq!(text.parse::<Size>(), Err(ParseSizeError::Malformed), "{text}");
        }
        for text in ["0", "26", "9x26", "0x9", "300", "99999999999999999999"] {
            assert_eq!(text.parse::<Size>(), Err(ParseSizeError::OutOfRange), "{text}");
        }
    }

    #[test]
    fn points_are_counted_and_distinct() {
        for (width, height) in [(1, 1), (9, 9), (25, 1), (1, 25), (25, 25), (5, 9)] {
            let size = Size::new(width, height).unwrap();
            let mut points: Vec<Point> = size.points().collect();
            points.sort();
            points.dedup();
            assert_eq!(points.len(), usize::from(size.n_points()));
        }
    }
}
