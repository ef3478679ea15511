//! A record that people look at and edit, while nobody plays.

use tengen_engine::time::TimeControl;
use tengen_record::{Direction, InfoKey, Mark, NodeId, Query, Record, Revision};
use tengen_rules::{ByColor, Color, IllegalMove, Komi, Move, Ruleset};

use crate::clock::Clock;
use crate::edit::{Edit, Editor};
use crate::session::{Moment, Motion, Session, Stage};
use crate::{Effect, Rejected, Seat, Setup, Sound, save};

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

/// What somebody is writing, letter by letter.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Writing {
    Name(NodeId),
    Comment(NodeId),
}

/// What a game depends on beyond its moves: the version of its positions, and
/// what is said of the whole game.
type Law = (u64, (Option<Ruleset>, Option<Komi>, Option<u8>));

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
        self.clock = Clock::new(time);
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
            let left = save::time_left_at(&self.record, place.node, self.clock.control);
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

    pub(crate) fn edit(&mut self, edit: &Edit, moment: &mut Moment) -> Result<(), Rejected> {
        if let Edit::Play(color, mv) = *edit {
            self.check_free(color, mv)?;
        }
        let (law, revision) = (self.law(), self.record.revision());
        let (at, ruleset, clip) = (self.viewed.node, self.ruleset, self.clip.clone());
        let is_allowed = self.guard();
        let positions = &mut self.sight.positions;
        let (at, clip) = self.record.transact(|record| {
            let mut editor = Editor { record, ruleset, at, clip, positions };
            editor.edit(edit)?;
            is_allowed(editor.record).map(|()| (editor.at, editor.clip))
        })?;
        self.clip = clip;
        if self.record.revision() != revision {
            self.join_writing(edit);
            self.note_edit(at, law, moment);
        } else if at != self.viewed.node {
            let place = self.place(at);
            self.look_at(place, moment);
        }
        if let Edit::Play(color, mv) = *edit {
            self.ring(color, mv, moment);
        }
        Ok(())
    }

    /// The sound of a move that was just made at the position that is being
    /// looked at.
    fn ring(&self, color: Color, mv: Move, moment: &mut Moment) {
        let n_taken = self.viewed.game.n_turns().checked_sub(1).map_or(0, |n_turns| {
            let before = self.viewed.game.position_at(n_turns).map(|it| it.prisoners[color]);
            self.viewed.game.position().prisoners[color] - before.unwrap_or(0)
        });
        moment.effects.push(Effect::Ring(match mv {
            Move::Pass => Sound::Pass,
            Move::Play(_) if n_taken > 0 => Sound::Capture(n_taken as u16),
            Move::Play(_) => Sound::Stone,
        }));
    }

    pub(crate) fn undo_edit(&mut self, moment: &mut Moment) -> Result<(), Rejected> {
        let law = self.law();
        let is_allowed = self.guard();
        let change = self.record.undo().ok_or(Rejected::NothingToUndoEdit)?;
        if let Err(reason) = is_allowed(&self.record) {
            self.record.redo();
            return Err(reason);
        }
        self.note_edit(change.focus(&self.record), law, moment);
        Ok(())
    }

    pub(crate) fn redo_edit(&mut self, moment: &mut Moment) -> Result<(), Rejected> {
        let law = self.law();
        let is_allowed = self.guard();
        let change = self.record.redo().ok_or(Rejected::NothingToRedoEdit)?;
        if let Err(reason) = is_allowed(&self.record) {
            self.record.undo();
            return Err(reason);
        }
        self.note_edit(change.focus(&self.record), law, moment);
        Ok(())
    }

    fn law(&self) -> Law {
        law(&self.record)
    }

    /// Makes sure of an edited record that the game which is being played is
    /// still the same.
    fn guard(&self) -> impl Fn(&Record) -> Result<(), Rejected> + use<> {
        let live = (!self.is_review).then(|| self.live.clone());
        let ruleset = self.ruleset;
        move |record| match &live {
            Some(live)
                if !record.contains(live.node)
                    || save::game_at(record, live.node, ruleset) != live.game =>
            {
                Err(Rejected::InPlay)
            }
            _ => Ok(()),
        }
    }

    /// What is written letter by letter is undone as one.
    fn join_writing(&mut self, edit: &Edit) {
        let writing = match edit {
            Edit::Name(_) => Some(Writing::Name(self.viewed.node)),
            Edit::Comment(_) => Some(Writing::Comment(self.viewed.node)),
            _ => None,
        };
        if writing.is_some() && self.writing == writing {
            self.record.join_last();
        }
        self.writing = writing;
    }

    /// The record was edited, and this node is to be seen.
    fn note_edit(&mut self, node: NodeId, before: Law, moment: &mut Moment) {
        let law = self.law();
        if law.1 != before.1 {
            self.forget_evaluations(self.record.root(), moment);
        } else if law.0 != before.0 {
            self.forget_evaluations(node, moment);
        }
        let record = &self.record;
        self.undone.retain(|&it| record.contains(it));
        let place = self.place(node);
        self.look_at(place, moment);
        self.read_names();
        moment.save();
    }

    /// People are called as the record calls them.
    fn read_names(&mut self) {
        if !self.is_review && !self.is_own {
            return;
        }
        for color in Color::ALL {
            let known = self.record.info().text(InfoKey::Player(color)).unwrap_or_default();
            if let Seat::Person { name } = &mut self.seats[color]
                && *name != known
            {
                *name = known.into_owned();
            }
        }
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

fn law(record: &Record) -> Law {
    let info = record.info();
    (record.position_version(), (info.ruleset(), info.komi(), info.handicap()))
}
