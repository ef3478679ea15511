//! The two players, and containers with one value for each.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// The color of a stone, and of the player who owns it.
///
/// An empty point is `Option::<Color>::None`; there is no third color.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Color {
    /// Plays first, unless there are handicap stones.
    Black,
    /// Receives komi.
    White,
}

impl Color {
    /// Both colors, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The letter of this color in records and results.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }

    /// The sign of a lead of this color, where leads are Black's: 1 for Black
    /// and -1 for White.
    #[inline]
    pub const fn sign(self) -> i8 {
        match self {
            Color::Black => 1,
            Color::White => -1,
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

/// One value for each color.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByColor<T> {
    /// The value for Black.
    pub black: T,
    /// The value for White.
    pub white: T,
}

impl<T> ByColor<T> {
    /// What is made for each color, Black first.
    pub fn from_fn(mut make: impl FnMut(Color) -> T) -> ByColor<T> {
        ByColor { black: make(Color::Black), white: make(Color::White) }
    }

    /// What a function makes of each value, Black's first.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor { black: change(self.black), white: change(self.white) }
    }

    /// The values of both containers in pairs.
    pub fn zip<U>(self, other: ByColor<U>) -> ByColor<(T, U)> {
        ByColor { black: (self.black, other.black), white: (self.white, other.white) }
    }

    /// The values with the colors exchanged.
    #[must_use]
    pub fn swapped(self) -> ByColor<T> {
        ByColor { black: self.white, white: self.black }
    }

    /// References to the values.
    pub const fn as_ref(&self) -> ByColor<&T> {
        ByColor { black: &self.black, white: &self.white }
    }

    /// References to the values, which can be changed.
    pub const fn as_mut(&mut self) -> ByColor<&mut T> {
        ByColor { black: &mut self.black, white: &mut self.white }
    }

    /// The values with their colors, Black first.
    pub fn iter(&self) -> ByColorIter<&T> {
        self.as_ref().into_iter()
    }

    /// The values with their colors, Black first, to be changed.
    pub fn iter_mut(&mut self) -> ByColorIter<&mut T> {
        self.as_mut().into_iter()
    }
}

/// The values of a [`ByColor`] with their colors, Black first.
pub type ByColorIter<T> = std::array::IntoIter<(Color, T), 2>;

impl<T> IntoIterator for ByColor<T> {
    type Item = (Color, T);
    type IntoIter = ByColorIter<T>;

    fn into_iter(self) -> ByColorIter<T> {
        [(Color::Black, self.black), (Color::White, self.white)].into_iter()
    }
}

impl<'a, T> IntoIterator for &'a ByColor<T> {
    type Item = (Color, &'a T);
    type IntoIter = ByColorIter<&'a T>;

    fn into_iter(self) -> ByColorIter<&'a T> {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut ByColor<T> {
    type Item = (Color, &'a mut T);
    type IntoIter = ByColorIter<&'a mut T>;

    fn into_iter(self) -> ByColorIter<&'a mut T> {
        self.iter_mut()
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponent_of_the_opponent() {
        for color in Color::ALL {
            assert_ne!(!color, color);
            assert_eq!(!!color, color);
        }
    }

    #[test]
    fn a_lead_of_the_opponent_has_the_other_sign() {
        assert_eq!(Color::ALL.map(Color::sign), [1, -1]);
    }

    #[test]
    fn each_color_has_its_own_value() {
        let mut captured = ByColor::<u16>::default();
        captured[Color::White] += 3;

        assert_eq!((captured.black, captured.white), (0, 3));
        assert_eq!(ByColor::from_fn(|it| captured[it]), captured);
    }

    #[test]
    fn values_of_both_colors_are_changed_and_listed() {
        let mut counts = ByColor { black: 1, white: 2 };
        for (_, count) in &mut counts {
            *count *= 10;
        }
        assert_eq!(counts.iter().collect::<Vec<_>>(), [(Color::Black, &10), (Color::White, &20)]);
        let pairs = counts.map(|it| it + 1).zip(counts.swapped());
        assert_eq!(pairs, ByColor { black: (11, 20), white: (21, 10) });
        assert_eq!(counts.into_iter().map(|(_, it)| it).sum::<i32>(), 30);
    }
}
