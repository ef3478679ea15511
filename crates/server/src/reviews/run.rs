//! One review, in a thread that may wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tengen_host::{GameHandle, Keep, ReviewState, Runner};
use tengen_record::Record;
use tengen_review::{AnalystKind, Plan, Progress};
use tengen_rules::Ruleset;
use tengen_session::Session;
use tokio::sync::mpsc;

use crate::store::ReviewStage;

/// How often it is told how far a review is.
const TOLD_EVERY: Duration = Duration::from_millis(250);

/// How often what was found is kept. What a crash loses is found again.
const KEPT_EVERY: Duration = Duration::from_secs(15);

/// Visits beside those of the sweep, for positions that matter.
const DEEP_VISITS: u64 = 12_000;

/// What was found, to be kept.
pub(super) struct Found {
    pub(super) stage: ReviewStage,
    pub(super) sgf: String,
}

/// A review that runs.
pub(super) struct Job {
    pub(super) runner: Runner,
    /// Hears how far it is.
    pub(super) tell: Box<dyn Fn(Progress) + Send>,
    pub(super) found: mpsc::UnboundedSender<Found>,
    /// Whether it must stop where it is.
    pub(super) is_over: Arc<AtomicBool>,
}

impl Job {
    /// Reviews a record until it is done, or told to stop.
    pub(super) fn run(&self, sgf: &str) {
        let Ok(record) = Record::from_sgf(sgf) else {
            return self.keep(ReviewStage::Failed, String::new());
        };
        let plan = plan(&record);
        let handle = self.runner.open(Session::review(record, rules()), Keep::Nothing);
        let listener = handle.listen(|| ());
        handle.start_review(Some(plan));
        let mut told = Instant::now();
        let mut kept = Instant::now();
        let mut was_swept = false;
        loop {
            listener.poll(TOLD_EVERY);
            if self.is_over.load(Ordering::Relaxed) {
                handle.pause_review();
                return self.keep(ReviewStage::Waiting, text(&handle));
            }
            if handle.is_reviewing() && told.elapsed() < TOLD_EVERY {
                continue;
            }
            told = Instant::now();
            let snapshot = handle.review();
            let progress = snapshot.review.progress();
            (self.tell)(progress);
            match snapshot.state {
                ReviewState::Running => (),
                ReviewState::Done => return self.keep(ReviewStage::Done, text(&handle)),
                // It is paused only if the system has no thread for it.
                ReviewState::Failed(_) | ReviewState::Paused => {
                    return self.keep(ReviewStage::Failed, text(&handle));
                }
            }
            let is_news =
                progress.is_swept() && !std::mem::replace(&mut was_swept, progress.is_swept());
            if is_news || kept.elapsed() >= KEPT_EVERY {
                kept = Instant::now();
                self.keep(ReviewStage::Waiting, text(&handle));
            }
        }
    }

    fn keep(&self, stage: ReviewStage, sgf: String) {
        // Whoever keeps it waits until this ends.
        let _ = self.found.send(Found { stage, sgf });
    }
}

/// The rules of a record that names none.
pub(crate) const fn rules() -> Ruleset {
    Ruleset::CHINESE
}

/// Enough for people, and not so much that others wait long.
fn plan(record: &Record) -> Plan {
    let plan = Plan::new(AnalystKind::Search, record.size());
    let sweep = u64::from(plan.quick) * (record.main_line().count() as u64 + 1);
    plan.with_budget(sweep + DEEP_VISITS)
}

fn text(handle: &GameHandle) -> String {
    handle.read(|session, _| session.record_with_evaluations()).to_sgf()
}
