//! One game that runs: the one place where its session changes.
//!
//! Actions are applied one at a time, under the lock of the game. It is never
//! held for long: engines think and files are written in other threads, and
//! answers come back as actions.

mod effect;
mod review;
mod save;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::time::Duration;

use tengen_record::NodeId;
use tengen_session::{
    Action, Actor, Changes, Rejected, Session, Step, Ticket, Viewer, ViewerAction, ViewerEdit,
};

use crate::change_listener::{ChangeListeners, Mailbox};
use crate::engines::EngineKey;
use crate::listener::{ConsultationId, HostEvent, Listeners};
use crate::review_run::ReviewRun;
use crate::save_state::Unsaved;
use crate::services::{Services, engine_seed};
use crate::store::{GameFile, GameKey, StoreError};
use crate::timer::{AlarmId, Called, next_tick};
use crate::workers::TaskSignals;
use crate::{AnalystChoice, HostProblem};

pub(crate) use effect::FailedEngine;
pub(crate) use save::stage;

/// One game that runs.
#[derive(Debug)]
pub(crate) struct Game {
    id: u64,
    pub(crate) services: Arc<Services>,
    pub(crate) listeners: Listeners,
    pub(crate) change_listeners: ChangeListeners,
    state: Mutex<State>,
    /// Where the game is saved, if it is; only autosave writes.
    file: Mutex<Option<GameFile>>,
    key: OnceLock<GameKey>,
    n_save_requests: AtomicU64,
    n_saves_done: AtomicU64,
}

/// The state that the lock of a game guards.
#[derive(Debug)]
struct State {
    session: Session,
    viewers: BTreeMap<u32, Viewer>,
    last_viewer: u32,
    analyst: AnalystChoice,
    /// Tasks in progress.
    tasks: HashMap<Ticket, Pending>,
    /// The review of the record, once it was asked for.
    review: Option<ReviewRun>,
    /// Single questions that were not answered yet.
    consultations: HashMap<ConsultationId, TaskSignals>,
    last_consultation: u64,
    /// The time of the last action.
    now: Duration,
    alarm: Option<AlarmId>,
    unsaved: Unsaved,
    /// Why the game was not saved the last time.
    save_problem: Option<Arc<StoreError>>,
    /// Whether the game is saved at all.
    is_saved: bool,
    is_closed: bool,
    /// Events for listeners, sent after the lock is released.
    news: Vec<HostEvent>,
    /// Change listeners to wake then.
    woken: Vec<Arc<Mailbox>>,
}

/// A task that is waiting or running.
#[derive(Debug)]
struct Pending {
    signals: TaskSignals,
    /// The engine that it needs.
    engine: Option<EngineKey>,
}

impl Game {
    pub(crate) fn new(
        services: &Arc<Services>,
        session: Session,
        file: Option<GameFile>,
    ) -> Arc<Game> {
        let key = file.as_ref().and_then(|it| it.key().cloned());
        let state = State {
            session,
            viewers: BTreeMap::new(),
            last_viewer: 0,
            analyst: services.options.analyst.clone(),
            tasks: HashMap::new(),
            review: None,
            consultations: HashMap::new(),
            last_consultation: 0,
            now: Duration::ZERO,
            alarm: None,
            unsaved: Unsaved::default(),
            save_problem: None,
            is_saved: file.is_some(),
            is_closed: false,
            news: Vec::new(),
            woken: Vec::new(),
        };
        Arc::new(Game {
            id: services.next_game(),
            services: Arc::clone(services),
            listeners: Listeners::default(),
            change_listeners: ChangeListeners::default(),
            state: Mutex::new(state),
            file: Mutex::new(file),
            key: key.map_or_else(OnceLock::new, OnceLock::from),
            n_save_requests: AtomicU64::new(0),
            n_saves_done: AtomicU64::new(0),
        })
    }

    pub(crate) const fn id(&self) -> u64 {
        self.id
    }

    /// The seed of the game's engines.
    pub(crate) fn seed(&self) -> u64 {
        engine_seed(self.services.options.seed, self.id)
    }

    pub(crate) fn key(&self) -> Option<GameKey> {
        self.key.get().cloned()
    }

