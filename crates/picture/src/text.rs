//! Scenes as text diagrams.
//!
//! Every point has a cell of the same width. A cell begins with the stone,
//! or with the lines of an empty point; a label, a number or a sign follows a
//! stone and takes the place of the lines.

use std::collections::BTreeSet;

use tengen_rules::{Color, Point, handicap};

use crate::glyph::is_wide;
use crate::visible::{Sides, Visible, column_name};
use crate::{Mark, Scene};

/// The longest text on a point.
const MAX_LABEL: usize = 3;

/// The characters of a text diagram.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum TextStyle {
    /// Round stones on drawn lines.
    #[default]
    Unicode,
    /// `X` for Black, `O` for White, `.` and `+` for empty points.
    Ascii,
}

impl Scene {
    /// This scene as lines of text, each with a line break at its end.
    ///
    /// The last move is in parentheses, and a line below the board explains
    /// the signs in use. Candidates are their ranks, the best is 1. Ownership,
    /// heat, lines, arrows, dimming, ghost and cursor are left out, and labels
    /// are cut to three letters.
    ///
    /// # Examples
    ///
    /// ```
    /// use tengen_picture::{Scene, TextStyle};
    /// use tengen_rules::Board;
    ///
    /// let board: Board = ". . .\n. X .\n. . O".parse()?;
    /// let scene = Scene::of(&board).with_last_move("C1".parse()?);
    /// let expected = [
    ///     "   A B C",
    ///     " 3 . . . 3",
    ///     " 2 . X . 2",
    ///     " 1 . .(O)1",
    ///     "   A B C",
    /// ];
    /// assert!(scene.to_text(TextStyle::Ascii).lines().eq(expected));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_text(&self, style: TextStyle) -> String {
        let diagram = Diagram::new(self, style);
        let mut text = String::new();
        for line in diagram.lines() {
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

/// A sign on a point that a line below the board explains.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
enum Sign {
    Mark(Mark),
    Territory(Color),
    Dead,
    Ko,
    Open,
    Variation,
}

impl Sign {
    fn symbol(self, style: TextStyle) -> char {
        let (unicode, ascii) = match self {
            Sign::Mark(Mark::Circle) => ('°', '@'),
            Sign::Mark(Mark::Cross) => ('×', '*'),
            Sign::Mark(Mark::Square) => ('□', '#'),
            Sign::Mark(Mark::Triangle) => ('▵', '^'),
            Sign::Mark(Mark::Selected) => ('◈', '%'),
            Sign::Territory(Color::Black) => ('▪', 'x'),
            Sign::Territory(Color::White) => ('▫', 'o'),
            Sign::Dead => ('†', '!'),
            Sign::Ko => ('◇', '?'),
            Sign::Open => ('‡', '='),
            Sign::Variation => ('∘', ':'),
        };
        match style {
            TextStyle::Unicode => unicode,
            TextStyle::Ascii => ascii,
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Sign::Mark(Mark::Circle) => "circle",
            Sign::Mark(Mark::Cross) => "cross",
            Sign::Mark(Mark::Square) => "square",
            Sign::Mark(Mark::Triangle) => "triangle",
            Sign::Mark(Mark::Selected) => "selected",
            Sign::Territory(Color::Black) => "Black's",
            Sign::Territory(Color::White) => "White's",
            Sign::Dead => "dead",
            Sign::Ko => "ko",
            Sign::Open => "open border",
            Sign::Variation => "next move",
        }
    }
}

/// A text diagram being written.
struct Diagram<'a> {
    scene: &'a Scene,
    visible: Visible,
    style: TextStyle,
    stars: BTreeSet<Point>,
    /// Columns of a cell, without the one that separates it from the next.
    cell_width: usize,
    /// The same for the column on the right, which nothing follows.
    last_cell_width: usize,
    /// Columns of the longest row number.
    number_width: usize,
}

impl<'a> Diagram<'a> {
    fn new(scene: &'a Scene, style: TextStyle) -> Diagram<'a> {
        let visible = Visible::of(scene);
        let mut diagram = Diagram {
            scene,
            visible,
            style,
            stars: handicap::star_points(visible.size).collect(),
            cell_width: 1,
            last_cell_width: 1,
            number_width: (visible.top + 1).to_string().len(),
        };
        let widest = |points: &mut dyn Iterator<Item = Point>| {
            points.map(|point| columns(&diagram.content(point))).max().unwrap_or(1)
        };
        let cell_width = widest(&mut visible.points());
        let last_cell_width =
            widest(&mut visible.points().filter(|it| it.column() == visible.right));
        (diagram.cell_width, diagram.last_cell_width) = (cell_width, last_cell_width);
        diagram
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let names = self.column_names();
        lines.extend(names.clone());
        lines.extend(self.visible.rows().map(|row| self.row(&row.collect::<Vec<_>>())));
        lines.extend(names);
        let legend = self.legend();
        if !legend.is_empty() {
            lines.extend([String::new(), legend]);
        }
        if let Some(caption) = &self.scene.caption {
            lines.push(String::new());
            let is_shown = |letter: &char| !letter.is_control();
            lines.extend(caption.trim().lines().map(|it| it.chars().filter(is_shown).collect()));
        }
        lines
    }

    fn column_names(&self) -> Option<String> {
        let mut line = " ".repeat(self.number_width + 2);
        for column in self.visible.left..=self.visible.right {
            line.push(column_name(column));
            line += &" ".repeat(self.cell_width);
        }
        self.scene.has_coordinates.then_some(line)
    }

    fn row(&self, points: &[Point]) -> String {
        let mut line = String::new();
        let number = points.first().map_or(0, |point| point.row() + 1);
        if self.scene.has_coordinates {
            line = format!(" {number:>width$}", width = self.number_width);
        }
        let edges = self.visible.edges();
        let is_last =
            |point: Option<&Point>| point.is_some() && self.scene.last_move.as_ref() == point;
        line.push(match self.style {
            _ if is_last(points.first()) => '(',
            TextStyle::Unicode if !edges.left => '─',
            _ => ' ',
        });
        for (idx, point) in points.iter().enumerate() {
            let next = points.get(idx + 1);
            let line_goes_on = self.style == TextStyle::Unicode && (next.is_some() || !edges.right);
            let filler = if line_goes_on { '─' } else { ' ' };
            let content = self.content(*point);
            let width = if next.is_some() { self.cell_width } else { self.last_cell_width };
            let n_fillers = width - columns(&content);
            line += &content;
            match (is_last(Some(point)), is_last(next)) {
                (true, _) => {
                    line.push(')');
                    line.extend(std::iter::repeat_n(filler, n_fillers));
                }
                (false, is_before_last) => {
                    line.extend(std::iter::repeat_n(filler, n_fillers));
                    line.push(if is_before_last { '(' } else { filler });
                }
            }
        }
        if self.scene.has_coordinates {
            line += &number.to_string();
        }
        line
    }

    /// What a cell shows, at least one character.
    fn content(&self, point: Point) -> String {
        let stone = self.scene.stone(point).map(|color| match (self.style, color) {
            (TextStyle::Unicode, Color::Black) => '●',
            (TextStyle::Unicode, Color::White) => '○',
            (TextStyle::Ascii, Color::Black) => 'X',
            (TextStyle::Ascii, Color::White) => 'O',
        });
        let note = match (self.text(point), self.sign(point)) {
            (Some(text), _) => self.shortened(&text),
            (None, Some(sign)) => sign.symbol(self.style).to_string(),
            (None, None) => String::new(),
        };
        match stone {
            Some(stone) => format!("{stone}{note}"),
            None if note.is_empty() => self.crossing(point).to_string(),
            None => note,
        }
    }

    /// The text on a point, or the rank of the move that is proposed there.
    fn text(&self, point: Point) -> Option<String> {
        let rank = || self.scene.candidate(point).map(|it| (it.rank + 1).to_string());
        self.scene.text(point).or_else(rank)
    }

    /// The sign on a point, of several the one that says most.
    fn sign(&self, point: Point) -> Option<Sign> {
        let mark = self.scene.marks.get(&point).copied().map(Sign::Mark);
        let owner = self.scene.territory.get(&point).copied();
        // That a stone belongs to its own side goes without saying.
        let owner = owner.filter(|_| self.scene.stone(point) != owner).map(Sign::Territory);
        let is_dead = self.scene.dead.contains(point) && self.scene.stone(point).is_some();
        let is_ko = self.scene.ko == Some(point);
        let is_open = self.scene.open_borders.contains(point);
        let is_next = self.scene.stone(point).is_none()
            && self.scene.variations.iter().any(|it| it.point == point);
        mark.or(is_dead.then_some(Sign::Dead))
            .or(is_open.then_some(Sign::Open))
            .or(owner)
            .or(is_ko.then_some(Sign::Ko))
            .or(is_next.then_some(Sign::Variation))
    }

    /// The lines at an empty point.
    fn crossing(&self, point: Point) -> char {
        let is_star = self.stars.contains(&point);
        match self.style {
            TextStyle::Ascii if is_star => '+',
            TextStyle::Ascii => '.',
            TextStyle::Unicode if is_star => '╋',
            TextStyle::Unicode => box_drawing(Sides {
                left: point.column() > 0,
                right: point.column() + 1 < self.visible.size.width(),
                top: point.row() + 1 < self.visible.size.height(),
                bottom: point.row() > 0,
            }),
        }
    }

    /// A label that fits into a cell.
    fn shortened(&self, label: &str) -> String {
        let letter_or_sign = |letter: char| match self.style {
            _ if letter.is_control() => '?',
            TextStyle::Ascii if !letter.is_ascii() => '?',
            _ => letter,
        };
        let n_letters = label.chars().count();
        let mut short: String = label.chars().take(MAX_LABEL).map(letter_or_sign).collect();
        if n_letters > MAX_LABEL {
            short.pop();
            short.push(match self.style {
                TextStyle::Unicode => '…',
                TextStyle::Ascii => '~',
            });
        }
        short
    }

    /// The meaning of all signs in use.
    fn legend(&self) -> String {
        let signs: BTreeSet<Sign> = self
            .visible
            .points()
            .filter(|&point| self.text(point).is_none())
            .filter_map(|point| self.sign(point))
            .collect();
        let meanings: Vec<String> =
            signs.iter().map(|it| format!("{} {}", it.symbol(self.style), it.meaning())).collect();
        meanings.join(", ")
    }
}

/// The lines that go from a point to these sides.
fn box_drawing(lines: Sides) -> char {
    let Sides { left, right, top, bottom } = lines;
    match (left, right, top, bottom) {
        (true, true, true, true) => '┼',
        (true, true, true, false) => '┴',
        (true, true, false, true) => '┬',
        (true, false, true, true) => '┤',
        (false, true, true, true) => '├',
        (false, true, false, true) => '┌',
        (true, false, false, true) => '┐',
        (false, true, true, false) => '└',
        (true, false, true, false) => '┘',
        (true, true, false, false) => '─',
        (false, false, true, true) => '│',
        (true, false, false, false) => '╴',
        (false, true, false, false) => '╶',
        (false, false, true, false) => '╵',
        (false, false, false, true) => '╷',
        (false, false, false, false) => '·',
    }
}

/// The columns that a text takes on a terminal.
fn columns(text: &str) -> usize {
    text.chars().map(|letter| 1 + usize::from(is_wide(letter))).sum()
}
