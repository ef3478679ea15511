//! The local search of [`reading`](super::reading) with a network in place of
//! playouts.
//!
//! A leaf is worth what the network, and to a lesser degree a playout, says of
//! the spot's points. Moves are those near the spot, with the network's policy,
//! and a pass. After two passes everything stays on the board as it is: stones
//! are dead only if they can be taken.

use std::sync::Arc;

use tengen_net::{Conditions, Evaluator as Forward, Input, N_RECENT, Network};
use tengen_rules::{
    Board, ByPoint, Color, Game, Move, PointSet, Position, Suicide, Symmetry, area,
};

use super::spot::Spot;
use crate::playout::{Playout, owner, sign};
use crate::rng::Rng;
use crate::search::evaluator::{Evaluation, Evaluator, Expansion};
use crate::search::path::Leaf;
use crate::search::root::Root;
use crate::search::tree::{Mean, NewNode, Node, ROOT, Tree, WIN};
use crate::search::worker::Worker;

/// How much the selection of a child is drawn to what the policy likes.
const EXPLORATION: f32 = 0.7;

/// How much worse than its parent a move without visits is taken to be, times
/// the root of the policy that was visited.
const FIRST_PLAY_REDUCTION: f32 = 0.1;

/// The bounds of the prior of a pass.
const PASS_PRIORS: [f32; 2] = [0.1, 0.5];

/// How much the end of one playout counts beside the opinion of the network.
///
/// A network that is wrong about a position is wrong about those that follow
/// too, while playouts do come to an end.
const PLAYOUT_SHARE: f32 = 0.25;

/// A network that reads the spots of a board.
pub(super) struct NetworkReader {
    forward: Forward,
    conditions: Conditions,
}

impl NetworkReader {
    pub(super) fn new(network: &Arc<Network>, game: &Game) -> NetworkReader {
        NetworkReader {
            forward: Forward::new(network, game.board().size()),
            conditions: Conditions::of(game),
        }
    }

    /// Who owns each point by a single look from all sides, from -1 for White
    /// to 1 for Black.
    pub(super) fn look(&mut self, board: &Board, first: Color) -> ByPoint<f32> {
        let position = Position { to_play: first, ..Position::from(*board) };
        let input = Input::new(&position, &[None; N_RECENT], &self.conditions, &PointSet::EMPTY);
        let output = self.forward.evaluate_mean(&input, &Symmetry::ALL);
        let mut ownership = ByPoint::new(0.0);
        for (point, owned) in ownership.iter_mut(board.size()) {
            *owned = f32::from(first.sign()) * output.ownership(point);
        }
        ownership
    }

    /// Who owns the points of a spot after the move that looked best, from -1
    /// for White to 1 for Black.
    pub(super) fn read(
        &mut self,
        board: &Board,
        filled: &Board,
        spot: &Spot,
        first: Color,
        n_simulations: u32,
        rng: &mut Rng,
    ) -> ByPoint<f32> {
        let tree = Tree::for_one_search(1 + n_simulations as usize * (spot.moves.len() + 1));
        let root = Root::of_board(board, first);
        let NetworkReader { forward, conditions } = self;
        let position = Position { to_play: first, ..Position::from(*board) };
        let playout = Playout::new(filled);
        let evaluator = SpotEvaluator {
            filled: playout.clone(),
            playout,
            forward,
            conditions,
            spot,
            rng,
            origin: Line { position, recent: [None; N_RECENT] },
            line: Line { position, recent: [None; N_RECENT] },
            owners: ByPoint::new(0.0),
            sums: Vec::new(),
            children: Vec::new(),
        };
        let mut worker = Worker::new(evaluator);
        for _ in 0..n_simulations.max(2) {
            worker.simulate(&tree, &root);
        }
        let (_, moves) = tree.children(ROOT);
        let best = (0..moves.len()).max_by_key(|&idx| moves[idx].n_visits());
        let Some((sum, n)) = best.and_then(|idx| worker.evaluator().sums.get(idx)) else {
            return ByPoint::new(0.0);
        };
        let mut ownership = *sum;
        for point in spot.points {
            ownership[point] /= (*n).max(1) as f32;
        }
        ownership
    }
}

/// A position and the moves that led to it, the latest first.
#[derive(Clone)]
struct Line {
    position: Position,
    recent: [Option<Move>; N_RECENT],
}

/// Evaluates leaves by whose a spot is in the eyes of a network.
struct SpotEvaluator<'a> {
    forward: &'a mut Forward,
    conditions: &'a Conditions,
    spot: &'a Spot,
    rng: &'a mut Rng,
    origin: Line,
    line: Line,
    /// The same on a board with settled territory filled, for playouts.
    filled: Playout,
    playout: Playout,
    /// Who owns the points at the last leaf, from -1 for White to 1 for Black.
    owners: ByPoint<f32>,
    /// The sum of that for each move of the root, and the number of leaves.
    sums: Vec<(ByPoint<f32>, u32)>,
    children: Vec<NewNode>,
}

