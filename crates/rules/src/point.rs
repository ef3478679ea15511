//! The points of a board.
//!
//! A point is an index into an array with a border around the largest board,
//! so that every point has four neighbors without a check. The border never
//! leaves this crate.

use std::error::Error;
use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use crate::Size;

/// The distance between a point and the one above it.
///
/// One border column is enough: a step to the right of the last column ends
/// in the border on the left of the next row.
const STRIDE: u16 = Size::MAX_EDGE as u16 + 1;

/// The number of indexes, with those of the border.
pub(crate) const N_SLOTS: usize = (STRIDE * (Size::MAX_EDGE as u16 + 2) + 2) as usize;

/// The columns by name: there is no `I`, which is easily mistaken for `J`.
const COLUMNS: &[u8; Size::MAX_EDGE as usize] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// An intersection of the board.
///
/// `A1` is the lower left corner, as in GTP, so a point can be read and
/// written without knowing the size of its board.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Point(NonZeroU16);

impl Point {
    /// The point in the given column and row of a board of the given size,
    /// both counted from zero at `A1`.
    pub const fn new(column: u8, row: u8, size: Size) -> Option<Point> {
        if column >= size.width() || row >= size.height() {
            return None;
        }
        Some(Point::at(column as u16, row as u16))
    }

    const fn at(column: u16, row: u16) -> Point {
        match NonZeroU16::new((row + 1) * STRIDE + column + 1) {
            Some(index) => Point(index),
            None => unreachable!(),
        }
    }

    /// The column, counted from zero on the left.
    pub const fn column(self) -> u8 {
        (self.0.get() % STRIDE - 1) as u8
    }

    /// The row, counted from zero at the bottom.
    pub const fn row(self) -> u8 {
        (self.0.get() / STRIDE - 1) as u8
    }

    /// The number of this point among those of a board, row by row from `A1`:
    /// `row × width + column`, or `None` if the board does not have it.
    ///
    /// [`Size::point_at`] is the way back. Use it for arrays that have just
    /// one element for each point of a board.
    #[inline]
    pub const fn index_in(self, size: Size) -> Option<u16> {
        if !size.contains(self) {
            return None;
        }
        Some(self.row() as u16 * size.width() as u16 + self.column() as u16)
    }

    /// This point as a number that is the same on boards of every size.
    ///
    /// It costs nothing, and zero is free for what is not a point. The numbers
    /// have gaps and may change with the version of this crate, so they are
    /// for memory and not for files.
    #[inline]
    pub const fn to_bits(self) -> NonZeroU16 {
        self.0
    }

    /// The point with a number of [`Point::to_bits`], if there is one.
    #[inline]
    pub const fn from_bits(bits: NonZeroU16) -> Option<Point> {
        let (row, column) = (bits.get() / STRIDE, bits.get() % STRIDE);
        if row == 0 || row > Size::MAX_EDGE as u16 || column == 0 {
            return None;
        }
        Some(Point(bits))
    }

    /// The points beside this one on a board of the given size.
    pub fn neighbors(self, size: Size) -> impl Iterator<Item = Point> {
        neighbor_slots(self.slot()).into_iter().filter_map(move |slot| Point::from_slot(slot, size))
    }

    /// The points diagonally beside this one on a board of the given size.
    pub fn diagonals(self, size: Size) -> impl Iterator<Item = Point> {
        diagonal_slots(self.slot()).into_iter().filter_map(move |slot| Point::from_slot(slot, size))
    }

    /// The point this far to the right and up, if the board has it.
    pub fn offset(self, columns: i8, rows: i8, size: Size) -> Option<Point> {
        let column = self.column().checked_add_signed(columns)?;
        let row = self.row().checked_add_signed(rows)?;
        Point::new(column, row, size)
    }

    /// The first point of a row of any board, rows counted from zero at the
    /// bottom, and those to the right of it.
    pub(crate) fn row_from(row: u8, width: u8) -> impl Iterator<Item = Point> {
        let first = Point::at(0, row.into()).slot();
        (first..first + usize::from(width)).map(Point::from_slot_unchecked)
    }

    pub(crate) const fn slot(self) -> usize {
        self.0.get() as usize
    }

    /// The point with this index, unless it is in the border.
    pub(crate) fn from_slot(slot: usize, size: Size) -> Option<Point> {
        let (row, column) = ((slot as u16) / STRIDE, (slot as u16) % STRIDE);
        (row >= 1 && column >= 1 && row <= size.height().into() && column <= size.width().into())
            .then(|| Point::from_slot_unchecked(slot))
    }

    /// The point with this index, which must not be in the border.
    pub(crate) const fn from_slot_unchecked(slot: usize) -> Point {
        match NonZeroU16::new(slot as u16) {
            Some(index) => Point(index),
            None => unreachable!(),
        }
    }
}

