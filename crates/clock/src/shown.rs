//! What the face of a clock shows.

use std::fmt;
use std::num::NonZeroU32;
use std::time::Duration;

use crate::{TimeControl, TimeLeft};

/// What the face of a clock shows: the time that runs, and what comes with it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Shown {
    /// What is left of the time that runs.
    pub time: Duration,
    /// Which part of the time control runs.
    pub overtime: Overtime,
}

/// Which part of a time control runs.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Overtime {
    /// The main time; no overtime has begun.
    Main,
    /// The time for this move only.
    Move,
    /// A byo-yomi period; the number includes it, so one is the last.
    Periods(u32),
    /// A Canadian block, in which this many stones must still be played.
    Stones(u32),
}

impl TimeLeft {
    /// What the face of the clock shows, or `None` without a limit.
    pub fn shown(self) -> Option<Shown> {
        let (time, overtime) = match self {
            TimeLeft::Unlimited => return None,
            TimeLeft::Simple { left, .. } => (left, Overtime::Move),
            TimeLeft::ByoYomi { main: Duration::ZERO, periods, period_left, .. } => {
                (period_left, Overtime::Periods(periods))
            }
            TimeLeft::Canadian { main: Duration::ZERO, block_left, stones_left, .. } => {
                (block_left, Overtime::Stones(stones_left.get()))
            }
            TimeLeft::Absolute { main }
            | TimeLeft::Fischer { main, .. }
            | TimeLeft::ByoYomi { main, .. }
            | TimeLeft::Canadian { main, .. } => (main, Overtime::Main),
        };
        Some(Shown { time, overtime })
    }

    /// The clock that shows this time, with this many periods or stones left
    /// if its overtime has begun.
    ///
    /// Servers, records and protocols tell the time like this.
    pub fn from_shown(control: TimeControl, time: Duration, count: Option<u32>) -> TimeLeft {
        let main = if count.is_some() { Duration::ZERO } else { time };
        match (control.start(), count.and_then(NonZeroU32::new)) {
            (TimeLeft::Unlimited, _) => TimeLeft::Unlimited,
            (TimeLeft::Absolute { .. }, _) => TimeLeft::Absolute { main: time },
            (TimeLeft::Simple { per_move, .. }, _) => TimeLeft::Simple { left: time, per_move },
            (TimeLeft::Fischer { increment, max, .. }, _) => {
                TimeLeft::Fischer { main: time, increment, max }
            }
            (TimeLeft::ByoYomi { period, .. }, Some(periods)) => {
                TimeLeft::ByoYomi { main, periods: periods.get(), period_left: time, period }
            }
            (TimeLeft::ByoYomi { periods, period_left, period, .. }, None) => {
                TimeLeft::ByoYomi { main: time, periods, period_left, period }
            }
            (TimeLeft::Canadian { block, stones, .. }, Some(stones_left)) => {
                TimeLeft::Canadian { main, block_left: time, stones_left, block, stones }
            }
            (TimeLeft::Canadian { block_left, stones_left, block, stones, .. }, None) => {
                TimeLeft::Canadian { main: time, block_left, stones_left, block, stones }
            }
        }
    }
}

impl Overtime {
    /// The periods or stones left, if there are such.
    pub const fn count(self) -> Option<u32> {
        match self {
            Overtime::Main | Overtime::Move => None,
            Overtime::Periods(n) | Overtime::Stones(n) => Some(n),
        }
    }
}

/// Writes minutes and seconds, rounded up, with periods or stones behind them:
/// `4:59`, `0:20 (3)`, `1:02:03`.
impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.whole_seconds();
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        match hours {
            0 => write!(f, "{minutes}:{seconds:02}")?,
            _ => write!(f, "{hours}:{minutes:02}:{seconds:02}")?,
        }
        self.overtime.count().map_or(Ok(()), |n| write!(f, " ({n})"))
    }
}

impl Shown {
    /// The seconds left, rounded up, so that zero means that the clock fell.
    pub fn whole_seconds(self) -> u64 {
        self.time.as_secs().saturating_add(u64::from(self.time.subsec_nanos() > 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(control: &str, spent_millis: u64, expected: &str) {
        let control: TimeControl = control.parse().unwrap();
        let left = control.start().spend(Duration::from_millis(spent_millis));
        assert_eq!(left.shown().unwrap().to_string(), expected);
    }

    #[test]
    fn faces_of_clocks() {
        check("5m", 0, "5:00");
        check("5m", 1, "5:00");
        check("5m", 1_000, "4:59");
        check("2h", 500, "2:00:00");
        check("30s/move", 10_000, "0:20");
        check("5m+10s", 299_500, "0:01");
        check("5m+3x30s", 299_000, "0:01");
        check("5m+3x30s", 300_000, "0:30 (3)");
        check("5m+3x30s", 331_000, "0:29 (2)");
        check("5m+25/5m", 301_000, "4:59 (25)");
        assert_eq!(TimeLeft::Unlimited.shown(), None);
    }

    #[test]
    fn clock_by_its_face() {
        for text in ["5m", "30s/move", "5m+10s", "5m+3x30s", "0s+3x30s", "5m+25/5m"] {
            let control: TimeControl = text.parse().unwrap();
            for millis in [0, 1, 2_500, 299_999, 300_000, 301_234, 360_000] {
                let left = control.start().spend(Duration::from_millis(millis));
                if left.is_over(Duration::ZERO) {
                    continue;
                }
                let Shown { time, overtime } = left.shown().unwrap();
                assert_eq!(TimeLeft::from_shown(control, time, overtime.count()), left, "{text}");
            }
        }
    }
}
