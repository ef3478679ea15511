//! How far the server's time is ahead of the own one.

use std::time::Duration;

/// How long a measurement is preferred to one over a slower round trip.
const MAX_AGE: Duration = Duration::from_secs(60);

/// The difference between the server's time and the own one, from the quickest
/// of the last round trips.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct ClockOffset(Option<Measurement>);

#[derive(Copy, Clone, Debug)]
struct Measurement {
    /// Server minus own, in milliseconds.
    offset: i64,
    round_trip: Duration,
    at: Duration,
}

impl ClockOffset {
    /// Notes that the server's time was `server` between two moments.
    pub(crate) fn note(&mut self, sent: Duration, received: Duration, server: u64) {
        let round_trip = received.saturating_sub(sent);
        let is_better = self.0.is_none_or(|it| {
            round_trip <= it.round_trip || received.saturating_sub(it.at) > MAX_AGE
        });
        if is_better {
            let offset = signed(server) - millis(sent + round_trip / 2);
            self.0 = Some(Measurement { offset, round_trip, at: received });
        }
    }

    /// How long ago a moment of the server was.
    pub(crate) fn age(&self, server: u64, now: Duration) -> Duration {
        let Some(it) = self.0 else { return Duration::ZERO };
        let age = millis(now) + it.offset - signed(server);
        Duration::from_millis(u64::try_from(age).unwrap_or(0))
    }
}

fn signed(millis: u64) -> i64 {
    i64::try_from(millis).unwrap_or(i64::MAX / 2)
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn quickest_round_trip_counts() {
        let mut offset = ClockOffset::default();
        assert_eq!(offset.age(5_000, ms(10)), ms(0));
        offset.note(ms(0), ms(400), 1_000_000);
        assert_eq!(offset.age(1_000_000, ms(400)), ms(200));
        offset.note(ms(1_000), ms(1_020), 1_000_810);
        assert_eq!(offset.age(1_000_810, ms(1_110)), ms(100));
        offset.note(ms(2_000), ms(2_900), 1_009_000);
        assert_eq!(offset.age(1_000_810, ms(1_110)), ms(100));
        offset.note(ms(70_000), ms(70_900), 1_070_450);
        assert_eq!(offset.age(1_070_450, ms(70_450)), ms(0));
    }

    #[test]
    fn future_has_no_age() {
        let mut offset = ClockOffset::default();
        offset.note(ms(0), ms(0), 1_000);
        assert_eq!(offset.age(9_000, ms(1)), ms(0));
        assert_eq!(offset.age(u64::MAX, ms(1)), ms(0));
    }
}
