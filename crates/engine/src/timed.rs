//! An opponent that keeps to a clock and reports while it thinks.
//!
//! This is what a seat needs, whether a session or a protocol asks for moves:
//! the limits of a move from what its clock shows, with a margin for the lag,
//! and reports no more often than they are wanted.

use std::time::Duration;

use tengen_analysis::{Decision, Excluded, Stop};
use tengen_clock::TimeLeft;
use tengen_rules::{Color, Game};

use crate::limits::Limits;
use crate::opponent::{Answer, Opponent};
use crate::search::Progress;
use crate::search_request::SearchRequest;
use crate::time::{Budget, GamePhase};
use crate::time_source::{Stopwatch, SystemTimeSource, TimeSource};

/// What is kept back of each move's time for the way from and to the clock.
pub const LAG: Duration = Duration::from_millis(200);

/// An opponent that keeps to a clock and reports while it thinks.
#[derive(Debug)]
pub struct TimedOpponent {
    opponent: Opponent,
    without_clock: Limits,
}

/// A turn of a [`TimedOpponent`].
#[derive(Copy, Clone, Debug)]
pub struct TimedRequest<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// The player to move, whose turn it need not be.
    pub color: Color,
    /// What the player's clock shows.
    pub left: TimeLeft,
    /// What has run off that clock since it was read.
    pub waited: Duration,
    /// Moves that must not be considered.
    pub excluded: Excluded,
    /// The least time between two reports, or `None` if none are wanted.
    pub interval: Option<Duration>,
    /// Tells the time while the opponent thinks.
    pub time: &'a dyn TimeSource,
}

impl<'a> TimedRequest<'a> {
    /// What the player to move should do, without reports, by the clock of the
    /// system.
    pub fn new(game: &'a Game, left: TimeLeft) -> TimedRequest<'a> {
        TimedRequest {
            game,
            color: game.to_play(),
            left,
            waited: Duration::ZERO,
            excluded: Excluded::default(),
            interval: None,
            time: &SystemTimeSource,
        }
    }
}

impl TimedOpponent {
    /// An opponent with limits for a move where there is no clock.
    pub const fn new(opponent: Opponent, without_clock: Limits) -> TimedOpponent {
        TimedOpponent { opponent, without_clock }
    }

    /// The opponent without its clock.
    pub const fn opponent(&mut self) -> &mut Opponent {
        &mut self.opponent
    }

    /// What a move may take where there is no clock.
    pub const fn without_clock(&mut self) -> &mut Limits {
        &mut self.without_clock
    }

    /// What a move may take: the budget of the clock instead of any other
    /// time.
    pub fn limits(&self, request: &TimedRequest<'_>) -> Limits {
        let TimedRequest { game, left, waited, .. } = *request;
        let margin = LAG.saturating_add(waited);
        match Budget::new(left, GamePhase::of(game.board()), margin) {
            budget @ Some(_) => Limits { time: budget, ..self.without_clock },
            None => self.without_clock,
        }
    }

    /// Decides on a move in time.
    ///
    /// `report` is called as often as the request wants. If moves are
    /// excluded, the best of the others is chosen, and the opponent decides
    /// freely if there are none.
    pub fn decide(
        &mut self,
        request: &TimedRequest<'_>,
        stop: &Stop,
        mut report: impl FnMut(&Progress<'_>),
    ) -> Answer {
        let TimedRequest { game, color, excluded, interval, time, .. } = *request;
        let limits = self.limits(request);
        let most = limits.time.map(|budget| budget.most);
        let mut timer = ReportTimer::new(interval);
        let is_timed = most.is_some() || interval.is_some();
        let stopwatch = is_timed.then(|| Stopwatch::start(time));
        let mut progress = |progress: &Progress<'_>| {
            let Some(elapsed) = stopwatch.as_ref().map(Stopwatch::elapsed) else { return };
            // A level with its own number of playouts does not know the clock.
            if most.is_some_and(|most| elapsed >= most) {
                stop.stop();
            }
            if timer.is_due(elapsed) {
                report(progress);
            }
        };
        let request = SearchRequest { color, excluded, time, ..SearchRequest::new(game, limits) };
        if !excluded.is_empty() {
            let limits = self.opponent.level_limits(game.board().size()).unwrap_or(limits);
            let request = SearchRequest { limits, ..request };
            let report = self.opponent.analyze(&request, stop, &mut progress);
            if let Some(best) = report.analysis.best() {
                let decision = Decision::Move(best.mv);
                return Answer { decision, report: Some(report) };
            }
        }
        let request = SearchRequest { excluded: Excluded::default(), ..request };
        self.opponent.think(&request, stop, progress)
    }
}

/// Says when the next report is due.
#[derive(Copy, Clone, Debug)]
pub struct ReportTimer {
    interval: Option<Duration>,
    next: Duration,
}

impl ReportTimer {
    /// A timer for reports at least this far apart, or for none.
    pub fn new(interval: Option<Duration>) -> ReportTimer {
        ReportTimer { interval, next: interval.unwrap_or_default() }
    }

