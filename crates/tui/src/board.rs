//! The scene of a board, drawn into cells of a terminal.

mod point;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use tengen_picture::Scene;
use tengen_rules::{Color, Point, handicap};

use crate::scale::{Geometry, Margin, Scale};
use crate::theme::{Role, Theme};

/// A scene with the place and the look that it has on the screen.
#[derive(Clone, Debug)]
pub(crate) struct BoardPicture<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) theme: Theme,
    pub(crate) geometry: Geometry,
    /// Whether candidates show the points that they lose.
    pub(crate) shows_losses: bool,
}

/// The block characters for quarters of a cell, by their bits.
pub(crate) const fn quarters(bits: u8) -> &'static str {
    const BLOCKS: [&str; 16] =
        [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];
    BLOCKS[bits as usize % 16]
}

impl BoardPicture<'_> {
    pub(crate) fn draw(&self, buffer: &mut Buffer) {
        buffer.set_style(self.geometry.area, self.theme.board());
        self.draw_coordinates(buffer);
        for (point, at) in self.geometry.points() {
            self.draw_ownership(point, at, buffer);
            if !self.scene.dimmed.contains(point) {
                self.draw_lines(point, at, buffer);
            }
        }
        for (point, at) in self.geometry.points() {
            self.draw_point(point, at, buffer);
        }
        self.draw_cursor(buffer);
    }

    const fn scale(&self) -> Scale {
        self.geometry.scale
    }

    /// Whether stones are characters even if they are large.
    const fn is_plain(&self) -> bool {
        self.theme.is_ascii || !self.theme.has_colors()
    }

    /// The cell of a point that is on the lines.
    const fn center(&self, at: Position) -> Position {
        let (x, y) = self.scale().center();
        Position { x: at.x + x, y: at.y + y }
    }

    fn draw_coordinates(&self, buffer: &mut Buffer) {
        let margin = self.geometry.margin;
        if margin == Margin::Narrow {
            return;
        }
        let area = self.geometry.area;
        let cursor = self.scene.cursor;
        let style = |is_same: bool| {
            let weight = if is_same { Modifier::BOLD } else { Modifier::empty() };
            self.theme.board().add_modifier(weight)
        };
        for (point, at) in self.geometry.points() {
            let Position { x, y } = self.center(at);
            let name = point.to_string();
            let (letter, number) = name.split_at(1);
            let column = style(cursor.is_some_and(|it| it.column() == point.column()));
            let row = style(cursor.is_some_and(|it| it.row() == point.row()));
            put(buffer, Position { x, y: area.y }, letter, column);
            put(buffer, Position { x: area.x, y }, &format!("{number:>2}"), row);
            if margin == Margin::Half {
                continue;
            }
            put(buffer, Position { x, y: area.bottom() - 1 }, letter, column);
            put(buffer, Position { x: area.right() - 2, y }, &format!("{number:<2}"), row);
        }
    }

    /// Shades the ground by who will own it.
    fn draw_ownership(&self, point: Point, at: Position, buffer: &mut Buffer) {
        let Some(&ownership) = self.scene.ownership.get(&point) else { return };
        let owner = if ownership > 0.0 { Role::Black } else { Role::White };
        let share = ownership.abs() * 0.75;
        let Some(ground) = self.theme.mixed(Role::Board, owner, share) else { return };
        let area = Rect::new(at.x, at.y, self.scale().width, self.scale().height);
        buffer.set_style(area.intersection(self.geometry.area), Style::new().bg(ground));
    }

    fn draw_lines(&self, point: Point, at: Position, buffer: &mut Buffer) {
        let size = self.geometry.size;
        let center = self.center(at);
        let (line, bar) = (self.theme.glyph("─", "-"), self.theme.glyph("│", "|"));
        let has_left = point.column() > 0;
        let has_right = point.column() + 1 < size.width();
        for x in at.x..at.x + self.scale().width {
            if x < center.x && has_left || x > center.x && has_right {
                put(buffer, Position { x, ..center }, line, Style::new());
            }
        }
        for y in at.y..at.y + self.scale().height {
            let is_on = (y < center.y && point.row() + 1 < size.height())
                || (y > center.y && point.row() > 0);
            if is_on {
                put(buffer, Position { y, ..center }, bar, Style::new());
            }
        }
        put(buffer, center, self.crossing(point), Style::new());
    }

    fn crossing(&self, point: Point) -> &'static str {
        let size = self.geometry.size;
        if handicap::star_points(size).any(|it| it == point) {
            return self.theme.glyph("•", "*");
        }
        if self.theme.is_ascii {
            return if self.scale().is_large() { "+" } else { "." };
        }
        let column = match point.column() {
            0 => 0,
            it if it + 1 == size.width() => 2,
            _ => 1,
        };
        let row = match point.row() {
            0 => 2,
            it if it + 1 == size.height() => 0,
            _ => 1,
        };
        [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]][row][column]
    }

    fn draw_cursor(&self, buffer: &mut Buffer) {
        let Some(point) = self.scene.cursor else { return };
        let Some(at) = self.geometry.cell(point) else { return };
        let style = self.theme.text(Role::Cursor).add_modifier(Modifier::BOLD);
        let center = self.center(at);
        let (left, right) = (at.x.saturating_sub(1), at.x + self.scale().stone_width());
        if self.scale().width == 1 {
            let stone = self.scene.stone(point).map_or("□", |it| self.letter(it));
            let glyph = if self.theme.is_ascii && stone == "□" { "#" } else { stone };
            return put(buffer, center, glyph, self.theme.chosen());
        }
        if self.scale().height < 3 || self.theme.is_ascii {
            put(buffer, Position { x: left, ..center }, "[", style);
            return put(buffer, Position { x: right, ..center }, "]", style);
        }
        let bottom = at.y + self.scale().height - 1;
        for (x, y, glyph) in
            [(left, at.y, "┏"), (right, at.y, "┓"), (left, bottom, "┗"), (right, bottom, "┛")]
        {
            put(buffer, Position { x, y }, glyph, style);
        }
    }

    /// The character of a stone.
    const fn letter(&self, color: Color) -> &'static str {
        match color {
            Color::Black => self.theme.glyph("●", "X"),
            // With colors, a filled stone looks more like one.
            Color::White if self.theme.has_colors() => self.theme.glyph("●", "O"),
            Color::White => self.theme.glyph("○", "O"),
        }
    }

    fn write_centered(&self, text: &str, style: Style, at: Position, buffer: &mut Buffer) {
        let center = self.center(at);
        let width = u16::try_from(text.chars().count()).unwrap_or(1);
        let x = center.x.saturating_sub(width.min(self.scale().stone_width()) / 2);
        put(buffer, Position { x, ..center }, text, style);
    }
}

/// Writes where there is space.
fn put(buffer: &mut Buffer, at: Position, text: &str, style: Style) {
    if buffer.area.contains(at) {
        buffer.set_string(at.x, at.y, text, style);
    }
}
