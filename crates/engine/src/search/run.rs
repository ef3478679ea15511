//! One search: what its threads share, and when it is over.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use tengen_analysis::Stop;

use super::evaluator::Evaluator;
use super::root::Root;
use super::tree::{MOST_VISITS, Node, ROOT, Tree};
use super::worker::Worker;
use crate::limits::Limits;
use crate::search_request::SearchRequest;
use crate::time::Budget;
use crate::time_source::Stopwatch;

/// The number of playouts between two looks whether the move is settled.
const SETTLED_EVERY: u32 = 32;

/// What the threads of one search share.
pub(super) struct Run<'a> {
    root: &'a Root,
    limits: Limits,
    time: Option<TimeLimit<'a>>,
    stop: &'a Stop,
    n_playouts: AtomicU32,
    is_over: AtomicBool,
    is_full: AtomicBool,
    /// Whether the search pauses to make room when the tree is full.
    pub(super) may_prune: bool,
}

/// A budget that runs off.
struct TimeLimit<'a> {
    budget: Budget,
    stopwatch: Stopwatch<'a>,
}

impl TimeLimit<'_> {
    fn spent(&self) -> SpentTime {
        SpentTime { budget: self.budget, elapsed: self.stopwatch.elapsed() }
    }
}

/// What has been spent of a budget.
#[derive(Copy, Clone)]
struct SpentTime {
    budget: Budget,
    elapsed: Duration,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        request: &SearchRequest<'a>,
        root: &'a Root,
        stop: &'a Stop,
        stopwatch: Option<Stopwatch<'a>>,
    ) -> Run<'a> {
        let limits = request.limits;
        let time = limits.time.zip(stopwatch);
        Run {
            root,
            limits,
            time: time.map(|(budget, stopwatch)| TimeLimit { budget, stopwatch }),
            stop,
            n_playouts: AtomicU32::new(0),
            is_over: AtomicBool::new(false),
            is_full: AtomicBool::new(false),
            may_prune: true,
        }
    }

    pub(super) fn root(&self) -> &Root {
        self.root
    }

    pub(super) fn n_playouts(&self) -> u32 {
        self.n_playouts.load(Ordering::Relaxed)
    }

    /// Whether it paused because the tree has no room.
    pub(super) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Lets it go on after a pause.
    pub(super) fn resume(&self) {
        self.is_full.store(false, Ordering::Relaxed);
        self.is_over.store(false, Ordering::Relaxed);
    }

    /// Searches until it is over or pauses.
    pub(super) fn work<E: Evaluator>(
        &self,
        worker: &mut Worker<E>,
        tree: &Tree,
        mut look: impl FnMut(&Worker<E>, u32),
    ) {
        loop {
            if self.is_over.load(Ordering::Relaxed) {
                return;
            }
            if let Some(most) = self.limits.playouts {
                // Each playout is counted before it starts, so that several
                // threads do not play more than asked for.
                if self.n_playouts.fetch_add(1, Ordering::Relaxed) >= most {
                    self.n_playouts.fetch_sub(1, Ordering::Relaxed);
                    return;
                }
            } else {
                self.n_playouts.fetch_add(1, Ordering::Relaxed);
            }
            let had_room = worker.simulate(tree, self.root);
            if !had_room && self.may_prune {
                self.is_full.store(true, Ordering::Relaxed);
                self.is_over.store(true, Ordering::Relaxed);
            }
            let n_playouts = self.n_playouts();
            look(worker, n_playouts);
            if self.is_done(tree, n_playouts) {
                self.is_over.store(true, Ordering::Relaxed);
                self.is_full.store(false, Ordering::Relaxed);
            }
        }
    }

    fn is_done(&self, tree: &Tree, n_playouts: u32) -> bool {
        let n_visits = tree.node(ROOT).n_visits();
        if self.stop.is_stopped()
            || n_visits >= self.limits.visits.unwrap_or(MOST_VISITS).min(MOST_VISITS)
        {
            return true;
        }
        let spent = self.time.as_ref().map(TimeLimit::spent);
        if spent.is_some_and(|it| it.elapsed >= it.budget.most) {
            return true;
        }
        n_playouts.is_multiple_of(SETTLED_EVERY) && self.is_settled(tree, n_playouts, spent)
    }

    /// Whether what is left would not change the move, or is not worth it.
    fn is_settled(&self, tree: &Tree, n_playouts: u32, spent: Option<SpentTime>) -> bool {
        let (best, second) = leaders(tree);
        let mut n_left = self.limits.playouts.map_or(u32::MAX, |most| most - n_playouts.min(most));
        if let Some(SpentTime { budget, elapsed }) = spent {
            if elapsed >= budget.ideal && best > 2 * second {
                return true;
            }
            let speed = n_playouts as f32 / elapsed.as_secs_f32().max(1e-6);
            let rest = budget.most.saturating_sub(elapsed).as_secs_f32();
            n_left = n_left.min((rest * speed) as u32);
        }
        !self.limits.is_exact && best - second > n_left
    }
}

/// The visits of the two moves that were visited most.
fn leaders(tree: &Tree) -> (u32, u32) {
    let (_, children) = tree.children(ROOT);
    children.iter().map(Node::n_visits).fold((0, 0), |(best, second), it| {
        if it > best { (it, best) } else { (best, second.max(it)) }
    })
}
