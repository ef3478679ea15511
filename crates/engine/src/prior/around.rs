//! What is around each point of a board.

use tengen_rules::{Board, ByPoint, Color, Point, Size};

/// Joins the values of all points up to `reach` lines away from each point.
pub(crate) fn around(
    size: Size,
    reach: u8,
    value: impl Fn(Point) -> u16,
    join: impl Fn(u16, u16) -> u16,
) -> ByPoint<u16> {
    let mut rows = ByPoint::new(0);
    let mut joined = ByPoint::new(0);
    for point in size.points() {
        let columns =
            point.column().saturating_sub(reach)..=(point.column() + reach).min(size.width() - 1);
        let others = columns.filter_map(|column| Point::new(column, point.row(), size));
        rows[point] = others.map(&value).reduce(&join).unwrap_or_default();
    }
    for point in size.points() {
        let lines =
            point.row().saturating_sub(reach)..=(point.row() + reach).min(size.height() - 1);
        let others = lines.filter_map(|row| Point::new(point.column(), row, size));
        joined[point] = others.map(|it| rows[it]).reduce(&join).unwrap_or_default();
    }
    joined
}

/// The mean value of the points up to `reach` lines away from each point.
pub(crate) fn mean_around(size: Size, reach: u8, value: impl Fn(Point) -> u16) -> ByPoint<u16> {
    let mut sums = around(size, reach, value, |a, b| a + b);
    let extent = |place: u8, edge: u8| {
        u16::from((place + reach).min(edge - 1) - place.saturating_sub(reach) + 1)
    };
    for point in size.points() {
        sums[point] /= extent(point.column(), size.width()) * extent(point.row(), size.height());
    }
    sums
}

/// The distance of each point to the nearest stone of a color, in steps along
/// lines, at most `most`.
pub(crate) fn distances(board: &Board, color: Color, most: u8) -> ByPoint<u8> {
    let size = board.size();
    let mut distances = ByPoint::new(most);
    let mut step = |column: u8, row: u8, before: [(i8, i8); 2]| {
        let Some(point) = Point::new(column, row, size) else { return };
        let mut least = if board.stone(point) == Some(color) { 0 } else { distances[point] };
        for (columns, rows) in before {
            if let Some(other) = point.offset(columns, rows, size) {
                least = least.min(distances[other] + 1);
            }
        }
        distances[point] = least;
    };
    for row in 0..size.height() {
        for column in 0..size.width() {
            step(column, row, [(-1, 0), (0, -1)]);
        }
    }
    for row in (0..size.height()).rev() {
        for column in (0..size.width()).rev() {
            step(column, row, [(1, 0), (0, 1)]);
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIAGRAM: &str = "
        X . . . .
        . . . . .
        . . . . .
        . . O . .
        . . . . .
    ";

    /// What the points of a row have, the leftmost first.
    fn row<T: Copy>(values: &ByPoint<T>, row: u8) -> [T; 5] {
        let size = Size::new(5, 5).unwrap();
        [0, 1, 2, 3, 4].map(|column| values[Point::new(column, row, size).unwrap()])
    }

    #[test]
    fn points_near_the_edge_have_less_around() {
        let size = Size::new(5, 5).unwrap();
        let number = |it: Point| u16::from(it.row()) * 5 + u16::from(it.column());
        let most = around(size, 1, number, u16::max);
        assert_eq!(row(&most, 0), [6, 7, 8, 9, 9]);
        assert_eq!(row(&most, 4), [21, 22, 23, 24, 24]);
        let n_points = around(size, 2, |_| 1, |a, b| a + b);
        assert_eq!(row(&n_points, 0), [9, 12, 15, 12, 9]);
        assert_eq!(row(&n_points, 2), [15, 20, 25, 20, 15]);
        let means = mean_around(size, 1, |it| 10 * u16::from(it.column()));
        assert_eq!(row(&means, 3), [5, 10, 20, 30, 35]);
    }

    #[test]
    fn distances_follow_the_lines() {
        let board: Board = DIAGRAM.parse().unwrap();
        let size = board.size();
        for color in Color::ALL {
            let distances = distances(&board, color, 6);
            for point in size.points() {
                let stones = size.points().filter(|&it| board.stone(it) == Some(color));
                let steps = stones.map(|it| {
                    it.column().abs_diff(point.column()) + it.row().abs_diff(point.row())
                });
                assert_eq!(distances[point], steps.min().unwrap().min(6), "{point:?}");
            }
        }
    }
}
