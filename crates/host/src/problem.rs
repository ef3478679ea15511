//! Problems that do not stop a game, as data.

use std::sync::Arc;
use std::time::Duration;

use tengen_rules::Color;

use crate::{EngineError, StoreError};

/// A problem that does not stop the game.
#[derive(Clone, Debug)]
pub enum HostProblem {
    /// The game cannot be saved; it is tried again with the next change.
    ///
    /// This is told once, and again only after the game could be saved.
    NotSaved(Arc<StoreError>),
    /// An engine failed at its move or its analysis.
    EngineFailed {
        /// The name of the engine.
        name: String,
        /// The color that it plays, or `None` for an analysis.
        color: Option<Color>,
        /// What happened.
        error: Arc<EngineError>,
    },
    /// An engine does not answer, or thinks for long without a clock; it is
    /// waited for.
    EngineSilent {
        /// The name of the engine.
        name: String,
        /// The color that it plays, or `None` for an analysis.
        color: Option<Color>,
        /// How long it has been silent.
        waited: Duration,
    },
    /// The system has no thread for clocks, engines or autosave.
    NoThread(std::io::ErrorKind),
}
