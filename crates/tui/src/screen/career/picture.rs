//! The career on the screen: a page, or the scene of a game.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use tengen_challenge::Skin;

use super::{Career, Page, road};
use crate::app::Look;
use crate::theme::{Role, Theme};

impl Career {
    pub(crate) fn draw(&mut self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.theme();
        let top = Rect { height: 1, ..area };
        let rest = Rect { y: area.y + 1, height: area.height - 1, ..area };
        self.board = rest;
        if let Some(duel) = &self.duel {
            self.draw_top(look, top, buffer);
            return duel.scene().with_skin(skin(theme)).render(rest, buffer);
        }
        match self.page {
            Page::Road => self.draw_road(look, area, buffer),
            Page::Statistics => self.draw_statistics(look, area, buffer),
            Page::Menu => {
                self.draw_top(look, top, buffer);
                let n_rows = u16::try_from(self.menu.offers().len()).unwrap_or(u16::MAX);
                let height = n_rows.saturating_add(2).clamp(8, 16).min(rest.height);
                let width = rest.width.min(60);
                let x = rest.x + (rest.width - width) / 2;
                let y = rest.y + (rest.height - height) / 3;
                let place = Rect { x, y, width, height };
                self.menu.clone().with_skin(skin(theme)).render(place, buffer);
            }
        }
    }

    /// Where the player is, in a line; or what is to be said.
    fn draw_top(&self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.theme();
        if let Some(line) = look.message_lines().into_iter().next() {
            return line.render(area, buffer);
        }
        let place = Span::styled(format!(" {}", self.journey().place()), theme.text(Role::Accent));
        let prestige = format!("prestige {} ", self.profile.prestige);
        Line::from(place).render(area, buffer);
        if area.width < road::NARROW {
            return;
        }
        let width = u16::try_from(prestige.len()).unwrap_or(0).min(area.width);
        let right = Rect { x: area.right() - width, width, ..area };
        Line::styled(prestige, theme.text(Role::Dim)).render(right, buffer);
    }
}

/// The colors of the program for a challenge.
fn skin(theme: Theme) -> Skin {
    let ink = |role| Style { fg: theme.color(role), ..Style::new() };
    let plain = Skin { is_ascii: theme.is_ascii, ..Skin::PLAIN };
    if !theme.has_colors() {
        return Skin { dim: theme.text(Role::Dim), ..plain };
    }
    Skin {
        is_ascii: theme.is_ascii,
        board: theme.board(),
        black: ink(Role::Black),
        white: ink(Role::White),
        last: ink(Role::Last),
        // On wood, blue lines are hard to see.
        cursor: ink(Role::Black).add_modifier(Modifier::BOLD),
        ko: ink(Role::Warning),
        accent: theme.text(Role::Accent),
        dim: theme.text(Role::Dim),
    }
}
