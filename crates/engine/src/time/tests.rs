//! Budgets at the edges of each time system, and whole games by them.

use std::num::NonZeroU32;
use std::time::Duration;

use tengen_clock::{TimeControl, TimeLeft};
use tengen_rules::Size;

use super::*;

const MARGIN: Duration = Duration::from_millis(500);

const fn secs(secs: u64) -> Duration {
    Duration::from_secs(secs)
}

const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

const fn stones(n_stones: u32) -> NonZeroU32 {
    NonZeroU32::new(n_stones).unwrap()
}

fn opening() -> GamePhase {
    GamePhase::new(Size::NINETEEN, 361)
}

fn middle() -> GamePhase {
    GamePhase::new(Size::NINETEEN, 240)
}

fn endgame() -> GamePhase {
    GamePhase::new(Size::NINETEEN, 90)
}

#[track_caller]
fn check_budget(left: TimeLeft, phase: GamePhase, ideal: Duration, most: Duration) {
    assert_eq!(Budget::new(left, phase, MARGIN), Some(Budget { ideal, most }), "{left:?}");
}

#[test]
fn no_limit_has_no_budget() {
    assert_eq!(Budget::new(TimeControl::None.start(), opening(), MARGIN), None);
}

#[test]
fn middle_game_takes_most_of_absolute_time() {
    let left = TimeLeft::Absolute { main: secs(3600) };
    let ideal = |phase| Budget::new(left, phase, MARGIN).unwrap().ideal;
    assert!(ideal(opening()) * 2 < ideal(middle()));
    assert!(ideal(opening()) > secs(10) && ideal(middle()) < secs(90));
}

#[test]
fn unsettled_move_takes_up_to_twice_as_long() {
    let left = TimeLeft::Absolute { main: secs(3600) };
    let budget = Budget::new(left, middle(), MARGIN).unwrap();
    assert_eq!(budget.most, 2 * budget.ideal);
}

#[test]
fn absolute_time_nearly_gone() {
    for main in [secs(0), secs(1), secs(20)] {
        check_budget(TimeLeft::Absolute { main }, endgame(), secs(0), secs(0));
    }
    // The moves that remain cost half a second each.
    let budget = Budget::new(TimeLeft::Absolute { main: secs(60) }, endgame(), MARGIN).unwrap();
    assert!(budget.ideal > secs(0) && budget.most < secs(4));
}

#[test]
fn simple_time_is_spent_to_the_margin() {
    let left = |left| TimeLeft::Simple { left, per_move: secs(10) };
    check_budget(left(secs(10)), opening(), millis(9_500), millis(9_500));
    check_budget(left(millis(400)), opening(), secs(0), secs(0));
    check_budget(left(secs(0)), opening(), secs(0), secs(0));
}

#[test]
fn fischer_time_nearly_gone() {
    let left = |main| TimeLeft::Fischer { main, increment: secs(5), max: secs(300) };
    check_budget(left(secs(0)), middle(), secs(0), secs(0));
    check_budget(left(millis(700)), middle(), millis(200), millis(200));
    // What each move earns is normally spent, and the rest is kept.
    let budget = Budget::new(left(secs(100)), middle(), MARGIN).unwrap();
    assert!(budget.ideal > millis(4_500) && budget.ideal < secs(8));
}

#[test]
fn fischer_time_beyond_the_maximum_is_not_wasted() {
    let left = TimeLeft::Fischer { main: secs(300), increment: secs(30), max: secs(300) };
    assert!(Budget::new(left, opening(), MARGIN).unwrap().ideal >= secs(30));
    let left = TimeLeft::Fischer { main: secs(300), increment: secs(30), max: secs(0) };
    check_budget(left, opening(), millis(299_500), millis(299_500));
}

