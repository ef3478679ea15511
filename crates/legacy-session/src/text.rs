//! Times as text, in records.

use std::num::NonZeroU32;
use std::time::Duration;

use tengen_engine::time::{TimeControl, TimeLeft};

/// The main time in seconds and what comes after it, as records say it.
pub(crate) fn for_info(control: TimeControl) -> (String, String) {
    let text = |time: Duration| seconds(time);
    match control {
        TimeControl::None => (String::new(), String::new()),
        TimeControl::Absolute { main } => (text(main), String::new()),
        TimeControl::Simple { per_move } => {
            ("0".to_owned(), format!("1x{} byo-yomi", text(per_move)))
        }
        TimeControl::Fischer { initial, increment, .. } => {
            (text(initial), format!("{} fischer", text(increment)))
        }
        TimeControl::ByoYomi { main, periods, period } => {
            (text(main), format!("{periods}x{} byo-yomi", text(period)))
        }
        TimeControl::Canadian { main, block, stones } => {
            (text(main), format!("{stones}/{} Canadian", text(block)))
        }
    }
}

/// What a clock shows: the time that runs, and the periods or stones that are
/// left if this is overtime.
pub(crate) fn shown(left: TimeLeft) -> Option<(Duration, Option<u32>)> {
    Some(match left {
        TimeLeft::Unlimited => return None,
        TimeLeft::Simple { left, .. } => (left, None),
        TimeLeft::ByoYomi { main: Duration::ZERO, periods, period_left, .. } => {
            (period_left, Some(periods))
        }
        TimeLeft::Canadian { main: Duration::ZERO, block_left, stones_left, .. } => {
            (block_left, Some(stones_left.get()))
        }
        TimeLeft::Absolute { main }
        | TimeLeft::Fischer { main, .. }
        | TimeLeft::ByoYomi { main, .. }
        | TimeLeft::Canadian { main, .. } => (main, None),
    })
}

/// The exact text of a time control, for ourselves.
pub(crate) fn from_control(control: TimeControl) -> String {
    match control {
        TimeControl::None => "none".to_owned(),
        TimeControl::Absolute { main } => format!("absolute {}", seconds(main)),
        TimeControl::Simple { per_move } => format!("simple {}", seconds(per_move)),
        TimeControl::Fischer { initial, increment, max } => {
            format!("fischer {} {} {}", seconds(initial), seconds(increment), seconds(max))
        }
        TimeControl::ByoYomi { main, periods, period } => {
            format!("byo-yomi {} {periods} {}", seconds(main), seconds(period))
        }
        TimeControl::Canadian { main, block, stones } => {
            format!("canadian {} {stones} {}", seconds(main), seconds(block))
        }
    }
}

/// Reads what [`from_control`] wrote.
pub(crate) fn to_control(text: &str) -> Option<TimeControl> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(match words[..] {
        ["none"] => TimeControl::None,
        ["absolute", main] => TimeControl::Absolute { main: time(main)? },
        ["simple", per_move] => TimeControl::Simple { per_move: time(per_move)? },
        ["fischer", initial, increment, max] => TimeControl::Fischer {
            initial: time(initial)?,
            increment: time(increment)?,
            max: time(max)?,
        },
        ["byo-yomi", main, periods, period] => TimeControl::ByoYomi {
            main: time(main)?,
            periods: periods.parse().ok()?,
            period: time(period)?,
        },
        ["canadian", main, stones, block] => TimeControl::Canadian {
            main: time(main)?,
            block: time(block)?,
            stones: stones.parse().ok()?,
        },
        _ => return None,
    })
}

/// What is left on a clock, without what the time control says.
pub(crate) fn from_left(left: TimeLeft) -> String {
    match left {
        TimeLeft::Unlimited => "none".to_owned(),
        TimeLeft::Absolute { main } | TimeLeft::Fischer { main, .. } => seconds(main),
        TimeLeft::Simple { left, .. } => seconds(left),
        TimeLeft::ByoYomi { main, periods, period_left, .. } => {
            format!("{} {periods} {}", seconds(main), seconds(period_left))
        }
        TimeLeft::Canadian { main, block_left, stones_left, .. } => {
            format!("{} {stones_left} {}", seconds(main), seconds(block_left))
        }
    }
}

/// Reads what [`from_left`] wrote about a clock of this time control.
pub(crate) fn to_left(text: &str, control: TimeControl) -> Option<TimeLeft> {
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let start = control.start();
    if matches!(start, TimeLeft::Unlimited) {
        return Some(start);
    }
    let first = time(first)?;
    Some(match start {
        TimeLeft::ByoYomi { period, .. } => {
            let periods = words.next()?.parse().ok()?;
            let period_left = time(words.next()?)?;
            TimeLeft::ByoYomi { main: first, periods, period_left, period }
        }
        TimeLeft::Canadian { block, stones, .. } => {
            let stones_left: NonZeroU32 = words.next()?.parse().ok()?;
            let block_left = time(words.next()?)?;
            TimeLeft::Canadian { main: first, block_left, stones_left, block, stones }
        }
        _ => TimeLeft::from_gtp(control, first, 0),
    })
}

/// Seconds with as many decimals as there are.
fn seconds(time: Duration) -> String {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn time(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let nanos = format!("{fraction:0<9}");
    Some(Duration::new(whole.parse().ok()?, nanos.get(..9)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(control: TimeControl, text: &str) {
        assert_eq!(from_control(control), text);
        assert_eq!(to_control(text), Some(control));
        let left = control.start();
        assert_eq!(to_left(&from_left(left), control), Some(left));
    }

    #[test]
    fn time_controls_are_read_back() {
        let time = Duration::from_millis;
        check(TimeControl::None, "none");
        check(TimeControl::Absolute { main: time(600_000) }, "absolute 600");
        check(TimeControl::Simple { per_move: time(1_500) }, "simple 1.5");
        check(
            TimeControl::Fischer { initial: time(1), increment: time(0), max: Duration::MAX },
            "fischer 0.001 0 18446744073709551615.999999999",
        );
        check(
            TimeControl::ByoYomi { main: time(0), periods: 5, period: time(30_000) },
            "byo-yomi 0 5 30",
        );
        let stones = NonZeroU32::MIN;
        check(
            TimeControl::Canadian { main: time(0), block: time(1_000), stones },
            "canadian 0 1 1",
        );
    }

    #[test]
    fn other_texts_are_none() {
        for text in ["", "none 3", "absolute", "absolute x", "canadian 1 0 1", "simple -1"] {
            assert_eq!(to_control(text), None, "{text}");
        }
        assert_eq!(to_left("x", TimeControl::Absolute { main: Duration::ZERO }), None);
    }
}
