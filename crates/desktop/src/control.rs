//! Buttons and lines of text, all of one kind.

use iced::widget::{Space, button, column, container, row, text, tooltip};
use iced::{Color, Element, Length, Padding, alignment};
use tengen_front::command::Command;
use tengen_front::key::KeyTable;
use tengen_front::words::{self, Entry};

use crate::icon::{Icon, icon};
use crate::look::Look;
use crate::message::Message;
use crate::style;

/// A button with a word on it.
pub(crate) fn word<'a>(
    look: &Look,
    label: &str,
    message: Option<Message>,
) -> button::Button<'a, Message> {
    button(text(label.to_owned()).size(style::TEXT).center())
        .padding(Padding::from([6, 12]))
        .style(style::action(look))
        .on_press_maybe(message)
}

/// The button that is pressed most likely.
pub(crate) fn main<'a>(
    look: &Look,
    label: &str,
    message: Option<Message>,
) -> button::Button<'a, Message> {
    button(text(label.to_owned()).size(style::TEXT).center())
        .padding(Padding::from([7, 16]))
        .style(style::primary(look))
        .on_press_maybe(message)
}

/// What buttons for commands are made with.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Controls<'a> {
    pub(crate) look: &'a Look,
    pub(crate) keys: &'a KeyTable,
}

impl Controls<'_> {
    /// A button for a command.
    pub(crate) fn command<'a>(self, label: &str, command: Command) -> Element<'a, Message> {
        self.command_if(true, label, command)
    }

    /// A button for a command that cannot always be pressed.
    pub(crate) fn command_if<'a>(
        self,
        is_possible: bool,
        label: &str,
        command: Command,
    ) -> Element<'a, Message> {
        let message = is_possible.then_some(Message::Do(command));
        noted(self.look, word(self.look, label, message), &self.note(command))
    }

    /// A button for a command that is on or off.
    pub(crate) fn toggle<'a>(self, command: Command, is_on: bool) -> Element<'a, Message> {
        let label = words::button(command).unwrap_or_default();
        let button = button(text(label).size(style::TEXT).center())
            .padding(Padding::from([6, 12]))
            .style(style::toggle(self.look, is_on))
            .on_press(Message::Do(command));
        noted(self.look, button, &self.note(command))
    }

    /// A button for a command with a picture.
    pub(crate) fn picture<'a>(self, shown: Icon, command: Command) -> Element<'a, Message> {
        let button = button(icon(shown, 17.0, self.look.text))
            .padding(7)
            .style(style::action(self.look))
            .on_press(Message::Do(command));
        noted(self.look, button, &self.note(command))
    }

    /// What a command does, and its key.
    fn note(self, command: Command) -> String {
        format!("{}  {}", command.help(), self.keys.name(command)).trim_end().to_owned()
    }
}

/// Something with a note that appears beside it.
pub(crate) fn noted<'a>(
    look: &Look,
    content: impl Into<Element<'a, Message>>,
    note: &str,
) -> Element<'a, Message> {
    if note.trim().is_empty() {
        return content.into();
    }
    let note = container(text(note.to_owned()).size(style::SMALL)).padding(Padding::from([3, 7]));
    tooltip(content, note.style(style::dialog(look)), tooltip::Position::Bottom).gap(4).into()
}

/// Text that matters less.
pub(crate) fn dim<'a>(look: &Look, content: impl Into<String>) -> text::Text<'a> {
    text(content.into()).size(style::SMALL).color(look.dim())
}

/// A title over something.
pub(crate) fn title<'a>(look: &Look, content: &str) -> text::Text<'a> {
    text(content.to_owned()).size(style::SMALL).color(look.accent)
}

/// Space that pushes what follows to the end.
pub(crate) fn gap<'a>() -> Element<'a, Message> {
    Space::new().width(Length::Fill).into()
}

/// A name with something beside it, in a column of names.
pub(crate) fn labeled<'a>(
    look: &Look,
    name: &str,
    content: impl Into<Element<'a, Message>>,
) -> Element<'a, Message> {
    let name = text(name.to_owned()).size(style::TEXT).color(look.dim()).width(96);
    row![name, content.into()].spacing(8).align_y(alignment::Vertical::Center).into()
}

/// A line of a list that can be pressed.
pub(crate) fn entry<'a>(
    look: &Look,
    entry: &Entry,
    message: Message,
    is_chosen: bool,
) -> Element<'a, Message> {
    let title = text(entry.title.clone()).size(style::TEXT).wrapping(text::Wrapping::None);
    let mut lines = column![title];
    if !entry.detail.is_empty() {
        lines = lines.push(dim(look, entry.detail.as_str()).wrapping(text::Wrapping::None));
    }
    button(lines.spacing(1))
        .width(Length::Fill)
        .padding(Padding::from([5, 9]))
        .clip(true)
        .style(style::line(look, is_chosen))
        .on_press(message)
        .into()
}

/// The color of text with some meaning.
pub(crate) fn tone(look: &Look, is_warning: bool) -> Color {
    if is_warning { look.warning() } else { look.text }
}
