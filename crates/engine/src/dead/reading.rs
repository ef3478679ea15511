//! A search of one spot.
//!
//! It is a small Monte Carlo tree search that plays for the points of the
//! spot alone and makes moves near it only. Passing is always a move, and two
//! passes leave everything on the board as it is, which is what keeps a seki.

use tengen_rules::{Board, ByPoint, Color, Move, Point, area};

use super::spot::Spot;
use crate::playout::{Playout, owner, sign};
use crate::prior;
use crate::rng::Rng;

/// The longest line of moves in the tree.
const DEPTH: usize = 48;

/// The visits after which the moves of a node are added.
const EXPAND_AFTER: f32 = 2.0;

/// How strongly likely moves are tried.
const EXPLORATION: f32 = 0.15;

/// The visits at which a move's own results weigh as much as those of
/// playouts in which it came later.
const AMAF_EQUIVALENCE: f32 = 600.0;

/// How many results the first opinion of a move stands for.
const PRIOR_VISITS: f32 = 8.0;

/// The first opinion of a pass.
const PASS_PRIOR: f32 = 0.1;

/// Who owns the points of a spot after the moves that looked best, from -1 for
/// White to 1 for Black.
pub(super) fn read(
    board: &Board,
    spot: &Spot,
    first: Color,
    n_simulations: u32,
    rng: &mut Rng,
) -> ByPoint<f32> {
    let mut reader = Reader::new(board, spot, first);
    let mut ownership = ByPoint::new(0.0);
    // The first half finds the moves, the second half tells what comes of
    // them.
    let n_ignored = n_simulations / 2;
    for idx in 0..n_simulations {
        let owners = reader.simulate(rng);
        if idx >= n_ignored {
            for point in spot.points {
                ownership[point] += owners[point] / (n_simulations - n_ignored) as f32;
            }
        }
    }
    ownership
}

/// A move in the tree and what came of it for who made it.
#[derive(Copy, Clone)]
struct Node {
    mv: Move,
    prior: f32,
    results: Mean,
    /// Results of playouts in which the move was made here or later.
    amaf: Mean,
    first_child: usize,
    n_children: usize,
}

#[derive(Copy, Clone, Default)]
struct Mean {
    count: f32,
    sum: f32,
}

impl Mean {
    fn add(&mut self, value: f32) {
        self.count += 1.0;
        self.sum += value;
    }

    fn get(self) -> f32 {
        if self.count == 0.0 { 0.5 } else { self.sum / self.count }
    }
}

impl Node {
    fn new(mv: Move, prior: f32, amaf: Mean) -> Node {
        Node { mv, prior, results: Mean::default(), amaf, first_child: 0, n_children: 0 }
    }

    fn value(&self, exploration: f32) -> f32 {
        let (own, amaf) = (self.results, self.amaf);
        let both = amaf.count * own.count / AMAF_EQUIVALENCE;
        let share = amaf.count / (amaf.count + own.count + both);
        own.get() + share * (amaf.get() - own.get()) + exploration * self.prior / (1.0 + own.count)
    }
}

struct Reader<'a> {
    spot: &'a Spot,
    n_points: f32,
    first: Color,
    origin: Playout,
    playout: Playout,
    nodes: Vec<Node>,
    /// The nodes from the root to the leaf.
    path: Vec<usize>,
    /// The moves of the playout that follows.
    moves: Vec<(Color, Point)>,
    weighed: Vec<(Move, f32)>,
}

