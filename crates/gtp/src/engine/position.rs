//! Commands that put many stones on the board at once.

use tengen_rules::{Board, Color, Game, Point, Position};

use super::Engine;
use crate::answer::Failure;
use crate::command::Arguments;

/// Puts a position in place of the game: `set_position color vertex …`.
pub(super) fn set_position(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let stones = stones(&mut arguments)?;
    let board = Board::with_stones(engine.game.board().size(), stones);
    start_from(engine, &board.map_err(|_| Failure::IllegalPosition)?.into());
    Ok(String::new())
}

/// Adds stones to the position before the first move.
pub(super) fn gogui_setup(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let added = stones(&mut arguments)?;
    let position = *before_first_move(engine)?;
    let stones = position.board.stones().chain(added);
    let board = Board::with_stones(position.board.size(), stones);
    let board = board.map_err(|_| Failure::IllegalPosition)?;
    start_from(engine, &Position { board, ..position });
    Ok(String::new())
}

/// Says who makes the first move.
pub(super) fn gogui_setup_player(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let to_play = arguments.color()?;
    let position = *before_first_move(engine)?;
    start_from(engine, &Position { to_play, ..position });
    Ok(String::new())
}

/// Makes several moves, or none if one of them is illegal.
pub(super) fn gogui_play_sequence(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let before = engine.game.clone();
    while !arguments.is_empty() {
        let result = arguments.color().and_then(|color| {
            engine.play(color, arguments.mv()?).map_err(|_| Failure::IllegalMove)
        });
        if let Err(failure) = result {
            engine.game = before;
            return Err(failure);
        }
    }
    Ok(String::new())
}

/// Reads colors and points by turns.
fn stones(arguments: &mut Arguments<'_>) -> Result<Vec<(Color, Point)>, Failure> {
    let mut stones = Vec::new();
    while !arguments.is_empty() {
        let (color, mv) = (arguments.color()?, arguments.mv()?);
        stones.push((color, mv.point().ok_or(Failure::SyntaxError)?));
    }
    Ok(stones)
}

fn before_first_move<'a>(engine: &'a Engine<'_>) -> Result<&'a Position, Failure> {
    if engine.game.n_turns() > 0 {
        return Err(Failure::BoardNotEmpty);
    }
    Ok(engine.game.position())
}

fn start_from(engine: &mut Engine<'_>, position: &Position) {
    let game = Game::from_position(*position, *engine.game.ruleset());
    let handicap = engine.game.handicap();
    let is_same = engine.game.n_turns() == 0 && position.board == *engine.game.board();
    engine.start(if is_same { game.with_handicap_of(handicap) } else { game });
}
