//! The engine's opponents as a GTP player.

use std::fmt;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use tengen_analysis::{Analysis, Decision};
use tengen_clock::{GameClock, TimeControl, TimeLeft};
use tengen_engine::{
    Effort, Limits, Opponent, Progress, Report, ReportTimer, SearchRequest, TimedOpponent,
    TimedRequest,
};
use tengen_gtp::{Parameter, ParameterError, Player, Purpose, Request};
use tengen_rules::{Color, Game, PointSet, Size};

use super::parameter;

/// The playouts of a short look.
const GLANCE: Limits = Limits::exactly(1_000);

/// An opponent of the engine as a GTP player.
///
/// It runs its own clocks, and corrects them whenever the controller sends the
/// time left.
pub(super) struct EnginePlayer {
    name: String,
    version: String,
    opponent: TimedOpponent,
    /// What a move may take where there is no clock.
    limits: Limits,
    clock: GameClock,
    /// The time since a fixed moment.
    now: Box<dyn Fn() -> Duration>,
    ponders: bool,
    /// Whether it must still say that no network knows boards of a size.
    must_tell_of_playouts: bool,
}

impl EnginePlayer {
    pub(super) fn new(opponent: Opponent, limits: Limits) -> EnginePlayer {
        let start = Instant::now();
        // Who has no network on this board has none on any.
        let must_tell_of_playouts = opponent.network_for(Size::NINE).is_some();
        EnginePlayer {
            name: "Tengen".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            opponent: TimedOpponent::new(opponent, limits),
            limits,
            clock: GameClock::new(TimeControl::None),
            now: Box::new(move || start.elapsed()),
            ponders: false,
            must_tell_of_playouts,
        }
    }

    /// Has it think on the opponent's time, if its level searches.
    pub(super) fn set_pondering(&mut self, is_on: bool) {
        self.ponders = is_on && self.opponent.opponent().level().searches();
    }

    /// Says once on standard error if the network does not know boards of this
    /// size.
    fn tell_of_playouts(&mut self, size: Size) {
        if self.must_tell_of_playouts && self.opponent.opponent().network_for(size).is_none() {
            self.must_tell_of_playouts = false;
            // A note that cannot be written is no reason not to play.
            let _ = writeln!(
                io::stderr(),
                "tengen: the network plays on square boards from 7x7 to 19x19; \
                 on {size} the classical search takes over"
            );
        }
    }

    /// Changes the name and version that it tells.
    pub(super) fn introduce(&mut self, name: String, version: String) {
        self.name = name;
        self.version = version;
    }

    /// What a clock shows between moves, when none runs.
    fn standing(&self, color: Color) -> TimeLeft {
        self.clock.left(color, Duration::ZERO)
    }

    /// Decides on a move while its own clock runs.
    fn play(&mut self, request: &Request<'_>, teller: &mut Teller<'_>) -> Decision {
        let color = request.color;
        let start = (self.now)();
        self.clock.start(color, start);
        let decision = self.decide(request, self.clock.left(color, start), teller);
        let now = (self.now)();
        let has_fallen = self.clock.fallen(now).is_some();
        self.clock.complete(color, now);
        if has_fallen {
            // The game goes on, so the controller's clock differs from ours.
            self.clock.set_left(color, last_overtime(self.clock.control()), now);
        }
        decision
    }

    fn decide(
        &mut self,
        request: &Request<'_>,
        left: TimeLeft,
        teller: &mut Teller<'_>,
    ) -> Decision {
        let Request { game, color, excluded, .. } = *request;
        // Reports that were asked for get all of the effort, also where the
        // move is settled.
        let is_exact = request.interval.is_some() && left == TimeLeft::Unlimited;
        self.opponent.without_clock().is_exact = is_exact || self.limits.is_exact;
        let search_request = TimedRequest {
            color,
            excluded,
            interval: request.interval,
            ..TimedRequest::new(game, left)
        };
        let answer = self.opponent.decide(&search_request, &request.stop, |it| teller.tell(it));
        if let Some(report) = &answer.report {
            teller.end(report);
        }
        answer.decision
    }

