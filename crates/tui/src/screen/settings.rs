//! What a player likes to see.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::{card, next, previous};
use crate::app::{Goal, Look, Outcome, Request, Taste};
use crate::keys::Command;
use crate::panel::footer;
use crate::theme::{Depth, Role};

const TITLES: [&str; 5] =
    ["Background", "Colors", "Color-blind palette", "Characters", "Coordinates"];

/// What a player likes to see.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    chosen: usize,
}

impl Settings {
    pub(crate) fn obey(&mut self, command: Command, taste: &mut Taste) -> Outcome {
        match command {
            Command::Up => self.chosen = previous(self.chosen, TITLES.len()),
            Command::Down => self.chosen = next(self.chosen, TITLES.len()),
            Command::Left | Command::Right | Command::Confirm => {
                self.change(taste);
                return Outcome::Request(Request::KeepTaste(*taste));
            }
            Command::Cancel | Command::Quit => return Outcome::GoTo(Goal::Start),
            _ => (),
        }
        Outcome::Nothing
    }

    fn change(&self, taste: &mut Taste) {
        let theme = &mut taste.theme;
        match self.chosen {
            0 => theme.is_light = !theme.is_light,
            1 => {
                theme.depth = match theme.depth {
                    Depth::None => Depth::Sixteen,
                    Depth::Sixteen => Depth::Palette,
                    Depth::Palette => Depth::True,
                    Depth::True => Depth::None,
                }
            }
            2 => theme.is_color_blind = !theme.is_color_blind,
            3 => theme.is_ascii = !theme.is_ascii,
            _ => taste.has_coordinates = !taste.has_coordinates,
        }
    }

    pub(crate) fn draw(&self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.taste.theme;
        let inner = card("Settings", (46, 9), theme, (area, buffer));
        let mut lines = vec![Line::default()];
        for (idx, title) in TITLES.iter().enumerate() {
            let style = if idx == self.chosen { theme.chosen() } else { Style::new() };
            lines.push(Line::from(vec![
                Span::styled(format!("{title:<20} "), theme.text(Role::Dim)),
                Span::styled(format!(" {} ", value(idx, *look.taste)), style),
            ]));
        }
        Paragraph::new(lines).render(inner, buffer);
        let keys = [("←→", "change"), ("↑↓", "choose"), ("esc", "back")];
        let last = Rect { y: area.bottom() - 1, height: 1, ..area };
        match look.notice_line() {
            Some(line) => line.render(last, buffer),
            None => footer(look, &keys, last, buffer),
        }
    }
}

const fn value(idx: usize, taste: Taste) -> &'static str {
    let theme = taste.theme;
    match (idx, theme.depth) {
        (0, _) if theme.is_light => "light",
        (0, _) => "dark",
        (1, Depth::None) => "none",
        (1, Depth::Sixteen) => "16",
        (1, Depth::Palette) => "256",
        (1, Depth::True) => "all",
        (2, _) if theme.is_color_blind => "on",
        (2, _) => "off",
        (3, _) if theme.is_ascii => "ASCII",
        (3, _) => "Unicode",
        _ if taste.has_coordinates => "shown",
        _ => "hidden",
    }
}
