//! Borders that are still open: where an opponent could still go into what
//! looks like territory.

use tengen_rules::{Board, ByColor, Color, Point, PointSet, area};

use super::estimate::Estimate;
use super::spot::connected;

/// A neutral region with more points than this is no mere gap between walls.
const LARGEST_GAP: usize = 3;

/// The mean ownership from which on a region looks like territory.
const LEANING: f32 = 0.3;

/// The empty points at which a border must still be closed.
pub(super) fn open_points(board: &Board, dead: &PointSet, estimate: &Estimate) -> PointSet {
    let size = board.size();
    let left = board.without(|point| dead.contains(point));
    let owner = area::find(&left);
    let mut rest: PointSet = left.empty_points().filter(|&point| owner[point].is_none()).collect();
    let mut open = PointSet::EMPTY;
    while let Some(start) = rest.first() {
        let region = connected(&rest, start, |point| point.neighbors(size));
        rest -= region;
        if region.len() > LARGEST_GAP {
            open |= Region::new(&left, region, estimate).open_points();
        }
    }
    open
}

/// Connected empty points that both colors reach.
struct Region<'a> {
    board: &'a Board,
    points: PointSet,
    /// The points that look like territory of a color.
    sides: ByColor<PointSet>,
    /// The mean ownership of all of them.
    lean: f32,
}

impl Region<'_> {
    fn new<'a>(board: &'a Board, points: PointSet, estimate: &Estimate) -> Region<'a> {
        let ownership = &estimate.ownership;
        let mean = |point: Point| f32::midpoint(ownership.black[point], ownership.white[point]);
        let sides = ByColor::from_fn(|color| {
            let leans = |&it: &Point| mean(it) * f32::from(color.sign()) >= LEANING;
            points.iter().filter(leans).collect()
        });
        let lean = points.iter().map(mean).sum::<f32>() / points.len() as f32;
        Region { board, points, sides, lean }
    }

    fn open_points(&self) -> PointSet {
        let has_side = |color: &Color| !self.sides[*color].is_empty();
        if Color::ALL.iter().all(has_side) {
            return self.meeting_points();
        }
        let leans = |color: &Color| self.lean * f32::from(color.sign()) >= LEANING;
        match Color::ALL.into_iter().find(leans) {
            Some(color) => self.points.iter().filter(|&it| self.has_stone(it, !color)).collect(),
            None => PointSet::EMPTY,
        }
    }

    fn has_stone(&self, point: Point, color: Color) -> bool {
        self.board.n_stones_beside(point, color) > 0
    }

    fn touches(&self, point: Point, points: &PointSet) -> bool {
        point.neighbors(self.board.size()).any(|it| points.contains(it))
    }

    /// Where the territories of both meet in one region, as they do through a
    /// gap in the wall between them.
    fn meeting_points(&self) -> PointSet {
        let mut open = PointSet::EMPTY;
        for color in Color::ALL {
            let (own, other) = (self.sides[color], self.sides[!color]);
            let meets = |it: &Point| self.has_stone(*it, !color) || self.touches(*it, &other);
            open.extend(own.iter().filter(meets));
        }
        let mut rest = self.points - self.sides.black - self.sides.white;
        while let Some(start) = rest.first() {
            let gap = connected(&rest, start, |point| point.neighbors(self.board.size()));
            rest -= gap;
            for color in Color::ALL {
                let (own, other) = (self.sides[color], self.sides[!color]);
                let leads = |it: Point| self.has_stone(it, !color) || self.touches(it, &other);
                if gap.iter().any(leads) {
                    open.extend(gap.iter().filter(|&it| self.touches(it, &own)));
                }
            }
        }
        open
    }
}
