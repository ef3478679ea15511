//! The parameters of the search.

use std::error::Error;
use std::fmt;

use tengen_rules::Size;

/// The number of points from which a board is large: what was learned on 19×19
/// serves it better than what was learned on 9×9, and some numbers differ.
const LARGE_FROM: u16 = 15 * 15;

/// Whether a board is large.
pub(crate) fn is_large(size: Size) -> bool {
    size.n_points() >= LARGE_FROM
}

/// The parameters of the search.
///
/// The defaults were found by matches.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Parameters {
    /// Visits of a leaf before it is expanded.
    pub expand_after: u32,
    /// Factor of the exploration term, prior × √parent visits / (1 + visits), in
    /// units of win probability.
    pub exploration: f32,
    /// Virtual visits of a new move, with its parent's value.
    pub prior_visits: f32,
    /// The exponent of the policy (inverse temperature): below 1, priors become
    /// flatter.
    pub prior_sharpness: f32,
    /// The share of a playout's value that depends on the margin instead of
    /// the winner, from 0 to 1.
    pub score_share: f32,
    /// The margin at which three quarters of that share are reached, as a
    /// fraction of the board's points.
    pub score_scale: f32,
    /// Those for boards below 15×15.
    pub small: SizedParameters,
    /// Those from 15×15 on.
    pub large: SizedParameters,
    /// Those of a search with a network.
    pub network: NetworkParameters,
}

/// The parameters of a search with a network.
///
/// Chances to win and what is added to them are from 0 to 1.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct NetworkParameters {
    /// Factor of the exploration term, prior × √parent visits / (1 + visits).
    pub exploration: f32,
    /// What is added to that factor when 500 visits become 2.7 times as many.
    pub exploration_growth: f32,
    /// By how much a move without visits is worth less than its parent, times
    /// the root of the policy that was visited.
    pub fpu_reduction: f32,
    /// The same at the root.
    pub root_fpu_reduction: f32,
    /// The temperature of the policy at the root: above 1, more moves are
    /// tried.
    pub root_temperature: f32,
    /// From how many sides the root is seen, from 1 to 8.
    pub root_symmetries: u8,
    /// The share of a move's value that depends on the lead, from 0 to 1.
    pub score_share: f32,
    /// The change of the lead by which half of what is left of that share is
    /// won or lost, in points for each line of the board.
    pub score_scale: f32,
    /// The prior below which moves are not added to the tree, except at the
    /// root.
    pub least_prior: f32,
    /// The share of exploration that is proportional to the spread of the
    /// values below a node, from 0 to 1.
    pub spread_share: f32,
    /// By how many standard errors of its value a move may be overrated when
    /// the best one is chosen.
    pub bound_deviations: f32,
}

impl Default for NetworkParameters {
    fn default() -> NetworkParameters {
        NetworkParameters {
            exploration: 0.55,
            exploration_growth: 0.2,
            fpu_reduction: 0.1,
            root_fpu_reduction: 0.1,
            root_temperature: 1.0,
            root_symmetries: 8,
            score_share: 0.15,
            score_scale: 1.0,
            least_prior: 0.0005,
            spread_share: 0.85,
            bound_deviations: 4.0,
        }
    }
}

/// The parameters that differ between small and large boards.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct SizedParameters {
    /// The visits at which a move's own results weigh as much as its AMAF
    /// value.
    pub amaf_equivalence: f32,
    /// Cap on the effective AMAF count, without virtual wins: AMAF errors are
    /// correlated.
    pub amaf_most: f32,
    /// Virtual wins for a move with prior 1; a prior p gets √p of them.
    pub prior_wins: f32,
    /// How far, in lines, the moves of a line in the tree matter: the result of
    /// a playout farther away is replaced by its running mean (control variate);
    /// 0 switches this off.
    pub reach: u8,
}

impl Parameters {
    /// Their names for [`Parameters::set`].
    pub const NAMES: [&str; 22] = [
        "expand-after",
        "exploration",
        "amaf-equivalence",
        "large-amaf-equivalence",
        "amaf-most",
        "large-amaf-most",
        "prior-visits",
        "prior-wins",
        "large-prior-wins",
        "prior-sharpness",
        "reach",
        "large-reach",
        "score-share",
        "score-scale",
        "network-exploration",
        "network-exploration-growth",
        "network-fpu-reduction",
        "network-score-share",
        "network-score-scale",
        "network-least-prior",
        "network-spread-share",
        "network-bound-deviations",
    ];

