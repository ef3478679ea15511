//! Somebody who looks at positions in a thread: hints and estimates.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use tengen_engine::{Limits, Report, Search, Settings};
use tengen_legacy_session::{Action, Wanted};
use tengen_rules::Game;

use crate::desk::{Desk, Errand};
use crate::worker::Worker;

/// The time between two reports.
const INTERVAL: Duration = Duration::from_millis(100);

/// A question about a position.
#[derive(Debug)]
pub(crate) struct Inquiry {
    pub(crate) errand: Errand,
    pub(crate) game: Box<Game>,
    pub(crate) wanted: Wanted,
}

/// Somebody who looks at positions.
#[derive(Debug)]
pub(crate) struct Analyst(Worker<Inquiry>);

impl Analyst {
    pub(crate) fn start(desk: &Arc<Desk>) -> io::Result<Analyst> {
        let desk = Arc::clone(desk);
        let worker = Worker::start("analyst", move |inquiries: Receiver<Inquiry>| {
            let mut search = None;
            for inquiry in inquiries {
                if !inquiry.errand.is_canceled() {
                    look(&mut search, &inquiry, &desk);
                }
            }
        })?;
        Ok(Analyst(worker))
    }

    pub(crate) fn ask(&self, inquiry: Inquiry) {
        self.0.give(inquiry);
    }

    pub(crate) fn join(self) {
        self.0.join();
    }
}

/// Tells what is found while it is found; a search that fails is replaced at
/// the next question.
fn look(place: &mut Option<Search>, inquiry: &Inquiry, desk: &Arc<Desk>) {
    let errand = &inquiry.errand;
    let kept = place.take();
    let looked = catch_unwind(AssertUnwindSafe(|| {
        let mut search = kept.unwrap_or_else(|| Search::new(settings(desk)));
        let report = run(&mut search, inquiry, desk);
        (search, report)
    }));
    let action = if let Ok((search, report)) = looked {
        *place = Some(search);
        analyzed(errand, report, true)
    } else {
        let reason = "the analysis has failed".to_owned();
        Action::EngineFailed { ticket: errand.ticket, reason }
    };
    desk.answer(errand, action);
}

fn run(search: &mut Search, inquiry: &Inquiry, desk: &Arc<Desk>) -> Report {
    let Inquiry { errand, game, wanted } = inquiry;
    let limits = match wanted {
        Wanted::Hints => Limits::time(desk.options.hint_time),
        Wanted::Ownership => Limits::time(desk.options.estimate_time),
        Wanted::Everything => Limits::NONE,
    };
    let limits = Limits { is_exact: true, ..limits };
    let start = Instant::now();
    let mut next = INTERVAL;
    search.run(game, &limits, &errand.stop, |progress| {
        if start.elapsed() >= next {
            next = start.elapsed() + INTERVAL;
            desk.tell(errand, analyzed(errand, progress.report(), false));
        }
    })
}

fn analyzed(errand: &Errand, report: Report, is_last: bool) -> Action {
    let analysis = Box::new(report.analysis);
    Action::Analyzed { ticket: errand.ticket, analysis, is_last }
}

fn settings(desk: &Desk) -> Settings {
    let options = &desk.options;
    Settings {
        threads: options.threads,
        memory: options.memory,
        seed: options.seed,
        ..Settings::default()
    }
}
