//! A bounded pool of threads for engines, with a queue by priority.
//!
//! Moves come before dead stones, those before hints, hints before analyses
//! without end, and those before reviews. A preemptible task yields when a more
//! important one is waiting, and its remainder goes to the end of the queue.
//! Reviews stand still while somebody waits for a move or a hint.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use tengen_analysis::Stop;

use crate::{Precedence, thread_priority};

/// Priorities, the most important first.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub(crate) enum Priority {
    /// A player's clock may be running.
    Move,
    /// The players wait to count.
    DeadStones,
    /// A short analysis.
    Hint,
    /// An analysis without end.
    Analysis,
    /// A position of a review, for which nobody waits.
    Review,
}

impl Priority {
    /// Whether reviews stand still meanwhile, even if there is a free thread:
    /// somebody waits for the answer, and the processor is shared.
    fn halts_reviews(self) -> bool {
        self <= Priority::Hint
    }
}

/// The signals to one task.
#[derive(Clone, Debug, Default)]
pub(crate) struct TaskSignals {
    /// Ends thinking, for any reason.
    pub(crate) stop: Stop,
    is_canceled: Arc<AtomicBool>,
    gives_way: Arc<AtomicBool>,
}

impl TaskSignals {
    /// The answer is no longer wanted.
    pub(crate) fn cancel(&self) {
        self.is_canceled.store(true, Ordering::Release);
        self.stop.stop();
    }

    /// The answer is wanted now.
    pub(crate) fn hurry(&self) {
        self.stop.stop();
    }

    /// Whether the answer is no longer wanted.
    pub(crate) fn is_canceled(&self) -> bool {
        self.is_canceled.load(Ordering::Acquire)
    }

    /// Asks to leave the thread to another task for a while.
    pub(crate) fn give_way(&self) {
        self.gives_way.store(true, Ordering::Release);
        self.stop.stop();
    }

    /// Whether thinking was ended only for another task, which is then over.
    pub(crate) fn take_giving_way(&self) -> bool {
        let gives_way = self.gives_way.swap(false, Ordering::AcqRel) && !self.is_canceled();
        if gives_way {
            self.stop.reset();
            // Between the two lines it may have been canceled.
            if self.is_canceled() {
                self.stop.stop();
            }
        }
        gives_way
    }
}

/// A task for a thread of the pool.
pub(crate) trait Task: Send {
    fn priority(&self) -> Priority;

    fn signals(&self) -> &TaskSignals;

    /// Whether the task can be interrupted and go on later.
    fn can_give_way(&self) -> bool;

    /// Runs the task, and returns its remainder if it yielded.
    fn run(self: Box<Self>) -> Option<Box<dyn Task>>;
}

/// A bounded pool of threads, which start when they are needed.
#[derive(Debug)]
pub(crate) struct Workers {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    max_threads: usize,
    precedence: Precedence,
}

#[derive(Debug)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: BTreeMap<(Priority, u64), Box<dyn Task>>,
    running: HashMap<u64, Running>,
    last_number: u64,
    /// Threads that wait for a task, or were just started.
    n_idle: usize,
    is_closed: bool,
}

struct Running {
    priority: Priority,
    signals: TaskSignals,
    can_give_way: bool,
    was_asked: bool,
}

impl Workers {
    pub(crate) fn new(max_threads: usize, precedence: Precedence) -> Workers {
        let shared = Arc::new(Shared { queue: Mutex::default(), changed: Condvar::new() });
        let max_threads = max_threads.max(1);
        Workers { shared, threads: Mutex::default(), max_threads, precedence }
    }

    /// Puts a task into the queue.
    ///
    /// # Errors
    ///
    /// Returns an error, and drops the task, if there is no thread at all and
    /// the system has none.
    pub(crate) fn add(&self, task: Box<dyn Task>) -> io::Result<()> {
        self.start_thread()?;
        let mut queue = self.shared.queue();
        queue.push(task);
        queue.ask_to_give_way();
        drop(queue);
        self.shared.changed.notify_one();
        Ok(())
    }

