//! What a search has found.

use tengen_analysis::Analysis;
use tengen_rules::{ByPoint, Move};

/// What a search has found so far.
#[derive(Clone, Debug)]
pub struct Report {
    /// What is thought of the position, with lead and ownership.
    pub analysis: Analysis,
    /// New playouts in this search.
    pub n_playouts: u32,
    /// The lead of Black that counted as even, in points: in handicap games,
    /// while the board is open, moves are judged by what they gain beside it.
    pub par: f32,
}

impl Report {
    /// The best move, a pass if there is none.
    pub fn best_move(&self) -> Move {
        self.analysis.best_move()
    }

    /// Who will own each point: from -1 for White to 1 for Black.
    ///
    /// # Panics
    ///
    /// Panics if the ownership was taken out of the analysis.
    pub fn ownership(&self) -> &ByPoint<f32> {
        self.analysis.ownership.as_deref().expect("a search knows the ownership")
    }
}
