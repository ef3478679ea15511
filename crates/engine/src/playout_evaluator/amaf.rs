//! All moves as first (RAVE): what a playout says about moves that came later.

use tengen_rules::{Color, Point, Size};

use crate::prior::N_POINTS;
use crate::search::path::{Leaf, PathMove};
use crate::search::tree::{AMAF_UNIT, AMAF_WIN, Node, Tree};

/// The most moves of a line and its playout that are remembered.
const MAX_MOVES: usize = 2 * N_POINTS;

/// A time that never comes.
const NEVER: u16 = u16::MAX;

/// The first move on a point from some time on.
#[derive(Copy, Clone, Debug)]
struct FirstMove {
    time: u16,
    color: Color,
}

/// How much a move counts that came later.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum AmafWeight {
    /// The less the later it came.
    Fading,
    /// Always the same.
    Constant,
}

/// The moves of the last playout, and who was the first to play where.
#[derive(Debug)]
pub(crate) struct Amaf {
    weight: AmafWeight,
    /// The moves after the leaf.
    moves: [PathMove; MAX_MOVES],
    n_moves: usize,
    /// The number of moves that there is room for.
    room: usize,
    /// By the number of a point, see [`Node::number`].
    first: [FirstMove; N_POINTS + 1],
}

impl Amaf {
    pub(crate) fn new(weight: AmafWeight) -> Amaf {
        Amaf {
            weight,
            moves: [PathMove { color: Color::Black, number: 0 }; MAX_MOVES],
            n_moves: 0,
            room: MAX_MOVES,
            first: [FirstMove { time: NEVER, color: Color::Black }; N_POINTS + 1],
        }
    }

    /// Forgets the last playout; the next one follows a line of this depth.
    pub(crate) fn restart(&mut self, depth: usize) {
        self.n_moves = 0;
        self.room = MAX_MOVES - depth;
    }

    /// Takes note of the next move of the playout.
    #[inline]
    pub(crate) fn push(&mut self, color: Color, point: Point, size: Size) {
        if self.n_moves < self.room {
            self.moves[self.n_moves] = PathMove { color, number: Node::number_of(point, size) };
            self.n_moves += 1;
        }
    }

    /// Adds to the moves beside the line what they did when they came later,
    /// in the line or in the playout, which was worth so much to Black.
    ///
    /// The leaf is the first: what a node sees as the first move on a point is
    /// what comes after it.
    pub(crate) fn back_up(&mut self, tree: &Tree, leaf: &Leaf<'_>, value: u32) {
        let n_points = leaf.root.board().size().n_points();
        let never = FirstMove { time: NEVER, color: Color::Black };
        self.first[..=usize::from(n_points)].fill(never);
        let line = leaf.path.moves();
        for (idx, mv) in self.moves[..self.n_moves].iter().enumerate().rev() {
            let time = (line.len() + idx) as u16;
            self.first[usize::from(mv.number)] = FirstMove { time, color: mv.color };
        }
        let length = line.len() + self.n_moves;
        for (at, &PathMove { color, number }) in line.iter().enumerate().rev() {
            self.first[usize::from(number)] = FirstMove { time: at as u16, color };
            let (_, children) = tree.children(leaf.path.nodes()[at]);
            let own = if color == Color::Black { value } else { AMAF_WIN - value };
            for child in children {
                let first = self.first[usize::from(child.number())];
                if first.time != NEVER && first.color == color && child.number() != 0 {
                    let age = match self.weight {
                        AmafWeight::Fading => {
                            (usize::from(first.time) - at) * AMAF_UNIT as usize / (length - at + 1)
                        }
                        AmafWeight::Constant => 0,
                    };
                    child.add_amaf(AMAF_UNIT - age as u32, own);
                }
            }
        }
    }
}