    /// Ends all tasks and waits for the threads.
    pub(crate) fn close(&self) {
        let mut queue = self.shared.queue();
        queue.is_closed = true;
        let waiting = std::mem::take(&mut queue.waiting);
        queue.running.values().for_each(|it| it.signals.cancel());
        drop(queue);
        drop(waiting);
        self.shared.changed.notify_all();
        let threads = std::mem::take(&mut *self.threads());
        let me = thread::current().id();
        for thread in threads.into_iter().filter(|it| it.thread().id() != me) {
            // A thread that has failed has nothing more to say.
            let _ = thread.join();
        }
    }

    /// Whether a task of this priority, or a more important one, waits.
    pub(crate) fn has_waiting(&self, priority: Priority) -> bool {
        self.shared.queue().waiting.keys().next().is_some_and(|(first, _)| *first <= priority)
    }

    /// The number of threads so far.
    #[cfg(test)]
    pub(crate) fn n_threads(&self) -> usize {
        self.threads().len()
    }

    /// Starts a thread if none is idle and there may be more.
    fn start_thread(&self) -> io::Result<()> {
        let mut threads = self.threads();
        let mut queue = self.shared.queue();
        if queue.n_idle <= queue.waiting.len() && threads.len() < self.max_threads {
            let shared = Arc::clone(&self.shared);
            let precedence = self.precedence;
            let work = move || {
                if precedence == Precedence::Others {
                    thread_priority::lower();
                }
                shared.work();
            };
            match thread::Builder::new().name("worker".into()).spawn(work) {
                Ok(thread) => {
                    queue.n_idle += 1;
                    threads.push(thread);
                }
                // Fewer threads will do.
                Err(_) if !threads.is_empty() => (),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn threads(&self) -> MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared {
    fn work(&self) {
        let mut queue = self.queue();
        queue.n_idle -= 1;
        loop {
            let Some(task) = queue.pop() else {
                if queue.is_closed {
                    return;
                }
                queue.n_idle += 1;
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                queue.n_idle -= 1;
                continue;
            };
            if task.signals().is_canceled() {
                drop(queue);
                drop(task);
                queue = self.queue();
                continue;
            }
            let number = queue.begin(task.as_ref());
            drop(queue);
            let rest = task.run();
            queue = self.queue();
            let ended = queue.running.remove(&number);
            if ended.is_some_and(|it| it.priority.halts_reviews()) {
                self.changed.notify_all();
            }
            if let Some(rest) = rest.filter(|_| !queue.is_closed) {
                queue.push(rest);
            }
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn push(&mut self, task: Box<dyn Task>) {
        self.last_number += 1;
        self.waiting.insert((task.priority(), self.last_number), task);
    }

    /// The next task that may begin.
    fn pop(&mut self) -> Option<Box<dyn Task>> {
        let (first, _) = self.waiting.keys().next()?;
        if *first == Priority::Review && self.running.values().any(|it| it.priority.halts_reviews())
        {
            return None;
        }
        self.waiting.pop_first().map(|(_, task)| task)
    }

    fn begin(&mut self, task: &dyn Task) -> u64 {
        self.last_number += 1;
        let running = Running {
            priority: task.priority(),
            signals: task.signals().clone(),
            can_give_way: task.can_give_way(),
            was_asked: false,
        };
        self.running.insert(self.last_number, running);
        self.last_number
    }

    /// Interrupts a less important task for each one that has to wait.
    fn ask_to_give_way(&mut self) {
        if self.waiting.keys().next().is_some_and(|(priority, _)| priority.halts_reviews()) {
            let reviews = self.running.values_mut().filter(|it| it.priority == Priority::Review);
            for review in reviews.filter(|it| !it.was_asked) {
                review.was_asked = true;
                review.signals.give_way();
            }
        }
        let n_leaving = self.running.values().filter(|it| it.was_asked).count();
        let first =
            self.waiting.keys().skip(self.n_idle + n_leaving).map(|(priority, _)| *priority);
        for waiting in first.collect::<Vec<Priority>>() {
            let can_leave =
                |it: &&mut Running| it.can_give_way && !it.was_asked && it.priority > waiting;
            let least = self.running.values_mut().filter(can_leave).max_by_key(|it| it.priority);
            let Some(least) = least else { return };
            least.was_asked = true;
            least.signals.give_way();
        }
    }
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue")
            .field("waiting", &self.waiting.keys().collect::<Vec<_>>())
            .field("n_running", &self.running.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
