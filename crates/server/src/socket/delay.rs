//! The delay of a line, as the server measures it.

use std::time::{Duration, Instant};

/// How many measurements count.
const N_KEPT: usize = 8;

/// The shortest time between two measurements.
const INTERVAL: Duration = Duration::from_secs(2);

/// The delay of one line.
#[derive(Debug, Default)]
pub(super) struct Delay {
    trips: Vec<Duration>,
    /// The number of the last ping, and when it was sent.
    sent: Option<(u64, Instant)>,
    n_pings: u64,
}

impl Delay {
    /// Whether it is time for another measurement.
    pub(super) fn is_due(&self) -> bool {
        self.sent.is_none_or(|(_, at)| at.elapsed() >= INTERVAL)
    }

    /// What a ping carries.
    pub(super) fn ping(&mut self, now: Instant) -> [u8; 8] {
        self.n_pings += 1;
        self.sent = Some((self.n_pings, now));
        self.n_pings.to_be_bytes()
    }

    /// Takes the answer to the last ping; any other tells nothing.
    pub(super) fn pong(&mut self, payload: &[u8], now: Instant) {
        let Some((number, at)) = self.sent else { return };
        if payload == number.to_be_bytes() && self.trips.len() <= N_KEPT {
            if self.trips.len() == N_KEPT {
                self.trips.remove(0);
            }
            self.trips.push(now.saturating_duration_since(at));
        }
    }

    /// The way to the client and back: the mean, or the last one if that was
    /// slower.
    pub(super) fn round_trip(&self) -> Duration {
        let Some(&last) = self.trips.last() else { return Duration::ZERO };
        let mean = self.trips.iter().sum::<Duration>() / self.trips.len() as u32;
        mean.max(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_answer_to_the_last_ping_counts() {
        let start = Instant::now();
        let after = |millis: u64| start + Duration::from_millis(millis);
        let mut delay = Delay::default();
        assert_eq!(delay.round_trip(), Duration::ZERO);
        let first = delay.ping(after(0));
        let second = delay.ping(after(1_000));
        delay.pong(&first, after(1_010));
        delay.pong(b"forged", after(5_000));
        assert_eq!(delay.round_trip(), Duration::ZERO);
        delay.pong(&second, after(1_100));
        assert_eq!(delay.round_trip(), Duration::from_millis(100));
    }

    #[test]
    fn one_slow_trip_is_forgotten_in_time() {
        let start = Instant::now();
        let mut delay = Delay::default();
        for millis in [900, 100, 100, 100, 100, 100, 100, 100, 100] {
            let ping = delay.ping(start);
            delay.pong(&ping, start + Duration::from_millis(millis));
        }
        assert_eq!(delay.round_trip(), Duration::from_millis(100));
    }
}
