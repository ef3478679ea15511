//! Area: living stones and the points that only one player reaches.

use crate::flood::spread;
use crate::{Board, ByPoint, Color, Point, PointSet};

/// The owner of each point by area, with every stone on the board alive.
///
/// # Examples
///
/// ```
/// use tengen_rules::{Board, Color, area};
///
/// let board: Board = "
///     . X . O .
///     . X . O .
/// ".parse()?;
/// let owner = area::find(&board);
/// assert_eq!(owner["A1".parse()?], Some(Color::Black));
/// assert_eq!(owner["B1".parse()?], Some(Color::Black));
/// assert_eq!(owner["C1".parse()?], None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find(board: &Board) -> ByPoint<Option<Color>> {
    let reached = |color: Color| -> PointSet {
        let own = board.stones().filter(|&(it, _)| it == color).map(|(_, point)| point);
        spread(board.size(), own.collect(), |point| board.is_empty_at(point), |_| true)
    };
    let (black, white) = (reached(Color::Black), reached(Color::White));
    let mut owner = ByPoint::new(None);
    for point in board.size().points() {
        owner[point] = owner_of(point, &black, &white);
    }
    owner
}

fn owner_of(point: Point, black: &PointSet, white: &PointSet) -> Option<Color> {
    match (black.contains(point), white.contains(point)) {
        (true, false) => Some(Color::Black),
        (false, true) => Some(Color::White),
        _ => None,
    }
}
