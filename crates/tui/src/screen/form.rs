//! The form for a new game, or for playing on from a position.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{MouseButton, MouseEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use tengen_front::command::Command;
use tengen_front::form::{Field, Form, Player, Way};
use tengen_front::words::{self, Context};

use super::{Pointed, Rows, draw_card, last_row, pointed};
use crate::app::{Look, Next};
use crate::panel::draw_keys;
use crate::scale::Extent;
use crate::theme::Role;

/// The form for a new game, or for playing on from a position.
#[derive(Clone, Debug)]
pub(crate) struct FormScreen {
    pub(crate) form: Form,
    /// Whether the game goes on from a position of a record.
    pub(crate) is_play_on: bool,
    /// Where the lines were drawn last.
    rows: Rows,
}

impl FormScreen {
    pub(crate) fn new(form: Form, is_play_on: bool) -> FormScreen {
        FormScreen { form, is_play_on, rows: Rows::default() }
    }

    /// A click changes a value, with the right button to the one before.
    pub(crate) fn point(&mut self, mouse: MouseEvent) -> Next {
        match pointed(mouse, self.rows) {
            Some(Pointed::Wheel(command)) => return self.obey(command),
            Some(Pointed::Entry(idx, button)) => {
                let Some(&field) = self.form.fields().get(idx) else { return Next::Stay };
                self.form.field = field;
                let way = if button == MouseButton::Right { Way::Back } else { Way::Forward };
                self.form.step(field, way);
            }
            None => (),
        }
        Next::Stay
    }

    pub(crate) fn obey(&mut self, command: Command) -> Next {
        let field = self.form.field;
        match command {
            Command::Up => self.form.step_field(Way::Back),
            Command::Down => self.form.step_field(Way::Forward),
            Command::Left => self.form.step(field, Way::Back),
            Command::Right => self.form.step(field, Way::Forward),
            Command::Confirm => return Next::Begin,
            Command::Prompt if self.is_typed(field) => return Next::Type(field),
            Command::Cancel | Command::Leave => return Next::Back,
            _ => (),
        }
        Next::Stay
    }

    /// Whether a value can be typed that is not among the choices.
    fn is_typed(&self, field: Field) -> bool {
        match field {
            Field::Size | Field::Komi | Field::Clock => true,
            Field::Opponent => *self.form.opponent() == Player::Program,
            Field::Black => self.form.players.black == Player::Program,
            Field::White => self.form.players.white == Player::Program,
            Field::Color | Field::Handicap | Field::Rules | Field::Teaching => false,
        }
    }

    pub(crate) fn draw(&mut self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.theme();
        let fields = self.form.fields();
        let height = u16::try_from(fields.len()).unwrap_or(0) + 6;
        let title = if self.is_play_on { "Play on from here" } else { "New game" };
        let inner = draw_card(title, Extent { width: 60, height }, theme, area, buffer);
        self.rows = Rows {
            area: Rect { y: inner.y + 1, height: inner.height.saturating_sub(1), ..inner },
            height: 1,
            first: 0,
            n_entries: fields.len(),
        };
        let mut lines = vec![Line::default()];
        lines.extend(fields.iter().map(|&field| self.line(look, field)));
        lines.push(Line::default());
        lines.push(match look.message_lines().into_iter().next() {
            Some(line) => line,
            None => Line::styled(
                words::field_remark(&self.form, self.form.field),
                theme.text(Role::Dim),
            ),
        });
        Paragraph::new(lines).wrap(Wrap { trim: false }).render(inner, buffer);
        match look.prompt_line(area.width) {
            Some(line) => line.render(last_row(area), buffer),
            None => draw_keys(look, Context::Form, last_row(area), buffer),
        }
    }

    fn line(&self, look: Look<'_>, field: Field) -> Line<'static> {
        let theme = look.theme();
        let is_chosen = field == self.form.field;
        let style = if is_chosen { theme.chosen() } else { Style::new() };
        let arrow = |unicode, ascii| if is_chosen { theme.glyph(unicode, ascii) } else { " " };
        Line::from(vec![
            Span::styled(format!("{:<10} ", words::field(field)), theme.text(Role::Dim)),
            Span::styled(arrow("‹", "<"), theme.text(Role::Cursor)),
            Span::styled(format!(" {} ", words::field_value(&self.form, field)), style),
            Span::styled(arrow("›", ">"), theme.text(Role::Cursor)),
        ])
    }
}
