//! Questions and their answers.

use super::press::short;
use crate::command::Command;
use crate::front_end::FrontEnd;
use crate::key::KeyTable;
use crate::question::{Answer, Question};

/// The question as a person reads it.
///
/// Where there are no buttons, it says what to press or type.
pub fn question(question: &Question, keys: &KeyTable) -> String {
    let text = match question {
        Question::PlayFrom { move_number, .. } => {
            format!("Play on from move {move_number}? The moves after it are kept as a variation.")
        }
        Question::Resign(_) => "Resign this game?".to_owned(),
        Question::Overwrite(path) | Question::OverwritePicture(path) => {
            format!("{} already exists.", path.display())
        }
        Question::Unsaved(_) => "There are unsaved changes.".to_owned(),
    };
    match (question, keys.front_end()) {
        (_, FrontEnd::Window) => text,
        (Question::Resign(_), FrontEnd::Terminal) => {
            format!("Resign? Press {} again to confirm.", short(keys, Command::Resign))
        }
        (Question::Overwrite(path), FrontEnd::Terminal) => {
            format!("{text} Use :save! {} to overwrite it.", path.display())
        }
        (Question::Overwrite(path), FrontEnd::Text) => {
            format!("{text} Use save! {} to overwrite it.", path.display())
        }
        (question, front_end) => format!("{text} {}.", choices(question, front_end)),
    }
}

/// `y: play on from here, n: back to the game, esc: cancel`
fn choices(question: &Question, front_end: FrontEnd) -> String {
    let choice = |&answer: &Answer| {
        let key = match (answer, front_end) {
            (Answer::Cancel, FrontEnd::Text) => "anything else",
            _ => answer_key(answer),
        };
        format!("{key}: {}", answer_label(question, answer).to_lowercase())
    };
    question.answers().iter().map(choice).collect::<Vec<_>>().join(", ")
}

/// The key of an answer where there are no buttons.
pub const fn answer_key(answer: Answer) -> &'static str {
    match answer {
        Answer::Yes => "y",
        Answer::No => "n",
        Answer::Cancel => "esc",
    }
}

/// The button of an answer.
pub const fn answer_label(question: &Question, answer: Answer) -> &'static str {
    match (question, answer) {
        (Question::PlayFrom { .. }, Answer::Yes) => "Play on from here",
        (Question::PlayFrom { .. }, Answer::No) => "Back to the game",
        (Question::Resign(_), Answer::Yes) => "Resign",
        (Question::Overwrite(_) | Question::OverwritePicture(_), Answer::Yes) => "Replace",
        (Question::Unsaved(_), Answer::Yes) => "Save",
        (Question::Unsaved(_), Answer::No) => "Discard",
        (_, Answer::No | Answer::Cancel) => "Cancel",
    }
}
