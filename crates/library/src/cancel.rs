//! Stopping what takes long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::LibraryError;

/// Stops a search or a listing from another thread.
///
/// Clones stop the same work.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    is_cancelled: Arc<AtomicBool>,
}

impl Cancel {
    /// Stops nothing until it is told to.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Stops the work, which ends with [`LibraryError::Cancelled`].
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the work is to stop.
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    pub(crate) fn check(&self) -> Result<(), LibraryError> {
        if self.is_cancelled() { Err(LibraryError::Cancelled) } else { Ok(()) }
    }
}
