//! Sets of points.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use crate::point::N_SLOTS;
use crate::{Point, Size};

const N_WORDS: usize = N_SLOTS.div_ceil(64);

/// A set of points.
///
/// Sets are small `Copy` values with the operators of sets: `|` for the
/// union, `&` for the intersection, `-` for the difference and `^` for what
/// is in just one of both.
///
/// There is no `!`, because a set does not know its board. What is missing of
/// a board is `PointSet::all(size) - set`.
///
/// # Examples
///
/// ```
/// use tengen_rules::{Point, PointSet, Size};
///
/// let edge: PointSet = Size::NINE.points().filter(|it| it.row() == 0).collect();
/// let inside = PointSet::all(Size::NINE) - edge;
/// assert_eq!((edge.len(), inside.len()), (9, 72));
/// assert!((edge & inside).is_empty());
/// assert_eq!(edge | inside, PointSet::all(Size::NINE));
///
/// for point in edge {
///     assert_eq!(point.row(), 0);
/// }
/// ```
#[derive(Copy, Clone, Default, Eq, PartialEq, Hash)]
pub struct PointSet {
    words: [u64; N_WORDS],
}

impl PointSet {
    /// The set without points.
    pub const EMPTY: PointSet = PointSet { words: [0; N_WORDS] };

    /// All points of a board.
    pub fn all(size: Size) -> PointSet {
        size.points().collect()
    }

    /// Adds a point and says whether it was missing.
    pub fn insert(&mut self, point: Point) -> bool {
        let is_new = !self.contains(point);
        self.words[point.slot() / 64] |= 1 << (point.slot() % 64);
        is_new
    }

    /// Removes a point and says whether it was there.
    pub fn remove(&mut self, point: Point) -> bool {
        let was_there = self.contains(point);
        self.words[point.slot() / 64] &= !(1 << (point.slot() % 64));
        was_there
    }

    /// Whether the point is in this set.
    pub const fn contains(&self, point: Point) -> bool {
        self.words[point.slot() / 64] >> (point.slot() % 64) & 1 != 0
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no point.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The first point, row by row from `A1`.
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points, row by row from `A1`.
    pub fn iter(&self) -> PointSetIter {
        PointSetIter { words: self.words, idx: 0 }
    }

    /// The points that are in one of both sets, or in both.
    #[must_use]
    pub fn union(&self, other: &PointSet) -> PointSet {
        self.combine(other, |one, other| one | other)
    }

    /// The points that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &PointSet) -> PointSet {
        self.combine(other, |one, other| one & other)
    }

    /// The points that are in this set and not in the other.
    #[must_use]
    pub fn difference(&self, other: &PointSet) -> PointSet {
        self.combine(other, |one, other| one & !other)
    }

    /// The points that are in one of both sets, and not in both.
    #[must_use]
    pub fn symmetric_difference(&self, other: &PointSet) -> PointSet {
        self.combine(other, |one, other| one ^ other)
    }

    /// Whether all points of this set are in the other.
    pub fn is_subset(&self, other: &PointSet) -> bool {
        self.difference(other).is_empty()
    }

    /// Whether all points of the other set are in this one.
    pub fn is_superset(&self, other: &PointSet) -> bool {
        other.is_subset(self)
    }

    /// Whether no point is in both sets.
    pub fn is_disjoint(&self, other: &PointSet) -> bool {
        self.intersection(other).is_empty()
    }

    fn combine(&self, other: &PointSet, combine: impl Fn(u64, u64) -> u64) -> PointSet {
        let mut words = self.words;
        for (word, &other) in words.iter_mut().zip(&other.words) {
            *word = combine(*word, other);
        }
        PointSet { words }
    }
}

/// Implements an operator for sets and references to them.
macro_rules! operator {
    ($trait:ident $method:ident $assign_trait:ident $assign:ident = $named:ident) => {
        impl $trait for PointSet {
            type Output = PointSet;

            fn $method(self, other: PointSet) -> PointSet {
                self.$named(&other)
            }
        }

        impl $trait<&PointSet> for PointSet {
            type Output = PointSet;

            fn $method(self, other: &PointSet) -> PointSet {
                self.$named(other)
            }
        }

        impl $trait<PointSet> for &PointSet {
            type Output = PointSet;

            fn $method(self, other: PointSet) -> PointSet {
                self.$named(&other)
            }
        }

        impl $trait for &PointSet {
            type Output = PointSet;

            fn $method(self, other: &PointSet) -> PointSet {
                self.$named(other)
            }
        }

        impl $assign_trait for PointSet {
            fn $assign(&mut self, other: PointSet) {
                *self = self.$named(&other);
            }
        }

        impl $assign_trait<&PointSet> for PointSet {
            fn $assign(&mut self, other: &PointSet) {
                *self = self.$named(other);
            }
        }
    };
}

