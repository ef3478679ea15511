//! Chains that live or die together.

use tengen_rules::{Board, ByPoint, Color, Point};

use super::estimate::Estimate;

/// Chains with two common liberties are one group if they differ by less.
const LOOSE: f32 = 0.5;

/// Chains with one common liberty are one group if they differ by less.
const TIGHT: f32 = 0.2;

/// The ownership of the groups of a board, for their own colors.
pub(super) struct Groups {
    max_ownerships: ByPoint<f32>,
    min_ownerships: ByPoint<f32>,
}

impl Groups {
    pub(super) fn of(board: &Board, estimate: &Estimate) -> Groups {
        let mut chains: Vec<Chain> = board
            .stones()
            .filter(|&(_, point)| board.chain_id(point) == Some(point))
            .map(|(color, point)| Chain::new(board, color, point, estimate))
            .collect();
        for idx in 0..chains.len() {
            for other in 0..idx {
                if chains[idx].hangs_together(&chains[other], board) {
                    let (from, to) = (chains[idx].group, chains[other].group);
                    chains.iter_mut().filter(|it| it.group == from).for_each(|it| it.group = to);
                }
            }
        }
        let (mut max_ownerships, mut min_ownerships) = (ByPoint::new(0.0), ByPoint::new(0.0));
        for chain in &chains {
            let group = || chains.iter().filter(|it| it.group == chain.group);
            let n_stones: f32 = group().map(|it| it.n_stones).sum();
            let total = |first| group().map(|it| it.n_stones * it.own(first)).sum::<f32>();
            let means = Color::ALL.map(|first| total(first) / n_stones);
            for stone in board.chain(chain.head) {
                max_ownerships[stone] = means[0].max(means[1]);
                min_ownerships[stone] = means[0].min(means[1]);
            }
        }
        Groups { max_ownerships, min_ownerships }
    }

    /// The ownership of a stone's group for its own color, from -1 to 1, with
    /// the better player for it moving first.
    pub(super) fn max_ownership(&self, stone: Point) -> f32 {
        self.max_ownerships[stone]
    }

    /// The same with the worse player for it moving first.
    pub(super) fn min_ownership(&self, stone: Point) -> f32 {
        self.min_ownerships[stone]
    }
}

struct Chain {
    head: Point,
    color: Color,
    n_stones: f32,
    /// The mean ownership for its own color, Black moving first and White.
    own: [f32; 2],
    group: Point,
}

impl Chain {
    fn new(board: &Board, color: Color, head: Point, estimate: &Estimate) -> Chain {
        let n_stones = f32::from(board.n_stones(head));
        let own = [Color::Black, Color::White].map(|first| {
            let sum: f32 = board.chain(head).map(|it| estimate.ownership[first][it]).sum();
            f32::from(color.sign()) * sum / n_stones
        });
        Chain { head, color, n_stones, own, group: head }
    }

    fn own(&self, first: Color) -> f32 {
        self.own[usize::from(first == Color::White)]
    }

    fn hangs_together(&self, other: &Chain, board: &Board) -> bool {
        let differs = |first| (self.own(first) - other.own(first)).abs();
        let difference = differs(Color::Black).max(differs(Color::White));
        if self.color != other.color || difference >= LOOSE {
            return false;
        }
        match (board.liberties(self.head) & board.liberties(other.head)).len() {
            0 => false,
            1 => difference < TIGHT,
            _ => true,
        }
    }
}
