//! The engines that are running, so that all of them can be stopped at once.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A way to break a match off from outside.
///
/// Clones belong together: stopping one stops all.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    is_stopped: Arc<AtomicBool>,
    /// The numbers of processes.
    running: Arc<Mutex<HashSet<u32>>>,
}

impl Stop {
    /// One that has not been asked for.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Breaks the match off, and kills the engines that are thinking.
    ///
    /// On systems without groups of processes, the moves in thought are
    /// waited for.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        for &process in self.running().iter() {
            kill(process);
        }
    }

    /// Whether the match is to end.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    /// Notes that an engine runs; it is killed at once if it is too late.
    pub(crate) fn enter(&self, process: u32) {
        self.running().insert(process);
        if self.is_stopped() {
            kill(process);
        }
    }

    /// Notes that an engine is about to end.
    pub(crate) fn leave(&self, process: u32) {
        self.running().remove(&process);
    }

    fn running(&self) -> MutexGuard<'_, HashSet<u32>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Kills an engine with its group, of which it is the first.
#[cfg(unix)]
fn kill(process: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};

    let pid = i32::try_from(process).ok().and_then(Pid::from_raw);
    if let Some(pid) = pid {
        // If there is nothing to kill, all is well.
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_: u32) {}
