//! Monte Carlo tree search.
//!
//! | module | owns |
//! |---|---|
//! | `worker` | one simulation: descend to a leaf, evaluate it, back up |
//! | `evaluator` | what the tree asks of whatever judges leaves |
//! | `tree_search` | the tree from one request to the next, and the threads |
//! | `run` | one request: its limits, and when they are reached |
//! | `tree`, `path`, `root` | nodes in memory, the way to a leaf, the position at the root |
//! | `findings` | the report |

pub(crate) mod evaluator;
mod findings;
pub(crate) mod path;
pub(crate) mod root;
mod run;
pub(crate) mod tree;
mod tree_search;
pub(crate) mod worker;

use std::fmt;

use tengen_analysis::Stop;
use tengen_rules::Game;

use crate::limits::Limits;
use crate::parameters::Parameters;
use crate::playout_evaluator::PlayoutEvaluator;
use crate::report::Report;
use crate::search_request::SearchRequest;
use tree_search::TreeSearch;

/// What a search is given once.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Settings {
    /// The number of threads, at least 1; the first is the caller's own.
    pub threads: usize,
    /// The memory for the tree, in bytes.
    pub memory: usize,
    /// The start of the random numbers: with one thread, the same seed gives
    /// the same search.
    pub seed: u64,
    /// The numbers that shape the search.
    pub parameters: Parameters,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { threads: 1, memory: 128 << 20, seed: 0, parameters: Parameters::default() }
    }
}

/// A search with all of its memory.
///
/// What was found about a position is kept for the ones that follow from it.
/// With one thread and a number of playouts, it needs neither threads nor a
/// clock.
#[derive(Debug)]
pub struct Search {
    tree_search: TreeSearch<PlayoutEvaluator>,
}

impl Search {
    /// Claims the memory.
    pub fn new(settings: Settings) -> Search {
        Search { tree_search: TreeSearch::new(settings, PlayoutEvaluator::new) }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.tree_search.clear();
    }

    /// Searches until a limit is reached or the search is stopped.
    ///
    /// `progress` is called every now and then with what was found so far; it
    /// is given a function that makes a report, which allocates.
    pub fn run(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        progress: impl FnMut(&Progress<'_>),
    ) -> Report {
        self.answer(&SearchRequest::new(game, *limits), stop, progress)
    }

    /// Searches for the answer to a request.
    ///
    /// # Panics
    ///
    /// Panics if `progress` does.
    pub fn answer(
        &mut self,
        request: &SearchRequest<'_>,
        stop: &Stop,
        progress: impl FnMut(&Progress<'_>),
    ) -> Report {
        self.tree_search.answer(request, stop, progress)
    }
}

/// A search that is under way, whatever evaluates its leaves.
trait Running {
    fn n_playouts(&self) -> u32;

    fn report(&self) -> Report;
}

/// A search that is under way.
#[derive(Copy, Clone)]
pub struct Progress<'a> {
    search: &'a dyn Running,
}

impl fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").field("n_playouts", &self.n_playouts()).finish_non_exhaustive()
    }
}

impl Progress<'_> {
    /// The number of new playouts so far.
    pub fn n_playouts(&self) -> u32 {
        self.search.n_playouts()
    }

    /// What was found so far; the ownership is that of one thread.
    pub fn report(&self) -> Report {
        self.search.report()
    }
}
