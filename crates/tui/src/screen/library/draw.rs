//! Drawing of the library.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use tengen_front::library::Preview;
use tengen_front::words::{self, Context, Entry};
use tengen_picture::Scene;

use super::LibraryScreen;
use crate::app::Look;
use crate::board::BoardPicture;
use crate::panel::draw_footer;
use crate::scale::{Extent, Geometry, Margin, Scale, ScaledBoard};
use crate::screen::last_row;
use crate::theme::{Role, Theme};

/// The least columns of a list beside a preview.
const LIST_WIDTH: u16 = 34;

/// The least rows of a list above a preview.
const LEAST_LIST: u16 = 7;

/// The rows of text below a preview.
const PREVIEW_LINES: u16 = 2;

impl LibraryScreen {
    pub(crate) fn draw(&mut self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.theme();
        let row = |y: u16| Rect { y: area.y + y, height: 1, ..area };
        self.draw_line(theme, row(0), buffer);
        self.draw_state(look, row(1), buffer);
        let height = area.height.saturating_sub(3);
        let middle = Rect { y: area.y + 2, height, ..area };
        self.boards = Rect::default();
        self.list = (Rect::default(), 0);
        if self.browser.compared().is_some() {
            self.draw_comparison(theme, middle, buffer);
        } else {
            self.draw_list_and_preview(theme, middle, buffer);
        }
        draw_footer(look, Context::Library, last_row(area), buffer);
    }

    /// The query, with what is wrong in it underlined.
    fn draw_line(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let wrong = self.browser.problem().map(|it| it.range.clone());
        self.line.line_with_error(theme, area.width, wrong).render(area, buffer);
    }

    /// What is wrong, or how many games there are.
    fn draw_state(&self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.theme();
        let (text, role) = match (self.browser.problem(), self.browser.failure()) {
            (Some(problem), _) => (words::query_problem(problem), Role::Warning),
            (None, Some(failure)) => (words::library_error(failure), Role::Warning),
            (None, None) => (words::library_summary(&self.browser), Role::Dim),
        };
        Line::styled(text, theme.text(role)).render(area, buffer);
    }

    fn draw_list_and_preview(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let Some(preview) = self.browser.preview() else {
            return self.draw_list(theme, area, buffer);
        };
        let scene = preview.scene();
        if area.width < LIST_WIDTH + 21 {
            return self.draw_list_above_preview(theme, &scene, area, buffer);
        }
        let most = Rect {
            width: area.width - LIST_WIDTH - 1,
            height: area.height.saturating_sub(PREVIEW_LINES),
            ..area
        };
        let Some(extent) = fitting(&scene, most).map(ScaledBoard::extent) else {
            return self.draw_list(theme, area, buffer);
        };
        let board = Rect {
            x: area.right() - extent.width,
            y: area.y,
            width: extent.width,
            height: extent.height,
        };
        draw_board(theme, &scene, board, buffer);
        let below = Rect {
            y: board.bottom(),
            height: area.bottom().saturating_sub(board.bottom()),
            ..board
        };
        draw_about(theme, preview, below, buffer);
        self.boards = board;
        let list = Rect { width: area.width - extent.width - 1, ..area };
        self.draw_list(theme, list, buffer);
    }

    /// In a narrow terminal, the board is below the list if there is space.
    fn draw_list_above_preview(
        &mut self,
        theme: Theme,
        scene: &Scene,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let space = Rect { height: area.height.saturating_sub(LEAST_LIST), ..area };
        let Some(extent) = fitting(scene, space).map(ScaledBoard::extent) else {
            return self.draw_list(theme, area, buffer);
        };
        let board = Rect {
            y: area.bottom() - extent.height,
            width: extent.width,
            height: extent.height,
            ..area
        };
        draw_board(theme, scene, board, buffer);
        self.boards = board;
        let list = Rect { height: area.height - extent.height - 1, ..area };
        self.draw_list(theme, list, buffer);
    }

    fn draw_list(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let n_shown = u32::from(area.height / 2).max(1);
        let listing = self.browser.listing();
        let chosen = self.browser.chosen();
        let first = chosen.saturating_sub(n_shown / 2);
        let first = first.min(listing.total.saturating_sub(n_shown));
        let mut lines: Vec<Line<'_>> = Vec::new();
        for place in first..(first + n_shown).min(listing.total) {
            let entry = listing.get(place).map(words::library_game);
            let Entry { title, detail } = entry.unwrap_or_default();
            let style = if place == chosen { theme.chosen() } else { Style::new() };
            lines.push(Line::from(Span::styled(format!(" {title} "), style)));
            lines.push(Line::styled(format!("   {detail}"), theme.text(Role::Dim)));
        }
        Paragraph::new(lines).render(area, buffer);
        self.list = (area, first);
    }

    /// Two games side by side, or one below the other.
    fn draw_comparison(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let (Some(held), Some(chosen)) = (self.browser.compared(), self.browser.preview()) else {
            return;
        };
        let note = words::comparison(held, chosen);
        let last = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        Line::styled(note, theme.text(Role::Accent)).render(last, buffer);
        let above = Rect { height: area.height.saturating_sub(1), ..area };
        let is_wide = above.width >= 2 * 20;
        let half = |idx: u16| {
            if is_wide {
                let width = above.width / 2;
                Rect { x: above.x + idx * (above.width - width), width, ..above }
            } else {
                let height = above.height / 2;
                Rect { y: above.y + idx * (above.height - height), height, ..above }
            }
        };
        for (idx, preview) in [(0, held), (1, chosen)] {
            let area = half(idx);
            let (n_before, n_moves) = preview.place();
            let title = words::library_players(&preview.entry);
            let weight = if idx == 1 { Modifier::BOLD } else { Modifier::empty() };
            let row = Rect { height: area.height.min(1), ..area };
            Line::styled(format!("{n_before}/{n_moves} {title}"), weight).render(row, buffer);
            let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
            draw_board(theme, &preview.scene(), below, buffer);
        }
        self.boards = above;
    }
}

/// What is known of a game, as much as there is space for.
fn draw_about(theme: Theme, preview: &Preview, area: Rect, buffer: &mut Buffer) {
    let lines = words::preview_lines(preview);
    let lines: Vec<Line<'_>> =
        lines.into_iter().map(|it| Line::styled(it, theme.text(Role::Dim))).collect();
    Paragraph::new(lines).wrap(Wrap { trim: true }).render(area, buffer);
}

/// The largest board that fits, without coordinates.
fn fitting(scene: &Scene, area: Rect) -> Option<ScaledBoard> {
    let board = |scale: Scale| ScaledBoard { size: scene.size, scale, margin: Margin::Narrow };
    let fits = |it: &ScaledBoard| {
        let Extent { width, height } = it.extent();
        width <= area.width && height <= area.height
    };
    // A game is known at a glance; more than that is for the board itself.
    Scale::ALL.into_iter().skip(2).map(board).find(fits)
}

/// A board in the middle of an area, or as much of it as fits.
pub(crate) fn draw_board(theme: Theme, scene: &Scene, area: Rect, buffer: &mut Buffer) {
    let smallest = ScaledBoard { size: scene.size, scale: Scale::SMALLEST, margin: Margin::Narrow };
    let board = fitting(scene, area).unwrap_or(smallest);
    let geometry = Geometry::new(board, area, scene.last_move);
    BoardPicture { scene, theme, geometry, shows_losses: false }.draw(buffer);
}
