//! Reviews of games that are over, as a store keeps them.

use crate::id::{GameId, PersonId};

/// The time in which the reviews of a person are counted.
const A_DAY: u64 = 24 * 3_600 * 1_000;

/// Somebody asks for the review of a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ReviewRequest {
    /// The game.
    pub game: GameId,
    /// Who asks.
    pub guest: PersonId,
    /// When, in milliseconds since 1970.
    pub asked_at: u64,
    /// How many reviews a person may ask for within a day.
    pub max_in_a_day: usize,
}

impl ReviewRequest {
    /// The time from which on reviews of the same person count.
    pub(super) const fn counts_from(&self) -> u64 {
        self.asked_at.saturating_sub(A_DAY)
    }
}

/// What became of a request.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Asked {
    /// The review waits for its turn.
    Queued,
    /// Somebody has asked before.
    There,
    /// Another review of the same person is not finished: that of this game.
    OneAtATime(GameId),
    /// The person has had as many reviews as one may have within a day.
    Enough,
}

/// The review of a game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredReview {
    /// Who asked for it.
    pub guest: PersonId,
    /// When, in milliseconds since 1970.
    pub asked_at: u64,
    /// How far it is.
    pub stage: ReviewStage,
    /// The record with what was found so far; empty before anything was.
    pub sgf: String,
}

/// How far a review is.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum ReviewStage {
    /// It waits for its turn, or is under way.
    Waiting,
    /// It is finished.
    Done,
    /// The engine has failed; it may be asked for again.
    Failed,
}

impl ReviewStage {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            ReviewStage::Waiting => "waiting",
            ReviewStage::Done => "done",
            ReviewStage::Failed => "failed",
        }
    }

    /// The stage of this name, as the database has it.
    pub(super) fn of_name(name: &str) -> Option<ReviewStage> {
        let all = [ReviewStage::Waiting, ReviewStage::Done, ReviewStage::Failed];
        all.into_iter().find(|it| it.as_str() == name)
    }
}
