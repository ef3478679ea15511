//! The end of a game: by resignation, on time, from outside, by its moves.

use tengen_record::{InfoKey, Margin, Outcome};
use tengen_rules::Color;

use crate::save::property;
use crate::session::{RunState, Session, Stage};
use crate::transition::Transition;
use crate::{Actor, EndReason, Ended, Ending, Event, Rejected};

/// The last seconds of which a person is told one by one.
const LAST_SECONDS: u64 = 10;

impl Session {
    pub(crate) fn resign(
        &mut self,
        actor: Actor,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        let Actor::Player(color) = actor else { return Err(Rejected::NotAllowed(actor)) };
        self.check_in_progress()?;
        self.end(Ended::by(Outcome::Win(!color, Margin::Resignation)), transition);
        Ok(())
    }

    pub(crate) fn end_from_outside(
        &mut self,
        ending: Ending,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        self.check_end(ending)?;
        self.end(ending.into(), transition);
        Ok(())
    }

    /// Says whether a game can be ended from outside.
    pub(crate) fn check_end(&self, ending: Ending) -> Result<(), Rejected> {
        match (&self.stage, ending) {
            (Stage::Placing(_), Ending::Adjourned) => Err(Rejected::Handicap),
            // An adjourned game that is never continued can still be ended.
            (Stage::Over(..), Ending::Cancelled | Ending::Forfeited(_))
                if self.is_adjourned() && !self.is_review =>
            {
                Ok(())
            }
            _ => self.check_in_progress(),
        }
    }

    pub(crate) fn check_in_progress(&self) -> Result<(), Rejected> {
        match self.stage {
            _ if self.is_review => Err(Rejected::NotPlaying),
            Stage::Over(..) => Err(Rejected::Over),
            Stage::Placing(_) | Stage::Playing | Stage::Scoring(_) => Ok(()),
        }
    }

    pub(crate) const fn is_adjourned(&self) -> bool {
        matches!(self.stage, Stage::Over(Ended { reason: EndReason::Adjourned, .. }, _))
    }

    /// The game is over.
    pub(crate) fn end(&mut self, ended: Ended, transition: &mut Transition) {
        self.clock.stop(transition.now);
        self.stop_thinking(transition);
        self.stop_scoring(transition);
        self.close_request(false, transition);
        self.stage = Stage::Over(ended, None);
        self.run_state = RunState::Waiting;
        self.problem = None;
        if ended.reason != EndReason::Adjourned {
            self.note_end(ended.outcome);
        }
        transition.event(Event::Ended(ended));
        transition.save();
    }

    pub(crate) fn note_end(&mut self, outcome: Outcome) {
        let noted = property::note_end(&mut self.record, self.live.node, Some(outcome));
        debug_assert!(noted.is_ok(), "a node can have any property");
        self.forget_edits();
        // The result in the root is the one of the main line, and that of a
        // game of others is theirs.
        let is_main = self.record.main_line().any(|it| it == self.live.node);
        if is_main && (self.is_own || self.record.info().outcome().is_none()) {
            self.note_result(&outcome.to_string());
        }
    }

    /// The game goes on, so how it ended here no longer counts.
    pub(crate) fn forget_end(&mut self) {
        let noted = property::note_end(&mut self.record, self.live.node, None);
        debug_assert!(noted.is_ok(), "a node can have any property");
        self.forget_edits();
        if self.is_own {
            self.note_result("");
        }
    }

    pub(crate) fn note_result(&mut self, text: &str) {
        let noted = self.record.set_info(InfoKey::Result, text);
        debug_assert!(noted.is_ok(), "a root can have a result");
        self.forget_edits();
    }

    /// Ends what has taken too long, or tells a person that time runs out.
    pub(crate) fn tick(&mut self, transition: &mut Transition) {
        let now = transition.now;
        if self.falls_at().is_some_and(|it| it <= now) {
            if self.remote.is_some() {
                return self.stop_fallen(now);
            }
            if matches!(self.stage, Stage::Scoring(_)) {
                return self.settle_without_agreement(transition);
            }
            if let Some(color) = self.clock.fallen(now) {
                return self.end(Ended::by(Outcome::Win(!color, Margin::Time)), transition);
            }
        }
        self.tell_seconds(transition);
    }

    fn tell_seconds(&mut self, transition: &mut Transition) {
        let is_here = |color| self.remote.is_none_or(|it| it.own[color]);
        let is_told = |color: &Color| self.seats[*color].is_person() && is_here(*color);
        let Some(color) = self.clock.running().filter(is_told) else {
            return;
        };
        let Some(rest) = self.clock.left(color, transition.now).longest() else { return };
        // Seconds are shown rounded up.
        let seconds = rest.as_secs() + u64::from(rest.subsec_nanos() > 0);
        if seconds <= LAST_SECONDS && self.told_seconds.is_none_or(|told| seconds < told) {
            self.told_seconds = Some(seconds);
            transition.event(Event::SecondsLeft(color, seconds));
        }
    }
}
