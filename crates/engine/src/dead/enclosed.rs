//! Stones in a small eye space of a group that lives.

use tengen_rules::{Board, Color, Point, PointSet, territory};

use super::group::Groups;
use super::spot::connected;

/// The largest eye space that is judged here.
const SMALL: usize = 10;

/// The points of it for each stone inside, at least: where it is nearly full,
/// seki is likely.
const SPACE_BY_STONE: usize = 3;

/// The highest ownership of the stones inside.
const DOUBTFUL: f32 = 0.4;

/// The least ownership of the group around them, whoever moves first.
const LIKELY: f32 = 0.2;

/// The stones without two eyes in small spaces whose walls have two eyes once
/// these stones are taken as dead.
///
/// Playouts find it hard to take them: inside of its only eye space a group
/// has moves that kill itself.
pub(super) fn dead_stones(board: &Board, dead: &PointSet, groups: &Groups) -> PointSet {
    let size = board.size();
    let eyeless = territory::find(board, dead).seki;
    let mut found = PointSet::EMPTY;
    for (color, stone) in board.stones() {
        if dead.contains(stone) || found.contains(stone) || !eyeless.contains(stone) {
            continue;
        }
        let others: PointSet =
            size.points().filter(|&it| board.stone(it) != Some(!color)).collect();
        let space = connected(&others, stone, |point| point.neighbors(size));
        if space.len() <= SMALL && is_lost(board, color, &space, dead, groups) {
            found.extend(space.iter().filter(|&it| !board.is_empty_at(it) && !dead.contains(it)));
        }
    }
    found
}

fn is_lost(
    board: &Board,
    color: Color,
    space: &PointSet,
    dead: &PointSet,
    groups: &Groups,
) -> bool {
    let stones = || space.iter().filter(|&it| board.stone(it) == Some(color));
    let walls: PointSet = space
        .iter()
        .flat_map(|point| board.neighbors(point))
        .filter(|&it| board.stone(it) == Some(!color))
        .collect();
    let is_safe = |wall: Point| !dead.contains(wall) && groups.min_ownership(wall) >= LIKELY;
    let is_roomy = stones().count() * SPACE_BY_STONE <= space.len();
    let is_doubtful = stones().all(|it| groups.max_ownership(it) < DOUBTFUL);
    if !is_roomy || !is_doubtful || !walls.iter().all(is_safe) {
        return false;
    }
    let mut without = *dead;
    without.extend(stones());
    let after = territory::find(board, &without);
    !walls.is_empty() && walls.is_disjoint(&after.seki)
}
