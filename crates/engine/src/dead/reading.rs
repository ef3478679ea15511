//! A local search: who owns the points of one spot.
//!
//! It is the tree search of the engine with an evaluator of its own, which
//! plays for the points of the spot alone and tries moves near it only. A leaf
//! is worth the share of those points that a playout gives to Black. Passing is
//! always a move, and two passes leave everything on the board as it is, which
//! is what keeps a seki.
//!
//! Descent, tree, back-up, AMAF and the selection formula are those of the
//! whole-board search. Priors have no virtual wins here, AMAF does not fade by
//! age, and ownership is counted over the second half of the simulations, since
//! these searches are small and their moves few.

use tengen_rules::{Board, ByPoint, Color, Move, area};

use super::spot::Spot;
use crate::playout::{Playout, owner, sign};
use crate::playout_evaluator::amaf::{Amaf, AmafWeight};
use crate::playout_evaluator::selection::Selection;
use crate::prior;
use crate::rng::Rng;
use crate::search::evaluator::{Evaluation, Evaluator, Expansion};
use crate::search::path::Leaf;
use crate::search::root::Root;
use crate::search::tree::{AMAF_WIN, Mean, NewNode, Node, Tree, WIN};
use crate::search::worker::Worker;

/// The visits after which the moves of a node are added.
const EXPAND_AFTER: u32 = 2;

const SELECTION: Selection = Selection {
    exploration: 0.15,
    amaf_equivalence: 600.0,
    amaf_most: f32::INFINITY,
    prior_wins: 0.0,
};

/// The sharpness of the priors, see
/// [`Parameters::prior_sharpness`](crate::Parameters::prior_sharpness).
const PRIOR_SHARPNESS: f32 = 0.8;

/// How many observations the first value of a move stands for.
const PRIOR_VISITS: f32 = 8.0;

/// The prior of a pass.
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
    // All but the root had two visits that ended there before they got
    // children.
    let n_expanded = 1 + n_simulations as usize / EXPAND_AFTER as usize;
    let tree = Tree::for_one_search(1 + n_expanded * (spot.moves.len() + 1));
    let root = Root::of_board(board, first);
    let mut worker = Worker::new(SpotEvaluator::new(board, spot, rng));
    let mut ownership = ByPoint::new(0.0);
    // The first half finds the moves, the second half tells what comes of
    // them.
    let n_ignored = n_simulations / 2;
    for idx in 0..n_simulations {
        worker.simulate(&tree, &root);
        if idx >= n_ignored {
            for point in spot.points {
                let owner = f32::from(worker.evaluator().owners[point]);
                ownership[point] += owner / (n_simulations - n_ignored) as f32;
            }
        }
    }
    ownership
}

/// Evaluates leaves by who owns a spot at the end of a playout.
struct SpotEvaluator<'a> {
    spot: &'a Spot,
    rng: &'a mut Rng,
    origin: Playout,
    playout: Playout,
    amaf: Amaf,
    /// Who owned the points at the end of the last playout: 1 for Black, -1 for
    /// White.
    owners: ByPoint<i8>,
    /// What that was worth to Black.
    value: u32,
    priors: Vec<(Move, f32)>,
    children: Vec<NewNode>,
}

impl<'a> SpotEvaluator<'a> {
    fn new(board: &Board, spot: &'a Spot, rng: &'a mut Rng) -> SpotEvaluator<'a> {
        let origin = Playout::new(board);
        SpotEvaluator {
            spot,
            rng,
            playout: origin.clone(),
            origin,
            amaf: Amaf::new(AmafWeight::Constant),
            owners: ByPoint::new(0),
            value: 0,
            priors: Vec::new(),
            children: Vec::new(),
        }
    }
}

impl Evaluator for SpotEvaluator<'_> {
    const MAX_DEPTH: usize = 48;

    fn restart(&mut self, _tree: &Tree, _root: &Root) {
        self.playout.reset(&self.origin);
    }

    fn play(&mut self, color: Color, mv: Move) {
        match mv {
            Move::Pass => self.playout.pass(),
            Move::Play(point) => {
                self.playout.play(color, point);
            }
        }
    }

    fn board(&self) -> &Board {
        self.playout.board()
    }

    fn select(&self, node: &Node, children: &[Node]) -> usize {
        SELECTION.select(node, children)
    }

    fn expansion(&self) -> Expansion {
        Expansion::OnDescent { after_visits: EXPAND_AFTER }
    }

    fn children(&mut self, leaf: &Leaf<'_>) -> &[NewNode] {
        let SpotEvaluator { spot, playout, priors, children, .. } = self;
        priors.clear();
        prior::weigh(playout, leaf.path.to_play(), None, |point, weight| {
            if spot.moves.contains(point) {
                priors.push((Move::Play(point), weight));
            }
        });
        prior::normalize(priors, PRIOR_SHARPNESS);
        priors.push((Move::Pass, PASS_PRIOR));
        let value = 1.0 - leaf.node.value_before_visit().unwrap_or(0.5);
        children.clear();
        children.extend(priors.iter().map(|&(mv, prior)| {
            let value = (value + 0.1 * (prior.sqrt() - 0.3)).clamp(0.0, 1.0);
            NewNode { mv, prior, amaf: Mean { count: PRIOR_VISITS, value } }
        }));
        children
    }

    fn evaluate(&mut self, leaf: &Leaf<'_>) -> Evaluation {
        let size = self.playout.board().size();
        self.amaf.restart(leaf.path.depth());
        let exact = leaf.is_end().then(|| area::find(self.playout.board()));
        if exact.is_none() {
            let SpotEvaluator { playout, rng, amaf, .. } = self;
            playout.run(leaf.path.to_play(), rng, |color, point| amaf.push(color, point, size));
        }
        let mut balance = 0;
        for point in self.spot.points {
            let owner = match &exact {
                Some(exact) => exact[point],
                None => owner(self.playout.board(), point),
            };
            self.owners[point] = sign(owner);
            balance += i32::from(self.owners[point]);
        }
        let share = f32::midpoint(1.0, balance as f32 / self.spot.points.len() as f32);
        self.value = (share * AMAF_WIN as f32).round() as u32;
        Evaluation { value: self.value * (WIN / AMAF_WIN), lead: balance }
    }

    fn observe(&mut self, tree: &Tree, leaf: &Leaf<'_>) {
        self.amaf.back_up(tree, leaf, self.value);
    }
}
