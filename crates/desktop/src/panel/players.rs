//! The players: names, clocks, prisoners, and who is thinking.

use iced::widget::{column, container, row, text};
use iced::{Element, Length, Padding, alignment};
use tengen_rules::Color;
use tengen_session::{Phase, View};

use super::emblem::{pile, stone};
use crate::app::{App, Table};
use crate::message::Message;
use crate::{control, describe, style};

/// Names are cut off where they are too long.
const NO_WRAP: text::Wrapping = text::Wrapping::None;

/// Both players.
pub(crate) fn view<'a>(app: &'a App, table: &'a Table) -> Element<'a, Message> {
    column![player(app, table, Color::Black), player(app, table, Color::White)].spacing(6).into()
}

fn player<'a>(app: &'a App, table: &'a Table, color: Color) -> Element<'a, Message> {
    let (look, view) = (&app.look, &table.view);
    let is_next = view.to_play == color && matches!(view.phase, Phase::Playing);
    let mut name = row![
        stone(look, color, 21.0),
        container(text(describe::player(view, color)).size(style::TEXT + 1.0).wrapping(NO_WRAP))
            .width(Length::Fill)
            .clip(true),
    ]
    .spacing(8)
    .align_y(alignment::Vertical::Center);
    let prisoners = view.prisoners[color];
    if prisoners > 0 {
        name = name.push(control::dim(look, prisoners.to_string()));
        name = name.push(pile(look, !color, prisoners));
    }
    if let Some((time, _, is_urgent)) = describe::clock(view.clocks[color]) {
        name = name.push(text(time).size(20).color(control::tone(look, is_urgent)));
    }
    let mut lines = column![container(name).height(24)].spacing(1);
    if has_state(view) {
        lines = lines.push(container(state_line(app, table, color)).height(17));
    }
    let card = container(lines).padding(Padding::from([6, 10])).clip(true);
    if is_next {
        card.style(style::lit_card(look)).into()
    } else {
        card.style(style::card(look)).into()
    }
}

/// Whether there is anything to say about what players are doing, now or
/// later.
fn has_state(view: &View) -> bool {
    let has_engine = Color::ALL.into_iter().any(|it| !view.seats[it].is_person());
    has_engine || view.clocks.black.shown().is_some()
}

/// What a player is doing, and what is left of overtime.
fn state_line<'a>(app: &'a App, table: &'a Table, color: Color) -> Element<'a, Message> {
    let look = &app.look;
    let clock = table.view.clocks[color];
    let overtime = describe::clock(clock).map(|it| it.1).unwrap_or_default();
    let ink = if describe::is_last_period(clock) { look.warning() } else { look.dim() };
    row![
        control::dim(look, state(app, table, color)).wrapping(NO_WRAP),
        control::gap(),
        text(overtime).size(style::SMALL).color(ink)
    ]
    .into()
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
