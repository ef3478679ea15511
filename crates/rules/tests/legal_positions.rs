//! The number of positions in which every chain has a liberty, against the
//! counts of John Tromp and Gunnar Farnebäck ("Combinatorics of Go").

use serde_json::Value;
use tengen_rules::{Board, Color, Point, Size, Suicide};

const COUNTS: &str = include_str!("data/legal_positions.json");

#[test]
fn legal_positions_of_small_boards() {
    let counts: Value = serde_json::from_str(COUNTS).unwrap();
    for (name, count) in counts["rect"].as_object().unwrap() {
        let size: Size = name.parse().unwrap();
        let expected: u64 = count.as_str().unwrap().parse().unwrap();
        assert_eq!(n_legal_positions(size), expected, "{name}");
    }
}

/// Tries all stones on all points.
///
/// What is not decided yet stays empty, and more stones leave fewer
/// liberties, so a chain without liberties will never be legal again.
fn n_legal_positions(size: Size) -> u64 {
    let points: Vec<Point> = size.points().collect();
    let board = Board::new(size);
    let mut n_positions = 1;
    for idx in 0..points.len() {
        // For each position whose first stone is black, there is one with
        // the colors swapped.
        n_positions += 2 * n_with_stone(&board, Color::Black, &points[idx..]);
    }
    n_positions
}

/// The number of legal positions with this stone on the first of the points
/// that are not decided.
fn n_with_stone(board: &Board, color: Color, undecided: &[Point]) -> u64 {
    let Some((&point, rest)) = undecided.split_first() else { return 0 };
    if !is_placed_only(board, color, point) {
        return 0;
    }
    if rest.is_empty() {
        return 1;
    }
    let mut board = *board;
    board.play_unchecked(color, point);
    n_continued(&board, rest)
}

/// The number of legal positions with anything on the points that are not
/// decided.
fn n_continued(board: &Board, undecided: &[Point]) -> u64 {
    let Some((_, rest)) = undecided.split_first() else { return 1 };
    let with_stone = Color::ALL.map(|color| n_with_stone(board, color, undecided));
    n_continued(board, rest) + with_stone.iter().sum::<u64>()
}

/// Whether a stone can be put on an empty point such that every chain keeps a
/// liberty.
fn is_placed_only(board: &Board, color: Color, point: Point) -> bool {
    let captures = |neighbor: Point| {
        board.stone(neighbor) == Some(!color) && board.atari(neighbor) == Some(point)
    };
    board.check(color, point, Suicide::Forbidden).is_ok()
        && !point.neighbors(board.size()).any(captures)
}
