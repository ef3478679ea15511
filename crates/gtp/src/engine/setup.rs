//! Commands that prepare a game.

use tengen_rules::{Game, Size};

use super::Engine;
use crate::answer::Failure;
use crate::command::{Arguments, RoundedKomi};

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
    if let Some((width, height)) = arguments.clone().word()?.split_once(':') {
        let size = Size::new(edge(&mut Arguments::new(width))?, edge(&mut Arguments::new(height))?);
        return resize(engine, size);
    }
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

/// Resets the player for a new game.
pub(super) fn clear_cache(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    engine.player.start_game();
    Ok(String::new())
}

pub(super) fn clear_board(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    engine.start(Game::new(engine.game.board().size(), *engine.game.ruleset()));
    Ok(String::new())
}

/// Takes a komi, rounded to half points, and says so if that changes it.
pub(super) fn komi(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let RoundedKomi { komi, is_exact } = arguments.komi()?;
    engine.game = engine.game.clone().with_komi(komi);
    Ok(if is_exact { String::new() } else { format!("rounded to {komi}") })
}
