//! The board: lines, stones and marks.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::Span;
use tengen_rules::{Color, Move, Point, Size, handicap};

use crate::duel::{Duel, Phase};
use crate::skin::Skin;

/// Where the points of a board are.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    area: Rect,
    size: Size,
    /// Columns and rows from one point to the next.
    step: (u16, u16),
    has_coordinates: bool,
}

/// The columns for coordinates on the left, and for symmetry on the right.
const LEFT: u16 = 3;
const RIGHT: u16 = 1;

impl Grid {
    pub(super) const fn new(
        area: Rect,
        size: Size,
        step: (u16, u16),
        has_coordinates: bool,
    ) -> Grid {
        Grid { area, size, step, has_coordinates }
    }

    /// The columns and rows of a board.
    pub(super) fn extent(size: Size, step: (u16, u16), has_coordinates: bool) -> (u16, u16) {
        let width = u16::from(size.width() - 1) * step.0 + 1;
        let height = u16::from(size.height() - 1) * step.1 + 1;
        if has_coordinates { (LEFT + width + RIGHT, height + 1) } else { (width, height) }
    }

    /// The cell of a point.
    fn cell(&self, point: Point) -> (u16, u16) {
        let (left, top) = if self.has_coordinates { (LEFT, 1) } else { (0, 0) };
        let row = u16::from(self.size.height() - 1 - point.row());
        let column = u16::from(point.column());
        (self.area.x + left + column * self.step.0, self.area.y + top + row * self.step.1)
    }

    /// The point that is nearest to a cell of the board.
    pub(super) fn point_at(&self, cell: Position) -> Option<Point> {
        let is_near = |point: &Point| {
            let (x, y) = self.cell(*point);
            x.abs_diff(cell.x) <= self.step.0 / 4 && y.abs_diff(cell.y) <= self.step.1 / 4
        };
        self.size.points().find(is_near)
    }

    pub(super) fn draw(&self, duel: &Duel, skin: &Skin, buffer: &mut Buffer) {
        buffer.set_style(self.area, skin.board);
        self.draw_lines(skin, buffer);
        self.draw_coordinates(duel, buffer);
        for point in self.size.points() {
            self.draw_point(point, duel, skin, buffer);
        }
        self.draw_brackets(duel, skin, buffer);
    }

    fn draw_lines(&self, skin: &Skin, buffer: &mut Buffer) {
        let (line, bar) = (skin.glyph("─", "-"), skin.glyph("│", "|"));
        for point in self.size.points() {
            let (x, y) = self.cell(point);
            if point.column() + 1 < self.size.width() {
                (1..self.step.0).for_each(|it| self.put(buffer, (x + it, y), line, Style::new()));
            }
            if point.row() > 0 {
                (1..self.step.1).for_each(|it| self.put(buffer, (x, y + it), bar, Style::new()));
            }
            self.put(buffer, (x, y), self.crossing(point, skin), Style::new());
        }
    }

