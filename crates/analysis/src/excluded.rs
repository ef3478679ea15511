//! Moves that an engine must not consider.

use tengen_rules::{Move, PointSet};

/// Moves that an engine must not consider, at the next turn only.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Excluded {
    /// Stones on these points.
    pub points: PointSet,
    /// Whether passing is excluded too.
    pub pass: bool,
}

impl Excluded {
    /// Whether every move is allowed.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty() && !self.pass
    }

    /// Whether a move is excluded.
    pub fn contains(&self, mv: Move) -> bool {
        match mv {
            Move::Play(point) => self.points.contains(point),
            Move::Pass => self.pass,
        }
    }
}
