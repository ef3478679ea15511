//! Measured times, and what they say together.

use std::fmt;
use std::time::Duration;

/// What many measured times say together.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Percentiles {
    /// How many there are.
    pub n: usize,
    /// Half of them were shorter.
    pub p50: Duration,
    /// Of a hundred, one was longer.
    pub p99: Duration,
    /// Of a thousand, one was longer.
    pub p999: Duration,
    /// The longest.
    pub max: Duration,
}

impl Percentiles {
    /// What these times say.
    pub fn of(mut times: Vec<Duration>) -> Percentiles {
        times.sort_unstable();
        let at = |permille: usize| {
            let idx = times.len() * permille / 1_000;
            times.get(idx.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
        };
        Percentiles {
            n: times.len(),
            p50: at(500),
            p99: at(990),
            p999: at(999),
            max: times.last().copied().unwrap_or_default(),
        }
    }
}

impl fmt::Display for Percentiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        write!(
            f,
            "p50 {:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms, at most {:.1} ms ({} times)",
            millis(self.p50),
            millis(self.p99),
            millis(self.p999),
            millis(self.max),
            self.n
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_of_few_and_many() {
        assert_eq!(Percentiles::of(Vec::new()), Percentiles::default());
        let times = (1..=1_000).rev().map(Duration::from_millis).collect();
        let percentiles = Percentiles::of(times);
        let millis = [percentiles.p50, percentiles.p99, percentiles.p999, percentiles.max];
        assert_eq!(millis.map(|it| it.as_millis()), [501, 991, 1_000, 1_000]);
    }
}