operator!(BitOr bitor BitOrAssign bitor_assign = union);
operator!(BitAnd bitand BitAndAssign bitand_assign = intersection);
operator!(Sub sub SubAssign sub_assign = difference);
operator!(BitXor bitxor BitXorAssign bitxor_assign = symmetric_difference);

/// The set of a single point.
impl From<Point> for PointSet {
    fn from(point: Point) -> PointSet {
        PointSet::from_iter([point])
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        set.extend(points);
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl<'a> Extend<&'a Point> for PointSet {
    fn extend<I: IntoIterator<Item = &'a Point>>(&mut self, points: I) {
        self.extend(points.into_iter().copied());
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = PointSetIter;

    fn into_iter(self) -> PointSetIter {
        self.iter()
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = PointSetIter;

    fn into_iter(self) -> PointSetIter {
        self.iter()
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

/// The points of a [`PointSet`], row by row from `A1`.
#[derive(Clone, Debug)]
pub struct PointSetIter {
    /// What is left, from the word `idx` on.
    words: [u64; N_WORDS],
    idx: usize,
}

impl Iterator for PointSetIter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while *self.words.get(self.idx)? == 0 {
            self.idx += 1;
        }
        let word = &mut self.words[self.idx];
        let bit = word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(Point::from_slot_unchecked(self.idx * 64 + bit))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let words = self.words.get(self.idx..).unwrap_or_default();
        let len = words.iter().map(|word| word.count_ones() as usize).sum();
        (len, Some(len))
    }
}

impl ExactSizeIterator for PointSetIter {}
impl FusedIterator for PointSetIter {}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> PointSet {
        names.split_whitespace().map(|it| it.parse::<Point>().unwrap()).collect()
    }

    #[test]
    fn points_are_added_and_removed() {
        let mut it = set("A1 Z25 K10");
        let first = it.first().unwrap();
        assert!(!it.insert(first));
        assert_eq!(it.len(), 3);
        assert!(it.remove(first) && !it.remove(first));
        assert_eq!(format!("{it:?}"), "{K10, Z25}");
    }

    #[test]
    fn operators_are_those_of_sets() {
        let (one, other) = (set("A1 B2 Z25"), set("B2 C3"));
        assert_eq!(one | other, set("A1 B2 C3 Z25"));
        assert_eq!(one & other, set("B2"));
        assert_eq!(one - other, set("A1 Z25"));
        assert_eq!(one ^ other, set("A1 C3 Z25"));
        let (one_ref, other_ref) = (&one, &other);
        assert_eq!(one_ref | other_ref, one.union(&other));
        assert_eq!(one & other_ref, one_ref & other);
        let mut changed = one;
        changed |= other;
        changed -= &one;
        changed ^= set("C3 D4");
        assert_eq!(changed, set("D4"));
        changed &= one;
        assert!(changed.is_empty());
    }

    #[test]
    fn sets_are_compared() {
        let (large, small) = (set("A1 B2"), set("B2"));
        assert!(small.is_subset(&large) && large.is_superset(&small) && large.is_subset(&large));
        assert!(!large.is_subset(&small));
        assert!(small.is_disjoint(&set("C3")) && !small.is_disjoint(&large));
    }

    #[test]
    fn points_come_row_by_row() {
        let size = Size::new(5, 3).unwrap();
        assert!(PointSet::all(size).into_iter().eq(size.points()));
        let mut points = (&PointSet::all(size)).into_iter();
        points.next();
        assert_eq!(points.len(), 14);
        assert_eq!(points.by_ref().count(), 14);
        assert_eq!((points.next(), points.len()), (None, 0));
    }

    #[test]
    fn sets_are_made_of_points() {
        let points = ["C3", "D4"].map(|it| it.parse::<Point>().unwrap());
        let mut it = PointSet::from_iter(points);
        it.extend(&[points[0]]);
        assert_eq!(it, PointSet::from(points[0]) | PointSet::from(points[1]));
    }
}
