//! Patterns: what is looked for on boards.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use tengen_rules::{Board, Color, Point, Size};

/// What a point of a pattern may be.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Cell {
    /// Anything.
    #[default]
    Any,
    /// No stone.
    Empty,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// No white stone.
    BlackOrEmpty,
    /// No black stone.
    WhiteOrEmpty,
    /// A stone of either color.
    Stone,
}

impl Cell {
    /// Bits of what is allowed: 1 empty, 2 black, 4 white.
    pub(crate) const fn mask(self) -> u8 {
        match self {
            Cell::Any => 7,
            Cell::Empty => 1,
            Cell::Black => 2,
            Cell::White => 4,
            Cell::BlackOrEmpty => 3,
            Cell::WhiteOrEmpty => 5,
            Cell::Stone => 6,
        }
    }

    const fn of(stone: Option<Color>) -> Cell {
        match stone {
            None => Cell::Empty,
            Some(Color::Black) => Cell::Black,
            Some(Color::White) => Cell::White,
        }
    }

    const fn letter(self) -> char {
        match self {
            Cell::Any => '*',
            Cell::Empty => '.',
            Cell::Black => 'X',
            Cell::White => 'O',
            Cell::BlackOrEmpty => 'x',
            Cell::WhiteOrEmpty => 'o',
            Cell::Stone => '?',
        }
    }
}

/// The edges of a board.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "a board has four edges")]
pub struct Edges {
    /// The column A.
    pub left: bool,
    /// The last column.
    pub right: bool,
    /// The row 1.
    pub bottom: bool,
    /// The last row.
    pub top: bool,
}

/// Where on a board a pattern may be.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Anchor {
    /// Its sides lie on these edges, so it is in a corner, at a side, or, with
    /// no edges, anywhere.
    Edges(Edges),
    /// Its lower left corner is this point, on boards of the pattern's size.
    At(Point),
}

impl Anchor {
    /// Anywhere on a board.
    pub const ANYWHERE: Anchor =
        Anchor::Edges(Edges { left: false, right: false, bottom: false, top: false });
}

/// A rectangle of points, with what each of them may be, and what happens
/// there.
///
/// As text, `X` and `O` are stones, `.` is empty, `*` anything, `x` black or
/// empty, `o` white or empty, `?` any stone; `|` and `-` are edges of the
/// board. Digits are moves that must follow in this order, Black's first.
///
/// ```
/// use tengen_library::{Anchor, Pattern};
/// use tengen_rules::Size;
///
/// let pattern: Pattern = "
///     --------
///     |. . . *
///     |. . O .
///     |. X . 1
///     |* . . .
/// ".parse()?;
/// assert_eq!((pattern.width(), pattern.height(), pattern.moves().len()), (4, 4, 1));
/// let Anchor::Edges(edges) = pattern.anchor() else { panic!() };
/// assert!(edges.left && edges.top && !edges.right && !edges.bottom);
/// # Ok::<(), tengen_library::ParsePatternError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Pattern {
    pub(crate) shape: Size,
    /// From the lower left, row by row.
    pub(crate) cells: Vec<Cell>,
    pub(crate) anchor: Anchor,
    /// The only boards that are searched.
    pub(crate) board_size: Option<Size>,
    pub(crate) moves: Vec<(Color, Point)>,
    pub(crate) next: Option<Color>,
}

impl Pattern {
    /// The whole board, on boards of this size only.
    ///
    /// # Panics
    ///
    /// Never: a board has corners.
    pub fn whole_board(board: &Board) -> Pattern {
        let corner = Point::new(0, 0, board.size());
        let opposite = board.size().point_at(board.size().n_points() - 1);
        let points = corner.zip(opposite).expect("a board has corners");
        Pattern::region(board, points.0, points.1).expect("the corners are on the board")
    }

    /// A rectangle of a board between two of its corners, on boards of this
    /// size: a side of it that lies on an edge stays there.
    ///
    /// `None` if a point is not on the board.
    pub fn region(board: &Board, corner: Point, opposite: Point) -> Option<Pattern> {
        let size = board.size();
        if !size.contains(corner) || !size.contains(opposite) {
            return None;
        }
        let columns =
            (corner.column().min(opposite.column()), corner.column().max(opposite.column()));
        let rows = (corner.row().min(opposite.row()), corner.row().max(opposite.row()));
        let shape = Size::new(columns.1 - columns.0 + 1, rows.1 - rows.0 + 1)?;
        let mut cells = Vec::with_capacity(shape.n_points().into());
        for row in rows.0..=rows.1 {
            for column in columns.0..=columns.1 {
                cells.push(Cell::of(board.stone(Point::new(column, row, size)?)));
            }
        }
        let edges = Edges {
            left: columns.0 == 0,
            right: columns.1 + 1 == size.width(),
            bottom: rows.0 == 0,
            top: rows.1 + 1 == size.height(),
        };
        Some(Pattern {
            shape,
            cells,
            anchor: Anchor::Edges(edges),
            board_size: Some(size),
            moves: Vec::new(),
            next: None,
        })
    }

