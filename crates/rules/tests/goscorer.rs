//! Territory on the boards of the scorer by lightvector, point by point.
//!
//! Each file has a board with dead stones in other letters (`b`, `w`) and the
//! territory expected (`z` for Black, `a` for White).

use std::fs;
use std::path::Path;

use tengen_rules::{Board, Color, Point, PointSet, Size, territory};

/// The widest board that the crate has.
const MAX_WIDTH: usize = Size::MAX_EDGE as usize;

#[test]
fn territory_of_every_board() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/goscorer");
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("test_"))
        .collect();
    names.sort();
    assert_eq!(names.len(), 61);

    let mut failures = Vec::new();
    for path in names {
        let text = fs::read_to_string(&path).unwrap();
        let (board, expected) = (section(&text, "BOARD:"), section(&text, "TERRITORY:"));
        let found = territory_of(&board);
        if found != expected {
            failures.push(path.file_name().unwrap().to_string_lossy().into_owned());
            for ((board, expected), found) in board.iter().zip(&expected).zip(&found) {
                failures.push(format!("{board}  {expected}  {found}"));
            }
        }
    }
    assert!(failures.is_empty(), "board, territory expected and found:\n{}", failures.join("\n"));
}

fn section(text: &str, title: &str) -> Vec<String> {
    let lines = text.lines().skip_while(|line| *line != title).skip(1);
    lines.take_while(|line| !line.ends_with(':') && !line.is_empty()).map(String::from).collect()
}

/// The board with letters for territory.
///
/// Nine of the boards are wider than ours. Their positions are many small
/// ones side by side, so a left and a right part that overlap are scored, and
/// each is believed on its own side of the middle. A part is made narrower if
/// the cut leaves a chain without liberties.
fn territory_of(board: &[String]) -> Vec<String> {
    let width = board[0].len();
    if width <= MAX_WIDTH {
        return territory_of_part(board).expect("the boards are positions that can stand");
    }
    let cut = |start: usize, end: usize| -> Option<Vec<String>> {
        let part: Vec<String> = board.iter().map(|row| row[start..end].to_string()).collect();
        territory_of_part(&part)
    };
    let lengths = || (width / 2..=MAX_WIDTH).rev();
    let left = lengths().find_map(|length| cut(0, length)).expect("some part can stand");
    let right =
        lengths().find_map(|length| cut(width - length, width)).expect("some part can stand");
    let middle = width / 2;
    left.iter()
        .zip(&right)
        .map(|(a, b)| format!("{}{}", &a[..middle], &b[b.len() - (width - middle)..]))
        .collect()
}

/// The part with letters for territory, or `None` if it cannot stand.
fn territory_of_part(rows: &[String]) -> Option<Vec<String>> {
    let board: Board = rows.join("\n").parse().ok()?;
    let sign = |point: Point| {
        let row = usize::from(board.size().height() - 1 - point.row());
        char::from(rows[row].as_bytes()[usize::from(point.column())])
    };
    let dead: PointSet = board.size().points().filter(|&it| "bw".contains(sign(it))).collect();
    let territory = territory::find(&board, &dead);
    let letter = |point: Point| match territory.owner[point] {
        Some(Color::Black) => 'z',
        Some(Color::White) => 'a',
        None => sign(point),
    };
    Some(board.size().rows().map(|row| row.map(letter).collect()).collect())
}
