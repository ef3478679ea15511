//! The wall clock: tells a game that time has passed.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::desk::Desk;

/// From here on, each second is heard.
const LAST_SECONDS: Duration = Duration::from_secs(11);

/// Starts the thread that lets time pass.
pub(crate) fn start(desk: &Arc<Desk>) -> io::Result<JoinHandle<()>> {
    let desk = Arc::clone(desk);
    let name = thread::Builder::new().name("clock".into());
    name.spawn(move || desk.keep_time(pause))
}

/// The time to the next tick if a clock has so much left.
fn pause(left: Duration) -> Duration {
    if left > LAST_SECONDS {
        return left.checked_sub(LAST_SECONDS).unwrap_or_default();
    }
    let fraction = Duration::from_nanos(left.subsec_nanos().into());
    if fraction.is_zero() && !left.is_zero() { Duration::from_secs(1) } else { fraction }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_come_at_whole_seconds_near_the_end() {
        let millis = Duration::from_millis;
        for (left, expected) in
            [(60_000, 49_000), (11_000, 1_000), (10_250, 250), (1_000, 1_000), (1, 1), (0, 0)]
        {
            assert_eq!(pause(millis(left)), millis(expected), "{left}");
        }
    }
}
