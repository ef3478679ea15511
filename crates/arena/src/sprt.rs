//! A test that ends a match as soon as its result is clear.

use crate::statistics::{Tally, expected_score};

/// The chance of each of the two errors that is accepted.
const ERROR: f64 = 0.05;

/// What stands for results that have not been seen: nothing is impossible.
const UNSEEN: f64 = 1e-3;

/// A sequential test of two differences in Elo.
///
/// It is the generalized probability ratio test over pairs of games: for each
/// difference, the likeliest chances of the five results of a pair that have
/// it are compared with what was seen.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Sprt {
    /// The difference that is taken for true if the test says no.
    pub elo0: f64,
    /// The difference that is taken for true if the test says yes.
    pub elo1: f64,
}

/// What a test says.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Finding {
    /// The lower difference is accepted.
    Lower,
    /// More games are needed.
    Open,
    /// The higher difference is accepted.
    Higher,
}

impl Sprt {
    /// The logarithms of the ratio at which the test ends: below the first or
    /// above the second.
    pub fn bounds(self) -> [f64; 2] {
        let bound = ((1.0 - ERROR) / ERROR).ln();
        [-bound, bound]
    }

    /// The logarithm of how much likelier the pairs are by the higher
    /// difference.
    ///
    /// Games without their partner do not count.
    pub fn log_likelihood_ratio(self, tally: &Tally) -> f64 {
        let pairs = tally.pairs();
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = pairs.map(|count| f64::from(count).max(UNSEEN));
        let chances = |elo: f64| likeliest(counts, expected_score(elo));
        let (by_lower, by_higher) = (chances(self.elo0), chances(self.elo1));
        let ratios = by_higher.iter().zip(by_lower).map(|(higher, lower)| (higher / lower).ln());
        counts.iter().zip(ratios).map(|(count, ratio)| count * ratio).sum()
    }

    /// What the test says of these results.
    pub fn finding(self, tally: &Tally) -> Finding {
        let [low, high] = self.bounds();
        match self.log_likelihood_ratio(tally) {
            ratio if ratio <= low => Finding::Lower,
            ratio if ratio >= high => Finding::Higher,
            _ => Finding::Open,
        }
    }
}

/// The chances that make the counts likeliest among those with a mean.
///
/// They are the observed shares, each divided by `1 + theta * deviation`,
/// where theta is such that the mean comes out.
fn likeliest(counts: [f64; 5], mean: f64) -> [f64; 5] {
    let total: f64 = counts.iter().sum();
    let deviations = [0.0, 0.25, 0.5, 0.75, 1.0].map(|score| score - mean);
    let chances = |theta: f64| {
        let mut chances = counts;
        for (chance, deviation) in chances.iter_mut().zip(deviations) {
            *chance /= total * (1.0 + theta * deviation);
        }
        chances
    };
    // The mean falls as theta grows, and theta may come near the ends, where
    // one of the divisors is zero, but not reach them.
    let (mut low, mut high) = (-1.0 / deviations[4], -1.0 / deviations[0]);
    for _ in 0..100 {
        let theta = f64::midpoint(low, high);
        let excess: f64 = chances(theta).iter().zip(deviations).map(|(it, by)| it * by).sum();
        if excess > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
    }
    chances(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Points;

    fn pairs(counts: [u32; 5]) -> Tally {
        use Points::{Draw, Loss, Win};
        let kinds = [[Loss, Loss], [Loss, Draw], [Loss, Win], [Draw, Win], [Win, Win]];
        let mut tally = Tally::default();
        for (kind, count) in kinds.into_iter().zip(counts) {
            for _ in 0..count {
                tally.add_pair(kind);
            }
        }
        tally
    }

    #[track_caller]
    fn check_near(actual: f64, expected: f64, tolerance: f64) {
        assert!((actual - expected).abs() <= tolerance, "{actual} is not {expected}");
    }

    #[test]
    fn bounds_are_wald_s() {
        let [low, high] = Sprt { elo0: 0.0, elo1: 10.0 }.bounds();
        check_near(low, -2.944_439, 1e-6);
        check_near(high, 2.944_439, 1e-6);
    }

    /// Where all pairs are won twice or lost twice, a pair is a throw of a
    /// coin, and the ratio is known: 30 ln(s1/s0) + 20 ln((1-s1)/(1-s0)).
    #[test]
    fn ratio_of_a_coin() {
        let test = Sprt { elo0: 0.0, elo1: 50.0 };
        let score = expected_score(50.0);
        let expected = 30.0 * (score / 0.5).ln() + 20.0 * ((1.0 - score) / 0.5).ln();
        check_near(test.log_likelihood_ratio(&pairs([20, 0, 0, 0, 30])), expected, 0.01);
    }

    /// For small differences the ratio is near n (s1-s0)(2s-s0-s1) / 2v.
    #[test]
    fn ratio_of_many_pairs() {
        let test = Sprt { elo0: 0.0, elo1: 5.0 };
        let counts = [100, 0, 500, 0, 140];
        let n = 740.0;
        let mean = (250.0 + 140.0) / n;
        let variance =
            (100.0 * mean * mean + 500.0 * (0.5_f64 - mean).powi(2) + 140.0 * (1.0 - mean).powi(2))
                / n;
        let (s0, s1) = (0.5, expected_score(5.0));
        let expected = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        check_near(test.log_likelihood_ratio(&pairs(counts)), expected, 0.02);
    }

    #[test]
    fn test_ends_when_the_result_is_clear() {
        let test = Sprt { elo0: 0.0, elo1: 100.0 };
        assert_eq!(test.finding(&Tally::default()), Finding::Open);
        assert_eq!(test.finding(&pairs([0, 0, 0, 0, 2])), Finding::Open);
        assert_eq!(test.finding(&pairs([0, 0, 0, 0, 13])), Finding::Higher);
        assert_eq!(test.finding(&pairs([13, 0, 0, 0, 0])), Finding::Lower);
        assert_eq!(test.finding(&pairs([10, 0, 30, 0, 10])), Finding::Lower);
    }
}
