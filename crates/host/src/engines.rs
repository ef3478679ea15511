//! Engines that keep their thoughts, or their process, from move to move.
//!
//! An engine belongs to a role in a game, and does one thing at a time: a task
//! that finds it busy is parked and goes on when the engine is free. Idle
//! engines are kept within a budget of memory and processes; the one that was
//! used least recently is evicted first, and is rebuilt when it is needed.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tengen_analysis::Stop;
use tengen_engine::{Search, TimedOpponent};
use tengen_rules::Color;

use crate::program::Program;
use crate::workers::Task;

/// The least memory of an engine, whatever the budget says.
const MIN_MEMORY: usize = 2 << 20;

/// How long to wait for programs that were killed.
const KILL_PATIENCE: Duration = Duration::from_secs(5);

/// An engine that was made for a role.
pub(crate) enum Engine {
    Opponent(Box<TimedOpponent>),
    Search(Box<Search>),
    Program(Box<Program>),
}

/// Which engine of which game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(crate) struct EngineKey {
    pub(crate) game: u64,
    pub(crate) role: Role,
}

/// What an engine does in a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(crate) enum Role {
    Player(Color),
    /// Analyzes for a viewer.
    Analyst(u32),
    /// Evaluates positions of a review, several at a time.
    Reviewer(u32),
    /// Answers single questions about positions.
    Consultant,
}

/// An engine in the hands of a task.
pub(crate) struct Lease<T> {
    pub(crate) task: Box<T>,
    /// `None` if it has to be made.
    pub(crate) engine: Option<Engine>,
    /// Ends a program for good.
    pub(crate) kill: Stop,
}

/// All engines of all games.
#[derive(Debug)]
pub(crate) struct Engines {
    state: Mutex<State>,
    returned: Condvar,
    max_memory: usize,
    max_processes: usize,
}

#[derive(Debug, Default)]
struct State {
    entries: HashMap<EngineKey, Entry>,
    /// Grows with each use.
    n_uses: u64,
}

struct Entry {
    /// Which engine it is: a level or a command.
    identity: String,
    /// Whether a task has it.
    is_busy: bool,
    idle: Option<Engine>,
    memory: usize,
    is_program: bool,
    /// Whether the game is closed, so that the engine is not kept.
    is_closing: bool,
    last_use: u64,
    kill: Stop,
    /// Tasks that go on when the engine is free.
    parked: Vec<Box<dyn Task>>,
}

impl Entry {
    fn new(identity: &str) -> Entry {
        Entry {
            identity: identity.to_owned(),
            is_busy: false,
            idle: None,
            memory: 0,
            is_program: false,
            is_closing: false,
            last_use: 0,
            kill: Stop::new(),
            parked: Vec::new(),
        }
    }
}

impl Engines {
    pub(crate) fn new(max_memory: usize, max_processes: usize) -> Engines {
        Engines { state: Mutex::default(), returned: Condvar::new(), max_memory, max_processes }
    }

