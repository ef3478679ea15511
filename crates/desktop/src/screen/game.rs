//! The board, and what stands around it.

use std::time::Instant;

use iced::widget::{Column, Row, column, container, row, text};
use iced::{Element, Length, Padding, alignment};

use crate::app::{ARRIVAL, App, Table};
use crate::board::Manner;
use crate::icon::Icon;
use crate::keys::Command;
use crate::look::Finish;
use crate::message::{BoardInput, Message};
use crate::panel::{actions, graph, notes, players, tools, tree};
use crate::{control, describe, style};

/// The least width beside which there is a panel.
const LEAST_WIDTH: f32 = 560.0;

/// The board, and what stands around it.
pub(crate) fn view<'a>(app: &'a App, table: &'a Table) -> Element<'a, Message> {
    let board = container(board(app)).padding(8).width(Length::Fill).height(Length::Fill);
    if app.display.is_zen || app.size.width < LEAST_WIDTH {
        return column![board, status(app, table)].into();
    }
    let width = (app.size.width * 0.31).clamp(264.0, 420.0).round();
    let side = container(side(app, table)).width(width).padding(Padding::from([8, 10]));
    column![toolbar(app, table), row![board, side].height(Length::Fill), status(app, table)].into()
}

fn board(app: &App) -> Element<'_, Message> {
    let window = &app.room.config.window;
    let arrival = app.display.arrived.map_or(1.0, |arrived| {
        let elapsed = Instant::now().saturating_duration_since(arrived);
        (elapsed.as_secs_f32() / ARRIVAL.as_secs_f32()).min(1.0)
    });
    let manner = Manner {
        look: &app.look,
        turn: app.display.turn,
        scale: app.scale,
        has_coordinates: window.has_coordinates,
        // Print is exact.
        has_fuzz: window.has_fuzz && app.look.finish == Finish::Round,
        // A stone falls faster and faster.
        arrival: arrival * arrival,
    };
    app.board.view(&app.scene, manner, |input| Message::Board(BoardInput(input)))
}

fn toolbar<'a>(app: &'a App, table: &'a Table) -> Element<'a, Message> {
    let context = (&app.look, &app.keys);
    let display = &app.display;
    let files = row![
        control::picture(context, Icon::Menu, (Command::Menu, "start screen")),
        control::command(context, "Open", (Command::Open, true)),
        control::command(context, save_label(table), (Command::Save, true)),
    ];
    let steps = row![
        control::picture(context, Icon::First, (Command::First, "start")),
        control::picture(context, Icon::Back, (Command::Back, "back")),
        control::picture(context, Icon::Forward, (Command::Forward, "forward")),
        control::picture(context, Icon::Last, (Command::Last, "end")),
    ];
    let insight = row![
        control::toggle(context, "Hint", (Command::Hint, display.has_candidates)),
        control::toggle(context, "Territory", (Command::Estimate, display.has_owners)),
        control::toggle(context, "Heat", (Command::Policy, display.has_policy)),
        control::toggle(context, "Analyze", (Command::Analyze, table.view.is_analysis_on)),
    ];
    let other = row![
        control::toggle(context, "Edit", (Command::Edit, display.is_editing)),
        control::command(context, "?", (Command::Help, true)),
    ];
    let bar = Row::with_children([
        files.spacing(4).into(),
        steps.spacing(3).into(),
        insight.spacing(4).into(),
        control::gap(),
        other.spacing(4).into(),
    ]);
    container(bar.spacing(14).align_y(alignment::Vertical::Center))
        .padding(Padding::from([6, 10]))
        .width(Length::Fill)
        .style(style::bar(&app.look))
        .into()
}

/// Says by a point that there is something to save.
fn save_label(table: &Table) -> &'static str {
    // A game that is being played is kept by itself.
    if table.view.is_review && table.view.has_unsaved_changes { "Save •" } else { "Save" }
}

fn side<'a>(app: &'a App, table: &'a Table) -> Element<'a, Message> {
    let look = &app.look;
    let mut lines: Column<'_, Message> =
        column![players::view(app, table), actions::view(app, table)];
    if app.display.is_editing {
        lines = lines.push(tools::view(app, table));
    }
    lines = lines.push(notes::judgement(app, &table.view));
    let tree = container(tree::view(app, table)).padding(2).style(style::card(look));
    lines = lines.push(tree.height(Length::FillPortion(5)));
    if graph::is_there(table) && !app.display.is_graph_hidden {
        let graph = container(graph::view(app, table)).padding(3).style(style::card(look));
        lines = lines.push(graph.height(Length::FillPortion(2)));
    }
    let notes = container(notes::view(app, table)).height(Length::FillPortion(4));
    lines.push(notes).spacing(8).into()
}

/// What there is to say, in one line.
fn status<'a>(app: &'a App, table: &'a Table) -> Element<'a, Message> {
    let look = &app.look;
    let view = &table.view;
    let said = app
        .notice_line()
        .unwrap_or_else(|| text(&view.status).size(style::TEXT).width(Length::Fill).into());
    let line = row![said, control::dim(look, describe::about(view))]
        .spacing(12)
        .align_y(alignment::Vertical::Center);
    container(line)
        .padding(Padding::from([7, 14]))
        .width(Length::Fill)
        .style(style::bar(look))
        .into()
}
