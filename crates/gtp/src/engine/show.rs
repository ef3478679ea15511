//! The board as text.

use tengen_rules::{Color, Game, Move, Point, PointSet, Size, Turn, handicap};

use super::Engine;
use crate::answer::Failure;
use crate::command::Arguments;

pub(super) fn showboard(engine: &mut Engine<'_>, _: Arguments<'_>) -> Result<String, Failure> {
    Ok(diagram(&engine.game))
}

/// Points with spaces between them.
pub(super) fn names(points: impl IntoIterator<Item = Point>) -> String {
    let names: Vec<String> = points.into_iter().map(|point| point.to_string()).collect();
    names.join(" ")
}

/// The board with coordinates, and below it what else there is to know.
///
/// It starts with a line break, so that its rows stand below each other.
fn diagram(game: &Game) -> String {
    let size = game.board().size();
    let prisoners = game.position().prisoners;
    let columns = format!("   {}", column_names(size));
    let mut lines = vec![String::new(), columns.clone()];
    lines.extend(rows(game));
    lines.push(columns);
    lines.push(format!("{} to play, komi {}", game.to_play(), game.komi()));
    lines.push(format!("prisoners: black {}, white {}", prisoners.black, prisoners.white));
    lines.join("\n")
}

/// The rows with the last move in parentheses.
fn rows(game: &Game) -> impl Iterator<Item = String> {
    let size = game.board().size();
    let stars: PointSet = handicap::star_points(size).collect();
    let last = last_point(game);
    (1..=size.height()).rev().zip(size.rows()).map(move |(row, points)| {
        let mut line = format!("{row:2}");
        let mut gap = ' ';
        for point in points {
            let is_last = last == Some(point);
            line.push(if is_last { '(' } else { gap });
            line.push(sign(game, &stars, point));
            gap = if is_last { ')' } else { ' ' };
        }
        format!("{line}{gap}{row}")
    })
}

fn sign(game: &Game, stars: &PointSet, point: Point) -> char {
    match game.board().stone(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None if stars.contains(point) => '+',
        None => '.',
    }
}

/// The stone played last, unless it took its own last liberty.
fn last_point(game: &Game) -> Option<Point> {
    match game.turns().next_back()? {
        Turn::Move(_, Move::Play(point)) if !game.board().is_empty_at(point) => Some(point),
        _ => None,
    }
}

/// The letters of the columns.
fn column_names(size: Size) -> String {
    let first_row = (0..size.width()).filter_map(|column| Point::new(column, 0, size));
    let names: Vec<String> = first_row.map(|it| it.to_string().replace('1', "")).collect();
    names.join(" ")
}
