//! The tools with which a record is edited.

use iced::widget::{Row, button, column, row, text};
use iced::{Color as Ink, Element, alignment};
use tengen_front::command::Command;
use tengen_front::tool::Tool;
use tengen_record::{Annotation, Mark, Stroke};
use tengen_session::View;

use super::emblem::stone;
use crate::app::App;
use crate::control;
use crate::icon::{Icon, icon};
use crate::message::Message;
use crate::style;

/// Opinions on a move, with their signs.
const ANNOTATIONS: [(Annotation, &str); 5] = [
    (Annotation::GoodMove, "!"),
    (Annotation::InterestingMove, "!?"),
    (Annotation::DoubtfulMove, "?!"),
    (Annotation::BadMove, "?"),
    (Annotation::Hotspot, "*"),
];

/// The edge of what is on a button.
const EDGE: f32 = 17.0;

/// All tools, the chosen one lit, and opinions on the move.
pub(crate) fn view<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    column![tools(app), opinions(app, view)].spacing(4).into()
}

/// What can be said about a move, and who is to play.
fn opinions<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    let look = &app.look;
    let mut line = Row::new().spacing(3).align_y(alignment::Vertical::Center);
    for (annotation, sign) in ANNOTATIONS {
        let command = Command::Annotate(annotation);
        let is_on = view.markup.annotations.iter().any(|it| it.0 == annotation);
        let sign = text(sign).size(14).line_height(1.0).center().width(20);
        let button = button(sign)
            .padding(5)
            .style(style::toggle(look, is_on))
            .on_press(Message::Do(command));
        line = line.push(control::noted(look, button, command.help()));
    }
    let next = view.position.to_play;
    let turn = button(
        row![stone(look, next, 14.0), text("to play").size(style::SMALL)]
            .spacing(5)
            .align_y(alignment::Vertical::Center),
    )
    .padding(5)
    .style(style::action(look))
    .on_press(Message::Do(Command::ToPlay));
    line.push(control::gap()).push(control::noted(look, turn, Command::ToPlay.help())).into()
}

fn tools(app: &App) -> Element<'_, Message> {
    let tools = Tool::ALL.map(|tool| {
        let is_on = app.workspace.tool() == tool;
        let button = button(content(app, tool))
            .padding(6)
            .style(style::toggle(&app.look, is_on))
            .on_press(Message::Tool(tool));
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
        Tool::Mark(Mark::Circle) => picture(Icon::Circle),
        Tool::Mark(Mark::Selected) => picture(Icon::Dot),
        Tool::Mark(Mark::Cross) => picture(Icon::Cross),
        Tool::Letter => letter("A"),
        Tool::Number => letter("1"),
        Tool::Label => letter("T"),
        Tool::Stroke(Stroke::Line) => picture(Icon::Line),
        Tool::Stroke(Stroke::Arrow) => picture(Icon::Arrow),
        Tool::Territory(color) => icon(Icon::Block, EDGE, look.stone(color)),
        Tool::Dim => picture(Icon::Dim),
        Tool::Erase => picture(Icon::Eraser),
    }
}
