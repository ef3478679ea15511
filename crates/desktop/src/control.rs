//! Buttons and lines of text, all of one kind.

use iced::widget::{Column, Space, button, column, container, row, scrollable, text, tooltip};
use iced::{Color, Element, Length, Padding, alignment};
use tengen_front::command::Command;
use tengen_front::key::KeyTable;
use tengen_front::words::{self, Entry};

use crate::app::App;
use crate::icon::{Icon, icon};
use crate::look::Look;
use crate::menu::{Choice, OpenMenu};
use crate::message::Message;
use crate::style;
use crate::widget::popup::{Anchor, popup};

/// The most that a list of values takes.
const LIST_HEIGHT: f32 = 330.0;
const LIST_WIDTH: f32 = 420.0;

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

/// A text that is about as wide as this at most, with an ellipsis where it is
/// cut off.
pub(crate) fn shortened(content: &str, width: f32) -> String {
    // Letters of the East are as wide as they are high.
    let width_of = |it: char| if it as u32 >= 0x1100 { style::TEXT } else { 0.56 * style::TEXT };
    let total: f32 = content.chars().map(width_of).sum();
    if total <= width {
        return content.to_owned();
    }
    let mut room = width - width_of('…');
    let fits = |it: &char| {
        room -= width_of(*it);
        room >= 0.0
    };
    let kept: String = content.chars().take_while(fits).collect();
    format!("{}…", kept.trim_end())
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

/// A value of a list, and what it is called.
#[derive(Clone, Debug)]
pub(crate) struct Choosable {
    pub(crate) label: String,
    /// What is more to say about it.
    pub(crate) detail: String,
    pub(crate) is_chosen: bool,
    pub(crate) message: Message,
}

/// A field with one of several values, and the list of them if it is open.
pub(crate) fn choice<'a>(
    app: &'a App,
    choice: Choice,
    shown: &str,
    values: impl IntoIterator<Item = Choosable>,
) -> Element<'a, Message> {
    let look = &app.look;
    let menu = OpenMenu::Choice(choice);
    let is_open = app.menu == Some(menu);
    let label = text(shown.to_owned()).size(style::TEXT).wrapping(text::Wrapping::None);
    let label = container(label).width(Length::Fill).clip(true);
    let sign = icon(Icon::Down, 12.0, look.dim());
    let field = button(row![label, sign].spacing(6).align_y(alignment::Vertical::Center))
        .padding(Padding::from([5, 10]))
        .width(Length::Fill)
        .style(style::choice(look, is_open))
        .on_press(Message::Menu(menu));
    let list = is_open.then(|| {
        let lines = values.into_iter().map(|it| {
            let name = text(it.label).size(style::TEXT);
            let line = column![name].push((!it.detail.is_empty()).then(|| dim(look, it.detail)));
            button(line)
                .padding(Padding::from([5, 10]))
                .width(Length::Fill)
                .style(style::line(look, it.is_chosen))
                .on_press(Message::Pick(Box::new(it.message)))
                .into()
        });
        let lines = container(Column::with_children(lines)).padding(Padding::ZERO.right(10));
        container(container(scrollable(lines)).max_height(LIST_HEIGHT).max_width(LIST_WIDTH))
            .padding(4)
            .style(style::dialog(look))
            .into()
    });
    popup(field, list, Anchor::Below)
}

/// The color of text with some meaning.
pub(crate) fn tone(look: &Look, is_warning: bool) -> Color {
    if is_warning { look.warning() } else { look.text }
}
