//! Teaching games: a move that loses too much is taken back before the
//! opponent answers it.
//!
//! The verdict is by the analyst of the game, as hints are. Nothing is said of
//! the opponent's moves.

use tengen_host::ConsultationId;
use tengen_record::NodeId;
use tengen_review::{Band, Standing};
use tengen_rules::Move;

/// Moves of this band and of worse ones are taken back.
const ALWAYS: Band = Band::Mistake;

/// Of moves of this band, every other one is.
const SOMETIMES: Band = Band::Inaccuracy;

/// A move that was taken back.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct TakenBack {
    /// Where it was made.
    pub node: NodeId,
    /// The move.
    pub mv: Move,
    /// What it loses, in points.
    pub loss: f32,
}

/// The state of a teaching game.
#[derive(Clone, Debug, Default)]
pub struct Teaching {
    /// The move that is being judged.
    pub(crate) pending: Option<Pending>,
    /// The last move that was taken back.
    pub(crate) taken_back: Option<TakenBack>,
}

/// A move that is judged before it is made.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Pending {
    pub(crate) node: NodeId,
    pub(crate) mv: Move,
    pub(crate) id: ConsultationId,
    /// What the best move is worth, once that is known.
    pub(crate) best: Option<Standing>,
}

impl Teaching {
    /// The move that is being judged.
    pub fn judging(&self) -> Option<Move> {
        self.pending.map(|it| it.mv)
    }

    /// The move that was taken back at a node, which is not taken back again.
    pub fn taken_back_at(&self, node: NodeId) -> Option<TakenBack> {
        self.taken_back.filter(|it| it.node == node)
    }
}

/// Whether a move that loses this much is taken back; `move_number` decides
/// where every other one is.
pub(crate) fn is_taken_back(loss: f32, move_number: u32) -> bool {
    match Band::of(loss) {
        band if band >= ALWAYS => true,
        band if band == SOMETIMES => (move_number / 2).is_multiple_of(2),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_mistakes_are_taken_back() {
        for (loss, number, expected) in [
            (0.0, 1, false),
            (1.4, 1, false),
            (1.6, 1, true),
            (1.6, 3, false),
            (3.0, 3, true),
            (20.0, 8, true),
        ] {
            assert_eq!(is_taken_back(loss, number), expected, "{loss} {number}");
        }
    }
}
