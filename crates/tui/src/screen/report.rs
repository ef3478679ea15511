//! The report of a review: graph, figures of both players, what the signs
//! mean.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use tengen_front::command::Command;
use tengen_front::review::ReviewView;
use tengen_front::words::{self, Context};
use tengen_front::workspace::Workspace;
use tengen_review::Band;

use super::{draw_card, last_row};
use crate::app::{Look, Next};
use crate::graph;
use crate::panel::draw_footer;
use crate::scale::Extent;
use crate::theme::{Role, Theme};

/// The widest that a report becomes.
const WIDTH: u16 = 76;

/// The columns of a table.
const TABLE: u16 = 33;

/// The rows of the graph, if there is space for it and the table.
const GRAPH: u16 = 14;

/// The rows of the graph where there is not.
const LEAST_GRAPH: u16 = 6;

/// The report of a review.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct ReportScreen {
    /// The first line that is shown.
    first: u16,
}

impl ReportScreen {
    pub(crate) fn obey(&mut self, command: Command, workspace: &mut Workspace) -> Next {
        match command {
            Command::Up => self.first = self.first.saturating_sub(1),
            Command::Down => self.first = self.first.saturating_add(1),
            Command::PageBack => self.first = self.first.saturating_sub(10),
            Command::PageForward => self.first = self.first.saturating_add(10),
            Command::Left | Command::Right => workspace.toggle_measure(),
            Command::Cancel | Command::Leave | Command::Report | Command::Confirm => {
                return Next::Back;
            }
            Command::KeyMoves => return Next::Command(command),
            Command::Practice | Command::NextMistake => return Next::OnBoard(command),
            _ => (),
        }
        Next::Stay
    }

    pub(crate) fn draw(
        &mut self,
        look: Look<'_>,
        review: Option<&ReviewView>,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let theme = look.theme();
        let extent = Extent { width: area.width.min(WIDTH), height: area.height.saturating_sub(1) };
        let inner = draw_card("Review", extent, theme, area, buffer);
        let Some(review) = review else { return };
        let lines = lines(theme, review, inner.width);
        let n_lines = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let n_graph = inner.height.saturating_sub(n_lines).clamp(LEAST_GRAPH, GRAPH);
        let n_graph = if inner.height < 2 * LEAST_GRAPH { 0 } else { n_graph };
        let above = Rect { height: n_graph, ..inner };
        graph::draw(theme, &review.graph(), above, buffer);
        let below = Rect { y: inner.y + n_graph, height: inner.height - n_graph, ..inner };
        self.first = self.first.min(n_lines.saturating_sub(below.height));
        let has_more = n_lines.saturating_sub(self.first) > below.height;
        Paragraph::new(lines).scroll((self.first, 0)).render(below, buffer);
        if has_more {
            let more = Rect { x: below.right(), y: below.bottom() - 1, width: 1, height: 1 };
            Line::styled(theme.glyph("↓", "v"), theme.text(Role::Cursor)).render(more, buffer);
        }
        draw_footer(look, Context::Report, last_row(area), buffer);
    }
}

fn lines(theme: Theme, review: &ReviewView, width: u16) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled(words::review_progress(review), theme.text(Role::Accent))];
    let mut rows = words::report_table(review);
    let n_figures = rows.len().saturating_sub(Band::ALL.len());
    if width >= 2 * TABLE + 2 {
        // The bands stand beside the other figures.
        let bands = rows.split_off(n_figures);
        let head = rows.first().cloned().unwrap_or_default();
        let bands = std::iter::once(head).chain(bands);
        let n_rows = rows.len().max(Band::ALL.len() + 1);
        let (mut left, mut right) = (rows.into_iter(), bands);
        for idx in 0..n_rows {
            let mut spans = match left.next() {
                Some(row) => table_row(theme, &row, idx == 0),
                None => vec![Span::raw(" ".repeat(usize::from(TABLE)))],
            };
            spans.push(Span::raw("  "));
            spans.extend(right.next().iter().flat_map(|row| table_row(theme, row, idx == 0)));
            lines.push(Line::from(spans));
        }
    } else if width >= TABLE {
        let rows = rows.iter().enumerate();
        lines.extend(rows.map(|(idx, row)| Line::from(table_row(theme, row, idx == 0))));
    } else {
        for [title, black, white] in rows {
            lines.push(Line::styled(title.clone(), style_of(theme, &title)));
            lines.push(Line::raw(format!("{black:>7}{white:>9}")));
        }
    }
    let last = review.report.graph.last().map_or(0, |it| it.number);
    let skipped = review.report.skipped.map(|it| words::skipped(it, last));
    lines.extend(skipped.map(|it| Line::styled(it, theme.text(Role::Warning))));
    let analysts = review.report.analysts.join(", ");
    if !analysts.is_empty() {
        lines.push(Line::styled(format!("Judged by {analysts}."), theme.text(Role::Dim)));
    }
    lines
}

/// A row of the table: a title, and a figure of each player.
fn table_row(theme: Theme, row: &[String; 3], is_head: bool) -> Vec<Span<'static>> {
    let [title, black, white] = row;
    let weight = if is_head { Modifier::BOLD } else { Modifier::empty() };
    vec![
        Span::styled(format!("{title:<15}"), style_of(theme, title)),
        Span::styled(format!("{black:>9}{white:>9}"), Style::new().add_modifier(weight)),
    ]
}

fn style_of(theme: Theme, title: &str) -> Style {
    longest(title).map_or(Style::new(), |it| theme.band_text(it))
}

/// The band that a title names, its sign left aside.
fn longest(title: &str) -> Option<Band> {
    let bands = Band::ALL.into_iter().filter(|&it| title.starts_with(words::band(it)));
    bands.max_by_key(|&it| words::band(it).len())
}
