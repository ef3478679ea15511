//! NGF, the format of Cyberoro and Wbaduk.
//!
//! Twelve lines of header, then moves such as `PMABBQEEQ`: the number of the
//! move, its color, and column and row as letters, of which `B` is the first;
//! the last two letters repeat them.

use super::draft::{Draft, ThirdStone, date, rank};
use super::outcome::outcome;
use crate::{Color, Move, Point};

/// Whether the second line is the size of a board and some line is a move.
pub(super) fn is_ngf(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&it| it == b'\n').map(<[u8]>::trim_ascii);
    let size = lines.nth(1).and_then(|it| str::from_utf8(it).ok()?.parse::<u8>().ok());
    size.is_some_and(|it| (2..=52).contains(&it)) && lines.take(20).any(|it| turn(it).is_some())
}

pub(super) fn read(text: &str) -> Draft {
    let mut draft = Draft::default();
    let lines: Vec<&str> = text.lines().collect();
    // Old files have a shorter header, of which the beginning is the same.
    let n_header = lines.iter().position(|it| turn(it.as_bytes()).is_some()).unwrap_or(lines.len());
    let header = |idx: usize| lines[..n_header].get(idx).copied().unwrap_or_default().trim();
    draft.set_size(header(1));
    draft.set("GN", header(0));
    player(&mut draft, ["PB", "BR"], header(3));
    player(&mut draft, ["PW", "WR"], header(2));
    draft.set("PC", header(4));
    draft.set_handicap(header(5));
    draft.set("KM", komi(header(7), draft.has_handicap()));
    let day = header(8).get(..8).unwrap_or_default();
    if day.is_ascii() && day.len() == 8 {
        draft.set("DT", date([&day[..4], &day[4..6], &day[6..]]).unwrap_or_default());
    }
    draft.set("RE", outcome(header(10)));
    for (color, mv) in lines.iter().filter_map(|it| turn(it.trim().as_bytes())) {
        draft.push(color, mv);
    }
    draft.place_handicap(ThirdStone::UpperLeft);
    draft
}

/// The komi of a game, which lacks its half in an even game.
fn komi(points: &str, has_handicap: bool) -> String {
    match points.parse::<i16>() {
        Ok(points) if !has_handicap && points >= 0 => format!("{points}.5"),
        Ok(points) => points.to_string(),
        Err(_) => points.parse::<f32>().map(|it| it.to_string()).unwrap_or_default(),
    }
}

/// Sets a name, and the rank that is behind it.
fn player(draft: &mut Draft, names: [&'static str; 2], line: &str) {
    match line.rsplit_once(char::is_whitespace) {
        Some((name, grade)) if grade.contains(|it: char| it.is_ascii_digit()) => {
            draft.set(names[0], name);
            draft.set(names[1], rank(grade));
        }
        _ => draft.set(names[0], line),
    }
}

/// The move of a line, if it is one.
fn turn(line: &[u8]) -> Option<(Color, Move)> {
    let [b'P', b'M', b'A'..=b'Z', b'A'..=b'Z', color, column, row, ..] = *line else { return None };
    let color = match color {
        b'B' => Color::Black,
        b'W' => Color::White,
        _ => return None,
    };
    if (column, row) == (b'A', b'A') {
        return Some((color, Move::Pass));
    }
    let place = |letter: u8| letter.checked_sub(b'B').filter(|&it| it < 26);
    Some((color, Move::Play(Point::new(place(column)?, place(row)?)?)))
}
