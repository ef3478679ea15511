//! Commands of clients: who may do what, and what it does.

use std::time::Duration;

use tengen_rules::{Color, Move, Point};
use tengen_session::{Action, Actor, Phase, Rejected, Request};

use super::apply::Step;
use super::save::MoveCommand;
use super::{MAX_CHAT_LINES, Refusal, Room};
use crate::id::PersonId;
use crate::wire::{self, ChatLine, ChatRoom, ClientMessage, Role};

/// The shortest time before the clock falls at which time can be refunded.
const AN_INSTANT: Duration = Duration::from_nanos(1);

/// How many commands of a player that made a move are remembered: a client
/// waits for the answer to a move before the next one.
const MAX_LAST_MOVES: usize = 8;

const fn is_own(role: Role, color: Color) -> bool {
    match (role, color) {
        (Role::Both, _) | (Role::Black, Color::Black) | (Role::White, Color::White) => true,
        (Role::Black | Role::White | Role::Spectator, _) => false,
    }
}

impl Room {
    /// Carries out a command, or says why not.
    pub(super) fn command(
        &mut self,
        from: Option<PersonId>,
        message: &ClientMessage,
        lag: Duration,
        step: &mut Step,
    ) -> Result<u64, Refusal> {
        let role = self.role(from);
        if let ClientMessage::Say { text, .. } = message {
            return self.say(from, text, step);
        }
        if role == Role::Spectator {
            return Err(Refusal::OnlyPlayers);
        }
        match *message {
            ClientMessage::Play { c, n, at } => {
                self.play(role, MoveCommand { c, n, mv: Move::Play(at) }, lag, step)?;
            }
            ClientMessage::Pass { c, n } => {
                self.play(role, MoveCommand { c, n, mv: Move::Pass }, lag, step)?;
            }
            ClientMessage::Resign { .. } => self.resign(role, step)?,
            ClientMessage::Undo { op, n, .. } => self.undo(role, op, n, step)?,
            ClientMessage::Pause { op, .. } => self.pause(role, op, step)?,
            ClientMessage::Continue { .. } => self.go_on(role, step)?,
            ClientMessage::Mark { rev, at, .. } => self.mark(role, rev, at, step)?,
            ClientMessage::Agree { rev, dead, .. } => self.agree(role, rev, dead, step)?,
            ClientMessage::Resume { rev, .. } => self.resume(role, rev, step)?,
            ClientMessage::Claim { what, .. } => self.claim(role, what, step)?,
            ClientMessage::Cancel { .. } => self.cancel(step)?,
            ClientMessage::Rematch { op, .. } => self.rematch(role, op, step)?,
            // These have no number, and are answered elsewhere.
            ClientMessage::Say { .. }
            | ClientMessage::Hello { .. }
            | ClientMessage::Ping { .. } => return Err(Refusal::Malformed),
        }
        Ok(self.version)
    }

    /// The color that a player acts for: on one screen, who is to play.
    pub(super) fn color_of(&self, role: Role) -> Result<Color, Refusal> {
        match role {
            Role::Black => Ok(Color::Black),
            Role::White => Ok(Color::White),
            Role::Both => Ok(self.to_play()),
            Role::Spectator => Err(Refusal::OnlyPlayers),
        }
    }

    /// Who is to play, or to place handicap stones.
    pub(super) fn to_play(&self) -> Color {
        match self.session.phase() {
            Phase::Placing => Color::Black,
            _ => self.session.to_play(),
        }
    }

    fn play(
        &mut self,
        role: Role,
        command: MoveCommand,
        lag: Duration,
        step: &mut Step,
    ) -> Result<(), Refusal> {
        let color = self.color_of(role)?;
        let MoveCommand { n, mv, .. } = command;
        if self.was_carried_out(role, command) || self.was_played(role, n, mv) {
            return Ok(());
        }
        if n != self.n_seen() {
            return Err(Refusal::Stale);
        }
        if !self.meta.is_started && !self.session.is_over() {
            return Err(Refusal::NotStarted);
        }
        // A session that was restored does not know that it was paused.
        if self.meta.is_paused && !self.session.is_over() {
            return Err(Rejected::Paused.into());
        }
        self.session.check(Actor::Player(color), mv)?;
        self.refund(color, lag);
        step.keeps_undo = self.session.request() == Some((!color, Request::Undo));
        let action = match mv {
            Move::Play(point) => Action::Play(point),
            Move::Pass => Action::Pass,
        };
        self.act(color, action, step)?;
        self.remember(color, command);
        self.restored_at = None;
        if step.keeps_undo {
            self.ask_undo_again(!color, step);
        }
        Ok(())
    }

