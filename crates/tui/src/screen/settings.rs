//! The settings screen.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{MouseButton, MouseEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use tengen_front::command::Command;
use tengen_front::form::{Field, Form, Way};
use tengen_front::refusal::Refusal;
use tengen_front::settings::Settings;
use tengen_front::words::{self, Context};
use tengen_front::workspace::Workspace;

use super::{Pointed, Rows, draw_card, last_row, next, pointed, previous};
use crate::app::{Look, Next};
use crate::display::DisplaySettings;
use crate::panel::draw_footer;
use crate::scale::Extent;
use crate::theme::{Depth, Role};

/// A line of the settings.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Row {
    Name,
    /// A default for the next game.
    Game(Field),
    Atari,
    Bell,
    Library,
    Background,
    Colors,
    ColorBlind,
    Characters,
    Coordinates,
}

const ROWS: [Row; 14] = [
    Row::Name,
    Row::Game(Field::Size),
    Row::Game(Field::Opponent),
    Row::Game(Field::Color),
    Row::Game(Field::Rules),
    Row::Game(Field::Clock),
    Row::Atari,
    Row::Bell,
    Row::Library,
    Row::Background,
    Row::Colors,
    Row::ColorBlind,
    Row::Characters,
    Row::Coordinates,
];

/// The settings on the screen.
#[derive(Debug, Default)]
pub(crate) struct SettingsScreen {
    chosen: usize,
    /// Where the lines were drawn last.
    rows: Rows,
}

impl SettingsScreen {
    pub(crate) fn obey(
        &mut self,
        command: Command,
        display: &mut DisplaySettings,
        workspace: &mut Workspace,
    ) -> Next {
        let way = if command == Command::Left { Way::Back } else { Way::Forward };
        match command {
            Command::Up => self.chosen = previous(self.chosen, ROWS.len()),
            Command::Down => self.chosen = next(self.chosen, ROWS.len()),
            Command::Left | Command::Right | Command::Confirm => {
                return ROWS[self.chosen].change(way, display, workspace);
            }
            Command::Cancel | Command::Leave => return Next::Back,
            _ => (),
        }
        Next::Stay
    }

    pub(crate) fn point(
        &mut self,
        mouse: MouseEvent,
        display: &mut DisplaySettings,
        workspace: &mut Workspace,
    ) -> Next {
        match pointed(mouse, self.rows) {
            Some(Pointed::Wheel(command)) => self.obey(command, display, workspace),
            Some(Pointed::Entry(idx, button)) => {
                self.chosen = idx;
                let is_back = button == MouseButton::Right;
                let command = if is_back { Command::Left } else { Command::Right };
                self.obey(command, display, workspace)
            }
            None => Next::Stay,
        }
    }

    pub(crate) fn draw(
        &mut self,
        look: Look<'_>,
        settings: &Settings,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let theme = look.theme();
        let n_rows = u16::try_from(ROWS.len()).unwrap_or(u16::MAX);
        let height = (n_rows + 4).min(area.height - 1);
        let place = Rect { height: area.height - 1, ..area };
        let inner = draw_card("Settings", Extent { width: 60, height }, theme, place, buffer);
        let n_shown = usize::from(inner.height).min(ROWS.len());
        let first = self.chosen.saturating_sub(n_shown / 2).min(ROWS.len() - n_shown);
        self.rows = Rows { area: inner, height: 1, first, n_entries: ROWS.len() };
        let form = Form::new(&settings.game, &settings.engines);
        let title_width = if inner.width < 40 { 14 } else { 20 };
        let line = |(idx, row): (usize, Row)| {
            let style = if idx == self.chosen { theme.chosen() } else { Style::new() };
            let title: String = row.title().chars().take(title_width).collect();
            Line::from(vec![
                Span::styled(format!("{title:<title_width$} "), theme.text(Role::Dim)),
                Span::styled(format!(" {} ", row.value(look.display, settings, &form)), style),
            ])
        };
        let lines = ROWS.into_iter().enumerate().skip(first).map(line);
        let mut lines: Vec<Line<'_>> = lines.take(n_shown).collect();
        if usize::from(inner.height) > n_shown + 1 {
            lines.push(Line::default());
            lines.push(Line::styled(words::KEYS_IN_FILE, theme.text(Role::Dim)));
        }
        Paragraph::new(lines).render(inner, buffer);
        draw_footer(look, Context::Settings, last_row(area), buffer);
    }
}

