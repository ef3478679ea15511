//! Clocks as they are written on a command line.

use std::error::Error;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use tengen_engine::time::{TimeControl, TimeLeft};

/// The time that each player has, as text: `10m`, `5m+3x30s`, `5m+25/5m` or
/// `5m+10s`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Clock(pub TimeControl);

/// The longest time that is taken for one, some thirty years.
const MAX_SECONDS: f64 = 1e9;

impl Clock {
    /// The time before overtime.
    pub const fn main_time(self) -> Duration {
        match self.0 {
            TimeControl::None | TimeControl::Simple { .. } => Duration::ZERO,
            TimeControl::Absolute { main }
            | TimeControl::ByoYomi { main, .. }
            | TimeControl::Canadian { main, .. } => main,
            TimeControl::Fischer { initial, .. } => initial,
        }
    }

    /// What comes after the main time, in the words of SGF, if anything.
    pub fn overtime(self) -> Option<String> {
        match self.0 {
            TimeControl::None | TimeControl::Absolute { .. } => None,
            TimeControl::Simple { per_move } => Some(format!("1x{} byo-yomi", Span(per_move))),
            TimeControl::Fischer { increment, .. } => Some(format!("{} fischer", Span(increment))),
            TimeControl::ByoYomi { periods, period, .. } => {
                Some(format!("{periods}x{} byo-yomi", Span(period)))
            }
            TimeControl::Canadian { block, stones, .. } => {
                Some(format!("{stones}/{} Canadian", Span(block)))
            }
        }
    }
}

/// The longest that a move may take before the clock falls for sure, or `None`
/// if it never does.
pub(crate) fn longest_move(left: TimeLeft) -> Option<Duration> {
    Some(match left {
        TimeLeft::Unlimited => return None,
        TimeLeft::Absolute { main } | TimeLeft::Fischer { main, .. } => main,
        TimeLeft::Simple { left, .. } => left,
        TimeLeft::ByoYomi { main, periods, period_left, period } => {
            let later = period.saturating_mul(periods.saturating_sub(1));
            main.saturating_add(period_left).saturating_add(later)
        }
        TimeLeft::Canadian { main, block_left, .. } => main.saturating_add(block_left),
    })
}

/// What a clock shows: the time that runs, and the periods or stones that are
/// left if this is overtime.
pub(crate) fn shown(left: TimeLeft) -> Option<(Duration, u32)> {
    match left {
        TimeLeft::Unlimited => None,
        TimeLeft::Simple { left, .. } => Some((left, 1)),
        TimeLeft::ByoYomi { main: Duration::ZERO, periods, period_left, .. } => {
            Some((period_left, periods))
        }
        TimeLeft::Canadian { main: Duration::ZERO, block_left, stones_left, .. } => {
            Some((block_left, stones_left.get()))
        }
        TimeLeft::Absolute { main }
        | TimeLeft::Fischer { main, .. }
        | TimeLeft::ByoYomi { main, .. }
        | TimeLeft::Canadian { main, .. } => Some((main, 0)),
    }
}

/// Writes the shortest form that is read back as the same.
impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let main = Span(self.main_time());
        match self.0 {
            TimeControl::None => f.write_str("none"),
            TimeControl::Absolute { .. } => write!(f, "{main}"),
            TimeControl::Simple { per_move } => write!(f, "0s+1x{}", Span(per_move)),
            TimeControl::Fischer { increment, .. } => write!(f, "{main}+{}", Span(increment)),
            TimeControl::ByoYomi { periods, period, .. } => {
                write!(f, "{main}+{periods}x{}", Span(period))
            }
            TimeControl::Canadian { block, stones, .. } => {
                write!(f, "{main}+{stones}/{}", Span(block))
            }
        }
    }
}

impl FromStr for Clock {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<Clock, ParseClockError> {
        let Some((main, overtime)) = text.split_once('+') else {
            let main = span(text).filter(|it| !it.is_zero()).ok_or(ParseClockError)?;
            return Ok(Clock(TimeControl::Absolute { main }));
        };
        let main = span(main).ok_or(ParseClockError)?;
        let control = if let Some((periods, period)) = overtime.split_once('x') {
            let periods: NonZeroU32 = periods.parse().map_err(|_| ParseClockError)?;
            TimeControl::ByoYomi { main, periods: periods.get(), period: positive(period)? }
        } else if let Some((stones, block)) = overtime.split_once('/') {
            let stones = stones.parse().map_err(|_| ParseClockError)?;
            TimeControl::Canadian { main, block: positive(block)?, stones }
        } else {
            let increment = positive(overtime)?;
            let initial = Some(main).filter(|it| !it.is_zero()).ok_or(ParseClockError)?;
            TimeControl::Fischer { initial, increment, max: Duration::MAX }
        };
        Ok(Clock(control))
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
            "not a clock, expected 10m, 5m+3x30s (byo-yomi), 5m+25/5m (25 stones in 5 minutes) or \
             5m+10s (10 seconds more for each move)",
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
            ("600", "10m"),
            ("10m", "10m"),
            ("1h30m", "90m"),
            ("0.5s", "0.5s"),
            ("90s", "90s"),
            ("5m+3x30s", "5m+3x30s"),
            ("0+5x10", "0s+5x10s"),
            ("5m+25/5m", "5m+25/5m"),
            ("2h+10s", "2h+10s"),
        ] {
            let clock: Clock = text.parse().unwrap();
            assert_eq!(clock.to_string(), canonical);
            assert_eq!(canonical.parse(), Ok(clock));
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
        ] {
            assert_eq!(text.parse::<Clock>(), Err(ParseClockError), "{text}");
        }
    }

    #[test]
    fn longest_moves() {
        for (text, expected) in
            [("10m", 600), ("5m+3x30s", 390), ("5m+25/1m", 360), ("5m+10s", 300)]
        {
            let clock: Clock = text.parse().unwrap();
            let longest = longest_move(clock.0.start());
            assert_eq!(longest, Some(Duration::from_secs(expected)), "{text}");
        }
        assert_eq!(longest_move(TimeLeft::Unlimited), None);
    }

    #[test]
    fn overtime_in_the_words_of_records() {
        for (text, expected) in [
            ("10m", None),
            ("5m+3x30s", Some("3x30s byo-yomi")),
            ("5m+25/5m", Some("25/5m Canadian")),
            ("5m+10s", Some("10s fischer")),
        ] {
            assert_eq!(text.parse::<Clock>().unwrap().overtime().as_deref(), expected);
        }
    }
}
