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
        return buttons(app, review(view));
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
            let buttons = buttons(app, over(view));
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

fn over(view: &View) -> Vec<ActionButton> {
    vec![
        action(Command::NewGame),
        action(Command::Undo).only_if(view.game.can_undo),
        action(Command::Edit),
    ]
}

fn review(view: &View) -> Vec<ActionButton> {
    vec![
        action(Command::Pass),
        action(Command::UndoEdit).only_if(view.tree.can_undo_edit),
        labeled("Redo", Command::RedoEdit).only_if(view.tree.can_redo_edit),
        labeled("Play from here", Command::PlayOn),
    ]
}

fn scoring<'a>(app: &'a App, view: &'a View, scoring: &ScoringView) -> Element<'a, Message> {
    let all = [
        action(Command::Agree).only_if(!scoring.is_proposal_pending),
        action(Command::PlayOn),
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
    let controls = app.controls();
    let buttons =
        all.into_iter().map(|it| controls.command_if(it.is_possible, it.label, it.command));
    Row::with_children(buttons).spacing(5).wrap().vertical_spacing(5).into()
}

/// The points of both players.
fn score<'a>(app: &'a App, view: &'a View) -> Option<Element<'a, Message>> {
    let line = words::points_of(view.game.counting.as_ref()?);
    Some(text(line).size(style::TEXT + 1.0).color(app.look.accent).into())
}
