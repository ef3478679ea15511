//! The settings screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use tengen_front::command::Command;
use tengen_front::words::Context;

use super::{draw_card, last_row, next, previous};
use crate::app::{Look, Next};
use crate::display::DisplaySettings;
use crate::panel::draw_footer;
use crate::scale::Extent;
use crate::theme::{Depth, Role};

/// A line of the settings.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Row {
    Background,
    Colors,
    ColorBlind,
    Characters,
    Coordinates,
}

const ROWS: [Row; 5] =
    [Row::Background, Row::Colors, Row::ColorBlind, Row::Characters, Row::Coordinates];

/// The settings on the screen.
#[derive(Debug, Default)]
pub(crate) struct SettingsScreen {
    chosen: usize,
}

impl SettingsScreen {
    pub(crate) fn obey(&mut self, command: Command, display: &mut DisplaySettings) -> Next {
        match command {
            Command::Up => self.chosen = previous(self.chosen, ROWS.len()),
            Command::Down => self.chosen = next(self.chosen, ROWS.len()),
            Command::Left | Command::Right | Command::Confirm => {
                ROWS[self.chosen].change(display);
                return Next::KeepDisplay;
            }
            Command::Cancel | Command::Leave => return Next::Back,
            _ => (),
        }
        Next::Stay
    }

    pub(crate) fn draw(&self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.theme();
        let extent = Extent { width: 46, height: 9 };
        let inner = draw_card("Settings", extent, theme, area, buffer);
        let mut lines = vec![Line::default()];
        for (idx, row) in ROWS.into_iter().enumerate() {
            let style = if idx == self.chosen { theme.chosen() } else { Style::new() };
            lines.push(Line::from(vec![
                Span::styled(format!("{:<20} ", row.title()), theme.text(Role::Dim)),
                Span::styled(format!(" {} ", row.value(look.display)), style),
            ]));
        }
        Paragraph::new(lines).render(inner, buffer);
        draw_footer(look, Context::Settings, last_row(area), buffer);
    }
}

impl Row {
    const fn title(self) -> &'static str {
        match self {
            Row::Background => "Background",
            Row::Colors => "Colors",
            Row::ColorBlind => "Color-blind palette",
            Row::Characters => "Characters",
            Row::Coordinates => "Coordinates",
        }
    }

    const fn change(self, display: &mut DisplaySettings) {
        let theme = &mut display.theme;
        match self {
            Row::Background => theme.is_light = !theme.is_light,
            Row::Colors => {
                theme.depth = match theme.depth {
                    Depth::None => Depth::Sixteen,
                    Depth::Sixteen => Depth::Palette,
                    Depth::Palette => Depth::True,
                    Depth::True => Depth::None,
                }
            }
            Row::ColorBlind => theme.is_color_blind = !theme.is_color_blind,
            Row::Characters => theme.is_ascii = !theme.is_ascii,
            Row::Coordinates => display.has_coordinates = !display.has_coordinates,
        }
    }

    const fn value(self, display: DisplaySettings) -> &'static str {
        let theme = display.theme;
        match (self, theme.depth) {
            (Row::Background, _) if theme.is_light => "light",
            (Row::Background, _) => "dark",
            (Row::Colors, Depth::None) => "none",
            (Row::Colors, Depth::Sixteen) => "16",
            (Row::Colors, Depth::Palette) => "256",
            (Row::Colors, Depth::True) => "all",
            (Row::ColorBlind, _) if theme.is_color_blind => "on",
            (Row::ColorBlind, _) => "off",
            (Row::Characters, _) if theme.is_ascii => "ASCII",
            (Row::Characters, _) => "Unicode",
            (Row::Coordinates, _) if display.has_coordinates => "shown",
            (Row::Coordinates, _) => "hidden",
        }
    }
}
