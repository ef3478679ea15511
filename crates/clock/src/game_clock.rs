//! The pair of clocks beside a board.
//!
//! Time comes in as the duration since a fixed moment. What is left is
//! computed from it on request, never counted down.
//!
//! Taking a move back gives no time back: a clock keeps what it shows. Only
//! if a move is taken back while the opponent thinks, the opponent's period,
//! or the time for one move, is whole again at the next turn.

use std::time::Duration;

use tengen_rules::{ByColor, Color};

use crate::{TimeControl, TimeLeft};

/// The clocks of both players, at most one of which runs.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct GameClock {
    control: TimeControl,
    /// What was left when the player's clock was last started or stopped.
    left: ByColor<TimeLeft>,
    running: Option<Running>,
}

/// The clock that runs.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Running {
    color: Color,
    since: Duration,
}

impl GameClock {
    /// Both clocks before the first move, stopped.
    pub fn new(control: TimeControl) -> GameClock {
        let start = control.start();
        GameClock { control, left: ByColor { black: start, white: start }, running: None }
    }

    /// The same clocks with other times, stopped.
    #[must_use]
    pub const fn with_left(self, left: ByColor<TimeLeft>) -> GameClock {
        GameClock { left, running: None, ..self }
    }

    /// The time that each player had at first.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|it| it.color)
    }

    /// Whether a player's clock runs.
    pub fn is_running(&self, color: Color) -> bool {
        self.running() == Some(color)
    }

    /// What a clock shows.
    pub fn left(&self, color: Color, now: Duration) -> TimeLeft {
        self.left[color].spend(self.elapsed(color, now))
    }

    /// What both clocks show.
    pub fn both_left(&self, now: Duration) -> ByColor<TimeLeft> {
        ByColor::from_fn(|color| self.left(color, now))
    }

    /// Whose clock has fallen.
    pub fn fallen(&self, now: Duration) -> Option<Color> {
        let color = self.running()?;
        self.left[color].is_over(self.elapsed(color, now)).then_some(color)
    }

    /// When the running clock will fall.
    pub fn falls_at(&self) -> Option<Duration> {
        let Running { color, since } = self.running?;
        since.checked_add(self.left[color].longest()?)
    }

    /// Starts a player's clock, and stops the other.
    pub fn start(&mut self, color: Color, now: Duration) {
        self.stop(now);
        self.running = Some(Running { color, since: now });
    }

    /// Stops the running clock, which keeps what it shows.
    pub fn stop(&mut self, now: Duration) {
        if let Some(color) = self.running() {
            self.left[color] = self.left(color, now);
            self.running = None;
        }
    }

    /// Stops the clocks after a move, and gives its player what the time
    /// control gives for a move.
    pub fn complete(&mut self, color: Color, now: Duration) {
        let left = self.left[color].after(self.elapsed(color, now));
        self.stop(now);
        self.left[color] = left.unwrap_or(self.left[color]);
    }

    /// Stops the clocks because a move was taken back; this player is next.
    pub fn interrupt(&mut self, next: Color, now: Duration) {
        let interrupted = self.running().filter(|&color| color != next);
        self.stop(now);
        if let Some(color) = interrupted {
            self.left[color] = self.left[color].refresh();
        }
    }

    /// Sets what a player has left from now on, whether or not the clock runs.
    pub fn set_left(&mut self, color: Color, left: TimeLeft, now: Duration) {
        self.left[color] = left;
        if let Some(running) = self.running.as_mut().filter(|it| it.color == color) {
            running.since = now;
        }
    }

    /// Gives a player more time, whether or not the clock runs.
    pub fn credit(&mut self, color: Color, more: Duration, now: Duration) {
        self.set_left(color, self.left(color, now).credit(more), now);
    }

    fn elapsed(&self, color: Color, now: Duration) -> Duration {
        match self.running {
            Some(it) if it.color == color => now.saturating_sub(it.since),
            _ => Duration::ZERO,
        }
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

    /// A clock falls exactly when a finished move is too late, to the tenth of
    /// a second and at every edge.
    #[test]
    fn a_running_clock_agrees_with_a_finished_move() {
        for control in controls() {
            let mut clock = GameClock::new(control);
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

    #[test]
    fn a_credit_delays_the_fall_by_as_much() {
        for control in controls() {
            for at in [0, 4, 7, 13] {
                let mut clock = GameClock::new(control);
                clock.start(Color::White, seconds(0));
                let before = clock.falls_at();
                if clock.fallen(seconds(at)).is_some() {
                    continue;
                }
                clock.credit(Color::White, seconds(2), seconds(at));
                assert_eq!(clock.falls_at(), before.map(|it| it + seconds(2)), "{control:?} {at}");
                assert!(clock.is_running(Color::White));
            }
        }
    }

    /// Thinking with pauses is as long as thinking without.
    #[test]
    fn a_pause_costs_and_gives_nothing() {
        for control in controls() {
            for elapsed in (0..450).step_by(7).map(|tenths| millis(100 * tenths)) {
                let mut clock = GameClock::new(control);
                clock.start(Color::White, seconds(0));
                clock.stop(millis(6500));
                clock.start(Color::White, seconds(50));
                let straight = control.start().spend(millis(6500) + elapsed);
                assert_eq!(clock.left(Color::White, seconds(50) + elapsed), straight);
            }
        }
    }

    #[track_caller]
    fn check_periods(elapsed: Duration, expected: Option<u32>) {
        let control =
            TimeControl::ByoYomi { main: Duration::ZERO, periods: 3, period: seconds(10) };
        let mut clock = GameClock::new(control);
        clock.start(Color::Black, seconds(1));
        let now = seconds(1) + elapsed;
        let has_fallen = clock.fallen(now).is_some();
        clock.complete(Color::Black, now);
        let left = match clock.left(Color::Black, now) {
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
        let mut clock = GameClock::new(TimeControl::Absolute { main: seconds(10) });
        clock.start(Color::Black, seconds(100));
        assert_eq!(clock.fallen(seconds(50)), None);
        assert_eq!(clock.left(Color::Black, seconds(50)), TimeLeft::Absolute { main: seconds(10) });
    }
}
