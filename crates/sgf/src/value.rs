//! Values, and the types that the format gives them.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use crate::text::{self, LineBreaks};
use crate::{Color, Move, Point, Size};

/// A value of a property.
///
/// The format gives each property a type, but a file may hold anything, so
/// the type is chosen by the caller and every reading can fail but
/// [`Value::text`] and [`Value::simple_text`].
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Value<'a> {
    raw: &'a str,
}

impl<'a> Value<'a> {
    pub(crate) const fn new(raw: &'a str) -> Value<'a> {
        Value { raw }
    }

    /// The text between the brackets as it is in the file.
    pub const fn raw(self) -> &'a str {
        self.raw
    }

    /// The value as text of several lines, each ended by a line feed.
    pub fn text(self) -> Cow<'a, str> {
        text::unescape(self.raw, LineBreaks::Keep)
    }

    /// The value as text of one line: line breaks become spaces.
    pub fn simple_text(self) -> Cow<'a, str> {
        text::unescape(self.raw, LineBreaks::Flatten)
    }

    /// The value as a whole number.
    ///
    /// # Errors
    ///
    /// Returns [`ValueError::Number`] if it is none, or too large.
    pub fn number(self) -> Result<i64, ValueError> {
        self.raw.trim().parse().map_err(|_| ValueError::Number)
    }

    /// The value as a decimal number.
    ///
    /// # Errors
    ///
    /// Returns [`ValueError::Real`] if it is none.
    pub fn real(self) -> Result<f64, ValueError> {
        let digits = self.raw.trim();
        // The standard parser would also take `inf`, `nan` and exponents.
        if !digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'+' | b'-')) {
            return Err(ValueError::Real);
        }
        digits.parse().map_err(|_| ValueError::Real)
    }

    /// The points of a komi that is not written in points, as on some servers.
    ///
    /// They write hundredths, as in `650` for 6.5, and by Chinese counting the
    /// stones of one side, as in `375` or `3.75` for 7.5 points. A komi in
    /// points is `None`, and so is one that is invalid either way.
    pub fn server_komi(self) -> Option<f64> {
        let text = self.raw.trim();
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let hundredths = match digits.split_once('.') {
            None if digits.len() >= 3 => digits.parse().ok().filter(|it| (100..=5000).contains(it)),
            Some((whole, "25" | "75")) => {
                let whole: Option<i32> = whole.parse().ok().filter(|it| (0..50).contains(it));
                whole.map(|it| 100 * it + if digits.ends_with("25") { 25 } else { 75 })
            }
            _ => None,
        }?;
        let half_points = match hundredths % 50 {
            0 => hundredths / 50,
            25 if (200..500).contains(&hundredths) => hundredths / 25,
            _ => return None,
        };
        let sign = if text.starts_with('-') { -0.5 } else { 0.5 };
        Some(sign * f64::from(half_points))
    }

    /// The value as the strength of a remark.
    ///
    /// # Errors
    ///
    /// Returns [`ValueError::Double`] if it is neither `1` nor `2`.
    pub fn double(self) -> Result<Double, ValueError> {
        match self.raw.trim() {
            "1" => Ok(Double::Normal),
            "2" => Ok(Double::Emphasized),
            _ => Err(ValueError::Double),
        }
    }

    /// The value as a color: `B` or `W`, or a word such as `black`.
    ///
    /// # Errors
    ///
    /// Returns [`ValueError::Color`] if it is none.
    pub fn color(self) -> Result<Color, ValueError> {
        let is = |name: &str| self.raw.trim().eq_ignore_ascii_case(name);
        if is("b") || is("black") {
            Ok(Color::Black)
        } else if is("w") || is("white") {
            Ok(Color::White)
        } else {
            Err(ValueError::Color)
        }
    }

    /// The two parts of a composed value, or `None` if there is no colon.
    ///
    /// The value is split at its first unescaped colon.
    pub fn compose(self) -> Option<(Value<'a>, Value<'a>)> {
        let (first, second) = text::split_compose(self.raw)?;
        Some((Value::new(first), Value::new(second)))
    }

    /// The value as a point of any board.
    ///
    /// # Errors
    ///
    /// Returns [`ValueError::Point`] if it is none.
    pub fn point(self) -> Result<Point, ValueError> {
        self.raw.parse()
    }

    /// The value as a move on a board of this size.
    ///
    /// An empty value is a pass, and so is `tt` on boards up to 19×19.
    ///
    /// # Errors
    ///
    /// Returns [`ValueError::Point`] if it is neither a point nor a pass, and
    /// [`ValueError::OffBoard`] if the board does not have the point.
    pub fn mv(self, size: Size) -> Result<Move, ValueError> {
        if self.raw.trim().is_empty() {
            return Ok(Move::Pass);
        }
        let point = self.point()?;
        if size.contains(point) {
            Ok(Move::Play(point))
        } else if is_old_pass(point, size) {
            Ok(Move::Pass)
        } else {
            Err(ValueError::OffBoard(point))
        }
    }

    /// The corners of a rectangle, or twice the same point.
    pub(crate) fn corners(self, size: Size) -> Result<(Point, Point), ValueError> {
        let (first, second) = match self.compose() {
            Some((first, second)) => (first.point()?, second.point()?),
            None => (self.point()?, self.point()?),
        };
        match [first, second].into_iter().find(|&point| !size.contains(point)) {
            Some(outside) => Err(ValueError::OffBoard(outside)),
            None => Ok((first, second)),
        }
    }
}

