//! The review of a record while it is under way.

use std::collections::BTreeMap;
use std::sync::Arc;

use tengen_record::Record;
use tengen_review::{AnalystKind, Plan, Request, Review};
use tengen_session::Session;

use crate::AnalystChoice;
use crate::program::EngineError;
use crate::workers::TaskSignals;

/// Failures in a row after which a review stops: the analyst will not recover.
pub(crate) const MAX_FAILURES: u32 = 3;

/// Whether a review goes on.
#[derive(Clone, Debug, Default)]
pub enum ReviewState {
    /// Positions are being evaluated, or wait for their turn.
    Running,
    /// It goes on when it is told to.
    #[default]
    Paused,
    /// There is nothing more to evaluate.
    Done,
    /// The analyst has failed several times in a row.
    Failed(Arc<EngineError>),
}

impl ReviewState {
    /// Whether positions are being evaluated.
    pub const fn is_running(&self) -> bool {
        matches!(self, ReviewState::Running)
    }
}

/// A review as it is at one moment, with the record that it is about.
#[derive(Clone, Debug)]
pub struct ReviewSnapshot {
    /// What is known.
    pub review: Review,
    /// The record.
    pub record: Record,
    /// Whether it goes on.
    pub state: ReviewState,
    /// Grows with each change.
    pub version: u64,
}

/// A review with the evaluations that are under way.
#[derive(Debug)]
pub(crate) struct ReviewRun {
    pub(crate) review: Review,
    pub(crate) state: ReviewState,
    /// Evaluations under way, by the place of their engine.
    pub(crate) running: BTreeMap<u32, Running>,
    pub(crate) n_failures: u32,
    pub(crate) version: u64,
}

/// An evaluation that waits or is under way.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) request: Request,
    pub(crate) signals: TaskSignals,
}

impl ReviewRun {
    /// The review of a session, with everything that was found before.
    pub(crate) fn new(session: &Session, analyst: &AnalystChoice, plan: Option<Plan>) -> ReviewRun {
        let record = session.record_with_evaluations();
        let plan = plan.unwrap_or_else(|| usual_plan(analyst, &record));
        ReviewRun {
            review: Review::new(&record, session.ruleset(), plan),
            state: ReviewState::Paused,
            running: BTreeMap::new(),
            n_failures: 0,
            version: 0,
        }
    }

    /// Stops all evaluations, which are wanted again later.
    pub(crate) fn halt(&mut self, state: ReviewState) {
        for (_, running) in std::mem::take(&mut self.running) {
            running.signals.cancel();
            self.review.put_back(&running.request);
        }
        self.state = state;
        self.version += 1;
    }

    /// The place of an engine that has nothing to do, of this many.
    pub(crate) fn free_place(&self, n_places: u32) -> Option<u32> {
        (0..n_places).find(|it| !self.running.contains_key(it))
    }
}

/// The usual plan for an analyst and a record.
pub(crate) fn usual_plan(analyst: &AnalystChoice, record: &Record) -> Plan {
    let kind = match analyst {
        AnalystChoice::Tengen => AnalystKind::Search,
        AnalystChoice::Program { .. } => AnalystKind::Program,
    };
    Plan::new(kind, record.size())
}
