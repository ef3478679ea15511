//! The time of the server: milliseconds since 1970.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The most by which the clock is set at a time, so that it seems steady.
const MAX_STEP: i64 = 5;

/// The clock of a server.
///
/// It starts with the time of day and goes on by the machine's steady clock,
/// so that nothing jumps when the time of day is set. Among several servers it
/// slowly follows the clock of the database, which is that of all.
#[derive(Copy, Clone, Debug)]
pub(crate) struct ServerClock {
    since: Duration,
    start: Instant,
    /// What was added since, in milliseconds. There is one for each server,
    /// which lives as long as the program.
    drift: Option<&'static AtomicI64>,
}

impl ServerClock {
    pub(crate) fn new() -> ServerClock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        ServerClock { since, start: Instant::now(), drift: None }
    }

    /// A clock that begins with a time, and can follow another one.
    pub(crate) fn following(now: Duration) -> ServerClock {
        let drift: &'static AtomicI64 = Box::leak(Box::default());
        ServerClock { since: now, start: Instant::now(), drift: Some(drift) }
    }

    /// The time since 1970.
    pub(crate) fn now(self) -> Duration {
        let now = self.since + self.start.elapsed();
        let drift = self.drift.map_or(0, |it| it.load(Ordering::Relaxed));
        let by = Duration::from_millis(drift.unsigned_abs());
        if drift < 0 { now.saturating_sub(by) } else { now + by }
    }

    /// Goes a small step towards another clock; one that has jumped is not
    /// believed at once.
    pub(crate) fn follow(self, other: Duration) {
        let Some(drift) = self.drift else { return };
        let (now, other) = (self.now().as_millis(), other.as_millis());
        let step = i64::try_from(other.abs_diff(now)).unwrap_or(MAX_STEP).min(MAX_STEP);
        drift.fetch_add(if other < now { -step } else { step }, Ordering::Relaxed);
    }

    /// How long it is until a time.
    pub(crate) fn until(self, time: Duration) -> Duration {
        time.saturating_sub(self.now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_follows_in_small_steps() {
        let begin = Duration::from_secs(1_000_000);
        let clock = ServerClock::following(begin);
        // Another clock has jumped by an hour.
        clock.follow(begin + Duration::from_secs(3_600));
        assert!(clock.now() < begin + Duration::from_secs(1_800));
        let before = clock.drift.unwrap().load(Ordering::Relaxed);
        assert_eq!(before, MAX_STEP);
        for _ in 0..3 {
            clock.follow(Duration::ZERO);
        }
        assert_eq!(clock.drift.unwrap().load(Ordering::Relaxed), -2 * MAX_STEP);
    }
}
