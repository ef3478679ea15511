//! Who asks engines, and gets their answers.

use std::fmt;
use std::sync::Arc;

use tengen_session::{Action, Ticket};

use crate::game::FailedEngine;
use crate::program::EngineError;
use crate::services::Services;
use crate::{HostProblem, Progress};

/// A game that has engines think: one of the runner, or one that is run
/// elsewhere.
pub(crate) trait Asker: fmt::Debug + Send + Sync {
    fn services(&self) -> &Arc<Services>;

    /// The seed of the game's engines.
    fn seed(&self) -> u64;

    /// Takes the answer to a question, unless it was canceled.
    fn answer(self: Arc<Self>, ticket: Ticket, action: Action);

    /// Takes the failure of an engine, unless it was canceled.
    fn answer_failure(self: Arc<Self>, ticket: Ticket, engine: FailedEngine, error: EngineError);

    /// Hears how far an engine has come with its move.
    fn tell_progress(&self, progress: Progress);

    /// Hears of a problem.
    fn tell_problem(&self, problem: HostProblem);
}
