//! What a review found: how far it is, what is to be said of the move on the
//! board, the graph, and the moves that lost most.

use iced::widget::{Column, Row, Space, button, column, container, row, scrollable, text};
use iced::{Element, Length, Padding, alignment};
use tengen_front::command::Command;
use tengen_front::review::{ListedMove, Measure, ReviewView};
use tengen_front::words;
use tengen_host::ReviewState;
use tengen_review::Band;
use tengen_session::View;

use super::emblem::stone;
use super::{notes, review_graph, tree};
use crate::app::App;
use crate::look::Look;
use crate::message::Message;
use crate::{control, style};

/// The height of the sentences about a move, so that nothing below them moves:
/// with much space, and with less.
const SENTENCES: [f32; 2] = [58.0, 40.0];

/// The least height of a window that has space for the tree as well.
const TREE: f32 = 640.0;

/// The least height of a window where the panel is not scrolled.
const LEAST_HEIGHT: f32 = 560.0;

/// The heights of the graph and of the list in a panel that is scrolled.
const SCROLLED: [f32; 2] = [130.0, 190.0];

/// Whether the panel is scrolled, as the window is low.
pub(crate) fn is_scrolled(app: &App) -> bool {
    app.size.height < LEAST_HEIGHT
}

/// All of it, below players and buttons.
pub(crate) fn view<'a>(
    app: &'a App,
    view: &'a View,
    review: &'a ReviewView,
) -> Element<'a, Message> {
    let look = &app.look;
    let card = |content: Element<'a, Message>| container(content).style(style::card(look));
    let mut lines = column![head(app, view, review)].spacing(8);
    let is_scrolled = is_scrolled(app);
    let height = |idx: usize| {
        if is_scrolled { Length::Fixed(SCROLLED[idx]) } else { Length::FillPortion(4) }
    };
    if !app.display.is_graph_hidden {
        let graph = card(review_graph::view(look, review)).padding(2).clip(true);
        lines = lines.push(graph.height(height(0)));
    }
    if app.size.height >= TREE {
        let tree = card(tree::view(app, view)).padding(2);
        lines = lines.push(tree.height(Length::FillPortion(3)));
    }
    lines = lines.push(tabs(app, review));
    let below = if app.display.is_list_hidden {
        notes::view(app, view)
    } else {
        card(key_moves(app, review)).padding(3).width(Length::Fill).height(Length::Fill).into()
    };
    lines.push(container(below).clip(true).height(height(1))).into()
}

/// Who is ahead, what is to be said of the move, and where to go from here.
fn head<'a>(app: &'a App, view: &'a View, review: &'a ReviewView) -> Element<'a, Message> {
    let look = &app.look;
    let mut said = words::review_here(review).into_iter();
    let standing = said.next().unwrap_or_default();
    let standing = words::judgement(view).unwrap_or(standing);
    let standing = text(standing).size(style::SMALL).color(look.accent);
    let mut lines = column![].spacing(5);
    if matches!(review.state, ReviewState::Running | ReviewState::Failed(_)) {
        lines = lines.push(progress(app, review));
    }
    let band = review.move_here().map(|it| it.band);
    let sentences = text(said.collect::<Vec<_>>().join(" ")).size(style::TEXT - 1.0);
    let sentences = container(sentences).padding(Padding::ZERO.right(12)).width(Length::Fill);
    let sentences = scrollable(sentences);
    let about = row![].spacing(7).push(band.map(|it| chip(look, it))).push(sentences);
    let about = container(about).width(Length::Fill).clip(true);
    let about = about.height(SENTENCES[usize::from(app.size.height < TREE)]);
    lines
        .push(standing.height(17).wrapping(text::Wrapping::None))
        .push(about)
        .push(buttons(app, review))
        .into()
}

/// How much was looked at, with the button that stops it.
pub(crate) fn progress<'a>(app: &'a App, review: &ReviewView) -> Element<'a, Message> {
    let look = &app.look;
    let progress = review.report.progress;
    let n_done = progress.n_swept + progress.n_failed;
    let said = control::dim(look, words::review_progress(review)).width(Length::Fill);
    let label = match &review.state {
        ReviewState::Running => "Stop",
        ReviewState::Done => "Report",
        ReviewState::Paused | ReviewState::Failed(_) => "Review",
    };
    let button = app.controls().command(label, Command::Review);
    let line = row![said, button].spacing(6).align_y(alignment::Vertical::Center);
    let share = n_done as f32 / progress.n_positions.max(1) as f32;
    let bar = review.state.is_running().then(|| bar(look, share));
    column![line, bar].spacing(3).into()
}

