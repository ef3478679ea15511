//! What a search has found.

use std::time::Duration;

use tengen_rules::{ByPoint, Color, Move};

/// What a search has found so far.
#[derive(Clone, Debug)]
pub struct Report {
    /// The player to move.
    pub to_play: Color,
    /// New playouts in this search.
    pub n_playouts: u32,
    /// Visits of the root, those of earlier searches included.
    pub n_visits: u32,
    /// The chance that the player to move wins, from 0 to 1.
    pub win_rate: f32,
    /// The expected lead of the player to move, in points.
    pub lead: f32,
    /// The lead of Black that counted as even, in points: in handicap games,
    /// while the board is open, moves are judged by what they gain beside it.
    pub par: f32,
    /// How far the leads of single playouts lie apart: their standard
    /// deviation, in points.
    pub lead_deviation: f32,
    /// The moves that were tried, the best first.
    pub candidates: Vec<Candidate>,
    /// How likely each move looked at first, tried or not, from 0 to 1.
    pub priors: Vec<(Move, f32)>,
    /// Who will own each point: from -1 for White to 1 for Black.
    pub ownership: ByPoint<f32>,
    /// The time that the search took so far.
    pub elapsed: Duration,
}

/// A move that was tried.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub n_visits: u32,
    /// The chance that it wins, from 0 to 1, for the player to move.
    pub win_rate: f32,
    /// The expected lead after it, in points, for the player to move.
    pub lead: f32,
    /// How likely it looked at first, from 0 to 1.
    pub prior: f32,
    /// How the game would go on, this move first.
    pub variation: Vec<Move>,
}

impl Report {
    /// The best move, a pass if there is none.
    pub fn best(&self) -> Move {
        self.candidates.first().map_or(Move::Pass, |it| it.mv)
    }
}
