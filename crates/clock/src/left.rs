//! What is left on the clock of one player, and how thinking spends it.

use std::num::NonZeroU32;
use std::time::Duration;

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
    /// The longest that a move may take before the clock falls, or `None` if
    /// it never does.
    pub fn longest(self) -> Option<Duration> {
        Some(match self {
            TimeLeft::Unlimited => return None,
            TimeLeft::Absolute { main }
            | TimeLeft::Fischer { main, .. }
            | TimeLeft::ByoYomi { main, periods: 0, .. } => main,
            TimeLeft::Simple { left, .. } => left,
            TimeLeft::ByoYomi { main, periods, period_left, period } => {
                let later = period.saturating_mul(periods - 1);
                main.saturating_add(period_left).saturating_add(later)
            }
            TimeLeft::Canadian { main, block_left, .. } => main.saturating_add(block_left),
        })
    }

    /// Whether a player who has thought this long has lost on time.
    pub fn is_over(self, elapsed: Duration) -> bool {
        self.longest().is_some_and(|longest| elapsed >= longest)
    }

    /// The clock while its player has been thinking this long.
    #[must_use]
    pub fn spend(self, elapsed: Duration) -> TimeLeft {
        match self {
            TimeLeft::Unlimited => self,
            TimeLeft::Absolute { main } => {
                TimeLeft::Absolute { main: main.saturating_sub(elapsed) }
            }
            TimeLeft::Simple { left, per_move } => {
                TimeLeft::Simple { left: left.saturating_sub(elapsed), per_move }
            }
            TimeLeft::Fischer { main, increment, max } => {
                TimeLeft::Fischer { main: main.saturating_sub(elapsed), increment, max }
            }
            TimeLeft::ByoYomi { main, periods, period_left, period } => {
                let (main, overtime) = split(main, elapsed);
                let running = Periods { n: periods, left: period_left }.spend(overtime, period);
                TimeLeft::ByoYomi { main, periods: running.n, period_left: running.left, period }
            }
            TimeLeft::Canadian { main, block_left, stones_left, block, stones } => {
                let (main, overtime) = split(main, elapsed);
                let block_left = block_left.saturating_sub(overtime);
                TimeLeft::Canadian { main, block_left, stones_left, block, stones }
            }
        }
    }

    /// The clock after its player has moved: what the time control gives back.
    #[must_use]
    pub fn complete(self) -> TimeLeft {
        match self {
            TimeLeft::Fischer { main, increment, max } => {
                let main = main.saturating_add(increment).min(max);
                TimeLeft::Fischer { main, increment, max }
            }
            TimeLeft::Canadian { main: Duration::ZERO, block_left, stones_left, block, stones } => {
                let (block_left, stones_left) = match NonZeroU32::new(stones_left.get() - 1) {
                    Some(stones_left) => (block_left, stones_left),
                    None => (block, stones),
                };
                let main = Duration::ZERO;
                TimeLeft::Canadian { main, block_left, stones_left, block, stones }
            }
            TimeLeft::Unlimited | TimeLeft::Absolute { .. } | TimeLeft::Canadian { .. } => self,
            TimeLeft::Simple { .. } | TimeLeft::ByoYomi { .. } => self.refresh(),
        }
    }

    /// The clock at the player's next turn, after a move that took this long,
    /// or `None` if it fell.
    #[must_use]
    pub fn after(self, elapsed: Duration) -> Option<TimeLeft> {
        (!self.is_over(elapsed)).then(|| self.spend(elapsed).complete())
    }

    /// The clock with a whole period, or the whole time for one move.
    #[must_use]
    pub fn refresh(self) -> TimeLeft {
        match self {
            TimeLeft::Simple { per_move, .. } => TimeLeft::Simple { left: per_move, per_move },
            TimeLeft::ByoYomi { main, periods, period, .. } => {
                TimeLeft::ByoYomi { main, periods, period_left: period, period }
            }
            other => other,
        }
    }

    /// The clock with more time on what runs: main time, or the period, block
    /// or move if there is none.
    #[must_use]
    pub fn credit(self, more: Duration) -> TimeLeft {
        let add = |time: Duration| time.saturating_add(more);
        match self {
            TimeLeft::Unlimited => self,
            TimeLeft::Absolute { main } => TimeLeft::Absolute { main: add(main) },
            TimeLeft::Simple { left, per_move } => TimeLeft::Simple { left: add(left), per_move },
            TimeLeft::Fischer { main, increment, max } => {
                TimeLeft::Fischer { main: add(main), increment, max }
            }
            TimeLeft::ByoYomi {
                main: Duration::ZERO,
                periods: periods @ 1..,
                period_left,
                period,
            } => TimeLeft::ByoYomi {
                main: Duration::ZERO,
                periods,
                period_left: add(period_left),
                period,
            },
            TimeLeft::ByoYomi { main, periods, period_left, period } => {
                TimeLeft::ByoYomi { main: add(main), periods, period_left, period }
            }
            TimeLeft::Canadian { main: Duration::ZERO, block_left, stones_left, block, stones } => {
                TimeLeft::Canadian {
                    main: Duration::ZERO,
                    block_left: add(block_left),
                    stones_left,
                    block,
                    stones,
                }
            }
            TimeLeft::Canadian { main, block_left, stones_left, block, stones } => {
                TimeLeft::Canadian { main: add(main), block_left, stones_left, block, stones }
            }
        }
    }
}

