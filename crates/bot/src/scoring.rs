//! How a bot agrees on dead stones.

use tengen_rules::{Point, PointSet};
use tengen_wire::{ClientMessage, ScoringState};

use crate::task::number;

/// How many groups a bot marks in one scoring before it plays on: an opponent
/// could mark them back for ever.
const MAX_MARKS: u32 = 40;

/// What a bot thinks of the dead stones of one scoring.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opinion {
    /// How many moves there were.
    n_moves: Option<usize>,
    /// The stones that the engine takes for dead.
    dead: PointSet,
    n_marks: u32,
}

impl Opinion {
    /// Whether the engine has been asked about this position.
    pub(crate) fn is_of(&self, n_moves: usize) -> bool {
        self.n_moves == Some(n_moves)
    }

    /// Takes what the engine says; without a word of its own, it thinks as the
    /// server does.
    pub(crate) fn set(&mut self, n_moves: usize, dead: PointSet) {
        *self = Opinion { n_moves: Some(n_moves), dead, n_marks: 0 };
    }

    /// The server has refused a mark, so it is right.
    pub(crate) fn yield_to(&mut self, scoring: &ScoringState) {
        self.dead = scoring.dead;
    }

    /// What to send; `None` if nothing is left but to wait for the end of the
    /// time for scoring.
    pub(crate) fn message(
        &mut self,
        scoring: &ScoringState,
        resumes_left: u32,
    ) -> Option<ClientMessage> {
        let (c, rev) = (number(), scoring.rev);
        let Some(at) = self.disputed(scoring) else {
            return Some(ClientMessage::Agree { c, rev, dead: scoring.dead });
        };
        if self.n_marks < MAX_MARKS {
            self.n_marks += 1;
            return Some(ClientMessage::Mark { c, rev, at });
        }
        (resumes_left > 0).then_some(ClientMessage::Resume { c, rev })
    }

    /// A stone on which the server and the engine differ.
    fn disputed(&self, scoring: &ScoringState) -> Option<Point> {
        let wrong = |&it: &Point| self.dead.contains(it) != scoring.dead.contains(it);
        self.dead.iter().chain(scoring.dead.iter()).find(wrong)
    }
}

#[cfg(test)]
mod tests {
    use tengen_rules::ByColor;

    use super::*;

    fn points(text: &str) -> PointSet {
        text.split_whitespace().map(|it| it.parse::<Point>().unwrap()).collect()
    }

    fn scoring(rev: u32, dead: &str) -> ScoringState {
        ScoringState {
            rev,
            dead: points(dead),
            open: PointSet::EMPTY,
            territory: ByColor::default(),
            score: "B+3.5".to_owned(),
            agreed: ByColor::default(),
            pending: false,
            ends_at: None,
        }
    }

    #[test]
    fn what_is_marked_otherwise_is_marked_and_then_agreed_on() {
        let mut opinion = Opinion::default();
        assert!(!opinion.is_of(40));
        opinion.set(40, points("C3 D3"));
        let marked = opinion.message(&scoring(1, ""), 3);
        assert!(matches!(marked, Some(ClientMessage::Mark { rev: 1, .. })), "{marked:?}");
        let alive = opinion.message(&scoring(2, "C3 D3 J9"), 3);
        let expected = "J9".parse().unwrap();
        assert!(matches!(alive, Some(ClientMessage::Mark { rev: 2, at, .. }) if at == expected));
        let agreed = opinion.message(&scoring(3, "C3 D3"), 3);
        let Some(ClientMessage::Agree { rev: 3, dead, .. }) = agreed else { panic!("{agreed:?}") };
        assert_eq!(dead, points("C3 D3"));
    }

    #[test]
    fn server_that_refuses_a_mark_is_right() {
        let mut opinion = Opinion::default();
        opinion.set(40, points("C3"));
        opinion.yield_to(&scoring(1, "A1"));
        let agreed = opinion.message(&scoring(1, "A1"), 3);
        assert!(matches!(agreed, Some(ClientMessage::Agree { .. })));
    }

    #[test]
    fn dispute_ends_by_playing_on_and_then_by_the_clock() {
        let mut opinion = Opinion::default();
        opinion.set(40, points("C3"));
        for rev in 0..MAX_MARKS {
            let message = opinion.message(&scoring(rev, ""), 3);
            assert!(matches!(message, Some(ClientMessage::Mark { .. })));
        }
        let message = opinion.message(&scoring(99, ""), 1);
        assert!(matches!(message, Some(ClientMessage::Resume { rev: 99, .. })));
        assert_eq!(opinion.message(&scoring(99, ""), 0), None);
    }
}
