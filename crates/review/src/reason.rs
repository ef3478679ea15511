//! Why a move is a mistake, from what the search and the rules show.
//!
//! | module | owns |
//! |---|---|
//! | `evidence` | the boards and lines that a reason is found in |
//! | `capture` | stones that are taken at once, or along a line |
//! | `ladder` | ladders that work, or do not |
//! | `cut` | chains that are kept apart |
//! | `place` | moves in the wrong place: own territory, lost areas, small moves |
//! | `reading` | whether a chain is captured whatever its owner does |
//!
//! Each is said only if the stones show it and the search agrees; where
//! nothing is clear, there is no reason.

mod capture;
mod cut;
mod evidence;
mod ladder;
mod place;
mod reading;

use tengen_record::{NodeId, Record};
use tengen_rules::Point;

use crate::MoveReview;
use evidence::Evidence;

/// The loss from which on reasons are looked for, in points.
const LEAST_LOSS: f32 = 1.5;

/// The least loss of a move that does nothing at all, and of a pass, whose
/// reason is its loss.
const LEAST_LOSS_OF_NOTHING: f32 = 0.5;
const LEAST_LOSS_OF_PASS: f32 = 1.0;

/// The most reasons for one move.
const MOST: usize = 2;

/// Why a move is a mistake.
///
/// "The player" made the move, and the stones in danger are those of the
/// player unless it says otherwise.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Reason {
    /// The player passed while this point was worth something, in hundredths
    /// of a point.
    PassesEarly {
        /// Where to play.
        at: Point,
        /// What the pass lost.
        hundredths: u32,
    },
    /// The stone that was played is in atari with others, and is taken.
    SelfAtari {
        /// The stones that are lost with it, itself included.
        n_stones: u16,
        /// Where they are taken.
        at: Point,
    },
    /// Stones are left in atari, and are taken.
    LeavesInAtari {
        /// How many.
        n_stones: u16,
        /// Where they are taken.
        at: Point,
        /// A move that would have saved them, if it is what was better.
        saved_by: Option<Point>,
    },
    /// Stones of the opponent could have been taken.
    MissesCapture {
        /// How many.
        n_stones: u16,
        /// Where.
        at: Point,
    },
    /// The opponent catches stones in a ladder.
    LadderWorks {
        /// How many at first.
        n_stones: u16,
        /// The move that begins it.
        at: Point,
        /// The stone without which it would fail, if it is one.
        because_of: Option<Point>,
    },
    /// The player ran out of atari, into a ladder.
    RunsIntoLadder {
        /// How many stones are caught.
        n_stones: u16,
        /// The stone without which it would fail, if it is one.
        because_of: Option<Point>,
    },
    /// The player began a ladder from which the stones escape.
    LadderFails {
        /// Where they escape.
        at: Point,
        /// The stone without which it would work, if it is one.
        because_of: Option<Point>,
    },
    /// The opponent can take stones that are not in atari yet.
    CanBeCaptured {
        /// How many.
        n_stones: u16,
        /// One of them.
        stone: Point,
        /// The move that begins it.
        at: Point,
    },
    /// Stones of the opponent that were not in atari could have been taken.
    MissesKill {
        /// How many.
        n_stones: u16,
        /// One of them.
        stone: Point,
        /// The move that would have begun it.
        at: Point,
    },
    /// The opponent cuts where the player should have connected.
    AllowsCut {
        /// Where.
        at: Point,
    },
    /// The player could have cut.
    MissesCut {
        /// Where.
        at: Point,
    },
    /// The stone is in the player's own territory, and does nothing there.
    FillsOwnTerritory,
    /// The stone is where the opponent owns everything for certain.
    PlaysInLostArea,
    /// Another part of the board was worth more, and the opponent goes there.
    BiggerElsewhere {
        /// The move there.
        at: Point,
        /// By how much it was better, in hundredths of a point.
        hundredths: u32,
    },
}

