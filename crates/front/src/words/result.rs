//! How games end, and their scores.

use tengen_record::{Margin, Outcome};
use tengen_rules::{Color, Counting};
use tengen_session::{EndReason, Ended};

use super::basic::{self, half_points, margin};
use super::press::press_first;
use crate::command::Command;
use crate::key::KeyTable;

/// How a game ended: `White wins by 6.5 points.`
pub fn outcome(outcome: Outcome) -> String {
    let (winner, by) = match outcome {
        Outcome::Win(winner, by) => (basic::color(winner), by),
        Outcome::Draw => return "The game is a draw.".to_owned(),
        Outcome::Void => return "The game has no result.".to_owned(),
        Outcome::Unknown => return "The game is over.".to_owned(),
    };
    match by {
        Margin::Points(hundredths) if hundredths % 50 == 0 => {
            let half_points = i32::try_from(hundredths / 50).unwrap_or(i32::MAX);
            format!("{winner} wins by {}.", margin(half_points))
        }
        Margin::Points(hundredths) => {
            format!("{winner} wins by {}.{:02} points.", hundredths / 100, hundredths % 100)
        }
        Margin::Resignation => format!("{winner} wins by resignation."),
        Margin::Time => format!("{winner} wins on time."),
        Margin::Forfeit => format!("{winner} wins by forfeit."),
        Margin::Unspecified => format!("{winner} wins."),
    }
}

/// How a game ended, with what ended it where the result does not say so.
pub fn ended(ended: Ended, keys: &KeyTable) -> String {
    match ended.reason {
        EndReason::Cancelled => "The game was cancelled.".to_owned(),
        EndReason::Adjourned => {
            format!("The game is adjourned. {} to continue.", press_first(keys, Command::Pause))
        }
        EndReason::LongCycle => {
            "No result: the same positions would repeat without end.".to_owned()
        }
        EndReason::Score
        | EndReason::Resignation
        | EndReason::Time
        | EndReason::Forfeit
        | EndReason::Unknown => outcome(ended.outcome),
    }
}

/// The points of both players: `Black 14 · White 35.5 · W+21.5`.
pub fn points_of(counting: &Counting) -> String {
    format!(
        "Black {} · White {} · {}",
        half_points(counting.half_points.black),
        half_points(counting.half_points.white),
        counting.score(),
    )
}

/// The points of both players as a sentence.
pub(super) fn score_sentence(counting: &Counting) -> String {
    let points = |color: Color| half_points(counting.half_points[color]);
    format!("Black has {} points, White has {}.", points(Color::Black), points(Color::White))
}
