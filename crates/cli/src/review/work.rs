//! Runs a review on threads until it is done, out of time or interrupted.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use tengen_analysis::{AnalystError, Stop};
use tengen_record::Record;
use tengen_review::Review;

use super::analyst::Worker;
use crate::failure::Failure;

/// The time between two saves of a review that is under way.
const SAVE_INTERVAL: Duration = Duration::from_secs(5);

/// How often the bar is drawn and the time is looked at.
const TICK: Duration = Duration::from_millis(100);

/// An engine that fails so often in a row is not asked again.
const MAX_FAILURES: u32 = 3;

/// What is to be done.
pub(super) struct Job<'a> {
    pub(super) record: &'a Record,
    /// The interrupt of the user.
    pub(super) stop: &'a Stop,
    pub(super) deadline: Option<Instant>,
    /// Whether what is known is saved from time to time.
    pub(super) saves: bool,
}

/// How it ended.
#[derive(Debug, Default)]
pub(super) struct Ended {
    /// The first failure of an analyst, and how many positions nobody has
    /// evaluated.
    pub(super) failed: Option<(String, usize)>,
}

/// What the threads share.
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    review: Review,
    /// Requests that are not answered yet.
    n_pending: usize,
    /// Threads that are at work.
    n_working: usize,
    first_failure: Option<String>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs a review, and says how it ended.
///
/// # Errors
///
/// Returns [`Failure`] if it cannot be saved.
pub(super) fn run(
    job: &Job<'_>,
    review: Review,
    workers: &mut [Worker],
    bar: &ProgressBar,
    save: &dyn Fn(&Review, &Record) -> Result<(), Failure>,
) -> Result<(Review, Ended), Failure> {
    let n_working = workers.len();
    let state = State { review, n_pending: 0, n_working, first_failure: None };
    let shared = Shared { state: Mutex::new(state), changed: Condvar::new() };
    let stop = Stop::new();
    let watched = thread::scope(|scope| {
        for worker in workers {
            scope.spawn(|| work(&shared, job.record, worker, &stop));
        }
        watch(job, &shared, &stop, bar, save)
    });
    let state = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    watched?;
    let progress = state.review.progress();
    // An engine that is given up leaves all that follows.
    let n_missing =
        if stop.is_stopped() { progress.n_failed } else { progress.n_positions - progress.n_swept };
    let failed = state.first_failure.map(|it| (it, n_missing));
    Ok((state.review, Ended { failed }))
}

/// Draws the bar, saves from time to time, and ends the work when it is time.
fn watch(
    job: &Job<'_>,
    shared: &Shared,
    stop: &Stop,
    bar: &ProgressBar,
    save: &dyn Fn(&Review, &Record) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut last_save = Instant::now();
    let mut state = shared.state();
    while state.n_working > 0 {
        let waited = shared.changed.wait_timeout(state, TICK);
        state = waited.unwrap_or_else(PoisonError::into_inner).0;
        show(bar, &state.review);
        let is_late = job.deadline.is_some_and(|it| Instant::now() >= it);
        if (is_late || job.stop.is_stopped()) && !stop.is_stopped() {
            stop.stop();
        }
        if job.saves && last_save.elapsed() >= SAVE_INTERVAL {
            let review = state.review.clone();
            drop(state);
            if let Err(failure) = save(&review, job.record) {
                stop.stop();
                return Err(failure);
            }
            last_save = Instant::now();
            state = shared.state();
        }
    }
    Ok(())
}

fn show(bar: &ProgressBar, review: &Review) {
    let progress = review.progress();
    if progress.is_swept() {
        bar.set_length(progress.n_positions as u64);
        bar.set_position(progress.n_deepened as u64);
        bar.set_message("positions looked at again");
    } else {
        bar.set_length(progress.n_positions as u64);
        bar.set_position((progress.n_swept + progress.n_failed) as u64);
        bar.set_message("positions");
    }
}

/// One thread: takes requests until there are none.
fn work(shared: &Shared, record: &Record, worker: &mut Worker, stop: &Stop) {
    let name = worker.name(record.size());
    let mut n_failures = 0;
    while n_failures < MAX_FAILURES && !stop.is_stopped() {
        let Some(request) = next(shared, record, stop) else { break };
        let result = worker.analyze(&request, stop);
        let mut state = shared.state();
        state.n_pending -= 1;
        let failure = match result {
            // A search that was cut short would pass for a whole one.
            Ok(_) | Err(_) if stop.is_stopped() => {
                state.review.put_back(&request);
                None
            }
            Ok(analysis) => state.review.answer(&request, &analysis, &name).err().map(|it| {
                let engine = &name;
                format!("{engine} talks nonsense, its {it}")
            }),
            Err(error) => {
                state.review.fail(&request);
                if matches!(error, AnalystError::Unsupported) {
                    n_failures = MAX_FAILURES;
                }
                Some(error.to_string())
            }
        };
        match failure {
            None => n_failures = 0,
            Some(sentence) => {
                state.first_failure.get_or_insert(sentence);
                n_failures += 1;
                drop(state);
                if n_failures < MAX_FAILURES && !worker.revive() {
                    n_failures = MAX_FAILURES;
                }
            }
        }
        shared.changed.notify_all();
    }
    shared.state().n_working -= 1;
    shared.changed.notify_all();
}

/// The next request; waits for answers that may lead to more.
fn next(shared: &Shared, record: &Record, stop: &Stop) -> Option<tengen_review::Request> {
    let mut state = shared.state();
    loop {
        if stop.is_stopped() {
            return None;
        }
        if let Some(request) = state.review.next(record) {
            state.n_pending += 1;
            return Some(request);
        }
        if state.n_pending == 0 {
            return None;
        }
        let waited = shared.changed.wait_timeout(state, TICK);
        state = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
}