/// Whether this is the pass of the old formats, the point `tt`.
fn is_old_pass(point: Point, size: Size) -> bool {
    let edge = Size::NINETEEN.width();
    (point.column(), point.row()) == (edge, edge) && size.width() <= edge && size.height() <= edge
}

/// The strength of a remark such as "good for Black".
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Double {
    /// Written `1`.
    Normal,
    /// Written `2`.
    Emphasized,
}

/// Writes `1` or `2`.
impl fmt::Display for Double {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Double::Normal => "1",
            Double::Emphasized => "2",
        })
    }
}

/// The reason why a value is not of a type.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum ValueError {
    /// It is not a whole number.
    Number,
    /// It is not a decimal number.
    Real,
    /// It is neither `1` nor `2`.
    Double,
    /// It is not a color.
    Color,
    /// It is not a point.
    Point,
    /// The board does not have this point.
    OffBoard(Point),
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueError::Number => f.write_str("not a number, expected digits"),
            ValueError::Real => f.write_str("not a number, expected one such as 6.5"),
            ValueError::Double => f.write_str("not a strength, expected 1 or 2"),
            ValueError::Color => f.write_str("not a color, expected B or W"),
            ValueError::Point => f.write_str("not a point, expected two letters such as pd"),
            ValueError::OffBoard(point) => write!(f, "{point} is not on the board"),
        }
    }
}

impl Error for ValueError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_of_servers() {
        for (text, points) in [
            ("650", 6.5),
            ("750", 7.5),
            ("325", 6.5),
            ("375", 7.5),
            ("275", 5.5),
            ("3.75", 7.5),
            (" 2.75 ", 5.5),
            ("-650", -6.5),
            ("700", 7.0),
        ] {
            assert_eq!(Value::new(text).server_komi(), Some(points), "{text}");
        }
        for text in
            ["6.5", "7", "0", "", "50", "099", "6.25", "0.75", "625", "650.5", "12345", "x", "-"]
        {
            assert_eq!(Value::new(text).server_komi(), None, "{text}");
        }
    }

    const NINETEEN: Size = Size::NINETEEN;

    fn size(width: u8, height: u8) -> Size {
        Size::new(width, height).unwrap()
    }

    #[test]
    fn numbers() {
        for (raw, number) in [("9", 9), ("+9", 9), ("-12", -12), (" 7\n", 7)] {
            assert_eq!(Value::new(raw).number(), Ok(number));
        }
        for raw in ["", "x", "9.5", "1 2", "99999999999999999999"] {
            assert_eq!(Value::new(raw).number(), Err(ValueError::Number), "{raw}");
        }
        for (raw, real) in [("6.5", 6.5), ("-0.5", -0.5), ("7", 7.0), (" +3. ", 3.0)] {
            assert_eq!(Value::new(raw).real(), Ok(real));
        }
        for raw in ["", "x", "inf", "NaN", "1e5", "6,5", "5 1/2", "."] {
            assert_eq!(Value::new(raw).real(), Err(ValueError::Real), "{raw}");
        }
    }

    #[test]
    fn colors_and_strengths() {
        for raw in ["B", "b", "Black", " black "] {
            assert_eq!(Value::new(raw).color(), Ok(Color::Black));
        }
        assert_eq!(Value::new("W").color(), Ok(Color::White));
        assert_eq!(Value::new("w 123").color(), Err(ValueError::Color));
        assert_eq!(Value::new("2").double(), Ok(Double::Emphasized));
        assert_eq!(Value::new("").double(), Err(ValueError::Double));
    }

    #[test]
    fn a_pass_has_two_forms() {
        let tt = Point::new(19, 19).unwrap();
        assert_eq!(Value::new("").mv(NINETEEN), Ok(Move::Pass));
        assert_eq!(Value::new("").mv(size(52, 52)), Ok(Move::Pass));
        assert_eq!(Value::new("tt").mv(NINETEEN), Ok(Move::Pass));
        assert_eq!(Value::new("tt").mv(size(13, 9)), Ok(Move::Pass));
        assert_eq!(Value::new("tt").mv(size(20, 20)), Ok(Move::Play(tt)));
        assert_eq!(Value::new("tt").mv(size(21, 19)), Err(ValueError::OffBoard(tt)));
    }

    #[test]
    fn moves_stay_on_the_board() {
        let point = Point::new(12, 8).unwrap();
        assert_eq!(Value::new("mi").mv(size(13, 9)), Ok(Move::Play(point)));
        assert_eq!(Value::new("mi").mv(size(9, 13)), Err(ValueError::OffBoard(point)));
        assert_eq!(Value::new("zzz").mv(NINETEEN), Err(ValueError::Point));
    }
}
