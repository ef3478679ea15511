//! Drawing of a position in the library.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use tengen_front::library::Found;
use tengen_front::words::{self, Context};
use tengen_picture::Scene;
use tengen_record::Mark;

use super::ExplorerScreen;
use crate::app::Look;
use crate::board::BoardPicture;
use crate::layout::{Layout, Wishes};
use crate::panel;
use crate::scale::{Geometry, ScaledBoard};
use crate::theme::{Role, Theme};

impl ExplorerScreen {
    pub(crate) fn draw(&mut self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.theme();
        let mut scene = self.explorer.scene();
        scene.cursor = Some(self.cursor).filter(|_| !self.is_in_games);
        scene.marks.extend(self.mark.map(|it| (it, Mark::Square)));
        let size = scene.size;
        let has_coordinates = look.display.has_coordinates;
        let layout = Layout::new(area, size, Wishes { has_coordinates, has_panel: true });
        let board = ScaledBoard { size, scale: layout.scale, margin: layout.margin };
        let geometry = Geometry::new(board, layout.board, Some(self.cursor));
        self.geometry = Some(geometry);
        draw_board(theme, &scene, geometry, buffer);
        self.moves = (Rect::default(), 0);
        self.games = (Rect::default(), 0);
        if let Some(area) = layout.panel {
            self.draw_panel(theme, area, buffer);
        }
        panel::draw_footer(look, Context::Explorer, layout.footer, buffer);
    }

    fn draw_panel(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let accent = theme.text(Role::Accent);
        let mut head = vec![Line::styled(words::explorer_title(&self.explorer), accent)];
        if let Some(failure) = self.explorer.failure() {
            head.push(Line::styled(words::library_error(failure), theme.text(Role::Warning)));
        } else if let Some(corner) = self.mark {
            head.push(Line::raw(format!("From {corner} to where? Mark the other corner.")));
        } else if let Some(found) = self.explorer.found() {
            head.push(Line::raw(words::found(found)));
        } else {
            head.push(Line::styled("Searching…", theme.text(Role::Dim)));
        }
        let head = Paragraph::new(head).wrap(Wrap { trim: true });
        let n_head = 3.min(area.height);
        head.render(Rect { height: n_head, ..area }, buffer);
        let Some(found) = self.explorer.found() else { return };
        let below = Rect { y: area.y + n_head, height: area.height - n_head, ..area };
        let n_moves = u16::try_from(found.next.len()).unwrap_or(u16::MAX);
        // Both tables have a head; the detail of the chosen move has two rows.
        let n_rows = below.height.saturating_sub(5);
        let n_moves = n_moves.min(n_rows.div_ceil(2).max(n_rows.saturating_sub(4)));
        let moves = Rect { height: (n_moves + 1).min(below.height), ..below };
        let first_move = self.draw_moves(theme, found, moves, buffer);
        let detail =
            Rect { y: moves.bottom(), height: 2.min(below.bottom() - moves.bottom()), ..below };
        self.draw_detail(theme, found, detail, buffer);
        let games = Rect { y: detail.bottom(), height: below.bottom() - detail.bottom(), ..below };
        let first_game = self.draw_games(theme, found, games, buffer);
        self.moves = (without_head(moves), first_move);
        self.games = (without_head(games), first_game);
    }

    /// The table of continuations; returns the first that is shown.
    fn draw_moves(&self, theme: Theme, found: &Found, area: Rect, buffer: &mut Buffer) -> usize {
        let mut lines = Vec::new();
        if !found.next.is_empty() {
            lines.push(Line::styled(words::NEXT_MOVES_HEAD, theme.text(Role::Dim)));
        }
        let n_shown = usize::from(area.height.saturating_sub(1));
        let first = first_shown(self.explorer.chosen(), n_shown, found.next.len());
        for (idx, next) in found.next.iter().enumerate().skip(first).take(n_shown) {
            let is_chosen = idx == self.explorer.chosen() && !self.is_in_games;
            let style = if is_chosen { theme.chosen() } else { Style::new() };
            lines.push(Line::from(Span::styled(words::next_move(next), style)));
        }
        Paragraph::new(lines).render(area, buffer);
        first
    }

    /// What else is known of the chosen continuation.
    fn draw_detail(&self, theme: Theme, found: &Found, area: Rect, buffer: &mut Buffer) {
        let text = found.next.get(self.explorer.chosen()).map(words::next_move_detail);
        let line = Line::styled(text.unwrap_or_default(), theme.text(Role::Dim));
        Paragraph::new(line).wrap(Wrap { trim: true }).render(area, buffer);
    }

    /// The games; returns the first that is shown.
    fn draw_games(&self, theme: Theme, found: &Found, area: Rect, buffer: &mut Buffer) -> usize {
        if area.height < 2 || found.games.is_empty() {
            return 0;
        }
        let mut lines = vec![Line::styled("Games", theme.text(Role::Dim))];
        let n_shown = usize::from(area.height - 1);
        let first = first_shown(self.game, n_shown, found.games.len());
        for (idx, game) in found.games.iter().enumerate().skip(first).take(n_shown) {
            let is_chosen = self.is_in_games && idx == self.game;
            let style = if is_chosen { theme.chosen() } else { Style::new() };
            let entry = words::found_game(game);
            lines.push(Line::from(vec![
                Span::styled(entry.title, style),
                Span::styled(format!("  {}", entry.detail), theme.text(Role::Dim)),
            ]));
        }
        Paragraph::new(lines).render(area, buffer);
        first
    }
}

fn without_head(area: Rect) -> Rect {
    Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }
}

/// The first row that is shown so that the chosen one is in sight.
fn first_shown(chosen: usize, n_shown: usize, n: usize) -> usize {
    chosen.saturating_sub(n_shown / 2).min(n.saturating_sub(n_shown))
}

fn draw_board(theme: Theme, scene: &Scene, geometry: Geometry, buffer: &mut Buffer) {
    BoardPicture { scene, theme, geometry, shows_losses: false }.draw(buffer);
}
