//! A game of a match as a record.

use tengen_analysis::Evaluation;
use tengen_clock::TimeControl;
use tengen_record::{InfoKey, NodeId, Record};
use tengen_rules::{ByColor, Color, Game, PointSet};

use crate::opening;
use crate::referee::{Note, Played};

/// The game info of a record.
#[derive(Debug)]
pub(crate) struct Head<'a> {
    pub(crate) names: ByColor<String>,
    /// The name of the match.
    pub(crate) event: &'a str,
    pub(crate) number: u32,
    pub(crate) clock: TimeControl,
}

/// Writes a game as SGF, with what the engines thought as comments.
pub(crate) fn write(head: &Head<'_>, played: &Played) -> String {
    const INVARIANT: &str = "a record of a legal game can be written";
    let game = &played.game;
    let mut record = Record::new(game.board().size());
    let (main_time, overtime) = head.clock.to_sgf();
    let info = [
        (InfoKey::Player(Color::Black), head.names.black.clone()),
        (InfoKey::Player(Color::White), head.names.white.clone()),
        (InfoKey::Event, head.event.to_string()),
        (InfoKey::Round, head.number.to_string()),
        (InfoKey::Rules, game.ruleset().name().unwrap_or_default().to_string()),
        (InfoKey::Komi, game.komi().to_string()),
        (InfoKey::Handicap, handicap(game)),
        (InfoKey::TimeLimit, main_time.unwrap_or_default()),
        (InfoKey::Overtime, overtime.unwrap_or_default()),
        (InfoKey::Result, played.ending.outcome.to_string()),
    ];
    record.set_application("Tengen", env!("CARGO_PKG_VERSION")).expect(INVARIANT);
    for (key, text) in info {
        record.set_info(key, &text).expect(INVARIANT);
    }
    set_up(&mut record, game).expect(INVARIANT);
    let last = add_moves(&mut record, played).expect(INVARIANT);
    let ending = &played.ending;
    let verdict = format!("{} ({})", ending.outcome, ending.reason);
    let parts =
        [record.node(last).comment().map(String::from), Some(verdict), ending.detail.clone()];
    let comment = parts.into_iter().flatten().collect::<Vec<_>>().join("\n");
    record.set_comment(last, &comment).expect(INVARIANT);
    format!("{}\n", record.to_sgf())
}

fn handicap(game: &Game) -> String {
    if game.handicap() < 2 { String::new() } else { game.handicap().to_string() }
}

/// The stones that are on the board before the first move.
fn set_up(record: &mut Record, game: &Game) -> Result<(), tengen_record::EditError> {
    let start = game.position_at(0).expect("every game has a start");
    for color in Color::ALL {
        let stones = start.board.stones().filter(|&(it, _)| it == color);
        let stones: PointSet = stones.map(|(_, point)| point).collect();
        if !stones.is_empty() {
            record.set_up(record.root(), &stones, Some(color))?;
        }
    }
    if start.to_play == Color::White {
        record.set_to_play(record.root(), Some(Color::White))?;
    }
    Ok(())
}

/// Adds the moves and returns the last node.
fn add_moves(record: &mut Record, played: &Played) -> Result<NodeId, tengen_record::EditError> {
    let n_opening = opening::moves(&played.game).count() - played.notes.len();
    let mut node = record.root();
    for (idx, (color, mv)) in opening::moves(&played.game).enumerate() {
        node = record.play(node, color, mv)?;
        if let Some(note) = idx.checked_sub(n_opening).and_then(|it| played.notes.get(it)) {
            add_note(record, node, color, note)?;
        }
    }
    Ok(node)
}

fn add_note(
    record: &mut Record,
    id: NodeId,
    color: Color,
    note: &Note,
) -> Result<(), tengen_record::EditError> {
    if let Some(shown) = note.left.shown() {
        let seconds = (shown.time.as_secs_f64() * 100.0).round() / 100.0;
        record.set_seconds_left(id, color, Some(seconds))?;
        record.set_overtime_left(id, color, shown.overtime.count())?;
    }
    if let Some(evaluation) = note.evaluation {
        record.set_comment(id, &comment(&evaluation, color))?;
    }
    Ok(())
}

/// An evaluation for the player who moved: `52.3 %, +1.5 points, 800 visits`.
fn comment(evaluation: &Evaluation, color: Color) -> String {
    let parts = [
        Some(format!("{:.1} %", 100.0 * evaluation.win_rate(color))),
        evaluation.lead(color).map(|it| format!("{it:+.1} points")),
        Some(evaluation.n_visits).filter(|&it| it > 0).map(|it| format!("{it} visits")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_those_of_the_player() {
        let check = |evaluation: Evaluation, expected| {
            assert_eq!(comment(&evaluation, Color::White), expected);
        };
        check(
            Evaluation::of_player(Color::White, 0.5, Some(-0.75), 9),
            "50.0 %, -0.8 points, 9 visits",
        );
        check(Evaluation::of_player(Color::White, 0.4998, None, 24), "50.0 %, 24 visits");
        check(Evaluation::of_player(Color::White, 0.4, Some(3.0), 0), "40.0 %, +3.0 points");
    }
}
