//! How large stones are, and which part of the board is where.

use ratatui::layout::{Position, Rect};
use tengen_rules::{Point, Size};

/// How many cells of the terminal a point of the board has.
///
/// Cells are about twice as high as wide. Stones leave a column and half a
/// row free.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(crate) struct Scale {
    pub(crate) width: u16,
    pub(crate) height: u16,
}

impl Scale {
    /// From the largest to the smallest.
    pub(crate) const ALL: [Scale; 6] = [
        Scale { width: 10, height: 5 },
        Scale { width: 8, height: 4 },
        Scale { width: 6, height: 3 },
        Scale { width: 4, height: 2 },
        Scale { width: 2, height: 1 },
        Scale { width: 1, height: 1 },
    ];

    pub(crate) const SMALLEST: Scale = Scale { width: 1, height: 1 };

    /// The columns that a stone covers.
    pub(crate) const fn stone_width(self) -> u16 {
        if self.width > 1 { self.width - 1 } else { 1 }
    }

    /// The cell of a point that is on the lines.
    pub(crate) const fn center(self) -> (u16, u16) {
        (self.stone_width() / 2, (self.height - 1) / 2)
    }

    /// Whether a stone has more than one cell.
    pub(crate) const fn is_large(self) -> bool {
        self.height > 1
    }

    /// Which quarters of a cell a stone covers, as bits: upper left, upper
    /// right, lower left, lower right.
    pub(crate) fn covered(self, x: u16, y: u16) -> u8 {
        let radius_x = f32::from(self.stone_width()) / 2.0;
        let radius_y = (f32::from(self.height) - 0.5) / 2.0;
        let quarters = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
        let is_inside = |(dx, dy): (f32, f32)| {
            let right = (f32::from(x) + dx - radius_x) / radius_x;
            let down = (f32::from(y) + dy - radius_y) / radius_y;
            right * right + down * down < 1.12
        };
        (0..4).filter(|&it| is_inside(quarters[it])).fold(0, |bits, it| bits | 1 << it)
    }
}

/// The wood around the lines.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(crate) enum Margin {
    /// Coordinates on all sides.
    Full,
    /// Coordinates above and on the left.
    Half,
    /// No coordinates.
    Narrow,
}

impl Margin {
    const fn left(self) -> u16 {
        if matches!(self, Margin::Narrow) { 1 } else { 3 }
    }

    const fn right(self) -> u16 {
        if matches!(self, Margin::Full) { 3 } else { 1 }
    }

    const fn top(self) -> u16 {
        if matches!(self, Margin::Narrow) { 0 } else { 1 }
    }

    const fn bottom(self) -> u16 {
        if matches!(self, Margin::Full) { 1 } else { 0 }
    }
}

/// A board as large as it is drawn.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(crate) struct ScaledBoard {
    pub(crate) size: Size,
    pub(crate) scale: Scale,
    pub(crate) margin: Margin,
}

impl ScaledBoard {
    /// The space that the whole board takes, with a margin of wood.
    pub(crate) fn extent(self) -> Extent {
        let ScaledBoard { size, scale, margin } = self;
        let (columns, rows) = (u16::from(size.width()), u16::from(size.height()));
        let width = (columns - 1) * scale.width + scale.stone_width();
        Extent {
            width: width + margin.left() + margin.right(),
            height: rows * scale.height + margin.top() + margin.bottom(),
        }
    }
}

/// Columns and rows of the terminal.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(crate) struct Extent {
    pub(crate) width: u16,
    pub(crate) height: u16,
}

/// Which part of a board is where on the screen.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Geometry {
    pub(crate) size: Size,
    pub(crate) scale: Scale,
    /// The wood.
    pub(crate) area: Rect,
    /// The cell of the first point.
    left: u16,
    top: u16,
    /// The first column and row that can be seen, from the upper left.
    first: (u8, u8),
    /// How many can be seen.
    shown: (u8, u8),
    pub(crate) margin: Margin,
}

