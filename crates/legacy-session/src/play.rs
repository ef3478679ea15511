//! Turns: whose it is, what a move does, how a game ends.

use std::time::Duration;

use tengen_record::{EditError, InfoKey, Margin, NodeId, Outcome};
use tengen_rules::{Color, End, Move};

use crate::effect::Think;
use crate::save;
use crate::session::{Moment, Motion, Place, Session, Stage, Thinking};
use crate::{Edit, Effect, Rejected, Seat, Sound};

/// The seconds before the end that are heard.
const LAST_SECONDS: u64 = 10;

impl Session {
    pub(crate) fn start(&mut self, moment: &mut Moment) -> Result<(), Rejected> {
        if self.is_over() {
            return Err(Rejected::Over);
        }
        if self.is_review {
            return self.play_from_here(moment);
        }
        if self.motion == Motion::Running {
            return Err(Rejected::Running);
        }
        self.motion = Motion::Running;
        self.problem = None;
        self.begin_turn(moment);
        Ok(())
    }

    pub(crate) fn pause(&mut self, moment: &mut Moment) -> Result<(), Rejected> {
        match (&self.stage, self.motion) {
            _ if self.is_review => Err(Rejected::NotPlaying),
            (Stage::Over(..), _) => Err(Rejected::Over),
            (Stage::Scoring(_), _) => Err(Rejected::Scoring),
            (_, Motion::Paused | Motion::Waiting) => Err(Rejected::Paused),
            (Stage::Playing | Stage::Placing(_), Motion::Running) => {
                self.halt(moment);
                moment.save();
                Ok(())
            }
        }
    }

    /// Stops clocks and engines.
    pub(crate) fn halt(&mut self, moment: &mut Moment) {
        self.motion = Motion::Paused;
        self.clock.stop(moment.now);
        self.stop_thinking(moment);
    }

    /// A move of a person, from the position that is being looked at.
    pub(crate) fn play(&mut self, mv: Move, moment: &mut Moment) -> Result<(), Rejected> {
        if self.is_review {
            return self.edit(&Edit::Play(self.viewed.game.to_play(), mv), moment);
        }
        self.check(mv)?;
        if let (Stage::Placing(_), Move::Play(point)) = (&self.stage, mv) {
            self.place_handicap(point, moment);
            return Ok(());
        }
        let color = self.viewed.game.to_play();
        if self.viewed.node != self.live.node {
            self.move_game(self.viewed.clone(), moment);
        }
        self.motion = Motion::Running;
        self.make_move(color, mv, moment);
        Ok(())
    }

    /// Makes a move that is known to be legal.
    pub(crate) fn make_move(&mut self, color: Color, mv: Move, moment: &mut Moment) {
        self.clock.complete(color, moment.now);
        let before = self.live.game.position().prisoners[color];
        let follows = self.viewed.node == self.live.node;
        let noted = self.note_move(color, mv, moment.now);
        debug_assert!(noted.is_ok(), "a legal move fits into the record");
        if follows {
            self.look_at(self.live.clone(), moment);
        }
        let n_taken = self.live.game.position().prisoners[color] - before;
        moment.effects.push(Effect::Ring(Sound::of_move(mv, n_taken as usize)));
        self.begin_turn(moment);
        moment.save();
    }

    /// Writes a move into the record, with the time that is left after it.
    fn note_move(&mut self, color: Color, mv: Move, now: Duration) -> Result<(), EditError> {
        let is_new = self.record.child_with_move(self.live.node, color, mv).is_none();
        let node = self.record.play(self.live.node, color, mv)?;
        if self.is_own {
            self.record.promote(node)?;
        }
        // What others have written about their game stays as it is.
        if self.is_own || is_new {
            let left = self.clock.left(color, now);
            save::note_time_left(&mut self.record, node, color, left)?;
        }
        self.forget_edits();
        let played = self.live.game.play_as(color, mv);
        debug_assert!(played.is_ok(), "the move was checked");
        if self.tip == self.live.node {
            self.tip = node;
        }
        self.live.node = node;
        self.undone.pop_if(|last| *last == node);
        let leads_to = |&last: &NodeId| self.record.upward(last).any(|it| it == node);
        if !self.undone.last().is_some_and(leads_to) {
            self.undone.clear();
        }
        Ok(())
    }

    /// Has the player to move play, or the game be scored if it is over.
    pub(crate) fn begin_turn(&mut self, moment: &mut Moment) {
        let is_due = matches!(self.stage, Stage::Playing | Stage::Scoring(_));
        if self.motion != Motion::Running || !is_due {
            return;
        }
        match self.live.game.end() {
            Some(End::Passes) => return self.open_scoring(moment),
            Some(End::LongCycle) => return self.end(Outcome::Void, moment),
            None => (),
        }
        let color = self.to_play();
        self.clock.start(color, moment.now);
        self.heard_seconds = None;
        if self.seats[color].is_person() || self.thinking.is_some() {
            return;
        }
        let ticket = self.new_ticket();
        self.thinking = Some(Thinking { ticket, color, since: moment.now });
        moment.effects.push(Effect::Think(Box::new(Think {
            ticket,
            color,
            seat: self.seats[color].clone(),
            game: self.live.game.clone(),
            control: self.clock.control(),
            left: self.time_left(moment.now),
        })));
    }

