//! The phases of a game, and how it ended.

use tengen_record::{Margin, Outcome};
use tengen_rules::Color;

/// The phase of a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Phase {
    /// Black places handicap stones.
    Placing,
    /// Players make moves.
    Playing,
    /// Players find out which stones are dead.
    Scoring,
    /// The game is over.
    Over(Ended),
}

/// How a game ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Ended {
    /// Who won, and by how much.
    pub outcome: Outcome,
    /// What ended it.
    pub reason: EndReason,
}

/// What ended a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum EndReason {
    /// It was counted.
    Score,
    /// A player resigned.
    Resignation,
    /// A player's clock fell.
    Time,
    /// A player forfeited it, for example by not coming back.
    Forfeit,
    /// The same positions would come again and again.
    LongCycle,
    /// It was cancelled from outside.
    Cancelled,
    /// It was interrupted, to be resumed by
    /// [`Action::Start`](crate::Action::Start).
    Adjourned,
    /// The record does not say.
    Unknown,
}

/// How a game can be ended from outside.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Ending {
    /// It has no result.
    Cancelled,
    /// This player loses it.
    Forfeited(Color),
    /// It is interrupted, to be resumed later.
    Adjourned,
}

impl Ended {
    /// The end that a result tells of.
    pub const fn by(outcome: Outcome) -> Ended {
        let reason = match outcome {
            Outcome::Draw | Outcome::Win(_, Margin::Points(_)) => EndReason::Score,
            Outcome::Win(_, Margin::Resignation) => EndReason::Resignation,
            Outcome::Win(_, Margin::Time) => EndReason::Time,
            Outcome::Win(_, Margin::Forfeit) => EndReason::Forfeit,
            Outcome::Void => EndReason::LongCycle,
            Outcome::Win(_, Margin::Unspecified) | Outcome::Unknown => EndReason::Unknown,
        };
        Ended { outcome, reason }
    }

    /// Whether taking back a move reopens the game: only if moves ended it.
    pub(crate) const fn can_be_reopened(self) -> bool {
        match self.reason {
            EndReason::Score | EndReason::LongCycle | EndReason::Unknown => true,
            EndReason::Resignation
            | EndReason::Time
            | EndReason::Forfeit
            | EndReason::Cancelled
            | EndReason::Adjourned => false,
        }
    }
}

impl From<Ending> for Ended {
    fn from(ending: Ending) -> Ended {
        match ending {
            Ending::Cancelled => Ended { outcome: Outcome::Void, reason: EndReason::Cancelled },
            Ending::Forfeited(color) => Ended::by(Outcome::Win(!color, Margin::Forfeit)),
            Ending::Adjourned => Ended { outcome: Outcome::Unknown, reason: EndReason::Adjourned },
        }
    }
}
