//! Boards of lessons as characters, or in words.

use std::io::{self, Write};

use tengen_lessons::{Mark, Param, Text};
use tengen_rules::{Board, Color, Point, PointSet};

use super::say;

/// How boards are shown.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Boards {
    /// As a grid of characters.
    Drawn,
    /// As lists of stones, for screen readers.
    Words,
}

impl Boards {
    /// Shows a board with its marks.
    pub(super) fn write(
        self,
        board: &Board,
        marks: &[(Point, Mark)],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match self {
            Boards::Drawn => draw(board, marks, out)?,
            Boards::Words => write_stones(board, out)?,
        }
        write_marks(marks, out)
    }
}

/// The stones in words.
pub(super) fn write_stones(board: &Board, out: &mut dyn Write) -> io::Result<()> {
    let size = board.size();
    let edge = |it: u8| Param::Words(it.to_string());
    let text = Text::new("learn.size").with("width", edge(size.width()));
    writeln!(out, "{}", say(&text.with("height", edge(size.height()))))?;
    if board.stones().next().is_none() {
        return writeln!(out, "{}", say(&Text::new("learn.empty-board")));
    }
    for color in Color::ALL {
        let stones = board.stones().filter(|&(it, _)| it == color);
        let points: PointSet = stones.map(|(_, it)| it).collect();
        let text = Text::new("learn.stones").with("color", color).with("points", points);
        writeln!(out, "{}", say(&text))?;
    }
    Ok(())
}

/// What is marked, in words; hints and what was chosen are in the drawing, but
/// not everybody sees it.
fn write_marks(marks: &[(Point, Mark)], out: &mut dyn Write) -> io::Result<()> {
    let kinds = [
        Mark::Circle,
        Mark::Square,
        Mark::Chosen,
        Mark::Wrong,
        Mark::Hint,
        Mark::Dead,
        Mark::Ghost(Color::Black),
        Mark::Ghost(Color::White),
        Mark::Owned(Color::Black),
        Mark::Owned(Color::White),
    ];
    for kind in kinds {
        let points: PointSet =
            marks.iter().filter(|(_, it)| *it == kind).map(|&(it, _)| it).collect();
        if points.is_empty() {
            continue;
        }
        let text = Text::new(format!("learn.marked.{}", name(kind))).with("points", points);
        let text = match kind {
            Mark::Owned(color) => text.with("color", color),
            _ => text,
        };
        writeln!(out, "{}", say(&text))?;
    }
    Ok(())
}

const fn name(mark: Mark) -> &'static str {
    match mark {
        Mark::Circle => "circle",
        Mark::Square => "square",
        Mark::Chosen => "chosen",
        Mark::Wrong => "wrong",
        Mark::Hint => "hint",
        Mark::Ghost(_) => "ghost",
        Mark::Dead => "dead",
        Mark::Owned(_) => "owned",
    }
}

/// A grid in which each point has three characters.
fn draw(board: &Board, marks: &[(Point, Mark)], out: &mut dyn Write) -> io::Result<()> {
    let name = |it: Point| it.to_string().trim_end_matches(char::is_numeric).to_owned();
    let letters: Vec<String> = board.size().row(0).map(name).collect();
    let letters = format!(" {}", letters.join("  "));
    writeln!(out, "  {letters}")?;
    for row in board.size().rows() {
        let points: Vec<Point> = row.collect();
        let number = points.first().map_or(0, |it| it.row() + 1);
        let cells: String = points.iter().map(|&it| cell(board, marks, it)).collect();
        writeln!(out, "{number:2}{cells}{number:2}")?;
    }
    writeln!(out, "  {letters}")
}

/// A stone or a dot, between brackets if it is marked.
fn cell(board: &Board, marks: &[(Point, Mark)], point: Point) -> String {
    let mut sign = match board.stone(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    let (mut left, mut right) = (' ', ' ');
    for (_, mark) in marks.iter().filter(|(it, _)| *it == point) {
        match mark {
            Mark::Circle | Mark::Chosen => (left, right) = ('(', ')'),
            Mark::Square => (left, right) = ('[', ']'),
            Mark::Hint => (left, right) = ('<', '>'),
            Mark::Wrong => (left, right) = ('!', '!'),
            Mark::Ghost(_) => sign = '?',
            Mark::Dead => sign = sign.to_ascii_lowercase(),
            Mark::Owned(Color::Black) if sign == '.' => sign = 'b',
            Mark::Owned(Color::White) if sign == '.' => sign = 'w',
            Mark::Owned(_) => (),
        }
    }
    format!("{left}{sign}{right}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_drawn_and_told() {
        let board: Board = ". X .\nO . .\n. . O".parse().unwrap();
        let point = |name: &str| name.parse::<Point>().unwrap();
        let marks = [
            (point("B3"), Mark::Circle),
            (point("B2"), Mark::Hint),
            (point("C1"), Mark::Dead),
            (point("A1"), Mark::Owned(Color::White)),
            (point("A3"), Mark::Ghost(Color::White)),
        ];
        let mut text = Vec::new();
        Boards::Drawn.write(&board, &marks, &mut text).unwrap();
        let expected = "   A  B  C
 3 ? (X) .  3
 2 O <.> .  2
 1 w  .  o  1
   A  B  C
Circled: B3.
Look at: B2.
Dead: C1.
Refused: A3.
White owns: A1.
";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
        let mut text = Vec::new();
        Boards::Words.write(&board, &[], &mut text).unwrap();
        let expected = "The board has 3 by 3 points.\nBlack: B3.\nWhite: C1 and A2.\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
