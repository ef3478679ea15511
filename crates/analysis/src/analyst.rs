//! Engines that can be asked about a position.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use tengen_rules::{Color, Game};

use crate::{Analysis, Excluded, Stop};

/// An engine that can be asked about a position.
pub trait Analyst {
    /// Analyzes a position until the effort is spent or the signal is raised.
    ///
    /// `tell` takes intermediate results, about ten times a second.
    ///
    /// # Errors
    ///
    /// Returns [`AnalystError`] if the engine failed, or was stopped before
    /// it had anything to say.
    fn analyze(
        &mut self,
        request: &AnalysisRequest<'_>,
        stop: &Stop,
        tell: &mut dyn FnMut(Analysis),
    ) -> Result<Analysis, AnalystError>;
}

/// A question about a position.
#[derive(Clone, Debug)]
pub struct AnalysisRequest<'a> {
    /// The game up to the position; it is not over.
    pub game: &'a Game,
    /// The player to move, whose turn it need not be.
    pub to_play: Color,
    /// How long to think.
    pub effort: Effort,
    /// Whether ownership is wanted.
    pub wants_ownership: bool,
    /// Moves that must not be considered.
    pub excluded: Excluded,
}

impl<'a> AnalysisRequest<'a> {
    /// Everything about the position of a game.
    pub fn new(game: &'a Game, effort: Effort) -> AnalysisRequest<'a> {
        let excluded = Excluded::default();
        AnalysisRequest { game, to_play: game.to_play(), effort, wants_ownership: true, excluded }
    }
}

/// How long an analysis takes.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Effort {
    /// This many visits.
    Visits(u32),
    /// This much time.
    Time(Duration),
    /// Until it is stopped.
    Endless,
}

/// The reason why there is no analysis.
#[derive(Debug)]
pub enum AnalystError {
    /// It was stopped before it had anything to say.
    Stopped,
    /// The engine cannot analyze.
    Unsupported,
    /// The engine failed.
    Failed(Box<dyn Error + Send + Sync>),
}

impl fmt::Display for AnalystError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnalystError::Stopped => f.write_str("the analysis was stopped"),
            AnalystError::Unsupported => f.write_str("the engine cannot analyze positions"),
            AnalystError::Failed(error) => error.fmt(f),
        }
    }
}

impl Error for AnalystError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            AnalystError::Failed(error) => Some(error.as_ref()),
            AnalystError::Stopped | AnalystError::Unsupported => None,
        }
    }
}
