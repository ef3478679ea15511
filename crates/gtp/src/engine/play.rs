//! Commands that make moves, ask for them and take them back.

use tengen_analysis::{Decision, Excluded};
use tengen_rules::{Color, Game, Move, Point, PointSet, Suicide};

use super::Engine;
use crate::answer::Failure;
use crate::command::Arguments;
use crate::input_queue::Cause;
use crate::player::{Purpose, Request};
use crate::stream::Stream;

pub(super) fn play(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let (color, mv) = (arguments.color()?, arguments.mv()?);
    engine.play(color, mv).map_err(|_| Failure::IllegalMove)?;
    Ok(String::new())
}

pub(super) fn genmove(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
    stream: &mut Stream<'_>,
) -> Result<String, Failure> {
    let color = arguments.color()?;
    let decision = ask(engine, color, Purpose::Play, Excluded::default(), stream);
    make(engine, color, decision)
}

pub(super) fn reg_genmove(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
    stream: &mut Stream<'_>,
) -> Result<String, Failure> {
    let color = arguments.color()?;
    Ok(ask(engine, color, Purpose::Suggest, Excluded::default(), stream).to_string())
}

/// Like `genmove`, but takes dead stones off the board before it passes.
pub(super) fn kgs_genmove_cleanup(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
    stream: &mut Stream<'_>,
) -> Result<String, Failure> {
    let color = arguments.color()?;
    let game = engine.open_game(color);
    let dead = engine.player.dead_stones(&game);
    let useful = attacks(&game, color, &dead);
    let excluded = if useful.is_empty() {
        Excluded::default()
    } else {
        Excluded { points: PointSet::all(game.board().size()) - useful, pass: true }
    };
    let decision = match ask(engine, color, Purpose::Play, excluded, stream) {
        // The game has been decided; what is left is to show how.
        Decision::Resign => Decision::Move(Move::Pass),
        decision @ Decision::Move(_) => decision,
    };
    make(engine, color, decision)
}

/// The liberties of the opponent's dead stones; those where a stone would be
/// in atari only if there are no others.
fn attacks(game: &Game, color: Color, dead: &PointSet) -> PointSet {
    let board = game.board();
    let targets = dead.iter().filter(|&point| board.stone(point) == Some(!color));
    let mut liberties: PointSet =
        targets.flat_map(|point| board.liberties(point).iter().collect::<Vec<_>>()).collect();
    let is_legal = |&point: &Point| game.check_as(color, Move::Play(point)).is_ok();
    liberties = liberties.iter().filter(is_legal).collect();
    let is_safe = |&point: &Point| {
        let after = board.after(color, point, Suicide::Allowed);
        after.is_ok_and(|after| after.n_liberties(point) > 1)
    };
    let safe: PointSet = liberties.iter().filter(is_safe).collect();
    if safe.is_empty() { liberties } else { safe }
}

pub(super) fn undo(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    engine.undo().ok_or(Failure::CannotUndo)?;
    Ok(String::new())
}

/// Takes several moves back, or none at all.
pub(super) fn gg_undo(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let n_moves = if arguments.is_empty() { 1 } else { arguments.count()? };
    let before = engine.game.clone();
    for _ in 0..n_moves {
        if engine.undo().is_none() {
            engine.game = before;
            return Err(Failure::CannotUndo);
        }
    }
    Ok(String::new())
}

/// Asks the player.
fn ask(
    engine: &mut Engine<'_>,
    color: Color,
    purpose: Purpose,
    excluded: Excluded,
    stream: &Stream<'_>,
) -> Decision {
    let game = engine.open_game(color);
    let stop = stream.stop_on(Cause::Interruption);
    let request = Request { game: &game, color, purpose, excluded, interval: None, stop };
    engine.player.think(&request, &mut |_| ())
}

/// Makes the move of a decision, and answers with it.
pub(super) fn make(
    engine: &mut Engine<'_>,
    color: Color,
    decision: Decision,
) -> Result<String, Failure> {
    if let Decision::Move(mv) = decision {
        engine.play(color, mv).map_err(|_| Failure::IllegalMove)?;
    }
    engine.is_seated = true;
    Ok(decision.to_string())
}