    /// Thinks about a position without deciding.
    fn look(&mut self, request: &Request<'_>, limits: Limits, teller: &mut Teller<'_>) -> Decision {
        let Request { game, color, excluded, .. } = *request;
        let search_request = SearchRequest { color, excluded, ..SearchRequest::new(game, limits) };
        let start = (self.now)();
        let mut timer = ReportTimer::new(request.interval);
        let report = self.opponent.opponent().analyze(&search_request, &request.stop, |progress| {
            if timer.is_due((self.now)().saturating_sub(start)) {
                teller.tell(progress);
            }
        });
        teller.end(&report);
        Decision::Move(report.best_move())
    }
}

impl Player for EnginePlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn version(&self) -> &str {
        &self.version
    }

    fn think(&mut self, request: &Request<'_>, tell: &mut dyn FnMut(&Analysis)) -> Decision {
        self.tell_of_playouts(request.game.board().size());
        let mut teller = Teller::new(request, tell);
        match request.purpose {
            Purpose::Play => self.play(request, &mut teller),
            Purpose::Suggest => {
                // A tree from earlier moves would change the suggestion.
                self.opponent.opponent().start_game();
                let left = self.standing(request.color);
                let decision = self.decide(request, left, &mut teller);
                self.opponent.opponent().start_game();
                decision
            }
            Purpose::Judge => self.look(request, GLANCE, &mut teller),
            Purpose::Analyze | Purpose::Ponder => self.look(request, Limits::NONE, &mut teller),
        }
    }

    fn dead_stones(&mut self, game: &Game) -> PointSet {
        tengen_engine::dead_stones(game, Effort::default()).dead
    }

    fn ponders(&self) -> bool {
        self.ponders
    }

    #[cfg(unix)]
    fn cpu_time(&self) -> Option<Duration> {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        let nanoseconds = time.tv_nsec.try_into().ok()?;
        Some(Duration::new(time.tv_sec.try_into().ok()?, nanoseconds))
    }

    fn parameters(&self) -> Vec<Parameter> {
        parameter::ALL.map(|it| it.tell(&self.limits)).into()
    }

    fn set_parameter(&mut self, name: &str, value: &str) -> Result<(), ParameterError> {
        let limits = parameter::changed(&self.limits, name, value)?;
        self.limits = limits;
        *self.opponent.without_clock() = limits;
        Ok(())
    }

    fn start_game(&mut self) {
        self.opponent.opponent().start_game();
        self.clock = GameClock::new(self.clock.control());
    }

    fn set_time_control(&mut self, control: TimeControl) {
        self.clock = GameClock::new(control);
    }

    fn set_time_left(&mut self, color: Color, left: TimeLeft) {
        // No clock runs between moves.
        self.clock.set_left(color, left, Duration::ZERO);
    }
}

impl fmt::Debug for EnginePlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnginePlayer")
            .field("name", &self.name)
            .field("clock", &self.clock)
            .finish_non_exhaustive()
    }
}

/// The overtime of one move, nothing if there is none.
fn last_overtime(control: TimeControl) -> TimeLeft {
    match control.start() {
        TimeLeft::Absolute { .. } => TimeLeft::Absolute { main: Duration::ZERO },
        TimeLeft::Fischer { increment, max, .. } => {
            TimeLeft::Fischer { main: increment.min(max), increment, max }
        }
        TimeLeft::ByoYomi { periods, period_left, period, .. } => {
            TimeLeft::ByoYomi { main: Duration::ZERO, periods: periods.min(1), period_left, period }
        }
        TimeLeft::Canadian { block_left, stones_left, block, stones, .. } => {
            TimeLeft::Canadian { main: Duration::ZERO, block_left, stones_left, block, stones }
        }
        start @ (TimeLeft::Unlimited | TimeLeft::Simple { .. }) => start,
    }
}

/// Passes on what a search finds.
struct Teller<'a> {
    tell: &'a mut dyn FnMut(&Analysis),
    /// Whether the last report is wanted.
    wants_end: bool,
}

