//! A record that people look at and edit, while nobody plays.

use tengen_clock::{GameClock, TimeControl};
use tengen_record::{Direction, Mark, NodeId, Query, Record, Revision};
use tengen_rules::{ByColor, Color, IllegalMove, Move, Ruleset};

use crate::session::{Moment, Motion, Session, Stage};
use crate::{Rejected, Seat, Setup, save};

/// What to look for in a record.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Find {
    /// A comment or a name that has this text, in any case.
    Text(String),
    /// A move, by one player or by any.
    Move(Option<Color>, Move),
    /// A mark of this kind.
    Mark(Mark),
    /// Any mark, text, line or arrow.
    Markup,
    /// Any opinion on a move or a position.
    Annotation,
}

impl Session {
    /// A record that people look at and edit, while nobody plays: see
    /// [the page of the crate](crate#reviewing-and-editing).
    ///
    /// The rules are for a record that names none.
    pub fn review(record: Record, ruleset: Ruleset) -> Session {
        let setup = Setup::new(record.size(), ruleset);
        let mut session = Session::from_record(record, setup);
        session.stage = Stage::Playing;
        session.is_review = true;
        let root = session.record.root();
        session.show(root);
        session
    }

    /// The same with a name for where the record is from, for example its
    /// file.
    ///
    /// The session keeps it, and shows it in
    /// [`View::origin`](crate::View::origin).
    #[must_use]
    pub fn with_origin(self, origin: impl Into<String>) -> Session {
        Session { origin: origin.into(), ..self }
    }

    /// Where the record is from, as somebody has said.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The same with another state of the record as the one that is in a file,
    /// or none.
    #[must_use]
    pub fn with_saved(self, saved: Option<Revision>) -> Session {
        Session { saved, ..self }
    }

    /// The state of the record that is in a file, if one is.
    pub const fn saved_revision(&self) -> Option<Revision> {
        self.saved
    }

    /// What was cut or copied last, as SGF.
    pub fn clip(&self) -> Option<String> {
        self.clip.as_ref().map(tengen_record::Clip::to_sgf)
    }

    /// Whether the record is another one than was opened or saved.
    pub fn has_unsaved_changes(&self) -> bool {
        self.saved != Some(self.record.revision())
    }

    /// Whether nobody plays: see [`Session::review`].
    pub const fn is_review(&self) -> bool {
        self.is_review
    }

    /// Looks at a node from the start, without telling anybody.
    fn show(&mut self, node: NodeId) {
        self.live = self.place(node);
        self.viewed = self.live.clone();
        self.tip = self.record.line(node).last().unwrap_or(node);
        self.refresh();
    }

    /// Leaves the game for a review.
    pub(crate) fn begin_review(&mut self, moment: &mut Moment) -> Result<(), Rejected> {
        if matches!(self.stage, Stage::Placing(_)) {
            return Err(Rejected::Handicap);
        }
        if self.is_review {
            return Ok(());
        }
        if self.is_over() && self.is_own {
            // Such a game was kept at its end; what is missing are the edits
            // from here on.
            self.saved = Some(self.record.revision());
        }
        self.clock.stop(moment.now);
        self.stop_thinking(moment);
        self.stop_scoring(moment);
        self.stage = Stage::Playing;
        self.motion = Motion::Waiting;
        self.problem = None;
        self.undone.clear();
        self.is_review = true;
        self.live = self.viewed.clone();
        moment.save();
        Ok(())
    }

    /// Has a game go on from the position that is being looked at.
    pub(crate) fn play_on(
        &mut self,
        seats: ByColor<Seat>,
        time: TimeControl,
        moment: &mut Moment,
    ) -> Result<(), Rejected> {
        if matches!(self.stage, Stage::Placing(_)) {
            return Err(Rejected::Handicap);
        }
        self.leave_review(moment)?;
        for (color, seat) in [(Color::Black, seats.black), (Color::White, seats.white)] {
            self.name_player(color, &seat);
            self.seats[color] = seat;
        }
        self.clock = GameClock::new(time);
        self.begin_turn(moment);
        moment.save();
        Ok(())
    }

    /// The position that is being looked at becomes that of the game, with
    /// the time that was left there.
    pub(crate) fn leave_review(&mut self, moment: &mut Moment) -> Result<(), Rejected> {
        if self.viewed.game.end().is_some() {
            return Err(Rejected::Over);
        }
        let place = self.viewed.clone();
        if self.is_review {
            let left = save::time_left_at(&self.record, place.node, self.clock.control());
            self.clock = self.clock.with_left(left);
            self.forget_end();
        }
        self.is_review = false;
        self.move_game(place, moment);
        self.motion = Motion::Running;
        Ok(())
    }

    /// Whether a player may make a move at the position that is being looked
    /// at, whosever turn it is.
    pub(crate) fn check_free(&self, color: Color, mv: Move) -> Result<(), Rejected> {
        let stones = &self.sight.snapshot.breathless;
        if let Move::Play(point) = mv
            && stones.iter().any(|&(_, it)| it == point)
        {
            return Err(IllegalMove::Occupied(point).into());
        }
        if self.viewed.game.end().is_none() {
            return Ok(self.viewed.game.check_as(color, mv)?);
        }
        let mut game = self.viewed.game.clone();
        // What ended by a long cycle cannot go on.
        let _ = game.resume(color);
        Ok(game.check_as(color, mv)?)
    }

    pub(crate) fn find(
        &mut self,
        find: &Find,
        direction: Direction,
        moment: &mut Moment,
    ) -> Result<(), Rejected> {
        let query = match find {
            Find::Text(text) => Query::Text(text),
            Find::Move(color, mv) => Query::Move(*color, *mv),
            Find::Mark(mark) => Query::Mark(*mark),
            Find::Markup => Query::Markup,
            Find::Annotation => Query::Annotation,
        };
        let node = self.record.find_around(self.viewed.node, direction, query);
        let place = self.place(node.ok_or(Rejected::NotFound)?);
        self.look_at(place, moment);
        Ok(())
    }
}
