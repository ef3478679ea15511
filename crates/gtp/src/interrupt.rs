//! A signal that ends thinking early.

use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A signal that ends thinking early.
///
/// Clones belong together: raising one raises all.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    is_raised: Condvar,
}

#[derive(Default)]
struct State {
    is_raised: bool,
    call: Option<Box<dyn FnOnce() + Send>>,
}

impl Interrupt {
    /// One that is not raised.
    pub fn new() -> Interrupt {
        Interrupt::default()
    }

    /// Ends the thinking, now or when it starts.
    pub fn raise(&self) {
        let mut state = self.state();
        state.is_raised = true;
        let call = state.call.take();
        drop(state);
        self.0.is_raised.notify_all();
        if let Some(call) = call {
            call();
        }
    }

    /// Whether the thinking is to end.
    pub fn is_raised(&self) -> bool {
        self.state().is_raised
    }

    /// Calls a function once, as soon as the signal is raised; only the last
    /// one that was given. It is called by another thread, or at once.
    pub fn when_raised(&self, call: impl FnOnce() + Send + 'static) {
        let mut state = self.state();
        if state.is_raised {
            drop(state);
            call();
        } else {
            state.call = Some(Box::new(call));
        }
    }

    /// Waits until the signal is raised.
    pub fn wait(&self) {
        let mut state = self.state();
        while !state.is_raised {
            state = self.0.is_raised.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Interrupt").field(&self.is_raised()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

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
        let interrupt = Interrupt::new();
        interrupt.when_raised(count());
        assert_eq!(n_calls.load(Ordering::Relaxed), 0);
        interrupt.clone().raise();
        interrupt.raise();
        interrupt.wait();
        assert_eq!(n_calls.load(Ordering::Relaxed), 1);
        interrupt.when_raised(count());
        assert_eq!(n_calls.load(Ordering::Relaxed), 2);
    }
}
