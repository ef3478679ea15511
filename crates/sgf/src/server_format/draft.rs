//! Builds an SGF game from the fields and moves of another format.

use std::fmt::Write;

use crate::{Color, Move, Point, ValueBuf};

/// A game as other formats know it.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// The side of the board, 19 if it is not known.
    size: Option<u8>,
    /// Properties of the root, in the order in which they were found.
    info: Vec<(&'static str, String)>,
    n_handicap: u8,
    pub(super) black: Vec<Point>,
    pub(super) white: Vec<Point>,
    pub(super) comment: String,
    pub(super) turns: Vec<Turn>,
}

/// A move with what is said about it.
#[derive(Debug)]
pub(super) struct Turn {
    pub(super) color: Color,
    pub(super) mv: Move,
    pub(super) comment: String,
    pub(super) labels: Vec<(Point, String)>,
}

/// Where the third of three handicap stones goes.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum ThirdStone {
    /// To the lower right, as nearly everywhere.
    LowerRight,
    /// To the upper left, as on Korean servers.
    UpperLeft,
}

impl Draft {
    pub(super) fn size(&self) -> u8 {
        self.size.unwrap_or(19)
    }

    /// Sets the side of the board, if there are letters for it.
    pub(super) fn set_size(&mut self, size: &str) {
        self.size = size.trim().parse().ok().filter(|it| (1..=52).contains(it));
    }

    /// Gives the root a property, unless it has it or the value is empty.
    pub(super) fn set(&mut self, name: &'static str, value: impl AsRef<str>) {
        let value = value.as_ref().trim();
        if !value.is_empty() && self.info.iter().all(|it| it.0 != name) {
            self.info.push((name, value.to_owned()));
        }
    }

    pub(super) fn set_handicap(&mut self, n_stones: &str) {
        let n_stones = n_stones.trim().parse().unwrap_or(0);
        if (2..=9).contains(&n_stones) {
            self.n_handicap = n_stones;
            self.set("HA", n_stones.to_string());
        }
    }

    pub(super) fn has_handicap(&self) -> bool {
        self.n_handicap > 0
    }

    pub(super) fn push(&mut self, color: Color, mv: Move) {
        self.turns.push(Turn { color, mv, comment: String::new(), labels: Vec::new() });
    }

    /// Whose turn it is if the players alternate.
    pub(super) fn to_play(&self) -> Color {
        match self.turns.last() {
            Some(turn) if turn.color == Color::Black => Color::White,
            None if self.has_handicap() => Color::White,
            _ => Color::Black,
        }
    }

    /// Puts the handicap stones to their places, if the file does not say
    /// where they are.
    pub(super) fn place_handicap(&mut self, third: ThirdStone) {
        if !self.black.is_empty() || !self.has_handicap() {
            return;
        }
        let size = self.size();
        let near = if size >= 13 { 3 } else { 2 };
        if size < 7 {
            return;
        }
        let (far, middle) = (size - 1 - near, size / 2);
        let (upper_left, lower_right) = ((near, near), (far, far));
        let is_played = |(column, row)| {
            let point = Point::new(column, row).map(Move::Play);
            self.turns.iter().any(|turn| Some(turn.mv) == point)
        };
        // Where someone plays later there was no stone.
        let is_upper_left = match third {
            ThirdStone::UpperLeft => !is_played(upper_left) || is_played(lower_right),
            ThirdStone::LowerRight => is_played(lower_right) && !is_played(upper_left),
        };
        let mut places = vec![(far, near), (near, far), lower_right, upper_left];
        if is_upper_left {
            places.swap(2, 3);
        }
        let n_stones = self.n_handicap;
        places.truncate(n_stones.into());
        if n_stones > 5 {
            places.extend([(near, middle), (far, middle)]);
        }
        if n_stones > 7 {
            places.extend([(middle, near), (middle, far)]);
        }
        if n_stones > 4 && n_stones % 2 == 1 {
            places.push((middle, middle));
        }
        self.black = places.into_iter().filter_map(|it| Point::new(it.0, it.1)).collect();
    }

