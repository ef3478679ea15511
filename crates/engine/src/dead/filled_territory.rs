//! A board on which little is left to play but what is in doubt.

use tengen_rules::{Board, Color, Point, PointSet};

use super::estimate::Estimate;
use super::spot::{Spot, connected};

/// The ownership from which on territory can be filled.
const CERTAIN: f32 = 0.95;

/// The ownership from which on a chain can be taken off.
const NEARLY_CERTAIN: f32 = 0.9;

/// The distance, in lines, that filling keeps from a spot.
const MARGIN: i8 = 2;

/// The fewest eyes that filled territory must keep.
const N_EYES: usize = 2;

/// Fills territory that is certain, and far from all spots, up to eyes of a
/// single point: playouts need not do it time and again.
pub(super) fn fill(board: &Board, estimate: &Estimate, spots: &[Spot]) -> Board {
    let size = board.size();
    let mut near = PointSet::EMPTY;
    for point in spots.iter().flat_map(|spot| spot.moves.iter()) {
        for columns in -MARGIN..=MARGIN {
            near.extend((-MARGIN..=MARGIN).filter_map(|rows| point.offset(columns, rows, size)));
        }
    }
    let mut result = *board;
    for color in Color::ALL {
        let is_own = |point: Point| {
            estimate.owner(point, CERTAIN) == Some(color)
                && (board.stone(point) != Some(!color)
                    || board
                        .chain(point)
                        .all(|stone| estimate.owner(stone, NEARLY_CERTAIN) == Some(color)))
        };
        let own: PointSet = size.points().filter(|&point| is_own(point)).collect();
        let walls: PointSet =
            own.iter().filter(|&point| board.stone(point) == Some(color)).collect();
        let mut rest = own - walls - near;
        while let Some(start) = rest.first() {
            let region = connected(&rest, start, |point| point.neighbors(size));
            rest -= region;
            result = filled(&result, color, &region, &walls).unwrap_or(result);
        }
    }
    result
}

/// The board with a region filled, if two eyes remain and every chain has a
/// liberty.
fn filled(board: &Board, color: Color, region: &PointSet, walls: &PointSet) -> Option<Board> {
    let size = board.size();
    let mut eyes = PointSet::EMPTY;
    for point in region {
        let mut around = point.neighbors(size).chain(point.diagonals(size));
        let is_wall = |it: Point| (region.contains(it) && !eyes.contains(it)) || walls.contains(it);
        if around.all(is_wall) {
            eyes.insert(point);
        }
    }
    if eyes.len() < N_EYES {
        return None;
    }
    let others = board.stones().filter(|&(_, point)| !region.contains(point));
    let stones = region - eyes;
    Board::with_stones(size, others.chain(stones.into_iter().map(|point| (color, point)))).ok()
}
