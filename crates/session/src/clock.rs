//! The clocks of both players.
//!
//! Time comes in as the duration since some moment that stays the same. What
//! is left is computed from it when somebody asks, never counted down.
//!
//! What is taken back gives no time back: a clock keeps what it shows. Only
//! if a move is taken back while the opponent thinks, the opponent's period,
//! or the time for one move, is whole again at the next turn.

use std::time::Duration;

use tengen_engine::time::{TimeControl, TimeLeft};
use tengen_rules::{ByColor, Color};

/// The clocks of both players, of which one may run.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Clock {
    pub(crate) control: TimeControl,
    /// What was left when the clock of a player was last started or stopped.
    left: ByColor<TimeLeft>,
    /// Whose clock runs, and since when.
    running: Option<(Color, Duration)>,
}

impl Clock {
    pub(crate) fn new(control: TimeControl) -> Clock {
        let start = control.start();
        Clock { control, left: ByColor { black: start, white: start }, running: None }
    }

    /// Clocks that show these times and stand still.
    pub(crate) const fn with_left(self, left: ByColor<TimeLeft>) -> Clock {
        Clock { left, running: None, ..self }
    }

    pub(crate) fn is_running(&self, color: Color) -> bool {
        self.running.is_some_and(|(it, _)| it == color)
    }

    /// What a clock shows.
    pub(crate) fn left(&self, color: Color, now: Duration) -> TimeLeft {
        spent(self.left[color], self.elapsed(color, now))
    }

    /// What the clock of a player shows who is not thinking.
    pub(crate) fn stopped(&self, color: Color) -> TimeLeft {
        self.left[color]
    }

    /// Whose clock has fallen.
    pub(crate) fn fallen(&self, now: Duration) -> Option<Color> {
        let (color, _) = self.running?;
        let most = longest(self.left[color])?;
        (self.elapsed(color, now) >= most).then_some(color)
    }

    /// When the running clock will fall.
    pub(crate) fn falls_at(&self) -> Option<Duration> {
        let (color, since) = self.running?;
        since.checked_add(longest(self.left[color])?)
    }

    /// Runs for a player, from now on.
    pub(crate) fn start(&mut self, color: Color, now: Duration) {
        self.stop(now);
        self.running = Some((color, now));
    }

    /// Stands still, and keeps what it shows.
    pub(crate) fn stop(&mut self, now: Duration) {
        if let Some((color, _)) = self.running {
            self.left[color] = self.left(color, now);
            self.running = None;
        }
    }

    /// Stands still after a move, for which the player gets what the time
    /// control gives.
    pub(crate) fn complete(&mut self, color: Color, now: Duration) {
        let left = self.left[color].after(self.elapsed(color, now));
        self.stop(now);
        self.left[color] = left.unwrap_or(self.left[color]);
    }

    /// Stands still because a move was taken back, so that this player is
    /// next.
    pub(crate) fn interrupt(&mut self, next: Color, now: Duration) {
        let interrupted = self.running.map(|(color, _)| color).filter(|&color| color != next);
        self.stop(now);
        if let Some(color) = interrupted {
            self.left[color] = refreshed(self.left[color]);
        }
    }

    fn elapsed(&self, color: Color, now: Duration) -> Duration {
        match self.running {
            Some((it, since)) if it == color => now.saturating_sub(since),
            _ => Duration::ZERO,
        }
    }
}