impl Reason {
    /// The name in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Reason::PassesEarly { .. } => "passes-early",
            Reason::SelfAtari { .. } => "self-atari",
            Reason::LeavesInAtari { .. } => "leaves-in-atari",
            Reason::MissesCapture { .. } => "misses-capture",
            Reason::LadderWorks { .. } => "ladder-works",
            Reason::RunsIntoLadder { .. } => "runs-into-ladder",
            Reason::LadderFails { .. } => "ladder-fails",
            Reason::CanBeCaptured { .. } => "can-be-captured",
            Reason::MissesKill { .. } => "misses-kill",
            Reason::AllowsCut { .. } => "allows-cut",
            Reason::MissesCut { .. } => "misses-cut",
            Reason::FillsOwnTerritory => "fills-own-territory",
            Reason::PlaysInLostArea => "plays-in-lost-area",
            Reason::BiggerElsewhere { .. } => "bigger-elsewhere",
        }
    }

    /// The point that it is about.
    pub const fn point(self) -> Option<Point> {
        match self {
            Reason::PassesEarly { at, .. }
            | Reason::SelfAtari { at, .. }
            | Reason::LeavesInAtari { at, .. }
            | Reason::MissesCapture { at, .. }
            | Reason::LadderWorks { at, .. }
            | Reason::LadderFails { at, .. }
            | Reason::CanBeCaptured { at, .. }
            | Reason::MissesKill { at, .. }
            | Reason::AllowsCut { at }
            | Reason::MissesCut { at }
            | Reason::BiggerElsewhere { at, .. } => Some(at),
            Reason::RunsIntoLadder { .. } | Reason::FillsOwnTerritory | Reason::PlaysInLostArea => {
                None
            }
        }
    }

    /// The stones that it is about; none where it is not about stones.
    pub const fn n_stones(self) -> u16 {
        match self {
            Reason::SelfAtari { n_stones, .. }
            | Reason::LeavesInAtari { n_stones, .. }
            | Reason::MissesCapture { n_stones, .. }
            | Reason::LadderWorks { n_stones, .. }
            | Reason::RunsIntoLadder { n_stones, .. }
            | Reason::CanBeCaptured { n_stones, .. }
            | Reason::MissesKill { n_stones, .. } => n_stones,
            _ => 0,
        }
    }
}

/// The reasons for a mistake, the clearest first.
pub(crate) fn find(record: &Record, judged: &MoveReview, parent: NodeId) -> Vec<Reason> {
    if judged.points_lost() < LEAST_LOSS_OF_NOTHING {
        return Vec::new();
    }
    let snapshot = record.position(parent);
    if !snapshot.breathless.is_empty() {
        return Vec::new();
    }
    Evidence::new(judged, snapshot.board()).map(|it| reasons(&it)).unwrap_or_default()
}

fn reasons(evidence: &Evidence<'_>) -> Vec<Reason> {
    let is_mistake = evidence.loss >= LEAST_LOSS;
    let mut found: Vec<Reason> = Vec::new();
    found.extend(place::passes_early(evidence));
    found.extend(place::does_nothing(evidence));
    if is_mistake {
        // Each of these explains the same stones, so the first one will do.
        let about_own = capture::self_atari(evidence)
            .or_else(|| capture::leaves_in_atari(evidence))
            .or_else(|| ladder::runs(evidence))
            .or_else(|| ladder::works(evidence))
            .or_else(|| capture::can_be_captured(evidence))
            .or_else(|| cut::allows_cut(evidence));
        let about_opponent = ladder::fails(evidence)
            .or_else(|| capture::misses_capture(evidence))
            .or_else(|| capture::misses_kill(evidence))
            .or_else(|| cut::misses_cut(evidence).filter(|_| about_own.is_none()));
        found.extend(about_own);
        found.extend(about_opponent);
        found.sort_by_key(|it| std::cmp::Reverse(it.n_stones()));
        if found.is_empty() {
            found.extend(place::bigger_elsewhere(evidence));
        }
    }
    found.truncate(MOST);
    found
}

/// Loss in hundredths of a point, for data that is compared.
#[expect(clippy::cast_sign_loss, reason = "a loss is not negative")]
fn hundredths(points: f32) -> u32 {
    (100.0 * points.max(0.0)).round() as u32
}

/// The distance of two points along lines.
fn distance(a: Point, b: Point) -> u8 {
    a.column().abs_diff(b.column()) + a.row().abs_diff(b.row())
}

#[cfg(test)]
mod tests;