    /// Points that may be anything, anywhere on any board.
    pub fn free(shape: Size) -> Pattern {
        Pattern {
            shape,
            cells: vec![Cell::Any; shape.n_points().into()],
            anchor: Anchor::ANYWHERE,
            board_size: None,
            moves: Vec::new(),
            next: None,
        }
    }

    /// The number of columns.
    pub const fn width(&self) -> u8 {
        self.shape.width()
    }

    /// The number of rows.
    pub const fn height(&self) -> u8 {
        self.shape.height()
    }

    /// The rectangle as a board of its own, in which its points are counted.
    pub const fn shape(&self) -> Size {
        self.shape
    }

    /// What a point of the rectangle may be, if the rectangle has it.
    pub fn cell(&self, point: Point) -> Option<Cell> {
        point.index_in(self.shape).map(|idx| self.cells[usize::from(idx)])
    }

    /// Says what a point of the rectangle may be.
    #[must_use]
    pub fn with_cell(mut self, point: Point, cell: Cell) -> Pattern {
        if let Some(idx) = point.index_in(self.shape) {
            self.cells[usize::from(idx)] = cell;
        }
        self
    }

    /// Where it may be.
    pub const fn anchor(&self) -> Anchor {
        self.anchor
    }

    /// Says where it may be.
    #[must_use]
    pub fn with_anchor(self, anchor: Anchor) -> Pattern {
        Pattern { anchor, ..self }
    }

    /// Says on which boards it may be; `None` means all.
    #[must_use]
    pub fn with_board_size(self, board_size: Option<Size>) -> Pattern {
        Pattern { board_size, ..self }
    }

    /// The boards on which it may be; `None` means all.
    pub const fn board_size(&self) -> Option<Size> {
        self.board_size
    }

    /// Who must make the next move within the rectangle.
    pub const fn next(&self) -> Option<Color> {
        self.next
    }

    /// The moves that must follow, in points of the rectangle.
    pub fn moves(&self) -> &[(Color, Point)] {
        &self.moves
    }

    /// Demands that the next moves within the rectangle are these, in this
    /// order; moves elsewhere may be between them.
    #[must_use]
    pub fn with_moves(self, moves: Vec<(Color, Point)>) -> Pattern {
        Pattern { moves, ..self }
    }

    /// Demands that this player makes the next move within the rectangle,
    /// after all others.
    #[must_use]
    pub fn with_next(self, next: Option<Color>) -> Pattern {
        Pattern { next, ..self }
    }

    /// The same for the other player: digits in a text are White's first.
    #[must_use]
    pub fn with_moves_swapped(mut self) -> Pattern {
        for (color, _) in &mut self.moves {
            *color = !*color;
        }
        self
    }
}