    fn crossing(&self, point: Point, skin: &Skin) -> &'static str {
        if handicap::star_points(self.size).any(|it| it == point) {
            return skin.glyph("•", "*");
        }
        if skin.is_ascii {
            return "+";
        }
        let column = match point.column() {
            0 => 0,
            it if it + 1 == self.size.width() => 2,
            _ => 1,
        };
        let row = match point.row() {
            0 => 2,
            it if it + 1 == self.size.height() => 0,
            _ => 1,
        };
        [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]][row][column]
    }

    fn draw_coordinates(&self, duel: &Duel, buffer: &mut Buffer) {
        if !self.has_coordinates {
            return;
        }
        let cursor = duel.cursor();
        for point in self.size.points() {
            let (x, y) = self.cell(point);
            let name = point.to_string();
            let (letter, number) = name.split_at(1);
            let bold = |is_same: bool| if is_same { Style::new().bold() } else { Style::new() };
            if point.column() == 0 {
                let style = bold(point.row() == cursor.row());
                buffer.set_string(self.area.x, y, format!("{number:>2}"), style);
            }
            if point.row() == 0 {
                let style = bold(point.column() == cursor.column());
                self.put(buffer, (x, self.area.y), letter, style);
            }
        }
    }

    fn draw_point(&self, point: Point, duel: &Duel, skin: &Skin, buffer: &mut Buffer) {
        let at = self.cell(point);
        if let Some(counting) = duel.counting() {
            let is_taken_off = counting.dead.contains(point);
            if is_taken_off || duel.game().board().is_empty_at(point) {
                let Some(owner) = counting.owner[point] else { return };
                let mark = match owner {
                    Color::Black => skin.glyph("▪", "x"),
                    Color::White => skin.glyph("▫", "o"),
                };
                return self.put(buffer, at, mark, stone_style(owner, skin));
            }
        }
        match duel.game().board().stone(point) {
            Some(color) => {
                let style = stone_style(color, skin);
                let is_last = last_point(duel) == Some(point);
                let style = if is_last { style.patch(skin.last) } else { style };
                self.put(buffer, at, stone(color, skin), style);
            }
            None if shows_cursor(duel) && duel.cursor() == point => {
                self.put(buffer, at, skin.glyph("□", "#"), skin.cursor);
            }
            None => (),
        }
        if ko(duel) == Some(point) {
            self.put(buffer, at, skin.glyph("×", "x"), skin.ko);
        }
    }

    /// Round brackets beside the last move, and square ones beside the cursor
    /// where it would hide something.
    fn draw_brackets(&self, duel: &Duel, skin: &Skin, buffer: &mut Buffer) {
        if self.step.0 < 2 {
            return self.color_cursor(duel, skin, buffer);
        }
        if let Some(point) = last_point(duel) {
            self.bracket(point, 1, ("(", ")"), skin.last, buffer);
        }
        let cursor = duel.cursor();
        let is_free = duel.game().board().is_empty_at(cursor) && ko(duel) != Some(cursor);
        if shows_cursor(duel) && !is_free {
            // Around the last move, there is space for both on a large board.
            let is_inside = cursor.column() > 0 && self.step.0 > 2;
            let is_far = last_point(duel) == Some(cursor) && is_inside;
            let distance = if is_far { 2 } else { 1 };
            self.bracket(cursor, distance, ("[", "]"), skin.cursor, buffer);
        }
    }

    /// Without space for brackets, the cursor on a stone is a matter of style.
    fn color_cursor(&self, duel: &Duel, skin: &Skin, buffer: &mut Buffer) {
        let (x, y) = self.cell(duel.cursor());
        if shows_cursor(duel) {
            buffer.set_style(Rect::new(x, y, 1, 1), skin.cursor.reversed());
        }
    }

    fn bracket(
        &self,
        point: Point,
        distance: u16,
        pair: (&str, &str),
        style: Style,
        buffer: &mut Buffer,
    ) {
        let (x, y) = self.cell(point);
        self.put(buffer, (x.wrapping_sub(distance), y), pair.0, style);
        self.put(buffer, (x + distance, y), pair.1, style);
    }

    /// Writes a character, unless the place is outside the board.
    fn put(&self, buffer: &mut Buffer, (x, y): (u16, u16), symbol: &str, style: Style) {
        if self.area.contains((x, y).into()) {
            buffer[(x, y)].set_symbol(symbol).set_style(style);
        }
    }
}

fn stone(color: Color, skin: &Skin) -> &'static str {
    match color {
        Color::Black => skin.glyph("●", "X"),
        Color::White => skin.glyph("○", "O"),
    }
}

const fn stone_style(color: Color, skin: &Skin) -> Style {
    match color {
        Color::Black => skin.black,
        Color::White => skin.white,
    }
}

/// A stone as it is named in the panel.
pub(super) fn named_stone(color: Color, skin: &Skin) -> Span<'static> {
    let style = skin.board.patch(stone_style(color, skin));
    Span::styled(format!(" {} ", stone(color, skin)), style)
}

/// The point of the last stone, while it matters.
fn last_point(duel: &Duel) -> Option<Point> {
    match duel.last_move()? {
        (_, Move::Play(point)) => Some(point),
        (_, Move::Pass) => None,
    }
}

/// The point where the person may not take back yet.
fn ko(duel: &Duel) -> Option<Point> {
    duel.game().board().ko().filter(|_| duel.phase() == Phase::YourTurn)
}

fn shows_cursor(duel: &Duel) -> bool {
    duel.outcome().is_none()
}
