//! The statistics of the career.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use tengen_challenge::Difficulty;
use tengen_front::words::Context;
use tengen_host::Profile;

use super::Career;
use super::road::title;
use crate::app::Look;
use crate::panel::draw_footer;
use crate::scale::Extent;
use crate::screen::draw_card;
use crate::theme::Role;

impl Career {
    pub(super) fn draw_statistics(&self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.theme();
        let rows = rows(&self.profile, self.profile.ticks.saturating_add(self.n_ticks));
        let height = u16::try_from(rows.len()).unwrap_or(area.height) + 2;
        let above = Rect { height: area.height - 1, ..area };
        let inner = draw_card("Statistics", Extent { width: 44, height }, theme, above, buffer);
        let line = |(name, value): (String, String)| {
            Line::from(vec![
                Span::styled(format!("{name:<14}"), theme.text(Role::Dim)),
                Span::raw(value),
            ])
        };
        Paragraph::new(rows.into_iter().map(line).collect::<Vec<_>>()).render(inner, buffer);
        let last = Rect { y: area.bottom() - 1, height: 1, ..area };
        draw_footer(look, Context::Road, last, buffer);
    }
}

fn rows(profile: &Profile, n_ticks: u64) -> Vec<(String, String)> {
    let row = |name: &str, value: String| (name.to_owned(), value);
    let mut rows = vec![
        row("Prestige", format!("{}, {}", profile.prestige, title(profile.prestige))),
        row("Games", profile.games().to_string()),
        row("Won", profile.total_wins().to_string()),
    ];
    for (difficulty, n_wins) in Difficulty::ALL.into_iter().zip(profile.wins) {
        rows.push((format!("  {difficulty}"), n_wins.to_string()));
    }
    rows.extend([
        row("Lost", profile.losses.to_string()),
        row("Drawn", profile.draws.to_string()),
        row("Forfeited", profile.forfeits.to_string()),
        row("Streak", format!("{}, best {}", profile.streak, profile.best_streak)),
        row("Captures", profile.captured.to_string()),
        row("Time", time(n_ticks)),
    ]);
    rows
}

/// Ticks as people say them.
fn time(n_ticks: u64) -> String {
    let minutes = n_ticks / 600;
    match (minutes / 60, minutes % 60) {
        (0, 0) => format!("{} s", n_ticks / 10),
        (0, minutes) => format!("{minutes} min"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_as_people_say_them() {
        let times = [0, 599, 600, 35_999, 36_000, 50_000].map(time);
        assert_eq!(times, ["0 s", "59 s", "1 min", "59 min", "1 h 0 min", "1 h 23 min"]);
    }
}
