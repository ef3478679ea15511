//! Engines for sessions that are run elsewhere.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_rules::Game;
use tengen_session::{Action, Effect, Think, Ticket};

use crate::asker::Asker;
use crate::dead_stones::DeadStonesTask;
use crate::engines::{EngineKey, Role};
use crate::game::FailedEngine;
use crate::move_task::MoveTask;
use crate::program::EngineError;
use crate::services::{Services, engine_seed};
use crate::workers::{Task, TaskSignals};
use crate::{HostProblem, Progress, Runner};

/// Engines for one session that its owner runs and stores, as a server does
/// that tells nothing before it is stored.
///
/// Questions of the session go to the pool of the runner, together with those
/// of all its games. When this is dropped, they are canceled, and programs are
/// killed. Nothing here waits: questions and answers go through a thread that
/// is never held up by an engine.
#[derive(Debug)]
pub struct EngineClient {
    session: Arc<ClientSession>,
    /// The threads live as long as there is a client.
    _runner: Runner,
}

impl EngineClient {
    pub(crate) fn new(
        runner: Runner,
        services: &Arc<Services>,
        answer: impl Fn(Action) + Send + Sync + 'static,
    ) -> EngineClient {
        let session = Arc::new(ClientSession {
            id: services.next_game(),
            services: Arc::clone(services),
            tasks: Mutex::default(),
            answer: Box::new(answer),
        });
        EngineClient { session, _runner: runner }
    }

    /// Has an engine do what a session wants, or stops it.
    ///
    /// Returns the effects that are no work for engines, such as saving.
    pub fn carry_out(&self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::Think(think) => self.dispatch(|it| it.think(think)),
            Effect::ProposeDead { ticket, game } => {
                self.dispatch(move |it| it.propose_dead(ticket, game));
            }
            Effect::Hurry(ticket) => self.dispatch(move |it| it.hurry(ticket)),
            Effect::Cancel(ticket) => self.dispatch(move |it| it.cancel(ticket)),
            other => return Some(other),
        }
        None
    }

    fn dispatch(&self, job: impl FnOnce(&Arc<ClientSession>) + Send + 'static) {
        let session = Arc::clone(&self.session);
        self.session.services.dispatcher.run(move || job(&session));
    }
}

impl Drop for EngineClient {
    fn drop(&mut self) {
        self.dispatch(|it| it.close());
    }
}

/// The session as its tasks see it.
struct ClientSession {
    id: u64,
    services: Arc<Services>,
    /// Tasks in progress.
    tasks: Mutex<HashMap<Ticket, TaskSignals>>,
    answer: Box<dyn Fn(Action) + Send + Sync>,
}

impl ClientSession {
    fn think(self: &Arc<ClientSession>, think: Box<Think>) {
        let (ticket, color) = (think.ticket, think.color);
        let signals = TaskSignals::default();
        let engine = EngineKey { game: self.id, role: Role::Player(color) };
        let asker = Arc::clone(self) as Arc<dyn Asker>;
        let since = self.services.time.now();
        let task = MoveTask::new(asker, engine, think, signals.clone(), since);
        self.give(ticket, Box::new(task), signals);
    }

    fn propose_dead(self: &Arc<ClientSession>, ticket: Ticket, game: Arc<Game>) {
        let signals = TaskSignals::default();
        let asker = Arc::clone(self) as Arc<dyn Asker>;
        let task = DeadStonesTask::new(asker, ticket, signals.clone(), game);
        self.give(ticket, Box::new(task), signals);
    }

    fn hurry(&self, ticket: Ticket) {
        if let Some(signals) = self.tasks().get(&ticket) {
            signals.hurry();
        }
    }

    fn cancel(&self, ticket: Ticket) {
        if let Some(signals) = self.tasks().remove(&ticket) {
            signals.cancel();
        }
    }

    fn close(&self) {
        for (_, signals) in self.tasks().drain() {
            signals.cancel();
        }
        self.services.engines.close_game(self.id);
    }

