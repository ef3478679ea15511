//! The board, and what stands around it.

use std::time::Instant;

use iced::widget::{Column, Row, button, column, container, row, scrollable, text};
use iced::{Element, Length, Padding, alignment};
use tengen_front::command::Command;
use tengen_front::words;
use tengen_session::View;

use crate::app::{ARRIVAL, App};
use crate::board::{Arrival, BoardOptions};
use crate::icon::{Icon, icon};
use crate::look::Finish;
use crate::menu::OpenMenu;
use crate::message::{BoardInput, Message};
use crate::panel::{
    actions, graph, notes, players, practice, review, steps, teaching, tools, tree,
};
use crate::{control, style};

/// The least width beside which there is a panel.
const LEAST_WIDTH: f32 = 560.0;

/// The least width with all buttons in one row.
const TOOLBAR_WIDTH: f32 = 700.0;

/// The least height of a window that has a slider below the board.
const STEPS_HEIGHT: f32 = 400.0;

/// The height below which the panel is scrolled, and what the comment then
/// has.
const LOW: f32 = 560.0;
const COMMENT: f32 = 120.0;

/// What stands above and below the board, about.
const BARS: f32 = 128.0;

/// The height of the line below everything.
const STATUS: f32 = 44.0;

/// The board, and what stands around it.
pub(crate) fn view<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    let board = container(board(app)).padding(8).width(Length::Fill).height(Length::Fill);
    let has_steps = app.size.height >= STEPS_HEIGHT && !app.display.is_zen;
    let board = column![board].push(has_steps.then(|| steps::view(app, view)));
    if !app.has_side() {
        return column![board, status(app, view)].into();
    }
    let side = container(side(app, view)).width(app.side_width()).padding(Padding::from([8, 10]));
    column![toolbar(app, view), row![board, side].height(Length::Fill), status(app, view)].into()
}

impl App {
    /// Whether there is a panel beside the board.
    pub(crate) fn has_side(&self) -> bool {
        !self.display.is_zen && self.size.width >= LEAST_WIDTH
    }

    /// The width of the panel: also of what the board leaves.
    pub(crate) fn side_width(&self) -> f32 {
        let left = (self.size.width - (self.size.height - BARS)).min(640.0);
        let usual = (self.size.width * 0.31).clamp(264.0, 420.0);
        usual.max(left).round()
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
    let is_narrow = app.size.width < TOOLBAR_WIDTH;
    // Both are in the menu, too.
    let open = (!is_narrow).then(|| controls.command("Open", Command::Open));
    let save = (!is_narrow).then(|| save_button(app, view));
    let files = row![menu_button(app)].push(open).push(save);
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
    let mut bar = Row::with_children([files.spacing(4).into(), analysis.spacing(4).into()]);
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

/// The button for everything that has none of its own.
fn menu_button(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let content = row![icon(Icon::Menu, 15.0, look.text), text("Menu").size(style::TEXT)];
    let is_open = matches!(app.menu, Some(OpenMenu::All(..)));
    let button = button(content.spacing(7).align_y(alignment::Vertical::Center))
        .padding(Padding::from([6, 11]))
        .style(style::toggle(look, is_open))
        .on_press(Message::Do(Command::Menu));
    let note = format!("everything that can be done  {}", app.keys().name(Command::Menu));
    control::noted(look, button, &note)
}

/// Says by a point that there is something to save, and stays as wide as it
/// is.
fn save_button<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    // A game that is being played is kept by itself.
    let is_unsaved = view.game.is_review && view.tree.has_unsaved_changes;
    let label = if is_unsaved { "Save •" } else { "Save" };
    let button = control::word(&app.look, label, Some(Message::Do(Command::Save)));
    let note = format!("save  {}", app.keys().name(Command::Save));
    control::noted(&app.look, button.width(68), &note)
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
    let is_low = app.size.height < LOW;
    let tree = container(tree::view(app, view)).padding(2).style(style::card(look));
    // A tree that needs little space leaves it to the comment.
    let height = match tree::natural_height(view) {
        height if height <= 0.3 * app.size.height => Length::Fixed(height),
        _ if is_low => Length::Fixed(COMMENT),
        _ => Length::FillPortion(5),
    };
    lines = lines.push(tree.height(height));
    if graph::is_there(view) && !app.display.is_graph_hidden {
        let graph = container(graph::view(app, view)).padding(3).style(style::card(look));
        let height = if is_low { Length::Fixed(COMMENT) } else { Length::FillPortion(2) };
        lines = lines.push(graph.height(height));
    }
    let height = if is_low { Length::Fixed(COMMENT) } else { Length::FillPortion(4) };
    let lines = lines.push(container(notes::view(app, view)).height(height));
    if is_low {
        let lines = container(lines).padding(Padding::ZERO.right(12));
        return scrollable(lines).height(Length::Fill).into();
    }
    lines.into()
}

/// What there is to say, in one line.
fn status<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    let look = &app.look;
    let said = app
        .notice_line()
        .unwrap_or_else(|| text(said(app)).size(style::TEXT).width(Length::Fill).into());
    let about = if view.game.is_review { words::record_line(view) } else { words::about(view) };
    let about = control::shortened(&about, 0.5 * app.size.width);
    let about = control::dim(look, about).wrapping(text::Wrapping::None);
    let line = row![said, about].spacing(12).align_y(alignment::Vertical::Center);
    // Two lines have space in it, so that the board does not jump.
    container(line)
        .padding(Padding::from([0, 14]))
        .center_y(STATUS)
        .width(Length::Fill)
        .clip(true)
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
