//! The seam between the tree and what judges its leaves.
//!
//! The tree search descends to a leaf, has it evaluated, and backs up the
//! result ([`Worker`](super::worker::Worker)). All else is the evaluator's: how
//! positions are judged, which priors moves get, when a leaf is expanded, and
//! by which formula a child is selected, since that formula must fit the kind
//! of numbers that the evaluator gives.
//!
//! | | playouts | a network |
//! |---|---|---|
//! | [`evaluate`](Evaluator::evaluate) | one playout | value and lead, from one forward pass |
//! | [`children`](Evaluator::children) | priors, with virtual wins | the policy of the same pass |
//! | [`expansion`](Evaluator::expansion) | after some visits, on the way down | with the first evaluation |
//! | [`select`](Evaluator::select) | visits and AMAF, mixed | PUCT |
//! | [`observe`](Evaluator::observe) | AMAF | nothing |
//! | [`summarize`](SearchEvaluator::summarize) | ownership and spread of all playouts | the ownership of the root |
//!
//! A thread that wants a batch drives several workers: it lets all of them
//! descend, evaluates their leaves together, and lets all of them back up. A
//! node that was entered counts as lost until then, so they take different
//! ways.

use tengen_analysis::RawEvaluation;
use tengen_rules::{Board, Color, Game, Move};

use super::path::{Leaf, MAX_DEPTH};
use super::root::Root;
use super::tree::{NewNode, Node, Tree, WIN};
use crate::parameters::Parameters;
use crate::point_sums::{MoveSums, PointSums};

/// What a leaf is worth.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Evaluation {
    /// Black's chance, from 0 to [`WIN`].
    pub(crate) value: u32,
    /// Black's lead, in points.
    pub(crate) lead: i32,
}

impl Evaluation {
    /// The value for a player, from 0 to [`WIN`].
    #[inline]
    pub(crate) fn value_for(self, color: Color) -> u32 {
        if color == Color::Black { self.value } else { WIN - self.value }
    }
}

/// When a leaf gets its children.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Expansion {
    /// On the way down, which then goes on to one of them.
    ///
    /// The root is expanded at once.
    OnDescent {
        /// The visits that a leaf needs before.
        after_visits: u32,
    },
    /// As soon as it was evaluated, which has also given the priors.
    OnEvaluation,
}

/// Judges leaves and chooses the way to them.
///
/// Each worker has its own. It follows each descent move by move, so that it
/// can keep its own representation of the position.
pub(crate) trait Evaluator {
    /// The longest line in the tree, in moves.
    const MAX_DEPTH: usize = MAX_DEPTH;

    /// Goes back to the root, from where the next descent starts.
    ///
    /// This is also the time to correct the priors of the root's children.
    fn restart(&mut self, tree: &Tree, root: &Root);

    /// Follows a move.
    fn play(&mut self, color: Color, mv: Move);

    /// The board after the moves so far.
    fn board(&self) -> &Board;

    /// The index of the child to visit next.
    fn select(&self, node: &Node, children: &[Node]) -> usize;

    /// When leaves get their children.
    fn expansion(&self) -> Expansion;

    /// The children of a leaf.
    ///
    /// For [`Expansion::OnEvaluation`], the leaf is the one that was evaluated
    /// last.
    fn children(&mut self, leaf: &Leaf<'_>) -> &[NewNode];

    /// Judges a leaf.
    fn evaluate(&mut self, leaf: &Leaf<'_>) -> Evaluation;

    /// Tells the tree what the last evaluation says about other moves.
    fn observe(&mut self, _tree: &Tree, _leaf: &Leaf<'_>) {}
}

/// An evaluator of whole games, which a search can be made of.
pub(crate) trait SearchEvaluator: Evaluator + Send + Sync {
    /// The visits from which on a node's children are worth keeping.
    const LEAST_KEPT: u32 = 2;
    /// Whether leads are compared with a par in handicap games.
    const NEEDS_PAR: bool = true;

    /// Prepares for a search.
    fn start(&mut self, start: &SearchStart<'_>);

    /// Better children of a root that was a leaf of an earlier search, if
    /// there are any.
    fn review_root(&mut self, _root: &Leaf<'_>) -> Option<&[NewNode]> {
        None
    }

    /// Black's lead in a game, in points, without a search.
    fn estimate_lead(&mut self, game: &Game, to_play: Color, seed: u64) -> f32;

    /// Black's mean lead in a node, in points.
    fn lead(node: &Node, root: &Root) -> f32 {
        node.lead() + root.lead_offset()
    }

    /// What a move of the root is worth at least, if the evaluator knows how
    /// much its visits differ.
    fn lower_bound(&self, _to_play: Color, _child: &Node) -> Option<f32> {
        None
    }

    /// What a chance to win, from 0 to 1, and a lead of Black are worth to a
    /// player, from 0 to 1.
    fn utility(&self, _color: Color, win: f32, _black_lead: f32) -> f32 {
        win
    }

    /// What the evaluators of all workers know beside the numbers of the tree.
    fn summarize<'a>(evaluators: impl Iterator<Item = &'a Self>, root: &Root) -> Summary
    where
        Self: 'a;
}

/// What a search starts with.
#[derive(Copy, Clone, Debug)]
pub(crate) struct SearchStart<'a> {
    pub(crate) root: &'a Root,
    pub(crate) parameters: Parameters,
    /// Different for each worker.
    pub(crate) seed: u64,
    /// The number of the worker, from 0 on.
    pub(crate) worker_idx: usize,
    /// Whether the tree has something from an earlier search.
    pub(crate) is_continued: bool,
    /// Whether sums are kept for each move of the root.
    pub(crate) wants_move_sums: bool,
    /// Whether what a network thinks of the root by itself is kept.
    pub(crate) wants_raw: bool,
}

/// What a report tells beside the numbers of the tree.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    pub(crate) sums: PointSums,
    /// The same for each move of the root, if they are kept.
    pub(crate) move_sums: MoveSums,
    /// What a network thinks of the root by itself.
    pub(crate) raw: Option<RawEvaluation>,
    /// By how much the odds of Black to win are better than those to be ahead
    /// of par: the logarithm of their ratio.
    pub(crate) odds_beside_par: f32,
}
