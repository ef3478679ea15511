//! Time systems, and what is left on a clock.

use std::num::NonZeroU32;
use std::time::Duration;

/// What time a player has for a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum TimeControl {
    /// No limit.
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
    /// The time control of GTP's command `time_settings`.
    ///
    /// Overtime of zero means that there is none, and zero stones for some
    /// overtime that there is no limit.
    pub const fn from_gtp(main: Duration, overtime: Duration, stones: u32) -> TimeControl {
        match NonZeroU32::new(stones) {
            _ if overtime.is_zero() => TimeControl::Absolute { main },
            Some(stones) => TimeControl::Canadian { main, block: overtime, stones },
            None => TimeControl::None,
        }
    }

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

/// What is left on the clock of one player, whose turn it is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum TimeLeft {
    /// There is no limit.
    Unlimited,
    /// One time for all moves.
    Absolute {
        /// The time for the rest of the game.
        main: Duration,
    },
    /// The same time for every move.
    Simple {
        /// The time for this move.
        left: Duration,
        /// The time for each later move.
        per_move: Duration,
    },
    /// A time that grows after each move.
    Fischer {
        /// The time that runs.
        main: Duration,
        /// What each move adds when it has been made.
        increment: Duration,
        /// What the clock never exceeds.
        max: Duration,
    },
    /// A time for the game, then periods.
    ByoYomi {
        /// The time before the periods, zero if they have begun.
        main: Duration,
        /// The number of periods left, together with the one that runs.
        periods: u32,
        /// What is left of the period that runs, or runs next.
        period_left: Duration,
        /// The length of each period after a move.
        period: Duration,
    },
    /// A time for the game, then blocks of stones.
    Canadian {
        /// The time before the blocks, zero if they have begun.
        main: Duration,
        /// What is left of the block that runs, or runs next.
        block_left: Duration,
        /// The number of stones that must be played in it.
        stones_left: NonZeroU32,
        /// The length of each later block.
        block: Duration,
        /// The number of stones for each later block.
        stones: NonZeroU32,
    },
}

impl TimeLeft {
    /// The clock by GTP's command `time_left`.
    ///
    /// With zero stones, the time is what is left of main time. Otherwise it
    /// is what is left of the block in which so many stones are to be played,
    /// or of the first of so many periods.
    pub const fn from_gtp(control: TimeControl, time: Duration, stones: u32) -> TimeLeft {
        match (control.start(), NonZeroU32::new(stones)) {
            (TimeLeft::Unlimited, _) => TimeLeft::Unlimited,
            (TimeLeft::Absolute { .. }, _) => TimeLeft::Absolute { main: time },
            (TimeLeft::Simple { per_move, .. }, _) => TimeLeft::Simple { left: time, per_move },
            (TimeLeft::Fischer { increment, max, .. }, _) => {
                TimeLeft::Fischer { main: time, increment, max }
            }
            (TimeLeft::ByoYomi { periods, period_left, period, .. }, None) => {
                TimeLeft::ByoYomi { main: time, periods, period_left, period }
            }
            (TimeLeft::ByoYomi { period, .. }, Some(periods)) => TimeLeft::ByoYomi {
                main: Duration::ZERO,
                periods: periods.get(),
                period_left: time,
                period,
            },
            (TimeLeft::Canadian { block_left, stones_left, block, stones, .. }, None) => {
                TimeLeft::Canadian { main: time, block_left, stones_left, block, stones }
            }
            (TimeLeft::Canadian { block, stones, .. }, Some(stones_left)) => TimeLeft::Canadian {
                main: Duration::ZERO,
                block_left: time,
                stones_left,
                block,
                stones,
            },
        }
    }

    /// The clock at the player's next turn, after a move that took so long,
    /// or `None` if it fell.
    ///
    /// This is for a program that is told the time control but not the time
    /// left.
    #[must_use]
    pub fn after(self, elapsed: Duration) -> Option<TimeLeft> {
        match self {
            TimeLeft::Unlimited => Some(self),
            TimeLeft::Absolute { main } => Some(TimeLeft::Absolute { main: rest(main, elapsed)? }),
            TimeLeft::Simple { left, per_move } => {
                rest(left, elapsed)?;
                Some(TimeLeft::Simple { left: per_move, per_move })
            }
            TimeLeft::Fischer { main, increment, max } => {
                let main = rest(main, elapsed)?.saturating_add(increment).min(max);
                Some(TimeLeft::Fischer { main, increment, max })
            }
            TimeLeft::ByoYomi { main, periods, period_left, period } => {
                let (main, overtime) = split(main, elapsed);
                let n_lost = periods_lost(overtime, period_left, period);
                let periods = periods.checked_sub(n_lost)?;
                let is_over = main.is_zero() && periods == 0;
                (!is_over).then_some(TimeLeft::ByoYomi {
                    main,
                    periods,
                    period_left: if main.is_zero() { period } else { period_left },
                    period,
                })
            }
            TimeLeft::Canadian { main, block_left, stones_left, block, stones } => {
                let (main, overtime) = split(main, elapsed);
                if !main.is_zero() {
                    return Some(TimeLeft::Canadian {
                        main,
                        block_left,
                        stones_left,
                        block,
                        stones,
                    });
                }
                let block_left = rest(block_left, overtime)?;
                let (block_left, stones_left) = match NonZeroU32::new(stones_left.get() - 1) {
                    Some(stones_left) => (block_left, stones_left),
                    None => (block, stones),
                };
                Some(TimeLeft::Canadian { main, block_left, stones_left, block, stones })
            }
        }
    }
}

/// What is left of a time, or `None` if that is nothing.
fn rest(time: Duration, elapsed: Duration) -> Option<Duration> {
    time.checked_sub(elapsed).filter(|it| !it.is_zero())
}

/// What is left of main time, and what goes beyond it.
fn split(main: Duration, elapsed: Duration) -> (Duration, Duration) {
    (main.saturating_sub(elapsed), elapsed.saturating_sub(main))
}

/// How many periods a move uses up, of which the first is already running.
fn periods_lost(overtime: Duration, period_left: Duration, period: Duration) -> u32 {
    let Some(more) = overtime.checked_sub(period_left).filter(|_| !overtime.is_zero()) else {
        return 0;
    };
    let more = more.as_nanos().checked_div(period.as_nanos());
    more.and_then(|it| u32::try_from(it).ok()).unwrap_or(u32::MAX).saturating_add(1)
}
