//! A part of a board by words: `corner D4`, `A1:J9 anywhere mine`.

use tengen_rules::Point;

use crate::library::Part;

/// What of the viewed position is looked for in the library, and how.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct PositionWords {
    /// The part of the board.
    pub part: Part,
    /// Only in games of the user.
    pub is_mine: bool,
    /// Also with Black and White changed.
    pub has_both_colors: bool,
    /// Also in variations.
    pub has_variations: bool,
}

/// The whole board, in all games.
impl Default for PositionWords {
    fn default() -> PositionWords {
        PositionWords {
            part: Part::Whole,
            is_mine: false,
            has_both_colors: false,
            has_variations: false,
        }
    }
}

impl PositionWords {
    /// Reads words; the word that is none of them is the error.
    pub(super) fn parse(text: &str) -> Result<PositionWords, String> {
        let mut words = PositionWords::default();
        let mut is_anywhere = false;
        let mut texts = text.split_whitespace();
        while let Some(text) = texts.next() {
            match text.to_lowercase().as_str() {
                "whole" => words.part = Part::Whole,
                "corner" => {
                    let name = texts.next().unwrap_or_default();
                    let point: Point = name.parse().map_err(|_| name.to_owned())?;
                    words.part = Part::Corner(point);
                }
                "mine" => words.is_mine = true,
                "colors" => words.has_both_colors = true,
                "variations" => words.has_variations = true,
                "anywhere" => is_anywhere = true,
                _ => {
                    let (one, other) = corners(text).ok_or_else(|| text.to_owned())?;
                    words.part = Part::Rectangle(one, other);
                }
            }
        }
        if let (Part::Rectangle(one, other), true) = (words.part, is_anywhere) {
            words.part = Part::Anywhere(one, other);
        }
        Ok(words)
    }
}

fn corners(text: &str) -> Option<(Point, Point)> {
    let (one, other) = text.split_once([':', '-'])?;
    Some((one.parse().ok()?, other.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_named_by_their_corners() {
        let point = |name: &str| name.parse::<Point>().unwrap();
        let part = |text: &str| PositionWords::parse(text).map(|it| it.part);
        assert_eq!(part(""), Ok(Part::Whole));
        assert_eq!(part("corner r4"), Ok(Part::Corner(point("R4"))));
        assert_eq!(part("A1:J9"), Ok(Part::Rectangle(point("A1"), point("J9"))));
        assert_eq!(part("anywhere d4-f6"), Ok(Part::Anywhere(point("D4"), point("F6"))));
        assert_eq!(part("A1:Z"), Err("A1:Z".to_owned()));
        assert_eq!(part("corner"), Err(String::new()));
        let words = PositionWords::parse("mine colors variations").unwrap();
        assert!(words.is_mine && words.has_both_colors && words.has_variations);
    }
}
