//! Where a search reads the time, if it has a time limit.

use std::fmt::Debug;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Something that tells the time.
///
/// A search reads it only if its [`Limits`](crate::Limits) have a time, so a
/// search of a number of playouts runs where there is no clock.
pub trait TimeSource: Debug + Sync {
    /// The time since some fixed moment.
    fn now(&self) -> Duration;
}

/// The monotonic clock of the operating system.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct SystemTimeSource;

impl TimeSource for SystemTimeSource {
    fn now(&self) -> Duration {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }
}

/// The time since it was started.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Stopwatch<'a> {
    source: &'a dyn TimeSource,
    start: Duration,
}

impl<'a> Stopwatch<'a> {
    pub(crate) fn start(source: &'a dyn TimeSource) -> Stopwatch<'a> {
        Stopwatch { source, start: source.now() }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.source.now().saturating_sub(self.start)
    }
}
