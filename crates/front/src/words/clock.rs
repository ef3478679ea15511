//! Clocks: what their faces show, and how they are said.

use std::time::Duration;

use tengen_clock::{Overtime, Shown, TimeControl, TimeLeft};
use tengen_rules::Color;

use super::basic::{color, count};

/// The face of a clock.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ClockFace {
    /// The time that runs: `4:05`, or `9.4` in the last ten seconds.
    pub time: String,
    /// What is left of overtime: `3 periods`, `last period`, `12 stones`; in
    /// main time what comes after it: `+ 3 × 30 s`.
    pub overtime: String,
    /// The same in as few letters as possible: `×3`, `last`, `/12`, `+3×30`.
    pub short_overtime: String,
    /// Whether the last ten seconds run.
    pub is_urgent: bool,
    /// Whether this is the last period of byo-yomi.
    pub is_last_period: bool,
}

/// The face of a clock, or `None` if there is no limit.
pub fn clock_face(left: TimeLeft, is_running: bool) -> Option<ClockFace> {
    let shown = left.shown()?;
    let seconds = shown.whole_seconds();
    let is_urgent = is_running && seconds <= 10;
    let time = if is_urgent {
        format!("{}.{}", shown.time.as_secs(), shown.time.subsec_millis() / 100)
    } else {
        clock_time(seconds)
    };
    Some(ClockFace {
        time,
        overtime: overtime(left, shown),
        short_overtime: short_overtime(left, shown),
        is_urgent,
        is_last_period: shown.overtime == Overtime::Periods(1),
    })
}

fn overtime(left: TimeLeft, shown: Shown) -> String {
    match (shown.overtime, left) {
        (Overtime::Periods(0), _) => "no periods".to_owned(),
        (Overtime::Periods(1), _) => "last period".to_owned(),
        (Overtime::Periods(n), _) => format!("{n} periods"),
        (Overtime::Stones(n), _) => count(n as usize, "stone"),
        (Overtime::Main, TimeLeft::ByoYomi { periods, period, .. }) => {
            format!("+ {periods} × {} s", period.as_secs())
        }
        (Overtime::Main, TimeLeft::Canadian { stones, block, .. }) => {
            format!("+ {stones} in {}", duration(block))
        }
        (Overtime::Main | Overtime::Move, _) => String::new(),
    }
}

fn short_overtime(left: TimeLeft, shown: Shown) -> String {
    match (shown.overtime, left) {
        (Overtime::Periods(1), _) => "last".to_owned(),
        (Overtime::Periods(n), _) => format!("×{n}"),
        (Overtime::Stones(n), _) => format!("/{n}"),
        (Overtime::Main, TimeLeft::ByoYomi { periods, period, .. }) => {
            format!("+{periods}×{}", period.as_secs())
        }
        (Overtime::Main | Overtime::Move, _) => String::new(),
    }
}

