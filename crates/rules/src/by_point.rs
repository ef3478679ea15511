//! Maps from points.

use std::fmt;
use std::ops::{Index, IndexMut};

use crate::point::{N_SLOTS, n_slots_of};
use crate::{Point, Size};

/// One value for each point of any board.
///
/// # Examples
///
/// ```
/// use tengen_rules::{ByPoint, Point, Size};
///
/// let mut visits = ByPoint::new(0_u32);
/// visits["D4".parse()?] += 2;
/// let most = visits.iter(Size::NINE).max_by_key(|&(_, count)| *count);
/// assert_eq!(most, Some(("D4".parse()?, &2)));
/// let shares = visits.map(|count| f64::from(count) / 2.0);
/// assert_eq!(shares["D4".parse()?], 1.0);
/// # Ok::<(), tengen_rules::ParsePointError>(())
/// ```
#[derive(Copy, Clone, Eq, PartialEq)]
pub struct ByPoint<T> {
    values: [T; N_SLOTS],
}

impl<T: Copy> ByPoint<T> {
    /// The same value for every point.
    pub const fn new(value: T) -> ByPoint<T> {
        ByPoint { values: [value; N_SLOTS] }
    }

    /// Takes over the values for all points of boards of a size; those of
    /// other points are unspecified afterwards.
    #[inline]
    pub fn copy_from(&mut self, other: &ByPoint<T>, size: Size) {
        let n_slots = n_slots_of(size);
        self.values[..n_slots].copy_from_slice(&other.values[..n_slots]);
    }
}

impl<T> ByPoint<T> {
    /// The points of a board with their values, row by row from `A1`.
    pub fn iter(&self, size: Size) -> impl Iterator<Item = (Point, &T)> {
        size.points().map(|point| (point, &self[point]))
    }

    /// The points of a board with their values, row by row from `A1`.
    pub fn iter_mut(&mut self, size: Size) -> impl Iterator<Item = (Point, &mut T)> {
        let slots = (0..).zip(&mut self.values).take(n_slots_of(size));
        slots.filter_map(move |(slot, value)| Some((Point::from_slot(slot, size)?, value)))
    }

    /// What a function makes of each value.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> ByPoint<U> {
        ByPoint { values: self.values.map(change) }
    }
}

impl<T> Index<Point> for ByPoint<T> {
    type Output = T;

    fn index(&self, point: Point) -> &T {
        &self.values[point.slot()]
    }
}

impl<T> IndexMut<Point> for ByPoint<T> {
    fn index_mut(&mut self, point: Point) -> &mut T {
        &mut self.values[point.slot()]
    }
}

/// Writes the values of all points of the largest board, row by row; points in
/// a row of equal values are written once, as in `A1..H1: 0`.
impl<T: fmt::Debug> fmt::Debug for ByPoint<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        let mut points = Size::LARGEST.points().map(|point| (point, format!("{:?}", self[point])));
        let mut run = points.next().map(|(point, text)| Run { first: point, last: point, text });
        while let Some(current) = &mut run {
            match points.next() {
                Some((point, text)) if text == current.text => current.last = point,
                next => {
                    map.entry(current, &format_args!("{}", current.text));
                    run = next.map(|(point, text)| Run { first: point, last: point, text });
                }
            }
        }
        map.finish()
    }
}

/// Points that follow each other and have equal values.
struct Run {
    first: Point,
    last: Point,
    text: String,
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            return write!(f, "{}", self.first);
        }
        write!(f, "{}..{}", self.first, self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn values_of_a_board_are_listed() {
        let size = Size::new(3, 2).unwrap();
        let mut values = ByPoint::new(0_u16);
        for (point, value) in values.iter_mut(size) {
            *value = 1 + point.index_in(size).unwrap();
        }
        let listed: Vec<u16> = values.iter(size).map(|(_, &value)| value).collect();
        assert_eq!(listed, [1, 2, 3, 4, 5, 6]);
        assert_eq!(values[at("D1")], 0);
        assert_eq!(values.map(|it| 2 * it)[at("C2")], 12);
    }

    #[test]
    fn equal_values_are_written_once() {
        let mut values = ByPoint::new(None);
        values[at("D4")] = Some(7);
        assert_eq!(format!("{values:?}"), "{A1..C4: None, D4: Some(7), E4..Z25: None}");
    }
}
