//! The road on the screen: where the player is, what to do, what happened.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use tengen_front::words::Context;

use super::super::Rows;
use super::Career;
use crate::app::Look;
use crate::panel::draw_keys;
use crate::scale::Extent;
use crate::theme::{Role, Theme};
use crate::wrap::wrapped;

/// What can be chosen.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Entry {
    Challenges,
    Search,
    Statistics,
    Leave,
}

pub(super) const ENTRIES: [Entry; 4] =
    [Entry::Challenges, Entry::Search, Entry::Statistics, Entry::Leave];

/// The widest that the road becomes.
const WIDTH: u16 = 64;

/// The columns below which there are fewer words.
pub(super) const NARROW: u16 = 30;

/// Titles by the least prestige they need.
const TITLES: [(u32, &str); 6] = [
    (0, "Newcomer"),
    (1, "Guest of the road"),
    (4, "Traveler"),
    (10, "Known at the inns"),
    (25, "Asked for by name"),
    (60, "A story told at fires"),
];

/// The title of a player with this prestige.
pub(super) fn title(prestige: u32) -> &'static str {
    let reached = TITLES.iter().rev().find(|(least, _)| *least <= prestige);
    reached.map_or("", |(_, title)| title)
}

impl Career {
    pub(super) fn draw_road(&mut self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.theme();
        let width = area.width.saturating_sub(2).min(WIDTH);
        let is_low = area.height < 18;
        let place = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + u16::from(!is_low),
            width,
            height: area.height - 1 - u16::from(!is_low),
        };
        let mut lines = self.head(theme, Extent { width, height: area.height });
        if !is_low {
            lines.insert(1, Line::default());
            lines.push(Line::default());
        }
        self.rows = Rows {
            area: Rect {
                y: place.y + u16::try_from(lines.len()).unwrap_or(0),
                height: u16::try_from(ENTRIES.len()).unwrap_or(u16::MAX),
                ..place
            }
            .intersection(place),
            height: 1,
            first: 0,
            n_entries: ENTRIES.len(),
        };
        lines.extend(ENTRIES.iter().enumerate().map(|(idx, it)| self.entry(theme, idx, *it)));
        let below = u16::try_from(lines.len()).unwrap_or(place.height) + 1;
        Paragraph::new(lines).render(place, buffer);
        if below < place.height {
            let rest = Rect { y: place.y + below, height: place.height - below, ..place };
            self.draw_log(theme, rest, buffer);
        }
        let last = Rect { y: area.bottom() - 1, height: 1, ..area };
        // What there is to say is in the log.
        draw_keys(look, Context::Road, last, buffer);
    }

    fn head(&self, theme: Theme, Extent { width, height }: Extent) -> Vec<Line<'static>> {
        let journey = self.journey();
        let prestige = self.profile.prestige;
        let rank = match width {
            0..NARROW => format!("prestige {prestige}"),
            _ => format!("{}, prestige {prestige}", title(prestige)),
        };
        let mut lines = vec![
            Line::from(rank).style(theme.text(Role::Dim)),
            Line::styled(journey.place(), theme.text(Role::Accent)),
        ];
        if height >= 14 {
            lines.extend(wrapped(journey.sight(), width).into_iter().map(Line::from));
        }
        lines.push(self.way(theme, width));
        lines
    }

    /// The way to the next place, with a stone for the player.
    fn way(&self, theme: Theme, width: u16) -> Line<'static> {
        let journey = self.journey();
        let goal = format!(" {}, {} min", journey.next(), journey.minutes());
        let n_cells = width.saturating_sub(u16::try_from(goal.len()).unwrap_or(width) + 3).max(4);
        let done = journey.progress(n_cells);
        let line = |n: u16| theme.glyph("─", "-").repeat(usize::from(n));
        Line::from(vec![
            Span::styled(line(done), theme.text(Role::Dim)),
            Span::styled(theme.glyph("●", "X"), theme.text(Role::Cursor)),
            Span::styled(line(n_cells - done), theme.text(Role::Dim)),
            Span::raw(theme.glyph("○", "O")),
            Span::styled(goal, theme.text(Role::Dim)),
        ])
    }

    fn entry(&self, theme: Theme, idx: usize, entry: Entry) -> Line<'static> {
        let is_chosen = idx == self.chosen;
        let text = match (entry, self.menu.offers().len()) {
            (Entry::Challenges, 0) => "Challenges: none yet".to_owned(),
            (Entry::Challenges, 1) => "Challenges: 1 waiting".to_owned(),
            (Entry::Challenges, n) => format!("Challenges: {n} waiting"),
            (Entry::Search, _) => "Look for a game".to_owned(),
            (Entry::Statistics, _) => "Statistics".to_owned(),
            (Entry::Leave, _) => "Leave the road".to_owned(),
        };
        let mark = if is_chosen { theme.glyph("▶", ">") } else { " " };
        let style = if is_chosen { theme.chosen() } else { Style::new() };
        Line::from(vec![
            Span::styled(mark, theme.text(Role::Cursor)),
            Span::styled(format!(" {text} "), style),
        ])
    }

    /// The last lines of the log that there is space for, the newest at the
    /// bottom.
    fn draw_log(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let newest = self.log.len().saturating_sub(1);
        let lines = self.log.iter().enumerate().flat_map(|(idx, line)| {
            let style = if idx == newest { Style::new() } else { theme.text(Role::Dim) };
            wrapped(line, area.width).into_iter().map(move |it| Line::styled(it, style))
        });
        let mut lines: Vec<Line<'_>> = lines.collect();
        let n_hidden = lines.len().saturating_sub(area.height.into());
        lines.drain(..n_hidden);
        Paragraph::new(lines).render(area, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prestige_has_a_title() {
        let titles = [0, 1, 3, 4, 1_000].map(title);
        assert_eq!(titles[0], "Newcomer");
        assert_eq!((titles[1], titles[3]), (titles[2], "Traveler"));
        assert_eq!(titles[4], "A story told at fires");
    }
}
