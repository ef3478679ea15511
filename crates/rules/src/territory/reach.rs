//! How far the living stones of each player reach.

use super::Stones;
use crate::flood::spread;
use crate::{ByColor, Color, Point, PointSet};

/// The points that the living stones of each player reach over points without
/// living stones.
pub(super) struct Reach {
    /// Everything that can be reached.
    pub(super) strict: ByColor<PointSet>,
    /// What only one player reaches if narrow gaps are taken as closed.
    pub(super) only: ByColor<PointSet>,
}

impl Reach {
    pub(super) fn of(stones: &Stones<'_>) -> Reach {
        let mut strict = ByColor::default();
        let mut closed = ByColor::default();
        for color in Color::ALL {
            let size = stones.size();
            let start: PointSet =
                size.points().filter(|&point| stones.living(point) == Some(color)).collect();
            let is_open = |point: Point| stones.living(point) != Some(!color);
            strict[color] = spread(size, start, is_open, |_| true);
            closed[color] = spread(size, start, is_open, |point| {
                stones.living(point) == Some(color) || !is_gap(stones, !color, point)
            });
        }
        let only =
            ByColor { black: closed.black - closed.white, white: closed.white - closed.black };
        Reach { strict, only }
    }

    /// The points without a living stone that both players reach, or neither.
    pub(super) fn neutral(&self, stones: &Stones<'_>) -> PointSet {
        stones.not_living() - self.only.black - self.only.white
    }

    /// Whether gaps make no difference, and no neutral point is out of touch
    /// with all stones.
    pub(super) fn is_sealed(&self, stones: &Stones<'_>, neutral: &PointSet) -> bool {
        let size = stones.size();
        let is_touched = |point: Point| point.neighbors(size).any(|it| stones.living(it).is_some());
        Color::ALL.iter().all(|&color| self.only[color].is_disjoint(&self.strict[!color]))
            && neutral.iter().all(is_touched)
    }
}

/// Whether a point is a gap in a wall of this color that the opponent may
/// enter, but not pass: the owner would close it behind.
///
/// Seen from the outside, the wall is on both sides of the gap, or on one
/// side and the edge on the other. It holds if the point behind the gap is
/// empty, and if the wall goes on along one side of that point; or else if
/// there is only empty space behind and no opponent in front.
pub(super) fn is_gap(stones: &Stones<'_>, color: Color, point: Point) -> bool {
    use Sight::{Edge, Empty, Wall};

    let see = |columns: i8, rows: i8| match point.offset(columns, rows, stones.size()) {
        None => Sight::Edge,
        Some(it) if stones.board.is_empty_at(it) => Sight::Empty,
        Some(it) if stones.living(it) == Some(color) => Sight::Wall,
        Some(_) => Sight::Other,
    };
    if !stones.board.is_empty_at(point) {
        return false;
    }
    [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().any(|(dx, dy): (i8, i8)| {
        if see(dx, dy) != Empty {
            return false;
        }
        let front = see(-dx, -dy);
        let sides = (see(dy, dx), see(-dy, -dx));
        let corners = (see(dx + dy, dy + dx), see(dx - dy, dy - dx));
        match (sides, corners) {
            ((Wall, Wall), (Wall, Wall | Empty) | (Empty, Wall)) => true,
            ((Wall, Wall), (Empty, Empty)) => front == Empty,
            ((Wall, Edge), (corner, _)) | ((Edge, Wall), (_, corner)) => {
                corner == Wall || (corner == Empty && front == Empty)
            }
            // A wall ahead with two more stones behind the point is as good.
            ((Empty, Empty), (Wall, Wall)) => front == Wall,
            _ => false,
        }
    })
}

/// What is at a place near a gap.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Sight {
    Wall,
    Empty,
    Edge,
    Other,
}
