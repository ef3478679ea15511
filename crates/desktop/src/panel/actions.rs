//! What can be done in the game.

use iced::Element;
use iced::widget::{Row, column, text};
use tengen_rules::Color;
use tengen_session::{Phase, View};

use crate::app::{App, Table};
use crate::keys::Command;
use crate::message::Message;
use crate::{control, style};

/// The buttons that mean something now.
pub(crate) fn view<'a>(app: &'a App, table: &'a Table) -> Element<'a, Message> {
    let view = &table.view;
    match &view.phase {
        Phase::Scoring(scoring) if view.is_live() => {
            let score = score(app, view);
            let buttons = buttons(
                app,
                &[("Agree", Command::Agree, true), ("Play on", Command::PlayOn, true)],
            );
            let note = if scoring.is_proposal_pending {
                "Looking for dead stones…"
            } else {
                "Click on dead groups; with the right button, by force."
            };
            column![score, buttons, control::dim(&app.look, note)].spacing(6).into()
        }
        Phase::Over(_) if view.is_live() => {
            let again =
                [("New game", Command::NewGame, true), ("Take back", Command::Undo, view.can_undo)];
            match view.counting {
                Some(_) => column![score(app, view), buttons(app, &again)].spacing(6).into(),
                None => buttons(app, &again),
            }
        }
        _ if view.is_review => review(app, view),
        _ if !view.is_live() => buttons(
            app,
            &[
                ("Play on from here", Command::PlayOn, true),
                ("Back to the game", Command::Live, true),
            ],
        ),
        _ => playing(app, view),
    }
}

fn playing<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    let pause = if view.is_paused { "Go on" } else { "Pause" };
    let has_people = Color::ALL.into_iter().any(|it| view.seats[it].is_person());
    let mut all = Vec::new();
    if has_people {
        all.extend([
            ("Pass", Command::Pass, view.actor == Some(view.to_play)),
            ("Take back", Command::Undo, view.can_undo),
            ("Redo", Command::Redo, view.can_redo),
            ("Resign", Command::Resign, true),
        ]);
    }
    all.push((pause, Command::Pause, true));
    if view.thinking.is_some() {
        all.push(("Move now", Command::MoveNow, true));
    }
    buttons(app, &all)
}

fn review<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    buttons(
        app,
        &[
            ("Pass", Command::Pass, true),
            ("Undo edit", Command::UndoEdit, view.can_undo_edit),
            ("Redo", Command::RedoEdit, view.can_redo_edit),
            ("Play from here", Command::PlayOn, true),
        ],
    )
}

fn buttons<'a>(app: &'a App, all: &[(&str, Command, bool)]) -> Element<'a, Message> {
    let context = (&app.look, &app.keys);
    let buttons = all.iter().map(|&(label, command, is_possible)| {
        control::command(context, label, (command, is_possible))
    });
    Row::with_children(buttons).spacing(5).wrap().vertical_spacing(5).into()
}

/// The points of both players.
fn score<'a>(app: &'a App, view: &'a View) -> Element<'a, Message> {
    let Some(counting) = &view.counting else { return column![].into() };
    let points = |half_points: i32| {
        let half = if half_points % 2 == 0 { "" } else { "½" };
        format!("{}{half}", half_points / 2)
    };
    let line = format!(
        "Black {} · White {} · {}",
        points(counting.half_points.black),
        points(counting.half_points.white),
        counting.score(),
    );
    text(line).size(style::TEXT + 1.0).color(app.look.accent).into()
}
