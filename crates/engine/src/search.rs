//! Monte Carlo tree search.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tengen_analysis::{Analysis, Candidate, Excluded, Stop};
use tengen_rules::{ByPoint, Color, Game, Move, Turn};

use crate::limits::Limits;
use crate::parameters::Parameters;
use crate::report::Report;
use crate::rng::Rng;
use crate::root::Root;
use crate::sampler::Sampler;
use crate::search_request::SearchRequest;
use crate::tree::{MOST_VISITS, Node, ROOT, Tree};
use crate::worker::{Leads, Worker};

/// The number of playouts between two looks at the progress.
const LOOK: u32 = 64;

/// The share of the memory that is in use after the tree was pruned.
const ROOMY: f32 = 0.7;

/// The number of playouts by which the lead in a handicap game is guessed.
const PAR_PLAYOUTS: u32 = 64;

/// The longest variation in a report.
const VARIATION: usize = 12;

/// What a search is given once.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Settings {
    /// The number of threads, at least 1.
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
#[derive(Debug)]
pub struct Search {
    settings: Settings,
    tree: Tree,
    workers: Vec<Worker>,
    /// The request whose position is the root of the tree.
    last: Option<Asked>,
    n_searches: u64,
}

impl Search {
    /// Claims the memory.
    pub fn new(settings: Settings) -> Search {
        let settings = Settings { threads: settings.threads.max(1), ..settings };
        // Half of it is where the tree moves when a part of it is dropped.
        let n_nodes = settings.memory / size_of::<Node>() / 2;
        Search {
            settings,
            tree: Tree::with_capacity(n_nodes.min(u32::MAX as usize / 2)),
            workers: (0..settings.threads).map(|_| Worker::new(0)).collect(),
            last: None,
            n_searches: 0,
        }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.last = None;
        self.n_searches = 0;
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
        mut progress: impl FnMut(&Progress<'_>),
    ) -> Report {
        let start = Instant::now();
        let SearchRequest { game, color, limits, excluded } = *request;
        let mut root = Root::new(game, color);
        root.exclude(excluded);
        let goes_on = self.advance(request);
        if game.handicap() >= 2 {
            root.set_par(self.par(game, color));
        }
        self.n_searches += 1;
        for (idx, worker) in self.workers.iter_mut().enumerate() {
            let stream = self.n_searches << 8 | idx as u64;
            let seed = self.settings.seed.wrapping_mul(0x9e37_79b9) ^ stream;
            worker.start(&root, seed, goes_on);
        }
        let mut shared = Shared {
            root: &root,
            parameters: self.settings.parameters.on(game.board().size()),
            limits,
            stop,
            start,
            n_playouts: AtomicU32::new(0),
            is_over: AtomicBool::new(false),
            is_full: AtomicBool::new(false),
            may_prune: true,
        };
        let mut next_look = LOOK;
        loop {
            let (first, others) =
                self.workers.split_first_mut().expect("there is at least one thread");
            let tree = &self.tree;
            shared.is_full.store(false, Ordering::Relaxed);
            let mut lead = |first: &mut Worker| {
                shared.work(first, tree, |worker, n_playouts| {
                    if n_playouts >= next_look {
                        next_look = n_playouts + LOOK;
                        progress(&Progress { tree, shared: &shared, worker });
                    }
                });
            };
            if others.is_empty() {
                lead(first);
            } else {
                thread::scope(|scope| {
                    for worker in others {
                        scope.spawn(|| shared.work(worker, tree, |_, _| ()));
                    }
                    lead(first);
                });
            }
            if !shared.is_full.load(Ordering::Relaxed) {
                break;
            }
            // Keep what was visited most, so that the tree can grow again. If
            // that gains nothing, it goes on as it is.
            let before = self.tree.fullness();
            let mut least = 8;
            while self.tree.fullness() > ROOMY && least < MOST_VISITS {
                self.tree.keep(ROOT, least);
                least *= 2;
            }
            shared.may_prune = self.tree.fullness() < 0.9 * before;
            shared.is_over.store(false, Ordering::Relaxed);
        }
        let mut ownership = ByPoint::new(0.0);
        for point in game.board().size().points() {
            let parts = self.workers.iter().map(|it| it.owner(point));
            let (sum, n) = parts.fold((0, 0), |(sum, n), it| (sum + it.0, n + it.1));
            ownership[point] = sum as f32 / n.max(1) as f32;
        }
        let leads = self.workers.iter().map(Worker::leads).fold(Leads::default(), Leads::join);
        report(&self.tree, &shared, &ownership, leads)
    }

    /// The lead of Black, in points, that is made even in a handicap game: at
    /// first most of what there is, less and less as the board fills.
    fn par(&self, game: &Game, color: Color) -> f32 {
        let board = game.board();
        let node = self.tree.node(ROOT);
        let lead = if node.n_visits() >= PAR_PLAYOUTS {
            node.lead()
        } else {
            let mut rng = Rng::new(self.settings.seed);
            let mut sampler = Sampler::new(board, color);
            let sum: i32 = (0..PAR_PLAYOUTS).map(|_| sampler.playout(&mut rng)).sum();
            let bonus = game.ruleset().handicap_points(game.handicap());
            let komi = f32::from(game.komi().half_points()) / 2.0 + f32::from(bonus);
            sum as f32 / PAR_PLAYOUTS as f32 - komi
        };
        let n_points = f32::from(board.size().n_points());
        let emptiness = f32::from(board.n_empty()) / n_points;
        lead * ((emptiness - 0.3) / 0.7).clamp(0.0, 1.0)
    }

    /// Makes a position the root, with what is known of it; says whether
    /// anything is.
    fn advance(&mut self, request: &SearchRequest<'_>) -> bool {
        let goes_on = self.follow(request).is_some();
        if !goes_on {
            self.tree.clear();
        }
        let SearchRequest { game, color, excluded, .. } = *request;
        self.last = Some(Asked { game: game.clone(), color, excluded });
        goes_on
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
        let excluded_before = if node == ROOT { last.excluded } else { Excluded::default() };
        if to_play != color || excluded != excluded_before {
            return None;
        }
        if node != ROOT {
            self.tree.keep(node, 2);
        }
        Some(())
    }
}

/// What a search was asked last.
#[derive(Debug)]
struct Asked {
    game: Game,
    color: Color,
    excluded: Excluded,
}

/// What the threads of one search share.
struct Shared<'a> {
    root: &'a Root,
    parameters: Parameters,
    limits: Limits,
    stop: &'a Stop,
    start: Instant,
    n_playouts: AtomicU32,
    is_over: AtomicBool,
    is_full: AtomicBool,
    /// Whether the search pauses to make room when the tree is full.
    may_prune: bool,
}