    /// Takes the engine of a role for a task, or parks the task while another
    /// one has it, or drops it if it was canceled.
    pub(crate) fn check_out<T: Task + 'static>(
        &self,
        key: EngineKey,
        identity: &str,
        task: Box<T>,
    ) -> Option<Lease<T>> {
        let mut state = self.state();
        // A game cancels its tasks before its engines are forgotten: here, a
        // task is known to be canceled, or its engine is seen by that.
        if task.signals().is_canceled() {
            return None;
        }
        state.n_uses += 1;
        let last_use = state.n_uses;
        let entry = state.entries.entry(key).or_insert_with(|| Entry::new(identity));
        if entry.is_busy {
            if entry.identity != identity {
                entry.kill.stop();
            }
            entry.parked.push(task);
            return None;
        }
        let is_other = entry.identity != identity;
        let other = is_other.then(|| std::mem::replace(entry, Entry::new(identity)));
        entry.is_busy = true;
        entry.last_use = last_use;
        let lease = Lease { task, engine: entry.idle.take(), kill: entry.kill.clone() };
        drop(state);
        other.into_iter().for_each(discard);
        Some(lease)
    }

    /// Makes room for an engine with a tree, and says how much memory it may
    /// take.
    pub(crate) fn reserve_memory(&self, key: EngineKey, wanted: usize) -> usize {
        let mut state = self.state();
        let mut evicted = Vec::new();
        let granted = loop {
            let used: usize =
                state.entries.iter().filter(|(it, _)| **it != key).map(|(_, it)| it.memory).sum();
            let left = self.max_memory.saturating_sub(used);
            if left >= wanted {
                break wanted;
            }
            match state.take_least_recent(|it| it.memory > 0) {
                Some(entry) => evicted.push(entry),
                None => break left.max(MIN_MEMORY).min(wanted),
            }
        };
        if let Some(entry) = state.entries.get_mut(&key) {
            entry.memory = granted;
        }
        drop(state);
        evicted.into_iter().for_each(discard);
        granted
    }

    /// Makes room for one more process.
    pub(crate) fn reserve_process(&self, key: EngineKey) {
        let mut state = self.state();
        if let Some(entry) = state.entries.get_mut(&key) {
            entry.is_program = true;
        }
        let n_processes = state.entries.values().filter(|it| it.is_program).count();
        let n_excess = n_processes.saturating_sub(self.max_processes);
        let evicted: Vec<Entry> =
            (0..n_excess).map_while(|_| state.take_least_recent(|it| it.is_program)).collect();
        drop(state);
        evicted.into_iter().for_each(discard);
    }

    /// Takes an engine back, or `None` if it is of no more use, and returns
    /// the tasks that have waited for it.
    pub(crate) fn check_in(&self, key: EngineKey, engine: Option<Engine>) -> Vec<Box<dyn Task>> {
        let mut state = self.state();
        let Some(entry) = state.entries.get_mut(&key) else { return Vec::new() };
        entry.is_busy = false;
        let parked = std::mem::take(&mut entry.parked);
        let is_kept = engine.is_some() && !entry.is_closing && !entry.kill.is_stopped();
        let unwanted = if is_kept {
            entry.idle = engine;
            None
        } else {
            state.entries.remove(&key);
            engine
        };
        drop(state);
        // The process is dead before its slot is announced as free.
        drop(unwanted);
        self.returned.notify_all();
        parked
    }

    /// Kills the program of a role if a task has it.
    pub(crate) fn kill(&self, key: EngineKey) {
        let state = self.state();
        if let Some(entry) = state.entries.get(&key).filter(|it| it.is_busy && it.is_program) {
            entry.kill.stop();
        }
    }

    /// Forgets the engine of a role.
    pub(crate) fn forget(&self, key: EngineKey) {
        self.forget_all(|it| it == key);
    }

    /// Forgets all engines of a game, and waits until its programs are dead.
    pub(crate) fn close_game(&self, game: u64) {
        self.forget_all(|key| key.game == game);
        let state = self.state();
        let is_alive = |state: &mut State| {
            let mut entries = state.entries.iter();
            entries.any(|(key, it)| key.game == game && it.is_busy && it.is_program)
        };
        // A program that cannot be killed is the system's.
        let _ = self.returned.wait_timeout_while(state, KILL_PATIENCE, is_alive);
    }

    fn forget_all(&self, is_wanted: impl Fn(EngineKey) -> bool) {
        let mut state = self.state();
        for (_, entry) in state.entries.iter_mut().filter(|(key, _)| is_wanted(**key)) {
            entry.is_closing = true;
            entry.kill.stop();
        }
        let idle = state.entries.extract_if(|key, it| is_wanted(*key) && !it.is_busy);
        let idle: Vec<Entry> = idle.map(|(_, it)| it).collect();
        drop(state);
        drop(idle);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Takes out the idle engine that was used least recently.
    fn take_least_recent(&mut self, is_wanted: impl Fn(&Entry) -> bool) -> Option<Entry> {
        let idle = self.entries.iter().filter(|(_, it)| it.idle.is_some() && is_wanted(it));
        let key = idle.min_by_key(|(_, it)| it.last_use).map(|(key, _)| *key)?;
        self.entries.remove(&key)
    }
}

