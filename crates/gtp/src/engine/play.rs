//! Commands that make moves, ask for them and take them back.

use tengen_rules::{Color, Game};

use super::Engine;
use crate::answer::Failure;
use crate::command::Arguments;
use crate::player::Reply;

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
) -> Result<String, Failure> {
    let color = arguments.color()?;
    let game = open_game(engine, color);
    let reply = engine.player.think(&game, color);
    if let Reply::Move(mv) = reply {
        engine.play(color, mv).map_err(|_| Failure::IllegalMove)?;
    }
    Ok(reply.to_string())
}

pub(super) fn reg_genmove(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let color = arguments.color()?;
    let game = open_game(engine, color);
    Ok(engine.player.suggest(&game, color).to_string())
}

pub(super) fn undo(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    engine.undo().ok_or(Failure::CannotUndo)?;
    Ok(String::new())
}

/// The game, taken up again if it was over.
fn open_game(engine: &Engine<'_>, color: Color) -> Game {
    let mut game = engine.game.clone();
    // A game that is not over needs nothing.
    let _ = game.resume(color);
    game
}
