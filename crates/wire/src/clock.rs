//! Clocks on the wire: what is left, as of a moment, in milliseconds.

use std::num::NonZeroU32;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_clock::TimeLeft;
use tengen_rules::{ByColor, Color};

/// Both clocks at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clocks {
    /// The moment, in the server's time.
    pub now: u64,
    /// Whose clock runs.
    pub running: Option<Color>,
    /// What is left of Black's.
    pub black: ClockFace,
    /// What is left of White's.
    pub white: ClockFace,
}

impl Clocks {
    /// Both clocks as of `now`, which the server has spoken of as `now_ms`.
    pub fn new(left: ByColor<TimeLeft>, running: Option<Color>, now_ms: u64) -> Clocks {
        let ByColor { black, white } = left;
        Clocks { now: now_ms, running, black: black.into(), white: white.into() }
    }
}

/// What is left on one clock, in milliseconds.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(tag = "system", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClockFace {
    /// There is no limit.
    None {},
    /// One time for all moves.
    Absolute {
        /// The time for the rest of the game.
        main: u64,
    },
    /// The same time for every move.
    Simple {
        /// The time for this move.
        left: u64,
        /// The time for each later move.
        per_move: u64,
    },
    /// A time that grows after each move.
    Fischer {
        /// The time that runs.
        main: u64,
        /// What each move adds.
        increment: u64,
        /// What the clock never exceeds.
        max: u64,
    },
    /// A time for the game, then periods.
    ByoYomi {
        /// The time before the periods.
        main: u64,
        /// The periods left, together with the one that runs.
        periods: u32,
        /// What is left of the period that runs, or runs next.
        period_left: u64,
        /// The length of a period.
        period: u64,
    },
    /// A time for the game, then blocks of stones.
    Canadian {
        /// The time before the blocks.
        main: u64,
        /// What is left of the block that runs, or runs next.
        block_left: u64,
        /// The stones that must be played in it.
        stones_left: u32,
        /// The length of a block.
        block: u64,
        /// The stones of a block.
        stones: u32,
    },
}

impl From<TimeLeft> for ClockFace {
    fn from(left: TimeLeft) -> ClockFace {
        match left {
            TimeLeft::Unlimited => ClockFace::None {},
            TimeLeft::Absolute { main } => ClockFace::Absolute { main: millis(main) },
            TimeLeft::Simple { left, per_move } => {
                ClockFace::Simple { left: millis(left), per_move: millis(per_move) }
            }
            TimeLeft::Fischer { main, increment, max } => ClockFace::Fischer {
                main: millis(main),
                increment: millis(increment),
                max: millis(max),
            },
            TimeLeft::ByoYomi { main, periods, period_left, period } => ClockFace::ByoYomi {
                main: millis(main),
                periods,
                period_left: millis(period_left),
                period: millis(period),
            },
            TimeLeft::Canadian { main, block_left, stones_left, block, stones } => {
                ClockFace::Canadian {
                    main: millis(main),
                    block_left: millis(block_left),
                    stones_left: stones_left.get(),
                    block: millis(block),
                    stones: stones.get(),
                }
            }
        }
    }
}

impl ClockFace {
    /// What is left, unless the numbers make no sense.
    pub fn time_left(self) -> Option<TimeLeft> {
        let time = |millis| match millis {
            MAX_SAFE_INTEGER.. => Duration::MAX,
            millis => Duration::from_millis(millis),
        };
        Some(match self {
            ClockFace::None {} => TimeLeft::Unlimited,
            ClockFace::Absolute { main } => TimeLeft::Absolute { main: time(main) },
            ClockFace::Simple { left, per_move } => {
                TimeLeft::Simple { left: time(left), per_move: time(per_move) }
            }
            ClockFace::Fischer { main, increment, max } => {
                TimeLeft::Fischer { main: time(main), increment: time(increment), max: time(max) }
            }
            ClockFace::ByoYomi { main, periods, period_left, period } => TimeLeft::ByoYomi {
                main: time(main),
                periods,
                period_left: time(period_left),
                period: time(period),
            },
            ClockFace::Canadian { main, block_left, stones_left, block, stones } => {
                TimeLeft::Canadian {
                    main: time(main),
                    block_left: time(block_left),
                    stones_left: NonZeroU32::new(stones_left)?,
                    block: time(block),
                    stones: NonZeroU32::new(stones)?,
                }
            }
        })
    }
}

/// The largest number that JavaScript holds exactly; stands for no limit.
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// Whole milliseconds, as far as a number of JavaScript can hold them.
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).min(MAX_SAFE_INTEGER)
}

#[cfg(test)]
mod tests {
    use tengen_clock::TimeControl;

    use super::*;

    #[test]
    fn faces_say_what_is_left() {
        for text in ["none", "10m", "30s/move", "5m+3x30s", "5m+25/5m", "5m+10s"] {
            let control: TimeControl = text.parse().unwrap();
            let left = control.start().spend(Duration::from_millis(1_234));
            assert_eq!(ClockFace::from(left).time_left(), Some(left), "{text}");
        }
    }

    #[test]
    fn block_without_stones_makes_no_sense() {
        let face =
            ClockFace::Canadian { main: 0, block_left: 1, stones_left: 0, block: 1, stones: 1 };
        assert_eq!(face.time_left(), None);
    }
}