impl<'a> Teller<'a> {
    fn new(request: &Request<'_>, tell: &'a mut dyn FnMut(&Analysis)) -> Teller<'a> {
        let wants_end = request.interval.is_some() || request.purpose == Purpose::Judge;
        Teller { tell, wants_end }
    }

    fn tell(&mut self, progress: &Progress<'_>) {
        (self.tell)(&progress.report().analysis);
    }

    fn end(&mut self, report: &Report) {
        if self.wants_end {
            (self.tell)(&report.analysis);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use tengen_engine::{Level, Settings};
    use tengen_gtp::Engine;
    use tengen_rules::Ruleset;

    use super::*;

    /// A player whose moves take this many seconds each, by its clock.
    fn player(seconds_a_move: u64) -> EnginePlayer {
        let settings = Settings { memory: 1 << 20, ..Settings::default() };
        let opponent = Opponent::new(Level::LIGHT, settings);
        let n_looks = Rc::new(Cell::new(0));
        // A move looks at the time when it begins and when it is over; seven
        // seconds pass between two moves.
        let now = move || {
            let n: u64 = n_looks.replace(n_looks.get() + 1);
            Duration::from_secs(n.div_ceil(2) * seconds_a_move + n / 2 * 7)
        };
        EnginePlayer { now: Box::new(now), ..EnginePlayer::new(opponent, Limits::exactly(1)) }
    }

    /// What the clocks show after these commands.
    fn left_after(seconds_a_move: u64, commands: &str) -> [String; 2] {
        let mut player = player(seconds_a_move);
        let mut engine = Engine::new(&mut player, Ruleset::CHINESE);
        let commands = commands.replace(", ", "\n") + "\n";
        let mut answers = Vec::new();
        engine.run(std::io::Cursor::new(commands), &mut answers).unwrap();
        assert!(!String::from_utf8(answers).unwrap().contains('?'));
        Color::ALL.map(|color| match player.standing(color).shown() {
            Some(shown) => shown.to_string(),
            None => "none".into(),
        })
    }

    #[test]
    fn own_clock_runs_while_it_is_at_the_move() {
        let check = |seconds, commands: &str, expected| {
            assert_eq!(left_after(seconds, commands), expected, "{commands}");
        };
        check(4, "genmove b", ["none", "none"]);
        check(4, "time_settings 20 0 0", ["0:20", "0:20"]);
        check(4, "time_settings 20 0 0, genmove b", ["0:16", "0:20"]);
        check(4, "time_settings 20 0 0, genmove b, play w pass, genmove b", ["0:12", "0:20"]);
        check(4, "time_settings 20 0 0, genmove b, genmove w, genmove b", ["0:12", "0:16"]);
        check(4, "time_settings 0 10 1, genmove b, genmove w", ["0:10 (1)", "0:10 (1)"]);
        check(4, "time_settings 0 10 3, genmove b, genmove w", ["0:06 (2)", "0:06 (2)"]);
        check(12, "kgs-time_settings byoyomi 5 5 3, genmove b", ["0:05 (2)", "0:05"]);
        check(4, "kata-time_settings fischer 20 3, genmove b", ["0:19", "0:20"]);
    }

    #[test]
    fn controller_is_believed() {
        let told = "time_settings 20 0 0, genmove b, time_left b 9 0";
        assert_eq!(left_after(4, told), ["0:09", "0:20"]);
        assert_eq!(left_after(4, &format!("{told}, genmove b")), ["0:05", "0:20"]);
    }

    #[test]
    fn suggestions_cost_nothing_and_games_begin_with_full_clocks() {
        let suggested = "time_settings 20 0 0, reg_genmove b";
        assert_eq!(left_after(4, suggested), ["0:20", "0:20"]);
        let again = "time_settings 20 0 0, genmove b, clear_board";
        assert_eq!(left_after(4, again), ["0:20", "0:20"]);
    }

    /// A controller that lets it play on after its clock fell counts
    /// otherwise; there is overtime for each move, or none.
    #[test]
    fn fallen_clock_has_its_overtime() {
        assert_eq!(left_after(30, "time_settings 20 0 0, genmove b"), ["0:00", "0:20"]);
        assert_eq!(left_after(30, "time_settings 0 10 1, genmove b"), ["0:10 (1)", "0:10 (1)"]);
        let byo_yomi = "kgs-time_settings byoyomi 5 5 3, genmove b";
        assert_eq!(left_after(30, byo_yomi), ["0:05 (1)", "0:05"]);
    }
}
