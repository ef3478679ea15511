//! Properties that a game writes into the nodes of its record, and reads.

use std::time::Duration;

use tengen_analysis::Evaluation;
use tengen_clock::{TimeControl, TimeLeft};
use tengen_record::{EditError, NodeId, Outcome, Positions, Record};
use tengen_rules::{ByColor, Color, Game, Ruleset};
use tengen_sgf::ValueBuf;

/// Who moves first after a pass that did not end the game.
const RESUMED: &str = "TGNR";
/// How a game ended at this node.
const END: &str = "TGNE";
/// An engine's evaluation of the position.
pub(crate) const EVALUATION: &str = "TGNV";

/// The game up to a node, gone on with if the players did so there.
///
/// Positions of the record make it quick in long lines.
pub(crate) fn game_by(
    record: &Record,
    positions: &mut Positions,
    node: NodeId,
    ruleset: Ruleset,
) -> Game {
    let mut game = record.game_by(positions, node, ruleset);
    if let Some(to_play) = resumed_at(record, node) {
        // A game that is not over needs nothing to go on.
        let _ = game.resume(to_play);
    }
    game
}

/// Who moved first if the players went on after the passes at a node.
pub(crate) fn resumed_at(record: &Record, node: NodeId) -> Option<Color> {
    match record.node(node).raw().value(RESUMED)?.color().ok()? {
        tengen_sgf::Color::Black => Some(Color::Black),
        tengen_sgf::Color::White => Some(Color::White),
    }
}

/// Notes how a game ended at a node, or that it did not.
pub(crate) fn note_end(
    record: &mut Record,
    node: NodeId,
    outcome: Option<Outcome>,
) -> Result<(), EditError> {
    let value = outcome.map(|it| ValueBuf::from(it.to_string()));
    record.set_property(node, END, value.into_iter().collect())
}

/// How a game ended at a node.
pub(crate) fn end_at(record: &Record, node: NodeId) -> Option<Outcome> {
    record.node(node).raw().value(END)?.simple_text().parse().ok()
}

/// Notes that the players did not agree, and who goes on.
pub(crate) fn note_resumption(
    record: &mut Record,
    node: NodeId,
    to_play: Color,
) -> Result<(), EditError> {
    let letter = String::from(to_play.letter());
    record.set_property(node, RESUMED, vec![ValueBuf::from(letter)])
}

/// Notes what time a player has left after a move.
pub(crate) fn note_time_left(
    record: &mut Record,
    node: NodeId,
    color: Color,
    left: TimeLeft,
) -> Result<(), EditError> {
    // Thousandths of a second are enough for people.
    let shown = left.shown();
    let time = shown.map(|it| whole_millis(it.time).as_secs_f64());
    let overtime = shown.and_then(|it| it.overtime.count());
    record.set_seconds_left(node, color, time)?;
    record.set_overtime_left(node, color, overtime)
}

fn whole_millis(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

/// The time that was left at a node, as far as the record has it.
pub(crate) fn time_left_at(
    record: &Record,
    node: NodeId,
    control: TimeControl,
) -> ByColor<TimeLeft> {
    let left = |color: Color| {
        let mut nodes = record.upward(node).map(|it| record.node(it));
        let noted = nodes.find_map(|it| Some((it.seconds_left(color)?, it.overtime_left(color))));
        let (seconds, overtime) = noted?;
        let time = Duration::try_from_secs_f64(seconds).ok()?;
        Some(TimeLeft::from_shown(control, time, overtime))
    };
    ByColor::from_fn(|color| left(color).unwrap_or(control.start()))
}

/// An evaluation as text: Black's chance to win, visits, and Black's lead if
/// it is known.
pub(crate) fn evaluation_to_text(evaluation: Evaluation) -> String {
    let Evaluation { black_win_rate, black_lead, n_visits } = evaluation;
    match black_lead {
        Some(lead) => format!("{black_win_rate} {n_visits} {lead}"),
        None => format!("{black_win_rate} {n_visits}"),
    }
}

/// Reads what [`evaluation_to_text`] wrote.
pub(crate) fn evaluation_from_text(text: &str) -> Option<Evaluation> {
    let mut words = text.split_whitespace();
    let black_win_rate: f32 = words.next()?.parse().ok()?;
    let n_visits = words.next()?.parse().ok()?;
    let black_lead = words.next().map(str::parse::<f32>).transpose().ok()?;
    let is_sound = (0.0..=1.0).contains(&black_win_rate)
        && black_lead.is_none_or(f32::is_finite)
        && words.next().is_none();
    is_sound.then_some(Evaluation { black_win_rate, black_lead, n_visits })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_read_back() {
        for black_lead in [None, Some(0.1), Some(-12.345_678), Some(1e-7)] {
            for black_win_rate in [0.0, 0.1, 1.0 / 3.0, 1.0] {
                let evaluation = Evaluation { black_win_rate, black_lead, n_visits: 4_000_000_000 };
                let text = evaluation_to_text(evaluation);
                assert_eq!(evaluation_from_text(&text), Some(evaluation), "{text}");
            }
        }
        for text in ["", "x", "0.5", "0.5 -1", "2 1", "NaN 1", "0.5 1 inf", "0.5 1 2 3"] {
            assert_eq!(evaluation_from_text(text), None, "{text}");
        }
    }
}
