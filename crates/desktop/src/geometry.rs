//! Where the points of a board are in a canvas, and how the board is turned.

use iced::{Point as Place, Rectangle, Size as Extent};
use tengen_rules::{Point, Size};

/// How a board is turned and flipped; nothing of it changes the game.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub(crate) struct Turn {
    /// Quarter turns to the right, up to three.
    quarters: u8,
    /// Whether left and right are swapped before it is turned.
    is_flipped: bool,
}

impl Turn {
    /// The same after a quarter turn to the right.
    #[must_use]
    pub(crate) const fn right(self) -> Turn {
        Turn { quarters: (self.quarters + 1) % 4, ..self }
    }

    /// The same after a quarter turn to the left.
    #[must_use]
    pub(crate) const fn left(self) -> Turn {
        Turn { quarters: (self.quarters + 3) % 4, ..self }
    }

    /// The same with left and right swapped, as it is seen.
    #[must_use]
    pub(crate) const fn flipped(self) -> Turn {
        // A flip after a turn is the opposite turn after a flip.
        Turn { quarters: (4 - self.quarters) % 4, is_flipped: !self.is_flipped }
    }

    /// The same with top and bottom swapped, as it is seen.
    #[must_use]
    pub(crate) const fn upside_down(self) -> Turn {
        self.flipped().right().right()
    }

    /// Whether columns are seen as rows.
    const fn is_sideways(self) -> bool {
        self.quarters % 2 == 1
    }

    /// Columns and rows as they are seen.
    const fn extent(self, size: Size) -> (u8, u8) {
        if self.is_sideways() {
            (size.height(), size.width())
        } else {
            (size.width(), size.height())
        }
    }

    /// The column and the row where a point is seen, from the upper left.
    const fn cell(self, point: Point, size: Size) -> (u8, u8) {
        let (width, height) = (size.width(), size.height());
        let column = if self.is_flipped { width - 1 - point.column() } else { point.column() };
        let row = height - 1 - point.row();
        match self.quarters {
            0 => (column, row),
            1 => (height - 1 - row, column),
            2 => (width - 1 - column, height - 1 - row),
            _ => (row, width - 1 - column),
        }
    }

    /// The point that is seen at a column and a row from the upper left.
    const fn point(self, x: u8, y: u8, size: Size) -> Option<Point> {
        let (width, height) = (size.width(), size.height());
        let (columns, rows) = self.extent(size);
        if x >= columns || y >= rows {
            return None;
        }
        let (column, row) = match self.quarters {
            0 => (x, y),
            1 => (y, height - 1 - x),
            2 => (width - 1 - x, height - 1 - y),
            _ => (width - 1 - y, x),
        };
        let column = if self.is_flipped { width - 1 - column } else { column };
        Point::new(column, height - 1 - row, size)
    }
}

/// Where the points of a board are, sharp on the pixels of the screen.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Geometry {
    pub(crate) size: Size,
    turn: Turn,
    /// The distance of two lines.
    pub(crate) cell: f32,
    /// The upper left point.
    origin: Place,
    /// The wood, with its margin.
    pub(crate) board: Rectangle,
    /// Pixels of the screen for one unit of length.
    pub(crate) scale: f32,
    has_coordinates: bool,
}

/// What decides how a board fits into its canvas, besides its size.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Fit {
    /// Pixels of the screen for one unit of length.
    pub(crate) scale: f32,
    pub(crate) has_coordinates: bool,
}

/// The margin around the lines, in cells.
const MARGIN: f32 = 0.66;

/// What coordinates need beyond that, in cells, and at most.
const COORDINATES: (f32, f32) = (0.55, 20.0);

impl Geometry {
    /// The largest board that fits into a canvas.
    pub(crate) fn new(size: Size, turn: Turn, canvas: Extent, fit: Fit) -> Geometry {
        let Fit { scale, has_coordinates } = fit;
        let (columns, rows) = turn.extent(size);
        let cells = |n: u8, margin: f32| f32::from(n) - 1.0 + 2.0 * margin;
        let fit = |margin: f32, border: f32| {
            let (width, height) = (canvas.width - 2.0 * border, canvas.height - 2.0 * border);
            (width / cells(columns, margin)).min(height / cells(rows, margin))
        };
        // Coordinates need less of a margin where cells are large.
        let (share, most) = if has_coordinates { COORDINATES } else { (0.0, 0.0) };
        let fit = fit(MARGIN + share, 0.0).max(fit(MARGIN, most));
        // A whole number of pixels keeps all lines equally sharp.
        let cell = (fit * scale).floor().max(4.0) / scale;
        let margin = MARGIN * cell + (share * cell).min(most);
        let length = |n: u8| (f32::from(n) - 1.0) * cell + 2.0 * margin;
        let (width, height) = (length(columns), length(rows));
        let snap = |x: f32| (x * scale).round() / scale;
        let left = snap(((canvas.width - width) / 2.0).max(0.0));
        let top = snap(((canvas.height - height) / 2.0).max(0.0));
        let origin = Place::new(snap(left + margin), snap(top + margin));
        let board = Rectangle { x: left, y: top, width: snap(width), height: snap(height) };
        Geometry { size, turn, cell, origin, board, scale, has_coordinates }
    }

