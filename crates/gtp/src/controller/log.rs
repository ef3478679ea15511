//! The dialogue with an engine, written down.

use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// A place where the dialogue with an engine is written.
///
/// Each line has a mark in front: `>` was sent to the engine, `<` is its
/// answer, and `!` came from its standard error. Clones write to the same
/// place; a line is never broken by another.
#[derive(Clone)]
pub struct Log {
    sink: Arc<Mutex<Box<dyn Write + Send>>>,
}

impl Log {
    /// A log that goes to a file, or another place.
    pub fn new(sink: impl Write + Send + 'static) -> Log {
        Log { sink: Arc::new(Mutex::new(Box::new(sink))) }
    }

    /// Writes a line behind its mark.
    ///
    /// A log that cannot be written is no reason to break a game off.
    pub(super) fn write(&self, mark: char, line: &str) {
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = sink.write_all(format!("{mark} {line}\n").as_bytes());
        let _ = sink.flush();
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log").finish_non_exhaustive()
    }
}
