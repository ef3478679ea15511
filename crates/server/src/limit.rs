//! Limits on how often something may be done.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A number of tokens that grows back: each use takes one.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Rate {
    /// How many at once.
    pub(crate) burst: u32,
    /// In which time all of them grow back.
    pub(crate) per: Duration,
}

impl Rate {
    pub(crate) const fn new(burst: u32, per: Duration) -> Rate {
        Rate { burst, per }
    }
}

/// What is left of a rate.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Bucket {
    /// When the bucket will be full again.
    full_at: Duration,
}

impl Bucket {
    pub(crate) const fn new() -> Bucket {
        Bucket { full_at: Duration::ZERO }
    }

    /// Takes one, or says how long to wait for it.
    pub(crate) fn take(&mut self, rate: Rate, now: Duration) -> Result<(), Duration> {
        let cost = rate.per / rate.burst.max(1);
        let full_at = self.full_at.max(now) + cost;
        let too_much = full_at.saturating_sub(now + rate.per);
        // The costs do not add up exactly if they cannot be divided so.
        if too_much > Duration::from_nanos(u64::from(rate.burst)) {
            return Err(too_much);
        }
        self.full_at = full_at;
        Ok(())
    }
}

/// Buckets by whom they are for.
#[derive(Debug)]
pub(crate) struct Buckets<K> {
    rate: Rate,
    by_key: HashMap<K, Bucket>,
    /// How many there may be before those that are full are forgotten.
    max: usize,
}

impl<K: Eq + Hash> Buckets<K> {
    pub(crate) fn new(rate: Rate) -> Buckets<K> {
        Buckets { rate, by_key: HashMap::new(), max: 1024 }
    }

    /// Takes one from the bucket of a key, or says how long to wait for it.
    pub(crate) fn take(&mut self, key: K, now: Duration) -> Result<(), Duration> {
        if self.by_key.len() >= self.max {
            self.by_key.retain(|_, it| it.full_at > now);
            self.max = 1024.max(2 * self.by_key.len());
        }
        self.by_key.entry(key).or_insert(Bucket::new()).take(self.rate, now)
    }

    /// Fills the bucket of a key.
    pub(crate) fn forget(&mut self, key: &K) {
        self.by_key.remove(key);
    }

    /// Gives one back that was taken from the bucket of a key.
    pub(crate) fn give_back(&mut self, key: &K) {
        if let Some(bucket) = self.by_key.get_mut(key) {
            bucket.full_at = bucket.full_at.saturating_sub(self.rate.per / self.rate.burst.max(1));
        }
    }
}

/// How many of something are open at the same time, by whom they are for.
#[derive(Clone, Debug)]
pub(crate) struct OpenCounts {
    max: u32,
    by_key: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

impl OpenCounts {
    pub(crate) fn new(max: u32) -> OpenCounts {
        OpenCounts { max, by_key: Arc::default() }
    }

    /// Opens one more, which is open as long as the value lives; `None` if
    /// there are too many.
    pub(crate) fn open(&self, address: IpAddr) -> Option<Opened> {
        let key = network(address);
        let mut by_key = self.by_key();
        let n = by_key.get(&key).copied().unwrap_or(0);
        if n >= self.max {
            return None;
        }
        by_key.insert(key, n + 1);
        Some(Opened { counts: self.clone(), key })
    }

    fn by_key(&self) -> MutexGuard<'_, HashMap<IpAddr, u32>> {
        self.by_key.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One that is open.
#[derive(Debug)]
pub(crate) struct Opened {
    counts: OpenCounts,
    key: IpAddr,
}

impl Drop for Opened {
    fn drop(&mut self) {
        let mut by_key = self.counts.by_key();
        match by_key.get_mut(&self.key) {
            Some(n) if *n > 1 => *n -= 1,
            _ => drop(by_key.remove(&self.key)),
        }
    }
}

/// Whom a limit by address is for: a network of IPv6 is one household.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => address.to_ipv4_mapped().map_or_else(
            || {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            },
            IpAddr::V4,
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_grow_back() {
        let rate = Rate::new(3, Duration::from_secs(30));
        let mut bucket = Bucket::new();
        let now = Duration::from_secs(1_000);
        for _ in 0..3 {
            assert_eq!(bucket.take(rate, now), Ok(()));
        }
        assert_eq!(bucket.take(rate, now), Err(Duration::from_secs(10)));
        let later = now + Duration::from_secs(10);
        assert_eq!(bucket.take(rate, later), Ok(()));
        assert!(bucket.take(rate, later).is_err());
        let much_later = now + Duration::from_secs(300);
        assert_eq!((0..9).filter(|_| bucket.take(rate, much_later).is_ok()).count(), 3);
    }

    #[test]
    fn full_buckets_are_forgotten() {
        let mut buckets = Buckets::new(Rate::new(1, Duration::from_secs(1)));
        for key in 0..5_000_u32 {
            buckets.take(key, Duration::from_secs(u64::from(key))).unwrap();
        }
        assert!(buckets.by_key.len() <= 1_024);
    }

    #[test]
    fn what_is_closed_counts_no_more() {
        let counts = OpenCounts::new(2);
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let first = counts.open(address("2001:db8::1")).unwrap();
        let _second = counts.open(address("2001:db8::2")).unwrap();
        assert!(counts.open(address("2001:db8::3")).is_none());
        assert!(counts.open(address("192.0.2.1")).is_some());
        drop(first);
        assert!(counts.open(address("2001:db8::3")).is_some());
        assert_eq!(counts.by_key().len(), 1);
    }

    #[test]
    fn household_has_one_limit() {
        let network = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(network("192.0.2.7"), "192.0.2.7");
    }
}