    /// Gives a task to the workers.
    fn give(&self, ticket: Ticket, task: Box<dyn Task>, signals: TaskSignals) {
        self.tasks().insert(ticket, signals);
        if let Err(error) = self.services.workers.add(task) {
            self.fail(ticket, &EngineError::NoThread(error.kind()));
        }
    }

    fn fail(&self, ticket: Ticket, error: &EngineError) {
        if self.tasks().remove(&ticket).is_some() {
            (self.answer)(Action::EngineFailed { ticket, reason: error.to_string() });
        }
    }

    fn tasks(&self) -> MutexGuard<'_, HashMap<Ticket, TaskSignals>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for ClientSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientSession")
            .field("id", &self.id)
            .field("tasks", &self.tasks())
            .finish_non_exhaustive()
    }
}

impl Asker for ClientSession {
    fn services(&self) -> &Arc<Services> {
        &self.services
    }

    fn seed(&self) -> u64 {
        engine_seed(self.services.options.seed, self.id)
    }

    fn answer(self: Arc<Self>, ticket: Ticket, action: Action) {
        let session = Arc::clone(&self);
        self.services.dispatcher.run(move || {
            // One that was canceled has no answer.
            if session.tasks().remove(&ticket).is_some() {
                (session.answer)(action);
            }
        });
    }

    fn answer_failure(self: Arc<Self>, ticket: Ticket, _engine: FailedEngine, error: EngineError) {
        let session = Arc::clone(&self);
        self.services.dispatcher.run(move || session.fail(ticket, &error));
    }

    fn tell_progress(&self, _progress: Progress) {}

    fn tell_problem(&self, _problem: HostProblem) {}
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use tengen_rules::{Color, Ruleset, Size};
    use tengen_session::{Actor, Seat, Session, Setup};

    use super::*;
    use crate::RunnerOptions;

    fn session() -> Session {
        let setup = Setup::new(Size::square(5).unwrap(), Ruleset::CHINESE)
            .with_seat(Color::Black, Seat::Level("28k".parse().unwrap()));
        Session::new(setup).unwrap()
    }

    #[test]
    fn session_of_another_owner_gets_its_answers_as_actions() {
        let runner = Runner::start(RunnerOptions { seed: 1, ..RunnerOptions::default() });
        let (sender, answers) = mpsc::channel();
        let engines = runner.engines(move |action| sender.send(action).unwrap());
        let mut session = session();
        let now = Duration::ZERO;
        let changes = session.apply(Actor::Owner, Action::Start, now).unwrap();
        for effect in changes.effects {
            assert!(engines.carry_out(effect).is_none());
        }
        let answer = answers.recv().unwrap();
        session.apply(Actor::Engine, answer, now).unwrap();
        assert_eq!(session.game().n_turns(), 1);
    }

    #[test]
    fn canceled_question_has_no_answer() {
        let runner = Runner::start(RunnerOptions { seed: 1, ..RunnerOptions::default() });
        let (sender, answers) = mpsc::channel();
        let engines = runner.engines(move |action| sender.send(action).unwrap());
        let mut session = session();
        let now = Duration::ZERO;
        let started = session.apply(Actor::Owner, Action::Start, now).unwrap();
        let paused = session.apply(Actor::Owner, Action::Pause, now).unwrap();
        let effects: Vec<Effect> = started.effects.into_iter().chain(paused.effects).collect();
        // Whether or not the engine has begun, its answer is not wanted.
        let rest: Vec<Effect> =
            effects.into_iter().filter_map(|it| engines.carry_out(it)).collect();
        assert!(rest.iter().all(|it| matches!(it, Effect::Save(_))));
        drop(engines);
        drop(runner);
        let late: Vec<Action> = answers.iter().collect();
        assert!(late.len() <= 1, "{late:?}");
        for action in late {
            session.apply(Actor::Engine, action, now).unwrap_err();
        }
    }
}
