//! Commands that give Black stones in advance.

use tengen_rules::{Game, Point, Size, handicap};

use super::{Engine, show};
use crate::answer::Failure;
use crate::command::Arguments;

pub(super) fn fixed_handicap(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let n_stones = arguments.integer()?;
    let size = size_of_empty_board(engine)?;
    let n_stones = u8::try_from(n_stones).map_err(|_| Failure::InvalidNumberOfStones)?;
    let points = handicap::fixed_points(size, n_stones);
    let points: Vec<Point> = points.map_err(|_| Failure::InvalidNumberOfStones)?.collect();
    place(engine, &points)?;
    Ok(show::names(points))
}

pub(super) fn place_free_handicap(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let n_stones = arguments.integer()?;
    let size = size_of_empty_board(engine)?;
    let n_stones = usize::try_from(n_stones).map_err(|_| Failure::InvalidNumberOfStones)?;
    if !is_handicap(size, n_stones) {
        return Err(Failure::InvalidNumberOfStones);
    }
    let points = good_points(size, n_stones);
    place(engine, &points)?;
    Ok(show::names(points))
}

pub(super) fn set_free_handicap(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
) -> Result<String, Failure> {
    let size = size_of_empty_board(engine)?;
    let mut points = Vec::new();
    while !arguments.is_empty() {
        points.push(arguments.mv()?.point().ok_or(Failure::BadVertexList)?);
    }
    if !is_handicap(size, points.len()) {
        return Err(Failure::BadVertexList);
    }
    place(engine, &points)?;
    Ok(String::new())
}

fn size_of_empty_board(engine: &Engine<'_>) -> Result<Size, Failure> {
    let board = engine.game.board();
    if board.n_empty() < board.size().n_points() {
        return Err(Failure::BoardNotEmpty);
    }
    Ok(board.size())
}

fn is_handicap(size: Size, n_stones: usize) -> bool {
    (2..usize::from(size.n_points())).contains(&n_stones)
}

/// Fixed points as far as there are such: the protocol lets an engine place
/// fewer stones than it is offered. A board too small for fixed points is
/// filled from the center.
fn good_points(size: Size, n_stones: usize) -> Vec<Point> {
    let n_fixed = handicap::max_fixed(size).min(n_stones.try_into().unwrap_or(u8::MAX));
    if let Ok(points) = handicap::fixed_points(size, n_fixed) {
        return points.collect();
    }
    let from_center = |&point: &Point| {
        let columns = u16::from((2 * point.column() + 1).abs_diff(size.width()));
        let rows = u16::from((2 * point.row() + 1).abs_diff(size.height()));
        columns.pow(2) + rows.pow(2)
    };
    let mut points: Vec<Point> = size.points().collect();
    points.sort_by_key(from_center);
    points.truncate(n_stones);
    points
}

fn place(engine: &mut Engine<'_>, points: &[Point]) -> Result<(), Failure> {
    let (size, ruleset) = (engine.game.board().size(), *engine.game.ruleset());
    let game = Game::with_handicap(size, ruleset, points.iter().copied());
    engine.start(game.map_err(|_| Failure::BadVertexList)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use tengen_rules::Ruleset;

    use super::*;

    #[test]
    fn chosen_points_can_stand_on_every_board() {
        for (width, height) in (1..=25).flat_map(|width| (1..=9).map(move |it| (width, it))) {
            let size = Size::new(width, height).unwrap();
            for n_stones in (0..700).filter(|&it| is_handicap(size, it)) {
                let points = good_points(size, n_stones);
                assert!((2..=n_stones).contains(&points.len()), "{size}");
                Game::with_handicap(size, Ruleset::CHINESE, points).unwrap();
            }
        }
    }
}
