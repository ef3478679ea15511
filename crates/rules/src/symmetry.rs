//! Turning and mirroring boards.

use crate::{Board, Point, Size};

/// One of the eight ways to turn or mirror a board.
///
/// A quarter turn of a board that is not square has the width for its height.
///
/// # Examples
///
/// ```
/// use tengen_rules::{Board, Point, Size, Symmetry};
///
/// let point: Point = "B1".parse()?;
/// let names = Symmetry::ALL.map(|it| it.point(point, Size::NINE).unwrap().to_string());
/// assert_eq!(names, ["B1", "A8", "H9", "J2", "H1", "B9", "A2", "J8"]);
///
/// let board: Board = "
///     . . X
///     . O .
/// ".parse()?;
/// assert_eq!(board.with_symmetry(Symmetry::Clockwise).to_string(), ". .\nO .\n. X\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Symmetry {
    /// Leaves everything where it is.
    #[default]
    Identity,
    /// A quarter turn clockwise.
    Clockwise,
    /// A half turn.
    HalfTurn,
    /// A quarter turn counterclockwise.
    Counterclockwise,
    /// The first column becomes the last one.
    MirrorColumns,
    /// The first row becomes the last one.
    MirrorRows,
    /// Columns become rows: the diagonal through `A1` stays.
    Transpose,
    /// Columns become rows: the diagonal through the lower right corner stays.
    AntiTranspose,
}

impl Symmetry {
    /// All symmetries, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::Clockwise,
        Symmetry::HalfTurn,
        Symmetry::Counterclockwise,
        Symmetry::MirrorColumns,
        Symmetry::MirrorRows,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
    ];

    /// The symmetry that takes this one back.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::Clockwise => Symmetry::Counterclockwise,
            Symmetry::Counterclockwise => Symmetry::Clockwise,
            other => other,
        }
    }

    /// The symmetry that does the same as this one and then the other.
    #[must_use]
    pub fn then(self, next: Symmetry) -> Symmetry {
        let steps = self.steps();
        let next = next.steps();
        // A mirroring that comes before columns and rows change places is one
        // of the other axis.
        let (columns, rows) = if next.is_transposed {
            (steps.mirrors_rows, steps.mirrors_columns)
        } else {
            (steps.mirrors_columns, steps.mirrors_rows)
        };
        Symmetry::from_steps(Steps {
            is_transposed: steps.is_transposed ^ next.is_transposed,
            mirrors_columns: columns ^ next.mirrors_columns,
            mirrors_rows: rows ^ next.mirrors_rows,
        })
    }

    /// Whether columns become rows.
    pub const fn is_transposed(self) -> bool {
        self.steps().is_transposed
    }

    /// What becomes of the size of a board.
    pub const fn size(self, size: Size) -> Size {
        if self.is_transposed() { size.transposed() } else { size }
    }

    /// Where a point of a board of this size goes, or `None` if the board does
    /// not have it.
    pub const fn point(self, point: Point, size: Size) -> Option<Point> {
        if !size.contains(point) {
            return None;
        }
        let steps = self.steps();
        let turned = self.size(size);
        let (mut column, mut row) = (point.column(), point.row());
        if steps.is_transposed {
            (column, row) = (row, column);
        }
        if steps.mirrors_columns {
            column = turned.width() - 1 - column;
        }
        if steps.mirrors_rows {
            row = turned.height() - 1 - row;
        }
        Point::new(column, row, turned)
    }

    const fn steps(self) -> Steps {
        let (is_transposed, mirrors_columns, mirrors_rows) = match self {
            Symmetry::Identity => (false, false, false),
            Symmetry::Clockwise => (true, false, true),
            Symmetry::HalfTurn => (false, true, true),
            Symmetry::Counterclockwise => (true, true, false),
            Symmetry::MirrorColumns => (false, true, false),
            Symmetry::MirrorRows => (false, false, true),
            Symmetry::Transpose => (true, false, false),
            Symmetry::AntiTranspose => (true, true, true),
        };
        Steps { is_transposed, mirrors_columns, mirrors_rows }
    }

    const fn from_steps(steps: Steps) -> Symmetry {
        match (steps.is_transposed, steps.mirrors_columns, steps.mirrors_rows) {
            (false, false, false) => Symmetry::Identity,
            (true, false, true) => Symmetry::Clockwise,
            (false, true, true) => Symmetry::HalfTurn,
            (true, true, false) => Symmetry::Counterclockwise,
            (false, true, false) => Symmetry::MirrorColumns,
            (false, false, true) => Symmetry::MirrorRows,
            (true, false, false) => Symmetry::Transpose,
            (true, true, true) => Symmetry::AntiTranspose,
        }
    }
}

/// What a symmetry consists of, in this order.
#[derive(Copy, Clone)]
struct Steps {
    is_transposed: bool,
    mirrors_columns: bool,
    mirrors_rows: bool,
}

impl Board {
    /// The board turned or mirrored, with its ko.
    #[must_use]
    pub fn with_symmetry(&self, symmetry: Symmetry) -> Board {
        let size = self.size();
        let place = |point| symmetry.point(point, size);
        let stones = self.stones().filter_map(|(color, point)| Some((color, place(point)?)));
        Board::with_ko(symmetry.size(size), stones, self.ko().and_then(place))
    }

    /// The board with Black's stones for White's and the other way round, with
    /// its ko.
    #[must_use]
    pub fn with_colors_swapped(&self) -> Board {
        let stones = self.stones().map(|(color, point)| (!color, point));
        Board::with_ko(self.size(), stones, self.ko())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_a_group() {
        let size = Size::new(4, 3).unwrap();
        for one in Symmetry::ALL {
            assert_eq!(one.then(one.inverse()), Symmetry::Identity, "{one:?}");
            for other in Symmetry::ALL {
                let both = one.then(other);
                assert_eq!(both.size(size), other.size(one.size(size)));
                for point in size.points() {
                    let first = one.point(point, size).unwrap();
                    let second = other.point(first, one.size(size));
                    assert_eq!(both.point(point, size), second, "{one:?}, {other:?}, {point}");
                }
            }
        }
    }

    #[test]
    fn points_of_other_boards_go_nowhere() {
        let size = Size::new(4, 3).unwrap();
        let point: Point = "A4".parse().unwrap();
        assert!(Symmetry::ALL.iter().all(|it| it.point(point, size).is_none()));
    }

    #[test]
    fn ko_turns_with_the_board() {
        let board: Board = ". X O .\nX O . O\n. X O .".parse().unwrap();
        let black = crate::Color::Black;
        let suicide = crate::Suicide::Forbidden;
        let board = board.after(black, "C2".parse().unwrap(), suicide).unwrap();
        assert_eq!(board.ko(), "B2".parse().ok());
        let turned = board.with_symmetry(Symmetry::Counterclockwise);
        assert_eq!(turned.ko(), "B2".parse().ok());
        assert_eq!(board.with_symmetry(Symmetry::HalfTurn).ko(), "C2".parse().ok());
        assert_eq!(turned.with_symmetry(Symmetry::Clockwise), board);
        assert_eq!(board.with_colors_swapped().with_colors_swapped(), board);
        assert_ne!(board.with_colors_swapped(), board);
    }
}
