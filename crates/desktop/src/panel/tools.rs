//! The tools with which a record is edited.

use iced::widget::{Row, button, text};
use iced::{Color as Ink, Element, alignment};
use tengen_record::{Mark, Stroke};

use super::emblem::stone;
use crate::app::App;
use crate::control;
use crate::edit::Tool;
use crate::icon::{Icon, icon};
use crate::message::{Message, ToolChoice};
use crate::style;

/// The edge of what is on a button.
const EDGE: f32 = 17.0;

/// All tools, the chosen one lit.
pub(crate) fn view(app: &App) -> Element<'_, Message> {
    let tools = Tool::ALL.map(|tool| {
        let is_on = app.display.tool == tool;
        let button = button(content(app, tool))
            .padding(6)
            .style(style::toggle(&app.look, is_on))
            .on_press(Message::Tool(ToolChoice(tool)));
        control::noted(&app.look, button, tool.name())
    });
    Row::with_children(tools).spacing(3).wrap().vertical_spacing(3).into()
}

fn content(app: &App, tool: Tool) -> Element<'_, Message> {
    let look = &app.look;
    let letter = |letter: &'static str| -> Element<'_, Message> {
        text(letter)
            .size(15)
            .line_height(1.0)
            .width(EDGE)
            .height(EDGE)
            .align_x(alignment::Horizontal::Center)
            .align_y(alignment::Vertical::Center)
            .into()
    };
    let picture = |shown: Icon| icon(shown, EDGE, Ink { a: 1.0, ..look.text });
    match tool {
        Tool::Play => {
            let black = stone(look, tengen_rules::Color::Black, EDGE);
            let white = stone(look, tengen_rules::Color::White, EDGE);
            Row::with_children([black, white]).spacing(-5.0).into()
        }
        Tool::Stone(color) => stone(look, color, EDGE),
        Tool::Mark(Mark::Triangle) => picture(Icon::Triangle),
        Tool::Mark(Mark::Square) => picture(Icon::Square),
        Tool::Mark(Mark::Circle | Mark::Selected) => picture(Icon::Circle),
        Tool::Mark(Mark::Cross) => picture(Icon::Cross),
        Tool::Letter => letter("A"),
        Tool::Number => letter("1"),
        Tool::Label => letter("T"),
        Tool::Stroke(Stroke::Line) => picture(Icon::Line),
        Tool::Stroke(Stroke::Arrow) => picture(Icon::Arrow),
        Tool::Dim => picture(Icon::Veil),
        Tool::Erase => picture(Icon::Eraser),
    }
}
