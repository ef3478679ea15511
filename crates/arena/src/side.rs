//! The two engines of a match, whatever their colors.

use std::ops::{Index, IndexMut, Not};

/// One of the two engines of a match.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Side {
    /// The engine that was named first, whose results are counted.
    First,
    /// The engine it is compared with.
    Second,
}

impl Side {
    /// Both sides, the first one first.
    pub const ALL: [Side; 2] = [Side::First, Side::Second];

    /// The word for it, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Side::First => "first",
            Side::Second => "second",
        }
    }
}

/// The other side.
impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// Something that each side has.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct BySide<T> {
    /// What the first side has.
    pub first: T,
    /// What the second side has.
    pub second: T,
}

impl<T> BySide<T> {
    /// What a function makes of each side.
    pub fn from_fn(mut f: impl FnMut(Side) -> T) -> BySide<T> {
        BySide { first: f(Side::First), second: f(Side::Second) }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}
