//! What only a close look at a search tells.

use tengen_rules::{ByPoint, Move};

/// What a search knows beside the usual, for those who ask for it.
#[derive(Clone, Debug)]
pub struct Details {
    /// What the player to move has to expect, chances and points together,
    /// from -1 to 1.
    pub utility: f32,
    /// What a network thinks of the position by itself, if one judges.
    pub raw: Option<RawEvaluation>,
    /// The standard deviation of the ownership over the search, from 0 to 1.
    pub ownership_deviation: Option<Box<ByPoint<f32>>>,
    /// One for each candidate, in the same order.
    pub candidates: Vec<CandidateDetails>,
}

/// What a search knows of one candidate beside the usual.
#[derive(Clone, Debug, Default)]
pub struct CandidateDetails {
    /// What the player who makes it has to expect, from -1 to 1.
    pub utility: f32,
    /// The standard deviation of the lead after it, in points.
    pub lead_deviation: Option<f32>,
    /// Who will own each point after it, from -1 for White to 1 for Black.
    pub ownership: Option<Box<ByPoint<f32>>>,
    /// The standard deviation of that, from 0 to 1.
    pub ownership_deviation: Option<Box<ByPoint<f32>>>,
    /// The visits of each move of the variation.
    pub variation_visits: Vec<u32>,
}

/// What a network thinks of a position without any search.
#[derive(Clone, Debug)]
pub struct RawEvaluation {
    /// The chance that the player to move wins, from 0 to 1.
    pub win_rate: f32,
    /// The expected lead of the player to move, in points.
    pub lead: f32,
    /// The probability of each legal move; they add up to 1.
    pub policy: Vec<(Move, f32)>,
}
