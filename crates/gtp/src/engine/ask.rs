//! Commands that ask about the game.

use tengen_rules::{Color, Move, Point, Turn, life};

use super::{Engine, show};
use crate::answer::Failure;
use crate::command::Arguments;

pub(super) fn get_komi(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    Ok(engine.game.komi().to_string())
}

/// One number for a square board, two for another.
pub(super) fn query_boardsize(
    engine: &mut Engine<'_>,
    _: Arguments<'_>,
) -> Result<String, Failure> {
    let size = engine.game.board().size();
    let (width, height) = (size.width(), size.height());
    Ok(if width == height { width.to_string() } else { format!("{width} {height}") })
}

pub(super) fn list_stones(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let color = arguments.color()?;
    let stones = engine.game.board().stones().filter(|&(it, _)| it == color);
    Ok(show::names(stones.map(|(_, point)| point)))
}

/// The number of stones that a color has taken.
pub(super) fn captures(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let color = arguments.color()?;
    Ok(engine.game.position().prisoners[color].to_string())
}

pub(super) fn is_legal(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let (color, mv) = (arguments.color()?, arguments.mv()?);
    let is_legal = engine.open_game(color).check_as(color, mv).is_ok();
    Ok(u8::from(is_legal).to_string())
}

pub(super) fn all_legal(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let color = arguments.color()?;
    let game = engine.open_game(color);
    let is_legal = |&point: &Point| game.check_as(color, Move::Play(point)).is_ok();
    Ok(show::names(game.board().size().points().filter(is_legal)))
}

/// The moves so far, the last one first, one in each line.
pub(super) fn move_history(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    let lines: Vec<String> = engine
        .game
        .turns()
        .rev()
        .filter_map(|turn| match turn {
            Turn::Move(color, mv) => Some(format!("{color} {mv}")),
            Turn::Resume(_) => None,
        })
        .collect();
    Ok(lines.join("\n"))
}

/// What is certain about a point even if its owner never answers.
pub(super) fn unconditional_status(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let point = arguments.mv()?.point().ok_or(Failure::SyntaxError)?;
    let board = engine.game.board();
    if !board.size().contains(point) {
        return Err(Failure::SyntaxError);
    }
    let suicide = engine.game.ruleset().suicide;
    let owner = life::area(board, suicide, life::Extent::Unconditional)[point];
    Ok(match (owner, board.stone(point)) {
        (None, _) => "undecided",
        (Some(owner), Some(stone)) if owner == stone => "alive",
        (Some(_), Some(_)) => "dead",
        (Some(Color::Black), None) => "black_territory",
        (Some(Color::White), None) => "white_territory",
    }
    .into())
}
