//! Which stones an engine takes for dead at the end of a game.

use tengen_rules::{ByColor, ByPoint, PointSet};

/// Which stones an engine takes for dead at the end of a game.
#[derive(Clone, Debug, Default)]
pub struct DeadStones {
    /// The stones to remove, in whole chains.
    pub dead: PointSet,
    /// Empty points where a border must still be closed.
    pub open: PointSet,
    /// Who will own each point if this player moves first, from -1 for White
    /// to 1 for Black, if the engine knows.
    pub ownership: Option<Box<ByColor<ByPoint<f32>>>>,
}