/// The number of indexes that boards of a size use, those of the border below
/// and above included.
pub(crate) const fn n_slots_of(size: Size) -> usize {
    (STRIDE * (size.height() as u16 + 2) + 2) as usize
}

/// The four indexes beside this one.
pub(crate) const fn neighbor_slots(slot: usize) -> [usize; 4] {
    let stride = STRIDE as usize;
    [slot - stride, slot - 1, slot + 1, slot + stride]
}

/// The four indexes diagonally beside this one.
pub(crate) const fn diagonal_slots(slot: usize) -> [usize; 4] {
    let stride = STRIDE as usize;
    [slot - stride - 1, slot - stride + 1, slot + stride - 1, slot + stride + 1]
}

/// The eight indexes around this one, from the one above on clockwise.
pub(crate) const fn ring_slots(slot: usize) -> [usize; 8] {
    let stride = STRIDE as usize;
    let (above, below) = (slot + stride, slot - stride);
    [above, above + 1, slot + 1, below + 1, below, below - 1, slot - 1, above - 1]
}

/// Writes the name of the point as in `D4`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(COLUMNS[usize::from(self.column())]);
        f.pad(&format!("{column}{}", self.row() + 1))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads a name such as `D4` or `d4`.
impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Point, ParsePointError> {
        let (letter, digits) = text.split_at_checked(1).ok_or(ParsePointError)?;
        let letter = letter.as_bytes().first().map(u8::to_ascii_uppercase);
        let column =
            COLUMNS.iter().position(|&name| Some(name) == letter).ok_or(ParsePointError)? as u16;
        if digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ParsePointError);
        }
        match digits.parse::<u16>() {
            Ok(row @ 1..=25) => Ok(Point::at(column, row - 1)),
            _ => Err(ParsePointError),
        }
    }
}

/// A text is not the name of a point.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ParsePointError;

impl fmt::Display for ParsePointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a point, expected one from A1 to Z25 (without I)")
    }
}

impl Error for ParsePointError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_point_is_two_bytes() {
        assert_eq!(size_of::<Option<Point>>(), 2);
    }

    #[test]
    fn names_are_read_back() {
        let size = Size::square(Size::MAX_EDGE).unwrap();
        for point in size.points() {
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(point.to_string().to_lowercase().parse(), Ok(point));
            assert_eq!(Point::new(point.column(), point.row(), size), Some(point));
        }
        assert_eq!(Point::new(8, 8, size).unwrap().to_string(), "J9");
    }

    #[test]
    fn text_of_no_point() {
        for text in
            ["", "D", "4", "I5", "D0", "D04", "D26", "AA1", "D-4", "D+4", "pass", "é4", "D4 "]
        {
            assert_eq!(text.parse::<Point>(), Err(ParsePointError), "{text}");
        }
    }

    #[test]
    fn neighbors_stay_on_the_board() {
        let size = Size::new(3, 2).unwrap();
        let neighbors = |name: &str| {
            let point: Point = name.parse().unwrap();
            point.neighbors(size).map(|it| it.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(neighbors("A1"), "B1 A2");
        assert_eq!(neighbors("B1"), "A1 C1 B2");
        assert_eq!(neighbors("C2"), "C1 B2");
    }

    #[test]
    fn every_neighbor_has_an_index() {
        let size = Size::square(Size::MAX_EDGE).unwrap();
        for point in size.points() {
            let slots =
                neighbor_slots(point.slot()).into_iter().chain(diagonal_slots(point.slot()));
            assert!(slots.into_iter().all(|slot| slot < N_SLOTS));
        }
    }

    #[test]
    fn indexes_number_the_points_of_a_board() {
        for size in [Size::new(1, 1), Size::new(7, 3), Size::new(3, 7), Size::new(25, 25)] {
            let size = size.unwrap();
            for (idx, point) in (0..).zip(size.points()) {
                assert_eq!(point.index_in(size), Some(idx));
                assert_eq!(size.point_at(idx), Some(point));
            }
            assert_eq!(size.point_at(size.n_points()), None);
            assert_eq!(size.point_at(u16::MAX), None);
        }
        assert_eq!("D1".parse::<Point>().unwrap().index_in(Size::square(3).unwrap()), None);
    }

    #[test]
    fn bits_are_read_back() {
        let size = Size::square(Size::MAX_EDGE).unwrap();
        let all = (1..=u16::MAX).filter_map(|bits| Point::from_bits(NonZeroU16::new(bits)?));
        assert!(all.eq(size.points()));
        assert!(size.points().all(|it| Point::from_bits(it.to_bits()) == Some(it)));
    }
}
