//! How long to think about a move.
//!
//! A [`Budget`] is what a move may take of a [`TimeLeft`]. Times come in as
//! numbers, and the same numbers give the same budget.
//!
//! ```
//! use std::time::Duration;
//! use tengen_clock::TimeControl;
//! use tengen_engine::time::{Budget, GamePhase};
//! use tengen_rules::{Board, Size};
//!
//! let control = TimeControl::Absolute { main: Duration::from_secs(600) };
//! let board = Board::new(Size::NINE);
//! let lag = Duration::from_millis(100);
//!
//! let budget = Budget::new(control.start(), GamePhase::of(&board), lag).unwrap();
//! assert!(budget.ideal > Duration::from_secs(1));
//! assert!(budget.most < Duration::from_secs(30));
//! ```

mod phase;

use std::time::Duration;

use tengen_clock::TimeLeft;

pub use phase::GamePhase;

/// The least that is kept back for each move, however small the lag.
///
/// A clock falls when it shows zero, and no search stops to the microsecond.
const LEAST_MARGIN: Duration = Duration::from_millis(10);

/// How much longer than usual an unsettled move may take.
const PATIENCE: u32 = 2;

/// How many periods are never spent on purpose: the one that runs, and one
/// for a lag beyond the margin.
const KEPT_PERIODS: u32 = 2;

/// The time that a move may take, beside the lag.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Budget {
    /// What is normally spent; never longer than `most`.
    ///
    /// Zero means to move at once.
    pub ideal: Duration,
    /// Where the search must end, even if the best move is still unsettled.
    pub most: Duration,
}

impl Budget {
    /// What the next move may take, or `None` if there is no limit.
    ///
    /// The margin is the longest time that may pass on the clock for each
    /// move while the engine is not thinking: the way of the move through
    /// network and user interface, and the time that the search needs to stop.
    /// The clock does not fall as long as every lag is shorter, this move's and
    /// those of all later moves; where the clock cannot pay for that, the
    /// budget is zero.
    pub fn new(left: TimeLeft, phase: GamePhase, margin: Duration) -> Option<Budget> {
        let margin = margin.max(LEAST_MARGIN);
        let plan = Plan { phase, margin };
        Some(match left {
            TimeLeft::Unlimited => return None,
            TimeLeft::Absolute { main } => plan.main(main, Duration::ZERO),
            TimeLeft::Simple { left, .. } => Budget::whole(left.saturating_sub(margin)),
            TimeLeft::Fischer { main, increment, max } => plan.fischer(main, increment, max),
            TimeLeft::ByoYomi { main: Duration::ZERO, periods, period_left, period } => {
                plan.period(periods, period_left, period)
            }
            TimeLeft::ByoYomi { main, periods, period_left, .. } => {
                plan.main(main, if periods == 0 { Duration::ZERO } else { period_left })
            }
            TimeLeft::Canadian { main: Duration::ZERO, block_left, stones_left, .. } => {
                plan.block(block_left, stones_left.get())
            }
            TimeLeft::Canadian { main, block_left, stones_left, .. } => {
                plan.main(main, block_left / stones_left.get())
            }
        })
    }

    /// Time that is lost if it is not spent on this move.
    const fn whole(time: Duration) -> Budget {
        Budget { ideal: time, most: time }
    }

    /// Time that later moves could use as well.
    fn part(ideal: Duration, limit: Duration) -> Budget {
        let most = ideal.saturating_mul(PATIENCE).min(limit);
        Budget { ideal: ideal.min(most), most }
    }
}

/// What all systems take into account.
#[derive(Copy, Clone, Debug)]
struct Plan {
    phase: GamePhase,
    margin: Duration,
}

impl Plan {
    /// Main time, after which each move has this much overtime.
    fn main(self, main: Duration, overtime: Duration) -> Budget {
        let Some(free) = overtime.checked_sub(self.margin).filter(|it| !it.is_zero()) else {
            // Overtime that pays for the lag at best is as good as none.
            let limit = main.saturating_sub(self.lag_of_all_moves(self.margin));
            return Budget::part(self.phase.share(limit), limit);
        };
        // A move with which main time ends may take its overtime as well, and
        // those after it have their own. Less than that is spent only where
        // main time is better kept for the middle game.
        let ideal = self.phase.share(main).max(self.phase.scale(free));
        Budget::part(ideal, main.saturating_add(free))
    }

    /// Main time that grows by each move, up to a maximum.
    fn fischer(self, main: Duration, increment: Duration, max: Duration) -> Budget {
        let deficit = self.margin.saturating_sub(increment);
        let limit = main.saturating_sub(self.lag_of_all_moves(deficit));
        let income = increment.saturating_sub(self.margin);
        let wasted = main.saturating_add(increment).saturating_sub(max);
        let ideal = self.phase.share(limit).saturating_add(income).max(wasted);
        Budget::part(ideal, limit)
    }

    /// A period that runs; the number of periods includes it.
    fn period(self, periods: u32, period_left: Duration, period: Duration) -> Budget {
        if periods == 0 {
            return Budget::whole(Duration::ZERO);
        }
        // No period is worth a move of the opening or the endgame.
        let can_spend = periods > KEPT_PERIODS && self.phase.is_middle();
        let extra = if can_spend { period } else { Duration::ZERO };
        Budget {
            ideal: period_left.saturating_sub(self.margin),
            most: period_left.saturating_add(extra).saturating_sub(self.margin),
        }
    }

    /// A block that runs, with this many stones to play in it.
    fn block(self, block_left: Duration, stones: u32) -> Budget {
        let usable = block_left.saturating_sub(self.margin.saturating_mul(stones));
        // The last stone has all that is left, the last but one up to two
        // thirds of it, and so on.
        let most = (usable / stones.saturating_add(1)).saturating_mul(2);
        Budget { ideal: (usable / stones).min(most), most }
    }

    /// What must be left for the lag of this move and of all later ones, if
    /// each of those takes this much from the clock.
    fn lag_of_all_moves(self, each: Duration) -> Duration {
        self.margin.saturating_add(each.saturating_mul(self.phase.later_moves_at_most()))
    }
}

#[cfg(test)]
mod tests;
