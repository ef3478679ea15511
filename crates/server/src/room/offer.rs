//! What needs the opponent's consent, and what ends a game by hand.

use tengen_rules::Color;
use tengen_session::{Action, Ending, Request};

use super::apply::Step;
use super::{NewGame, Refusal, Room};
use crate::id::GameId;
use crate::wire::{Change, Claim, Kind, Op, Requested, Role};

/// After this many refusals in a row, asking again must wait.
const MAX_DECLINED: u32 = 3;

/// How many moves it must wait.
const MOVES_TO_WAIT: usize = 10;

impl Room {
    pub(super) fn undo(
        &mut self,
        role: Role,
        op: Op,
        n: u32,
        step: &mut Step,
    ) -> Result<(), Refusal> {
        if self.session.is_over() {
            return Err(tengen_session::Rejected::Over.into());
        }
        if self.meta.is_paused && op != Op::No {
            return Err(tengen_session::Rejected::Paused.into());
        }
        if role == Role::Both {
            return match op {
                Op::Ask => self.act_owner(Action::Undo, step),
                Op::Yes | Op::No => Err(tengen_session::Rejected::NoRequest.into()),
            };
        }
        let color = self.color_of(role)?;
        match op {
            Op::Ask => self.ask_undo(color, n, step),
            Op::Yes if n != self.moves.len() as u32 && self.session.n_handicap_left() == 0 => {
                Err(Refusal::Stale)
            }
            Op::Yes => {
                self.check_asked(!color, Request::Undo)?;
                self.meta.n_declined[!color] = 0;
                self.act(color, Action::Accept, step)
            }
            Op::No => self.decline(color, Request::Undo, step),
        }
    }

    /// A reply that the asker has not seen yet is taken back as well.
    fn ask_undo(&mut self, color: Color, n: u32, step: &mut Step) -> Result<(), Refusal> {
        let n_moves = self.moves.len() as u32;
        if n > n_moves || n + 1 < n_moves {
            return Err(Refusal::Stale);
        }
        if self.session.request() == Some((color, Request::Undo)) {
            return Ok(());
        }
        if self.meta.n_declined[color] >= MAX_DECLINED {
            if self.moves.len() < self.meta.undo_again_at[color] as usize {
                return Err(Refusal::DeclinedTooOften);
            }
            self.meta.n_declined[color] = 0;
        }
        self.act(color, Action::Ask(Request::Undo), step)
    }

    /// A quick reply does not make the question go away.
    pub(super) fn ask_undo_again(&mut self, color: Color, step: &mut Step) {
        if self.act(color, Action::Ask(Request::Undo), step).is_err() {
            step.change(Change::Answered { what: Requested::Undo, accepted: false });
        }
        step.keeps_undo = false;
    }

    fn check_asked(&self, by: Color, request: Request) -> Result<(), Refusal> {
        match self.session.request() {
            Some(asked) if asked == (by, request) => Ok(()),
            _ => Err(tengen_session::Rejected::NoRequest.into()),
        }
    }

    /// Declines what the opponent asked, or withdraws what the player asked.
    fn decline(&mut self, color: Color, request: Request, step: &mut Step) -> Result<(), Refusal> {
        match self.session.request() {
            Some((by, asked)) if asked == request => {
                if by != color && request == Request::Undo {
                    self.meta.n_declined[by] += 1;
                    self.meta.undo_again_at[by] = (self.moves.len() + MOVES_TO_WAIT) as u32;
                }
                self.act(color, Action::Decline, step)
            }
            _ => Err(tengen_session::Rejected::NoRequest.into()),
        }
    }

    pub(super) fn pause(&mut self, role: Role, op: Op, step: &mut Step) -> Result<(), Refusal> {
        let color = self.color_of(role)?;
        if !self.meta.is_started {
            return Err(Refusal::NotStarted);
        }
        match op {
            Op::Ask if self.session.request() == Some((color, Request::Pause)) => Ok(()),
            Op::Ask => self.act(color, Action::Ask(Request::Pause), step),
            Op::Yes => {
                self.check_asked(!color, Request::Pause)?;
                self.act(color, Action::Accept, step)
            }
            Op::No => self.decline(color, Request::Pause, step),
        }
    }

