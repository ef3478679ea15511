//! How the playouts of a search ended: leads and wins.

use crate::search::root::Root;

/// The leads of Black in all playouts, in half points.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct LeadStats {
    sum: i64,
    sum_of_squares: i64,
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
        self.sum += i64::from(lead);
        self.sum_of_squares += i64::from(lead).pow(2);
        self.n += 1;
    }

    /// The leads of two threads.
    pub(crate) fn join(self, other: LeadStats) -> LeadStats {
        LeadStats {
            sum: self.sum + other.sum,
            sum_of_squares: self.sum_of_squares + other.sum_of_squares,
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

    /// The standard deviation, in points.
    pub(crate) fn deviation(self) -> f32 {
        let n = f64::from(self.n.max(1));
        let mean = self.sum as f64 / n;
        let variance = self.sum_of_squares as f64 / n - mean * mean;
        (variance.max(0.0).sqrt() / 2.0) as f32
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