    /// Columns and rows as they are seen.
    pub(crate) const fn extent(&self) -> (u8, u8) {
        self.turn.extent(self.size)
    }

    pub(crate) const fn has_coordinates(&self) -> bool {
        self.has_coordinates
    }

    /// The middle of a point.
    pub(crate) fn place(&self, point: Point) -> Place {
        let (x, y) = self.turn.cell(point, self.size);
        self.place_of_cell(f32::from(x), f32::from(y))
    }

    /// The middle of a column and a row as they are seen.
    pub(crate) fn place_of_cell(&self, x: f32, y: f32) -> Place {
        Place::new(self.origin.x + x * self.cell, self.origin.y + y * self.cell)
    }

    /// The point that is nearest, if one is near.
    pub(crate) fn point(&self, place: Place) -> Option<Point> {
        let cell = |from: f32, to: f32| {
            let idx = ((to - from) / self.cell).round();
            (0.0..=24.0).contains(&idx).then_some(idx as u8)
        };
        self.turn.point(cell(self.origin.x, place.x)?, cell(self.origin.y, place.y)?, self.size)
    }

    /// How far the names at the edges are from the lines.
    pub(crate) fn name_distance(&self) -> f32 {
        let margin = self.origin.x - self.board.x;
        // In the middle between the edge and the stones.
        f32::midpoint(margin, 0.42 * self.cell)
    }

    /// The names at the edges: those of columns and rows as they are seen.
    pub(crate) fn names(&self) -> (Vec<String>, Vec<String>) {
        let (columns, rows) = self.extent();
        let name = |point: Point, is_letter: bool| {
            let name = point.to_string();
            let (letter, number) = name.split_at(1);
            if is_letter { letter.to_owned() } else { number.to_owned() }
        };
        let is_sideways = self.turn.is_sideways();
        let at = |x: u8, y: u8, is_letter: bool| {
            self.turn.point(x, y, self.size).map(|it| name(it, is_letter)).unwrap_or_default()
        };
        (
            (0..columns).map(|x| at(x, 0, !is_sideways)).collect(),
            (0..rows).map(|y| at(0, y, is_sideways)).collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(scale: f32) -> Fit {
        Fit { scale, has_coordinates: true }
    }

    fn all_turns() -> Vec<Turn> {
        let mut turns = vec![Turn::default()];
        for _ in 0..3 {
            turns.push(turns[turns.len() - 1].right());
        }
        turns.extend(turns.clone().into_iter().map(Turn::flipped));
        turns
    }

    #[test]
    fn points_are_found_where_they_are_drawn() {
        for size in [Size::NINE, Size::new(13, 7).unwrap(), Size::new(1, 25).unwrap()] {
            for turn in all_turns() {
                let canvas = Extent::new(317.0, 411.0);
                let geometry = Geometry::new(size, turn, canvas, fit(1.25));
                for point in size.points() {
                    let place = geometry.place(point);
                    assert_eq!(geometry.point(place), Some(point), "{turn:?}");
                    assert!(geometry.board.contains(place));
                    let pixels = (place.x * 1.25, place.y * 1.25);
                    assert!((pixels.0 - pixels.0.round()).abs() < 0.01, "{pixels:?}");
                }
                assert_eq!(geometry.point(Place::new(-90.0, 10.0)), None);
            }
        }
    }

    #[test]
    fn four_turns_and_two_flips_change_nothing() {
        for turn in all_turns() {
            assert_eq!(turn.right().right().right().right(), turn);
            assert_eq!(turn.right().left(), turn);
            assert_eq!(turn.flipped().flipped(), turn);
            assert_eq!(turn.upside_down().upside_down(), turn);
        }
    }

    #[test]
    fn a_turn_to_the_right_moves_the_upper_left_corner() {
        let size = Size::NINE;
        let corner: Point = "A9".parse().unwrap();
        assert_eq!(Turn::default().cell(corner, size), (0, 0));
        assert_eq!(Turn::default().right().cell(corner, size), (8, 0));
        assert_eq!(Turn::default().flipped().cell(corner, size), (8, 0));
        assert_eq!(Turn::default().right().flipped().cell(corner, size), (0, 0));
        assert_eq!(Turn::default().upside_down().cell(corner, size), (0, 8));
    }

    #[test]
    fn names_go_with_the_points() {
        let canvas = Extent::new(300.0, 300.0);
        let size = Size::new(3, 2).unwrap();
        let names = |turn| Geometry::new(size, turn, canvas, fit(1.0)).names();
        let own = |names: &[&str]| names.iter().map(|&it| it.to_owned()).collect::<Vec<_>>();
        assert_eq!(names(Turn::default()), (own(&["A", "B", "C"]), own(&["2", "1"])));
        assert_eq!(names(Turn::default().right()), (own(&["1", "2"]), own(&["A", "B", "C"])));
        assert_eq!(names(Turn::default().flipped()), (own(&["C", "B", "A"]), own(&["2", "1"])));
    }
}
