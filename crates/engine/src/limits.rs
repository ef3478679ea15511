//! When a search ends.

use std::time::Duration;

use crate::time::Budget;

/// What a search may use up; whatever is reached first ends it.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Limits {
    /// New playouts.
    pub playouts: Option<u32>,
    /// Visits of the root, those of an earlier search included.
    pub visits: Option<u32>,
    /// Wall-clock time.
    pub time: Option<Budget>,
    /// Whether the search goes on although the best move cannot change.
    pub is_exact: bool,
}

impl Limits {
    /// A search that only a [`Stop`](tengen_analysis::Stop) ends.
    pub const NONE: Limits = Limits { playouts: None, visits: None, time: None, is_exact: true };

    /// A number of new playouts, or fewer if the rest would not change the move.
    pub const fn playouts(n: u32) -> Limits {
        Limits { playouts: Some(n), visits: None, time: None, is_exact: false }
    }

    /// Exactly this number of new playouts.
    pub const fn exactly(n: u32) -> Limits {
        Limits { playouts: Some(n), visits: None, time: None, is_exact: true }
    }

    /// A time, or less if the rest would not change the move.
    pub const fn time(time: Duration) -> Limits {
        let time = Some(Budget { ideal: time, most: time });
        Limits { playouts: None, visits: None, time, is_exact: false }
    }
}
