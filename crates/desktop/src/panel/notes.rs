//! What is said about a position: its name, its comment, and what an engine
//! thinks.

use iced::widget::{column, container, mouse_area, scrollable, text, text_editor, text_input};
use iced::{Element, Length, Padding};
use tengen_front::words;
use tengen_session::View;

use super::{COMMENT, COMMENT_BOX, NAME};
use crate::app::App;
use crate::message::Message;
use crate::style;
use crate::widget::caret::followed;

/// The name and the comment.
pub(crate) fn view<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    let look = &app.look;
    let comment = text_editor(&app.comment)
        .id(COMMENT)
        .placeholder("Comment")
        .size(style::TEXT)
        .height(Length::Shrink)
        .wrapping(text::Wrapping::WordOrGlyph)
        .padding(Padding::from([8, 10]))
        .on_action(Message::Comment)
        .style(style::editor(look));
    // What it lies in scrolls it, and clips its text.
    let comment = container(followed(comment)).padding(Padding::ZERO.right(10));
    let comment = scrollable(comment).id(COMMENT_BOX).width(Length::Fill).height(Length::Fill);
    let comment = container(comment).padding(1).style(style::well_card(look));
    let comment = mouse_area(comment).on_press(Message::WriteComment);
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
