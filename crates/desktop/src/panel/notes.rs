//! What is said about a position: its name, its comment, and what an engine
//! thinks.

use iced::widget::{column, text, text_editor, text_input};
use iced::{Element, Length};
use tengen_front::words;
use tengen_session::View;

use super::{COMMENT, NAME};
use crate::app::App;
use crate::message::Message;
use crate::style;

/// The name and the comment.
pub(crate) fn view<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    let look = &app.look;
    let comment = text_editor(&app.comment)
        .id(COMMENT)
        .placeholder("Comment")
        .size(style::TEXT)
        .height(Length::Fill)
        .padding(8)
        .on_action(Message::Comment)
        .style(style::editor(look));
    let mut lines = column![].spacing(5);
    if app.workspace.is_editing() || !view.markup.name.is_empty() {
        let name = text_input("Node name", &view.markup.name)
            .id(NAME)
            .on_input(Message::NodeName)
            .size(style::SMALL)
            .padding(5)
            .style(style::field(look));
        lines = lines.push(name);
    }
    lines.push(comment).into()
}

/// What an engine thinks, in a line.
pub(crate) fn judgement<'a>(app: &'a App, view: &View) -> Element<'a, Message> {
    // The line is always there, so that nothing moves when it is filled.
    let line = words::judgement(view).unwrap_or_default();
    let line = text(line).size(style::SMALL).color(app.look.accent).height(17);
    line.wrapping(text::Wrapping::None).into()
}
