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
use std::mem;
use std::sync::{Arc, OnceLock};

use tengen_analysis::Stop;
use tengen_net::{Builtin, Network};
use tengen_rules::{Game, Size};

use crate::limits::Limits;
use crate::network_evaluator::NetworkEvaluator;
use crate::parameters::Parameters;
use crate::playout_evaluator::PlayoutEvaluator;
use crate::report::Report;
use crate::search_request::SearchRequest;
use tree::Tree;
use tree_search::TreeSearch;

/// What a search is given once.
#[derive(Clone, Debug)]
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
    /// What judges positions.
    pub evaluator: EvaluatorKind,
}

/// What judges the positions of a search.
#[derive(Clone, Debug, Default)]
pub enum EvaluatorKind {
    /// The networks that come with the program, on boards that they are
    /// trained for; playouts on all others.
    #[default]
    BuiltIn,
    /// Another network, on the same boards.
    Network(Arc<Network>),
    /// Playouts: the classical search.
    Playouts,
}

impl EvaluatorKind {
    /// The network that judges boards of this size, if one does.
    pub fn network_for(&self, size: Size) -> Option<Arc<Network>> {
        if !Network::supports(size) {
            return None;
        }
        match self {
            EvaluatorKind::BuiltIn => Some(built_in(size)),
            EvaluatorKind::Network(network) => Some(Arc::clone(network)),
            EvaluatorKind::Playouts => None,
        }
    }
}

/// The network that comes with the program for boards of a size, prepared
/// once.
fn built_in(size: Size) -> Arc<Network> {
    static BUILT_IN: [OnceLock<Arc<Network>>; 2] = [const { OnceLock::new() }; 2];
    let builtin = Builtin::for_size(size);
    let network = BUILT_IN[builtin as usize].get_or_init(|| Arc::new(Network::builtin(builtin)));
    Arc::clone(network)
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            memory: 128 << 20,
            seed: 0,
            parameters: Parameters::default(),
            evaluator: EvaluatorKind::default(),
        }
    }
}

/// A search with all of its memory.
///
/// What was found about a position is kept for the ones that follow from it.
/// With one thread and a number of playouts, it needs neither threads nor a
/// clock.
#[derive(Debug)]
pub struct Search {
    settings: Settings,
    tree_search: AnyTreeSearch,
}

/// A search by either evaluator; boards decide by which.
#[derive(Debug)]
enum AnyTreeSearch {
    Playouts(TreeSearch<PlayoutEvaluator>),
    Network(TreeSearch<NetworkEvaluator>),
}

impl AnyTreeSearch {
    /// The memory for another search.
    fn into_tree(self) -> Tree {
        match self {
            AnyTreeSearch::Playouts(search) => search.into_tree(),
            AnyTreeSearch::Network(search) => search.into_tree(),
        }
    }
}

impl Search {
    /// Claims the memory.
    pub fn new(settings: Settings) -> Search {
        let tree_search = TreeSearch::new(&settings, PlayoutEvaluator::new);
        Search { settings, tree_search: AnyTreeSearch::Playouts(tree_search) }
    }

    /// The network that judges boards of this size, if one does.
    pub fn network_for(&self, size: Size) -> Option<Arc<Network>> {
        self.settings.evaluator.network_for(size)
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        match &mut self.tree_search {
            AnyTreeSearch::Playouts(search) => search.clear(),
            AnyTreeSearch::Network(search) => search.clear(),
        }
    }

    /// Changes the numbers that shape the next search.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        self.settings.parameters = parameters;
        match &mut self.tree_search {
            AnyTreeSearch::Playouts(search) => search.set_parameters(parameters),
            AnyTreeSearch::Network(search) => search.set_parameters(parameters),
        }
    }

    /// Has boards of this size judged as they should be.
    fn prepare(&mut self, size: Size) {
        let network = self.network_for(size);
        let is_prepared = match (&self.tree_search, &network) {
            (AnyTreeSearch::Playouts(_), None) => true,
            (AnyTreeSearch::Network(search), Some(network)) => search.uses(network),
            _ => false,
        };
        if is_prepared {
            return;
        }
        // The memory goes from one to the other.
        let settings = &self.settings;
        let placeholder =
            TreeSearch::with_tree(settings, Tree::with_capacity(0), PlayoutEvaluator::new);
        let before = mem::replace(&mut self.tree_search, AnyTreeSearch::Playouts(placeholder));
        let tree = before.into_tree();
        self.tree_search = match network {
            Some(network) => {
                let evaluator = || NetworkEvaluator::new(&network, size);
                AnyTreeSearch::Network(TreeSearch::with_tree(settings, tree, evaluator))
            }
            None => AnyTreeSearch::Playouts(TreeSearch::with_tree(
                settings,
                tree,
                PlayoutEvaluator::new,
            )),
        };
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
        self.prepare(request.game.board().size());
        match &mut self.tree_search {
            AnyTreeSearch::Playouts(search) => search.answer(request, stop, progress),
            AnyTreeSearch::Network(search) => search.answer(request, stop, progress),
        }
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
