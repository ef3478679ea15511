//! The protocol's words for clocks, in both directions.
//!
//! `time_settings` knows main time and Canadian overtime; the commands of KGS
//! and KataGo add byo-yomi and Fischer's clock. `time_left` has a time and a
//! count: zero for main time, else the stones or periods left.

use std::num::NonZeroU32;
use std::time::Duration;

use tengen_clock::{Overtime, Shown, TimeControl, TimeLeft};
use tengen_rules::Color;

use crate::answer::Failure;
use crate::command::Arguments;

/// Reads the arguments of `time_settings`.
///
/// A period without stones means that there is no limit at all.
pub(crate) fn read_standard(arguments: &mut Arguments<'_>) -> Result<TimeControl, Failure> {
    let (main, block, stones) = (arguments.time()?, arguments.time()?, arguments.count()?);
    Ok(match NonZeroU32::new(stones) {
        _ if block.is_zero() => TimeControl::Absolute { main },
        Some(stones) => TimeControl::Canadian { main, block, stones },
        None => TimeControl::None,
    })
}

/// Reads the arguments of `kgs-time_settings`.
pub(crate) fn read_kgs(arguments: &mut Arguments<'_>) -> Result<TimeControl, Failure> {
    Ok(match arguments.word()? {
        "none" => TimeControl::None,
        "absolute" => TimeControl::Absolute { main: arguments.time()? },
        "byoyomi" => read_byo_yomi(arguments)?,
        "canadian" => read_standard(arguments)?,
        _ => return Err(Failure::SyntaxError),
    })
}

/// Reads the arguments of `kata-time_settings`.
pub(crate) fn read_kata(arguments: &mut Arguments<'_>) -> Result<TimeControl, Failure> {
    match arguments.clone().word()? {
        "fischer" | "fischer-capped" => read_fischer(arguments),
        _ => read_kgs(arguments),
    }
}

fn read_byo_yomi(arguments: &mut Arguments<'_>) -> Result<TimeControl, Failure> {
    let (main, period, periods) = (arguments.time()?, arguments.time()?, arguments.count()?);
    let has_overtime = !period.is_zero() && periods > 0;
    Ok(if has_overtime {
        TimeControl::ByoYomi { main, periods, period }
    } else {
        TimeControl::Absolute { main }
    })
}

/// With a cap come the most that the clock can show, and the most for one
/// move, which does not matter to a player who uses less; a negative number
/// means no limit.
fn read_fischer(arguments: &mut Arguments<'_>) -> Result<TimeControl, Failure> {
    let is_capped = arguments.word()? == "fischer-capped";
    let (initial, increment) = (arguments.time()?, arguments.time()?);
    let mut max = Duration::MAX;
    if is_capped {
        let is_limited = arguments.clone().number()? >= 0.0;
        let limit = arguments.time_left()?;
        arguments.number()?;
        max = if is_limited { limit } else { max };
    }
    Ok(TimeControl::Fischer { initial, increment, max })
}

/// Reads what follows the color of `time_left`.
pub(crate) fn read_left(
    arguments: &mut Arguments<'_>,
    control: TimeControl,
) -> Result<TimeLeft, Failure> {
    let time = arguments.time_left()?;
    let count = Some(arguments.count()?).filter(|&count| count > 0);
    Ok(TimeLeft::from_shown(control, time, count))
}

/// Which commands about time an engine knows.
#[derive(Copy, Clone, Debug)]
pub(crate) struct TimeCommands {
    pub(crate) has_standard: bool,
    pub(crate) has_kgs: bool,
    pub(crate) has_kata: bool,
}

impl TimeCommands {
    /// The command that tells an engine the time control, or `None` if it
    /// knows none.
    ///
    /// An engine without a word for byo-yomi is told one stone for each
    /// period; one without a word for Fischer's clock is told the main time
    /// alone, and learns what a move adds from `time_left`.
    pub(crate) fn settings(self, control: TimeControl) -> Option<String> {
        match control {
            // By the protocol, a period without stones means no limit.
            TimeControl::None => self.standard(Duration::ZERO, Duration::from_secs(1), 0),
            TimeControl::Absolute { main } | TimeControl::ByoYomi { main, periods: 0, .. } => {
                self.standard(main, Duration::ZERO, 0)
            }
            TimeControl::Simple { per_move } => self.standard(Duration::ZERO, per_move, 1),
            TimeControl::Fischer { initial, increment, max } if self.has_kata => {
                Some(self.fischer(initial, increment, max))
            }
            TimeControl::Fischer { initial, .. } => self.standard(initial, Duration::ZERO, 0),
            TimeControl::ByoYomi { main, periods, period } => match self.byo_yomi_name() {
                Some(name) => {
                    let (main, period) = (self.seconds(main), self.seconds(period));
                    Some(format!("{name} byoyomi {main} {period} {periods}"))
                }
                None => self.standard(main, period, 1),
            },
            TimeControl::Canadian { main, block, stones } => {
                self.standard(main, block, stones.get())
            }
        }
    }

    /// The command that tells an engine what a clock shows, or `None` if there
    /// is no limit.
    pub(crate) fn left(self, color: Color, left: TimeLeft) -> Option<String> {
        let Shown { time, overtime } = left.shown()?;
        let count = match overtime {
            Overtime::Main => 0,
            Overtime::Move => 1,
            Overtime::Periods(_) if self.byo_yomi_name().is_none() => 1,
            Overtime::Periods(count) | Overtime::Stones(count) => count,
        };
        Some(format!("time_left {color} {} {count}", self.seconds(time)))
    }

