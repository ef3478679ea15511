//! Limits on guessing passwords.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::limit::{Buckets, Rate, network};

const MINUTE: Duration = Duration::from_secs(60);

/// How often somebody may try.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct AttemptLimits {
    by_address: Rate,
    by_name: Rate,
}

impl Default for AttemptLimits {
    fn default() -> AttemptLimits {
        AttemptLimits { by_address: Rate::new(15, MINUTE), by_name: Rate::new(10, 15 * MINUTE) }
    }
}

/// How often passwords were tried.
#[derive(Debug)]
pub(crate) struct Attempts {
    by_address: Mutex<Buckets<IpAddr>>,
    by_name: Mutex<Buckets<String>>,
}

impl Attempts {
    pub(crate) fn new(limits: AttemptLimits) -> Attempts {
        Attempts {
            by_address: Mutex::new(Buckets::new(limits.by_address)),
            by_name: Mutex::new(Buckets::new(limits.by_name)),
        }
    }

    /// Takes an attempt at a name, or says how long to wait for it.
    pub(crate) fn take(&self, from: IpAddr, key: &str, now: Duration) -> Result<(), Duration> {
        let lock = |it| Mutex::lock(it).unwrap_or_else(PoisonError::into_inner);
        lock(&self.by_address).take(network(from), now)?;
        let mut by_name = self.by_name.lock().unwrap_or_else(PoisonError::into_inner);
        by_name.take(key.to_owned(), now)
    }

    /// Forgets the attempts at a name, whose owner has come in.
    pub(crate) fn forget(&self, key: &str) {
        let mut by_name = self.by_name.lock().unwrap_or_else(PoisonError::into_inner);
        by_name.forget(&key.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::from_secs(1_000_000);

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn one_name_is_tried_ten_times_in_a_quarter_of_an_hour_from_anywhere() {
        let attempts = Attempts::new(AttemptLimits::default());
        for n in 0..10 {
            attempts.take(address(n), "ana", NOW).unwrap();
        }
        assert_eq!(attempts.take(address(99), "ana", NOW), Err(90 * Duration::from_secs(1)));
        attempts.take(address(99), "ben", NOW).unwrap();
        attempts.take(address(99), "ana", NOW + 2 * MINUTE).unwrap();
        attempts.forget("ana");
        attempts.take(address(98), "ana", NOW + 2 * MINUTE).unwrap();
    }

    #[test]
    fn one_address_tries_fifteen_names_a_minute() {
        let attempts = Attempts::new(AttemptLimits::default());
        for n in 0..15 {
            attempts.take(address(1), &format!("name {n}"), NOW).unwrap();
        }
        assert!(attempts.take(address(1), "another", NOW).is_err());
        attempts.take(address(2), "another", NOW).unwrap();
    }
}