/// The longest that a move may take before the clock falls, or `None` if it
/// never does.
pub(crate) fn longest(left: TimeLeft) -> Option<Duration> {
    Some(match left {
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

/// What a clock shows while the player has been thinking for so long.
fn spent(left: TimeLeft, elapsed: Duration) -> TimeLeft {
    match left {
        TimeLeft::Unlimited => left,
        TimeLeft::Absolute { main } => TimeLeft::Absolute { main: main.saturating_sub(elapsed) },
        TimeLeft::Simple { left, per_move } => {
            TimeLeft::Simple { left: left.saturating_sub(elapsed), per_move }
        }
        TimeLeft::Fischer { main, increment, max } => {
            TimeLeft::Fischer { main: main.saturating_sub(elapsed), increment, max }
        }
        TimeLeft::ByoYomi { main, periods, period_left, period } => {
            let overtime = elapsed.saturating_sub(main);
            let main = main.saturating_sub(elapsed);
            let (periods, period_left) = period_after(overtime, (periods, period_left), period);
            TimeLeft::ByoYomi { main, periods, period_left, period }
        }
        TimeLeft::Canadian { main, block_left, stones_left, block, stones } => {
            let overtime = elapsed.saturating_sub(main);
            let main = main.saturating_sub(elapsed);
            let block_left = block_left.saturating_sub(overtime);
            TimeLeft::Canadian { main, block_left, stones_left, block, stones }
        }
    }
}

/// The periods left and the rest of the running one, after so much of them.
fn period_after(
    overtime: Duration,
    (periods, period_left): (u32, Duration),
    period: Duration,
) -> (u32, Duration) {
    let Some(more) = overtime.checked_sub(period_left).filter(|_| !overtime.is_zero()) else {
        return (periods, period_left.saturating_sub(overtime));
    };
    let more = more.as_nanos();
    let n_lost = more.checked_div(period.as_nanos()).map_or(u128::MAX, |it| it.saturating_add(1));
    if n_lost >= u128::from(periods) {
        return (0, Duration::ZERO);
    }
    let in_running = more % period.as_nanos();
    let in_running = Duration::from_nanos(u64::try_from(in_running).unwrap_or(u64::MAX));
    (periods - n_lost as u32, period.saturating_sub(in_running))
}

/// The same with a whole period, or the whole time for one move.
fn refreshed(left: TimeLeft) -> TimeLeft {
    match left {
        TimeLeft::Simple { per_move, .. } => TimeLeft::Simple { left: per_move, per_move },
        TimeLeft::ByoYomi { main, periods, period, .. } => {
            TimeLeft::ByoYomi { main, periods, period_left: period, period }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    const fn millis(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn controls() -> [TimeControl; 8] {
        let byo_yomi = |main, periods, period| TimeControl::ByoYomi { main, periods, period };
        let stones = NonZeroU32::new(2).unwrap();
        [
            TimeControl::None,
            TimeControl::Absolute { main: seconds(10) },
            TimeControl::Simple { per_move: seconds(10) },
            TimeControl::Fischer { initial: seconds(10), increment: seconds(3), max: seconds(12) },
            byo_yomi(seconds(5), 3, seconds(10)),
            byo_yomi(Duration::ZERO, 2, seconds(10)),
            byo_yomi(seconds(10), 0, seconds(10)),
            TimeControl::Canadian { main: seconds(5), block: seconds(10), stones },
        ]
    }

    /// What a running clock shows agrees with what the engine knows of the
    /// same time control, to the tenth of a second and at every edge.
    #[test]
    fn a_running_clock_agrees_with_a_finished_move() {
        for control in controls() {
            let mut clock = Clock::new(control);
            clock.start(Color::Black, seconds(100));
            for elapsed in (0..450).map(|tenths| millis(100 * tenths)) {
                let now = seconds(100) + elapsed;
                let after = control.start().after(elapsed);
                assert_eq!(clock.fallen(now).is_some(), after.is_none(), "{control:?} {elapsed:?}");
                let shown = clock.left(Color::Black, now);
                assert_eq!(shown.after(Duration::ZERO), after, "{control:?} {elapsed:?}");
                assert_eq!(clock.falls_at().is_some_and(|it| it <= now), after.is_none());
            }
        }
    }

    /// Thinking with pauses is as long as thinking without.
    #[test]
    fn a_pause_costs_and_gives_nothing() {
        for control in controls() {
            for elapsed in (0..450).step_by(7).map(|tenths| millis(100 * tenths)) {
                let mut clock = Clock::new(control);
                clock.start(Color::White, seconds(0));
                clock.stop(millis(6500));
                clock.start(Color::White, seconds(50));
                let straight = spent(control.start(), millis(6500) + elapsed);
                assert_eq!(clock.left(Color::White, seconds(50) + elapsed), straight);
            }
        }
    }

    #[track_caller]
    fn check_periods(elapsed: Duration, expected: Option<u32>) {
        let control =
            TimeControl::ByoYomi { main: Duration::ZERO, periods: 3, period: seconds(10) };
        let mut clock = Clock::new(control);
        clock.start(Color::Black, seconds(1));
        let now = seconds(1) + elapsed;
        let has_fallen = clock.fallen(now).is_some();
        clock.complete(Color::Black, now);
        let left = match clock.stopped(Color::Black) {
            TimeLeft::ByoYomi { periods, period_left, .. } if !has_fallen => {
                assert_eq!(period_left, seconds(10));
                Some(periods)
            }
            _ => None,
        };
        assert_eq!(left, expected, "{elapsed:?}");
    }

    #[test]
    fn edges_of_periods() {
        check_periods(millis(9_900), Some(3));
        check_periods(millis(10_000), Some(2));
        check_periods(millis(10_100), Some(2));
        check_periods(millis(19_900), Some(2));
        check_periods(millis(20_000), Some(1));
        check_periods(millis(29_900), Some(1));
        check_periods(millis(30_000), None);
        check_periods(millis(30_100), None);
    }

    #[test]
    fn time_that_goes_backward_stands_still() {
        let mut clock = Clock::new(TimeControl::Absolute { main: seconds(10) });
        clock.start(Color::Black, seconds(100));
        assert_eq!(clock.fallen(seconds(50)), None);
        assert_eq!(clock.left(Color::Black, seconds(50)), TimeLeft::Absolute { main: seconds(10) });
    }
}
