//! An opponent of the engine, seated at the protocol.

use std::time::Duration;

use tengen_analysis::{Analysis, Decision, Excluded, Stop};
use tengen_clock::{TimeControl, TimeLeft};
use tengen_engine::time::{Budget, GamePhase};
use tengen_engine::{Effort, Limits, Opponent, Progress, Question, Report, Style};
use tengen_gtp::{Player, Purpose, Request};
use tengen_rules::{ByColor, Color, Game, PointSet};

/// What is kept back for the way from and to the clock.
const LAG: Duration = Duration::from_millis(200);

/// The playouts of a short look.
const GLANCE: Limits = Limits::exactly(1_000);

/// An opponent with its clock.
#[derive(Debug)]
pub(super) struct Table {
    name: String,
    version: String,
    opponent: Opponent,
    /// What a move may take where there is no clock.
    limits: Limits,
    control: TimeControl,
    /// What the clocks show, once somebody has said.
    left: ByColor<Option<TimeLeft>>,
    seed: u64,
    ponders: bool,
}

impl Table {
    pub(super) fn new(opponent: Opponent, limits: Limits, seed: u64, ponders: bool) -> Table {
        let searches = matches!(opponent.level().style(), Style::Playouts { .. } | Style::Full);
        Table {
            name: "Tengen".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            opponent,
            limits,
            control: TimeControl::None,
            left: ByColor::default(),
            seed,
            ponders: ponders && searches,
        }
    }

    /// Changes the name and version that it tells.
    pub(super) fn introduce(&mut self, name: String, version: String) {
        self.name = name;
        self.version = version;
    }

    fn limits(&self, game: &Game, color: Color) -> Limits {
        let left = self.left[color].unwrap_or_else(|| self.control.start());
        let budget = Budget::new(left, GamePhase::of(game.board()), LAG);
        match (budget, self.limits.playouts) {
            (Some(budget), playouts) => Limits { playouts, time: Some(budget), ..self.limits },
            (None, _) => self.limits,
        }
    }

    /// Decides on a move as its level does.
    fn decide(&mut self, question: &Question<'_>, stop: &Stop, tell: &mut Teller<'_>) -> Decision {
        let answer = self.opponent.think(question, stop, |progress| tell.hear(progress));
        if let Some(report) = &answer.report {
            tell.end(report);
        }
        answer.decision
    }

    /// Chooses from some of the moves, and from all if that is impossible.
    fn choose(&mut self, question: &Question<'_>, stop: &Stop, tell: &mut Teller<'_>) -> Decision {
        let limits = self.opponent.level().limits().unwrap_or(question.limits);
        let report = self.look(&Question { limits, ..*question }, stop, tell);
        if let Some(best) = report.analysis.best() {
            return Decision::Move(best.mv);
        }
        let question = Question { excluded: Excluded::default(), ..*question };
        self.decide(&question, stop, tell)
    }

    fn look(&mut self, question: &Question<'_>, stop: &Stop, tell: &mut Teller<'_>) -> Report {
        let report = self.opponent.analyze(question, stop, |progress| tell.hear(progress));
        tell.end(&report);
        report
    }
}

impl Player for Table {
    fn name(&self) -> &str {
        &self.name
    }

    fn version(&self) -> &str {
        &self.version
    }

    fn think(&mut self, request: &Request<'_>, tell: &mut dyn FnMut(&Analysis)) -> Decision {
        let Request { game, color, .. } = *request;
        let (excluded, stop) = (request.excluded, &request.stop);
        let limits = match request.purpose {
            Purpose::Play | Purpose::Suggest => self.limits(game, color),
            Purpose::Judge => GLANCE,
            Purpose::Analyze | Purpose::Ponder => Limits::NONE,
        };
        let question = Question { game, color, limits, excluded };
        let mut teller = Teller::new(request, tell);
        match request.purpose {
            Purpose::Play if excluded.is_empty() => self.decide(&question, stop, &mut teller),
            Purpose::Play => self.choose(&question, stop, &mut teller),
            Purpose::Suggest => {
                // What was thought before would make a difference.
                self.opponent.start_game();
                let decision = self.decide(&question, stop, &mut teller);
                self.opponent.start_game();
                decision
            }
            Purpose::Judge | Purpose::Analyze | Purpose::Ponder => {
                Decision::Move(self.look(&question, stop, &mut teller).best_move())
            }
        }
    }

    fn dead_stones(&mut self, game: &Game) -> PointSet {
        tengen_engine::dead_stones(game, Effort::default(), self.seed).dead
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

    fn start_game(&mut self) {
        self.opponent.start_game();
        self.left = ByColor::default();
    }

    fn set_time_control(&mut self, control: TimeControl) {
        self.control = control;
        self.left = ByColor::default();
    }

    fn set_time_left(&mut self, color: Color, left: TimeLeft) {
        self.left[color] = Some(left);
    }
}

/// Tells what a search finds, as often as somebody wants to hear it.
struct Teller<'a> {
    tell: &'a mut dyn FnMut(&Analysis),
    interval: Option<Duration>,
    next: Duration,
    /// Whether the last word is wanted even if nobody asked for others.
    is_judge: bool,
}

impl<'a> Teller<'a> {
    fn new(request: &Request<'_>, tell: &'a mut dyn FnMut(&Analysis)) -> Teller<'a> {
        let next = request.interval.unwrap_or_default();
        let is_judge = request.purpose == Purpose::Judge;
        Teller { tell, interval: request.interval, next, is_judge }
    }

    fn hear(&mut self, progress: &Progress<'_>) {
        if let Some(interval) = self.interval
            && progress.elapsed() >= self.next
        {
            self.next = progress.elapsed() + interval;
            (self.tell)(&progress.report().analysis);
        }
    }

    fn end(&mut self, report: &Report) {
        if self.interval.is_some() || self.is_judge {
            (self.tell)(&report.analysis);
        }
    }
}
