//! Stones that neither live nor are in seki.

use tengen_rules::{Board, Color, Point, PointSet, territory};

use super::group::Groups;

/// The highest ownership of stranded stones: what a first move could save has
/// more.
const DOUBTFUL: f32 = 0.3;

/// The stones in doubt without two eyes whose opponents have two: these cannot
/// be captured, so there is no seki to live in.
pub(super) fn dead_stones(board: &Board, dead: &PointSet, groups: &Groups) -> PointSet {
    let eyeless = territory::find(board, dead).seki;
    let mut found = PointSet::EMPTY;
    for (color, stone) in board.stones() {
        let is_stranded = eyeless.contains(stone)
            && !dead.contains(stone)
            && groups.max_ownership(stone) < DOUBTFUL
            && has_safe_opponents(board, color, stone, dead, &eyeless);
        if is_stranded {
            found.insert(stone);
        }
    }
    found
}

/// Whether all living opponents beside a chain, of which there must be some,
/// have eyes.
fn has_safe_opponents(
    board: &Board,
    color: Color,
    stone: Point,
    dead: &PointSet,
    eyeless: &PointSet,
) -> bool {
    let opponents: PointSet = board
        .chain(stone)
        .flat_map(|point| board.neighbors(point))
        .filter(|&it| board.stone(it) == Some(!color) && !dead.contains(it))
        .collect();
    !opponents.is_empty() && opponents.is_disjoint(eyeless)
}
