//! A move of an engine, decided in a thread of the pool.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tengen_analysis::Stop;
use tengen_clock::TimeControl;
use tengen_engine::{Level, Limits, Opponent, Settings, TimedOpponent, TimedRequest};
use tengen_rules::Size;
use tengen_session::{Action, Seat, Think};

use crate::asker::Asker;
use crate::engines::{Engine, EngineKey, Lease};
use crate::game::FailedEngine;
use crate::level::level;
use crate::program::{Answer, EngineError, Turn};
use crate::silence::{self, SilenceAlarm};
use crate::workers::{Priority, Task, TaskSignals};
use crate::{Progress, RunnerOptions};

/// The time between two reports.
const INTERVAL: Duration = Duration::from_millis(100);

/// The longest pause in one go while a move is held back, and the time left
/// below which none is.
const PAUSE: Duration = Duration::from_millis(20);
const SHORT_CLOCK: Duration = Duration::from_secs(20);

/// The playouts of a level that hardly reads, for its memory.
const FEW_PLAYOUTS: u32 = 100;

/// The memory that a level needs for its playouts, in bytes.
///
/// A playout seldom adds more than the moves at one point of a large board; of
/// many playouts most add nothing. A server has many weak levels at a time, and
/// making their trees anew for each move would cost more than their thoughts.
fn memory_for(n_playouts: u32) -> usize {
    let n = n_playouts as usize;
    let few = (1_usize << 20).saturating_add(n.saturating_mul(24 << 10));
    let many = (8_usize << 20).saturating_add(n.saturating_mul(8 << 10));
    few.min(many)
}

/// A move that an engine has to decide on.
pub(crate) struct MoveTask {
    game: Arc<dyn Asker>,
    engine: EngineKey,
    think: Box<Think>,
    signals: TaskSignals,
    /// When the engine was asked.
    since: Duration,
}

/// The result of the task, and the engine if it can be reused.
struct Decided {
    answer: Result<Answer, EngineError>,
    engine: Option<Engine>,
}

impl Decided {
    const CRASHED: Decided = Decided { answer: Err(EngineError::Crashed), engine: None };
}

impl MoveTask {
    pub(crate) fn new(
        game: Arc<dyn Asker>,
        engine: EngineKey,
        think: Box<Think>,
        signals: TaskSignals,
        since: Duration,
    ) -> MoveTask {
        MoveTask { game, engine, think, signals, since }
    }

    /// Has the engine decide.
    fn decide(&self, engine: Option<Engine>, kill: Stop) -> Decided {
        match &self.think.seat {
            Seat::Level(name) => self.decide_by_search(level(name), engine),
            Seat::Engine { command, .. } => self.decide_by_program(command, engine, kill),
            Seat::Person { .. } => Decided::CRASHED,
        }
    }

    fn decide_by_search(&self, level: Level, engine: Option<Engine>) -> Decided {
        let decided = catch_unwind(AssertUnwindSafe(|| {
            let mut opponent = match engine {
                Some(Engine::Opponent(opponent)) => opponent,
                _ => Box::new(self.new_opponent(level)),
            };
            (self.search(&mut opponent), opponent)
        }));
        decided.map_or(Decided::CRASHED, |(answer, opponent)| Decided {
            answer: Ok(answer),
            engine: Some(Engine::Opponent(opponent)),
        })
    }

    fn new_opponent(&self, level: Level) -> TimedOpponent {
        let services = self.game.services();
        let settings =
            settings(level, self.think.game.board().size(), &services.options, self.game.seed());
        let memory = services.engines.reserve_memory(self.engine, settings.memory);
        let opponent = Opponent::new(level, Settings { memory, ..settings });
        TimedOpponent::new(opponent, Limits::time(services.options.move_time))
    }

