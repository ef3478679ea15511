//! The time of the server: milliseconds since 1970 that never go back.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The clock of a server.
///
/// It starts with the time of day and goes on by the machine's steady clock,
/// so that nothing jumps when the time of day is set.
#[derive(Copy, Clone, Debug)]
pub(crate) struct ServerClock {
    since: Duration,
    start: Instant,
}

impl ServerClock {
    pub(crate) fn new() -> ServerClock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        ServerClock { since, start: Instant::now() }
    }

    /// The time since 1970.
    pub(crate) fn now(self) -> Duration {
        self.since + self.start.elapsed()
    }

    /// How long it is until a time.
    pub(crate) fn until(self, time: Duration) -> Duration {
        time.saturating_sub(self.now())
    }
}