    /// Whether a report is due after this time, which is then taken as made.
    pub fn is_due(&mut self, elapsed: Duration) -> bool {
        match self.interval {
            Some(interval) if elapsed >= self.next => {
                self.next = elapsed.saturating_add(interval);
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_clock::TimeControl;
    use tengen_rules::{Ruleset, Size};

    use super::*;
    use crate::{Level, Settings};

    fn opponent(level: Level) -> TimedOpponent {
        let settings = Settings { memory: 4 << 20, seed: 1, ..Settings::default() };
        TimedOpponent::new(Opponent::new(level, settings), Limits::exactly(20))
    }

    fn left(control: &str) -> TimeLeft {
        control.parse::<TimeControl>().unwrap().start()
    }

    #[test]
    fn clock_sets_the_time_and_leaves_the_playouts() {
        let game = Game::new(Size::NINE, Ruleset::CHINESE);
        let opponent = opponent(Level::FULL);
        let limits = |control: &str, waited: u64| {
            let waited = Duration::from_millis(waited);
            let request = TimedRequest { waited, ..TimedRequest::new(&game, left(control)) };
            opponent.limits(&request)
        };
        assert_eq!(limits("none", 0), Limits::exactly(20));
        let time = |millis| Some(Limits::time(Duration::from_millis(millis)).time.unwrap());
        assert_eq!(limits("10s/move", 0), Limits { time: time(9_800), ..Limits::exactly(20) });
        assert_eq!(limits("10s/move", 300).time, time(9_500));
    }

    /// A level that would think for minutes stops when its clock would fall.
    #[test]
    fn level_with_playouts_of_its_own_keeps_to_the_clock() {
        let game = Game::new(Size::NINE, Ruleset::CHINESE);
        let mut opponent = opponent(Level::CHALLENGE[3]);
        let request = TimedRequest::new(&game, left("0.21s/move"));
        let answer = opponent.decide(&request, &Stop::new(), |_| ());
        assert!(answer.report.unwrap().n_playouts < 5_000);
    }

    #[test]
    fn excluded_moves_are_not_chosen() {
        let game = Game::new(Size::square(3).unwrap(), Ruleset::CHINESE);
        let mut opponent = opponent(Level::FULL);
        let only = "A1".parse().unwrap();
        let points = game.board().size().points().filter(|&it| it != only).collect();
        let excluded = Excluded { points, pass: true };
        let request = TimedRequest { excluded, ..TimedRequest::new(&game, left("none")) };
        let answer = opponent.decide(&request, &Stop::new(), |_| ());
        assert_eq!(answer.decision.to_string(), "A1");
    }

    #[test]
    fn reports_are_as_rare_as_wanted() {
        let mut timer = ReportTimer::new(Some(Duration::from_millis(100)));
        let due: Vec<u64> =
            (0..500).filter(|&it| timer.is_due(Duration::from_millis(it))).collect();
        assert_eq!(due, [100, 200, 300, 400]);
        assert!(!ReportTimer::new(None).is_due(Duration::MAX));
    }
}