/// Writes the form that is read.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Anchor::Edges(edges) = self.anchor else { return self.write_rows(f, Edges::default()) };
        let line = "-".repeat(2 * usize::from(self.width()) + 1);
        if edges.top {
            writeln!(f, "{line}")?;
        }
        self.write_rows(f, edges)?;
        if edges.bottom {
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl Pattern {
    fn write_rows(&self, f: &mut fmt::Formatter<'_>, edges: Edges) -> fmt::Result {
        for points in self.shape.rows() {
            let letters: Vec<String> = points.map(|point| self.letter(point)).collect();
            f.write_str(if edges.left { "|" } else { "" })?;
            f.write_str(&letters.join(" "))?;
            f.write_str(if edges.right { "|\n" } else { "\n" })?;
        }
        Ok(())
    }

    fn letter(&self, point: Point) -> String {
        let place = self.moves.iter().position(|(_, it)| *it == point);
        match place {
            Some(idx) if idx < 9 => (idx + 1).to_string(),
            _ => self.cell(point).unwrap_or_default().letter().to_string(),
        }
    }
}

impl FromStr for Pattern {
    type Err = ParsePatternError;

    fn from_str(text: &str) -> Result<Pattern, ParsePatternError> {
        let mut edges = Edges::default();
        let mut rows: Vec<Vec<char>> = Vec::new();
        for line in text.split(['\n', '/']).map(str::trim).filter(|it| !it.is_empty()) {
            if line.chars().all(|it| "-+ ".contains(it)) && line.contains('-') {
                if rows.is_empty() {
                    edges.top = true;
                } else {
                    edges.bottom = true;
                }
                continue;
            }
            if edges.bottom {
                return Err(ParsePatternError::BelowEdge);
            }
            edges.left |= line.starts_with('|');
            edges.right |= line.len() > 1 && line.ends_with('|');
            let row = line.chars().filter(|it| !it.is_whitespace() && *it != '|').collect();
            rows.push(row);
        }
        let width = rows.first().map_or(0, Vec::len);
        if let Some(idx) = rows.iter().position(|row| row.len() != width) {
            return Err(ParsePatternError::Uneven {
                row: idx + 1,
                n_points: rows[idx].len(),
                width,
            });
        }
        let shape = Size::new(width.min(255) as u8, rows.len().min(255) as u8);
        let shape = shape.ok_or(ParsePatternError::Shape { width, height: rows.len() })?;
        let mut pattern = Pattern::free(shape).with_anchor(Anchor::Edges(edges));
        let mut moves: Vec<(u32, Point)> = Vec::new();
        for (point, letter) in shape.rows().flatten().zip(rows.into_iter().flatten()) {
            let cell = match letter {
                '.' | '+' => Cell::Empty,
                'X' | '#' | '●' => Cell::Black,
                'O' | '○' => Cell::White,
                'x' => Cell::BlackOrEmpty,
                'o' => Cell::WhiteOrEmpty,
                '*' => Cell::Any,
                '?' => Cell::Stone,
                '1'..='9' => {
                    moves.extend(letter.to_digit(10).map(|number| (number, point)));
                    Cell::Empty
                }
                _ => return Err(ParsePatternError::Letter(letter)),
            };
            pattern = pattern.with_cell(point, cell);
        }
        moves.sort_by_key(|(number, _)| *number);
        for (idx, (number, _)) in moves.iter().enumerate() {
            if *number as usize != idx + 1 {
                return Err(ParsePatternError::Numbers);
            }
        }
        let colored = moves.into_iter().enumerate();
        let moves = colored.map(|(idx, (_, point))| (Color::ALL[idx % 2], point)).collect();
        Ok(pattern.with_moves(moves))
    }
}

/// A text is not a pattern.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum ParsePatternError {
    /// No rectangle of a board has this shape.
    Shape {
        /// The points of a row.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// A row is longer or shorter than the first.
    Uneven {
        /// The row, from 1.
        row: usize,
        /// Its points.
        n_points: usize,
        /// The points of the first row.
        width: usize,
    },
    /// A character that means nothing.
    Letter(char),
    /// The digits do not begin with 1, or one is missing or twice there.
    Numbers,
    /// There are points below the lower edge.
    BelowEdge,
}

impl fmt::Display for ParsePatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParsePatternError::Shape { width, height } => {
                write!(f, "a pattern of {width}x{height} points, expected 1x1 to 25x25")
            }
            ParsePatternError::Uneven { row, n_points, width } => {
                write!(f, "row {row} has {n_points} points, expected {width} like the first")
            }
            ParsePatternError::Letter(letter) => {
                write!(f, "unknown point {letter:?}, expected one of . X O * x o ? 1 to 9")
            }
            ParsePatternError::Numbers => {
                f.write_str("the moves are not numbered 1, 2, 3 without a gap")
            }
            ParsePatternError::BelowEdge => f.write_str("there are points below the lower edge"),
        }
    }
}

impl Error for ParsePatternError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_written_as_they_are_read() {
        for text in ["X . O\n* x o\n", "---------\n|. . 1 ?\n|2 . . .\n", "X|\n---\n"] {
            let pattern: Pattern = text.parse().unwrap();
            assert_eq!(pattern.to_string(), text);
        }
    }

    #[test]
    fn broken_patterns_say_why() {
        for (text, error) in [
            ("", ParsePatternError::Shape { width: 0, height: 0 }),
            ("X X/X", ParsePatternError::Uneven { row: 2, n_points: 1, width: 2 }),
            ("X Y", ParsePatternError::Letter('Y')),
            ("1 3", ParsePatternError::Numbers),
            ("1 1", ParsePatternError::Numbers),
            ("X/---/O", ParsePatternError::BelowEdge),
        ] {
            assert_eq!(text.parse::<Pattern>(), Err(error), "{text}");
        }
    }

    #[test]
    fn a_region_keeps_its_edges() {
        let board: Board = ". . .\n. X .\nO . .\n".parse().unwrap();
        let corner = Pattern::region(&board, "A1".parse().unwrap(), "B2".parse().unwrap()).unwrap();
        assert_eq!(corner.to_string(), "|. X\n|O .\n-----\n");
        assert_eq!(Pattern::whole_board(&board).to_string().lines().count(), 5);
    }
}
