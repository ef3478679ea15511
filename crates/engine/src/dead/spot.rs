//! The places where the life of stones is in doubt.

use tengen_rules::{Board, Point, PointSet};

use super::estimate::Estimate;

/// The ownership from which on a point is not in doubt.
const SETTLED: f32 = 0.8;

/// A chain beside a spot with at most this many liberties may become part of
/// the fight.
const FEW_LIBERTIES: u16 = 4;

/// How many steps a fight can reach out from its points.
const REACH: usize = 2;

/// Points in doubt that hang together.
pub(super) struct Spot {
    /// The points to find the owners of.
    pub(super) points: PointSet,
    /// The points where moves matter to them.
    pub(super) moves: PointSet,
}

impl Spot {
    fn new(board: &Board, points: PointSet) -> Spot {
        // Where stones may be captured there is room for moves too, but a fight
        // reaches out from empty points only.
        let mut moves = points;
        let mut reached = points;
        for _ in 0..REACH {
            let mut next = PointSet::EMPTY;
            for beside in reached.iter().flat_map(|point| board.neighbors(point)) {
                if board.is_empty_at(beside) {
                    next.insert(beside);
                } else if board.n_liberties(beside) <= FEW_LIBERTIES {
                    moves.extend(board.chain(beside));
                    next |= board.liberties(beside);
                }
            }
            reached = next - moves;
            moves |= next;
        }
        Spot { points, moves }
    }

    /// The number of empty points where moves matter.
    pub(super) fn n_open(&self, board: &Board) -> usize {
        self.moves.iter().filter(|&point| board.is_empty_at(point)).count()
    }
}

/// Finds all spots with stones in them.
pub(super) fn find(board: &Board, estimate: &Estimate) -> Vec<Spot> {
    let size = board.size();
    let doubtful = size.points().filter(|&point| estimate.owner(point, SETTLED).is_none());
    let mut rest = PointSet::EMPTY;
    for point in doubtful {
        rest.insert(point);
        rest.extend(board.chain(point));
        if !board.is_empty_at(point) {
            rest.extend(board.liberties(point).iter());
        }
    }
    let mut spots = Vec::new();
    while let Some(start) = rest.first() {
        let around = |point: Point| point.neighbors(size).chain(point.diagonals(size));
        let points = connected(&rest, start, around);
        rest -= points;
        if points.iter().any(|point| !board.is_empty_at(point)) {
            spots.push(Spot::new(board, points));
        }
    }
    spots
}

/// The points of a set that can be reached from one of them.
pub(super) fn connected<I: Iterator<Item = Point>>(
    set: &PointSet,
    start: Point,
    around: impl Fn(Point) -> I,
) -> PointSet {
    let mut reached = PointSet::from_iter([start]);
    let mut stack = vec![start];
    while let Some(point) = stack.pop() {
        for next in around(point) {
            if set.contains(next) && reached.insert(next) {
                stack.push(next);
            }
        }
    }
    reached
}