    fn search(&self, opponent: &mut TimedOpponent) -> Answer {
        let Think { game, color, left, .. } = &*self.think;
        let time = &self.game.services().time;
        let begin = time.now();
        let request = TimedRequest {
            color: *color,
            waited: begin.saturating_sub(self.since),
            interval: Some(INTERVAL),
            ..TimedRequest::new(game, left[*color])
        };
        let is_hurried = left[*color].shown().is_some_and(|it| it.time < SHORT_CLOCK);
        let answer = opponent.decide(&request, &self.signals.stop, |progress| {
            if !self.signals.is_canceled() {
                let elapsed = time.now().saturating_sub(self.since);
                let n_playouts = progress.n_playouts();
                self.game.tell_progress(Progress { color: *color, n_playouts, elapsed });
            }
        });
        if !is_hurried {
            self.wait_until(self.since + self.game.services().options.least_move_time);
        }
        (answer.decision, answer.report.map(|it| it.analysis.evaluation()))
    }

    /// Waits, unless the move is wanted at once, or not at all.
    fn wait_until(&self, due: Duration) {
        let time = &self.game.services().time;
        while time.now() < due && !self.signals.stop.is_stopped() {
            thread::sleep(due.saturating_sub(time.now()).min(PAUSE));
        }
    }

    fn decide_by_program(&self, command: &str, engine: Option<Engine>, kill: Stop) -> Decided {
        let services = self.game.services();
        let mut program = services.program(self.engine, engine, command, kill);
        let Think { game, color, control, left, seat, .. } = &*self.think;
        let turn = Turn { game, color: *color, control: *control, left: *left };
        let mut alarm = SilenceAlarm::new(Arc::clone(&self.game), seat.to_string(), Some(*color));
        alarm.set(silence::STARTING);
        let answer = program.decide(turn, &mut || match control {
            TimeControl::None => alarm.set(silence::THINKING),
            // The clock tells how long it thinks.
            _ => alarm.cancel(),
        });
        Decided { answer, engine: Some(Engine::Program(program)) }
    }
}

impl Task for MoveTask {
    fn priority(&self) -> Priority {
        Priority::Move
    }

    fn signals(&self) -> &TaskSignals {
        &self.signals
    }

    fn can_give_way(&self) -> bool {
        false
    }

    fn run(self: Box<Self>) -> Option<Box<dyn Task>> {
        let game = Arc::clone(&self.game);
        let (services, key) = (Arc::clone(game.services()), self.engine);
        let identity = identity(&self.think.seat);
        let Lease { task, engine, kill } = services.engines.check_out(key, &identity, self)?;
        let Decided { answer, engine } = task.decide(engine, kill);
        let MoveTask { think, .. } = *task;
        let Think { ticket, color, ref seat, .. } = *think;
        let name = seat.to_string();
        // A move costs a copy of the game if it is still shared.
        drop(think);
        match answer {
            Ok((decision, evaluation)) => {
                game.answer(ticket, Action::EngineMoved { ticket, decision, evaluation });
            }
            Err(error) => {
                game.answer_failure(ticket, FailedEngine { name, color: Some(color) }, error);
            }
        }
        services.return_engine(key, engine);
        None
    }
}

/// The key of an engine among those of one role.
fn identity(seat: &Seat) -> String {
    match seat {
        Seat::Person { .. } => String::new(),
        Seat::Level(name) => format!("level {name}"),
        Seat::Engine { command, .. } => format!("program {command}"),
    }
}

/// The resources of a level on a board: only the strongest gets the full
/// budget.
fn settings(level: Level, size: Size, options: &RunnerOptions, seed: u64) -> Settings {
    let share = options.limits.memory_of_one();
    let settings = Settings { seed, ..Settings::default() };
    let style = level.style(settings.evaluator.network_for(size).is_some());
    let (threads, memory) = match style.limits() {
        Some(limits) => (1, memory_for(limits.playouts.unwrap_or(0).max(FEW_PLAYOUTS))),
        None => (options.limits.threads, share),
    };
    Settings { threads, memory: memory.min(share), ..settings }
}
