//! How games end, and their scores.

use tengen_record::{Margin, Outcome};
use tengen_rules::{ByPoint, Color, Counting, Scoring};
use tengen_session::{EndReason, Ended, View};

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

/// The points of both players line by line, with a total at the end: a title,
/// Black's and White's part.
pub fn count_rows(view: &View) -> Option<Vec<[String; 3]>> {
    let counting = view.game.counting.as_ref()?;
    let of = |part: &dyn Fn(Color) -> i32| [Color::Black, Color::White].map(part);
    let n_of = |points: &ByPoint<Option<Color>>, color| {
        let all = view.position.size.points();
        i32::try_from(all.filter(|&it| points[it] == Some(color)).count()).unwrap_or(0)
    };
    let surrounded = of(&|color| 2 * n_of(&counting.territory, color));
    let owned = of(&|color| 2 * n_of(&counting.owner, color));
    let komi = of(&|color| match color {
        Color::Black => 0,
        Color::White => i32::from(view.game.komi.half_points()),
    });
    let total = of(&|color| counting.half_points[color]);
    let is_area = view.game.ruleset.scoring == Scoring::Area;
    let sum = |one: [i32; 2], other: [i32; 2]| [one[0] + other[0], one[1] + other[1]];
    let minus = |one: [i32; 2], other: [i32; 2]| [one[0] - other[0], one[1] - other[1]];
    let stones = minus(owned, surrounded);
    let base = if is_area { owned } else { surrounded };
    // Prisoners, and whatever else the rules give or take.
    let rest = minus(total, sum(base, komi));
    let mut rows = vec![("Territory", surrounded)];
    if is_area {
        rows.push(("Living stones", stones));
    }
    if !is_area || rest != [0, 0] {
        rows.push((if is_area { "Other points" } else { "Prisoners" }, rest));
    }
    rows.push(("Komi", komi));
    rows.push(("Total", total));
    let row = |(title, points): (&str, [i32; 2])| {
        let [black, white] = points.map(half_points);
        [title.to_owned(), black, white]
    };
    Some(rows.into_iter().map(row).collect())
}

/// The points of both players as a sentence.
pub(super) fn score_sentence(counting: &Counting) -> String {
    let points = |color: Color| half_points(counting.half_points[color]);
    format!("Black has {} points, White has {}.", points(Color::Black), points(Color::White))
}