    pub(crate) fn n_save_requests(&self) -> u64 {
        self.n_save_requests.load(Ordering::Acquire)
    }

    pub(crate) fn n_saves_done(&self) -> u64 {
        self.n_saves_done.load(Ordering::Acquire)
    }

    pub(crate) fn now(&self) -> Duration {
        self.services.time.now()
    }

    pub(crate) fn read<T>(&self, look: impl FnOnce(&Session, Duration) -> T) -> T {
        let now = self.now();
        let state = self.lock();
        look(&state.session, now.max(state.now))
    }

    pub(crate) fn apply(
        self: &Arc<Game>,
        actor: Actor,
        action: Action,
    ) -> Result<Changes, Rejected> {
        self.change(|state| self.perform(state, actor, action))
    }

    /// Runs a change under the lock, and notifies listeners afterwards.
    fn change<T>(&self, happen: impl FnOnce(&mut State) -> T) -> T {
        // The time of the action is when it was made, not when the lock was free.
        let now = self.now();
        let mut state = self.lock();
        state.now = state.now.max(now);
        let result = happen(&mut state);
        let news = std::mem::take(&mut state.news);
        let woken = std::mem::take(&mut state.woken);
        drop(state);
        for mailbox in woken {
            mailbox.wake();
        }
        for event in &news {
            self.listeners.tell(event);
        }
        result
    }

    fn perform(
        self: &Arc<Game>,
        state: &mut State,
        actor: Actor,
        action: Action,
    ) -> Result<Changes, Rejected> {
        self.perform_for(state, actor, action, None)
    }

    /// Lets something happen; a viewer who did it looks where that leads.
    fn perform_for(
        self: &Arc<Game>,
        state: &mut State,
        actor: Actor,
        action: Action,
        viewer: Option<u32>,
    ) -> Result<Changes, Rejected> {
        let mut changes = match state.session.apply(actor, action, state.now) {
            Err(Rejected::TimeUp) => {
                // The end comes from the clock, and listeners are told.
                let _ = self.perform(state, Actor::Clock, Action::Tick);
                return Err(Rejected::TimeUp);
            }
            other => other?,
        };
        state.woken.extend(self.change_listeners.post(changes.version, &changes.events));
        let sounds = changes.events.iter().filter_map(tengen_session::Event::sound);
        state.news.extend(sounds.map(HostEvent::Ring));
        if !changes.events.is_empty() || !changes.effects.is_empty() {
            state.news.push(HostEvent::Changed);
        }
        for effect in std::mem::take(&mut changes.effects) {
            self.carry_out(state, effect);
        }
        self.follow(state, viewer.zip(changes.node));
        self.set_alarm(state);
        Ok(changes)
    }

    /// Lets viewers see what has changed, which may make them ask anew; one of
    /// them may look at a certain node.
    fn follow(self: &Arc<Game>, state: &mut State, going: Option<(u32, NodeId)>) {
        let State { session, viewers, .. } = state;
        let mut effects = Vec::new();
        for (&id, viewer) in viewers {
            let gone = match going {
                Some((going, node)) if going == id => {
                    viewer.apply(session, ViewerAction::Go(Step::Node(node))).ok()
                }
                _ => None,
            };
            effects.extend(gone.unwrap_or_else(|| viewer.update(session)));
        }
        for effect in effects {
            self.carry_out(state, effect);
        }
    }

    /// Has the timer tell the time when the clock needs it.
    fn set_alarm(self: &Arc<Game>, state: &mut State) {
        let falls_at = state.session.falls_at().filter(|_| !state.is_closed);
        if let Some(alarm) = state.alarm.take() {
            self.services.timer.cancel(alarm);
        }
        let Some(falls_at) = falls_at else { return };
        let game = Arc::downgrade(self);
        let tick = move || game.upgrade().map_or(Called::Done, |game| game.tick());
        match self.services.timer.set(next_tick(state.now, falls_at), tick) {
            Ok(alarm) => state.alarm = Some(alarm),
            Err(error) => Game::note_problem(state, HostProblem::NoThread(error.kind())),
        }
    }