/// Seconds as clocks show them: `4:05`, `1:00:00`.
pub fn clock_time(seconds: u64) -> String {
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// A duration in few letters: `30 s`, `5 min`, `1 min 30 s`.
pub fn duration(time: Duration) -> String {
    match (time.as_secs() / 60, time.as_secs() % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}

/// A clock as it is said: `4 minutes 5 seconds, 3 periods`.
pub(crate) fn spoken_clock(left: TimeLeft) -> String {
    let Some(shown) = left.shown() else { return "no clock".to_owned() };
    let seconds = shown.whole_seconds() as usize;
    let time = match (seconds / 60, seconds % 60) {
        (0, seconds) => count(seconds, "second"),
        (minutes, 0) => count(minutes, "minute"),
        (minutes, seconds) => format!("{} {}", count(minutes, "minute"), count(seconds, "second")),
    };
    match (shown.overtime, left) {
        (Overtime::Periods(1), _) => format!("{time}, last period"),
        (Overtime::Periods(n), _) => format!("{time}, {n} periods"),
        (Overtime::Stones(n), _) => format!("{time} for {}", count(n as usize, "stone")),
        (Overtime::Main, TimeLeft::ByoYomi { periods, period, .. }) => {
            let periods = count(periods as usize, "period");
            format!("{time}, then {periods} of {}", count(period.as_secs() as usize, "second"))
        }
        _ => time,
    }
}

/// Says how time runs out, for those who cannot see the clock.
#[derive(Clone, Debug, Default)]
pub struct ClockNews {
    /// Whose clock was told about last, and what.
    told: Option<(Color, Milestone)>,
}

/// What of a clock is worth telling: periods or stones left, and seconds.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Milestone {
    overtime: Overtime,
    seconds: u64,
}

impl ClockNews {
    /// The seconds at which time is told.
    const SECONDS: [u64; 9] = [300, 60, 30, 20, 10, 5, 3, 2, 1];

    /// What to say of a clock that runs, if it has passed another mark.
    pub fn hear(&mut self, player: Color, left: TimeLeft) -> Option<String> {
        let shown = left.shown()?;
        let seconds = shown.whole_seconds();
        let mark = Self::SECONDS.into_iter().rev().find(|it| seconds <= *it);
        let now = Milestone { overtime: shown.overtime, seconds: mark.unwrap_or(u64::MAX) };
        let before = self.told.filter(|it| it.0 == player).map(|it| it.1);
        self.told = Some((player, now));
        let before = before?;
        if before.overtime != now.overtime && matches!(now.overtime, Overtime::Periods(_)) {
            return Some(format!("{}: {}.", color(player), spoken_clock(left)));
        }
        let is_new = now.seconds < before.seconds && before.overtime == now.overtime;
        match now.seconds {
            _ if !is_new => None,
            1..=5 => Some(format!("{}.", now.seconds)),
            _ => Some(format!("{}: {}.", color(player), spoken_clock(left))),
        }
    }
}

/// A time control in a few words: `5 min + 3 × 30 s`.
pub fn time_control(control: TimeControl) -> String {
    match control {
        TimeControl::None => "No clock".to_owned(),
        TimeControl::Absolute { main } => duration(main),
        TimeControl::Simple { per_move } => format!("{} per move", duration(per_move)),
        TimeControl::Fischer { initial, increment, .. } => {
            format!("{} + {} per move", duration(initial), duration(increment))
        }
        TimeControl::ByoYomi { main, periods, period } => {
            format!("{} + {periods} × {}", duration(main), duration(period))
        }
        TimeControl::Canadian { main, block, stones } => {
            format!("{} + {stones} stones in {}", duration(main), duration(block))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::CLOCKS;

    fn byo_yomi(main: u64, periods: u32) -> TimeLeft {
        TimeLeft::ByoYomi {
            main: Duration::from_millis(main),
            periods,
            period_left: Duration::from_millis(9_450),
            period: Duration::from_secs(30),
        }
    }

    #[test]
    fn faces_round_up_and_name_the_last_period() {
        let face = clock_face(byo_yomi(61_001, 3), true).unwrap();
        assert_eq!((face.time.as_str(), face.overtime.as_str()), ("1:02", "+ 3 × 30 s"));
        let face = clock_face(byo_yomi(0, 1), true).unwrap();
        assert_eq!((face.time.as_str(), face.overtime.as_str()), ("9.4", "last period"));
        assert!(face.is_last_period && face.is_urgent);
        assert!(!clock_face(byo_yomi(0, 2), false).unwrap().is_urgent);
        assert_eq!(clock_face(TimeLeft::Unlimited, true), None);
    }

    #[test]
    fn clocks_are_said_in_words() {
        assert_eq!(
            spoken_clock(byo_yomi(61_001, 3)),
            "1 minute 2 seconds, then 3 periods of 30 seconds"
        );
        assert_eq!(spoken_clock(byo_yomi(0, 1)), "10 seconds, last period");
        assert_eq!(spoken_clock(TimeLeft::Unlimited), "no clock");
    }

    #[test]
    fn time_is_told_at_marks_and_periods() {
        let mut news = ClockNews::default();
        let mut hear = |main, periods| news.hear(Color::Black, byo_yomi(main, periods));
        assert_eq!(hear(90_000, 3), None);
        assert_eq!(hear(70_000, 3), None);
        let minute = "Black: 1 minute, then 3 periods of 30 seconds.";
        assert_eq!(hear(60_000, 3).as_deref(), Some(minute));
        assert_eq!(hear(59_000, 3), None);
        let ten = "Black: 10 seconds, then 3 periods of 30 seconds.";
        assert_eq!(hear(10_000, 3).as_deref(), Some(ten));
        assert_eq!(hear(4_900, 3).as_deref(), Some("5."));
        assert_eq!(hear(0, 3).as_deref(), Some("Black: 10 seconds, 3 periods."));
        assert_eq!(hear(0, 1).as_deref(), Some("Black: 10 seconds, last period."));
    }

    #[test]
    fn presets_are_called_by_their_time() {
        for preset in CLOCKS {
            assert_eq!(time_control(preset.control), preset.label);
        }
    }
}
