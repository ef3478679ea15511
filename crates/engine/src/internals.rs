//! What the tool that learns the weights must share with the engine.
//!
//! Nothing in here is stable.

pub use crate::ownership_stats::{OwnershipStats, PointStats};

/// Playouts and what they see of moves.
pub mod playout {
    pub use crate::playout::{
        Ataris, Context, Feature, Playout, Weights, doubt, is_own_eye, owner, shape_classes, sign,
        visit,
    };
}

/// The priors of moves.
pub mod prior {
    pub use crate::prior::{
        BoostedTrees, DEPTH, Grid, MOST, Measure, Measurer, N_FEATURES, N_LEAVES, Rings, Split,
        Tree, UNIT, View, Weighed, is_near, is_sensible, pattern_key, weigh, weigh_linearly,
    };
}