    /// The number of moves that a client must have seen: while handicap stones
    /// are placed, the number of these.
    fn n_seen(&self) -> u32 {
        match self.session.phase() {
            Phase::Placing => {
                let left = self.session.n_handicap_left();
                usize::from(self.session.game().handicap()).saturating_sub(left) as u32
            }
            _ => self.moves.len() as u32,
        }
    }

    /// A command that comes again does nothing, also after its move was taken
    /// back.
    fn was_carried_out(&self, role: Role, command: MoveCommand) -> bool {
        let has = |color: Color| self.meta.last_moves[color].contains(&command);
        Color::ALL.into_iter().any(|it| is_own(role, it) && has(it))
    }

    fn remember(&mut self, color: Color, command: MoveCommand) {
        let commands = &mut self.meta.last_moves[color];
        commands.push_back(command);
        commands.drain(..commands.len().saturating_sub(MAX_LAST_MOVES));
    }

    /// Whether a move that comes again is there already.
    fn was_played(&self, role: Role, n: u32, mv: Move) -> bool {
        let is_own = |color: Color| is_own(role, color);
        let played = self.moves.get(n as usize);
        played.is_some_and(|it| is_own(it.color) && it.mv == mv)
            || is_own(Color::Black) && self.was_placed(n, mv)
    }

    /// Whether this handicap stone was placed by a person.
    fn was_placed(&self, n: u32, mv: Move) -> bool {
        let has_stone = |point: Point| self.board.stone(point) == Some(Color::Black);
        let n_placed = match self.session.phase() {
            Phase::Placing => self.n_seen(),
            Phase::Playing if self.moves.is_empty() && self.meta.is_placed_freely => {
                self.session.game().handicap().into()
            }
            _ => 0,
        };
        n < n_placed && mv.point().is_some_and(has_stone)
    }

    /// Gives a player back what the connection took.
    ///
    /// The line of the move that follows has the clocks in it, so nothing else
    /// must be stored, and clients see it there.
    fn refund(&mut self, color: Color, lag: Duration) {
        self.lag[color].measured(lag);
        let Some(falls_at) = self.session.falls_at() else { return };
        let thought = self.now.saturating_sub(self.turn_since);
        let refund = self.lag[color].refund(lag, thought);
        self.lag[color].spend(refund);
        if refund.is_zero() {
            return;
        }
        // A move that was on its way when the clock fell is in time.
        let before = self.now.min(falls_at.saturating_sub(AN_INSTANT));
        // The game is on, so this is not refused.
        let _ = self.session.apply(Actor::Owner, Action::CreditTime(color, refund), before);
    }

    fn resign(&mut self, role: Role, step: &mut Step) -> Result<(), Refusal> {
        if !self.meta.is_started {
            return Err(Refusal::NotStarted);
        }
        self.act(self.color_of(role)?, Action::Resign, step)
    }

    fn say(&mut self, from: Option<PersonId>, text: &str, step: &mut Step) -> Result<u64, Refusal> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > wire::MAX_CHAT {
            return Err(Refusal::BadText);
        }
        let role = self.role(from);
        let (room, color) = match role {
            Role::Black => (ChatRoom::Players, Some(Color::Black)),
            Role::White => (ChatRoom::Players, Some(Color::White)),
            Role::Both => (ChatRoom::Players, None),
            Role::Spectator => (ChatRoom::Spectators, None),
        };
        self.last_chat += 1;
        let line = ChatLine {
            id: self.last_chat,
            room,
            color,
            name: color.map(|it| self.name(it)).unwrap_or_default(),
            text: wire::plain_text(text),
            at: wire::millis(self.now),
        };
        self.chat.push_back(line.clone());
        self.chat.drain(..self.chat.len().saturating_sub(MAX_CHAT_LINES));
        step.line = Some(line);
        Ok(self.version)
    }

    /// Whether a person may read a line: what spectators say is for players
    /// only after the end.
    pub fn can_read(&self, guest: Option<PersonId>, line: &ChatLine) -> bool {
        line.room == ChatRoom::Players
            || self.session.is_over()
            || self.role(guest) == Role::Spectator
    }

    /// The lines that a person may read.
    pub fn chat_for(&self, guest: Option<PersonId>) -> Vec<ChatLine> {
        self.chat.iter().filter(|it| self.can_read(guest, it)).cloned().collect()
    }

    /// Takes what was said before the room was restored.
    pub fn set_chat(&mut self, lines: Vec<ChatLine>) {
        self.last_chat = lines.last().map_or(self.last_chat, |it| it.id.max(self.last_chat));
        self.chat = lines.into();
    }
}
