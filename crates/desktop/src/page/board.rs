//! The board, and what stands around it.

use std::time::Instant;

use iced::widget::{Column, Row, column, container, row, scrollable, text};
use iced::{Element, Length, Padding, alignment};
use tengen_front::command::Command;
use tengen_front::words;
use tengen_session::View;

use crate::app::{ARRIVAL, App};
use crate::board::{Arrival, BoardOptions};
use crate::icon::Icon;
use crate::look::Finish;
use crate::message::{BoardInput, Message};
use crate::panel::{actions, graph, notes, players, practice, review, teaching, tools, tree};
use crate::{control, style};

/// The least width beside which there is a panel.
const LEAST_WIDTH: f32 = 560.0;

/// The least width with all buttons in one row.
const TOOLBAR_WIDTH: f32 = 760.0;

/// The board, and what stands around it.
pub(crate) fn view<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    let board = container(board(app)).padding(8).width(Length::Fill).height(Length::Fill);
    if !app.has_side() {
        return column![board, status(app, view)].into();
    }
    let width = (app.size.width * 0.31).clamp(264.0, 420.0).round();
    let side = container(side(app, view)).width(width).padding(Padding::from([8, 10]));
    column![toolbar(app, view), row![board, side].height(Length::Fill), status(app, view)].into()
}

impl App {
    /// Whether there is a panel beside the board.
    pub(crate) fn has_side(&self) -> bool {
        !self.display.is_zen && self.size.width >= LEAST_WIDTH
    }
}

fn board(app: &App) -> Element<'_, Message> {
    let window = &app.workspace.settings().window;
    let arrival = app.display.arriving.map(|it| {
        let elapsed = Instant::now().saturating_duration_since(it.since);
        let share = (elapsed.as_secs_f32() / ARRIVAL.as_secs_f32()).min(1.0);
        // A stone falls faster and faster.
        Arrival { point: it.point, progress: share * share }
    });
    let options = BoardOptions {
        look: &app.look,
        turn: app.display.turn,
        scale: app.scale,
        has_coordinates: window.has_coordinates,
        // Print is exact.
        has_fuzz: window.has_fuzz && app.look.finish == Finish::Round,
        arrival,
    };
    app.board.view(&app.scene, options, |input| Message::Board(BoardInput(input)))
}

fn toolbar<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    let controls = app.controls();
    let workspace = &app.workspace;
    let files = row![
        controls.picture(Icon::Menu, Command::Leave),
        controls.command("Open", Command::Open),
        controls.command(save_label(view), Command::Save),
    ];
    let steps = row![
        controls.picture(Icon::First, Command::First),
        controls.picture(Icon::Back, Command::Back),
        controls.picture(Icon::Forward, Command::Forward),
        controls.picture(Icon::Last, Command::Last),
    ];
    let analysis = row![
        controls.toggle(Command::Hint, workspace.shows_hints()),
        controls.toggle(Command::Estimate, workspace.shows_estimate()),
        controls.toggle(Command::Policy, workspace.shows_policy()),
        controls.toggle(Command::Analyze, view.engine.is_analysis_on),
    ];
    let other = row![
        controls.toggle(Command::Edit, workspace.is_editing()),
        controls.command("?", Command::Help),
    ];
    let mut bar = Row::with_children([
        files.spacing(4).into(),
        steps.spacing(3).into(),
        analysis.spacing(4).into(),
    ]);
    let is_narrow = app.size.width < TOOLBAR_WIDTH;
    if !is_narrow {
        bar = bar.push(control::gap());
    }
    let bar = bar.push(other.spacing(4)).align_y(alignment::Vertical::Center);
    let bar: Element<'_, Message> = if is_narrow {
        bar.spacing(8).wrap().vertical_spacing(4).into()
    } else {
        bar.spacing(14).into()
    };
    container(bar)
        .padding(Padding::from([6, 10]))
        .width(Length::Fill)
        .style(style::bar(&app.look))
        .into()
}

/// Says by a point that there is something to save.
fn save_label(view: &View) -> &'static str {
    // A game that is being played is kept by itself.
    if view.game.is_review && view.tree.has_unsaved_changes { "Save •" } else { "Save" }
}

fn side<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    let look = &app.look;
    let workspace = &app.workspace;
    let mut lines: Column<'_, Message> = column![players::view(app, view)].spacing(8);
    if let Some(it) = workspace.practice() {
        // What else there is would give the answer away.
        return lines.push(practice::view(app, it)).into();
    }
    lines = lines.push(actions::view(app, view)).push(teaching::view(app, view));
    let reviewed = workspace.review().filter(|_| !workspace.is_editing());
    if let Some(it) = reviewed {
        let lines = lines.push(review::view(app, view, it));
        if review::is_scrolled(app) {
            let lines = container(lines).padding(Padding::ZERO.right(12));
            return scrollable(lines).height(Length::Fill).into();
        }
        return lines.into();
    }
    if workspace.is_editing() {
        lines = lines.push(tools::view(app, view));
    }
    lines = lines.push(notes::judgement(app, view));
    let tree = container(tree::view(app, view)).padding(2).style(style::card(look));
    lines = lines.push(tree.height(Length::FillPortion(5)));
    if graph::is_there(view) && !app.display.is_graph_hidden {
        let graph = container(graph::view(app, view)).padding(3).style(style::card(look));
        lines = lines.push(graph.height(Length::FillPortion(2)));
    }
    let notes = container(notes::view(app, view)).height(Length::FillPortion(4));
    lines.push(notes).into()
}

/// What there is to say, in one line.
fn status<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    let look = &app.look;
    let said = app
        .notice_line()
        .unwrap_or_else(|| text(said(app)).size(style::TEXT).width(Length::Fill).into());
    let about = if view.game.is_review { words::record_line(view) } else { words::about(view) };
    let line =
        row![said, control::dim(look, about)].spacing(12).align_y(alignment::Vertical::Center);
    container(line)
        .padding(Padding::from([7, 14]))
        .width(Length::Fill)
        .style(style::bar(look))
        .into()
}

/// The status, unless it is beside the board; without a panel, also what a
/// review says of the move.
fn said(app: &App) -> String {
    let workspace = &app.workspace;
    match (workspace.practice(), workspace.review()) {
        (Some(_), _) if app.has_side() => String::new(),
        (None, Some(review)) if !app.has_side() => words::review_here(review).join(". "),
        _ => workspace.status(),
    }
}
