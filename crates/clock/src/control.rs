//! Time controls: the time that each player has for a game.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::TimeLeft;

/// The time that each player has for a game.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum TimeControl {
    /// No limit.
    #[default]
    None,
    /// One time for all moves.
    Absolute {
        /// The time for the game.
        main: Duration,
    },
    /// The same time for every move, of which nothing can be saved.
    Simple {
        /// The time for one move.
        per_move: Duration,
    },
    /// A time that grows after each move.
    Fischer {
        /// The time before the first move.
        initial: Duration,
        /// What each move adds when it has been made.
        increment: Duration,
        /// What the clock never exceeds.
        max: Duration,
    },
    /// A time for the game, then periods, each of which is lost only if a
    /// move takes longer.
    ByoYomi {
        /// The time before the first period.
        main: Duration,
        /// The number of periods.
        periods: u32,
        /// The length of a period.
        period: Duration,
    },
    /// A time for the game, then blocks, in each of which a number of stones
    /// must be played.
    Canadian {
        /// The time before the first block.
        main: Duration,
        /// The length of a block.
        block: Duration,
        /// The number of stones for a block.
        stones: NonZeroU32,
    },
}

impl TimeControl {
    /// The clock before the first move.
    pub const fn start(self) -> TimeLeft {
        match self {
            TimeControl::None => TimeLeft::Unlimited,
            TimeControl::Absolute { main } => TimeLeft::Absolute { main },
            TimeControl::Simple { per_move } => TimeLeft::Simple { left: per_move, per_move },
            TimeControl::Fischer { initial, increment, max } => {
                TimeLeft::Fischer { main: initial, increment, max }
            }
            TimeControl::ByoYomi { main, periods, period } => {
                TimeLeft::ByoYomi { main, periods, period_left: period, period }
            }
            TimeControl::Canadian { main, block, stones } => {
                TimeLeft::Canadian { main, block_left: block, stones_left: stones, block, stones }
            }
        }
    }
}