impl Shared<'_> {
    /// Searches until it is over.
    fn work(&self, worker: &mut Worker, tree: &Tree, mut look: impl FnMut(&Worker, u32)) {
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
            let had_room = worker.simulate(tree, self.root, &self.parameters);
            if !had_room && self.may_prune {
                self.is_full.store(true, Ordering::Relaxed);
                self.is_over.store(true, Ordering::Relaxed);
            }
            let n_playouts = self.n_playouts.load(Ordering::Relaxed);
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
        let mut n_left = self.limits.playouts.map_or(u32::MAX, |most| most - n_playouts.min(most));
        if let Some(budget) = self.limits.time {
            let elapsed = self.start.elapsed();
            if elapsed >= budget.most {
                return true;
            }
            if !n_playouts.is_multiple_of(32) {
                return false;
            }
            let speed = n_playouts as f32 / elapsed.as_secs_f32().max(1e-6);
            let (best, second) = leaders(tree);
            let is_settled = best > 2 * second;
            if elapsed >= budget.ideal && is_settled {
                return true;
            }
            let rest = budget.most.saturating_sub(elapsed).as_secs_f32();
            n_left = n_left.min((rest * speed) as u32);
        } else if !n_playouts.is_multiple_of(32) {
            return false;
        }
        if self.limits.is_exact {
            return false;
        }
        let (best, second) = leaders(tree);
        best - second > n_left
    }
}

