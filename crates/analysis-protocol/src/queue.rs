//! Positions that wait to be analyzed, by priority, and those that are
//! analyzed.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use tengen_analysis::Stop;

use crate::query::Task;
use crate::read::Selection;

/// The place of a task: the highest priority first, then the earliest.
type Place = (Reverse<i64>, u64);

/// Positions that wait to be analyzed, and those that are analyzed.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    state: Mutex<State>,
    has_changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    waiting: BTreeMap<Place, Task>,
    running: BTreeMap<u64, Task>,
    n_tasks: u64,
    is_closed: bool,
}

/// A task that is analyzed, with its number.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) task: Task,
    number: u64,
}

impl Queue {
    /// Adds tasks.
    pub(crate) fn push(&self, tasks: Vec<Task>) {
        let mut state = self.state();
        for task in tasks {
            state.n_tasks += 1;
            let place = (Reverse(task.priority), state.n_tasks);
            state.waiting.insert(place, task);
        }
        self.has_changed.notify_all();
    }

    /// Waits for the next task; there is none once the queue is closed and
    /// empty.
    pub(crate) fn next(&self) -> Option<Running> {
        let mut state = self.state();
        loop {
            if let Some(((_, number), task)) = state.waiting.pop_first() {
                state.running.insert(number, task.clone());
                return Some(Running { task, number });
            }
            if state.is_closed {
                return None;
            }
            state = self.has_changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Notes that a task is done.
    pub(crate) fn finish(&self, running: &Running) {
        self.state().running.remove(&running.number);
    }

    /// Stops tasks that are analyzed, and takes those out that wait.
    pub(crate) fn terminate(&self, selection: &Selection) -> Vec<Task> {
        let mut state = self.state();
        let is_selected = |task: &Task| selection.contains(&task.query.id, task.turn);
        let waiting = std::mem::take(&mut state.waiting);
        let (taken, left) = waiting.into_iter().partition(|(_, task)| is_selected(task));
        state.waiting = left;
        let stops: Vec<Stop> = state
            .running
            .values()
            .filter(|task| is_selected(task))
            .map(|task| task.stop.clone())
            .collect();
        drop(state);
        stops.iter().for_each(Stop::stop);
        let taken: BTreeMap<Place, Task> = taken;
        taken.into_values().collect()
    }

    /// Takes no more tasks; those that wait are still done.
    pub(crate) fn close(&self) {
        self.state().is_closed = true;
        self.has_changed.notify_all();
    }

    /// Drops what waits, stops what is analyzed, and takes no more tasks.
    pub(crate) fn abandon(&self) {
        self.close();
        let _ = self.terminate(&Selection { id: None, turns: None });
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
