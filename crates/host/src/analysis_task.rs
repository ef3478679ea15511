//! An analysis for a viewer: hints, an estimate, or one without end.
//!
//! Any [`Analyst`] can do it: our own search, or a GTP program.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tengen_analysis::{Analysis, AnalysisRequest, Analyst, AnalystError, Effort, Stop};
use tengen_engine::{Search, Settings};
use tengen_rules::Game as Position;
use tengen_session::{Ticket, Wanted};

use crate::engines::{Engine, EngineKey, Lease};
use crate::game::{FailedEngine, Game};
use crate::program::EngineError;
use crate::silence::{self, SilenceAlarm};
use crate::workers::{Priority, Task, TaskSignals};

/// How long an endless analysis runs while another endless one waits.
const SLICE: Duration = Duration::from_secs(1);

/// Which engine analyzes.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum AnalystChoice {
    /// Our own search at full strength.
    #[default]
    Tengen,
    /// A program that speaks GTP.
    Program {
        /// The name of the program, for people.
        name: String,
        /// How it is started.
        command: String,
    },
}

impl AnalystChoice {
    pub(crate) fn name(&self) -> String {
        match self {
            AnalystChoice::Tengen => "Tengen".to_owned(),
            AnalystChoice::Program { name, .. } => name.clone(),
        }
    }

    /// The key of this analyst among those of one viewer.
    pub(crate) fn identity(&self) -> String {
        match self {
            AnalystChoice::Tengen => "search".to_owned(),
            AnalystChoice::Program { command, .. } => format!("program {command}"),
        }
    }
}

/// The question of a viewer.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) ticket: Ticket,
    pub(crate) position: Arc<Position>,
    pub(crate) wanted: Wanted,
    pub(crate) analyst: AnalystChoice,
}

/// An analysis for a viewer.
pub(crate) struct AnalysisTask {
    game: Arc<Game>,
    engine: EngineKey,
    question: Question,
    signals: TaskSignals,
    /// The time spent before the task yielded.
    spent: Duration,
}

/// The result of an analysis, and the engine if it can be reused.
struct Outcome {
    analysis: Result<Analysis, EngineError>,
    engine: Option<Engine>,
}

impl AnalysisTask {
    pub(crate) fn new(
        game: Arc<Game>,
        engine: EngineKey,
        question: Question,
        signals: TaskSignals,
    ) -> AnalysisTask {
        AnalysisTask { game, engine, question, signals, spent: Duration::ZERO }
    }

    fn effort(&self) -> Effort {
        let options = &self.game.services.options;
        let time = match self.question.wanted {
            Wanted::Hints => options.hint_time,
            Wanted::Ownership => options.estimate_time,
            Wanted::Everything => return Effort::Endless,
        };
        Effort::Time(time.saturating_sub(self.spent))
    }

    fn analyze(&self, engine: Option<Engine>, kill: Stop) -> Outcome {
        let request = AnalysisRequest::new(&self.question.position, self.effort());
        let begin = Instant::now();
        let mut tell = |analysis| self.tell(analysis, begin);
        match &self.question.analyst {
            AnalystChoice::Tengen => self.analyze_by_search(engine, &request, &mut tell),
            AnalystChoice::Program { command, .. } => {
                let services = &self.game.services;
                let mut program = services.program(self.engine, engine, command, kill);
                let game = Arc::clone(&self.game);
                let mut alarm = SilenceAlarm::new(game, self.question.analyst.name(), None);
                alarm.set(silence::STARTING);
                let stop = &self.signals.stop;
                let analysis = program.analyze(&request, stop, &mut || alarm.cancel(), &mut tell);
                Outcome { analysis, engine: Some(Engine::Program(program)) }
            }
        }
    }

    fn analyze_by_search(
        &self,
        engine: Option<Engine>,
        request: &AnalysisRequest<'_>,
        tell: &mut dyn FnMut(Analysis),
    ) -> Outcome {
        let analyzed = catch_unwind(AssertUnwindSafe(|| {
            let mut search = match engine {
                Some(Engine::Search(search)) => search,
                _ => Box::new(self.new_search()),
            };
            (search.analyze(request, &self.signals.stop, tell), search)
        }));
        match analyzed {
            Ok((analysis, search)) => Outcome {
                analysis: analysis.map_err(EngineError::from),
                engine: Some(Engine::Search(search)),
            },
            Err(_) => Outcome { analysis: Err(EngineError::Crashed), engine: None },
        }
    }

    fn new_search(&self) -> Search {
        let services = &self.game.services;
        let limits = services.options.limits;
        let memory = services.engines.reserve_memory(self.engine, limits.memory_of_one());
        let (threads, seed) = (limits.threads, self.game.seed());
        Search::new(Settings { threads, memory, seed, ..Settings::default() })
    }

    /// Tells what was found so far. An analysis without end lets others of its
    /// kind have their turn.
    fn tell(&self, analysis: Analysis, begin: Instant) {
        if self.signals.is_canceled() {
            return;
        }
        self.game.tell_analysis(self.question.ticket, Box::new(analysis), false);
        if self.question.wanted == Wanted::Everything
            && begin.elapsed() >= SLICE
            && self.game.services.workers.has_waiting(Priority::Analysis)
        {
            self.signals.give_way();
        }
    }

    /// Reports the result to the viewer; returns the task if it continues later.
    fn finish(
        mut self: Box<Self>,
        outcome: Result<Analysis, EngineError>,
        begin: Instant,
    ) -> Option<Box<Self>> {
        let ticket = self.question.ticket;
        let gives_way = self.signals.take_giving_way();
        match outcome {
            Ok(analysis) => self.game.tell_analysis(ticket, Box::new(analysis), !gives_way),
            Err(EngineError::Analysis(AnalystError::Stopped)) if gives_way => (),
            Err(error) => {
                let engine = FailedEngine { name: self.question.analyst.name(), color: None };
                self.game.answer_failure(ticket, engine, error);
                return None;
            }
        }
        self.spent += begin.elapsed();
        gives_way.then_some(self)
    }
}

impl Task for AnalysisTask {
    fn priority(&self) -> Priority {
        match self.question.wanted {
            Wanted::Hints | Wanted::Ownership => Priority::Hint,
            Wanted::Everything => Priority::Analysis,
        }
    }

    fn signals(&self) -> &TaskSignals {
        &self.signals
    }

    fn can_give_way(&self) -> bool {
        true
    }

    fn run(self: Box<Self>) -> Option<Box<dyn Task>> {
        let game = Arc::clone(&self.game);
        let key = self.engine;
        let identity = self.question.analyst.identity();
        let Lease { task, engine, kill } = game.services.engines.check_out(key, &identity, self)?;
        let begin = Instant::now();
        let Outcome { analysis, engine } = task.analyze(engine, kill);
        let rest = task.finish(analysis, begin);
        game.services.return_engine(key, engine);
        rest.map(|it| it as Box<dyn Task>)
    }
}
