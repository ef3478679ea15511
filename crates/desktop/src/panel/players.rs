//! The players: names, clocks, prisoners, and who is thinking.

use iced::widget::{column, container, row, text};
use iced::{Element, Length, Padding, alignment};
use tengen_rules::Color;
use tengen_session::Phase;

use super::emblem::{pile, stone};
use crate::app::{App, Table};
use crate::message::Message;
use crate::{control, describe, style};

/// Both players.
pub(crate) fn view<'a>(app: &'a App, table: &'a Table) -> Element<'a, Message> {
    column![player(app, table, Color::Black), player(app, table, Color::White)].spacing(6).into()
}

fn player<'a>(app: &'a App, table: &'a Table, color: Color) -> Element<'a, Message> {
    let (look, view) = (&app.look, &table.view);
    let is_next = view.to_play == color && matches!(view.phase, Phase::Playing);
    let mut name = row![
        stone(look, color, 21.0),
        text(describe::player(view, color))
            .size(style::TEXT + 1.0)
            .width(Length::Fill)
            .wrapping(text::Wrapping::None),
    ]
    .spacing(8)
    .align_y(alignment::Vertical::Center);
    if let Some((time, _, is_urgent)) = describe::clock(view.clocks[color]) {
        name = name.push(text(time).size(20).color(control::tone(look, is_urgent)));
    }
    let mut below = row![].spacing(7).align_y(alignment::Vertical::Center);
    let prisoners = view.prisoners[color];
    below = below.push(pile(look, !color, prisoners));
    if prisoners > 0 {
        below = below.push(control::dim(look, prisoners.to_string()));
    }
    below = below.push(control::gap());
    below = below.push(control::dim(look, state(app, table, color)));
    let overtime = describe::clock(view.clocks[color]).map(|it| it.1).unwrap_or_default();
    if !overtime.is_empty() {
        let is_last = describe::is_last_period(view.clocks[color]);
        let color = if is_last { look.warning() } else { look.dim() };
        below = below.push(text(overtime).size(style::SMALL).color(color));
    }
    let content = column![name, container(below).height(18)].spacing(3);
    let card = container(content).padding(Padding::from([7, 10])).clip(true);
    match is_next {
        true => card.style(style::lit_card(look)).into(),
        false => card.style(style::card(look)).into(),
    }
}

/// What a player is doing.
fn state(app: &App, table: &Table, color: Color) -> String {
    match table.view.thinking {
        Some((it, since)) if it == color => {
            let elapsed = describe::seconds(table.now.saturating_sub(since));
            let playouts = app.room.n_playouts().map(describe::count);
            match playouts {
                Some(playouts) => format!("thinking, {elapsed}, {playouts}"),
                None => format!("thinking, {elapsed}"),
            }
        }
        _ => String::new(),
    }
}
