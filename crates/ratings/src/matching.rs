//! Pairs of the least cost, by costs that are compared one after another.

use std::ops::{Add, AddAssign, Sub, SubAssign};

use integer_blossom::{Weight, max_weight_matching, min_weight_perfect_matching};

/// A cost with several parts, each of which matters only where all before it
/// are equal.
///
/// Sums of such costs are compared like the costs, so the matching of the
/// least sum has the least first part, among those the least second part, and
/// so on: no factors that could be too small or overflow.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub(crate) struct Cost<const N: usize>(pub(crate) [i64; N]);

impl<const N: usize> Cost<N> {
    fn map(self, change: impl FnMut(i64) -> i64) -> Cost<N> {
        Cost(self.0.map(change))
    }
}

impl<const N: usize> AddAssign for Cost<N> {
    fn add_assign(&mut self, other: Cost<N>) {
        for (part, more) in self.0.iter_mut().zip(other.0) {
            *part += more;
        }
    }
}

impl<const N: usize> SubAssign for Cost<N> {
    fn sub_assign(&mut self, other: Cost<N>) {
        for (part, less) in self.0.iter_mut().zip(other.0) {
            *part -= less;
        }
    }
}

impl<const N: usize> Add for Cost<N> {
    type Output = Cost<N>;

    fn add(mut self, other: Cost<N>) -> Cost<N> {
        self += other;
        self
    }
}

impl<const N: usize> Sub for Cost<N> {
    type Output = Cost<N>;

    fn sub(mut self, other: Cost<N>) -> Cost<N> {
        self -= other;
        self
    }
}

// The algorithm halves only sums of which every part is even: it starts from
// equal labels, doubles weights, and moves labels by whole steps in pairs.
impl<const N: usize> Weight for Cost<N> {
    const ZERO: Cost<N> = Cost([0; N]);
    const ONE: Cost<N> = {
        let mut parts = [0; N];
        parts[N - 1] = 1;
        Cost(parts)
    };

    fn inf() -> Cost<N> {
        Cost([i64::MAX / 4; N])
    }

    fn double(self) -> Cost<N> {
        self.map(|part| part * 2)
    }

    fn half(self) -> Cost<N> {
        self.map(|part| part / 2)
    }
}

/// Pairs all of `0..n`, an even number, with the least sum of costs.
///
/// Each pair has the smaller number first, and so have the pairs.
pub(crate) fn cheapest_pairs<const N: usize>(
    n: usize,
    cost: impl Fn(usize, usize) -> Cost<N>,
) -> Vec<(usize, usize)> {
    let mut costs = vec![Cost::ZERO; n * n];
    for i in 0..n {
        for j in i + 1..n {
            costs[i * n + j] = cost(i, j);
        }
    }
    let mates = min_weight_perfect_matching(&costs, n);
    mates.into_iter().enumerate().filter(|(i, mate)| i < mate).collect()
}

/// Pairs as many of `0..n` as can be, and among those ways the one with the
/// largest sum of values; `None` if two cannot be a pair.
pub(crate) fn most_pairs<const N: usize>(
    n: usize,
    value: impl Fn(usize, usize) -> Option<Cost<N>>,
) -> Vec<(usize, usize)> {
    let mut values = vec![Cost::ZERO; n * n];
    for i in 0..n {
        for j in i + 1..n {
            values[i * n + j] = value(i, j).unwrap_or(Cost::ZERO);
        }
    }
    let mates = max_weight_matching(&values, n);
    let pair = |(i, mate): (usize, Option<usize>)| mate.filter(|mate| i < *mate).map(|it| (i, it));
    mates.into_iter().enumerate().filter_map(pair).collect()
}

/// A number that looks random and depends on nothing but its input: the
/// finalizer of `SplitMix64`.
pub(crate) fn scrambled(seed: u64, parts: [u64; 2]) -> u64 {
    let mut state = seed;
    for part in parts {
        state = state.wrapping_add(part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        state ^= state >> 31;
    }
    state
}

/// The lot of two, whichever is named first: a part of a [`Cost`].
pub(crate) fn lot(seed: u64, one: u64, other: u64) -> i64 {
    i64::from((scrambled(seed, [one.min(other), one.max(other)]) >> 40) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least cost of pairing all, by trying everything.
    fn least(left: &[usize], cost: &impl Fn(usize, usize) -> Cost<3>) -> Cost<3> {
        let [first, rest @ ..] = left else { return Cost::ZERO };
        let one = |idx: usize| {
            let mut others = rest.to_vec();
            let mate = others.remove(idx);
            cost(*first, mate) + least(&others, cost)
        };
        (0..rest.len()).map(one).min().unwrap()
    }

    /// The largest value of pairing some, by trying everything.
    fn largest(left: &[usize], value: &impl Fn(usize, usize) -> Option<Cost<3>>) -> Cost<3> {
        let [first, rest @ ..] = left else { return Cost::ZERO };
        let with = (0..rest.len()).filter_map(|idx| {
            let mut others = rest.to_vec();
            let mate = others.remove(idx);
            Some(value(*first, mate)? + largest(&others, value))
        });
        with.chain([largest(rest, value)]).max().unwrap()
    }

    #[test]
    fn pairs_are_the_cheapest_of_all() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..1500 {
            let n = 2 * rng.usize(0..=4);
            let table: Vec<[i64; 3]> =
                (0..n * n).map(|_| [rng.i64(0..2), rng.i64(0..5), rng.i64(-3..1000)]).collect();
            let cost = |i: usize, j: usize| Cost(table[i.min(j) * n + i.max(j)]);
            let pairs = cheapest_pairs(n, cost);
            assert_eq!(pairs.len(), n / 2);
            let sum = pairs.iter().fold(Cost::ZERO, |sum, &(i, j)| sum + cost(i, j));
            let all: Vec<usize> = (0..n).collect();
            assert_eq!(sum, least(&all, &cost));
        }
    }

    #[test]
    fn as_many_pairs_as_can_be_and_the_best() {
        let mut rng = fastrand::Rng::with_seed(2);
        for _ in 0..1500 {
            let n = rng.usize(0..=8);
            let table: Vec<Option<[i64; 3]>> = (0..n * n)
                .map(|_| rng.bool().then(|| [1, rng.i64(-9..9), rng.i64(-1000..1000)]))
                .collect();
            let value = |i: usize, j: usize| table[i.min(j) * n + i.max(j)].map(Cost);
            let pairs = most_pairs(n, value);
            let sum = pairs.iter().fold(Cost::ZERO, |sum, &(i, j)| sum + value(i, j).unwrap());
            let all: Vec<usize> = (0..n).collect();
            assert_eq!(sum, largest(&all, &value));
        }
    }
}
