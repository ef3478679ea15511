//! Handicap stones that a person places before the first move.
//!
//! Meanwhile, the record says that Black is to play; behind the last stone,
//! it leaves that to the handicap. Black's clock runs, and each stone counts
//! as a move.

use std::sync::Arc;

use tengen_record::EditError;
use tengen_rules::{Color, Move, Point, PointSet};

use crate::session::{Session, Stage};
use crate::transition::Transition;
use crate::{Event, Rejected};

impl Session {
    /// How many handicap stones a person has yet to place.
    pub fn n_handicap_left(&self) -> usize {
        match &self.stage {
            Stage::Placing(stones) => {
                usize::from(self.live.game.handicap()).saturating_sub(stones.len())
            }
            Stage::Playing | Stage::Scoring(_) | Stage::Over(..) => 0,
        }
    }

    pub(crate) fn check_handicap(&self, mv: Move) -> Result<(), Rejected> {
        let point = mv.point().ok_or(Rejected::Handicap)?;
        let game = &self.live.game;
        Ok(game.board().check(Color::Black, point, game.ruleset().suicide)?)
    }

    /// Places a stone that can stand there; the last one starts the game.
    pub(crate) fn place_handicap(&mut self, point: Point, transition: &mut Transition) {
        let is_last = self.n_handicap_left() == 1;
        self.clock.complete(Color::Black, transition.now);
        if let Stage::Placing(stones) = &mut self.stage {
            stones.push(point);
        }
        let noted = self.note_handicap(point, Some(Color::Black), is_last);
        debug_assert!(noted.is_ok(), "the root is there and has no move");
        transition.event(Event::HandicapPlaced(point));
        if is_last {
            self.stage = Stage::Playing;
        }
        self.begin_turn(transition);
        transition.save();
    }

    /// Takes back the last of the stones.
    pub(crate) fn take_handicap_back(
        &mut self,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        let Stage::Placing(stones) = &mut self.stage else { return Err(Rejected::NothingToUndo) };
        let point = stones.pop().ok_or(Rejected::NothingToUndo)?;
        let noted = self.note_handicap(point, None, false);
        debug_assert!(noted.is_ok(), "the root is there and has no move");
        transition.event(Event::HandicapTaken(point));
        transition.save();
        Ok(())
    }

    pub(crate) fn note_handicap(
        &mut self,
        point: Point,
        stone: Option<Color>,
        is_last: bool,
    ) -> Result<(), EditError> {
        let root = self.record.root();
        self.record.set_up(root, &PointSet::from(point), stone)?;
        self.record.set_to_play(root, (!is_last).then_some(Color::Black))?;
        self.forget_edits();
        self.live.game = Arc::new(self.game_at(root));
        Ok(())
    }
}
