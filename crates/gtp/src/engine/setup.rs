//! Commands that prepare a game.

use tengen_rules::{Game, Size};

use super::Engine;
use crate::answer::Failure;
use crate::command::Arguments;

pub(super) fn boardsize(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let width = edge(&mut arguments)?;
    let height = if arguments.is_empty() { width } else { edge(&mut arguments)? };
    resize(engine, Size::new(width, height))
}

pub(super) fn rectangular_boardsize(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let size = Size::new(edge(&mut arguments)?, edge(&mut arguments)?);
    resize(engine, size)
}

fn edge(arguments: &mut Arguments<'_>) -> Result<u8, Failure> {
    u8::try_from(arguments.integer()?).map_err(|_| Failure::UnacceptableSize)
}

fn resize(engine: &mut Engine<'_>, size: Option<Size>) -> Result<String, Failure> {
    let size = size.ok_or(Failure::UnacceptableSize)?;
    engine.start(Game::new(size, *engine.game.ruleset()));
    Ok(String::new())
}

/// Forgets what was thought about the game.
pub(super) fn clear_cache(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    engine.player.start_game();
    Ok(String::new())
}

pub(super) fn clear_board(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    engine.start(Game::new(engine.game.board().size(), *engine.game.ruleset()));
    Ok(String::new())
}

pub(super) fn komi(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let komi = arguments.komi()?;
    engine.game = engine.game.clone().with_komi(komi);
    Ok(String::new())
}
