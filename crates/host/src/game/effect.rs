//! Carries out the effects of a session: tasks, timers, autosave.

use std::sync::Arc;

use tengen_analysis::Analysis;
use tengen_session::{Action, Actor, Effect, Seat, Think, Ticket, ViewerAction, Wanted};

use super::{Game, Pending, State};
use crate::analysis_task::{AnalysisTask, Question};
use crate::asker::Asker;
use crate::dead_stones::DeadStonesTask;
use crate::engines::{EngineKey, Role};
use crate::listener::HostEvent;
use crate::move_task::MoveTask;
use crate::program::EngineError;
use crate::services::Services;
use crate::workers::{Task, TaskSignals};
use crate::{HostProblem, Progress};

impl Game {
    pub(super) fn carry_out(self: &Arc<Game>, state: &mut State, effect: Effect) {
        match effect {
            Effect::Think(think) => self.think(state, think),
            Effect::Analyze { ticket, game, wanted } => {
                self.analyze(state, ticket, game, wanted);
            }
            Effect::ProposeDead { ticket, game } => {
                let signals = TaskSignals::default();
                let asker = Arc::clone(self) as Arc<dyn Asker>;
                let task = DeadStonesTask::new(asker, ticket, signals.clone(), game);
                self.give(state, ticket, Box::new(task), Pending { signals, engine: None });
            }
            Effect::NoteEvaluation { node, evaluation } => {
                let action = Action::NoteEvaluation { node, evaluation };
                // A node that is gone needs no evaluation.
                let _ = self.perform(state, Actor::Owner, action);
            }
            Effect::Hurry(ticket) => {
                if let Some(pending) = state.tasks.get(&ticket) {
                    pending.signals.hurry();
                }
            }
            Effect::Cancel(ticket) => self.cancel(state, ticket),
            Effect::Save(save) => self.request_save(state, save),
        }
    }

    fn think(self: &Arc<Game>, state: &mut State, think: Box<Think>) {
        let (ticket, color) = (think.ticket, think.color);
        let signals = TaskSignals::default();
        let engine = EngineKey { game: self.id, role: Role::Player(color) };
        let asker = Arc::clone(self) as Arc<dyn Asker>;
        let task = MoveTask::new(asker, engine, think, signals.clone(), state.now);
        let pending = Pending { signals, engine: Some(engine) };
        self.give(state, ticket, Box::new(task), pending);
    }

    fn analyze(
        self: &Arc<Game>,
        state: &mut State,
        ticket: Ticket,
        position: Arc<tengen_rules::Game>,
        wanted: Wanted,
    ) {
        let signals = TaskSignals::default();
        let engine = self.analyst_key(viewer_of(ticket));
        let analyst = state.analyst.clone();
        let question = Question { ticket, position, wanted, analyst };
        let task = AnalysisTask::new(Arc::clone(self), engine, question, signals.clone());
        let pending = Pending { signals, engine: Some(engine) };
        self.give(state, ticket, Box::new(task), pending);
    }

    /// Gives a task to the workers.
    fn give(
        self: &Arc<Game>,
        state: &mut State,
        ticket: Ticket,
        task: Box<dyn Task>,
        pending: Pending,
    ) {
        if state.is_closed {
            return;
        }
        state.tasks.insert(ticket, pending);
        if let Err(error) = self.services.workers.add(task) {
            state.tasks.remove(&ticket);
            Game::note_problem(state, HostProblem::NoThread(error.kind()));
            self.fail(state, ticket, &EngineError::NoThread(error.kind()));
        }
    }

    /// Stops working on a question. A program whose seat was given to another
    /// player is killed; it need not think to the end.
    fn cancel(&self, state: &mut State, ticket: Ticket) {
        let Some(pending) = state.tasks.remove(&ticket) else { return };
        pending.signals.cancel();
        if let Some(key) = pending.engine
            && let Role::Player(color) = key.role
            && !matches!(state.session.seats()[color], Seat::Engine { .. })
        {
            self.services.engines.kill(key);
        }
    }

    pub(crate) const fn analyst_key(&self, viewer: u32) -> EngineKey {
        EngineKey { game: self.id, role: Role::Analyst(viewer) }
    }

    /// Takes the answer to a question of the session.
    pub(crate) fn answer(self: &Arc<Game>, ticket: Ticket, action: Action) {
        self.change(|state| {
            // One that was canceled has no answer.
            if state.tasks.remove(&ticket).is_some() {
                // A late answer is refused, and there is no one to tell.
                let _ = self.perform(state, Actor::Engine, action);
            }
        });
    }

    /// Takes what an analysis has found so far, or in the end.
    pub(crate) fn tell_analysis(
        self: &Arc<Game>,
        ticket: Ticket,
        analysis: Box<Analysis>,
        is_last: bool,
    ) {
        self.change(|state| {
            let is_wanted = state.tasks.contains_key(&ticket);
            if is_last {
                state.tasks.remove(&ticket);
            }
            if is_wanted {
                let action = ViewerAction::Analyzed { ticket, analysis, is_last };
                // A late answer is refused, and there is no one to tell.
                let _ = self.perform_viewer(state, viewer_of(ticket), action);
            }
        });
    }

    /// Takes the failure of an engine, unless it was canceled.
    pub(crate) fn answer_failure(
        self: &Arc<Game>,
        ticket: Ticket,
        engine: FailedEngine,
        error: EngineError,
    ) {
        self.change(|state| {
            if state.tasks.remove(&ticket).is_some() {
                self.fail(state, ticket, &error);
                let FailedEngine { name, color } = engine;
                let error = Arc::new(error);
                Game::note_problem(state, HostProblem::EngineFailed { name, color, error });
            }
        });
    }

    fn fail(self: &Arc<Game>, state: &mut State, ticket: Ticket, error: &EngineError) {
        let reason = error.to_string();
        if viewer_of(ticket) == 0 {
            let action = Action::EngineFailed { ticket, reason };
            // A late answer is refused, and there is no one to tell.
            let _ = self.perform(state, Actor::Engine, action);
            return;
        }
        let action = ViewerAction::AnalysisFailed { ticket, reason };
        // As above.
        let _ = self.perform_viewer(state, viewer_of(ticket), action);
    }

    /// Tells how far an engine has come with its move.
    pub(crate) fn tell_progress(&self, progress: Progress) {
        self.listeners.tell(&HostEvent::Progress(progress));
    }
}

impl Asker for Game {
    fn services(&self) -> &Arc<Services> {
        &self.services
    }

    fn seed(&self) -> u64 {
        Game::seed(self)
    }

    fn answer(self: Arc<Self>, ticket: Ticket, action: Action) {
        Game::answer(&self, ticket, action);
    }

    fn answer_failure(self: Arc<Self>, ticket: Ticket, engine: FailedEngine, error: EngineError) {
        Game::answer_failure(&self, ticket, engine, error);
    }

    fn tell_progress(&self, progress: Progress) {
        Game::tell_progress(self, progress);
    }

    fn tell_problem(&self, problem: HostProblem) {
        Game::tell_problem(self, problem);
    }
}

/// An engine that has failed.
#[derive(Debug)]
pub(crate) struct FailedEngine {
    pub(crate) name: String,
    /// What it plays, or `None` if it analyzes.
    pub(crate) color: Option<tengen_rules::Color>,
}

/// The viewer that has asked, or zero for the session itself.
fn viewer_of(ticket: Ticket) -> u32 {
    (ticket.number() >> 32) as u32
}