    /// The game as a file.
    pub(super) fn to_sgf(&self) -> String {
        let mut out = format!("(;FF[4]GM[1]CA[UTF-8]SZ[{}]", self.size());
        for (name, value) in &self.info {
            property(&mut out, name, [value.as_str()]);
        }
        property(&mut out, "AB", self.black.iter().copied());
        property(&mut out, "AW", self.white.iter().copied());
        property(&mut out, "C", comment(&self.comment));
        for (idx, turn) in self.turns.iter().enumerate() {
            out.push_str(if idx % 10 == 0 { "\n;" } else { ";" });
            let name = if turn.color == Color::Black { "B" } else { "W" };
            property(&mut out, name, [turn.mv]);
            let labels = turn.labels.iter().map(|it| ValueBuf::compose(it.0, it.1.as_str()));
            property(&mut out, "LB", labels);
            property(&mut out, "C", comment(&turn.comment));
        }
        out.push_str(")\n");
        out
    }
}

fn comment(text: &str) -> Option<&str> {
    Some(text.trim_end()).filter(|it| !it.is_empty())
}

/// Writes a property, unless it has no values.
fn property<V: Into<ValueBuf>>(out: &mut String, name: &str, values: impl IntoIterator<Item = V>) {
    for (idx, value) in values.into_iter().enumerate() {
        let name = if idx == 0 { name } else { "" };
        let result = write!(out, "{name}[{}]", value.into().raw());
        debug_assert!(result.is_ok(), "a string takes any text");
    }
}

/// A number of tenths, such as `65`, as a real number.
pub(super) fn tenths(number: &str) -> Option<String> {
    let tenths: u32 = number.trim().parse().ok()?;
    Some(match tenths % 10 {
        0 => (tenths / 10).to_string(),
        rest => format!("{}.{rest}", tenths / 10),
    })
}

/// A date of year, month and day, if it is one.
pub(super) fn date<'a>(parts: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut parts = parts.into_iter().map(|it| it.trim().parse::<u16>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let is_date = year > 0 && (1..=12).contains(&month) && (1..=31).contains(&day);
    is_date.then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// A rank such as `9D`, `9DP` or `3K`, as SGF has it.
pub(super) fn rank(rank: &str) -> String {
    let rank = rank.trim().trim_end_matches(['*', '?', '!']);
    let n_digits = rank.bytes().take_while(u8::is_ascii_digit).count();
    let (number, grade) = rank.split_at(n_digits);
    let letter = match grade.to_ascii_uppercase().as_str() {
        "D" | "DAN" | "段" | "단" => "d",
        "K" | "G" | "KYU" | "GUP" | "級" | "级" | "급" => "k",
        "P" | "DP" | "段P" | "단P" => "p",
        _ => return rank.to_owned(),
    };
    if number.is_empty() { rank.to_owned() } else { format!("{number}{letter}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_in_lower_case() {
        for (from, to) in [("9D", "9d"), ("9DP", "9p"), ("3K", "3k"), ("7段*", "7d"), ("D", "D")] {
            assert_eq!(rank(from), to);
        }
    }

    #[test]
    fn handicap_stones_have_places() {
        for (size, n_stones, third, expected) in [
            ("19", "2", ThirdStone::UpperLeft, "[pd][dp]"),
            ("19", "3", ThirdStone::UpperLeft, "[pd][dp][dd]"),
            ("19", "3", ThirdStone::LowerRight, "[pd][dp][pp]"),
            ("13", "5", ThirdStone::LowerRight, "[jd][dj][jj][dd][gg]"),
            ("9", "6", ThirdStone::LowerRight, "[gc][cg][gg][cc][ce][ge]"),
            ("19", "9", ThirdStone::LowerRight, "[pd][dp][pp][dd][dj][pj][jd][jp][jj]"),
        ] {
            let mut draft = Draft::default();
            draft.set_size(size);
            draft.set_handicap(n_stones);
            draft.place_handicap(third);
            let expected = format!("(;FF[4]GM[1]CA[UTF-8]SZ[{size}]HA[{n_stones}]AB{expected})\n");
            assert_eq!(draft.to_sgf(), expected);
        }
    }

    #[test]
    fn third_stone_is_where_nobody_plays() {
        let mut draft = Draft::default();
        draft.set_handicap("3");
        draft.push(Color::White, Move::Play(Point::new(3, 3).unwrap()));
        draft.place_handicap(ThirdStone::UpperLeft);
        assert_eq!(draft.black[2], Point::new(15, 15).unwrap());
    }
}