#[test]
fn main_time_before_periods() {
    let left =
        |main| TimeLeft::ByoYomi { main, periods: 5, period_left: secs(30), period: secs(30) };
    let ideal = |main, phase| Budget::new(left(main), phase, MARGIN).unwrap().ideal;
    // A period is always there later, so main time need not last to the end.
    assert_eq!(ideal(secs(600), middle()), millis(29_500));
    assert!(ideal(secs(600), opening()) < secs(15));
    assert!(ideal(secs(7200), middle()) > secs(60));
    // The move with which main time ends has a period, but no more.
    check_budget(left(millis(1)), middle(), millis(29_500), millis(29_501));
}

#[test]
fn periods_of_byo_yomi() {
    let left = |periods, period_left| TimeLeft::ByoYomi {
        main: secs(0),
        periods,
        period_left,
        period: secs(30),
    };
    let whole = millis(29_500);
    check_budget(left(5, secs(30)), middle(), whole, millis(59_500));
    check_budget(left(5, secs(30)), opening(), whole, whole);
    check_budget(left(5, secs(30)), endgame(), whole, whole);
    check_budget(left(2, secs(30)), middle(), whole, whole);
    check_budget(left(1, secs(30)), middle(), whole, whole);
    check_budget(left(1, millis(600)), middle(), millis(100), millis(100));
    check_budget(left(1, secs(0)), middle(), secs(0), secs(0));
    check_budget(left(0, secs(30)), middle(), secs(0), secs(0));
}

#[test]
fn block_of_canadian_time() {
    let left = |main, block_left, stones_left| TimeLeft::Canadian {
        main,
        block_left,
        stones_left: stones(stones_left),
        block: secs(60),
        stones: stones(10),
    };
    // Half a second of each stone's share is for the lag.
    check_budget(left(secs(0), secs(60), 10), middle(), millis(5_500), secs(10));
    check_budget(left(secs(0), secs(7), 2), middle(), secs(3), secs(4));
    check_budget(left(secs(0), secs(7), 1), middle(), millis(6_500), millis(6_500));
    check_budget(left(secs(0), secs(1), 2), middle(), secs(0), secs(0));
    check_budget(left(secs(0), secs(0), 1), middle(), secs(0), secs(0));
    check_budget(left(secs(1), secs(60), 10), middle(), millis(5_500), millis(6_500));
}

#[test]
fn overtime_shorter_than_the_lag_is_not_counted_on() {
    for left in [
        TimeControl::ByoYomi { main: secs(600), periods: 9, period: millis(400) }.start(),
        TimeControl::Canadian { main: secs(600), block: secs(4), stones: stones(10) }.start(),
    ] {
        let absolute = TimeLeft::Absolute { main: secs(600) };
        assert_eq!(Budget::new(left, middle(), MARGIN), Budget::new(absolute, middle(), MARGIN));
    }
}

#[test]
fn absurd_times_do_not_overflow() {
    let (min, max) = (Duration::ZERO, Duration::MAX);
    for (main, time) in [(min, min), (min, max), (max, min), (max, max)] {
        for count in [1, u32::MAX] {
            for control in [
                TimeControl::Absolute { main },
                TimeControl::Simple { per_move: time },
                TimeControl::Fischer { initial: main, increment: time, max: time },
                TimeControl::ByoYomi { main, periods: count, period: time },
                TimeControl::Canadian { main, block: time, stones: stones(count) },
            ] {
                for margin in [min, MARGIN, max] {
                    let left = control.start();
                    let budget = Budget::new(left, middle(), margin).unwrap();
                    assert!(budget.ideal <= budget.most);
                    for elapsed in [budget.most, max] {
                        let after = left.after(elapsed);
                        assert!(after.is_none_or(|it| Budget::new(it, middle(), margin).is_some()));
                    }
                }
            }
        }
    }
}

/// Where each move uses all that its budget allows and then has some lag, the
/// clock stands until the end of the game.
#[test]
fn clock_never_falls() {
    let mut rng = fastrand::Rng::with_seed(46);
    let mut n_games = 0;
    for size in [Size::square(5).unwrap(), Size::NINE, Size::new(13, 9).unwrap(), Size::NINETEEN] {
        for margin in [0, 30, 400, 3_000].map(millis) {
            for control in controls() {
                let setting = Setting { control, size, margin };
                let Some(n_moves) = setting.n_payable_moves() else { continue };
                for least_lag in [0.0, 0.99] {
                    setting.play_game(n_moves, least_lag, &mut rng);
                    n_games += 1;
                }
            }
        }
    }
    assert!(n_games > 2_000, "only {n_games} games");
}

