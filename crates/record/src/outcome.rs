//! Results of games, parsed and written.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use tengen_rules::{Color, Score};

/// How a game ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Outcome {
    /// A player won.
    Win(Color, Margin),
    /// Both players have the same number of points.
    Draw,
    /// The game has no result, for example because of a triple ko.
    Void,
    /// Nobody knows.
    Unknown,
}

/// By what a game was won.
#[derive(Copy, Clone, Eq, PartialEq, Hash)]
pub enum Margin {
    /// By points, in hundredths.
    ///
    /// Chinese records count by the quarter.
    Points(u32),
    /// The opponent resigned.
    Resignation,
    /// The opponent's time ran out.
    Time,
    /// The opponent broke a rule or did not come.
    Forfeit,
    /// The record does not tell.
    Unspecified,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win(color, _) => Some(color),
            Outcome::Draw | Outcome::Void | Outcome::Unknown => None,
        }
    }
}

/// Shows points as people write them, as in `Points(17.5)`.
impl fmt::Debug for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Margin::Points(hundredths) => write!(f, "Points({})", points_to_string(*hundredths)),
            Margin::Resignation => f.write_str("Resignation"),
            Margin::Time => f.write_str("Time"),
            Margin::Forfeit => f.write_str("Forfeit"),
            Margin::Unspecified => f.write_str("Unspecified"),
        }
    }
}

impl From<Score> for Outcome {
    fn from(score: Score) -> Outcome {
        let hundredths = 50 * score.half_points().unsigned_abs();
        score.winner().map_or(Outcome::Draw, |it| Outcome::Win(it, Margin::Points(hundredths)))
    }
}

/// Writes the form of the format, such as `B+3.5`, `W+R`, `0`, `Void` or `?`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (color, margin) = match self {
            Outcome::Win(color, margin) => (color.letter(), margin),
            Outcome::Draw => return f.pad("0"),
            Outcome::Void => return f.pad("Void"),
            Outcome::Unknown => return f.pad("?"),
        };
        let margin = match margin {
            Margin::Points(hundredths) => points_to_string(*hundredths),
            Margin::Resignation => "R".to_owned(),
            Margin::Time => "T".to_owned(),
            Margin::Forfeit => "F".to_owned(),
            Margin::Unspecified => String::new(),
        };
        f.pad(&format!("{color}+{margin}"))
    }
}

fn points_to_string(hundredths: u32) -> String {
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Reads the form of the format in any case, with what is often written
/// instead: `Black+3.5`, `B+Resign`, `Jigo`, `黑中盘胜`.
impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    fn from_str(text: &str) -> Result<Outcome, ParseOutcomeError> {
        let lower = text.trim().to_lowercase();
        match lower.as_str() {
            "0" | "draw" | "jigo" | "和棋" => return Ok(Outcome::Draw),
            "void" => return Ok(Outcome::Void),
            "?" => return Ok(Outcome::Unknown),
            _ => (),
        }
        if lower.ends_with(['胜', '勝']) {
            return chinese(&lower).ok_or(ParseOutcomeError);
        }
        let (winner, margin) = lower.split_once('+').ok_or(ParseOutcomeError)?;
        let color = match winner.trim() {
            "b" | "black" => Color::Black,
            "w" | "white" => Color::White,
            _ => return Err(ParseOutcomeError),
        };
        let margin = match margin.trim() {
            "r" | "res" | "resign" | "resignation" => Margin::Resignation,
            "t" | "time" => Margin::Time,
            "f" | "forfeit" => Margin::Forfeit,
            "" | "?" => Margin::Unspecified,
            points => Margin::Points(hundredths(points).ok_or(ParseOutcomeError)?),
        };
        Ok(Outcome::Win(color, margin))
    }
}

fn chinese(text: &str) -> Option<Outcome> {
    let color = match text.chars().next()? {
        '黑' => Color::Black,
        '白' => Color::White,
        _ => return None,
    };
    let is_resignation = text.contains("中盘") || text.contains("中盤");
    let margin = if is_resignation { Margin::Resignation } else { Margin::Unspecified };
    Some(Outcome::Win(color, margin))
}

/// The hundredths of a decimal number, which may have a comma.
fn hundredths(text: &str) -> Option<u32> {
    let number = text.split_whitespace().next()?;
    let (whole, fraction) = number.split_once(['.', ',']).unwrap_or((number, ""));
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if number.len() > 9 || whole.is_empty() || !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > 2 {
        return None;
    }
    let whole: u32 = whole.parse().ok()?;
    let fraction: u32 = format!("{fraction:0<2}").parse().ok()?;
    whole.checked_mul(100)?.checked_add(fraction)
}

/// A text is not the result of a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ParseOutcomeError;

impl fmt::Display for ParseOutcomeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a result, expected one such as B+3.5, W+R, 0, Void or ?")
    }
}

impl Error for ParseOutcomeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_and_written() {
        for (text, canonical) in [
            ("B+3.5", "B+3.5"),
            ("w+r", "W+R"),
            ("W+Resign", "W+R"),
            ("Black + Time", "B+T"),
            ("B+Forfeit", "B+F"),
            ("W+", "W+"),
            ("W+0.75", "W+0.75"),
            ("B+10", "B+10"),
            ("B+12,50 (moves beyond 200 not known)", "B+12.5"),
            ("0", "0"),
            ("Draw", "0"),
            ("Void", "Void"),
            (" ? ", "?"),
            ("黑中盘胜", "B+R"),
            ("白勝", "W+"),
        ] {
            assert_eq!(text.parse::<Outcome>().unwrap().to_string(), canonical, "{text}");
        }
        for text in ["", "B", "X+3", "B+x", "B+3.125", "B+99999999999", "胜", "+3"] {
            assert_eq!(text.parse::<Outcome>(), Err(ParseOutcomeError), "{text}");
        }
    }

    #[test]
    fn points_are_shown_as_points() {
        let outcome: Outcome = "B+17.5".parse().unwrap();
        assert_eq!(format!("{outcome:?}"), "Win(Black, Points(17.5))");
    }

    #[test]
    fn scores_are_outcomes() {
        for text in ["B+3.5", "W+8", "0"] {
            let outcome: Outcome = text.parse().unwrap();
            let half_points = match text {
                "B+3.5" => 7,
                "W+8" => -16,
                _ => 0,
            };
            assert_eq!(Outcome::from(Score::from_half_points(half_points)), outcome);
        }
    }
}