impl Row {
    const fn title(self) -> &'static str {
        match self {
            Row::Name => "Your name",
            Row::Game(field) => words::field(field),
            Row::Atari => "Atari warnings",
            Row::Bell => "Bell",
            Row::Library => "Games into library",
            Row::Background => "Background",
            Row::Colors => "Colors",
            Row::ColorBlind => "Color-blind palette",
            Row::Characters => "Characters",
            Row::Coordinates => "Coordinates",
        }
    }

    fn change(self, way: Way, display: &mut DisplaySettings, workspace: &mut Workspace) -> Next {
        let theme = &mut display.theme;
        match self {
            Row::Name => return Next::TypeName,
            Row::Game(field) => {
                return changed(workspace.change_settings(|it| {
                    let mut form =
                        Form::new(&it.game, &it.engines).with_fields(&Field::BY_OPPONENT);
                    form.step(field, way);
                    form.remember(&mut it.game);
                }));
            }
            Row::Atari => {
                return changed(workspace.change_settings(|it| {
                    it.announces_atari = !it.announces_atari;
                }));
            }
            Row::Library => {
                return changed(workspace.change_settings(|it| it.keeps_games = !it.keeps_games));
            }
            Row::Bell => display.has_bell = !display.has_bell,
            Row::Background => theme.is_light = !theme.is_light,
            Row::Colors => {
                let all = [Depth::None, Depth::Sixteen, Depth::Palette, Depth::True];
                let idx = all.iter().position(|it| *it == theme.depth).unwrap_or(0);
                theme.depth = match way {
                    Way::Forward => all[next(idx, all.len())],
                    Way::Back => all[previous(idx, all.len())],
                };
            }
            Row::ColorBlind => theme.is_color_blind = !theme.is_color_blind,
            Row::Characters => theme.is_ascii = !theme.is_ascii,
            Row::Coordinates => display.has_coordinates = !display.has_coordinates,
        }
        Next::KeepDisplay
    }

    fn value(self, display: DisplaySettings, settings: &Settings, form: &Form) -> String {
        let theme = display.theme;
        let on_off = |is_on: bool| if is_on { "on" } else { "off" };
        let text = match (self, theme.depth) {
            (Row::Game(field), _) => return words::field_value(form, field),
            (Row::Name, _) if settings.game.name.is_empty() => "none",
            (Row::Name, _) => return settings.game.name.clone(),
            (Row::Atari, _) => on_off(settings.announces_atari),
            (Row::Bell, _) => on_off(display.has_bell),
            (Row::Library, _) => on_off(settings.keeps_games),
            (Row::Background, _) if theme.is_light => "light",
            (Row::Background, _) => "dark",
            (Row::Colors, Depth::None) => "none",
            (Row::Colors, Depth::Sixteen) => "16",
            (Row::Colors, Depth::Palette) => "256",
            (Row::Colors, Depth::True) => "all",
            (Row::ColorBlind, _) => on_off(theme.is_color_blind),
            (Row::Characters, _) if theme.is_ascii => "ASCII",
            (Row::Characters, _) => "Unicode",
            (Row::Coordinates, _) if display.has_coordinates => "shown",
            (Row::Coordinates, _) => "hidden",
        };
        text.to_owned()
    }
}

/// What cannot be saved is told.
fn changed(done: Result<(), Refusal>) -> Next {
    done.map_or_else(|reason| Next::Refused(Box::new(reason)), |()| Next::Stay)
}
