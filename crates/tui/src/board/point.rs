//! Drawing of one point: stone, marks, territory, candidates.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color as Ink, Modifier, Style};
use tengen_front::words;
use tengen_picture::Candidate;
use tengen_record::Mark;
use tengen_review::Band;
use tengen_rules::{Color, Point};

use super::{BoardPicture, put, quarters};
use crate::theme::{Role, Theme};

/// The most candidates that are shown on the board.
const MAX_CANDIDATES: usize = 9;

/// The least probability of a move that is shown on the board.
const MIN_HEAT: f32 = 0.01;

impl BoardPicture<'_> {
    pub(super) fn draw_point(&self, point: Point, at: Position, buffer: &mut Buffer) {
        match (self.scene.stone(point), self.scene.ghost) {
            (Some(color), _) => self.draw_stone(color, point, at, buffer),
            (None, Some(ghost)) if ghost.point == point => {
                self.draw_ghost(ghost.color, at, buffer);
            }
            (None, _) => self.draw_empty(point, at, buffer),
        }
        if let Some(candidate) = self.scene.candidate(point) {
            self.draw_candidate(candidate, at, buffer);
        }
        self.draw_mark(point, at, buffer);
        if self.scene.dimmed.contains(point) {
            let wide = Rect {
                x: at.x,
                y: at.y,
                width: self.scale().stone_width(),
                height: self.scale().height,
            };
            buffer.set_style(wide.intersection(buffer.area), Modifier::DIM);
        }
    }

    fn draw_stone(&self, color: Color, point: Point, at: Position, buffer: &mut Buffer) {
        let role = Theme::stone(color);
        let is_dead = self.scene.dead.contains(point);
        let faded = self.theme.mixed(role, Role::Board, 0.55).filter(|_| is_dead);
        let ink = faded.or(self.theme.color(role));
        self.draw_disc(color, ink, at, buffer);
        let cross = self.theme.glyph("×", "x");
        if is_dead && self.is_plain() && self.scale().is_large() {
            let text = format!("{cross}{}{cross}", self.letter(color));
            self.write_centered(&text, self.theme.text(Role::Warning), at, buffer);
        } else if is_dead {
            self.write_on_stone(cross, ink, Role::Warning, at, buffer);
        } else if self.draw_loss(color, point, at, buffer) {
            // What it lost matters more than its number.
        } else if let Some(number) = self.number(point) {
            let style = self.number_style(color, self.scene.last_move == Some(point));
            self.write_number(number, style, at, buffer);
        } else if self.scene.last_move == Some(point) {
            self.mark_last(color, ink, at, buffer);
        }
    }

    /// Writes on a stone, or behind a small one, what its move lost; whether
    /// that takes the place of other signs.
    fn draw_loss(&self, color: Color, point: Point, at: Position, buffer: &mut Buffer) -> bool {
        let Some(&loss) = self.scene.losses.get(&point) else { return false };
        let band = Band::of(loss);
        if band < Band::Inaccuracy || self.number(point).is_some() {
            return false;
        }
        if self.scale().is_large() {
            let number = words::loss_number(loss);
            let width = usize::from(self.scale().stone_width());
            let text = if number.len() > width { format!("{loss:.0}") } else { number };
            let is_last = self.scene.last_move == Some(point);
            let weight = if is_last { Modifier::BOLD } else { Modifier::empty() };
            let style = self.theme.band_ground(band).add_modifier(weight);
            // Brackets still say whose stone it is where there are no colors.
            if self.is_plain() && text.len() > 1 {
                let sign = words::band_sign(band);
                self.write_on_stone(self.letter(color), None, Theme::stone(color), at, buffer);
                let behind = Position { x: self.center(at).x + 1, ..self.center(at) };
                put(buffer, behind, sign, self.theme.band_text(band));
                return true;
            }
            self.write_centered(&text, style, at, buffer);
            return true;
        }
        if self.scale().width > 1 {
            let behind = Position { x: at.x + 1, ..self.center(at) };
            let style = self.theme.band_text(band).add_modifier(Modifier::BOLD);
            put(buffer, behind, words::band_sign(band), style);
        }
        false
    }

    /// The number on a stone: that of the continuation, or of its move unless
    /// it has a label.
    fn number(&self, point: Point) -> Option<u32> {
        let ahead = self.scene.continuation.iter().find(|it| it.stone.point == point);
        let is_labeled = self.scene.labels.contains_key(&point);
        let number = self.scene.numbers.get(&point).filter(|_| !is_labeled);
        ahead.map(|it| it.number).or(number.copied())
    }

    fn mark_last(&self, color: Color, ink: Option<Ink>, at: Position, buffer: &mut Buffer) {
        if self.scale().is_large() && self.theme.has_colors() && !self.theme.is_ascii {
            return self.write_on_stone("◆", ink, Role::Last, at, buffer);
        }
        let style = match self.theme.color(Role::Last) {
            Some(last) => Style::new().bg(last),
            None => Style::new().add_modifier(Modifier::REVERSED),
        };
        put(buffer, self.center(at), self.letter(color), style);
    }

    /// Writes a character into the middle of a stone.
    fn write_on_stone(
        &self,
        glyph: &str,
        ground: Option<Ink>,
        role: Role,
        at: Position,
        buffer: &mut Buffer,
    ) {
        let mut style = self.theme.text(role).add_modifier(Modifier::BOLD);
        if self.scale().is_large() && !self.theme.is_ascii {
            style.bg = ground;
        }
        put(buffer, self.center(at), glyph, style);
    }

    /// The letters of a number on a stone; that of the last move stands out.
    fn number_style(&self, color: Color, is_last: bool) -> Style {
        let style = Style { bg: self.theme.color(Theme::stone(color)), ..Style::new() };
        let role = if is_last { Role::Last } else { Theme::stone(!color) };
        match self.theme.color(role) {
            Some(ink) => style.fg(ink),
            None if color == Color::Black => style.add_modifier(Modifier::REVERSED),
            None => style,
        }
    }

    fn write_number(&self, number: u32, style: Style, at: Position, buffer: &mut Buffer) {
        let number = number.to_string();
        let width = usize::from(self.scale().stone_width().clamp(1, 3));
        // There is no space for more, and the order is still clear.
        let digits = &number[number.len().saturating_sub(width)..];
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
            return put(buffer, center, self.letter(color), style);
        }
        if self.is_plain() {
            let text = format!("({})", self.letter(color));
            let left = Position { x: center.x - 1, ..center };
            return put(buffer, left, &text, style.add_modifier(Modifier::BOLD));
        }
        for y in 0..self.scale().height {
            for x in 0..self.scale().stone_width() {
                let covered = self.scale().covered(x, y);
                if covered != 0 {
                    let cell = Position { x: at.x + x, y: at.y + y };
                    put(buffer, cell, quarters(covered), style);
                }
            }
        }
    }

    /// The stone that could be put at the cursor.
    fn draw_ghost(&self, color: Color, at: Position, buffer: &mut Buffer) {
        let ink = self.theme.mixed(Theme::stone(color), Role::Board, 0.5);
        if ink.is_some() && !self.theme.is_ascii {
            self.draw_disc(color, ink, at, buffer);
        }
    }

    fn draw_empty(&self, point: Point, at: Position, buffer: &mut Buffer) {
        if let Some(&share) = self.scene.heat.values.get(&point).filter(|it| **it >= MIN_HEAT) {
            let text = format!("{:.0}", 100.0 * share);
            return self.write_centered(&text, self.theme.text(Role::Hint), at, buffer);
        }
        if let Some(next) = self.scene.variations.iter().find(|it| it.point == point) {
            let style = Style { fg: self.theme.color(Theme::stone(next.color)), ..Style::new() };
            self.write_centered(self.theme.glyph("∘", "~"), style, at, buffer);
        }
        let warning = self.theme.text(Role::Warning);
        if self.scene.ko == Some(point) {
            self.write_centered(self.theme.glyph("×", "x"), warning, at, buffer);
        }
        if self.scene.open_borders.contains(point) {
            self.write_centered("?", warning, at, buffer);
        }
        let Some(owner) = self.owner(point) else { return };
        let style = Style { fg: self.theme.color(Theme::stone(owner)), ..Style::new() };
        let glyph = match owner {
            Color::White if !self.theme.has_colors() => self.theme.glyph("▫", "w"),
            Color::White => self.theme.glyph("■", "w"),
            Color::Black if !self.theme.has_colors() => self.theme.glyph("▪", "b"),
            Color::Black => self.theme.glyph("■", "b"),
        };
        self.write_centered(glyph, style, at, buffer);
    }

    /// Whose territory an empty point is, or will be if shades cannot say so.
    fn owner(&self, point: Point) -> Option<Color> {
        if let Some(&owner) = self.scene.territory.get(&point) {
            return Some(owner);
        }
        let ownership = *self.scene.ownership.get(&point)?;
        if self.theme.mixed(Role::Board, Role::Black, 0.5).is_some() || ownership.abs() < 0.5 {
            return None;
        }
        Some(if ownership > 0.0 { Color::Black } else { Color::White })
    }

    fn draw_candidate(&self, candidate: &Candidate, at: Position, buffer: &mut Buffer) {
        if candidate.rank >= MAX_CANDIDATES {
            return;
        }
        if self.shows_losses {
            return self.draw_losing(candidate, at, buffer);
        }
        let style = match (self.theme.color(Role::Hint), self.theme.color(Role::White)) {
            (Some(ground), Some(ink)) if candidate.rank == 0 => Style::new().bg(ground).fg(ink),
            (Some(ink), _) => Style::new().fg(ink).add_modifier(Modifier::BOLD),
            _ => Style::new().add_modifier(Modifier::REVERSED),
        };
        if !self.scale().is_large() {
            return self.write_centered(&(candidate.rank + 1).to_string(), style, at, buffer);
        }
        let (Some(chance), Some(visits)) = (candidate.texts.first(), candidate.texts.last()) else {
            return;
        };
        self.write_centered(&format!("{chance:>3}"), style, at, buffer);
        if self.scale().height > 2 {
            let below = Position { y: at.y + 1, ..at };
            self.write_centered(visits, style, below, buffer);
        }
    }

    /// A candidate as the points that it loses.
    fn draw_losing(&self, candidate: &Candidate, at: Position, buffer: &mut Buffer) {
        let band = Band::of(candidate.loss.unwrap_or(0.0));
        let mut style = self.theme.band_ground(band);
        if candidate.rank == 0 {
            style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        }
        let first = candidate.texts.first().map_or("", String::as_str);
        if self.scale().is_large() {
            let text = if first.chars().count() == 1 { format!(" {first} ") } else { first.into() };
            return self.write_centered(&text, style, at, buffer);
        }
        let points = candidate.loss.unwrap_or(0.0).round();
        let digit = if points > 9.0 { "+".to_owned() } else { format!("{points:.0}") };
        self.write_centered(&digit, style, at, buffer);
    }

    fn draw_mark(&self, point: Point, at: Position, buffer: &mut Buffer) {
        let label = self.scene.labels.get(&point).filter(|_| self.scene.continuation.is_empty());
        let text = match (label, self.scene.marks.get(&point)) {
            (Some(text), _) => text.as_str(),
            (None, Some(Mark::Triangle)) => self.theme.glyph("▲", "^"),
            (None, Some(Mark::Square)) => self.theme.glyph("■", "#"),
            (None, Some(Mark::Circle)) => self.theme.glyph("◯", "o"),
            (None, Some(Mark::Selected)) => self.theme.glyph("▣", "%"),
            (None, Some(Mark::Cross)) => self.theme.glyph("×", "x"),
            (None, None) => return,
        };
        let mut style = self.theme.text(Role::Last).add_modifier(Modifier::BOLD);
        if self.scale().is_large() {
            let stone = self.scene.stone(point);
            style.bg = stone.and_then(|it| self.theme.color(Theme::stone(it)));
        }
        let width = usize::from(self.scale().stone_width().clamp(1, 3));
        self.write_centered(&cut(text, width, self.theme), style, at, buffer);
    }
}

/// A label in this many columns; a sign says that there is more of it.
fn cut(text: &str, width: usize, theme: Theme) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let more = if width > 1 { theme.glyph("…", ".") } else { "" };
    let n_kept = width - more.chars().count();
    text.chars().take(n_kept).chain(more.chars()).collect()
}