impl SpotEvaluator<'_> {
    /// Asks the network, and makes children of its policy.
    fn look(&mut self, is_root: bool) {
        let Line { position, recent } = &self.line;
        let input = Input::new(position, recent, self.conditions, &PointSet::EMPTY);
        let symmetry = [Symmetry::ALL[self.rng.below(8) as usize]];
        let symmetries = if is_root { &Symmetry::ALL[..] } else { &symmetry[..] };
        let output = self.forward.evaluate_mean(&input, symmetries);
        let Position { board, to_play, .. } = *position;
        for point in self.spot.points {
            self.owners[point] = f32::from(to_play.sign()) * output.ownership(point);
        }
        self.children.clear();
        for point in self.spot.moves {
            if board.is_empty_at(point) && board.is_legal(to_play, point, Suicide::Forbidden) {
                let prior = output.policy(point);
                self.children.push(NewNode { mv: Move::Play(point), prior, amaf: Mean::default() });
            }
        }
        let total: f32 = self.children.iter().map(|it| it.prior).sum();
        let [least, most] = PASS_PRIORS;
        let pass = (output.pass() / (total + output.pass()).max(1e-6)).clamp(least, most);
        let factor = (1.0 - pass) / total.max(1e-6);
        self.children.iter_mut().for_each(|it| it.prior *= factor);
        self.children.push(NewNode { mv: Move::Pass, prior: pass, amaf: Mean::default() });
    }

    /// Adds the end of a playout to what the network thinks.
    fn play_on(&mut self, to_play: Color) {
        self.playout.run(to_play, self.rng, |_, _| ());
        for point in self.spot.points {
            let end = f32::from(sign(owner(self.playout.board(), point)));
            let owned = &mut self.owners[point];
            *owned += PLAYOUT_SHARE * (end - *owned);
        }
    }
}

impl Evaluator for SpotEvaluator<'_> {
    const MAX_DEPTH: usize = 48;

    fn restart(&mut self, _tree: &Tree, _root: &Root) {
        self.line.clone_from(&self.origin);
        self.playout.reset(&self.filled);
    }

    fn play(&mut self, color: Color, mv: Move) {
        match mv {
            Move::Pass => self.playout.pass(),
            Move::Play(point) => {
                self.playout.play(color, point);
            }
        }
        self.line.position.play_unchecked(mv);
        self.line.recent.rotate_right(1);
        self.line.recent[0] = Some(mv);
    }

    fn board(&self) -> &Board {
        &self.line.position.board
    }

    fn select(&self, node: &Node, children: &[Node]) -> usize {
        // The visit that is under way has no value yet.
        let n_visits = (node.n_visits().max(1) - 1) as f32;
        let factor = EXPLORATION * (n_visits + 0.01).sqrt();
        let visited = children.iter().filter(|it| it.n_visits() > 0);
        let visited_policy: f32 = visited.map(Node::prior).sum();
        let first_play = 1.0
            - node.value_before_visit().unwrap_or(0.5)
            - FIRST_PLAY_REDUCTION * visited_policy.sqrt();
        let worth = |child: &Node| {
            let Mean { count, value } = child.visits();
            let value = if count == 0.0 { first_play } else { value };
            value + factor * child.prior() / (1.0 + count)
        };
        let better = |best: usize, idx: usize| {
            if worth(&children[idx]) > worth(&children[best]) { idx } else { best }
        };
        (0..children.len()).fold(0, better)
    }

    fn expansion(&self) -> Expansion {
        Expansion::OnEvaluation
    }

    fn children(&mut self, leaf: &Leaf<'_>) -> &[NewNode] {
        if leaf.is_root() {
            self.sums = vec![(ByPoint::new(0.0), 0); self.children.len()];
        }
        &self.children
    }

    fn evaluate(&mut self, leaf: &Leaf<'_>) -> Evaluation {
        if leaf.is_end() {
            let owners = area::find(&self.line.position.board);
            for point in self.spot.points {
                self.owners[point] = f32::from(sign(owners[point]));
            }
        } else {
            self.look(leaf.is_root());
            self.play_on(leaf.path.to_play());
        }
        let total: f32 = self.spot.points.iter().map(|point| self.owners[point]).sum();
        let share = f32::midpoint(1.0, total / self.spot.points.len() as f32);
        Evaluation { value: (share * WIN as f32).round() as u32, lead: 0 }
    }

    fn observe(&mut self, tree: &Tree, leaf: &Leaf<'_>) {
        let Some(&node_idx) = leaf.path.nodes().get(1) else { return };
        let (first, _) = tree.children(ROOT);
        let (sum, n) = &mut self.sums[(node_idx - first) as usize];
        *n += 1;
        for point in self.spot.points {
            sum[point] += self.owners[point];
        }
    }
}
