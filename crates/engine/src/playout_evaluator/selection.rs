//! The selection formula: own results and AMAF, mixed, with little exploration.

use tengen_rules::Size;

use crate::parameters::{Parameters, SizedParameters};
use crate::search::tree::{Mean, Node};

/// The numbers of the formula.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Selection {
    /// See [`Parameters::exploration`].
    pub(crate) exploration: f32,
    /// See [`SizedParameters::amaf_equivalence`].
    pub(crate) amaf_equivalence: f32,
    /// See [`SizedParameters::amaf_most`].
    pub(crate) amaf_most: f32,
    /// See [`SizedParameters::prior_wins`].
    pub(crate) prior_wins: f32,
}

impl Selection {
    /// The formula for a board.
    pub(crate) fn new(parameters: &Parameters, size: Size) -> Selection {
        let SizedParameters { amaf_equivalence, amaf_most, prior_wins, .. } =
            parameters.sized(size);
        let exploration = parameters.exploration;
        Selection { exploration, amaf_equivalence, amaf_most, prior_wins }
    }

    /// The virtual wins of a move with this prior.
    #[inline]
    pub(crate) fn credit(&self, prior: f32) -> f32 {
        self.prior_wins * prior.sqrt()
    }

    /// The index of the child to visit next.
    #[inline]
    pub(crate) fn select(&self, node: &Node, children: &[Node]) -> usize {
        let n_visits = node.n_visits() as f32;
        let exploration = self.exploration * n_visits.sqrt();
        let mut best = 0;
        let mut best_value = f32::MIN;
        for (idx, child) in children.iter().enumerate() {
            let visits = child.visits();
            let mut amaf = child.amaf();
            if self.amaf_most.is_finite() {
                amaf = capped(amaf, self.credit(child.prior()), self.amaf_most);
            }
            let share = amaf.count
                / (amaf.count + visits.count + amaf.count * visits.count / self.amaf_equivalence);
            let mut value = visits.value + share * (amaf.value - visits.value);
            value += exploration * child.prior() / (1.0 + visits.count);
            if value > best_value {
                best_value = value;
                best = idx;
            }
        }
        best
    }
}

/// AMAF whose observations together count for less than `most`, beside the
/// virtual wins among them.
#[inline]
fn capped(amaf: Mean, credit: f32, most: f32) -> Mean {
    let share = most / ((amaf.count - credit).max(0.0) + most);
    let count = credit + (amaf.count - credit) * share;
    let wins = credit + (amaf.count * amaf.value - credit) * share;
    Mean { count, value: wins / count.max(1e-3) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cap_leaves_virtual_wins_alone() {
        let close = |mean: Mean, count: f32, value: f32| {
            assert!((mean.count - count).abs() < 1e-2, "{mean:?}");
            assert!((mean.value - value).abs() < 1e-4, "{mean:?}");
        };
        // 100 virtual wins, and 300 observations of which one in three was won.
        let amaf = Mean { count: 400.0, value: 0.5 };
        close(capped(amaf, 100.0, 1e9), 400.0, 0.5);
        close(capped(amaf, 100.0, 300.0), 250.0, 0.6);
        close(capped(Mean { count: 100.0, value: 1.0 }, 100.0, 300.0), 100.0, 1.0);
    }
}