    fn standard(self, main: Duration, block: Duration, stones: u32) -> Option<String> {
        let (main, block) = (self.seconds(main), self.seconds(block));
        self.has_standard.then(|| format!("time_settings {main} {block} {stones}"))
    }

    fn fischer(self, initial: Duration, increment: Duration, max: Duration) -> String {
        let (initial, increment) = (self.seconds(initial), self.seconds(increment));
        if max == Duration::MAX {
            return format!("kata-time_settings fischer {initial} {increment}");
        }
        let max = self.seconds(max);
        format!("kata-time_settings fischer-capped {initial} {increment} {max} -1")
    }

    /// The command that has a word for byo-yomi.
    const fn byo_yomi_name(self) -> Option<&'static str> {
        match (self.has_kata, self.has_kgs) {
            (true, _) => Some("kata-time_settings"),
            (false, true) => Some("kgs-time_settings"),
            (false, false) => None,
        }
    }

    /// A time in seconds, which are whole ones for most engines.
    ///
    /// A little time is never none: zero has a meaning of its own.
    fn seconds(self, time: Duration) -> String {
        if self.has_kata {
            return time.as_secs_f64().to_string();
        }
        let is_little = time < Duration::from_secs(1) && !time.is_zero();
        if is_little { "1".into() } else { time.as_secs().to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;

    const STANDARD: TimeCommands =
        TimeCommands { has_standard: true, has_kgs: false, has_kata: false };
    const KGS: TimeCommands = TimeCommands { has_kgs: true, ..STANDARD };
    const KATA: TimeCommands = TimeCommands { has_kata: true, ..KGS };

    /// What an engine is told before the first move, and after this many
    /// milliseconds of it.
    #[track_caller]
    fn check(commands: TimeCommands, control: &str, spent_millis: u64, told: [&str; 2]) {
        let control: TimeControl = control.parse().unwrap();
        let left = control.start().spend(Duration::from_millis(spent_millis));
        let settings = commands.settings(control).unwrap_or_default();
        let left = commands.left(Color::Black, left).unwrap_or_default();
        assert_eq!([settings.as_str(), left.as_str()], told);
    }

    #[test]
    fn standard_words() {
        check(STANDARD, "none", 0, ["time_settings 0 1 0", ""]);
        check(STANDARD, "1m", 2_500, ["time_settings 60 0 0", "time_left black 57 0"]);
        check(STANDARD, "1m", 59_500, ["time_settings 60 0 0", "time_left black 1 0"]);
        check(STANDARD, "30s/move", 0, ["time_settings 0 30 1", "time_left black 30 1"]);
        check(STANDARD, "1m+10s", 0, ["time_settings 60 0 0", "time_left black 60 0"]);
        check(STANDARD, "1m+3x30s", 59_000, ["time_settings 60 30 1", "time_left black 1 0"]);
        check(STANDARD, "1m+3x30s", 91_000, ["time_settings 60 30 1", "time_left black 29 1"]);
        check(STANDARD, "1m+5/30s", 61_000, ["time_settings 60 30 5", "time_left black 29 5"]);
    }

    #[test]
    fn words_of_kgs_and_kata() {
        let kgs = "kgs-time_settings byoyomi 60 30 3";
        check(KGS, "1m+3x30s", 0, [kgs, "time_left black 60 0"]);
        check(KGS, "1m+3x30s", 91_000, [kgs, "time_left black 29 2"]);
        let kata = "kata-time_settings byoyomi 60 10.5 3";
        check(KATA, "1m+3x10.5s", 61_250, [kata, "time_left black 9.25 3"]);
        let fischer = "kata-time_settings fischer 60 10";
        check(KATA, "1m+10s", 2_500, [fischer, "time_left black 57.5 0"]);
        let capped = "kata-time_settings fischer-capped 60 10 90 -1";
        check(KATA, "1m+10s,max90s", 0, [capped, "time_left black 60 0"]);
        check(KATA, "30s/move", 500, ["time_settings 0 30 1", "time_left black 29.5 1"]);
    }

    #[test]
    fn engine_without_words_is_told_nothing() {
        let none = TimeCommands { has_standard: false, has_kgs: false, has_kata: false };
        for control in ["none", "1m", "30s/move", "1m+10s", "1m+3x30s", "1m+5/30s"] {
            assert_eq!(none.settings(control.parse().unwrap()), None);
        }
    }

    /// An engine that knows all words reads what it is told as the same
    /// clock, except that it takes the time for one move for one stone.
    #[test]
    fn words_are_read_back() {
        for text in ["none", "1m", "1m+10s", "1m+10s,max90s", "1m+3x10.5s", "0s+3x30s", "1m+5/30s"]
        {
            let control: TimeControl = text.parse().unwrap();
            let command = KATA.settings(control).unwrap();
            let Command { name, mut arguments, .. } = Command::parse(&command).unwrap();
            let read = if name == "time_settings" { read_standard } else { read_kata };
            assert_eq!(read(&mut arguments).unwrap(), control, "{command}");
            for millis in [0, 2_500, 60_000, 61_250] {
                let left = control.start().spend(Duration::from_millis(millis));
                let Some(command) = KATA.left(Color::White, left) else { continue };
                let mut arguments = Command::parse(&command).unwrap().arguments;
                assert_eq!(arguments.color().unwrap(), Color::White);
                assert_eq!(read_left(&mut arguments, control).unwrap(), left, "{command}");
            }
        }
    }
}
