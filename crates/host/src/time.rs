//! The wall clock of a runner, and one that is set by hand.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The wall clock of a [`Runner`](crate::Runner).
///
/// Everything that depends on time asks here, so a test can let hours pass in
/// no time with a [`ManualTime`].
pub trait Time: fmt::Debug + Send + Sync {
    /// The time since a fixed moment; it never goes back.
    fn now(&self) -> Duration;

    /// How long to sleep until a moment, or `None` to sleep until the clock
    /// is set.
    fn until(&self, moment: Duration) -> Option<Duration>;

    /// Takes a function to be called whenever the clock is set.
    fn when_set(&self, _wake: Box<dyn Fn() + Send + Sync>) {}
}

/// The clock of the machine.
#[derive(Copy, Clone, Debug)]
pub struct MachineTime(Instant);

/// Starts at zero.
impl Default for MachineTime {
    fn default() -> MachineTime {
        MachineTime(Instant::now())
    }
}

impl Time for MachineTime {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn until(&self, moment: Duration) -> Option<Duration> {
        Some(moment.saturating_sub(self.now()))
    }
}

/// A clock that is set by hand, for tests.
#[derive(Default)]
pub struct ManualTime(Mutex<Manual>);

#[derive(Default)]
struct Manual {
    now: Duration,
    wakers: Vec<Box<dyn Fn() + Send + Sync>>,
}

impl ManualTime {
    /// A clock at zero.
    pub fn new() -> ManualTime {
        ManualTime::default()
    }

    /// Lets time pass.
    pub fn advance(&self, by: Duration) {
        let mut manual = self.manual();
        manual.now = manual.now.saturating_add(by);
        manual.wakers.iter().for_each(|wake| wake());
    }

    fn manual(&self) -> MutexGuard<'_, Manual> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Time for ManualTime {
    fn now(&self) -> Duration {
        self.manual().now
    }

    fn until(&self, moment: Duration) -> Option<Duration> {
        (moment <= self.now()).then_some(Duration::ZERO)
    }

    fn when_set(&self, wake: Box<dyn Fn() + Send + Sync>) {
        self.manual().wakers.push(wake);
    }
}

impl fmt::Debug for ManualTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ManualTime").field(&self.now()).finish()
    }
}