    /// Sets the parameter with this name, for tools that tune.
    ///
    /// # Errors
    ///
    /// Returns [`UnknownParameter`] and changes nothing if there is no such
    /// name or the value is negative or not a number.
    pub fn set(&mut self, name: &str, value: f32) -> Result<(), UnknownParameter> {
        if !(0.0..=1e9).contains(&value) {
            return Err(UnknownParameter);
        }
        match name {
            "expand-after" => self.expand_after = value as u32,
            "exploration" => self.exploration = value,
            "amaf-equivalence" => self.small.amaf_equivalence = value.max(1.0),
            "large-amaf-equivalence" => self.large.amaf_equivalence = value.max(1.0),
            "amaf-most" => self.small.amaf_most = value.max(1.0),
            "large-amaf-most" => self.large.amaf_most = value.max(1.0),
            "prior-visits" => self.prior_visits = value,
            "prior-wins" => self.small.prior_wins = value,
            "large-prior-wins" => self.large.prior_wins = value,
            "prior-sharpness" => self.prior_sharpness = value,
            "reach" => self.small.reach = value as u8,
            "large-reach" => self.large.reach = value as u8,
            "score-share" => self.score_share = value.min(1.0),
            "score-scale" => self.score_scale = value.max(1e-3),
            "network-exploration" => self.network.exploration = value,
            "network-exploration-growth" => self.network.exploration_growth = value,
            "network-fpu-reduction" => {
                self.network.fpu_reduction = value;
                self.network.root_fpu_reduction = value;
            }
            "network-score-share" => self.network.score_share = value.min(1.0),
            "network-score-scale" => self.network.score_scale = value.max(1e-3),
            "network-least-prior" => self.network.least_prior = value.min(1.0),
            "network-spread-share" => self.network.spread_share = value.min(1.0),
            "network-bound-deviations" => self.network.bound_deviations = value,
            _ => return Err(UnknownParameter),
        }
        Ok(())
    }

    /// Those that depend on the size of the board.
    pub(crate) fn sized(&self, size: Size) -> SizedParameters {
        if is_large(size) { self.large } else { self.small }
    }
}

/// There is no parameter with this name, or it cannot have this value.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct UnknownParameter;

impl fmt::Display for UnknownParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Parameters::NAMES.join(", ");
        write!(f, "not a parameter, expected a number from 0 for one of {names}")
    }
}

impl Error for UnknownParameter {}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters {
            expand_after: 3,
            exploration: 0.1,
            prior_visits: 14.0,
            prior_sharpness: 0.9,
            score_share: 0.05,
            score_scale: 0.15,
            small: SizedParameters {
                amaf_equivalence: 3_000.0,
                amaf_most: f32::INFINITY,
                prior_wins: 200.0,
                reach: 0,
            },
            large: SizedParameters {
                amaf_equivalence: 600.0,
                amaf_most: 150.0,
                prior_wins: 500.0,
                reach: 4,
            },
            network: NetworkParameters::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_sets_another_parameter() {
        let changed = Parameters::NAMES.map(|name| {
            let mut parameters = Parameters::default();
            parameters.set(name, 2.5).unwrap();
            parameters
        });
        for (idx, parameters) in changed.iter().enumerate() {
            assert_ne!(*parameters, Parameters::default(), "{}", Parameters::NAMES[idx]);
            assert!(!changed[..idx].contains(parameters));
        }
        assert!(Parameters::default().set("speed", 1.0).is_err());
        assert!(Parameters::default().set("exploration", f32::NAN).is_err());
    }

    #[test]
    fn large_boards_have_their_own() {
        let mut parameters = Parameters::default();
        parameters.set("large-reach", 7.0).unwrap();
        parameters.set("reach", 3.0).unwrap();
        assert_eq!(parameters.sized(Size::THIRTEEN).reach, 3);
        assert_eq!(parameters.sized(Size::NINETEEN).reach, 7);
    }
}