/// Ends an engine without waiting for a program to say goodbye.
fn discard(entry: Entry) {
    entry.kill.stop();
    drop(entry);
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("identity", &self.identity)
            .field("is_busy", &self.is_busy)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::Settings;

    use super::*;
    use crate::workers::{Priority, TaskSignals};

    #[derive(Default)]
    struct Fake(TaskSignals);

    impl Task for Fake {
        fn priority(&self) -> Priority {
            Priority::Move
        }

        fn signals(&self) -> &TaskSignals {
            &self.0
        }

        fn can_give_way(&self) -> bool {
            false
        }

        fn run(self: Box<Self>) -> Option<Box<dyn Task>> {
            None
        }
    }

    const MEGABYTE: usize = 1 << 20;

    fn key(game: u64) -> EngineKey {
        EngineKey { game, role: Role::Player(Color::White) }
    }

    /// Uses an engine of a game once, and says whether it was kept from the
    /// last time, and how much memory a new one got.
    fn use_once(engines: &Engines, game: u64, identity: &str) -> (bool, usize) {
        let lease = engines.check_out(key(game), identity, Box::<Fake>::default()).unwrap();
        let (engine, memory) = if let Some(engine) = lease.engine {
            (engine, 0)
        } else {
            let memory = engines.reserve_memory(key(game), 8 * MEGABYTE);
            let settings = Settings { memory: MEGABYTE, ..Settings::default() };
            (Engine::Search(Box::new(Search::new(settings))), memory)
        };
        engines.check_in(key(game), Some(engine));
        (memory == 0, memory)
    }

    #[test]
    fn engines_are_kept_within_the_budget() {
        let engines = Engines::new(20 * MEGABYTE, 4);
        assert_eq!(use_once(&engines, 1, "3k"), (false, 8 * MEGABYTE));
        assert_eq!(use_once(&engines, 2, "3k"), (false, 8 * MEGABYTE));
        assert!(use_once(&engines, 1, "3k").0);
        // The one that was used least recently has to go.
        assert_eq!(use_once(&engines, 3, "3k"), (false, 8 * MEGABYTE));
        assert!(use_once(&engines, 1, "3k").0);
        assert!(!use_once(&engines, 2, "3k").0);
        // Another level is another engine.
        assert!(!use_once(&engines, 2, "5k").0);
        engines.close_game(2);
        assert!(!use_once(&engines, 2, "5k").0);
    }

    #[test]
    fn busy_engines_leave_little_memory_for_others() {
        let engines = Engines::new(10 * MEGABYTE, 4);
        for (game, expected) in [(1, 8), (2, 2), (3, 2)] {
            assert!(engines.check_out(key(game), "", Box::<Fake>::default()).is_some());
            assert_eq!(engines.reserve_memory(key(game), 8 * MEGABYTE), expected * MEGABYTE);
        }
    }

    #[test]
    fn canceled_task_gets_no_engine() {
        let engines = Engines::new(MEGABYTE, 4);
        let task = Box::<Fake>::default();
        task.0.cancel();
        assert!(engines.check_out(key(1), "one", task).is_none());
        assert!(engines.state().entries.is_empty());
    }

    #[test]
    fn task_waits_for_a_busy_engine() {
        let engines = Engines::new(MEGABYTE, 4);
        let lease = engines.check_out(key(1), "one", Box::<Fake>::default()).unwrap();
        assert!(engines.check_out(key(1), "one", Box::<Fake>::default()).is_none());
        assert!(!lease.kill.is_stopped());
        // An engine that is replaced need not think to the end.
        assert!(engines.check_out(key(1), "other", Box::<Fake>::default()).is_none());
        assert!(lease.kill.is_stopped());
        assert_eq!(engines.check_in(key(1), None).len(), 2);
        assert!(engines.check_out(key(1), "other", Box::<Fake>::default()).is_some());
    }
}
