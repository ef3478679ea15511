//! Variance reduction: replaces the result far from the tree's moves by its
//! running mean.
//!
//! On a large board, most of what happens in a playout has nothing to do with
//! the moves that led to it: how a fight in another corner ends is noise, which
//! hides what the moves are worth. So points far from the line in the tree
//! count with their mean owner over all playouts that they were far from, and
//! only points near it count as they were in this playout.

use tengen_rules::{Board, ByPoint, Point, Size};

/// The number of playouts before the means are used.
const LEAST: u32 = 100;

/// The mean owner of each point in playouts whose line was far from it.
#[derive(Clone, Debug)]
pub(crate) struct ControlVariate {
    /// Who owned each point, Black positive, in playouts that it was far from.
    owners: ByPoint<i32>,
    /// The number of those playouts.
    counts: ByPoint<u32>,
    /// The sum of squared corrections, in points.
    squares: f32,
    n_playouts: u32,
    is_near: ByPoint<bool>,
}

/// What the control variate does to the lead of one playout.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Correction {
    /// Added to Black's lead, in points.
    pub(crate) change: f32,
    /// The standard deviation of such changes, in points: the uncertainty that
    /// they take out of a single playout.
    pub(crate) deviation: f32,
}

impl ControlVariate {
    pub(crate) fn new() -> ControlVariate {
        ControlVariate {
            owners: ByPoint::new(0),
            counts: ByPoint::new(0),
            squares: 0.0,
            n_playouts: 0,
            is_near: ByPoint::new(false),
        }
    }

    /// Takes note of a line that led to a board: near are the points up to so
    /// many lines from its moves, and the chains that reach there.
    pub(crate) fn mark(&mut self, board: &Board, line: impl Iterator<Item = Point>, reach: u8) {
        let size = board.size();
        for point in size.points() {
            self.is_near[point] = false;
        }
        for played in line {
            let columns = span(played.column(), reach, size.width());
            for row in span(played.row(), reach, size.height()) {
                for column in columns.clone() {
                    if let Some(point) = Point::new(column, row, size) {
                        self.is_near[point] = true;
                    }
                }
            }
        }
        let mut reaches = ByPoint::new(false);
        for (_, stone) in board.stones().filter(|it| self.is_near[it.1]) {
            if let Some(chain) = board.chain_id(stone) {
                reaches[chain] = true;
            }
        }
        for (_, stone) in board.stones() {
            self.is_near[stone] |= board.chain_id(stone).is_some_and(|it| reaches[it]);
        }
    }

    /// Adds the end of a playout after the line that was marked; returns its
    /// correction once there are enough playouts.
    pub(crate) fn add(&mut self, owners: &ByPoint<i8>, size: Size) -> Option<Correction> {
        let (mut happened, mut expected) = (0, 0.0);
        for point in size.points().filter(|&it| !self.is_near[it]) {
            let owner = i32::from(owners[point]);
            happened += owner;
            expected += self.owners[point] as f32 / (self.counts[point].max(1)) as f32;
            self.owners[point] += owner;
            self.counts[point] += 1;
        }
        let change = expected - happened as f32;
        self.n_playouts += 1;
        if self.n_playouts <= LEAST / 2 {
            return None;
        }
        self.squares += change * change;
        let n_known = self.n_playouts - LEAST / 2;
        let deviation = (self.squares / n_known as f32).sqrt();
        (self.n_playouts > LEAST).then_some(Correction { change, deviation })
    }
}

/// The rows or columns within reach of one.
fn span(place: u8, reach: u8, edge: u8) -> std::ops::RangeInclusive<u8> {
    place.saturating_sub(reach)..=place.saturating_add(reach).min(edge - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIAGRAM: &str = "
        . . . . . . . . .
        . . X X X X X X .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . O . . . . . .
        . . . . . . . . .
    ";

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    fn marked(line: &[&str]) -> ControlVariate {
        let board: Board = DIAGRAM.parse().unwrap();
        let mut control_variate = ControlVariate::new();
        control_variate.mark(&board, line.iter().map(|it| point(it)), 2);
        control_variate
    }

    #[test]
    fn chains_are_near_as_a_whole() {
        let is_near = |line: &[&str], name: &str| marked(line).is_near[point(name)];
        assert!(is_near(&["A9"], "A7") && is_near(&["A9"], "C7") && !is_near(&["A9"], "A6"));
        assert!(is_near(&["A9"], "H8"), "its chain reaches C8");
        assert!(!is_near(&["A9"], "H9") && !is_near(&["A9"], "C2"));
        assert!(is_near(&["A9", "E2"], "C2"));
        assert!(!is_near(&[], "E5"));
    }

    #[test]
    fn what_happens_far_away_is_foreseen() {
        let mut control_variate = marked(&["A9"]);
        let size = Size::NINE;
        let mut found = None;
        for number in 0..1_000 {
            let mut owners = ByPoint::new(0);
            // Far away Black gets three points in every fourth playout, and
            // near one in every second.
            if number % 4 == 0 {
                for name in ["A1", "B1", "C1"] {
                    owners[point(name)] = 1;
                }
            }
            owners[point("A8")] = (number % 2) as i8;
            found = control_variate.add(&owners, size);
            assert_eq!(found.is_none(), number < LEAST);
        }
        // The last one had no points far away.
        let Correction { change, deviation } = found.unwrap();
        assert!((change - 0.75).abs() < 0.01, "{change}");
        assert!((deviation - (3.0 / 16.0_f32 * 9.0).sqrt()).abs() < 0.05, "{deviation}");
    }
}
