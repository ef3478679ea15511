//! The state of a front end in one line.

use tengen_rules::Color;
use tengen_session::{Phase, View};

use super::Driver;
use crate::question::Question;
use crate::words;
use crate::workspace::Screen;

/// What is going on, where one looks, what is asked.
pub(super) fn state(driver: &mut dyn Driver) -> String {
    let mut parts = Vec::new();
    if driver.is_refused() {
        parts.push("refused".to_owned());
    }
    if let Some(question) = driver.question() {
        parts.push(format!("asks {}", question_name(question)));
    }
    if let Some(screen) = driver.screen().filter(|it| *it != Screen::Game) {
        parts.push(format!("shows {screen:?}"));
    }
    let workspace = driver.workspace();
    let file = workspace.games_of_file().len();
    if file > 1 {
        parts.push(format!("game {} of {file}", workspace.game_idx() + 1));
    }
    if workspace.has_unsaved_changes() {
        parts.push("unsaved".to_owned());
    }
    match workspace.view() {
        Some(view) => parts.extend([phase(view), place(view)]),
        None => parts.push("no game".to_owned()),
    }
    parts.join(", ")
}

const fn question_name(question: &Question) -> &'static str {
    match question {
        Question::PlayFrom { .. } => "to play on from here",
        Question::Resign(_) => "to resign",
        Question::Overwrite(_) => "to overwrite",
        Question::OverwritePicture(_) => "to overwrite a picture",
        Question::Unsaved(_) => "to save first",
    }
}

fn phase(view: &View) -> String {
    let game = &view.game;
    let to_play = format!("{} to play", words::color(view.position.to_play));
    match game.phase {
        _ if game.is_review => format!("review, {to_play}"),
        Phase::Over(it) => format!("over {}", it.outcome),
        Phase::Scoring => {
            let n_dead = game.scoring.as_ref().map_or(0, |it| it.dead.len());
            format!("scoring, {n_dead} dead")
        }
        _ if game.is_paused => format!("paused, {to_play}"),
        Phase::Placing => format!("placing, {} left", game.handicap_left),
        Phase::Playing => format!("playing, {to_play}"),
    }
}

fn place(view: &View) -> String {
    let is_engine = |color: Color| !view.game.is_review && !view.game.seats[color].is_person();
    let moves = view.position.moves.iter();
    let moves: Vec<String> = moves
        .map(|&(color, mv)| if is_engine(color) { "*".to_owned() } else { mv.to_string() })
        .collect();
    let looking = if view.game.is_review || view.tree.is_live { "" } else { "looking at " };
    let mut text = format!("{looking}move {}", view.position.move_number);
    if !moves.is_empty() {
        text.extend([": ", &moves.join(" ")]);
    }
    if view.game.handicap > 1 {
        let (handicap, komi) = (view.game.handicap.to_string(), view.game.komi.to_string());
        text.extend([", handicap ", &handicap, ", komi ", &komi]);
    }
    text
}
