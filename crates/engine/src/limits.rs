//! When a search ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
    /// A search that only a [`Stop`] ends.
    pub const NONE: Limits = Limits { playouts: None, visits: None, time: None, is_exact: true };

    /// So many new playouts, or fewer if the rest would not change the move.
    pub const fn playouts(n: u32) -> Limits {
        Limits { playouts: Some(n), visits: None, time: None, is_exact: false }
    }

    /// So many new playouts, not one fewer.
    pub const fn exactly(n: u32) -> Limits {
        Limits { playouts: Some(n), visits: None, time: None, is_exact: true }
    }

    /// So much time, or less if the rest would not change the move.
    pub const fn time(time: Duration) -> Limits {
        let time = Some(Budget { ideal: time, most: time });
        Limits { playouts: None, visits: None, time, is_exact: false }
    }
}

/// A way to end a search from outside.
///
/// Clones belong together: stopping one stops all.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// One that has not been asked for.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Ends the search as soon as the playouts that run are over.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Makes it ready for the next search.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the search is to end.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