impl<'a> Reader<'a> {
    fn new(board: &Board, spot: &'a Spot, first: Color) -> Reader<'a> {
        let origin = Playout::new(board);
        Reader {
            spot,
            n_points: spot.points.len() as f32,
            first,
            playout: origin.clone(),
            origin,
            nodes: vec![Node::new(Move::Pass, 1.0, Mean::default())],
            path: Vec::new(),
            moves: Vec::new(),
            weighed: Vec::new(),
        }
    }

    /// Plays once, learns from it, and returns who owned what in the end.
    fn simulate(&mut self, rng: &mut Rng) -> ByPoint<f32> {
        // Step 1. Down to a leaf.
        self.playout.reset(&self.origin);
        self.path.clear();
        self.path.push(0);
        self.moves.clear();
        let mut color = self.first;
        let mut n_passes = 0;
        while n_passes < 2 && self.path.len() < DEPTH {
            let Some(child_idx) = self.select(color) else { break };
            self.path.push(child_idx);
            match self.nodes[child_idx].mv {
                Move::Pass => {
                    self.playout.pass();
                    n_passes += 1;
                }
                Move::Play(point) => {
                    self.playout.play(color, point);
                    n_passes = 0;
                }
            }
            color = !color;
        }

        // Step 2. To the end.
        let exact = (n_passes == 2).then(|| area::find(self.playout.board()));
        if exact.is_none() {
            let moves = &mut self.moves;
            self.playout.run(color, rng, |color, point| moves.push((color, point)));
        }

        // Step 3. Who owns what.
        let mut owners = ByPoint::new(0.0);
        let mut balance = 0.0;
        for point in self.spot.points {
            let owner = match &exact {
                Some(exact) => exact[point],
                None => owner(self.playout.board(), point),
            };
            owners[point] = sign(owner).into();
            balance += owners[point];
        }
        self.back_up(f32::midpoint(1.0, balance / self.n_points));
        owners
    }

    /// The move to try next, unless the leaf is to be played out.
    fn select(&mut self, color: Color) -> Option<usize> {
        let node_idx = *self.path.last()?;
        if self.nodes[node_idx].n_children == 0 {
            if node_idx != 0 && self.nodes[node_idx].results.count < EXPAND_AFTER {
                return None;
            }
            self.expand(node_idx, color);
        }
        let node = self.nodes[node_idx];
        let exploration = EXPLORATION * node.results.count.sqrt();
        let children = node.first_child..node.first_child + node.n_children;
        let value = |idx: usize| self.nodes[idx].value(exploration);
        children.max_by(|&one, &other| value(one).total_cmp(&value(other)))
    }

    fn expand(&mut self, node_idx: usize, color: Color) {
        let Reader { spot, playout, nodes, weighed, .. } = self;
        weighed.clear();
        prior::weigh(playout, color, None, |point, weight| {
            if spot.moves.contains(point) {
                weighed.push((Move::Play(point), weight));
            }
        });
        prior::normalize(weighed, 0.8);
        weighed.push((Move::Pass, PASS_PRIOR));
        let value = 1.0 - nodes[node_idx].results.get();
        nodes[node_idx].first_child = nodes.len();
        nodes[node_idx].n_children = weighed.len();
        nodes.extend(weighed.iter().map(|&(mv, prior)| {
            let value = (value + 0.1 * (prior.sqrt() - 0.3)).clamp(0.0, 1.0);
            Node::new(mv, prior, Mean { count: PRIOR_VISITS, sum: PRIOR_VISITS * value })
        }));
    }

    /// Tells the nodes on the path, the leaf first, what Black's share was.
    fn back_up(&mut self, black: f32) {
        let value_for = |color| if color == Color::Black { black } else { 1.0 - black };
        // Who moved first on a point from here on.
        let mut mover: ByPoint<Option<Color>> = ByPoint::new(None);
        for &(color, point) in self.moves.iter().rev() {
            mover[point] = Some(color);
        }
        let leaf = self.path.len() - 1;
        for depth in (0..=leaf).rev() {
            let to_play = if depth % 2 == 0 { self.first } else { !self.first };
            let node_idx = self.path[depth];
            self.nodes[node_idx].results.add(value_for(!to_play));
            let Some(&next) = self.path.get(depth + 1) else { continue };
            if let Move::Play(point) = self.nodes[next].mv {
                mover[point] = Some(to_play);
            }
            let node = self.nodes[node_idx];
            let children = node.first_child..node.first_child + node.n_children;
            for child in &mut self.nodes[children] {
                if let Move::Play(point) = child.mv
                    && mover[point] == Some(to_play)
                {
                    child.amaf.add(value_for(to_play));
                }
            }
        }
    }
}
