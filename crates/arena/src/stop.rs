//! Breaking a match off.

use tengen_gtp::Interrupt;

/// A way to break a match off from outside.
///
/// Clones belong together: stopping one stops all.
#[derive(Clone, Debug, Default)]
pub struct Stop(Interrupt);

impl Stop {
    /// One that has not been asked for.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Breaks the match off, and ends the engines, whatever they are doing.
    pub fn stop(&self) {
        self.0.raise();
    }

    /// Whether the match is to end.
    pub fn is_stopped(&self) -> bool {
        self.0.is_raised()
    }

    /// What ends an engine that is started for the match.
    pub(crate) fn interrupt(&self) -> Interrupt {
        self.0.clone()
    }
}
