//! How much is spent on a record.

use tengen_net::Network;
use tengen_rules::Size;

/// Who evaluates positions, as far as it decides what an evaluation costs.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum AnalystKind {
    /// Our search with its network; without it on boards that no network
    /// knows.
    Search,
    /// Our search without a network.
    Playouts,
    /// Another program.
    Program,
}

/// How much is spent on a record.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Plan {
    /// Visits of each position in the sweep over all moves.
    pub quick: u32,
    /// Visits at the most of positions where mistakes were made or the game
    /// turned.
    pub deep: u32,
    /// Visits in all before the review counts as done, those of earlier runs
    /// not included; `None` goes on until everything that matters was judged
    /// deeply.
    pub budget: Option<u64>,
}

impl Plan {
    /// The usual plan for a board.
    pub const fn new(kind: AnalystKind, size: Size) -> Plan {
        let (quick, deep) = match kind {
            AnalystKind::Search if Network::supports(size) => (24, 640),
            AnalystKind::Search | AnalystKind::Playouts => (400, 6_400),
            AnalystKind::Program => (30, 480),
        };
        Plan { quick, deep, budget: None }
    }

    /// The plan with other visits for the positions that matter, and not more
    /// than these for the others.
    #[must_use]
    pub fn with_deep(self, deep: u32) -> Plan {
        let deep = deep.max(1);
        Plan { quick: self.quick.min(deep), deep, ..self }
    }

    /// The plan with a limit to all visits.
    #[must_use]
    pub const fn with_budget(self, budget: u64) -> Plan {
        Plan { budget: Some(budget), ..self }
    }

    /// The visits that follow on these: four times as many at each step.
    pub(crate) fn next_effort(&self, effort: u32) -> Option<u32> {
        match effort {
            _ if effort < self.quick => Some(self.quick),
            _ if effort < self.deep => Some(effort.saturating_mul(4).min(self.deep)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_grows_to_the_deepest() {
        let plan = Plan { quick: 16, deep: 500, budget: None };
        let steps: Vec<u32> = std::iter::successors(Some(0), |&it| plan.next_effort(it)).collect();
        assert_eq!(steps, [0, 16, 64, 256, 500]);
        assert_eq!(plan.with_deep(8), Plan { quick: 8, deep: 8, budget: None });
    }
}
