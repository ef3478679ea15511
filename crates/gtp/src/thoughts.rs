//! What a player thinks about a position.

use tengen_rules::{ByPoint, Color, Move};

/// What a player thinks about a position at some moment.
///
/// Chances and leads are those of the player to move.
#[derive(Clone, Debug)]
pub struct Thoughts {
    /// The player to move.
    pub to_play: Color,
    /// How often the position was visited.
    pub n_visits: u32,
    /// The chance to win, from 0 to 1.
    pub win_rate: f32,
    /// The expected lead, in points.
    pub lead: f32,
    /// The standard deviation of the lead, in points.
    pub lead_deviation: f32,
    /// The moves that were tried, the best first.
    pub candidates: Vec<Candidate>,
    /// Who will own each point: from -1 for White to 1 for Black.
    pub ownership: ByPoint<f32>,
}

/// A move that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub n_visits: u32,
    /// The chance that it wins, from 0 to 1.
    pub win_rate: f32,
    /// The expected lead after it, in points.
    pub lead: f32,
    /// How likely it looked at first, from 0 to 1.
    pub prior: f32,
    /// How the game would go on, this move first.
    pub variation: Vec<Move>,
}

impl Candidate {
    /// The chance to win that the move has almost certainly.
    ///
    /// It is negative where little is known.
    pub(crate) fn lower_bound(&self) -> f32 {
        let n = self.n_visits.max(1) as f32;
        let variance = (self.win_rate * (1.0 - self.win_rate)).max(0.01) / n;
        self.win_rate - 1.96 * variance.sqrt()
    }
}
