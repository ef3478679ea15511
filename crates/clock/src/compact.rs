//! The time left as a few numbers, for saved games.

use std::num::NonZeroU32;

use crate::{TimeControl, TimeLeft, seconds};

impl TimeLeft {
    /// What is left, without what the time control says.
    pub fn to_compact(self) -> String {
        match self {
            TimeLeft::Unlimited => "none".to_owned(),
            TimeLeft::Absolute { main } | TimeLeft::Fischer { main, .. } => seconds::to_text(main),
            TimeLeft::Simple { left, .. } => seconds::to_text(left),
            TimeLeft::ByoYomi { main, periods, period_left, .. } => {
                let period_left = seconds::to_text(period_left);
                format!("{} {periods} {period_left}", seconds::to_text(main))
            }
            TimeLeft::Canadian { main, block_left, stones_left, .. } => {
                let block_left = seconds::to_text(block_left);
                format!("{} {stones_left} {block_left}", seconds::to_text(main))
            }
        }
    }

    /// Reads what [`TimeLeft::to_compact`] wrote for this time control.
    pub fn from_compact(text: &str, control: TimeControl) -> Option<TimeLeft> {
        let mut words = text.split_whitespace();
        let first = words.next()?;
        let start = control.start();
        if matches!(start, TimeLeft::Unlimited) {
            return Some(start);
        }
        let main = seconds::from_text(first)?;
        Some(match start {
            TimeLeft::Unlimited => start,
            TimeLeft::Absolute { .. } => TimeLeft::Absolute { main },
            TimeLeft::Simple { per_move, .. } => TimeLeft::Simple { left: main, per_move },
            TimeLeft::Fischer { increment, max, .. } => TimeLeft::Fischer { main, increment, max },
            TimeLeft::ByoYomi { period, .. } => {
                let periods = words.next()?.parse().ok()?;
                let period_left = seconds::from_text(words.next()?)?;
                TimeLeft::ByoYomi { main, periods, period_left, period }
            }
            TimeLeft::Canadian { block, stones, .. } => {
                let stones_left: NonZeroU32 = words.next()?.parse().ok()?;
                let block_left = seconds::from_text(words.next()?)?;
                TimeLeft::Canadian { main, block_left, stones_left, block, stones }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn time_left_is_read_back() {
        for text in ["none", "10m", "30s/move", "5m+10s", "5m+10s,max8m", "5m+3x30s", "5m+25/5m"] {
            let control: TimeControl = text.parse().unwrap();
            for millis in [0, 1, 2_500, 299_999, 300_000, 301_234, 360_000] {
                let left = control.start().spend(Duration::from_millis(millis));
                assert_eq!(
                    TimeLeft::from_compact(&left.to_compact(), control),
                    Some(left),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn other_texts_are_none() {
        let control = TimeControl::Absolute { main: Duration::ZERO };
        for text in ["", "x", "-1", "1e9"] {
            assert_eq!(TimeLeft::from_compact(text, control), None, "{text}");
        }
        let control = "5m+3x30s".parse().unwrap();
        assert_eq!(TimeLeft::from_compact("300", control), None);
    }
}
