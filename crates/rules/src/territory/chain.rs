//! Which chains of one color are joined.

use super::Stones;
use super::reach::is_gap;
use crate::flood::spread;
use crate::{ByPoint, Color, Point, PointSet};

/// Disjoint sets of chains; a chain is known by any of its stones.
#[derive(Copy, Clone)]
pub(super) struct Chains {
    /// The parent of each stone in its set, itself at the root.
    parents: ByPoint<Option<Point>>,
}

impl Chains {
    /// The chains of a color, joined where they meet over neutral points that
    /// the opponent does not close.
    pub(super) fn joined_over(stones: &Stones<'_>, neutral: &PointSet, color: Color) -> Chains {
        let size = stones.size();
        let mut chains = Chains { parents: ByPoint::new(None) };
        let own: PointSet =
            size.points().filter(|&point| stones.living(point) == Some(color)).collect();
        for point in own {
            chains.parents[point] = stones.board.chain_id(point);
        }
        for head in own.iter().filter(|&point| stones.board.chain_id(point) == Some(point)) {
            let is_passage = |point: Point| own.contains(point) || !is_gap(stones, !color, point);
            let start = stones.board.chain(head).collect();
            let reached = spread(size, start, |point| neutral.contains(point), is_passage);
            for point in (reached & neutral).iter().filter(|&point| is_passage(point)) {
                for stone in point.neighbors(size).filter(|&it| own.contains(it)) {
                    chains.join(head, stone);
                }
            }
        }
        chains
    }

    /// Joins the sets of two stones.
    pub(super) fn join(&mut self, one: Point, other: Point) {
        let (root, other) = (self.root(one), self.root(other));
        self.parents[other] = Some(root);
    }

    /// The stone that stands for the set of this one.
    pub(super) fn root(&self, stone: Point) -> Point {
        let mut root = stone;
        while let Some(parent) = self.parents[root].filter(|&parent| parent != root) {
            root = parent;
        }
        root
    }
}
