//! The visible part of a board.

use tengen_rules::{Point, Size};

use crate::Scene;

/// The columns and rows that a scene shows, with both ends.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Visible {
    pub(crate) size: Size,
    pub(crate) left: u8,
    pub(crate) right: u8,
    pub(crate) bottom: u8,
    pub(crate) top: u8,
}

impl Visible {
    /// What a scene shows; a crop is cut down to the board.
    pub(crate) fn of(scene: &Scene) -> Visible {
        let size = scene.size;
        let (last_column, last_row) = (size.width() - 1, size.height() - 1);
        let Some(crop) = scene.crop else {
            return Visible { size, left: 0, right: last_column, bottom: 0, top: last_row };
        };
        let (a, b) = (crop.from, crop.to);
        Visible {
            size,
            left: a.column().min(b.column()).min(last_column),
            right: a.column().max(b.column()).min(last_column),
            bottom: a.row().min(b.row()).min(last_row),
            top: a.row().max(b.row()).min(last_row),
        }
    }

    pub(crate) fn contains(self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.column())
            && (self.bottom..=self.top).contains(&point.row())
    }

    /// The number of columns.
    pub(crate) fn n_columns(self) -> u8 {
        self.right - self.left + 1
    }

    /// The number of rows.
    pub(crate) fn n_rows(self) -> u8 {
        self.top - self.bottom + 1
    }

    /// The points from left to right, the top row first.
    pub(crate) fn rows(self) -> impl Iterator<Item = impl Iterator<Item = Point>> {
        let Visible { size, left, right, bottom, top } = self;
        (bottom..=top)
            .rev()
            .map(move |row| (left..=right).filter_map(move |column| Point::new(column, row, size)))
    }

    /// The points, the top row first.
    pub(crate) fn points(self) -> impl Iterator<Item = Point> {
        self.rows().flatten()
    }

    /// The sides on which the board ends, rather than going on.
    pub(crate) fn edges(self) -> Sides {
        Sides {
            left: self.left == 0,
            right: self.right + 1 == self.size.width(),
            top: self.top + 1 == self.size.height(),
            bottom: self.bottom == 0,
        }
    }
}

/// A fact about each side.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "these are four answers to one question")]
pub(crate) struct Sides {
    pub(crate) left: bool,
    pub(crate) right: bool,
    pub(crate) top: bool,
    pub(crate) bottom: bool,
}

/// The name of a column as in GTP, where there is no `I`.
pub(crate) fn column_name(column: u8) -> char {
    char::from(b'A' + column + u8::from(column >= 8))
}
