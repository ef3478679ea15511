//! The two players, and containers with one value for each.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// The color of a stone, and of the player who owns it.
///
/// An empty point is `Option::<Color>::None`; there is no third color.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
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
}