impl Geometry {
    /// The board in the middle of an area, or the part of it around a point
    /// if there is no space for all.
    pub(crate) fn new(board: ScaledBoard, area: Rect, around: Option<Point>) -> Geometry {
        let ScaledBoard { size, scale, margin } = board;
        let Extent { width, height } = board.extent();
        let wood = Rect {
            x: area.x + area.width.saturating_sub(width) / 2,
            y: area.y + area.height.saturating_sub(height) / 2,
            width: width.min(area.width),
            height: height.min(area.height),
        };
        let inner_width = wood.width.saturating_sub(margin.left() + margin.right());
        let inner_height = wood.height.saturating_sub(margin.top() + margin.bottom());
        let columns = (inner_width + scale.width - scale.stone_width()) / scale.width;
        let rows = inner_height / scale.height;
        let around = around.map_or((0, 0), |it| (it.column(), size.height() - 1 - it.row()));
        let shown = (
            size.width().min(u8::try_from(columns).unwrap_or(u8::MAX)),
            size.height().min(u8::try_from(rows).unwrap_or(u8::MAX)),
        );
        let start = |at: u8, shown: u8, all: u8| at.saturating_sub(shown / 2).min(all - shown);
        Geometry {
            size,
            scale,
            area: wood,
            left: wood.x + margin.left(),
            top: wood.y + margin.top(),
            first: (
                start(around.0, shown.0, size.width()),
                start(around.1, shown.1, size.height()),
            ),
            shown,
            margin,
        }
    }

    /// The upper left cell of a point, if it can be seen.
    pub(crate) fn cell(&self, point: Point) -> Option<Position> {
        let column = point.column().checked_sub(self.first.0).filter(|&it| it < self.shown.0)?;
        let from_top = self.size.height() - 1 - point.row();
        let row = from_top.checked_sub(self.first.1).filter(|&it| it < self.shown.1)?;
        Some(Position {
            x: self.left + u16::from(column) * self.scale.width,
            y: self.top + u16::from(row) * self.scale.height,
        })
    }

    /// The point at a cell of the screen.
    pub(crate) fn point(&self, at: Position) -> Option<Point> {
        if !self.area.contains(at) {
            return None;
        }
        let column = (at.x.checked_sub(self.left)?) / self.scale.width;
        let row = (at.y.checked_sub(self.top)?) / self.scale.height;
        let column = u8::try_from(column).ok().filter(|&it| it < self.shown.0)?;
        let row = u8::try_from(row).ok().filter(|&it| it < self.shown.1)?;
        let from_top = row + self.first.1;
        Point::new(column + self.first.0, self.size.height() - 1 - from_top, self.size)
    }

    /// The points that can be seen.
    pub(crate) fn points(&self) -> impl Iterator<Item = (Point, Position)> {
        self.size.points().filter_map(|point| Some((point, self.cell(point)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disc(scale: Scale) -> Vec<String> {
        let row = |y| {
            let cells =
                (0..scale.stone_width()).map(|x| crate::board::quarters(scale.covered(x, y)));
            cells.collect::<String>()
        };
        (0..scale.height).map(row).collect()
    }

    #[test]
    fn stones_are_round() {
        assert_eq!(disc(Scale { width: 4, height: 2 }), ["▟█▙", "▝▀▘"]);
        assert_eq!(disc(Scale { width: 6, height: 3 }), ["▄███▄", "█████", " ▀▀▀ "]);
    }

    #[test]
    fn points_are_found_by_their_cells() {
        let area = Rect::new(5, 2, 70, 40);
        for scale in Scale::ALL {
            let board = ScaledBoard { size: Size::NINE, scale, margin: Margin::Full };
            let geometry = Geometry::new(board, area, None);
            for (point, at) in geometry.points() {
                assert_eq!(geometry.point(at), Some(point));
            }
        }
    }

    #[test]
    fn small_areas_show_what_is_around_a_point() {
        let area = Rect::new(0, 0, 12, 7);
        let around = "T1".parse().ok();
        let (size, scale) = (Size::NINETEEN, Scale::SMALLEST);
        let board = ScaledBoard { size, scale, margin: Margin::Narrow };
        let geometry = Geometry::new(board, area, around);
        assert!(geometry.points().any(|(it, _)| Some(it) == around));
        assert_eq!(geometry.points().count(), 70);
    }
}