    /// Tells the session the time, unless a reader holds the game.
    fn tick(self: &Arc<Game>) -> Called {
        match self.state.try_lock() {
            Err(TryLockError::WouldBlock) => return Called::Busy,
            Ok(_) | Err(TryLockError::Poisoned(_)) => (),
        }
        // Time cannot be rejected.
        let _ = self.apply(Actor::Clock, Action::Tick);
        Called::Done
    }

    fn note_problem(state: &mut State, problem: HostProblem) {
        state.news.push(HostEvent::Problem(problem));
    }

    /// Tells listeners of a problem.
    pub(crate) fn tell_problem(&self, problem: HostProblem) {
        self.listeners.tell(&HostEvent::Problem(problem));
    }

    pub(crate) fn set_analyst(&self, analyst: AnalystChoice) {
        self.lock().analyst = analyst;
    }

    /// Another viewer, by its number.
    pub(crate) fn add_viewer(&self) -> u32 {
        let mut state = self.lock();
        state.last_viewer += 1;
        let id = state.last_viewer;
        let viewer = Viewer::with_id(&state.session, id);
        state.viewers.insert(id, viewer);
        id
    }

    /// Removes a viewer, and cancels its analyses.
    pub(crate) fn remove_viewer(&self, id: u32) {
        let mut state = self.lock();
        state.viewers.remove(&id);
        let of_viewer = |ticket: &Ticket| ticket.number() >> 32 == u64::from(id);
        for (_, pending) in state.tasks.extract_if(|ticket, _| of_viewer(ticket)) {
            pending.signals.cancel();
        }
        drop(state);
        self.services.engines.forget(self.analyst_key(id));
    }

    /// Lets a viewer do something that does not change the game.
    pub(crate) fn apply_viewer(
        self: &Arc<Game>,
        id: u32,
        action: ViewerAction,
    ) -> Result<(), Rejected> {
        self.change(|state| self.perform_viewer(state, id, action))
    }

    fn perform_viewer(
        self: &Arc<Game>,
        state: &mut State,
        id: u32,
        action: ViewerAction,
    ) -> Result<(), Rejected> {
        let State { session, viewers, .. } = state;
        let viewer = viewers.get_mut(&id).ok_or(Rejected::Late)?;
        let effects = viewer.apply(session, action)?;
        state.news.push(HostEvent::Changed);
        for effect in effects {
            self.carry_out(state, effect);
        }
        Ok(())
    }

    /// Lets something happen to the game, and has the viewer look there.
    pub(crate) fn act_by_viewer(
        self: &Arc<Game>,
        id: u32,
        actor: Actor,
        action: Action,
    ) -> Result<Changes, Rejected> {
        self.change(|state| self.perform_for(state, actor, action, Some(id)))
    }

    /// Edits the record where a viewer looks.
    pub(crate) fn edit_by_viewer(
        self: &Arc<Game>,
        id: u32,
        edit: ViewerEdit,
        actor: Actor,
    ) -> Result<Changes, Rejected> {
        self.change(|state| {
            let State { session, viewers, .. } = state;
            let viewer = viewers.get_mut(&id).ok_or(Rejected::Late)?;
            let action = viewer.edit(session, edit)?;
            self.perform_for(state, actor, action, Some(id))
        })
    }

    /// Looks at the game through a viewer.
    pub(crate) fn with_viewer<T>(
        &self,
        id: u32,
        look: impl FnOnce(&mut Viewer, &Session, Duration) -> T,
    ) -> T {
        let now = self.now();
        let mut state = self.lock();
        let State { session, viewers, now: last, .. } = &mut *state;
        let viewer = viewers.entry(id).or_insert_with(|| Viewer::with_id(session, id));
        look(viewer, session, now.max(*last))
    }

    /// Ends everything that works for the game, and saves it.
    pub(crate) fn close(self: &Arc<Game>) {
        let mut state = self.lock();
        state.is_closed = true;
        self.set_alarm(&mut state);
        for (_, pending) in state.tasks.drain() {
            pending.signals.cancel();
        }
        Game::close_reviews(&mut state);
        state.viewers.clear();
        drop(state);
        self.services.engines.close_game(self.id);
        self.close_file();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
