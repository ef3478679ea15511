//! The short form of time controls: `none`, `10m`, `30s/move`, `5m+10s`,
//! `5m+10s,max8m`, `5m+3x30s` or `5m+25/5m`.

use std::error::Error;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use crate::TimeControl;

/// The longest time that is taken for one, some thirty years.
const MAX_SECONDS: f64 = 1e9;

/// Writes the short form, which is read back as the same.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::None => f.write_str("none"),
            TimeControl::Absolute { main } => write!(f, "{}", Span(main)),
            TimeControl::Simple { per_move } => write!(f, "{}/move", Span(per_move)),
            TimeControl::Fischer { initial, increment, max } => {
                write!(f, "{}+{}", Span(initial), Span(increment))?;
                if max == Duration::MAX { Ok(()) } else { write!(f, ",max{}", Span(max)) }
            }
            TimeControl::ByoYomi { main, periods, period } => {
                write!(f, "{}+{periods}x{}", Span(main), Span(period))
            }
            TimeControl::Canadian { main, block, stones } => {
                write!(f, "{}+{stones}/{}", Span(main), Span(block))
            }
        }
    }
}

impl FromStr for TimeControl {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<TimeControl, ParseClockError> {
        if text == "none" {
            return Ok(TimeControl::None);
        }
        if let Some(per_move) = text.strip_suffix("/move") {
            return Ok(TimeControl::Simple { per_move: positive(per_move)? });
        }
        let Some((main, overtime)) = text.split_once('+') else {
            return Ok(TimeControl::Absolute { main: positive(text)? });
        };
        let main_time = span(main).ok_or(ParseClockError)?;
        if let Some((increment, max)) = overtime.split_once(",max") {
            let (initial, increment) = (positive(main)?, positive(increment)?);
            return Ok(TimeControl::Fischer { initial, increment, max: positive(max)? });
        }
        Ok(if let Some((periods, period)) = overtime.split_once('x') {
            let periods: NonZeroU32 = periods.parse().map_err(|_| ParseClockError)?;
            let period = positive(period)?;
            TimeControl::ByoYomi { main: main_time, periods: periods.get(), period }
        } else if let Some((stones, block)) = overtime.split_once('/') {
            let stones = stones.parse().map_err(|_| ParseClockError)?;
            TimeControl::Canadian { main: main_time, block: positive(block)?, stones }
        } else {
            let (initial, increment) = (positive(main)?, positive(overtime)?);
            TimeControl::Fischer { initial, increment, max: Duration::MAX }
        })
    }
}

fn positive(text: &str) -> Result<Duration, ParseClockError> {
    span(text).filter(|it| !it.is_zero()).ok_or(ParseClockError)
}

/// A time such as `90`, `90s`, `1.5m` or `1h30m`.
fn span(text: &str) -> Option<Duration> {
    let mut seconds = 0.0;
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|it: char| it.is_ascii_alphabetic()).unwrap_or(rest.len());
        let (number, unit_and_rest) = rest.split_at(end);
        let (unit, after) = unit_and_rest.split_at(unit_and_rest.len().min(1));
        let factor = match unit {
            "" | "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return None,
        };
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        seconds += number.parse::<f64>().ok().filter(|_| is_number)? * factor;
        rest = after;
    }
    let is_time = !text.is_empty() && seconds <= MAX_SECONDS;
    is_time.then(|| Duration::from_secs_f64(seconds))
}

/// A time in the largest unit of which it is a whole number.
struct Span(Duration);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        if self.0.subsec_nanos() > 0 {
            return write!(f, "{}s", self.0.as_secs_f64());
        }
        match seconds {
            1.. if seconds.is_multiple_of(3600) => write!(f, "{}h", seconds / 3600),
            1.. if seconds.is_multiple_of(60) => write!(f, "{}m", seconds / 60),
            _ => write!(f, "{seconds}s"),
        }
    }
}

/// A text is not a clock.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ParseClockError;

impl fmt::Display for ParseClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not a clock, expected none, 10m, 30s/move, 5m+3x30s (byo-yomi), 5m+25/5m (25 stones \
             in 5 minutes) or 5m+10s (10 seconds more for each move)",
        )
    }
}

impl Error for ParseClockError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written() {
        for (text, canonical) in [
            ("none", "none"),
            ("600", "10m"),
            ("10m", "10m"),
            ("1h30m", "90m"),
            ("0.5s", "0.5s"),
            ("90s", "90s"),
            ("5m+3x30s", "5m+3x30s"),
            ("0+5x10", "0s+5x10s"),
            ("5m+25/5m", "5m+25/5m"),
            ("2h+10s", "2h+10s"),
            ("5m+10s,max8m", "5m+10s,max8m"),
            ("30/move", "30s/move"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), canonical);
            assert_eq!(canonical.parse(), Ok(control));
        }
        for text in [
            "",
            "0",
            "x",
            "m",
            "-5m",
            "5m+",
            "5m+0x30s",
            "5m+3x0s",
            "5m+0/5m",
            "+3x30s",
            "0+10s",
            "1e3",
            "NaN",
            "inf",
            "5d",
            "9999999999",
            "5m+3x30s+1",
            "1..5",
            "0/move",
            "/move",
            "5m+10s,max",
        ] {
            assert_eq!(text.parse::<TimeControl>(), Err(ParseClockError), "{text}");
        }
    }
}
