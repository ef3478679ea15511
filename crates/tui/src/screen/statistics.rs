//! Statistics of games as bars.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use tengen_front::command::Command;
use tengen_front::library::{Chart, ChartRow, Share, StatisticsView};
use tengen_front::words::{self, Context};

use super::library::LibraryScreen;
use super::{draw_card, last_row};
use crate::app::{Look, Next};
use crate::panel::draw_footer;
use crate::scale::Extent;
use crate::theme::{Role, Theme};

/// The widest that charts become.
const WIDTH: u16 = 90;

/// The columns of labels, and the most of figures.
const LABEL: usize = 16;
const FIGURES: usize = 34;

/// Statistics on the screen.
#[derive(Debug)]
pub(crate) struct StatisticsScreen {
    pub(crate) view: StatisticsView,
    /// Whether only games of the user are counted.
    pub(crate) is_mine: bool,
    first: u16,
    /// The library from which one has come.
    pub(crate) below: Option<Box<LibraryScreen>>,
}

impl StatisticsScreen {
    pub(crate) const fn new(
        view: StatisticsView,
        is_mine: bool,
        below: Option<Box<LibraryScreen>>,
    ) -> StatisticsScreen {
        StatisticsScreen { view, is_mine, first: 0, below }
    }

    pub(crate) fn obey(&mut self, command: Command) -> Next {
        match command {
            Command::Up => self.first = self.first.saturating_sub(1),
            Command::Down => self.first = self.first.saturating_add(1),
            Command::PageBack => self.first = self.first.saturating_sub(10),
            Command::PageForward => self.first = self.first.saturating_add(10),
            Command::MyGames => return Next::CountOthers,
            Command::Cancel | Command::Leave | Command::Confirm | Command::Statistics => {
                return Next::Back;
            }
            _ => (),
        }
        Next::Stay
    }

    pub(crate) fn draw(&mut self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.theme();
        let extent = Extent { width: area.width.min(WIDTH), height: area.height.saturating_sub(1) };
        let inner = draw_card("Statistics", extent, theme, area, buffer);
        let lines = self.lines(theme, inner.width);
        let n_lines = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        self.first = self.first.min(n_lines.saturating_sub(inner.height));
        let has_more = n_lines.saturating_sub(self.first) > inner.height;
        Paragraph::new(lines).scroll((self.first, 0)).render(inner, buffer);
        if has_more {
            let more = Rect { x: inner.right(), y: inner.bottom() - 1, width: 1, height: 1 };
            Line::styled(theme.glyph("↓", "v"), theme.text(Role::Cursor)).render(more, buffer);
        }
        draw_footer(look, Context::Statistics, last_row(area), buffer);
    }

    fn lines(&self, theme: Theme, width: u16) -> Vec<Line<'static>> {
        if let Some(failure) = self.view.failure() {
            let text = words::library_error(failure);
            return vec![Line::styled(text, theme.text(Role::Warning))];
        }
        let Some(statistics) = self.view.statistics() else {
            return vec![Line::styled("Counting…", theme.text(Role::Dim))];
        };
        let mut lines = vec![Line::raw(words::statistics_title(statistics))];
        if !self.view.charts().is_empty() {
            lines.push(legend(theme));
        }
        for chart in self.view.charts() {
            lines.push(Line::default());
            lines.extend(chart_lines(theme, chart, width));
        }
        lines
    }
}

fn legend(theme: Theme) -> Line<'static> {
    let part = |share: Share, text: &str| {
        let (glyph, role) = look_of(theme, share);
        [
            Span::styled(glyph, theme.text(role)),
            Span::styled(format!(" {text}  "), theme.text(Role::Dim)),
        ]
    };
    let parts = [part(Share::Won, "won"), part(Share::Lost, "lost"), part(Share::Other, "neither")];
    Line::from(parts.into_iter().flatten().collect::<Vec<_>>())
}

fn chart_lines(theme: Theme, chart: &Chart, width: u16) -> Vec<Line<'static>> {
    let title = Line::styled(chart.title, theme.text(Role::Accent));
    let space = usize::from(width).saturating_sub(LABEL + 1);
    // In a narrow terminal, figures are enough.
    let bar = space.saturating_sub(FIGURES);
    let rows = chart.rows.iter().map(|it| row_line(theme, it, bar));
    std::iter::once(title).chain(rows).collect()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cells of a bar")]
#[expect(clippy::cast_precision_loss, reason = "a terminal has few columns")]
fn row_line(theme: Theme, row: &ChartRow, bar: usize) -> Line<'static> {
    let label: String = row.label.chars().take(LABEL).collect();
    let mut spans = vec![Span::raw(format!("{label:<LABEL$} "))];
    let mut so_far = 0.0;
    let mut n_cells = 0;
    for &(share, part) in &row.shares {
        so_far += part;
        let end = (so_far * bar as f64).round() as usize;
        let (glyph, role) = look_of(theme, share);
        let cells = glyph.repeat(end.saturating_sub(n_cells));
        spans.push(Span::styled(cells, theme.text(role)));
        n_cells = end.max(n_cells);
    }
    let gap = if n_cells > 0 { " " } else { "" };
    spans.push(Span::styled(format!("{gap}{}", row.figures), theme.text(Role::Dim)));
    Line::from(spans)
}

/// The sign of a part of a bar, which does without colors.
const fn look_of(theme: Theme, share: Share) -> (&'static str, Role) {
    match share {
        Share::Won => (theme.glyph("█", "#"), Role::Accent),
        Share::Lost => (theme.glyph("▒", "-"), Role::Cursor),
        Share::Other => (theme.glyph("░", "."), Role::Dim),
        Share::Points => (theme.glyph("▓", "#"), Role::Warning),
    }
}
