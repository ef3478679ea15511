//! What the addresses of the pages say.

use std::fmt::Write as _;

use serde::Deserialize;
use tengen_front::library::Part;
use tengen_library::{Query, QueryError};
use tengen_rules::{Color, Point, Size};

use super::GamesPage;

/// What somebody looks for in the list of games.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct GamesForm {
    pub(crate) q: String,
    pub(crate) sort: String,
    reversed: String,
    mine: String,
    start: String,
}

impl GamesForm {
    pub(super) fn of(query: &str) -> GamesForm {
        GamesForm { q: query.to_owned(), ..GamesForm::default() }
    }

    /// The query, within the visitor's games if only those are wanted.
    pub(crate) fn query(&self) -> Result<Query, QueryError> {
        let query: Query = self.q.parse()?;
        Ok(if self.is_mine() { query.and(Query::mine()) } else { query })
    }

    pub(crate) fn is_mine(&self) -> bool {
        !self.mine.is_empty()
    }

    pub(crate) fn is_reversed(&self) -> bool {
        !self.reversed.is_empty()
    }

    /// How many games are on the pages before.
    pub(crate) fn start(&self) -> u32 {
        self.start.parse().unwrap_or(0)
    }

    pub(crate) fn page(self) -> GamesPage {
        GamesPage { form: self, ..GamesPage::default() }
    }

    pub(super) fn address(&self, start: u32) -> String {
        let start = if start > 0 { start.to_string() } else { String::new() };
        address(
            "/library",
            &[
                ("q", &self.q),
                ("sort", &self.sort),
                ("reversed", &self.reversed),
                ("mine", &self.mine),
                ("start", &start),
            ],
        )
    }
}

/// What position somebody looks for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PositionForm {
    /// The size of the empty board to begin with.
    pub(crate) size: String,
    /// Or a game of this server,
    pub(crate) game: String,
    /// and the number of the move.
    #[serde(rename = "move")]
    pub(crate) number: String,
    /// What was played since: `BD4.WQ16`.
    moves: String,
    /// The corner that is looked for, by its point, or empty.
    pub(crate) part: String,
    /// Or a part of the board: `C3:H6`.
    pub(crate) area: String,
    anywhere: String,
    colors: String,
    variations: String,
    mine: String,
    pub(crate) q: String,
}

impl PositionForm {
    pub(crate) fn is_anywhere(&self) -> bool {
        !self.anywhere.is_empty()
    }

    pub(crate) fn has_both_colors(&self) -> bool {
        !self.colors.is_empty()
    }

    pub(crate) fn has_variations(&self) -> bool {
        !self.variations.is_empty()
    }

    pub(crate) fn is_mine(&self) -> bool {
        !self.mine.is_empty()
    }

    /// The moves, with `None` for what is none.
    pub(crate) fn moves(&self) -> impl Iterator<Item = Option<(Color, Point)>> {
        self.moves.split('.').filter(|it| !it.is_empty()).map(|text| {
            let color = match text.chars().next()? {
                'B' => Color::Black,
                'W' => Color::White,
                _ => return None,
            };
            Some((color, text.get(1..)?.parse().ok()?))
        })
    }

    pub(super) fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// The same with one move more.
    pub(super) fn with_move(&self, color: Color, point: Point) -> PositionForm {
        let separator = if self.moves.is_empty() { "" } else { "." };
        let moves = format!("{}{separator}{}{point}", self.moves, color.letter());
        PositionForm { moves, ..self.clone() }
    }

    /// The empty board of another size.
    pub(super) fn with_size(&self, size: &str) -> PositionForm {
        PositionForm { size: size.to_owned(), ..self.without_moves() }
    }

    /// The same with one move less.
    pub(super) fn without_last_move(&self) -> PositionForm {
        let moves = self.moves.rsplit_once('.').map_or("", |it| it.0).to_owned();
        PositionForm { moves, ..self.clone() }
    }

    pub(super) fn without_moves(&self) -> PositionForm {
        PositionForm { moves: String::new(), ..self.clone() }
    }

    /// What a form sends along, besides what can be chosen in it.
    pub(super) fn hidden(&self) -> [(&'static str, &str); 4] {
        [("size", &self.size), ("game", &self.game), ("move", &self.number), ("moves", &self.moves)]
    }

    pub(super) fn address(&self) -> String {
        let chosen = [
            ("part", self.part.as_str()),
            ("area", &self.area),
            ("anywhere", &self.anywhere),
            ("colors", &self.colors),
            ("variations", &self.variations),
            ("mine", &self.mine),
            ("q", &self.q),
        ];
        address("/library/position", &[&self.hidden()[..], &chosen].concat())
    }
}

/// The part of a board that is looked for; `None` if the area is none.
pub(crate) fn chosen_part(part: &str, area: &str, is_anywhere: bool, size: Size) -> Option<Part> {
    let on_board = |text: &str| {
        let point: Point = text.trim().parse().ok()?;
        size.contains(point).then_some(point)
    };
    if area.trim().is_empty() {
        return Some(on_board(part).map_or(Part::Whole, Part::Corner));
    }
    let (one, other) = area.split_once([':', '-', ' '])?;
    let (one, other) = (on_board(one)?, on_board(other)?);
    Some(if is_anywhere { Part::Anywhere(one, other) } else { Part::Rectangle(one, other) })
}

/// An address with what is not empty.
fn address(path: &str, values: &[(&str, &str)]) -> String {
    let mut address = path.to_owned();
    let known = values.iter().filter(|(_, value)| !value.is_empty());
    for ((name, value), separator) in known.zip(std::iter::once('?').chain(std::iter::repeat('&')))
    {
        address.extend([separator]);
        address.extend([*name, "="]);
        for byte in value.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => {
                    address.push(char::from(byte));
                }
                other => _ = write!(address, "%{other:02X}"),
            }
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_carry_what_was_typed() {
        let form = GamesForm::of("player:\"李 & <b>\" a+b#c");
        let expected = "/library?q=player%3A%22%E6%9D%8E%20%26%20%3Cb%3E%22%20a%2Bb%23c&start=50";
        assert_eq!(form.address(50), expected);
        let form = PositionForm { size: "9".into(), ..PositionForm::default() };
        let form = form.with_move(Color::Black, "E5".parse().unwrap());
        let form = form.with_move(Color::White, "C7".parse().unwrap());
        assert_eq!(form.address(), "/library/position?size=9&moves=BE5.WC7");
        let moves: Vec<_> = form.moves().map(Option::unwrap).collect();
        assert_eq!(moves[1], (Color::White, "C7".parse().unwrap()));
        assert_eq!(form.without_last_move().address(), "/library/position?size=9&moves=BE5");
        let bad = PositionForm { moves: "E5.BZZ".into(), ..PositionForm::default() };
        assert!(bad.moves().all(|it| it.is_none()));
    }

    #[test]
    fn parts_are_on_the_board() {
        let part = |part, area| chosen_part(part, area, false, Size::NINE);
        assert_eq!(part("", ""), Some(Part::Whole));
        assert_eq!(part("J9", ""), Some(Part::Corner("J9".parse().unwrap())));
        assert_eq!(part("T19", ""), Some(Part::Whole));
        let rectangle = Part::Rectangle("A1".parse().unwrap(), "C3".parse().unwrap());
        assert_eq!(part("J9", "a1:c3"), Some(rectangle));
        assert_eq!(part("", "A1:T19"), None);
        assert_eq!(part("", "nonsense"), None);
    }
}
