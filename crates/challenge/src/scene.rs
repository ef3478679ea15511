//! A game as a picture: board, panel, status bar, and the result over them.

mod grid;
mod layout;
mod panel;
#[cfg(test)]
mod tests;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Position, Rect};
use ratatui::text::{self, Line};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Widget, Wrap};

use tengen_rules::Point;

use crate::duel::{Duel, Phase};
use crate::outcome::{Ending, Outcome, Verdict};
use crate::skin::Skin;
use layout::Layout;

/// A game as a picture, which is drawn into any area.
///
/// There is space for everything from 40×15 cells on; with less, the panel
/// goes first, then the coordinates, then the gaps between lines.
#[derive(Copy, Clone, Debug)]
pub struct Scene<'a> {
    duel: &'a Duel,
    skin: Skin,
}

impl<'a> Scene<'a> {
    pub(crate) const fn new(duel: &'a Duel) -> Scene<'a> {
        Scene { duel, skin: Skin::WOOD }
    }

    /// A copy with other colors and characters.
    #[must_use]
    pub const fn with_skin(self, skin: Skin) -> Scene<'a> {
        Scene { skin, ..self }
    }

    /// The point at a cell, if the scene is drawn into this area.
    pub fn point_at(&self, area: Rect, cell: Position) -> Option<Point> {
        if area.is_empty() {
            return None;
        }
        let layout = Layout::new(area, self.duel.game().board().size());
        layout.grid?.point_at(cell)
    }

    fn draw_status(&self, area: Rect, buffer: &mut Buffer) {
        let is_asked = self.duel.is_forfeit_asked() || self.duel.is_pass_asked();
        let needs_answer = is_asked || self.duel.refused().is_some();
        let style = if needs_answer { self.skin.accent } else { ratatui::style::Style::new() };
        let text = panel::status(self.duel, area.width);
        Line::styled(text, style).render(area, buffer);
    }

    /// The result in a box, beside the board if there is space.
    fn draw_result(&self, outcome: &Outcome, layout: &Layout, buffer: &mut Buffer) {
        let lines = result(self.duel, outcome);
        let widest = lines.iter().map(text::Line::width).max().unwrap_or(0);
        let (width, height) = (widest as u16 + 4, lines.len() as u16 + 2);
        let has_space = |it: &Rect| it.width >= width && it.height >= height;
        let place = match layout.panel.filter(has_space) {
            // Below the names of the players.
            Some(panel) => {
                let y = (panel.y + panel::HEAD + 1).min(panel.bottom() - height);
                Rect { x: panel.x, y, width, height }
            }
            None => layout.area.centered(Constraint::Length(width), Constraint::Length(height)),
        };
        Clear.render(place, buffer);
        // In a very small area, the words matter more than the box.
        if place.height < 5 || place.width < 12 {
            return Paragraph::new(lines).render(place, buffer);
        }
        let block = frame(&self.skin);
        let inner = block.inner(place);
        block.border_style(self.skin.accent).render(place, buffer);
        Paragraph::new(lines).centered().render(inner, buffer);
    }
}

impl Widget for Scene<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            return;
        }
        let layout = Layout::new(area, self.duel.game().board().size());
        match &layout.grid {
            Some(grid) => grid.draw(self.duel, &self.skin, buffer),
            None => draw_small(Rect { height: area.height - 1, ..area }, buffer),
        }
        if let Some(place) = layout.panel {
            panel::draw(self.duel, &self.skin, place, buffer);
        }
        self.draw_status(layout.status, buffer);
        if let Phase::Over(outcome) = self.duel.phase() {
            self.draw_result(&outcome, &layout, buffer);
        }
    }
}

/// The same as [`Duel::scene`], in its usual colors.
impl Widget for &Duel {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        self.scene().render(area, buffer);
    }
}

/// Says what the board needs.
fn draw_small(area: Rect, buffer: &mut Buffer) {
    let text = "Too small: the board needs at least 9 by 10 cells.";
    Paragraph::new(text).wrap(Wrap { trim: true }).render(area, buffer);
}

/// A box around something.
pub(crate) fn frame(skin: &Skin) -> Block<'static> {
    let block = Block::bordered().border_type(BorderType::Rounded);
    if skin.is_ascii { block.border_set(Skin::ASCII_BORDER) } else { block }
}

/// What is said at the end, in lines.
fn result(duel: &Duel, outcome: &Outcome) -> Vec<Line<'static>> {
    let verdict = match (outcome.verdict, outcome.ending) {
        (Verdict::Win, _) => "You win",
        (Verdict::Draw, _) => "A draw",
        (Verdict::Loss, Ending::Forfeit) => "Forfeited",
        (Verdict::Loss, _) => "You lose",
    };
    let mut lines = vec![Line::from(verdict).style(ratatui::style::Modifier::BOLD)];
    match outcome.ending {
        Ending::Count(score) => {
            if score.winner().is_some() {
                lines.push(Line::from(score.to_string()));
            }
            if let Some(counting) = duel.counting() {
                let points = |half_points: i32| f64::from(half_points) / 2.0;
                let (black, white) = (counting.half_points.black, counting.half_points.white);
                lines.push(Line::from(format!("{} to {}", points(black), points(white))));
            }
        }
        Ending::Resignation => lines.push(Line::from("by resignation")),
        Ending::Forfeit => (),
    }
    lines.push(Line::from(match outcome.reward {
        0 => "no reward".to_owned(),
        reward => format!("+{reward} prestige"),
    }));
    lines.push(Line::from("press any key"));
    lines
}
