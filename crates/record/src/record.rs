//! The record, and ways through its tree.

use std::fmt;

use tengen_rules::{Color, Move, Size};
use tengen_sgf::ValueBuf;

use crate::history::History;
use crate::store::Store;
use crate::tree::{NodeId, Tree, Walk};
use crate::{Info, Node, convert};

/// One game with its variations, and what people wrote about it.
///
/// Nodes are named by [`NodeId`]s and looked at with [`Record::node`]. All
/// editing goes through the record, and every edit can be undone.
///
/// # Panics
///
/// Methods that take a [`NodeId`] panic if it is one of another record with
/// more nodes.
#[derive(Clone)]
pub struct Record {
    pub(crate) size: Size,
    pub(crate) tree: Tree,
    pub(crate) store: Store,
    pub(crate) history: History,
    /// Changes whenever a position of the tree may have changed.
    pub(crate) position_version: u64,
    /// Changes whenever nodes come, go or change places.
    pub(crate) tree_version: u64,
}

impl Record {
    /// A game of one empty node.
    ///
    /// # Panics
    ///
    /// Never: a new record has room for its size.
    pub fn new(size: Size) -> Record {
        let mut store = Store::default();
        let properties = [
            ("FF", vec![ValueBuf::from(4)]),
            ("GM", vec![ValueBuf::from(1)]),
            ("CA", vec![ValueBuf::from("UTF-8")]),
            ("SZ", vec![ValueBuf::from(convert::from_size(size))]),
        ];
        let root = store.add(&properties).expect("a new record has room");
        Record {
            size,
            tree: Tree::new(root, None),
            store,
            history: History::default(),
            position_version: 0,
            tree_version: 0,
        }
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The node with this [number](NodeId::number), if the tree has it.
    ///
    /// A removed node is `None`, until the edit that removed it is undone.
    pub fn node_id(&self, number: u32) -> Option<NodeId> {
        self.tree.id(number).filter(|&id| self.contains(id))
    }

    /// The first node, which every record has.
    pub const fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// What is in a node.
    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node::new(self, id)
    }

