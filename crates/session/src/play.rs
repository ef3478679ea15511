//! Turns: whose it is, and what a move does.

use std::sync::Arc;
use std::time::Duration;

use tengen_record::{EditError, InfoKey, NodeId, Outcome};
use tengen_rules::{Color, End, Move};

use crate::effect::Think;
use crate::save::{journal, property};
use crate::session::{Live, PendingMove, RunState, Session, Stage};
use crate::transition::Transition;
use crate::{Actor, Effect, Ended, Event, Permission, Rejected, Request, Seat};

impl Session {
    pub(crate) fn start(&mut self, transition: &mut Transition) -> Result<(), Rejected> {
        if self.is_review {
            return Err(Rejected::NotPlaying);
        }
        if self.is_adjourned() {
            self.stage = Stage::Playing;
            transition.save();
        } else if self.is_over() {
            return Err(Rejected::Over);
        } else if self.run_state == RunState::Running {
            return Err(Rejected::Running);
        }
        self.run_state = RunState::Running;
        self.problem = None;
        transition.event(Event::Started);
        self.begin_turn(transition);
        Ok(())
    }

    pub(crate) fn pause(
        &mut self,
        actor: Actor,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        self.check_pause()?;
        match (actor, self.policy.pause) {
            (Actor::Player(_), Permission::Never) => Err(Rejected::NoPause),
            (Actor::Player(_), Permission::ByConsent) => {
                self.ask(actor, Request::Pause, transition)
            }
            _ => {
                self.halt(transition);
                Ok(())
            }
        }
    }

    pub(crate) fn check_pause(&self) -> Result<(), Rejected> {
        match (&self.stage, self.run_state) {
            _ if self.is_review => Err(Rejected::NotPlaying),
            (Stage::Over(..), _) => Err(Rejected::Over),
            (Stage::Scoring(_), _) => Err(Rejected::Scoring),
            (_, RunState::Paused | RunState::Waiting) => Err(Rejected::Paused),
            (Stage::Playing | Stage::Placing(_), RunState::Running) => Ok(()),
        }
    }

    /// Stops clocks and engines.
    pub(crate) fn halt(&mut self, transition: &mut Transition) {
        self.run_state = RunState::Paused;
        self.clock.stop(transition.now);
        self.stop_thinking(transition);
        transition.event(Event::Paused);
        transition.save();
    }

    /// A move of a person in the live position.
    pub(crate) fn play(
        &mut self,
        actor: Actor,
        mv: Move,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        self.check(actor, mv)?;
        self.run_state = RunState::Running;
        if let (Stage::Placing(_), Move::Play(point)) = (&self.stage, mv) {
            self.place_handicap(point, transition);
        } else {
            self.make_move(self.to_play(), mv, transition);
        }
        Ok(())
    }

    /// Makes a move that is known to be legal.
    pub(crate) fn make_move(&mut self, color: Color, mv: Move, transition: &mut Transition) {
        self.clock.complete(color, transition.now);
        let n_before = self.live.game.position().prisoners[color];
        let noted = self.note_move(color, mv, transition.now);
        debug_assert!(noted.is_ok(), "a legal move fits into the record");
        let n_captured = self.live.game.position().prisoners[color].saturating_sub(n_before);
        let node = self.live.node;
        transition.event(Event::Moved { node, color, mv, n_captured: n_captured as u16 });
        transition.node = Some(node);
        self.drop_undo_request(transition);
        self.begin_turn(transition);
        if !transition.needs_whole() {
            transition.append(journal::line(self, transition.now));
        }
    }

    /// Writes a move into the record, with the time that is left after it.
    pub(crate) fn note_move(
        &mut self,
        color: Color,
        mv: Move,
        now: Duration,
    ) -> Result<(), EditError> {
        let before = self.live.node;
        let is_new = self.record.child_with_move(before, color, mv).is_none();
        let node = self.record.play(before, color, mv)?;
        if self.is_own {
            self.keep_on_main_line(before, node)?;
        }
        // The game info of other people's games is left unchanged.
        if self.is_own || is_new {
            let left = self.clock.left(color, now);
            property::note_time_left(&mut self.record, node, color, left)?;
        }
        self.forget_edits();
        let played = Arc::make_mut(&mut self.live.game).play_as(color, mv);
        debug_assert!(played.is_ok(), "the move was checked");
        self.live.node = node;
        self.keep_undone(before);
        Ok(())
    }

