//! What a review shows: graph, key moves, losses, and what is said of the move
//! on the board.
//!
//! All of it is data from [`Workspace::review`](crate::workspace::Workspace::review);
//! the sentences are in [`words`](crate::words).
//!
//! | you want | take |
//! |---|---|
//! | the report, and how far the review is | [`ReviewView::report`], [`ReviewView::state`] |
//! | the move that led to the board | [`ReviewView::move_here`] |
//! | the color of a move in the tree | [`ReviewView::band_of`] |
//! | a graph with axes | [`ReviewView::graph`] |
//! | lists | [`ReviewView::key_moves`], [`ReviewView::mistakes`] |

mod graph;

use std::collections::HashMap;
use std::sync::Arc;

use tengen_host::ReviewState;
use tengen_record::{NodeEvaluation, NodeId};
use tengen_review::{Band, MoveReview, Report};

pub use graph::{Axis, Graph, GraphDot, Measure};

/// Mistakes are moves that lost this many points, if there is any.
const MISTAKE: Band = Band::Mistake;

/// What a review shows of the viewed line and position.
#[derive(Clone, Debug)]
pub struct ReviewView {
    /// Everything about the viewed line.
    pub report: Arc<Report>,
    /// Whether it goes on.
    pub state: ReviewState,
    /// The viewed node.
    pub node: NodeId,
    /// What is thought of the viewed position, with candidates.
    pub evaluation: Option<Arc<NodeEvaluation>>,
    /// Whether better moves, candidates and reasons are hidden.
    pub is_hidden: bool,
    /// What moves lost in points, by their nodes, in the lines that were
    /// looked at.
    pub losses: Arc<HashMap<NodeId, f32>>,
    /// What the graph shows.
    pub measure: Measure,
}

/// A move in a list of mistakes.
#[derive(Copy, Clone, Debug)]
pub struct ListedMove<'a> {
    /// The number of the move, counted from 1.
    pub number: u32,
    /// What is to be said of it.
    pub judged: &'a MoveReview,
    /// Whether it leads to the viewed position.
    pub is_here: bool,
    /// Whether it turned the game.
    pub is_turning_point: bool,
}

impl ReviewView {
    /// Whether anything was judged, or will be soon.
    pub fn is_worth_showing(&self) -> bool {
        self.state.is_running() || self.report.graph.iter().any(|it| it.black.is_some())
    }

    /// Whether every move of the line was judged.
    pub fn is_complete(&self) -> bool {
        let report = &self.report;
        let n_moves = report.graph.iter().filter(|it| it.color.is_some()).count();
        report.moves.len() >= n_moves && report.skipped.is_none()
    }

    /// What is to be said of the move that led to the viewed position.
    pub fn move_here(&self) -> Option<&MoveReview> {
        self.report.moves.iter().find(|it| it.node == self.node)
    }

    /// How much the move of a node lost, if that is known.
    pub fn band_of(&self, node: NodeId) -> Option<Band> {
        self.losses.get(&node).map(|&it| Band::of(it))
    }

    /// The moves that lost most, in the order of the game.
    pub fn key_moves(&self) -> Vec<ListedMove<'_>> {
        let report = &self.report;
        report.key_moves.iter().filter_map(|&idx| self.listed(idx)).collect()
    }

    /// All mistakes of the line in order: from 3 points on, or from 1.5 on if
    /// there is none.
    pub fn mistakes(&self) -> Vec<ListedMove<'_>> {
        let least = self.least_band();
        let moves = self.report.moves.iter().enumerate();
        let mistakes = moves.filter(|(_, it)| it.band >= least);
        mistakes.filter_map(|(idx, _)| self.listed(idx)).collect()
    }

    fn least_band(&self) -> Band {
        let has_mistake = self.report.moves.iter().any(|it| it.band >= MISTAKE);
        if has_mistake { MISTAKE } else { Band::Inaccuracy }
    }

    fn listed(&self, idx: usize) -> Option<ListedMove<'_>> {
        let judged = self.report.moves.get(idx)?;
        Some(ListedMove {
            number: self.report.number_of(judged.node)?,
            judged,
            is_here: judged.node == self.node,
            is_turning_point: self.report.turning_points.contains(&idx),
        })
    }

    /// The mistake after the viewed position, or before it.
    pub(crate) fn next_mistake(&self, is_forward: bool) -> Option<NodeId> {
        let graph = &self.report.graph;
        let here = graph.iter().position(|it| it.node == self.node).unwrap_or(0);
        let least = self.least_band();
        let is_mistake = |idx: &usize| {
            let node = graph[*idx].node;
            self.report.moves.iter().any(|it| it.node == node && it.band >= least)
        };
        let idx = if is_forward {
            (here + 1..graph.len()).find(is_mistake)
        } else {
            (0..here).rev().find(is_mistake)
        };
        idx.map(|it| graph[it].node)
    }

    /// The graph of the viewed line.
    pub fn graph(&self) -> Graph {
        Graph::new(self)
    }
}
