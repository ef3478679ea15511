//! One game on the server: seats, rights, versions, offers, absence, scoring.
//!
//! A [`Room`] is deterministic, as a session is: an [`Input`] and a time go in,
//! an [`Output`] comes out. It knows no socket, no store and no wall clock.
//! What it says must be stored before any of it is told; a room whose change
//! could not be stored is thrown away, and restored from what was.

mod apply;
mod command;
mod describe;
mod lag;
mod new_game;
mod offer;
mod presence;
mod rated;
mod refusal;
mod save;
mod scoring;

use std::collections::VecDeque;
use std::time::Duration;

use tengen_rules::{Board, ByColor, Color};
use tengen_session::{Action, Effect, Session};

use crate::id::{GameId, PersonId};
use crate::store::StoredChange;
use crate::wire::{ChatLine, ClientMessage, Event, PlayedMove, Presence, Requested, Role};

use apply::Step;
use lag::LagQuota;
use presence::Attendance;
use save::Meta;

pub use new_game::{NewGame, Opponent, Placement};
pub(crate) use rated::{rated_level, speed};
pub use refusal::Refusal;
pub use save::UnreadableGame;

/// The most events that are kept for clients that come back.
pub(crate) const MAX_RECENT: usize = 64;

/// The most lines of chat that are kept in memory.
pub(crate) const MAX_CHAT_LINES: usize = 100;

/// One game on the server.
#[derive(Debug)]
pub struct Room {
    meta: Meta,
    session: Session,
    version: u64,
    /// The epoch with which its node has it.
    epoch: u64,
    /// The version with which it was created or restored.
    first_version: u64,
    moves: Vec<PlayedMove>,
    /// The position after the moves.
    board: Board,
    attendance: Attendance,
    lag: ByColor<LagQuota>,
    /// When the turn began, for the refund of lag.
    turn_since: Duration,
    /// When it was restored, if its clock has not been started since.
    restored_at: Option<Duration>,
    rematch_asked: Option<Color>,
    recent: VecDeque<Event>,
    chat: VecDeque<ChatLine>,
    last_chat: u64,
    told_presence: Presence,
    /// The time of the last input.
    now: Duration,
}

/// Something that happens to a room.
#[derive(Clone, Debug)]
pub enum Input {
    /// A client sent a command.
    Command {
        /// Who, if the client is known.
        from: Option<PersonId>,
        /// What.
        message: ClientMessage,
        /// The round trip of the connection, as the server has measured it.
        lag: Duration,
    },
    /// A person takes the open seat.
    Join {
        /// Who.
        guest: PersonId,
        /// The name, perhaps empty.
        name: String,
    },
    /// The seats of a guest become those of an account.
    Adopt {
        /// The guest.
        guest: PersonId,
        /// The account.
        account: PersonId,
        /// The name of the account.
        name: String,
    },
    /// A person leaves for ever.
    Forget(PersonId),
    /// A client has connected.
    Arrived(Option<PersonId>),
    /// A client is gone.
    Left(Option<PersonId>),
    /// An engine answers.
    Engine(Action),
    /// Time has passed.
    Tick,
    /// The next game of the same players was created.
    Rematched(GameId),
    /// The server ends, and the clocks are stored as they are.
    Save,
    /// A player gets time back, for example because the disk was slow.
    Credit(Color, Duration),
}

/// What an input led to.
#[derive(Debug, Default)]
pub struct Output {
    /// The answer to a command: the version, or why it is refused.
    pub answer: Option<Result<u64, Refusal>>,
    /// What has changed, with versions.
    pub events: Vec<Event>,
    /// What was said.
    pub line: Option<ChatLine>,
    /// What must be stored before anything of this is told or done.
    pub change: Option<StoredChange>,
    /// What engines must do.
    pub effects: Vec<Effect>,
    /// A game that must be created, with [`Input::Rematched`] as the answer.
    pub rematch: Option<Box<NewGame>>,
    /// Who is there, if that has changed.
    pub presence: Option<Presence>,
}

