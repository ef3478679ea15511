//! One position that is evaluated: for a review, or for a single question.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tengen_analysis::{Analysis, AnalysisRequest, Effort, Excluded};
use tengen_engine::{Search, Settings};
use tengen_rules::{Color, Game as Position};

use crate::AnalystChoice;
use crate::engines::{Engine, EngineKey, Lease};
use crate::game::Game;
use crate::program::EngineError;
use crate::silence::{self, SilenceAlarm};
use crate::workers::{Priority, Task, TaskSignals};

/// The memory of the tree of one evaluation, in bytes.
const MEMORY: usize = 32 << 20;

/// A position to be evaluated by whoever analyzes.
#[derive(Clone, Debug)]
pub struct Consultation {
    /// The game up to the position; it is not over.
    pub game: Arc<Position>,
    /// The player to move, whose turn it need not be.
    pub to_play: Color,
    /// How long to think.
    pub effort: Effort,
    /// Whether ownership is wanted.
    pub wants_ownership: bool,
}

impl Consultation {
    fn request(&self) -> AnalysisRequest<'_> {
        AnalysisRequest {
            game: &self.game,
            to_play: self.to_play,
            effort: self.effort,
            wants_ownership: self.wants_ownership,
            excluded: Excluded::default(),
        }
    }
}

/// Who does what is wanted.
#[derive(Clone, Debug)]
pub(crate) struct Assignment {
    pub(crate) engine: EngineKey,
    pub(crate) analyst: AnalystChoice,
    /// The threads of our own search.
    pub(crate) threads: usize,
    pub(crate) priority: Priority,
    pub(crate) signals: TaskSignals,
}

/// Takes the answer, unless it was canceled.
pub(crate) type Report = Box<dyn FnOnce(&Arc<Game>, Result<Analysis, EngineError>) + Send>;

/// One evaluation by one engine.
pub(crate) struct EvaluationTask {
    pub(crate) game: Arc<Game>,
    pub(crate) consultation: Consultation,
    pub(crate) assignment: Assignment,
    pub(crate) report: Report,
}

impl EvaluationTask {
    fn evaluate(
        &self,
        engine: Option<Engine>,
        kill: tengen_analysis::Stop,
    ) -> (Result<Analysis, EngineError>, Option<Engine>) {
        let request = self.consultation.request();
        let stop = &self.assignment.signals.stop;
        match &self.assignment.analyst {
            AnalystChoice::Tengen => self.search(engine, &request),
            AnalystChoice::Program { command, .. } => {
                let services = &self.game.services;
                let key = self.assignment.engine;
                let mut program = services.program(key, engine, command, kill);
                let game = Arc::clone(&self.game);
                let mut alarm = SilenceAlarm::new(game, self.assignment.analyst.name(), None);
                alarm.set(silence::STARTING);
                let analysis = program.analyze(&request, stop, &mut || alarm.cancel(), &mut |_| ());
                (analysis, Some(Engine::Program(program)))
            }
        }
    }

    fn search(
        &self,
        engine: Option<Engine>,
        request: &AnalysisRequest<'_>,
    ) -> (Result<Analysis, EngineError>, Option<Engine>) {
        let stop = &self.assignment.signals.stop;
        let searched = catch_unwind(AssertUnwindSafe(|| {
            let mut search = match engine {
                Some(Engine::Search(search)) => search,
                _ => Box::new(self.new_search()),
            };
            // What is known must not depend on what was asked before.
            search.clear();
            (tengen_analysis::Analyst::analyze(&mut *search, request, stop, &mut |_| ()), search)
        }));
        match searched {
            Ok((analysis, search)) => {
                (analysis.map_err(EngineError::from), Some(Engine::Search(search)))
            }
            Err(_) => (Err(EngineError::Crashed), None),
        }
    }

    fn new_search(&self) -> Search {
        let services = &self.game.services;
        let wanted = MEMORY.min(services.options.limits.memory_of_one());
        let memory = services.engines.reserve_memory(self.assignment.engine, wanted);
        let (threads, seed) = (self.assignment.threads, self.game.seed());
        Search::new(Settings { threads, memory, seed, ..Settings::default() })
    }
}

impl Task for EvaluationTask {
    fn priority(&self) -> Priority {
        self.assignment.priority
    }

    fn signals(&self) -> &TaskSignals {
        &self.assignment.signals
    }

    fn can_give_way(&self) -> bool {
        self.assignment.priority == Priority::Review
    }

    fn run(self: Box<Self>) -> Option<Box<dyn Task>> {
        let game = Arc::clone(&self.game);
        let key = self.assignment.engine;
        let identity = self.assignment.analyst.identity();
        let Lease { task, engine, kill } = game.services.engines.check_out(key, &identity, self)?;
        let (analysis, engine) = task.evaluate(engine, kill);
        game.services.return_engine(key, engine);
        // What was stopped early is no evaluation of this effort.
        if task.assignment.signals.take_giving_way() {
            return Some(task);
        }
        if !task.assignment.signals.is_canceled() {
            (task.report)(&game, analysis);
        }
        None
    }
}

impl fmt::Debug for EvaluationTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EvaluationTask")
            .field("consultation", &self.consultation)
            .field("assignment", &self.assignment)
            .finish_non_exhaustive()
    }
}
