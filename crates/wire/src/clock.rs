//! Clocks on the wire: what is left, as of a moment, in milliseconds.

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

/// Whole milliseconds, as far as a number of JavaScript can hold them.
pub fn millis(time: Duration) -> u64 {
    const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).min(MAX_SAFE_INTEGER)
}
