//! Spreading over neighboring points without allocation.

use crate::{Point, PointSet, Size};

/// The most points that a board can have.
pub(crate) const MAX_POINTS: usize = Size::MAX_EDGE as usize * Size::MAX_EDGE as usize;

/// The points that can be reached from one of them over others.
pub(crate) fn flood(size: Size, start: Point, is_open: impl Fn(Point) -> bool) -> PointSet {
    spread(size, PointSet::from_iter([start]), is_open, |_| true)
}

/// The points that can be reached from others: entered if `is_open`, and left
/// again if `is_passage`.
pub(crate) fn spread(
    size: Size,
    start: PointSet,
    is_open: impl Fn(Point) -> bool,
    is_passage: impl Fn(Point) -> bool,
) -> PointSet {
    let mut reached = start;
    // Each point is pushed once, when it is reached.
    let mut stack = [None; MAX_POINTS];
    let mut len = 0;
    for point in start {
        stack[len] = Some(point);
        len += 1;
    }
    while len > 0 {
        len -= 1;
        let Some(point) = stack[len] else { continue };
        if !is_passage(point) {
            continue;
        }
        for neighbor in point.neighbors(size) {
            if is_open(neighbor) && reached.insert(neighbor) {
                stack[len] = Some(neighbor);
                len += 1;
            }
        }
    }
    reached
}
