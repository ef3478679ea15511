//! Candidates and what is thought of the position as a whole.

use tengen_rules::{ByPoint, Color, Move};

use crate::{Details, Evaluation};

/// What an engine thinks of a position.
///
/// Win rates and leads are those of the player to move; ownership is
/// Black's.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The player to move.
    pub to_play: Color,
    /// Visits of the position, those of earlier searches included.
    pub n_visits: u32,
    /// The chance that the player to move wins, from 0 to 1.
    pub win_rate: f32,
    /// The expected lead of the player to move in points, if the engine
    /// knows one.
    pub lead: Option<f32>,
    /// The standard deviation of the lead over single playouts, in points.
    pub lead_deviation: Option<f32>,
    /// The moves that were tried, the best first.
    pub candidates: Vec<Candidate>,
    /// The prior of every move, tried or not, from 0 to 1; may be empty.
    pub priors: Vec<(Move, f32)>,
    /// Who will own each point, from -1 for White to 1 for Black.
    pub ownership: Option<Box<ByPoint<f32>>>,
    /// What else the search knows, if that was asked for.
    pub details: Option<Box<Details>>,
}

impl Analysis {
    /// An analysis that knows only the chance to win.
    pub const fn new(to_play: Color, win_rate: f32) -> Analysis {
        Analysis {
            to_play,
            n_visits: 0,
            win_rate,
            lead: None,
            lead_deviation: None,
            candidates: Vec::new(),
            priors: Vec::new(),
            ownership: None,
            details: None,
        }
    }

    /// The candidate that the engine likes best.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }

    /// The move that the engine likes best, a pass if it tried none.
    pub fn best_move(&self) -> Move {
        self.best().map_or(Move::Pass, |it| it.mv)
    }

    /// Who is ahead.
    pub fn evaluation(&self) -> Evaluation {
        Evaluation::of_player(self.to_play, self.win_rate, self.lead, self.n_visits)
    }
}

/// A move that an engine has tried.
///
/// All values are those of the player who makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub n_visits: u32,
    /// The chance that it wins, from 0 to 1.
    pub win_rate: f32,
    /// The expected lead after it in points, if the engine knows one.
    pub lead: Option<f32>,
    /// The prior probability of the move, from 0 to 1.
    pub prior: Option<f32>,
    /// The lower confidence bound of the win rate; negative if little is
    /// known.
    pub lower_bound: Option<f32>,
    /// The principal variation, this move first.
    pub variation: Vec<Move>,
}

impl Candidate {
    /// A candidate of which only the chance to win is known.
    pub const fn new(mv: Move, win_rate: f32) -> Candidate {
        Candidate {
            mv,
            n_visits: 0,
            win_rate,
            lead: None,
            prior: None,
            lower_bound: None,
            variation: Vec::new(),
        }
    }

    /// The lower confidence bound that the engine gives, or one from visits
    /// and win rate.
    pub fn lower_bound(&self) -> f32 {
        self.lower_bound.unwrap_or_else(|| {
            #[expect(clippy::cast_precision_loss, reason = "an estimate by its nature")]
            let n = self.n_visits.max(1) as f32;
            let variance = (self.win_rate * (1.0 - self.win_rate)).max(0.01) / n;
            self.win_rate - 1.96 * variance.sqrt()
        })
    }
}