/// What a simulated game is played by.
#[derive(Copy, Clone, Debug)]
struct Setting {
    control: TimeControl,
    size: Size,
    margin: Duration,
}

fn controls() -> Vec<TimeControl> {
    let mut controls = Vec::new();
    for main in [0, 1, 10, 60, 600, 7_200].map(secs) {
        controls.push(TimeControl::Absolute { main });
        controls.push(TimeControl::Simple { per_move: main });
        for increment in [0, 200, 5_000, 30_000].map(millis) {
            for max in [main + increment, secs(300)] {
                controls.push(TimeControl::Fischer { initial: main, increment, max });
            }
        }
        for period in [200, 1_000, 5_000, 30_000].map(millis) {
            for periods in [0, 1, 2, 3, 5] {
                controls.push(TimeControl::ByoYomi { main, periods, period });
            }
            for n_stones in [1, 2, 5, 25] {
                let (block, stones) = (period * n_stones, stones(n_stones));
                controls.push(TimeControl::Canadian { main, block, stones });
            }
        }
    }
    controls
}

impl Setting {
    /// For how many moves of a player the clock can pay the lag, or `None` if
    /// that is not enough for a game.
    fn n_payable_moves(self) -> Option<u32> {
        let margin = self.margin.max(LEAST_MARGIN);
        let n_points = u32::from(self.size.n_points());
        // The longest game: every point is filled, and a quarter of them twice.
        let n_most = n_points / 2 + n_points / 8;
        let is_payable = |main: Duration, each: Duration| main > margin + each * (n_most + 8);
        let finite = |main| is_payable(main, margin).then_some(n_most);
        match self.control {
            TimeControl::None => None,
            TimeControl::Simple { per_move } => (per_move > margin).then_some(n_points),
            TimeControl::Fischer { initial, max, .. } if max < initial => None,
            TimeControl::Fischer { initial, increment, .. } => {
                let n_moves = if increment >= margin { n_points } else { n_most };
                is_payable(initial, margin.saturating_sub(increment)).then_some(n_moves)
            }
            TimeControl::ByoYomi { periods, period, .. } if periods > 0 && period > margin => {
                Some(n_points)
            }
            TimeControl::Canadian { block, stones, .. } if block / stones.get() > margin => {
                Some(n_points)
            }
            TimeControl::Absolute { main }
            | TimeControl::ByoYomi { main, .. }
            | TimeControl::Canadian { main, .. } => finite(main),
        }
    }

    /// Plays a game in which the lag of each move is at least this part of
    /// the margin.
    fn play_game(self, n_moves: u32, least_lag: f64, rng: &mut fastrand::Rng) {
        let mut left = self.control.start();
        let mut n_empty = self.size.n_points() - rng.u16(0..=self.size.n_points() / 20);
        let mut n_capturable = self.size.n_points() / 4;
        for _ in 0..n_moves {
            let budget =
                Budget::new(left, GamePhase::new(self.size, n_empty), self.margin).unwrap();
            assert!(budget.ideal <= budget.most);
            let lag = least_lag + (0.999 - least_lag) * rng.f64();
            let lag = self.margin.max(LEAST_MARGIN).mul_f64(lag);
            let Some(after) = left.after(budget.most + lag) else {
                panic!("{left:?} fell with {budget:?} and a lag of {lag:?} in {self:?}");
            };
            left = after;
            n_empty = n_empty.saturating_sub(2);
            if rng.u8(0..20) == 0 || n_empty == 0 {
                let n_captured = rng.u16(0..=n_capturable);
                n_empty += n_captured;
                n_capturable -= n_captured;
            }
        }
    }
}
