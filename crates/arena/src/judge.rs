//! Scoring a finished game, by our engine or by a judge.

use std::time::Duration;

use tengen_clock::TimeControl;
use tengen_engine::{Effort, dead_stones};
use tengen_gtp::controller::Error;
use tengen_record::Outcome;
use tengen_rules::{Game, Point, PointSet};

use crate::seat::Seat;

/// The seed of a judge.
const SEED: u64 = 1;

/// How long a judge may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// Counts by the rules of the game, with the dead stones that our engine
/// finds.
pub(crate) fn count(game: &Game) -> Outcome {
    let dead = dead_stones(game, Effort::default()).dead;
    game.count(&dead).score().into()
}

/// Sets up a game for a judge that is already running.
pub(crate) fn prepare(judge: &mut Seat<'_>, game: &Game) -> Result<(), Error> {
    judge.prepare(game, TimeControl::None, SEED)
}

/// Counts with the help of another engine.
///
/// It is asked for the dead stones, and the rules of the game count the rest;
/// one that does not know that is asked for the score.
///
/// # Errors
///
/// Returns [`Error`] if the judge fails or says nothing that makes sense.
pub(crate) fn ask(judge: &mut Seat<'_>, game: &Game) -> Result<Outcome, Error> {
    prepare(judge, game)?;
    match judge.ask("final_status_list dead", PATIENCE) {
        Ok(answer) => match parse_stones(&answer, game) {
            Some(dead) => return Ok(game.count(&dead).score().into()),
            None => return Err(Error::Nonsense { command: "final_status_list".into(), answer }),
        },
        Err(Error::Refused { .. }) => (),
        Err(error) => return Err(error),
    }
    let answer = judge.ask("final_score", PATIENCE)?;
    match answer.parse() {
        Ok(outcome @ (Outcome::Win(..) | Outcome::Draw)) => Ok(outcome),
        _ => Err(Error::Nonsense { command: "final_score".into(), answer }),
    }
}

/// Points, each of which has a stone.
fn parse_stones(answer: &str, game: &Game) -> Option<PointSet> {
    let board = game.board();
    let stone = |name: &str| -> Option<Point> {
        let point = name.parse().ok()?;
        (board.size().contains(point) && board.stone(point).is_some()).then_some(point)
    };
    answer.split_ascii_whitespace().map(stone).collect()
}

#[cfg(test)]
mod tests {
    use tengen_rules::{Board, Ruleset};

    use super::*;

    fn game() -> Game {
        let board: Board = "
            . X . O .
            . X . O X
            . X . O .
            . X . O .
            O X . O .
        "
        .parse()
        .unwrap();
        Game::from_position(board.into(), Ruleset::CHINESE).with_komi("0.5".parse().unwrap())
    }

    #[test]
    fn dead_stones_are_taken_off() {
        assert_eq!(count(&game()).to_string(), "W+0.5");
    }

    #[test]
    fn lists_of_stones() {
        assert_eq!(parse_stones("", &game()), Some(PointSet::EMPTY));
        assert_eq!(parse_stones("A1\ne4", &game()).map(|it| it.len()), Some(2));
        for answer in ["C3", "Z9", "A1,E4", "pass"] {
            assert_eq!(parse_stones(answer, &game()), None, "{answer}");
        }
    }
}
