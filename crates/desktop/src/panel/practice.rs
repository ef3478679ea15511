//! Exercises on the board: what is asked, and how it goes.

use iced::widget::{Row, column, container, row, text};
use iced::{Element, Length, alignment};
use tengen_front::command::Command;
use tengen_front::practice::{Practice, PracticeKind, Stage};
use tengen_front::words;

use super::emblem::stone;
use super::review::bar;
use crate::app::App;
use crate::message::Message;
use crate::{control, style};

/// The exercise with its buttons.
pub(crate) fn view<'a>(app: &'a App, practice: &Practice) -> Element<'a, Message> {
    let look = &app.look;
    let title = match practice.kind {
        PracticeKind::Mistakes => "Learn from your mistakes",
        PracticeKind::Guess => "Guess the move",
    };
    let title = row![stone(look, practice.color, 20.0), text(title).size(18)]
        .spacing(8)
        .align_y(alignment::Vertical::Center);
    let is_finished = practice.stage == Stage::Finished;
    let n_done = practice.idx + usize::from(!practice.is_asking() && !practice.is_waiting());
    let n_done = if is_finished { practice.len() } else { n_done };
    let share = n_done as f32 / practice.len().max(1) as f32;
    let color = match &practice.stage {
        Stage::Wrong(_) | Stage::Failed(_) => look.warning(),
        Stage::Right(_) | Stage::Finished => look.accent,
        _ => look.text,
    };
    let said = text(words::practice(practice, app.keys())).size(style::TEXT + 0.5).color(color);
    let score = practice.score;
    let right = format!("{} of {} right at the first try", score.n_right, score.n_answered);
    let kept = match practice.kind {
        PracticeKind::Mistakes => right,
        PracticeKind::Guess => format!("{right}, {} as in the game", score.n_same),
    };
    let content = column![title, bar(look, share), said, control::dim(look, kept)]
        .push(buttons(app, practice))
        .spacing(11);
    container(content).padding(14).width(Length::Fill).style(style::lit_card(look)).into()
}

fn buttons<'a>(app: &'a App, practice: &Practice) -> Element<'a, Message> {
    let controls = app.controls();
    let is_finished = practice.stage == Stage::Finished;
    let is_asking = practice.is_asking();
    let is_answered =
        matches!(practice.stage, Stage::Wrong(_) | Stage::Failed(_) | Stage::Right(_));
    let can_retry = is_answered || matches!(practice.stage, Stage::Shown(_));
    let is_shown = matches!(practice.stage, Stage::Shown(_));
    let end = match practice.kind {
        PracticeKind::Mistakes => Command::Practice,
        PracticeKind::Guess => Command::GuessMoves,
    };
    let all = [
        controls.command_if(can_retry, "Try again", Command::Undo),
        controls.command_if(!is_finished && !is_shown, "Answer", Command::HideAnswer),
        controls.command_if(is_asking, "Pass", Command::Pass),
        controls.command_if(practice.idx > 0, "Previous", Command::PreviousMistake),
        controls.command_if(!is_finished, "Next", Command::NextMistake),
        controls.command("End practice", end),
    ];
    Row::with_children(all).spacing(5).wrap().vertical_spacing(5).into()
}