    /// Ends a pause.
    pub(super) fn go_on(&mut self, role: Role, step: &mut Step) -> Result<(), Refusal> {
        self.color_of(role)?;
        if !self.meta.is_started {
            return Err(Refusal::NotStarted);
        }
        if self.session.is_over() {
            return Err(tengen_session::Rejected::Over.into());
        }
        if !self.are_players_here() {
            return Err(Refusal::OpponentAway);
        }
        self.restored_at = None;
        self.act_owner(Action::Start, step)
    }

    pub(super) fn claim(
        &mut self,
        role: Role,
        what: Claim,
        step: &mut Step,
    ) -> Result<(), Refusal> {
        let color = self.color_of(role)?;
        let offer = self.claim_offer().filter(|it| it.gone == !color).ok_or(Refusal::NoClaim)?;
        if crate::wire::millis(self.now) < offer.at {
            return Err(Refusal::NoClaim);
        }
        let ending = match what {
            Claim::Win => Ending::Forfeited(!color),
            Claim::Void => Ending::Cancelled,
        };
        self.act_owner(Action::End(ending), step)
    }

    /// Cancels a game that has not really begun.
    pub(super) fn cancel(&mut self, step: &mut Step) -> Result<(), Refusal> {
        if self.session.is_over() {
            return Err(tengen_session::Rejected::Over.into());
        }
        if self.meta.is_started && self.moves.len() >= 2 {
            return Err(Refusal::TooLateToCancel);
        }
        self.act_owner(Action::End(Ending::Cancelled), step)
    }

    pub(super) fn rematch(&mut self, role: Role, op: Op, step: &mut Step) -> Result<(), Refusal> {
        let color = self.color_of(role)?;
        if !self.session.is_over() {
            return Err(Refusal::NotOver);
        }
        if self.meta.rematch.is_some() {
            return Err(Refusal::Rematched);
        }
        if self.meta.kind != Kind::People {
            return match op {
                Op::Ask => {
                    step.rematch = Some(Box::new(self.next_game()));
                    Ok(())
                }
                Op::Yes | Op::No => Err(tengen_session::Rejected::NoRequest.into()),
            };
        }
        if self.meta.guests.iter().any(|(_, guest)| guest.is_none()) {
            return Err(Refusal::NotOver);
        }
        match (op, self.rematch_asked) {
            (Op::Ask, None) => {
                self.rematch_asked = Some(color);
                step.change(Change::Asked { by: color, what: Requested::Rematch });
                Ok(())
            }
            (Op::Ask, Some(by)) if by == color => Ok(()),
            (Op::Ask | Op::Yes, Some(by)) if by != color => {
                self.rematch_asked = None;
                step.change(Change::Answered { what: Requested::Rematch, accepted: true });
                step.rematch = Some(Box::new(self.next_game()));
                Ok(())
            }
            (Op::No, Some(_)) => {
                self.rematch_asked = None;
                step.change(Change::Answered { what: Requested::Rematch, accepted: false });
                Ok(())
            }
            _ => Err(tengen_session::Rejected::NoRequest.into()),
        }
    }

    /// The same game with the colors exchanged.
    fn next_game(&self) -> NewGame {
        let mut next = self.meta.terms.clone();
        // The handicap of a rated game is for these colors.
        let is_even = next.handicap == 0 && next.komi.is_none_or(|it| it == next.ruleset.komi);
        if !next.is_rated || is_even {
            next.color = !next.color;
        }
        next.guest = self.meta.guests[self.meta.terms.color].unwrap_or(next.guest);
        next.name = self.name(self.meta.terms.color);
        let opponent = !self.meta.terms.color;
        next.second = self.meta.guests[opponent]
            .filter(|_| self.meta.kind == Kind::People)
            .map(|guest| (guest, self.name(opponent)));
        next
    }

    pub(super) fn rematched(&mut self, game: GameId, step: &mut Step) {
        if self.meta.rematch.is_none() {
            self.meta.rematch = Some(game);
            step.change(Change::Rematched { game: game.to_string() });
        }
    }
}
