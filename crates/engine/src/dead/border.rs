//! Borders that are still open.

use tengen_rules::{Board, Color, Point, PointSet, area};

use super::estimate::Estimate;
use super::spot::connected;

/// A neutral region with more points than this is no mere gap between walls.
const LARGEST_GAP: usize = 3;

/// The mean ownership from which on a region looks like territory.
const LEANING: f32 = 0.3;

/// The empty points where the opponent touches what looks like territory.
pub(super) fn open_points(board: &Board, dead: &PointSet, estimate: &Estimate) -> PointSet {
    let size = board.size();
    let left = board.without(|point| dead.contains(point));
    let owner = area::find(&left);
    let mut rest: PointSet = left.empty_points().filter(|&point| owner[point].is_none()).collect();
    let mut open = PointSet::EMPTY;
    while let Some(start) = rest.first() {
        let region = connected(&rest, start, |point| point.neighbors(size));
        rest -= region;
        if region.len() <= LARGEST_GAP {
            continue;
        }
        let mean = |point: Point| {
            f32::midpoint(estimate.ownership.black[point], estimate.ownership.white[point])
        };
        let lean = region.iter().map(mean).sum::<f32>() / region.len() as f32;
        for color in Color::ALL {
            if lean * f32::from(color.sign()) >= LEANING {
                open.extend(region.iter().filter(|&it| left.n_stones_beside(it, !color) > 0));
            }
        }
    }
    open
}
