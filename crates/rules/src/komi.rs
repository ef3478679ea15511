//! White's compensation for moving second, in half points.

use std::error::Error;
use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

/// Points given to White, in steps of one half.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Komi {
    half_points: i16,
}

impl Komi {
    /// No compensation.
    pub const ZERO: Komi = Komi { half_points: 0 };

    /// The largest komi that can be read from text, in points.
    ///
    /// It exceeds the number of points of the largest board.
    pub const MAX_POINTS: u16 = 999;

    /// A komi given in half points.
    pub const fn from_half_points(half_points: i16) -> Komi {
        Komi { half_points }
    }

    /// The number of half points.
    pub const fn half_points(self) -> i16 {
        self.half_points
    }
}

impl Neg for Komi {
    type Output = Komi;

    fn neg(self) -> Komi {
        Komi { half_points: -self.half_points }
    }
}

/// Writes points as in `7`, `7.5` or `-0.5`.
impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&half_points_to_string(self.half_points.into()))
    }
}

/// The decimal text of a number of half points.
pub(crate) fn half_points_to_string(half_points: i32) -> String {
    let sign = if half_points < 0 { "-" } else { "" };
    let fraction = if half_points % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{fraction}", half_points.unsigned_abs() / 2)
}

/// Reads a decimal number such as `6.5`, `-7`, `+0.5` or `7.50`.
impl FromStr for Komi {
    type Err = ParseKomiError;

    fn from_str(text: &str) -> Result<Komi, ParseKomiError> {
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.len() + fraction.len() == 0 || !is_digits(whole) || !is_digits(fraction) {
            return Err(ParseKomiError::Malformed);
        }
        let half = match fraction.trim_end_matches('0') {
            "" => 0,
            "5" => 1,
            _ => return Err(ParseKomiError::NotHalf),
        };
        let whole = if whole.is_empty() { Ok(0) } else { whole.parse::<i16>() };
        match whole {
            Ok(points @ 0..=999) => {
                let komi = Komi::from_half_points(2 * points + half);
                Ok(if text.starts_with('-') { -komi } else { komi })
            }
            _ => Err(ParseKomiError::OutOfRange),
        }
    }
}

/// The reason why a text is not a komi.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum ParseKomiError {
    /// It is not a decimal number.
    Malformed,
    /// It is between two multiples of one half.
    NotHalf,
    /// No game has such a komi.
    OutOfRange,
}

impl fmt::Display for ParseKomiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseKomiError::Malformed => "not a komi, expected a number such as 6.5",
            ParseKomiError::NotHalf => "not a possible komi, expected a multiple of 0.5",
            ParseKomiError::OutOfRange => "unsupported komi, expected -999.5 to 999.5",
        })
    }
}

impl Error for ParseKomiError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_komi() {
        for (text, half_points) in
            [("6.5", 13), ("7", 14), ("-0.5", -1), ("+7.50", 15), (".5", 1), ("0", 0), ("5.", 10)]
        {
            assert_eq!(text.parse(), Ok(Komi::from_half_points(half_points)), "{text}");
        }
        for half_points in -20..20 {
            let komi = Komi::from_half_points(half_points);
            assert_eq!(komi.to_string().parse(), Ok(komi));
        }
    }

    #[test]
    fn text_of_no_komi() {
        for text in ["", ".", "-", "six", "6,5", "1e3", "--1", "6.5.5", "NaN", " 6.5"] {
            assert_eq!(text.parse::<Komi>(), Err(ParseKomiError::Malformed), "{text}");
        }
        assert_eq!("6.3".parse::<Komi>(), Err(ParseKomiError::NotHalf));
        assert_eq!("6.55".parse::<Komi>(), Err(ParseKomiError::NotHalf));
        for text in ["1000", "-1000", "99999999999"] {
            assert_eq!(text.parse::<Komi>(), Err(ParseKomiError::OutOfRange), "{text}");
        }
    }
}
