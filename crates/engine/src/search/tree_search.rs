//! Searches one after the other in one tree, with one thread or several.

use std::sync::Arc;
use std::thread;

use tengen_analysis::{Excluded, Restrictions, Stop};
use tengen_net::Network;
use tengen_rules::{Color, Game, Turn};

use super::evaluator::{SearchEvaluator, SearchStart};
use super::findings::Found;
use super::root::Root;
use super::run::Run;
use super::tree::{MOST_VISITS, Node, ROOT, Tree};
use super::worker::Worker;
use super::{Progress, Running, Settings};
use crate::network_evaluator::NetworkEvaluator;
use crate::parameters::Parameters;
use crate::report::Report;
use crate::search_request::{DetailRequest, SearchRequest};
use crate::time_source::Stopwatch;

/// The number of playouts between two looks at the progress.
const LOOK: u32 = 64;

/// The share of the memory that is in use after the tree was pruned.
const ROOMY: f32 = 0.7;

/// The visits of the root from which on its lead is believed.
const PAR_VISITS: u32 = 64;

/// A tree, workers, and the request whose position is the root.
#[derive(Debug)]
pub(super) struct TreeSearch<E> {
    seed: u64,
    parameters: Parameters,
    tree: Tree,
    workers: Vec<Worker<E>>,
    last: Option<LastRequest>,
    n_searches: u64,
}

/// What a search was asked last.
#[derive(Debug)]
struct LastRequest {
    game: Game,
    color: Color,
    excluded: Excluded,
    restrictions: Restrictions,
    forgets_moves: bool,
}

impl<E: SearchEvaluator> TreeSearch<E> {
    /// Claims the memory; each worker gets an evaluator of its own.
    pub(super) fn new(settings: &Settings, evaluator: impl Fn() -> E) -> TreeSearch<E> {
        // Half of it is where the tree moves when a part of it is dropped.
        let n_nodes = settings.memory / size_of::<Node>() / 2;
        let tree = Tree::with_capacity(n_nodes.min(u32::MAX as usize / 2));
        TreeSearch::with_tree(settings, tree, evaluator)
    }

    /// Takes the memory of another search.
    pub(super) fn with_tree(
        settings: &Settings,
        tree: Tree,
        evaluator: impl Fn() -> E,
    ) -> TreeSearch<E> {
        let &Settings { threads, seed, parameters, .. } = settings;
        let workers = (0..threads.max(1)).map(|_| Worker::new(evaluator())).collect();
        TreeSearch { seed, parameters, tree, workers, last: None, n_searches: 0 }
    }

    /// The memory, for another search.
    pub(super) fn into_tree(self) -> Tree {
        self.tree
    }

    /// Changes the numbers that shape the next search.
    pub(super) fn set_parameters(&mut self, parameters: Parameters) {
        self.parameters = parameters;
    }

    /// Forgets all positions.
    pub(super) fn clear(&mut self) {
        self.last = None;
        self.n_searches = 0;
    }

