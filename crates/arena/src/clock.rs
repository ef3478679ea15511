//! Clocks as they are written on a command line.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

pub use tengen_engine::time::ParseClockError;
use tengen_engine::time::{TimeControl, TimeLeft};

/// The time that each player has, as text: `10m`, `5m+3x30s`, `5m+25/5m` or
/// `5m+10s`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Clock(pub TimeControl);

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
        let text = self.to_string();
        let (_, overtime) = text.split_once('+')?;
        let system = match self.0 {
            TimeControl::Fischer { .. } => "fischer",
            TimeControl::Canadian { .. } => "Canadian",
            _ => "byo-yomi",
        };
        Some(format!("{overtime} {system}"))
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

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Clock {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<Clock, ParseClockError> {
        text.parse().map(Clock)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