    /// The players, the result and whatever else the root says of the game.
    pub fn info(&self) -> Info<'_> {
        self.info_at(self.root())
    }

    /// What is known of the game that a node belongs to.
    ///
    /// Files that merge several games into a tree have it where these part.
    pub fn info_at(&self, id: NodeId) -> Info<'_> {
        let mut nodes = self.upward(id).map(|it| self.node(it).raw());
        let node = nodes.find(crate::info::has_info);
        Info::new(node.unwrap_or_else(|| self.node(self.root()).raw()))
    }

    /// The node before this one, or `None` for the root.
    ///
    /// A removed node still tells where it was.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.tree.entry(id).parent
    }

    /// The nodes after this one, the main line first.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.tree.entry(id).children
    }

    /// Whether this is a node of the tree.
    ///
    /// Unlike other methods, this takes a node of any record.
    pub fn contains(&self, id: NodeId) -> bool {
        self.tree.get(id).is_some_and(|entry| !entry.is_removed)
    }

    /// A number that changes whenever a position of the tree may have
    /// changed, by other stones or other rules.
    pub const fn position_version(&self) -> u64 {
        self.position_version
    }

    /// A number that changes whenever nodes come, go or change places.
    pub const fn tree_version(&self) -> u64 {
        self.tree_version
    }

    /// The number of nodes that the record ever had.
    pub(crate) fn n_ever(&self) -> usize {
        self.tree.len()
    }

    /// Whether the node is no longer in the tree.
    pub fn is_removed(&self, id: NodeId) -> bool {
        self.tree.entry(id).is_removed
    }

    /// This node, its parent, and so on to the root.
    pub fn upward(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(id), |&it| self.parent(it))
    }

    /// The nodes from the root to this one, both included.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = self.upward(id).collect();
        path.reverse();
        path
    }

    /// The number of nodes before this one: none for the root.
    pub fn depth(&self, id: NodeId) -> usize {
        self.upward(id).count() - 1
    }

    /// This node, its first child, the first child of that, and so on.
    pub fn line(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(id), |&it| self.children(it).first().copied())
    }

    /// The root, its first child, the first child of that, and so on.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line(self.root())
    }

    /// All nodes, each before its children and after its earlier siblings.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.descendants(self.root())
    }

    /// This node and all that come after it, each before its children.
    pub fn descendants(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let mut walk = Walk::below(&self.tree, id);
        std::iter::successors(Some(id), move |_| walk.forward())
    }

    /// The child of a node that makes this move.
    pub fn child_with_move(&self, id: NodeId, color: Color, mv: Move) -> Option<NodeId> {
        let wanted = Some((color, mv));
        self.children(id).iter().copied().find(|&child| self.node(child).mv() == wanted)
    }

    /// The node after `n_moves` moves from a node along its first children: the
    /// node itself for none, and `None` if the line is shorter.
    pub fn after_moves(&self, id: NodeId, n_moves: usize) -> Option<NodeId> {
        if n_moves == 0 {
            return Some(id);
        }
        self.line(id).skip(1).filter(|&it| self.node(it).mv().is_some()).nth(n_moves - 1)
    }

    /// The moves from the root to a node, each with its node and number.
    ///
    /// A property of the file can give a move another number than its place.
    pub fn moves(&self, id: NodeId) -> Vec<NumberedMove> {
        self.numbered(self.path(id).into_iter()).collect()
    }

    /// The node of the main line with the move of this number.
    pub fn node_of_move(&self, number: u32) -> Option<NodeId> {
        self.numbered(self.main_line()).find(|it| it.number == number).map(|it| it.node)
    }

    /// The moves of nodes that follow each other from the root.
    fn numbered(&self, ids: impl Iterator<Item = NodeId>) -> impl Iterator<Item = NumberedMove> {
        let mut last_number = 0;
        ids.flat_map(move |id| {
            let node = self.node(id);
            let moves: Vec<_> = node.moves().collect();
            let n_moves = moves.len() as u32;
            if n_moves > 0 {
                last_number = node.move_number_override().unwrap_or(last_number + n_moves);
            }
            let first_number = (last_number + 1).saturating_sub(n_moves);
            (first_number..).zip(moves).map(move |(number, (color, mv))| NumberedMove {
                node: id,
                number,
                color,
                mv,
            })
        })
    }
}

/// A move with its number.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct NumberedMove {
    /// The node that makes the move.
    pub node: NodeId,
    /// The number that people give the move.
    pub number: u32,
    /// Who makes it.
    pub color: Color,
    /// The stone, or a pass.
    pub mv: Move,
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record")
            .field("size", &self.size)
            .field("n_undo", &self.n_undo())
            .field("n_redo", &self.n_redo())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_go_between_threads() {
        fn check<T: Send + Sync>() {}
        check::<Record>();
        check::<crate::Positions>();
        check::<crate::Clip>();
    }

    #[test]
    fn nodes_are_found_by_number() {
        let mut record = Record::from_sgf("(;SZ[9];B[aa](;W[bb])(;W[cc]))").unwrap();
        let numbers: Vec<u32> = record.nodes().map(NodeId::number).collect();
        assert_eq!(numbers, [0, 1, 2, 3]);
        for id in record.nodes() {
            assert_eq!(record.node_id(id.number()), Some(id));
        }
        assert_eq!((record.node_id(4), record.node_id(u32::MAX)), (None, None));
        record.delete(record.node_id(2).unwrap()).unwrap();
        assert_eq!(record.node_id(2), None);
        record.undo();
        assert!(record.node_id(2).is_some());
    }

    #[test]
    fn a_new_record_names_its_size() {
        let size = Size::new(13, 9).unwrap();
        let record = Record::new(size);
        assert_eq!(record.to_sgf(), "(;FF[4]GM[1]CA[UTF-8]SZ[13:9])");
        assert_eq!(Record::from_sgf(&record.to_sgf()).unwrap().size(), size);
        assert_eq!(record.to_collection().unwrap().to_sgf(), record.to_sgf());
    }
}
