//! The buttons for what can be done in the game now.

use iced::Element;
use iced::widget::{Row, column, text};
use tengen_front::command::Command;
use tengen_front::words;
use tengen_rules::Color;
use tengen_session::{Phase, ScoringView, View};

use crate::app::App;
use crate::message::Message;
use crate::{control, style};

/// A button, and whether it can be pressed.
struct ActionButton {
    label: &'static str,
    command: Command,
    is_possible: bool,
}

/// A button with the word that sentences about the command have, too.
fn action(command: Command) -> ActionButton {
    labeled(words::button(command).unwrap_or_default(), command)
}

const fn labeled(label: &'static str, command: Command) -> ActionButton {
    ActionButton { label, command, is_possible: true }
}

impl ActionButton {
    const fn only_if(self, is_possible: bool) -> ActionButton {
        ActionButton { is_possible, ..self }
    }
}

/// The buttons that mean something now.
pub(crate) fn view<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    let game = &view.game;
    if game.is_review {
        return with_practice(app, review(app, view));
    }
    if app.workspace.proof().is_some() {
        return buttons(app, [labeled("Back to the game", Command::Cancel)]);
    }
    if app.workspace.is_counting() {
        return counting(app, view);
    }
    if !view.tree.is_live {
        return buttons(
            app,
            [labeled("Play on from here", Command::PlayOn), action(Command::Live)],
        );
    }
    match (game.phase, &game.scoring) {
        (Phase::Scoring, Some(it)) => scoring(app, view, it),
        (Phase::Over(_), _) => {
            let buttons = with_practice(app, over(app, view));
            match score(app, view) {
                Some(score) => column![score, buttons].spacing(6).into(),
                None => buttons,
            }
        }
        _ => buttons(app, playing(view)),
    }
}

fn playing(view: &View) -> Vec<ActionButton> {
    let game = &view.game;
    let mut all = Vec::new();
    if Color::ALL.into_iter().any(|it| game.seats[it].is_person()) {
        all.extend([
            action(Command::Pass).only_if(game.actor == Some(game.to_play)),
            action(Command::Undo).only_if(game.can_undo),
            action(Command::Redo).only_if(game.can_redo),
            action(Command::Resign),
        ]);
    }
    let resume = action(Command::Pause);
    all.push(if game.is_paused { resume } else { labeled("Pause", Command::Pause) });
    if view.engine.thinking.is_some() {
        all.push(action(Command::MoveNow));
    }
    all
}

fn over(app: &App, view: &View) -> Vec<ActionButton> {
    let mut all = vec![
        action(Command::NewGame),
        action(Command::Undo).only_if(view.game.can_undo),
        action(Command::Edit),
    ];
    all.extend(view.game.counting.is_some().then(|| action(Command::Prove)));
    all.extend(view.game.counting.is_none().then(|| action(Command::Count)));
    all.extend(start_review(app));
    all
}

fn review(app: &App, view: &View) -> Vec<ActionButton> {
    let tree = &view.tree;
    let mut all = vec![action(Command::Pass)];
    // Where nobody edits, a review needs the space.
    if app.workspace.is_editing() || tree.can_undo_edit || tree.can_redo_edit {
        all.push(action(Command::UndoEdit).only_if(tree.can_undo_edit));
        all.push(labeled("Redo", Command::RedoEdit).only_if(tree.can_redo_edit));
    }
    all.push(labeled("Play from here", Command::PlayOn));
    all.push(action(Command::Count));
    all.extend(start_review(app));
    all
}

/// The button that begins a review, unless that has happened.
fn start_review(app: &App) -> Option<ActionButton> {
    app.workspace.review().is_none().then(|| action(Command::Review))
}

/// The buttons, and the one that lists what can be practiced.
fn with_practice(app: &App, all: impl IntoIterator<Item = ActionButton>) -> Element<'_, Message> {
    let menu = control::word(&app.look, "Practice…", Some(Message::ReviewMenu));
    let menu = control::noted(&app.look, menu, "exercises, guessing, and all of reviews");
    let all = all.into_iter().map(|it| element(app, &it)).chain(std::iter::once(menu));
    Row::with_children(all).spacing(5).wrap().vertical_spacing(5).into()
}

fn element<'a>(app: &'a App, it: &ActionButton) -> Element<'a, Message> {
    app.controls().command_if(it.is_possible, it.label, it.command)
}

/// A position that is counted, whatever becomes of it.
fn counting<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    let all = [action(Command::Prove), labeled("Done counting", Command::Count)];
    let hint = "Click dead groups to remove them. Right-click overrides.";
    column![score(app, view), buttons(app, all), control::dim(&app.look, hint)].spacing(6).into()
}

fn scoring<'a>(app: &'a App, view: &'a View, scoring: &ScoringView) -> Element<'a, Message> {
    let all = [
        action(Command::Agree).only_if(!scoring.is_proposal_pending),
        action(Command::PlayOn),
        action(Command::Prove),
        action(Command::Resign),
    ];
    column![
        score(app, view),
        buttons(app, all),
        control::dim(&app.look, "Click dead groups to remove them. Right-click overrides.")
    ]
    .spacing(6)
    .into()
}

fn buttons(app: &App, all: impl IntoIterator<Item = ActionButton>) -> Element<'_, Message> {
    let buttons = all.into_iter().map(|it| element(app, &it));
    Row::with_children(buttons).spacing(5).wrap().vertical_spacing(5).into()
}

/// The points of both players.
fn score<'a>(app: &'a App, view: &'a View) -> Option<Element<'a, Message>> {
    let line = words::points_of(view.game.counting.as_ref()?);
    Some(text(line).size(style::TEXT + 1.0).color(app.look.accent).into())
}
