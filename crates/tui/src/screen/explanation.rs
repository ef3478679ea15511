//! Why a move was refused, in a box over the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget, Wrap};
use tengen_front::learn::Explanation;

use super::draw_card;
use super::learn::{draw_board, largest, n_rows};
use crate::app::Look;
use crate::scale::Extent;
use crate::theme::Role;

/// The widest that the box becomes.
const WIDTH: u16 = 66;

/// The most rows of its diagram: about a 9×9 board.
const DIAGRAM: u16 = 21;

/// Draws the reason at length, and the board where there is space for it.
pub(crate) fn draw(look: Look<'_>, explanation: &Explanation, area: Rect, buffer: &mut Buffer) {
    let theme = look.theme();
    let width = WIDTH.min(area.width);
    let mut lines = vec![Line::styled(explanation.short.clone(), theme.text(Role::Warning))];
    lines.extend(explanation.long.iter().map(|it| Line::raw(it.clone())));
    if let Some(term) = explanation.term {
        let text = format!("More in the glossary: type :glossary {term}");
        lines.push(Line::styled(text, theme.text(Role::Dim)));
    }
    let n_text = u16::try_from(n_rows(&lines, width.saturating_sub(4))).unwrap_or(area.height);
    let n_free = area.height.saturating_sub(n_text + 3).min(DIAGRAM);
    let space = Rect { height: n_free, width: width.saturating_sub(4), ..area };
    let n_board = largest(&explanation.scene, space).extent().height;
    let n_board = if n_board <= n_free { n_board } else { 0 };
    let height = n_text + n_board + if n_board > 0 { 3 } else { 2 };
    let inner = draw_card("Why not?", Extent { width, height }, theme, area, buffer);
    Paragraph::new(lines).wrap(Wrap { trim: false }).render(inner, buffer);
    if n_board > 0 {
        let y = inner.y + n_text + 1;
        let below = Rect { y, height: inner.bottom().saturating_sub(y), ..inner };
        draw_board(theme, &explanation.scene, below, buffer);
    }
}
