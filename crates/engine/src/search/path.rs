//! The way from the root of the tree to a leaf.

use tengen_rules::{Board, Color, KoRule, Move, Point};

use super::root::Root;
use super::tree::{Node, ROOT};

/// The longest line in the tree, in moves.
pub(crate) const MAX_DEPTH: usize = 256;

/// A move on the way down the tree.
#[derive(Copy, Clone, Debug)]
pub(crate) struct PathMove {
    pub(crate) color: Color,
    /// See [`Node::number`].
    pub(crate) number: u16,
}

/// The nodes, positions and moves from the root to a leaf.
#[derive(Debug)]
pub(crate) struct Path {
    nodes: [u32; MAX_DEPTH],
    /// The hashes of the positions, as the ko rule compares them.
    hashes: [u64; MAX_DEPTH],
    moves: [PathMove; MAX_DEPTH],
    depth: usize,
    to_play: Color,
    n_passes: u8,
}

impl Path {
    pub(crate) fn new() -> Path {
        Path {
            nodes: [ROOT; MAX_DEPTH],
            hashes: [0; MAX_DEPTH],
            moves: [PathMove { color: Color::Black, number: 0 }; MAX_DEPTH],
            depth: 0,
            to_play: Color::Black,
            n_passes: 0,
        }
    }

    /// Goes back to the root.
    #[inline]
    pub(super) fn restart(&mut self, root: &Root) {
        self.depth = 0;
        self.to_play = root.to_play();
        self.n_passes = root.n_passes();
        self.nodes[0] = ROOT;
        self.hashes[0] = root.key(root.board().zobrist(), self.to_play);
    }

    /// Goes on to a child; its position follows by [`Path::set_position`].
    #[inline]
    pub(super) fn push(&mut self, node_idx: u32, mv: Move, number: u16) {
        self.moves[self.depth] = PathMove { color: self.to_play, number };
        self.depth += 1;
        self.nodes[self.depth] = node_idx;
        self.to_play = !self.to_play;
        self.n_passes = if mv == Move::Pass { self.n_passes + 1 } else { 0 };
    }

    /// Notes the position that the last move led to.
    #[inline]
    pub(super) fn set_position(&mut self, board: &Board, root: &Root) {
        self.hashes[self.depth] = root.key(board.zobrist(), self.to_play);
    }

    /// The index of the node at the end.
    pub(crate) fn node_idx(&self) -> u32 {
        self.nodes[self.depth]
    }

    /// The indexes of all nodes, the root first.
    pub(crate) fn nodes(&self) -> &[u32] {
        &self.nodes[..=self.depth]
    }

    /// The moves between the nodes.
    pub(crate) fn moves(&self) -> &[PathMove] {
        &self.moves[..self.depth]
    }

    /// The number of moves.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// The player to move at the end.
    pub(crate) fn to_play(&self) -> Color {
        self.to_play
    }

    /// The passes without a move between them at the end.
    pub(crate) fn n_passes(&self) -> u8 {
        self.n_passes
    }
}

/// The end of a [`Path`], where an evaluator is asked.
///
/// The board is the evaluator's own: it has followed the moves.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Leaf<'a> {
    pub(crate) root: &'a Root,
    pub(crate) path: &'a Path,
    /// Its numbers, the visit that is under way included.
    pub(crate) node: &'a Node,
}

impl Leaf<'_> {
    pub(crate) fn is_root(&self) -> bool {
        self.path.depth == 0
    }

    /// Whether both players have passed.
    pub(crate) fn is_end(&self) -> bool {
        self.path.n_passes >= 2
    }

    /// Whether a move that is legal on the board repeats no position that
    /// superko forbids, and is not excluded from the search.
    #[inline]
    pub(crate) fn allows(&self, board: &Board, point: Point) -> bool {
        !self.repeats(board, point)
            && (!self.is_root() || self.root.allows(point))
            && !self.is_restricted(Move::Play(point))
    }

    /// Whether superko forbids a move that is legal on the board.
    #[inline]
    pub(crate) fn repeats(&self, board: &Board, point: Point) -> bool {
        if self.root.ko_rule() == KoRule::Simple {
            return false;
        }
        let Path { to_play, depth, hashes, .. } = self.path;
        let hash = self.root.key(board.zobrist_after(*to_play, point), !*to_play);
        hashes[..=*depth].contains(&hash) || self.root.has_seen(hash)
    }

    /// Black's stones minus White's that were played so far, those of the game
    /// included.
    pub(crate) fn stones_played(&self) -> i32 {
        let played = self.path.moves().iter().filter(|it| it.number != 0);
        let balance: i32 = played.map(|it| i32::from(it.color.sign())).sum();
        balance + self.root.stone_balance()
    }

    /// Whether a pass is not excluded from the search.
    pub(crate) fn allows_pass(&self) -> bool {
        (!self.is_root() || self.root.allows_pass()) && !self.is_restricted(Move::Pass)
    }

    /// Whether the player to move must not make a move at this depth.
    #[inline]
    fn is_restricted(&self, mv: Move) -> bool {
        let restrictions = self.root.restrictions();
        !restrictions.is_empty() && restrictions.forbid(self.path.to_play, self.path.depth, mv)
    }
}
