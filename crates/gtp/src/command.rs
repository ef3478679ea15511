//! Commands as they are written: an id, a name, and arguments of some types.

use std::str::SplitAsciiWhitespace;
use std::time::Duration;

use tengen_rules::{Color, Komi, Move};

use crate::answer::Failure;

/// The longest time that is taken for one, some thirty years.
const MAX_SECONDS: f64 = 1e9;

/// One command.
#[derive(Clone, Debug)]
pub(crate) struct Command<'a> {
    /// The digits to be repeated in the answer.
    pub(crate) id: Option<&'a str>,
    pub(crate) name: &'a str,
    pub(crate) arguments: Arguments<'a>,
}

impl<'a> Command<'a> {
    /// The command in a line, or `None` if there is none to be answered.
    pub(crate) fn parse(line: &'a str) -> Option<Command<'a>> {
        let mut words = line.split_ascii_whitespace();
        let first = words.next()?;
        if !first.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(Command { id: None, name: first, arguments: Arguments { words } });
        }
        Some(Command { id: Some(first), name: words.next()?, arguments: Arguments { words } })
    }
}

/// The words behind the name of a command, taken one by one.
///
/// A word that is missing or not of the type is a syntax error.
#[derive(Clone, Debug)]
pub(crate) struct Arguments<'a> {
    words: SplitAsciiWhitespace<'a>,
}

/// A komi in half points, and whether that is what was written.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct RoundedKomi {
    pub(crate) komi: Komi,
    pub(crate) is_exact: bool,
}

impl<'a> Arguments<'a> {
    /// The words of a text.
    pub(crate) fn new(text: &'a str) -> Arguments<'a> {
        Arguments { words: text.split_ascii_whitespace() }
    }

    /// The next word as it is.
    pub(crate) fn word(&mut self) -> Result<&'a str, Failure> {
        self.words.next().ok_or(Failure::SyntaxError)
    }

    /// Whether all words were taken.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.clone().next().is_none()
    }

    /// A whole number; one beyond the limits of the type becomes the limit.
    pub(crate) fn integer(&mut self) -> Result<i32, Failure> {
        let word = self.word()?;
        let digits = word.strip_prefix('-').unwrap_or(word);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Failure::SyntaxError);
        }
        let limit = if digits == word { i32::MAX } else { i32::MIN };
        Ok(word.parse().unwrap_or(limit))
    }

    /// A whole number that is not negative.
    pub(crate) fn count(&mut self) -> Result<u32, Failure> {
        u32::try_from(self.integer()?).map_err(|_| Failure::SyntaxError)
    }

    /// Any number.
    pub(crate) fn number(&mut self) -> Result<f64, Failure> {
        let number = self.word()?.parse::<f64>().ok();
        number.filter(|it| it.is_finite()).ok_or(Failure::SyntaxError)
    }

    /// `true` or `false`.
    pub(crate) fn boolean(&mut self) -> Result<bool, Failure> {
        match self.word()?.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(Failure::SyntaxError),
        }
    }

    /// All words that are left, with one space between them.
    pub(crate) fn rest(&mut self) -> Result<String, Failure> {
        let words: Vec<&str> = self.words.by_ref().collect();
        if words.is_empty() { Err(Failure::SyntaxError) } else { Ok(words.join(" ")) }
    }

    /// A color by name or letter.
    pub(crate) fn color(&mut self) -> Result<Color, Failure> {
        match self.word()?.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Color::Black),
            "w" | "white" => Ok(Color::White),
            _ => Err(Failure::SyntaxError),
        }
    }

    /// A point or a pass.
    pub(crate) fn mv(&mut self) -> Result<Move, Failure> {
        self.word()?.parse().map_err(|_| Failure::SyntaxError)
    }

    /// A number of points, which is rounded to the nearest half point.
    pub(crate) fn komi(&mut self) -> Result<RoundedKomi, Failure> {
        let points = self.number()?;
        if points.abs() > f64::from(Komi::MAX_POINTS) {
            return Err(Failure::SyntaxError);
        }
        let half_points = (2.0 * points).round();
        let komi = Komi::from_half_points(half_points as i16);
        Ok(RoundedKomi { komi, is_exact: (half_points - 2.0 * points).abs() < 1e-9 })
    }

    /// A time in seconds, perhaps with a fraction.
    pub(crate) fn time(&mut self) -> Result<Duration, Failure> {
        Duration::try_from_secs_f64(self.seconds()?).map_err(|_| Failure::SyntaxError)
    }

    /// A time in seconds; a negative one means that the clock fell.
    pub(crate) fn time_left(&mut self) -> Result<Duration, Failure> {
        let seconds = self.seconds()?.max(0.0);
        Duration::try_from_secs_f64(seconds).map_err(|_| Failure::SyntaxError)
    }

    fn seconds(&mut self) -> Result<f64, Failure> {
        self.number().map(|seconds| seconds.min(MAX_SECONDS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(text: &str) -> Arguments<'_> {
        Arguments { words: text.split_ascii_whitespace() }
    }

    #[test]
    fn parts_of_a_command() {
        for (line, expected) in [
            ("", None),
            ("   ", None),
            ("12", None),
            ("name", Some((None, "name"))),
            (" 007  name x ", Some((Some("007"), "name"))),
            ("99999999999 name", Some((Some("99999999999"), "name"))),
            ("1 2", Some((Some("1"), "2"))),
            ("-1 name", Some((None, "-1"))),
            ("1name", Some((None, "1name"))),
        ] {
            let command = Command::parse(line).map(|command| (command.id, command.name));
            assert_eq!(command, expected, "{line}");
        }
    }

    #[test]
    fn numbers() {
        for (text, expected) in [
            ("19", Ok(19)),
            ("-1", Ok(-1)),
            ("99999999999", Ok(i32::MAX)),
            ("-99999999999", Ok(i32::MIN)),
            ("", Err(Failure::SyntaxError)),
            ("-", Err(Failure::SyntaxError)),
            ("+1", Err(Failure::SyntaxError)),
            ("1.5", Err(Failure::SyntaxError)),
            ("x", Err(Failure::SyntaxError)),
        ] {
            assert_eq!(arguments(text).integer(), expected, "{text}");
        }
    }

    #[test]
    fn times() {
        for (text, expected) in [
            ("300", Ok(300_000)),
            ("1.5", Ok(1500)),
            ("1e300", Ok(1_000_000_000_000)),
            ("-1", Err(Failure::SyntaxError)),
            ("NaN", Err(Failure::SyntaxError)),
            ("inf", Err(Failure::SyntaxError)),
        ] {
            assert_eq!(arguments(text).time().map(|it| it.as_millis()), expected, "{text}");
        }
        assert_eq!(arguments("-3").time_left(), Ok(Duration::ZERO));
    }

    #[test]
    fn colors() {
        for text in ["b", "B", "black", "Black"] {
            assert_eq!(arguments(text).color(), Ok(Color::Black));
        }
        for text in ["w", "W", "white", "WHITE"] {
            assert_eq!(arguments(text).color(), Ok(Color::White));
        }
        assert_eq!(arguments("green").color(), Err(Failure::SyntaxError));
    }
}
