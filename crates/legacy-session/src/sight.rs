//! What a view shows of the record, kept from one action to the next so that
//! a view is quick in records of any size.

use std::sync::Arc;

use tengen_analysis::Evaluation;
use tengen_record::{NodeId, NumberedMove, Positions, Revision, Snapshot, TreeLayout};
use tengen_rules::{ByPoint, Color, Move, Point, PointSet};

use crate::session::Session;
use crate::speech;

/// A node of the line that is being looked at.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct LineNode {
    /// The node.
    pub node: NodeId,
    /// Its move, if it has one.
    pub mv: Option<(Color, Move)>,
    /// The number of the last move up to it, zero before the first.
    pub number: u32,
    /// What an engine thought of the position.
    pub evaluation: Option<Evaluation>,
}

/// What is kept for the view.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    pub(crate) positions: Positions,
    /// All nodes.
    pub(crate) tree: Arc<TreeLayout>,
    /// The nodes from the root to the end of the line that is being looked at.
    pub(crate) line: Arc<Vec<LineNode>>,
    line_moves: Vec<NumberedMove>,
    /// The position that is being looked at.
    pub(crate) snapshot: Box<Snapshot>,
    /// The moves that led there.
    pub(crate) moves: Arc<Vec<(Color, Move)>>,
    /// The numbers of the stones there.
    pub(crate) numbers: Vec<(Point, u32)>,
    /// Where the last of them took stones.
    pub(crate) captured: PointSet,
    /// The points there that are of no interest, and the only ones to be shown.
    pub(crate) dimmed: PointSet,
    pub(crate) visible: Option<PointSet>,
    /// Where the game goes on if moves are taken back.
    pub(crate) undo_target: Option<NodeId>,
    /// What the tree, the line, the position and the target are of.
    tree_of: Option<Revision>,
    line_of: Option<(NodeId, u64)>,
    node_of: Option<(NodeId, Revision, usize)>,
    target_of: Option<(NodeId, Revision, [bool; 4])>,
}

impl Sight {
    pub(crate) fn new(record: &tengen_record::Record) -> Sight {
        let mut positions = Positions::new();
        Sight {
            snapshot: Box::new(positions.at(record, record.root())),
            positions,
            tree: Arc::default(),
            line: Arc::default(),
            line_moves: Vec::new(),
            moves: Arc::default(),
            numbers: Vec::new(),
            captured: PointSet::EMPTY,
            dimmed: PointSet::EMPTY,
            visible: None,
            undo_target: None,
            tree_of: None,
            line_of: None,
            node_of: None,
            target_of: None,
        }
    }

    /// The place of a node in its line.
    pub(crate) fn depth(&self, node: NodeId) -> usize {
        self.tree.place(node).map_or(0, |it| it.column as usize)
    }

    /// Notes what an engine thought of a node.
    pub(crate) fn note_evaluation(&mut self, node: NodeId, evaluation: Evaluation) {
        let depth = self.depth(node);
        if self.line.get(depth).is_some_and(|it| it.node == node) {
            Arc::make_mut(&mut self.line)[depth].evaluation = Some(evaluation);
        }
    }

    pub(crate) fn forget_evaluations(&mut self) {
        self.line_of = None;
    }
}

impl Session {
    /// Brings what is kept for the view up to date.
    pub(crate) fn refresh(&mut self) {
        let revision = self.record.revision();
        if self.sight.tree_of.replace(revision) != Some(revision) {
            Arc::make_mut(&mut self.sight.tree).update(&self.record);
        }
        if !self.record.contains(self.tip) {
            self.tip = self.viewed.node;
        }
        let line_of = Some((self.tip, self.record.tree_version()));
        if std::mem::replace(&mut self.sight.line_of, line_of) != line_of {
            self.refresh_line();
        }
        let node_of = Some((self.viewed.node, revision, self.viewed.game.n_turns()));
        if std::mem::replace(&mut self.sight.node_of, node_of) != node_of {
            self.refresh_node();
        }
        let people = Color::ALL.map(|color| self.seats[color].is_person());
        let state = [people[0], people[1], self.is_over(), self.is_review];
        let target_of = Some((self.live.node, revision, state));
        if std::mem::replace(&mut self.sight.target_of, target_of) != target_of {
            self.sight.undo_target = if self.is_review { None } else { self.undo_target() };
        }
    }

    fn refresh_line(&mut self) {
        let record = &self.record;
        let rest = record.line(self.tip).skip(1);
        let nodes: Vec<NodeId> = record.path(self.tip).into_iter().chain(rest).collect();
        let moves = nodes.last().map(|&it| record.moves(it)).unwrap_or_default();
        let mut later = moves.iter().peekable();
        let mut number = 0;
        let line = nodes.into_iter().map(|node| {
            let mut mv = None;
            while let Some(next) = later.next_if(|it| it.node == node) {
                mv = mv.or(Some((next.color, next.mv)));
                number = next.number;
            }
            LineNode { node, mv, number, evaluation: self.evaluations.get(&node).copied() }
        });
        self.sight.line = Arc::new(line.collect());
        self.sight.line_moves = moves;
    }

    fn refresh_node(&mut self) {
        let sight = &mut self.sight;
        *sight.snapshot = sight.positions.at(&self.record, self.viewed.node);
        let depth = sight.depth(self.viewed.node);
        let is_behind = |it: &&NumberedMove| sight.depth(it.node) <= depth;
        let moves: Vec<&NumberedMove> = sight.line_moves.iter().take_while(is_behind).collect();
        sight.numbers = numbers(&sight.snapshot, &moves);
        sight.moves = Arc::new(moves.iter().map(|it| (it.color, it.mv)).collect());
        sight.captured = speech::captured(&self.viewed.game);
        let node = self.record.node(self.viewed.node);
        (sight.dimmed, sight.visible) = (node.dimmed(), node.viewed());
    }
}

/// The number of the move that put each stone on the board.
fn numbers(snapshot: &Snapshot, moves: &[&NumberedMove]) -> Vec<(Point, u32)> {
    let mut latest: ByPoint<Option<(Color, u32)>> = ByPoint::new(None);
    for it in moves {
        if let Move::Play(point) = it.mv {
            latest[point] = Some((it.color, it.number));
        }
    }
    let numbered = |(stone, point): (Color, Point)| {
        let (_, number) = latest[point].filter(|&(color, _)| color == stone)?;
        Some((point, number))
    };
    snapshot.board().stones().filter_map(numbered).collect()
}
