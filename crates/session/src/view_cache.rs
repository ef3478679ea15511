//! Cached data for views, so that building one does not depend on the size of
//! the record.

use std::sync::Arc;

use tengen_record::{NodeId, NumberedMove, Positions, Record, Revision, Snapshot, TreeLayout};
use tengen_rules::{ByPoint, Color, Game, Move, Point, PointSet};

use crate::save::property;
use crate::session::Session;
use crate::{LineNode, NumberedStone, Viewer};

/// Data that is cached from one view to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct ViewCache {
    positions: Positions,
    layout: Arc<TreeLayout>,
    layout_of: Option<Revision>,
    line: Arc<Vec<LineNode>>,
    line_moves: Vec<NumberedMove>,
    line_of: Option<LineKey>,
    node: Option<Arc<NodeCache>>,
    game: Option<GameCache>,
}

/// The cache key of the line.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct LineKey {
    record_id: u64,
    tip: NodeId,
    tree: u64,
    positions: u64,
    evaluations: u64,
}

/// Cached data of the viewed node.
#[derive(Clone, Debug)]
pub(crate) struct NodeCache {
    key: NodeKey,
    pub(crate) snapshot: Snapshot,
    /// The moves that led there.
    pub(crate) moves: Arc<Vec<(Color, Move)>>,
    /// The stones that they put there.
    pub(crate) numbers: Arc<Vec<NumberedStone>>,
    /// Where the last of them captured stones.
    pub(crate) captured: PointSet,
    /// The points that are of no interest, and the only ones to be shown.
    pub(crate) dimmed: PointSet,
    pub(crate) visible: Option<PointSet>,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct NodeKey {
    node: NodeId,
    revision: Revision,
    tree: u64,
}

impl NodeKey {
    fn new(record: &Record, node: NodeId) -> NodeKey {
        NodeKey { node, revision: record.revision(), tree: record.tree_version() }
    }
}

/// The game up to the viewed node, while that is not the live one.
#[derive(Clone, Debug)]
struct GameCache {
    key: NodeKey,
    game: Arc<Game>,
}

impl ViewCache {
    /// The game up to a node.
    pub(crate) fn game(&mut self, session: &Session, node: NodeId) -> Arc<Game> {
        let record = &session.record;
        let key = NodeKey::new(record, node);
        let known = self.game.take().filter(|it| it.key == key);
        let cached = known.unwrap_or_else(|| {
            let game = property::game_by(record, &mut self.positions, node, session.ruleset);
            GameCache { key, game: Arc::new(game) }
        });
        Arc::clone(&self.game.insert(cached).game)
    }

    pub(crate) fn line(&self) -> &Arc<Vec<LineNode>> {
        &self.line
    }

    pub(crate) fn layout(&self) -> &Arc<TreeLayout> {
        &self.layout
    }

    /// The place of a node in its line.
    pub(crate) fn depth(&self, node: NodeId) -> usize {
        self.layout.place(node).map_or(0, |it| it.column as usize)
    }
}

impl Viewer {
    /// Brings the layout and the line up to date.
    pub(crate) fn refresh_line(&mut self, session: &Session) {
        let record = &session.record;
        let revision = record.revision();
        if self.cache.layout_of.replace(revision) != Some(revision) {
            Arc::make_mut(&mut self.cache.layout).update(record);
        }
        let tip = self.tip();
        let key = LineKey {
            record_id: session.record_id,
            tip,
            tree: record.tree_version(),
            positions: record.position_version(),
            evaluations: session.evaluation_version,
        };
        if self.cache.line_of.replace(key) != Some(key) {
            self.cache.line_moves = line_moves(record, tip);
            self.cache.line = Arc::new(line(session, tip, &self.cache.line_moves));
        }
    }

    /// What is known of the viewed node, with everything up to date.
    pub(crate) fn refresh(&mut self, session: &Session) -> Arc<NodeCache> {
        self.refresh_line(session);
        let record = &session.record;
        let node = self.node(session);
        let key = NodeKey::new(record, node);
        let known = self.cache.node.take().filter(|it| it.key == key);
        let known = known.unwrap_or_else(|| Arc::new(self.cache.look_at(record, key)));
        self.cache.node = Some(Arc::clone(&known));
        known
    }
}

impl ViewCache {
    fn look_at(&mut self, record: &Record, key: NodeKey) -> NodeCache {
        let node = key.node;
        let snapshot = self.positions.at(record, node);
        let captured = captured(record, &mut self.positions, node, &snapshot);
        let depth = self.depth(node);
        let n_moves = self.line_moves.partition_point(|it| self.depth(it.node) <= depth);
        let moves = &self.line_moves[..n_moves];
        let content = record.node(node);
        NodeCache {
            key,
            moves: Arc::new(moves.iter().map(|it| (it.color, it.mv)).collect()),
            numbers: Arc::new(numbers(&snapshot, moves)),
            captured,
            dimmed: content.dimmed(),
            visible: content.viewed(),
            snapshot,
        }
    }
}

/// The moves of the line through a node.
fn line_moves(record: &Record, tip: NodeId) -> Vec<NumberedMove> {
    let last = record.line(tip).last().unwrap_or(tip);
    record.moves(last)
}

/// The nodes of the line through a node.
fn line(session: &Session, tip: NodeId, moves: &[NumberedMove]) -> Vec<LineNode> {
    let record = &session.record;
    let rest = record.line(tip).skip(1);
    let mut later = moves.iter().peekable();
    let mut number = 0;
    let nodes = record.path(tip).into_iter().chain(rest);
    let line = nodes.map(|node| {
        let mut mv = None;
        while let Some(next) = later.next_if(|it| it.node == node) {
            mv = mv.or(Some((next.color, next.mv)));
            number = next.number;
        }
        LineNode { node, mv, number, evaluation: session.evaluation(node) }
    });
    line.collect()
}

/// The stones on the board that moves have put there.
fn numbers(snapshot: &Snapshot, moves: &[NumberedMove]) -> Vec<NumberedStone> {
    let mut latest: ByPoint<Option<&NumberedMove>> = ByPoint::new(None);
    for it in moves {
        if let Move::Play(point) = it.mv {
            latest[point] = Some(it);
        }
    }
    let numbered = |(stone, point): (Color, Point)| {
        let mv = latest[point].filter(|it| it.color == stone)?;
        Some(NumberedStone { point, number: mv.number, node: mv.node })
    };
    snapshot.board().stones().filter_map(numbered).collect()
}

/// The points where the move of a node captured stones.
fn captured(
    record: &Record,
    positions: &mut Positions,
    node: NodeId,
    after: &Snapshot,
) -> PointSet {
    let content = record.node(node);
    let parent = record.parent(node).filter(|_| content.mv().is_some());
    let Some(parent) = parent else { return PointSet::EMPTY };
    let before = positions.at(record, parent);
    let gone = before.board().stones().filter(|&(_, point)| after.stone(point).is_none());
    gone.map(|(_, point)| point).collect()
}
