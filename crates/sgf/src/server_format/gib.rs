//! GIB, the format of Tygem.
//!
//! A header of fields `\[NAME=VALUE\]`, then lines such as `STO 0 5 1 15 3`:
//! the fifth item is a stone of Black in column 15 and row 3, counted from
//! zero at the top left.

use super::draft::{Draft, ThirdStone, date, rank, tenths};
use super::outcome::outcome;
use crate::{Color, Move, Point};

pub(super) fn is_gib(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\\HS") || bytes.starts_with(b"\\[GAME") || bytes.starts_with(b"\\GS")
}

pub(super) fn read(text: &str) -> Draft {
    let mut draft = Draft::default();
    let (header, body) = text.split_once("\\HE").unwrap_or((text, text));
    let fields: Vec<(&str, &str)> = fields(header).collect();
    for &(name, value) in &fields {
        match name {
            "GAMEBLACKNAME" => player(&mut draft, ["PB", "BR"], value),
            "GAMEWHITENAME" => player(&mut draft, ["PW", "WR"], value),
            "GAMENAME" => draft.set("GN", value),
            "GAMEPLACE" => draft.set("PC", value),
            "GAMECOMMENT" => draft.set("GC", value),
            "GAMEDATE" => draft.set("DT", date(value.split('-')).unwrap_or_default()),
            "GAMEINFOMAIN" => main_info(&mut draft, value),
            "GAMETAG" => tag(&mut draft, value),
            _ => (),
        }
    }
    for (name, value) in fields {
        match name {
            "GAMEBLACKNICK" => draft.set("PB", value),
            "GAMEWHITENICK" => draft.set("PW", value),
            "GAMERESULT" => draft.set("RE", outcome(value)),
            _ => (),
        }
    }
    let game = body.split("\\GE").next().unwrap_or_default();
    game.lines().for_each(|line| item(&mut draft, line));
    draft.place_handicap(ThirdStone::UpperLeft);
    draft
}

/// The names and values of a header.
fn fields(header: &str) -> impl Iterator<Item = (&str, &str)> {
    header.split("\\[").filter_map(|it| it.split("\\]").next()?.split_once('='))
}

/// Sets a name, and the rank that is behind it in brackets.
fn player(draft: &mut Draft, names: [&'static str; 2], value: &str) {
    let ranked = value.trim().strip_suffix(')').and_then(|it| it.rsplit_once('('));
    match ranked {
        Some((name, grade)) if !name.trim().is_empty() => {
            draft.set(names[0], name);
            draft.set(names[1], rank(grade));
        }
        _ => draft.set(names[0], value),
    }
}

/// Sets what is in a list such as `GRLT:3,ZIPSU:0,GONGJE:65`.
fn main_info(draft: &mut Draft, value: &str) {
    let field = |name| value.split(',').find_map(|it| it.trim().strip_prefix(name));
    result(draft, field("GRLT:"), field("ZIPSU:"));
    draft.set("KM", field("GONGJE:").and_then(tenths).unwrap_or_default());
    let time: Vec<&str> = field("GTIME:").unwrap_or_default().split('-').collect();
    if let [main, period, n_periods] = time[..] {
        times(draft, main, period, n_periods);
    }
}

/// Sets what is in a list such as `W3,Z0,G65,T30-3-1200,C2016:03:26:17:29`.
fn tag(draft: &mut Draft, value: &str) {
    let field = |letter: char| {
        let values = value.split(',').filter_map(move |it| it.trim().strip_prefix(letter));
        values.into_iter().find(|it| it.starts_with(|it: char| it.is_ascii_digit()))
    };
    result(draft, field('W'), field('Z'));
    draft.set("KM", field('G').and_then(tenths).unwrap_or_default());
    draft.set("DT", field('C').and_then(|it| date(it.split(':'))).unwrap_or_default());
    let time: Vec<&str> = field('T').unwrap_or_default().split('-').collect();
    if let [period, n_periods, main] = time[..] {
        times(draft, main, period, n_periods);
    }
}

/// Sets the result from its kind, and the margin in tenths.
fn result(draft: &mut Draft, kind: Option<&str>, margin: Option<&str>) {
    let margin = || margin.and_then(tenths).unwrap_or_default();
    match kind {
        Some("0") => draft.set("RE", format!("B+{}", margin())),
        Some("1") => draft.set("RE", format!("W+{}", margin())),
        Some("3") => draft.set("RE", "B+R"),
        Some("4") => draft.set("RE", "W+R"),
        Some("7") => draft.set("RE", "B+T"),
        Some("8") => draft.set("RE", "W+T"),
        _ => (),
    }
}

/// Sets the times, all in seconds.
fn times(draft: &mut Draft, main: &str, period: &str, n_periods: &str) {
    let number = |it: &str| it.trim().parse::<u32>().ok().filter(|&it| it > 0);
    if let Some(main) = number(main) {
        draft.set("TM", main.to_string());
    }
    if let (Some(period), Some(n_periods)) = (number(period), number(n_periods)) {
        draft.set("OT", format!("{n_periods}x{period} byo-yomi"));
    }
}

/// Takes a line of the game.
fn item(draft: &mut Draft, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let color = match words.get(3) {
        Some(&"1") => Some(Color::Black),
        Some(&"2") => Some(Color::White),
        _ => None,
    };
    match words[..] {
        ["INI", _, _, n_stones, ..] => draft.set_handicap(n_stones),
        ["STO", _, _, _, column, row, ..] => {
            let number = |it: &str| it.parse().ok();
            let point = number(column).zip(number(row)).and_then(|it| Point::new(it.0, it.1));
            if let (Some(color), Some(point)) = (color, point) {
                draft.push(color, Move::Play(point));
            }
        }
        ["SKI", ..] => {
            let color = color.unwrap_or_else(|| draft.to_play());
            draft.push(color, Move::Pass);
        }
        _ => (),
    }
}
