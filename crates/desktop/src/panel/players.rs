//! The players: names, clocks, prisoners, and who is thinking.

use iced::widget::{column, container, mouse_area, row, text};
use iced::{Element, Length, Padding, alignment};
use tengen_front::command::Command;
use tengen_front::words;
use tengen_rules::Color;
use tengen_session::{Phase, View};

use super::emblem::{pile, stone};
use crate::app::App;
use crate::message::Message;
use crate::{control, style};

/// Names are cut off where they are too long.
const NO_WRAP: text::Wrapping = text::Wrapping::None;

/// The size of a clock.
const CLOCK: f32 = 27.0;

/// Both players.
pub(crate) fn view<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    column![player(app, view, Color::Black), player(app, view, Color::White)].spacing(6).into()
}

fn player<'a>(app: &'a App, view: &'a View, color: Color) -> Element<'a, Message> {
    let look = &app.look;
    let is_playing = matches!(view.game.phase, Phase::Placing | Phase::Playing);
    let face = face(view, color);
    let full_name = words::player_name(view, color);
    let room = app.side_width() - if face.is_some() { 170.0 } else { 110.0 };
    let shown = control::shortened(&full_name, room);
    let is_short = shown != full_name;
    let mut name = row![
        stone(look, color, 21.0),
        container(text(shown).size(style::TEXT + 1.0).wrapping(NO_WRAP))
            .width(Length::Fill)
            .clip(true),
    ]
    .spacing(8)
    .align_y(alignment::Vertical::Center);
    let prisoners = view.position.prisoners[color];
    if prisoners > 0 {
        name = name.push(control::dim(look, prisoners.to_string()));
        name = name.push(pile(look, !color, prisoners));
    }
    let height = if face.is_some() { CLOCK + 4.0 } else { 24.0 };
    if let Some(face) = face {
        let time = text(face.time).size(CLOCK).line_height(1.1);
        name = name.push(time.color(control::tone(look, face.is_urgent)));
    }
    let mut lines = column![container(name).center_y(height)].spacing(1);
    if has_state(view) {
        lines = lines.push(container(state_line(app, view, color)).height(17));
    }
    let card = container(lines).padding(Padding::from([6, 10])).clip(true);
    let card = if view.position.to_play == color && is_playing {
        card.style(style::lit_card(look))
    } else {
        card.style(style::card(look))
    };
    // What is known about the game begins with its players.
    let card = mouse_area(card).on_press(Message::Do(Command::Info));
    let note = if is_short { full_name } else { String::new() };
    control::noted(look, card, &note)
}

fn face(view: &View, color: Color) -> Option<words::ClockFace> {
    let clock = view.game.clocks[color];
    words::clock_face(clock.left, clock.is_running)
}

/// Whether there is anything to say about what players are doing, now or
/// later.
fn has_state(view: &View) -> bool {
    let has_engine = Color::ALL.into_iter().any(|it| !view.game.seats[it].is_person());
    has_engine || face(view, Color::Black).is_some()
}

/// What a player is doing, and what is left of overtime.
fn state_line<'a>(app: &'a App, view: &'a View, color: Color) -> Element<'a, Message> {
    let look = &app.look;
    let face = face(view, color);
    let is_last = face.as_ref().is_some_and(|it| it.is_last_period);
    let ink = if is_last { look.warning() } else { look.dim() };
    let overtime = face.map(|it| it.overtime).unwrap_or_default();
    row![
        control::dim(look, state(app, view, color)).wrapping(NO_WRAP),
        control::gap(),
        text(overtime).size(style::SMALL).color(ink)
    ]
    .into()
}

/// What a player is doing.
fn state(app: &App, view: &View, color: Color) -> String {
    let thinking = view.engine.thinking.filter(|it| it.color == color);
    let Some(it) = thinking else { return String::new() };
    let elapsed = words::duration(app.workspace.now().saturating_sub(it.since));
    match app.workspace.n_playouts() {
        Some(n) => format!("thinking, {elapsed}, {} playouts", words::short_count(n)),
        None => format!("thinking, {elapsed}"),
    }
}