/// The visits of the two moves that were visited most.
fn leaders(tree: &Tree) -> (u32, u32) {
    let (_, children) = tree.children(ROOT);
    children.iter().map(Node::n_visits).fold((0, 0), |(best, second), it| {
        if it > best { (it, best) } else { (best, second.max(it)) }
    })
}

/// A search that goes on.
#[derive(Copy, Clone)]
pub struct Progress<'a> {
    tree: &'a Tree,
    shared: &'a Shared<'a>,
    worker: &'a Worker,
}

impl std::fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Progress").field("n_playouts", &self.n_playouts()).finish_non_exhaustive()
    }
}

impl Progress<'_> {
    /// The number of new playouts so far.
    pub fn n_playouts(&self) -> u32 {
        self.shared.n_playouts.load(Ordering::Relaxed)
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.shared.start.elapsed()
    }

    /// What was found so far; the owners are those of one thread.
    pub fn report(&self) -> Report {
        let mut ownership = ByPoint::new(0.0);
        for point in self.shared.root.board().size().points() {
            let (sum, n) = self.worker.owner(point);
            ownership[point] = sum as f32 / n.max(1) as f32;
        }
        report(self.tree, self.shared, &ownership, self.worker.leads())
    }
}

fn report(tree: &Tree, shared: &Shared<'_>, ownership: &ByPoint<f32>, leads: Leads) -> Report {
    let root = shared.root;
    let size = root.board().size();
    let to_play = root.to_play();
    let lead_for = |node: &Node| {
        let lead = node.lead() + root.lead_offset();
        f32::from(to_play.sign()) * lead
    };
    // Nodes know who was ahead of par; people ask who wins.
    let odds_ratio = (f32::from(to_play.sign()) * leads.odds_beside_par()).exp();
    let chance = |ahead: f32| ahead * odds_ratio / (1.0 - ahead + ahead * odds_ratio);
    let (first, children) = tree.children(ROOT);
    let mut order: Vec<usize> = (0..children.len()).collect();
    order.sort_by_key(|&idx| std::cmp::Reverse(children[idx].n_visits()));
    let tried = order.into_iter().filter(|&idx| children[idx].n_visits() > 0);
    let candidates = tried
        .map(|idx| {
            let node = &children[idx];
            Candidate {
                mv: node.mv(size),
                n_visits: node.n_visits(),
                win_rate: chance(node.visits().value),
                lead: Some(lead_for(node)),
                prior: Some(node.prior()),
                lower_bound: None,
                variation: variation(tree, first + idx as u32, shared),
            }
        })
        .collect();
    let node = tree.node(ROOT);
    let analysis = Analysis {
        to_play,
        n_visits: node.n_visits(),
        win_rate: chance(1.0 - node.visits().value),
        lead: Some(lead_for(node)),
        lead_deviation: Some(leads.deviation()),
        candidates,
        priors: children.iter().map(|it| (it.mv(size), it.prior())).collect(),
        ownership: Some(Box::new(*ownership)),
    };
    Report {
        analysis,
        n_playouts: shared.n_playouts.load(Ordering::Relaxed),
        par: root.par(),
        elapsed: shared.start.elapsed(),
    }
}

/// The most visited moves from a node on.
fn variation(tree: &Tree, mut node_idx: u32, shared: &Shared<'_>) -> Vec<Move> {
    let size = shared.root.board().size();
    let mut moves = vec![tree.node(node_idx).mv(size)];
    while moves.len() < VARIATION {
        let (first, children) = tree.children(node_idx);
        let best = (0..children.len()).max_by_key(|&idx| children[idx].n_visits());
        let Some(best) = best.filter(|&idx| children[idx].n_visits() > 0) else { break };
        moves.push(children[best].mv(size));
        node_idx = first + best as u32;
    }
    moves
}