/// What is left of main time, and what goes beyond it.
fn split(main: Duration, elapsed: Duration) -> (Duration, Duration) {
    (main.saturating_sub(elapsed), elapsed.saturating_sub(main))
}

/// Byo-yomi periods, the first of which runs.
#[derive(Copy, Clone, Debug)]
struct Periods {
    n: u32,
    left: Duration,
}

impl Periods {
    /// What is left of them after this much overtime.
    fn spend(self, overtime: Duration, period: Duration) -> Periods {
        let Some(more) = overtime.checked_sub(self.left).filter(|_| !overtime.is_zero()) else {
            return Periods { left: self.left.saturating_sub(overtime), ..self };
        };
        let more = more.as_nanos();
        let n_lost =
            more.checked_div(period.as_nanos()).map_or(u128::MAX, |it| it.saturating_add(1));
        if n_lost >= u128::from(self.n) {
            return Periods { n: 0, left: Duration::ZERO };
        }
        let in_running = more % period.as_nanos();
        let in_running = Duration::from_nanos(u64::try_from(in_running).unwrap_or(u64::MAX));
        Periods { n: self.n - n_lost as u32, left: period.saturating_sub(in_running) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TimeControl;

    const fn secs(secs: u64) -> Duration {
        Duration::from_secs(secs)
    }

    const fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    const fn stones(n_stones: u32) -> NonZeroU32 {
        NonZeroU32::new(n_stones).unwrap()
    }

    #[test]
    fn clock_falls_at_zero() {
        let controls = [
            TimeControl::Absolute { main: secs(10) },
            TimeControl::Simple { per_move: secs(10) },
            TimeControl::Fischer { initial: secs(10), increment: secs(5), max: secs(12) },
            TimeControl::ByoYomi { main: secs(0), periods: 2, period: secs(5) },
            TimeControl::ByoYomi { main: secs(4), periods: 1, period: secs(6) },
            TimeControl::ByoYomi { main: secs(10), periods: 0, period: secs(6) },
            TimeControl::Canadian { main: secs(4), block: secs(6), stones: stones(3) },
        ];
        for control in controls {
            assert!(control.start().after(millis(9_999)).is_some(), "{control:?}");
            assert!(control.start().after(secs(10)).is_none(), "{control:?}");
        }
        assert!(TimeControl::None.start().after(Duration::MAX).is_some());
    }

    #[test]
    fn fischer_time_grows_after_the_move_up_to_its_maximum() {
        let left = TimeLeft::Fischer { main: secs(10), increment: secs(5), max: secs(12) };
        let after = |elapsed| match left.after(elapsed) {
            Some(TimeLeft::Fischer { main, .. }) => main,
            other => panic!("{other:?}"),
        };
        assert_eq!((after(secs(9)), after(secs(2))), (secs(6), secs(12)));
    }

    #[test]
    fn periods_refill_and_stay_lost() {
        let start = TimeControl::ByoYomi { main: secs(10), periods: 5, period: secs(30) }.start();
        let after = |elapsed| match start.after(elapsed) {
            Some(TimeLeft::ByoYomi { main, periods, period_left, .. }) => {
                assert_eq!(period_left, secs(30));
                (main, periods)
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(after(secs(9)), (secs(1), 5));
        assert_eq!(after(secs(39)), (secs(0), 5));
        assert_eq!(after(secs(40)), (secs(0), 4));
        assert_eq!(after(secs(129)), (secs(0), 2));
        assert_eq!(start.after(secs(160)), None);
    }

    #[test]
    fn block_runs_on_until_its_last_stone() {
        let control = TimeControl::Canadian { main: secs(10), block: secs(30), stones: stones(2) };
        let mut seen = Vec::new();
        let mut left = control.start();
        for elapsed in [9, 21, 5, 1] {
            left = left.after(secs(elapsed)).unwrap();
            let TimeLeft::Canadian { main, block_left, stones_left, .. } = left else { panic!() };
            seen.push((main.as_secs(), block_left.as_secs(), stones_left.get()));
        }
        assert_eq!(seen, [(1, 30, 2), (0, 10, 1), (0, 30, 2), (0, 29, 1)]);
    }
}
