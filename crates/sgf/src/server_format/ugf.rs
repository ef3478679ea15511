//! UGF, the format of Pandanet, also called UGI.
//!
//! Sections of the kind `[Header]`, with fields `Name=Value`, and a section
//! `[Data]` of moves such as `QD,B1,1,0`: column and row as letters, color and
//! player, number of the move, seconds. Move 0 is a stone that is set up.

use super::draft::{Draft, ThirdStone, date, rank};
use crate::{Color, Encoding, Move, Point};

pub(super) fn is_ugf(bytes: &[u8]) -> bool {
    lines(bytes).any(|it| it.eq_ignore_ascii_case(b"[Header]"))
}

/// The encoding that a file names.
pub(super) fn encoding(bytes: &[u8]) -> Option<Encoding> {
    let name = lines(bytes).find_map(|it| it.strip_prefix(b"Lang="))?;
    str::from_utf8(name).ok()?.parse().ok()
}

/// The first lines of a file.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|&it| it == b'\n').map(<[u8]>::trim_ascii).take(100)
}

pub(super) fn read(text: &str) -> Draft {
    let mut reader = Reader { draft: Draft::default(), is_upward: false, note: None };
    let mut section = "";
    for line in text.lines() {
        let line = line.trim_end();
        if let Some(name) = line.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
            section = name;
            reader.note = None;
            continue;
        }
        match section.to_ascii_lowercase().as_str() {
            "header" => reader.field(line),
            "data" => reader.turn(line),
            "figure" => reader.figure(line),
            _ => (),
        }
    }
    reader.draft.place_handicap(ThirdStone::LowerRight);
    reader.draft
}

struct Reader {
    draft: Draft,
    /// Whether rows are counted from the bottom.
    is_upward: bool,
    /// The move that the text at hand is about, of which 0 is the root.
    note: Option<usize>,
}

impl Reader {
    fn field(&mut self, line: &str) {
        let Some((name, value)) = line.split_once('=') else { return };
        let parts: Vec<&str> = value.split(',').map(str::trim).collect();
        let part = |idx: usize| parts.get(idx).copied().unwrap_or_default();
        let draft = &mut self.draft;
        match name.trim() {
            "Title" => {
                let parts: Vec<&str> = parts.iter().copied().filter(|it| !it.is_empty()).collect();
                draft.set("EV", parts.join(", "));
            }
            "PlayerB" => {
                draft.set("PB", part(0));
                draft.set("BR", rank(part(1)));
            }
            "PlayerW" => {
                draft.set("PW", part(0));
                draft.set("WR", rank(part(1)));
            }
            "Size" => draft.set_size(value),
            "Hdcp" => {
                draft.set_handicap(part(0));
                let komi = part(1).parse::<f32>().ok().filter(|it| it.is_finite());
                draft.set("KM", komi.map(|it| it.to_string()).unwrap_or_default());
            }
            "Rule" | "Rules" => draft.set("RU", rules(value.trim())),
            "Date" => {
                let first = date(part(0).split('/')).or_else(|| date(part(2).split('/')));
                draft.set("DT", first.unwrap_or_default());
            }
            "Winner" => draft.set("RE", result(part(0), part(1))),
            "Place" => draft.set("PC", value),
            "Writer" => draft.set("US", value),
            "Commentator" => draft.set("AN", value),
            "Copyright" => draft.set("CP", value),
            "Comment" => draft.set("GC", value),
            "CoordinateType" => self.is_upward = value.trim().eq_ignore_ascii_case("IGS"),
            _ => (),
        }
    }

    fn turn(&mut self, line: &str) {
        let parts: Vec<&str> = line.split(',').map(str::trim).collect();
        let [place, player, number, ..] = parts[..] else { return };
        let [column @ b'A'..=b'Z', row @ b'A'..=b'Z'] = *place.as_bytes() else { return };
        let color = match player.as_bytes().first() {
            Some(b'B') => Color::Black,
            Some(b'W') => Color::White,
            // Seen for a pass without a player.
            _ if player == "MK" => self.draft.to_play(),
            _ => return,
        };
        let point = self.point(column - b'A', row - b'A');
        // A pass has the column Y or Z, whatever its row.
        let is_pass = column >= b'Y' && column - b'A' >= self.draft.size();
        match point {
            _ if is_pass => self.draft.push(color, Move::Pass),
            Some(point) if number == "0" => match color {
                Color::Black => self.draft.black.push(point),
                Color::White => self.draft.white.push(point),
            },
            Some(point) => self.draft.push(color, Move::Play(point)),
            None => (),
        }
    }

    fn point(&self, column: u8, row: u8) -> Option<Point> {
        let row = if self.is_upward { self.draft.size().checked_sub(row + 1)? } else { row };
        Point::new(column, row)
    }

    /// Takes a line of the comments.
    fn figure(&mut self, line: &str) {
        if let Some(start) = line.strip_prefix(".Text,") {
            let number = start.split(',').next().and_then(|it| it.trim().parse().ok());
            self.note = number.filter(|&it: &usize| it <= self.draft.turns.len());
        } else if line.starts_with(".End") {
            self.note = None;
        } else if let Some(label) = line.strip_prefix(".#,") {
            self.label(label);
        } else if let Some(note) = self.note.filter(|_| !line.starts_with('.')) {
            let comment = match note.checked_sub(1) {
                Some(idx) => &mut self.draft.turns[idx].comment,
                None => &mut self.draft.comment,
            };
            comment.push_str(line);
            comment.push('\n');
        }
    }

    /// Takes a label such as `6,16,E`, counted from one.
    fn label(&mut self, label: &str) {
        let mut parts = label.splitn(3, ',');
        let mut number = || parts.next()?.trim().parse::<u8>().ok()?.checked_sub(1);
        let point = number()
            .zip(number())
            .and_then(|it| if it.1 < u8::MAX { self.point(it.0, it.1) } else { None });
        let (Some(point), Some(text)) = (point, parts.next()) else { return };
        let turn = self.note.and_then(|it| it.checked_sub(1));
        if let Some(turn) = turn.and_then(|it| self.draft.turns.get_mut(it)) {
            turn.labels.push((point, text.trim().to_owned()));
        }
    }
}

fn rules(name: &str) -> &str {
    match name {
        "JPN" | "JP" => "Japanese",
        "CHN" | "CH" => "Chinese",
        name => name,
    }
}

/// The result from the winner and the margin, of which `C` means that the
/// other resigned.
fn result(winner: &str, margin: &str) -> String {
    let color = match winner {
        "B" | "W" => winner,
        "D" => return "Draw".to_owned(),
        "O" | "N" | "N1" => return "Void".to_owned(),
        "A" | "E" | "P" => return "?".to_owned(),
        _ => return String::new(),
    };
    let margin = match margin.get(..1) {
        Some("C" | "c" | "R") => "R".to_owned(),
        Some("T") => "T".to_owned(),
        Some("F") => "F".to_owned(),
        _ => margin.parse::<f32>().map(|it| it.to_string()).unwrap_or_default(),
    };
    format!("{color}+{margin}")
}