impl Room {
    /// Lets something happen.
    ///
    /// `now` is the time since 1970, as a clock tells it that never goes back.
    pub fn handle(&mut self, input: Input, now: Duration) -> Output {
        self.now = self.now.max(now);
        let before = self.version;
        let mut step = Step::default();
        let answer = match input {
            Input::Command { from, message, lag } => {
                Some(self.command(from, &message, lag, &mut step))
            }
            Input::Join { guest, name } => Some(self.join(guest, &name, &mut step)),
            Input::Adopt { guest, account, name } => {
                Some(self.adopt(guest, account, &name, &mut step))
            }
            Input::Forget(person) => Some(self.forget(person, &mut step)),
            Input::Arrived(guest) => {
                self.arrived(guest, &mut step);
                None
            }
            Input::Left(guest) => {
                self.left(guest);
                None
            }
            Input::Engine(action) => {
                self.engine(action, &mut step);
                None
            }
            Input::Tick => {
                self.tick(&mut step);
                None
            }
            Input::Rematched(game) => {
                self.rematched(game, &mut step);
                None
            }
            Input::Save => {
                step.save_whole();
                None
            }
            Input::Credit(color, time) => {
                // A game that is over needs no time.
                let _ = self.act_owner(Action::CreditTime(color, time), &mut step);
                None
            }
        };
        self.finish(step, before, answer)
    }

    /// Lets time pass, so that clocks are described as of now.
    pub fn set_time(&mut self, now: Duration) {
        self.now = self.now.max(now);
    }

    /// The time of the last input.
    pub const fn time(&self) -> Duration {
        self.now
    }

    /// The id of the game.
    pub const fn id(&self) -> GameId {
        self.meta.id
    }

    /// The version of the game.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The epoch with which its node has it.
    pub const fn epoch(&self) -> u64 {
        self.epoch
    }

    /// The session, for records and pictures.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// What a person may do here.
    pub fn role(&self, guest: Option<PersonId>) -> Role {
        let Some(guest) = guest else { return Role::Spectator };
        let has = |color: Color| self.meta.guests[color] == Some(guest);
        match (has(Color::Black), has(Color::White)) {
            (true, true) => Role::Both,
            (true, false) => Role::Black,
            (false, true) => Role::White,
            (false, false) => Role::Spectator,
        }
    }

    /// The person who plays a color, if it is one and known.
    pub fn player(&self, color: Color) -> Option<PersonId> {
        self.meta.guests[color]
    }

    /// The seat that a person can take, if one is open.
    pub fn open_seat(&self) -> Option<Color> {
        let is_open = |color: &Color| {
            self.session.seats()[*color].is_person() && self.meta.guests[*color].is_none()
        };
        Color::ALL.into_iter().find(is_open).filter(|_| !self.session.is_over())
    }

    /// Whether a person may see the game at all.
    ///
    /// Whoever has the link of a private game can take its open seat.
    pub fn is_visible_to(&self, guest: Option<PersonId>) -> bool {
        self.meta.visibility != crate::wire::Visibility::Private
            || self.role(guest) != Role::Spectator
            || self.open_seat().is_some()
    }

    /// The events after a version, or `None` if everything must be told.
    pub fn events_since(&self, version: u64) -> Option<impl Iterator<Item = &Event>> {
        let oldest = self.recent.front().map_or(self.version + 1, |it| it.v);
        // What a restored room has forgotten was never an event.
        let is_known =
            version > self.first_version && version + 1 >= oldest && version <= self.version;
        is_known.then(|| self.recent.iter().filter(move |it| it.v > version))
    }

    /// What a player asked the opponent for.
    fn request(&self) -> Option<(Color, Requested)> {
        let asked = self
            .session
            .request()
            .and_then(|(by, request)| describe::requested(request).map(|what| (by, what)));
        asked.or(self.rematch_asked.map(|by| (by, Requested::Rematch)))
    }

    /// Whether a client has nothing to wait for here: no clock runs, and no
    /// engine thinks.
    pub fn is_idle(&self) -> bool {
        self.attendance.is_empty() && self.wake_at().is_none() && !self.is_engine_thinking()
    }

    fn is_engine_thinking(&self) -> bool {
        self.session.is_running() && !self.session.seats()[self.session.to_play()].is_person()
    }
}

#[cfg(test)]
mod tests;
