//! How the playouts of a search ended.

use crate::search::root::Root;

/// Who won all playouts, and who was ahead of par in them.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct LeadStats {
    /// Playouts won by Black minus those won by White.
    wins: i32,
    /// Playouts with Black ahead of par minus those with White ahead.
    ahead: i32,
    n: u32,
}

impl LeadStats {
    pub(crate) fn add(&mut self, lead: i32, root: &Root) {
        self.wins += lead.signum();
        self.ahead += root.winner(lead);
        self.n += 1;
    }

    /// The leads of two threads.
    pub(crate) fn join(self, other: LeadStats) -> LeadStats {
        LeadStats {
            wins: self.wins + other.wins,
            ahead: self.ahead + other.ahead,
            n: self.n + other.n,
        }
    }

    /// By how much the odds of Black to win are better than those to be ahead
    /// of par: the logarithm of their ratio.
    pub(crate) fn odds_beside_par(self) -> f32 {
        let odds = |balance: i32| {
            let (n, balance) = (self.n as f32, balance as f32);
            ((n + balance + 1.0) / (n - balance + 1.0)).ln()
        };
        odds(self.wins) - odds(self.ahead)
    }
}

#[cfg(test)]
mod tests {
    use tengen_rules::{Color, Game, Ruleset, Size};

    use super::*;

    #[test]
    fn odds_to_win_differ_from_those_to_be_ahead_of_par() {
        let mut leads = LeadStats::default();
        let mut root = Root::new(&Game::new(Size::NINE, Ruleset::CHINESE), Color::Black);
        leads.add(9, &root);
        leads.add(-1, &root);
        assert!(leads.odds_beside_par().abs() < 1e-6);
        root.set_par(5.0);
        // Won by Black, but behind par: three of four are won, and one of four
        // is ahead.
        leads.add(9, &root);
        leads.add(9, &root);
        let ratio = leads.odds_beside_par().exp();
        assert!((ratio - (7.0 / 3.0_f32).powi(2)).abs() < 1e-3, "{ratio}");
    }
}