    /// Makes the line of an own game the main line; usually it is already.
    pub(crate) fn keep_on_main_line(
        &mut self,
        before: NodeId,
        node: NodeId,
    ) -> Result<(), EditError> {
        let is_first = self.record.children(before).first() == Some(&node);
        if !(self.is_live_main && is_first) {
            self.record.promote(node)?;
            self.is_live_main = true;
        }
        Ok(())
    }

    /// Forgets the moves that were taken back, unless the game goes there.
    fn keep_undone(&mut self, before: NodeId) {
        let node = self.live.node;
        self.undone.pop_if(|last| *last == node);
        let leads_to = |&last: &NodeId| {
            let mut later = self.record.upward(last).take_while(|&it| it != before);
            later.any(|it| it == node)
        };
        if !self.undone.last().is_some_and(leads_to) {
            self.undone.clear();
        }
    }

    /// Has the player to move play, or the game be scored if it is over.
    pub(crate) fn begin_turn(&mut self, transition: &mut Transition) {
        if self.run_state != RunState::Running {
            return;
        }
        match self.stage {
            Stage::Over(..) => return,
            Stage::Placing(_) => return self.clock.start(Color::Black, transition.now),
            Stage::Playing | Stage::Scoring(_) => (),
        }
        match self.live.game.end() {
            Some(End::Passes) => return self.open_scoring(transition),
            Some(End::LongCycle) => return self.end(Ended::by(Outcome::Void), transition),
            None => (),
        }
        let color = self.to_play();
        self.clock.start(color, transition.now);
        self.told_seconds = None;
        if !self.seats[color].is_person() && self.thinking.is_none() {
            self.ask_engine(color, transition);
        }
    }

    fn ask_engine(&mut self, color: Color, transition: &mut Transition) {
        let ticket = self.new_ticket();
        self.thinking = Some(PendingMove { ticket, color, since: transition.now });
        transition.effect(Effect::Think(Box::new(Think {
            ticket,
            color,
            seat: self.seats[color].clone(),
            game: Arc::clone(&self.live.game),
            control: self.clock.control(),
            left: self.clock.both_left(transition.now),
        })));
    }

    /// The game goes on from another place. Clocks stand still.
    pub(crate) fn move_game(&mut self, live: Live, transition: &mut Transition) {
        self.stop_thinking(transition);
        self.stop_scoring(transition);
        self.drop_undo_request(transition);
        self.forget_edits();
        self.problem = None;
        if self.is_over() {
            // The ended game keeps its result in the record. A new game begins
            // with the time that was left there.
            let left = property::time_left_at(&self.record, live.node, self.clock.control());
            self.clock = self.clock.with_left(left);
            if self.is_own {
                self.note_result("");
            }
        } else {
            self.clock.interrupt(live.game.to_play(), transition.now);
        }
        self.stage = Stage::Playing;
        self.undone.clear();
        self.is_live_main = false;
        transition.event(Event::WentTo(live.node));
        transition.node = Some(live.node);
        self.live = live;
    }

    pub(crate) fn change_seat(
        &mut self,
        color: Color,
        seat: Seat,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        if self.n_handicap_left() > 0 && color == Color::Black && !seat.is_person() {
            return Err(Rejected::Handicap);
        }
        if self.thinking.is_some_and(|it| it.color == color) {
            self.stop_thinking(transition);
        }
        self.close_request(false, transition);
        self.name_player(color, &seat);
        self.seats[color] = seat;
        transition.event(Event::SeatChanged(color));
        if matches!(self.stage, Stage::Playing) && !self.is_review && self.to_play() == color {
            self.begin_turn(transition);
        }
        transition.save();
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

    pub(crate) fn stop_thinking(&mut self, transition: &mut Transition) {
        if let Some(thinking) = self.thinking.take() {
            transition.effect(Effect::Cancel(thinking.ticket));
        }
    }

    pub(crate) fn credit_time(
        &mut self,
        color: Color,
        time: Duration,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        if self.is_review {
            return Err(Rejected::NotPlaying);
        }
        if self.is_over() && !self.is_adjourned() {
            return Err(Rejected::Over);
        }
        self.clock.credit(color, time, transition.now);
        self.told_seconds = None;
        transition.event(Event::TimeCredited(color, time));
        transition.save();
        Ok(())
    }
}
