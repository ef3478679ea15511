//! What a board keeps for each index.

use crate::Color;

/// What is at an index.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(u8)]
pub(super) enum Slot {
    Black,
    White,
    Empty,
    Edge,
}

impl Slot {
    pub(super) const fn stone(color: Color) -> Slot {
        match color {
            Color::Black => Slot::Black,
            Color::White => Slot::White,
        }
    }

    pub(super) const fn color(self) -> Option<Color> {
        match self {
            Slot::Black => Some(Color::Black),
            Slot::White => Some(Color::White),
            Slot::Empty | Slot::Edge => None,
        }
    }
}

/// The number of liberties of a chain in the lower half, and the sum of their
/// indexes in the upper one.
///
/// The sum is the liberty itself where there is only one. It wraps around,
/// which does no harm.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Liberties(u32);

impl Liberties {
    pub(super) const NONE: Liberties = Liberties(0);

    pub(super) const fn new(count: u16, sum: u16) -> Liberties {
        Liberties(count as u32 | (sum as u32) << 16)
    }

    pub(super) const fn count(self) -> u16 {
        self.0 as u16
    }

    pub(super) const fn sum(self) -> u16 {
        (self.0 >> 16) as u16
    }

    pub(super) fn add(&mut self, slot: usize) {
        self.0 = self.0.wrapping_add(Liberties::new(1, slot as u16).0);
    }

    /// Adds a liberty or not, without a jump that cannot be foreseen.
    pub(super) fn add_if(&mut self, slot: usize, is_new: bool) {
        self.0 = self.0.wrapping_add(u32::from(is_new) * Liberties::new(1, slot as u16).0);
    }

    pub(super) fn remove(&mut self, slot: usize) {
        self.0 = self.0.wrapping_sub(Liberties::new(1, slot as u16).0);
    }
}

/// The index in `heads` of what is not a stone.
pub(super) const NO_CHAIN: u16 = 0;

/// How many of the four neighbors of a point are what, four bits for each
/// kind of [`Slot`].
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Around(pub(super) u16);

impl Around {
    pub(super) const fn one(slot: Slot) -> u16 {
        1 << (4 * slot as u16)
    }

    pub(super) const fn count(self, slot: Slot) -> u16 {
        self.0 >> (4 * slot as u16) & 0b1111
    }

    pub(super) const fn has(self, slot: Slot) -> bool {
        self.count(slot) > 0
    }
}