    /// Searches until a limit is reached or the search is stopped.
    pub(super) fn answer(
        &mut self,
        request: &SearchRequest<'_>,
        stop: &Stop,
        mut progress: impl FnMut(&Progress<'_>),
    ) -> Report {
        let stopwatch = request.limits.time.map(|_| Stopwatch::start(request.time));
        let root = self.start(request);
        let mut run = Run::new(request, &root, stop, stopwatch);
        let mut next_look = LOOK;
        loop {
            let TreeSearch { tree, workers, .. } = &mut *self;
            work(&run, tree, workers, |worker, n_playouts| {
                if n_playouts >= next_look {
                    next_look = n_playouts + LOOK;
                    let details = request.details;
                    let search = RunningSearch { tree, run: &run, worker, details };
                    progress(&Progress { search: &search });
                }
            });
            if !run.is_full() {
                break;
            }
            run.may_prune = self.prune();
            run.resume();
        }
        let evaluators = self.workers.iter().map(Worker::evaluator);
        let summary = E::summarize(evaluators, &root);
        let found = Found {
            tree: &self.tree,
            root: &root,
            evaluator: self.workers[0].evaluator(),
            summary: &summary,
        };
        found.report(run.n_playouts(), request.details)
    }

    /// Prepares tree and workers for a request.
    fn start(&mut self, request: &SearchRequest<'_>) -> Root {
        let SearchRequest { game, color, excluded, .. } = *request;
        let mut root = Root::new(game, color);
        root.exclude(excluded);
        root.restrict(request.restrictions);
        if request.forgets_moves {
            root.forget_moves();
        }
        let is_continued = self.advance(request);
        if E::NEEDS_PAR && game.handicap() >= 2 {
            root.set_par(self.par(game, color));
        }
        self.n_searches += 1;
        let TreeSearch { seed, parameters, .. } = *self;
        for (idx, worker) in self.workers.iter_mut().enumerate() {
            let stream = self.n_searches << 8 | idx as u64;
            let seed = seed.wrapping_mul(0x9e37_79b9) ^ stream;
            let start = SearchStart {
                root: &root,
                parameters,
                seed,
                worker_idx: idx,
                is_continued,
                wants_move_sums: request.details.is_some_and(|it| it.by_candidate),
                wants_raw: request.details.is_some(),
            };
            worker.evaluator_mut().start(&start);
        }
        if is_continued && let Some(worker) = self.workers.first_mut() {
            worker.review_root(&mut self.tree, &root);
        }
        root
    }

    /// Keeps what was visited most, so that the tree can grow again; says
    /// whether that has gained anything.
    fn prune(&mut self) -> bool {
        let before = self.tree.fullness();
        let mut least = 4 * E::LEAST_KEPT;
        while self.tree.fullness() > ROOMY && least < MOST_VISITS {
            self.tree.keep(ROOT, least);
            least *= 2;
        }
        self.tree.fullness() < 0.9 * before
    }

    /// The lead of Black, in points, that is made even in a handicap game: at
    /// first most of what there is, less and less as the board fills.
    fn par(&mut self, game: &Game, color: Color) -> f32 {
        let board = game.board();
        let node = self.tree.node(ROOT);
        let lead = match self.workers.first_mut() {
            Some(worker) if node.n_visits() < PAR_VISITS => {
                worker.evaluator_mut().estimate_lead(game, color, self.seed)
            }
            _ => node.lead(),
        };
        let n_points = f32::from(board.size().n_points());
        let emptiness = f32::from(board.n_empty()) / n_points;
        lead * ((emptiness - 0.3) / 0.7).clamp(0.0, 1.0)
    }

    /// Makes a position the root, with what is known of it; says whether
    /// anything is.
    fn advance(&mut self, request: &SearchRequest<'_>) -> bool {
        let is_continued = self.follow(request).is_some();
        if !is_continued {
            self.tree.clear();
        }
        let SearchRequest { game, color, excluded, .. } = *request;
        self.last = Some(LastRequest {
            game: game.clone(),
            color,
            excluded,
            restrictions: request.restrictions.clone(),
            forgets_moves: request.forgets_moves,
        });
        is_continued
    }

    /// Goes down the tree along the moves that were made since the last
    /// search.
    fn follow(&mut self, request: &SearchRequest<'_>) -> Option<()> {
        let SearchRequest { game, color, excluded, .. } = *request;
        let last = self.last.as_ref()?;
        let before = &last.game;
        let is_same = before.ruleset() == game.ruleset()
            && before.komi() == game.komi()
            && before.handicap() == game.handicap()
            && before.position_at(0) == game.position_at(0)
            && before.n_turns() <= game.n_turns()
            && before.turns().eq(game.turns().take(before.n_turns()));
        if !is_same {
            return None;
        }
        let size = game.board().size();
        let mut node = ROOT;
        let mut to_play = last.color;
        for turn in game.turns().skip(before.n_turns()) {
            let Turn::Move(mover, mv) = turn else { return None };
            if mover != to_play {
                return None;
            }
            let (first, children) = self.tree.children(node);
            node = first + children.iter().position(|it| it.mv(size) == mv)? as u32;
            to_play = !to_play;
        }
        let is_restricted_alike = last.restrictions == *request.restrictions
            && (node == ROOT || request.restrictions.is_empty())
            && last.forgets_moves == request.forgets_moves;
        let excluded_before = if node == ROOT { last.excluded } else { Excluded::default() };
        if to_play != color || excluded != excluded_before || !is_restricted_alike {
            return None;
        }
        if node != ROOT {
            self.tree.keep(node, E::LEAST_KEPT);
        }
        Some(())
    }
}

impl TreeSearch<NetworkEvaluator> {
    /// Whether this network judges positions.
    pub(super) fn uses(&self, network: &Arc<Network>) -> bool {
        self.workers.iter().all(|it| Arc::ptr_eq(it.evaluator().network(), network))
    }
}

/// Lets all workers search, the first one in this thread, which calls back
/// after each of its playouts.
fn work<E: SearchEvaluator>(
    run: &Run<'_>,
    tree: &Tree,
    workers: &mut [Worker<E>],
    look: impl FnMut(&Worker<E>, u32),
) {
    let Some((first, others)) = workers.split_first_mut() else { return };
    if others.is_empty() {
        run.work(first, tree, look);
        return;
    }
    thread::scope(|scope| {
        for worker in others {
            scope.spawn(|| run.work(worker, tree, |_, _| ()));
        }
        run.work(first, tree, look);
    });
}

/// A search as one of its workers sees it.
struct RunningSearch<'a, E> {
    tree: &'a Tree,
    run: &'a Run<'a>,
    worker: &'a Worker<E>,
    details: Option<DetailRequest>,
}

impl<E: SearchEvaluator> Running for RunningSearch<'_, E> {
    fn n_playouts(&self) -> u32 {
        self.run.n_playouts()
    }

    fn report(&self) -> Report {
        let root = self.run.root();
        let evaluator = self.worker.evaluator();
        let summary = E::summarize(std::iter::once(evaluator), root);
        let found = Found { tree: self.tree, root, evaluator, summary: &summary };
        found.report(self.n_playouts(), self.details)
    }
}
