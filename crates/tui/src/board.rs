//! The board with its stones, drawn into cells of a terminal.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color as Ink, Modifier, Style};
use tengen_record::Mark;
use tengen_rules::{ByPoint, Color, Move, Point, PointSet, handicap};
use tengen_session::{Phase, View};

use crate::scale::{Geometry, Margin, Scale};
use crate::theme::{Role, Theme};

/// What of a game is drawn, and how.
#[derive(Clone, Debug)]
pub(crate) struct BoardView<'a> {
    pub(crate) view: &'a View,
    pub(crate) theme: Theme,
    pub(crate) geometry: Geometry,
    pub(crate) cursor: Option<Point>,
    /// Whose stone is shown at the cursor, if it could be put there.
    pub(crate) ghost: Option<Color>,
    pub(crate) has_numbers: bool,
}

/// The block characters for quarters of a cell, by their bits.
pub(crate) const fn quarters(bits: u8) -> &'static str {
    const BLOCKS: [&str; 16] =
        [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];
    BLOCKS[bits as usize % 16]
}

impl BoardView<'_> {
    pub(crate) fn draw(&self, buffer: &mut Buffer) {
        buffer.set_style(self.geometry.area, self.theme.board());
        self.draw_coordinates(buffer);
        for (point, at) in self.geometry.points() {
            self.draw_ownership(point, at, buffer);
            self.draw_lines(point, at, buffer);
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
        let style = self.theme.board();
        for (point, at) in self.geometry.points() {
            let center = self.center(at);
            let name = point.to_string();
            let (letter, number) = name.split_at(1);
            let is_chosen =
                |is_same: bool| if is_same { Modifier::BOLD } else { Modifier::empty() };
            let column = is_chosen(self.cursor.is_some_and(|it| it.column() == point.column()));
            let row = is_chosen(self.cursor.is_some_and(|it| it.row() == point.row()));
            put(buffer, (center.x, area.y), letter, style.add_modifier(column));
            put(buffer, (area.x, center.y), &format!("{number:>2}"), style.add_modifier(row));
            if margin == Margin::Half {
                continue;
            }
            put(buffer, (center.x, area.bottom() - 1), letter, style.add_modifier(column));
            let right = area.right() - 2;
            put(buffer, (right, center.y), &format!("{number:<2}"), style.add_modifier(row));
        }
    }

    /// Shades the ground by who will own it.
    fn draw_ownership(&self, point: Point, at: Position, buffer: &mut Buffer) {
        let Some(ownership) = self.ownership() else { return };
        let owner = if ownership[point] > 0.0 { Role::Black } else { Role::White };
        let share = ownership[point].abs() * 0.75;
        let Some(ground) = self.theme.mixed(Role::Board, owner, share) else { return };
        let area = Rect::new(at.x, at.y, self.scale().width, self.scale().height);
        buffer.set_style(area.intersection(self.geometry.area), Style::new().bg(ground));
    }

    fn draw_lines(&self, point: Point, at: Position, buffer: &mut Buffer) {
        let size = self.geometry.size;
        let center = self.center(at);
        let style = Style::new();
        let (line, bar) = (self.theme.glyph("─", "-"), self.theme.glyph("│", "|"));
        let has_left = point.column() > 0;
        let has_right = point.column() + 1 < size.width();
        for x in at.x..at.x + self.scale().width {
            if x < center.x && has_left || x > center.x && has_right {
                put(buffer, (x, center.y), line, style);
            }
        }
        for y in at.y..at.y + self.scale().height {
            let is_on = (y < center.y && point.row() + 1 < size.height())
                || (y > center.y && point.row() > 0);
            if is_on {
                put(buffer, (center.x, y), bar, style);
            }
        }
        put(buffer, (center.x, center.y), self.crossing(point), style);
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

    fn draw_point(&self, point: Point, at: Position, buffer: &mut Buffer) {
        let is_ghost = self.cursor == Some(point);
        match self.view.stone(point) {
            Some(color) => self.draw_stone(color, point, at, buffer),
            None if is_ghost && self.ghost.is_some() => self.draw_ghost(at, buffer),
            None => self.draw_empty(point, at, buffer),
        }
        self.draw_hint(point, at, buffer);
        self.draw_marks(point, at, buffer);
    }

    fn draw_stone(&self, color: Color, point: Point, at: Position, buffer: &mut Buffer) {
        let role = Theme::stone(color);
        let is_dead = self.dead().contains(point);
        let faded = self.theme.mixed(role, Role::Board, 0.55).filter(|_| is_dead);
        let ink = faded.or(self.theme.color(role));
        self.draw_disc(color, ink, at, buffer);
        let is_last = self.view.last_move.is_some_and(|(_, mv)| mv == Move::Play(point));
        let number = self.number(point).filter(|_| self.has_numbers);
        if is_dead && self.is_plain() && self.scale().is_large() {
            let cross = self.theme.glyph("×", "x");
            let text = format!("{cross}{}{cross}", self.letter(color));
            self.write_centered(&text, self.theme.text(Role::Warning), at, buffer);
        } else if is_dead {
            let cross = self.theme.glyph("×", "x");
            self.write_on_stone(cross, (ink, Role::Warning), at, buffer);
        } else if let Some(number) = number {
            self.write_number(number, color, at, buffer);
        } else if is_last {
            self.mark_last(color, ink, at, buffer);
        }
    }

    fn mark_last(&self, color: Color, ink: Option<Ink>, at: Position, buffer: &mut Buffer) {
        let center = self.center(at);
        if self.scale().is_large() && self.theme.has_colors() && !self.theme.is_ascii {
            self.write_on_stone("◆", (ink, Role::Last), at, buffer);
        } else {
            let style = match self.theme.color(Role::Last) {
                Some(last) => Style::new().bg(last),
                None => Style::new().add_modifier(Modifier::REVERSED),
            };
            put(buffer, (center.x, center.y), self.letter(color), style);
        }
    }

    /// Writes a character into the middle of a stone.
    fn write_on_stone(
        &self,
        glyph: &str,
        (ground, role): (Option<Ink>, Role),
        at: Position,
        buffer: &mut Buffer,
    ) {
        let center = self.center(at);
        let mut style = self.theme.text(role).add_modifier(Modifier::BOLD);
        if self.scale().is_large() && !self.theme.is_ascii {
            style.bg = ground;
        }
        put(buffer, (center.x, center.y), glyph, style);
    }

    fn write_number(&self, number: usize, color: Color, at: Position, buffer: &mut Buffer) {
        let width = usize::from(self.scale().stone_width().clamp(1, 3));
        let digits = number.to_string();
        // There is no space for more, and the order is still clear.
        let digits = &digits[digits.len().saturating_sub(width)..];
        let is_last = self.view.moves.len() == number;
        let style = Style { bg: self.theme.color(Theme::stone(color)), ..Style::new() };
        let style = match self.theme.color(if is_last { Role::Last } else { Theme::stone(!color) })
        {
            Some(ink) => style.fg(ink),
            None if color == Color::Black => style.add_modifier(Modifier::REVERSED),
            None => style,
        };
        // Two digits take the place of the brackets of a plain stone.
        let is_wide = digits.len() == 2 && self.scale().is_large() && self.is_plain();
        let text = if is_wide { format!("{digits} ") } else { digits.to_owned() };
        self.write_centered(&text, style, at, buffer);
    }

    /// A stone of one character or a round one of many.
    fn draw_disc(&self, color: Color, ink: Option<Ink>, at: Position, buffer: &mut Buffer) {
        let center = self.center(at);
        let style = ink.map_or(Style::new(), |it| Style::new().fg(it));
        if !self.scale().is_large() {
            return put(buffer, (center.x, center.y), self.letter(color), style);
        }
        if self.is_plain() {
            let text = format!("({})", self.letter(color));
            let style = style.add_modifier(Modifier::BOLD);
            return put(buffer, (center.x - 1, center.y), &text, style);
        }
        for y in 0..self.scale().height {
            for x in 0..self.scale().stone_width() {
                let covered = self.scale().covered(x, y);
                if covered != 0 {
                    put(buffer, (at.x + x, at.y + y), quarters(covered), style);
                }
            }
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

    /// The stone that could be put at the cursor.
    fn draw_ghost(&self, at: Position, buffer: &mut Buffer) {
        let Some(color) = self.ghost else { return };
        let ink = self.theme.mixed(Theme::stone(color), Role::Board, 0.5);
        if ink.is_some() && !self.theme.is_ascii {
            self.draw_disc(color, ink, at, buffer);
        }
    }

    fn draw_empty(&self, point: Point, at: Position, buffer: &mut Buffer) {
        if self.view.ko == Some(point) {
            self.write_centered(
                self.theme.glyph("×", "x"),
                self.theme.text(Role::Warning),
                at,
                buffer,
            );
        }
        let Some(owner) = self.owner(point) else { return };
        let style =
            self.theme.color(Theme::stone(owner)).map_or(Style::new(), |it| Style::new().fg(it));
        let glyph = match owner {
            Color::White if !self.theme.has_colors() => self.theme.glyph("▫", "w"),
            Color::White => self.theme.glyph("■", "w"),
            Color::Black if !self.theme.has_colors() => self.theme.glyph("▪", "b"),
            Color::Black => self.theme.glyph("■", "b"),
        };
        self.write_centered(glyph, style, at, buffer);
    }

    /// Who will own what, unless good moves are shown.
    fn ownership(&self) -> Option<&ByPoint<f32>> {
        self.view.ownership.as_deref().filter(|_| self.view.hints.is_empty())
    }

    /// Whose territory an empty point is, or will be if shades cannot say so.
    fn owner(&self, point: Point) -> Option<Color> {
        if let Some(counting) = &self.view.counting {
            return counting.territory[point];
        }
        let ownership = self.ownership()?[point];
        if self.theme.mixed(Role::Board, Role::Black, 0.5).is_some() || ownership.abs() < 0.5 {
            return None;
        }
        Some(if ownership > 0.0 { Color::Black } else { Color::White })
    }

    fn draw_hint(&self, point: Point, at: Position, buffer: &mut Buffer) {
        let hints = self.view.hints.iter().take(9).enumerate();
        let Some((idx, hint)) = hints.clone().find(|(_, it)| it.mv == Move::Play(point)) else {
            return;
        };
        let style = match (self.theme.color(Role::Hint), self.theme.color(Role::White)) {
            (Some(ground), Some(ink)) if idx == 0 => Style::new().bg(ground).fg(ink),
            (Some(ink), _) => Style::new().fg(ink).add_modifier(Modifier::BOLD),
            _ => Style::new().add_modifier(Modifier::REVERSED),
        };
        if !self.scale().is_large() {
            return self.write_centered(&(idx + 1).to_string(), style, at, buffer);
        }
        let percent = format!("{:>2.0}%", hint.win_rate * 100.0);
        self.write_centered(&percent, style, at, buffer);
        if self.scale().height > 2 {
            let below = Position { y: at.y + 1, ..at };
            self.write_centered(&short_count(hint.n_visits), style, below, buffer);
        }
    }

    fn draw_marks(&self, point: Point, at: Position, buffer: &mut Buffer) {
        let label = self.view.labels.iter().find(|(it, _)| *it == point);
        let mark = self.view.marks.iter().find(|(it, _)| *it == point);
        let text = match (label, mark) {
            (Some((_, text)), _) => text.as_str(),
            (None, Some((_, Mark::Triangle))) => self.theme.glyph("▲", "^"),
            (None, Some((_, Mark::Square))) => self.theme.glyph("■", "#"),
            (None, Some((_, Mark::Circle))) => self.theme.glyph("◯", "o"),
            (None, Some(_)) => self.theme.glyph("×", "x"),
            (None, None) => return,
        };
        let stone = self.view.stone(point);
        let mut style = self.theme.text(Role::Last).add_modifier(Modifier::BOLD);
        if self.scale().is_large() {
            style.bg = stone.and_then(|it| self.theme.color(Theme::stone(it)));
        }
        let width = usize::from(self.scale().stone_width().clamp(1, 3));
        let text: String = text.chars().take(width).collect();
        self.write_centered(&text, style, at, buffer);
    }

    fn draw_cursor(&self, buffer: &mut Buffer) {
        let Some((point, at)) = self.cursor.and_then(|it| Some((it, self.geometry.cell(it)?)))
        else {
            return;
        };
        let style = self.theme.text(Role::Cursor).add_modifier(Modifier::BOLD);
        let center = self.center(at);
        let (left, right) = (at.x.saturating_sub(1), at.x + self.scale().stone_width());
        if self.scale().width == 1 {
            let stone = self.view.stone(point).map_or("□", |it| self.letter(it));
            let glyph = if self.theme.is_ascii && stone == "□" { "#" } else { stone };
            return put(buffer, (center.x, center.y), glyph, self.theme.chosen());
        }
        if self.scale().height < 3 || self.theme.is_ascii {
            put(buffer, (left, center.y), "[", style);
            return put(buffer, (right, center.y), "]", style);
        }
        let bottom = at.y + self.scale().height - 1;
        let corners =
            [(left, at.y, "┏"), (right, at.y, "┓"), (left, bottom, "┗"), (right, bottom, "┛")];
        for (x, y, glyph) in corners {
            put(buffer, (x, y), glyph, style);
        }
    }

    fn write_centered(&self, text: &str, style: Style, at: Position, buffer: &mut Buffer) {
        let center = self.center(at);
        let width = u16::try_from(text.chars().count()).unwrap_or(1);
        let x = center.x.saturating_sub(width.min(self.scale().stone_width()) / 2);
        put(buffer, (x, center.y), text, style);
    }

    /// The stones that are taken for dead.
    fn dead(&self) -> PointSet {
        match (&self.view.phase, &self.view.counting) {
            (Phase::Scoring(scoring), _) if self.view.is_live() => scoring.dead,
            (_, Some(counting)) => counting.dead,
            _ => PointSet::EMPTY,
        }
    }

    /// The number of the move that put the stone of a point there.
    fn number(&self, point: Point) -> Option<usize> {
        let moves = &self.view.moves;
        moves.iter().rposition(|&(_, mv)| mv == Move::Play(point)).map(|it| it + 1)
    }
}

/// A count in at most three characters.
pub(crate) fn short_count(count: u32) -> String {
    match count {
        0..1_000 => count.to_string(),
        1_000..100_000 => format!("{}k", count / 1_000),
        _ => format!(".{}M", (count / 100_000).min(9)),
    }
}

/// Writes where there is space.
fn put(buffer: &mut Buffer, (x, y): (u16, u16), text: &str, style: Style) {
    if buffer.area.contains(Position { x, y }) {
        buffer.set_string(x, y, text, style);
    }
}
