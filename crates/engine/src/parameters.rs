//! What the search can be tuned by.

/// The numbers that shape the search.
///
/// The defaults were found by matches; see CONTRIBUTING.md for how.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Parameters {
    /// Visits of a leaf before its moves are added to the tree.
    pub expand_after: u32,
    /// How strongly moves are tried that the prior likes: a factor of the
    /// exploration term, in units of win probability.
    pub exploration: f32,
    /// The number of visits at which a move's own results weigh as much as
    /// what its later occurrences in playouts say.
    pub amaf_equivalence: f32,
    /// How many observations the prior stands for when a move is added.
    pub prior_visits: f32,
    /// How much better than its parent a move that the prior is sure of is
    /// taken to be at first, in units of win probability.
    pub prior_bonus: f32,
    /// Below 1, the prior becomes flatter; above, sharper: an exponent.
    pub prior_sharpness: f32,
    /// The share of a playout's value that depends on the margin instead of
    /// the winner, from 0 to 1.
    pub score_share: f32,
    /// The margin at which three quarters of that share are reached, as a
    /// fraction of the board's points.
    pub score_scale: f32,
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters {
            expand_after: 3,
            exploration: 0.25,
            amaf_equivalence: 1_500.0,
            prior_visits: 8.0,
            prior_bonus: 0.1,
            prior_sharpness: 0.8,
            score_share: 0.05,
            score_scale: 0.15,
        }
    }
}
