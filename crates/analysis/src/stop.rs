//! A signal that ends thinking.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A signal that ends thinking, a match or a conversation.
///
/// Clones belong together: stopping one stops all. Asking whether it is
/// stopped costs one atomic load, so a search can ask at every visit.
#[derive(Clone, Default)]
pub struct Stop(Arc<Shared>);

#[derive(Default)]
struct Shared {
    is_stopped: AtomicBool,
    call: Mutex<Option<Box<dyn FnOnce() + Send>>>,
    changed: Condvar,
}

impl Stop {
    /// A signal that was not given yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Gives the signal: thinking ends now, or as soon as it begins.
    pub fn stop(&self) {
        let mut call = self.call();
        self.0.is_stopped.store(true, Ordering::Release);
        let call_once = call.take();
        drop(call);
        self.0.changed.notify_all();
        if let Some(call_once) = call_once {
            call_once();
        }
    }

    /// Makes the signal ready to be given again.
    pub fn reset(&self) {
        let _call = self.call();
        self.0.is_stopped.store(false, Ordering::Release);
    }

    /// Whether the signal was given.
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped.load(Ordering::Acquire)
    }

    /// Calls a function once, in the thread that gives the signal, or at once
    /// if it was given already. Only the last function that was passed is
    /// called.
    pub fn when_stopped(&self, call: impl FnOnce() + Send + 'static) {
        let mut last = self.call();
        if self.is_stopped() {
            drop(last);
            call();
        } else {
            *last = Some(Box::new(call));
        }
    }

    /// Waits until the signal is given.
    pub fn wait(&self) {
        let mut call = self.call();
        while !self.is_stopped() {
            call = self.0.changed.wait(call).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn call(&self) -> MutexGuard<'_, Option<Box<dyn FnOnce() + Send>>> {
        self.0.call.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stop").field(&self.is_stopped()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;

    #[test]
    fn a_function_is_called_once() {
        let n_calls = Arc::new(AtomicU32::new(0));
        let count = || {
            let n_calls = Arc::clone(&n_calls);
            move || {
                n_calls.fetch_add(1, Ordering::Relaxed);
            }
        };
        let stop = Stop::new();
        stop.when_stopped(count());
        assert_eq!(n_calls.load(Ordering::Relaxed), 0);
        stop.clone().stop();
        stop.stop();
        stop.wait();
        assert_eq!(n_calls.load(Ordering::Relaxed), 1);
        stop.when_stopped(count());
        assert_eq!(n_calls.load(Ordering::Relaxed), 2);
        stop.reset();
        assert!(!stop.is_stopped());
    }
}
