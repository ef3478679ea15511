//! Reviews: records that are looked at and edited without a game.

use std::sync::Arc;

use tengen_clock::{GameClock, TimeControl};
use tengen_record::{NodeId, Record, Revision};
use tengen_rules::{ByColor, Color, Ruleset};

use crate::save::property;
use crate::session::{Live, RunState, Session, Stage};
use crate::transition::Transition;
use crate::{Event, Rejected, Seat, Setup};

impl Session {
    /// A record to look at and edit, without a game: see
    /// [the page of the crate](crate#reviewing-and-editing).
    ///
    /// The rules are for a record that names none.
    pub fn review(record: Record, ruleset: Ruleset) -> Session {
        let setup = Setup::new(record.size(), ruleset);
        let mut session = Session::from_record(record, setup);
        session.stage = Stage::Playing;
        session.is_review = true;
        session.set_live(session.record.root());
        session
    }

    /// A copy with a name for where the record is from, for example its
    /// file.
    ///
    /// The session keeps it, and shows it in
    /// [`GameView::origin`](crate::GameView::origin).
    #[must_use]
    pub fn with_origin(self, origin: impl Into<String>) -> Session {
        Session { origin: origin.into(), ..self }
    }

    /// Where the record is from; may be empty.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// A copy with another state of the record as the one that is in a file,
    /// or none.
    #[must_use]
    pub fn with_saved(self, saved: Option<Revision>) -> Session {
        Session { saved, ..self }
    }

    /// The state of the record that is in a file, if one is.
    pub const fn saved_revision(&self) -> Option<Revision> {
        self.saved
    }

    /// Whether the record has changed since it was opened or saved.
    pub fn has_unsaved_changes(&self) -> bool {
        self.has_unsaved_evaluations || self.saved != Some(self.record.revision())
    }

    /// Whether no game is played: see [`Session::review`].
    pub const fn is_review(&self) -> bool {
        self.is_review
    }

    pub(crate) fn mark_saved(&mut self, revision: Revision, transition: &mut Transition) {
        self.saved = Some(revision);
        self.has_unsaved_evaluations = false;
        self.edits.stop_writing();
        transition.event(Event::FileChanged);
        if self.is_review {
            transition.save();
        }
    }

    pub(crate) fn set_origin(&mut self, origin: String, transition: &mut Transition) {
        self.origin = origin;
        transition.event(Event::FileChanged);
        transition.save();
    }

    /// Stands at a node, wherever the game was.
    pub(crate) fn set_live(&mut self, node: NodeId) {
        let positions = &mut self.edits.positions;
        let game = property::game_by(&self.record, positions, node, self.ruleset);
        self.live = Live { node, game: Arc::new(game) };
        self.is_live_main = false;
    }

    /// Leaves the game for a review.
    pub(crate) fn begin_review(&mut self, transition: &mut Transition) -> Result<(), Rejected> {
        if self.is_review {
            return Err(Rejected::NotPlaying);
        }
        if matches!(self.stage, Stage::Placing(_)) {
            return Err(Rejected::Handicap);
        }
        if self.is_over() && self.is_own {
            // Such a game was kept at its end; what is missing are the edits
            // from here on.
            self.saved = Some(self.record.revision());
        }
        self.clock.stop(transition.now);
        self.stop_thinking(transition);
        self.stop_scoring(transition);
        self.close_request(false, transition);
        self.stage = Stage::Playing;
        self.run_state = RunState::Waiting;
        self.problem = None;
        self.undone.clear();
        self.is_review = true;
        transition.event(Event::ReviewBegan);
        transition.save();
        Ok(())
    }

    /// Has a game begin at a node.
    pub(crate) fn play_on(
        &mut self,
        node: NodeId,
        seats: ByColor<Seat>,
        time: TimeControl,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        let node = self.existing(node)?;
        if matches!(self.stage, Stage::Placing(_)) {
            return Err(Rejected::Handicap);
        }
        self.leave_review(node, transition)?;
        for (color, seat) in seats {
            self.name_player(color, &seat);
            self.seats[color] = seat;
            transition.event(Event::SeatChanged(color));
        }
        self.clock = GameClock::new(time);
        self.begin_turn(transition);
        transition.save();
        Ok(())
    }

    /// A node becomes that of the game, with the time that was left there.
    pub(crate) fn leave_review(
        &mut self,
        node: NodeId,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        let live = Live { node, game: Arc::new(self.game_at(node)) };
        if live.game.end().is_some() {
            return Err(Rejected::Over);
        }
        self.check_stones(node)?;
        if self.is_review {
            let left = property::time_left_at(&self.record, node, self.clock.control());
            self.clock = self.clock.with_left(left);
            self.live = live.clone();
            self.forget_end();
        }
        self.is_review = false;
        self.move_game(live, transition);
        self.run_state = RunState::Running;
        self.edits.positions = tengen_record::Positions::new();
        Ok(())
    }

    /// The people of the seats, as the record calls them.
    pub(crate) fn read_names(&mut self) {
        if !self.is_review && !self.is_own {
            return;
        }
        for color in Color::ALL {
            let key = tengen_record::InfoKey::Player(color);
            let known = self.record.info().text(key).unwrap_or_default();
            if let Seat::Person { name } = &mut self.seats[color]
                && *name != known
            {
                *name = known.into_owned();
            }
        }
    }
}