    /// The game goes on from another place. Clocks stand still.
    pub(crate) fn move_game(&mut self, place: Place, moment: &mut Moment) {
        self.stop_thinking(moment);
        self.stop_scoring(moment);
        self.forget_edits();
        self.problem = None;
        if self.is_over() {
            // The game that is over keeps its end. This is another one, with
            // the time that was left there.
            let left = save::time_left_at(&self.record, place.node, self.clock.control());
            self.clock = self.clock.with_left(left);
            if self.is_own {
                self.note_result("");
            }
            if place.node == self.live.node {
                self.note_end(None);
            }
        } else {
            self.clock.interrupt(place.game.to_play(), moment.now);
        }
        self.stage = Stage::Playing;
        self.undone.clear();
        self.live = place;
    }

    pub(crate) fn change_seat(
        &mut self,
        color: Color,
        seat: Seat,
        moment: &mut Moment,
    ) -> Result<(), Rejected> {
        if self.n_handicap_left() > 0 && color == Color::Black && !seat.is_person() {
            return Err(Rejected::Handicap);
        }
        if self.thinking.is_some_and(|it| it.color == color) {
            self.stop_thinking(moment);
        }
        self.name_player(color, &seat);
        self.seats[color] = seat;
        if matches!(self.stage, Stage::Playing) && self.to_play() == color {
            self.begin_turn(moment);
        }
        moment.save();
        Ok(())
    }

    /// Writes into the record of an own game who plays.
    pub(crate) fn name_player(&mut self, color: Color, seat: &Seat) {
        if self.is_own {
            let named = self.record.set_info(InfoKey::Player(color), &seat.to_string());
            debug_assert!(named.is_ok(), "a root can have names");
            self.forget_edits();
        }
    }

    /// What the game writes into the record cannot be taken back, nor what
    /// was edited before.
    pub(crate) fn forget_edits(&mut self) {
        self.record.forget_history();
        self.writing = None;
        self.ends.clear();
    }

    pub(crate) fn stop_thinking(&mut self, moment: &mut Moment) {
        if let Some(thinking) = self.thinking.take() {
            moment.effects.push(Effect::Cancel(thinking.ticket));
        }
    }

    pub(crate) fn resign(&mut self, color: Color, moment: &mut Moment) -> Result<(), Rejected> {
        match self.stage {
            _ if self.is_review => return Err(Rejected::NotPlaying),
            Stage::Over(..) => return Err(Rejected::Over),
            Stage::Placing(_) => return Err(Rejected::Handicap),
            Stage::Playing | Stage::Scoring(_) => (),
        }
        if !self.seats[color].is_person() {
            return Err(Rejected::NotAPerson(color));
        }
        self.end(Outcome::Win(!color, Margin::Resignation), moment);
        Ok(())
    }

    /// The game is over.
    pub(crate) fn end(&mut self, outcome: Outcome, moment: &mut Moment) {
        self.clock.stop(moment.now);
        self.stop_thinking(moment);
        self.stop_scoring(moment);
        self.stage = Stage::Over(outcome, None);
        self.motion = Motion::Waiting;
        self.problem = None;
        self.note_end(Some(outcome));
        // The result in the root is the one of the main line, and that of a
        // game of others is theirs.
        let is_main = self.record.main_line().any(|it| it == self.live.node);
        if is_main && (self.is_own || self.record.info().outcome().is_none()) {
            self.note_result(&outcome.to_string());
        }
        moment.effects.push(Effect::Ring(Sound::End));
        moment.save();
    }

    /// The game goes on, so how it ended here no longer counts.
    pub(crate) fn forget_end(&mut self) {
        self.note_end(None);
        if self.is_own {
            self.note_result("");
        }
    }

    fn note_end(&mut self, outcome: Option<Outcome>) {
        let noted = save::note_end(&mut self.record, self.live.node, outcome);
        debug_assert!(noted.is_ok(), "a node can have any property");
        self.forget_edits();
    }

    fn note_result(&mut self, text: &str) {
        let noted = self.record.set_info(InfoKey::Result, text);
        debug_assert!(noted.is_ok(), "a root can have a result");
        self.forget_edits();
    }

    /// Tells a person that time is running out.
    pub(crate) fn tick(&mut self, moment: &mut Moment) {
        let color = self.to_play();
        if !self.clock.is_running(color) || !self.seats[color].is_person() {
            return;
        }
        let Some(rest) = self.clock.left(color, moment.now).longest() else { return };
        // Seconds are shown rounded up.
        let seconds = rest.as_secs() + u64::from(rest.subsec_nanos() > 0);
        if seconds <= LAST_SECONDS && self.heard_seconds.is_none_or(|heard| seconds < heard) {
            self.heard_seconds = Some(seconds);
            moment.effects.push(Effect::Ring(Sound::SecondsLeft(seconds)));
        }
    }
}