/// A line that is full to a share.
pub(crate) fn bar<'a>(look: &Look, share: f32) -> Element<'a, Message> {
    let n_full = (share.clamp(0.0, 1.0) * 1000.0).round() as u16;
    let part = |n: u16, color| {
        let width = if n == 0 { Length::Fixed(0.0) } else { Length::FillPortion(n) };
        container(Space::new()).width(width).height(4).style(style::fill(color))
    };
    row![part(n_full, look.accent), part(1000 - n_full, look.edge())].into()
}

fn buttons<'a>(app: &'a App, review: &ReviewView) -> Element<'a, Message> {
    let controls = app.controls();
    let can_go_on = matches!(review.state, ReviewState::Paused);
    let all = [
        controls.command("‹ Mistake", Command::PreviousMistake),
        controls.command("Mistake ›", Command::NextMistake),
        controls.toggle(Command::HideAnswer, !review.is_hidden),
        controls.command("Report", Command::Report),
    ];
    let go_on = can_go_on.then(|| controls.command("Review", Command::Review));
    let all = all.into_iter().chain(go_on);
    Row::with_children(all).spacing(4).wrap().vertical_spacing(4).into()
}

/// What is below the graph, and what the graph shows.
fn tabs<'a>(app: &'a App, review: &ReviewView) -> Element<'a, Message> {
    let is_list = !app.display.is_list_hidden;
    let tab = |label, is_on: bool, note: &str| {
        let tab = small(label).style(style::toggle(&app.look, is_on));
        let message = if is_on { None } else { Some(Message::ToggleList) };
        control::noted(&app.look, tab.on_press_maybe(message), note)
    };
    let note = format!("moves that lost most  {}", app.keys().name(Command::KeyMoves));
    row![
        tab("Key moves", is_list, &note),
        tab("Comment", !is_list, "name and comment of the position"),
        control::gap(),
        measure(app, review)
    ]
    .spacing(4)
    .into()
}

/// The button for what the graph shows.
pub(crate) fn measure<'a>(app: &'a App, review: &ReviewView) -> Element<'a, Message> {
    let (label, note) = match review.measure {
        Measure::Lead => ("Chance", "show the chance to win in the graph"),
        Measure::Chance => ("Lead", "show the lead in the graph"),
    };
    let button = small(label).style(style::action(&app.look)).on_press(Message::ToggleMeasure);
    control::noted(&app.look, button, note)
}

fn small(label: &str) -> button::Button<'_, Message> {
    button(text(label).size(style::SMALL)).padding(Padding::from([3, 9]))
}

/// The moves that lost most; a click goes to one.
pub(crate) fn key_moves<'a>(app: &'a App, review: &ReviewView) -> Element<'a, Message> {
    let moves = review.key_moves();
    if moves.is_empty() {
        let said = if review.state.is_running() { "No mistakes so far." } else { "No mistakes." };
        return container(control::dim(&app.look, said)).padding(8).into();
    }
    let lines = moves.iter().map(|it| key_move(app, it, review.is_hidden));
    let lines = Column::with_children(lines).width(Length::Fill);
    scrollable(container(lines).padding(Padding::ZERO.right(10))).height(Length::Shrink).into()
}

fn key_move<'a>(app: &'a App, listed: &ListedMove<'_>, is_hidden: bool) -> Element<'a, Message> {
    let look = &app.look;
    let judged = listed.judged;
    let number = control::dim(look, listed.number.to_string()).width(28);
    let mv = text(judged.mv.to_string()).size(style::TEXT).width(40);
    let lost = text(format!("−{}", words::loss_number(judged.points_lost()))).size(style::TEXT);
    let turned = if listed.is_turning_point { "turned the game" } else { "" };
    let head = row![
        chip(look, judged.band),
        number,
        stone(look, judged.color, 14.0),
        mv,
        lost.width(44),
        control::dim(look, turned).wrapping(text::Wrapping::None)
    ]
    .spacing(6)
    .align_y(alignment::Vertical::Center);
    let mut lines = column![head].spacing(1);
    let explained = words::explained(judged, is_hidden);
    if !explained.is_empty() {
        lines = lines.push(control::dim(look, explained));
    }
    button(lines)
        .width(Length::Fill)
        .padding(Padding::from([4, 7]))
        .clip(true)
        .style(style::line(look, listed.is_here))
        .on_press(Message::Visit(judged.node))
        .into()
}

/// The sign of a band on its color.
pub(crate) fn chip<'a>(look: &Look, band: Band) -> Element<'a, Message> {
    let sign = text(words::band_sign(band)).size(style::SMALL).color(look.band_ink(band));
    container(sign.line_height(1.0).center())
        .center_x(17)
        .center_y(17)
        .style(style::fill(look.band(band)))
        .into()
}
