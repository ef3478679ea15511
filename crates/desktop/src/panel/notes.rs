//! What is said about a position: its name, its comment, and what an engine
//! thinks.

use iced::widget::{column, text, text_editor, text_input};
use iced::{Element, Length};
use tengen_rules::Color;
use tengen_session::View;

use super::{COMMENT, NAME};
use crate::app::{App, Table};
use crate::message::Message;
use crate::{describe, style};

/// The name and the comment.
pub(crate) fn view<'a>(app: &'a App, table: &'a Table) -> Element<'a, Message> {
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
    if app.display.is_editing || !table.view.name.is_empty() {
        let name = text_input("Name of this position", &table.view.name)
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
    let line = thoughts(view).unwrap_or_default();
    let line = text(line).size(style::SMALL).color(app.look.accent).height(17);
    line.wrapping(text::Wrapping::None).into()
}

fn thoughts(view: &View) -> Option<String> {
    let Some(lead) = view.black_lead else {
        return view.is_analyzing.then(|| "Looking at the board…".to_owned());
    };
    let (leader, points) = if lead >= 0.0 { (Color::Black, lead) } else { (Color::White, -lead) };
    let mut words = vec![format!("{} leads by {points:.1}", describe::color(leader))];
    if let Some(win_rate) = view.black_win_rate {
        let win_rate = if leader == Color::Black { win_rate } else { 1.0 - win_rate };
        words.push(format!("wins {:.0} %", 100.0 * win_rate));
    }
    if view.n_visits > 0 {
        words.push(describe::count(view.n_visits));
    }
    let more = if view.is_analyzing { " …" } else { "" };
    Some(words.join(" · ") + more)
}
