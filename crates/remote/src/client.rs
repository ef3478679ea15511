//! The client of one game without threads and sockets: messages and wishes go
//! in, messages and updates come out.
//!
//! Nothing is shown before the server has told it. A command without an answer
//! is sent again after a reconnect, with the same number and for the same
//! position, so that the server carries it out once.

mod clock_offset;
mod command;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::time::Duration;

use tengen_rules::ByColor;
use tengen_session::RemoteView;
use tengen_wire::{Change, ChatLine, ClientMessage, Presence, Role, ServerMessage, State};

use crate::change::{self, Misfit};
use crate::{GameRequest, Refused, Update, told};
use clock_offset::ClockOffset;
use command::Command;

/// The time between two questions for the server's time.
const PING_PERIOD: Duration = Duration::from_secs(10);

/// How long a connection may be silent after a question.
const PONG_PATIENCE: Duration = Duration::from_secs(15);

/// What the client wants done.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Output {
    /// A message for the server.
    Send(ClientMessage),
    /// Something for the person.
    Tell(Update),
    /// The connection is dead.
    Reconnect,
}

/// The client of one game.
#[derive(Debug)]
pub(crate) struct Client {
    state: State,
    role: Role,
    presence: Presence,
    link: LinkState,
    offset: ClockOffset,
    /// Commands without an answer, the oldest first.
    pending: VecDeque<Command>,
    last_command: u32,
    /// The last line of chat that was told.
    last_chat: Option<u64>,
    /// The id of the next game, once it was told.
    told_rematch: bool,
}

/// The state of the connection.
#[derive(Copy, Clone, Debug, PartialEq)]
enum LinkState {
    Closed,
    /// The server was greeted, then and for the first time or again.
    Greeted {
        at: Duration,
    },
    /// Everything that was missed is here.
    Synced {
        pinged: Option<Duration>,
        next_ping: Duration,
    },
}

impl Client {
    /// A client that has a state and no connection.
    ///
    /// Its commands have the numbers after `last_command`, which no other
    /// client of the player should have, so that the server can tell one that
    /// comes again.
    pub(crate) fn new(state: State, last_command: u32) -> Client {
        let presence = Presence { black: false, white: false, spectators: 0, claim: None };
        Client {
            told_rematch: state.rematch.is_some(),
            state,
            role: Role::Spectator,
            presence,
            link: LinkState::Closed,
            offset: ClockOffset::default(),
            pending: VecDeque::new(),
            last_command,
            last_chat: None,
        }
    }

    /// The connection is open.
    pub(crate) fn opened(&mut self, now: Duration) -> Vec<Output> {
        self.greet(Some(self.state.v), now)
    }

    /// The connection is gone.
    pub(crate) fn closed(&mut self, now: Duration) -> Vec<Output> {
        let was_connected = self.link != LinkState::Closed;
        self.link = LinkState::Closed;
        if was_connected { self.tell_state(now).into_iter().collect() } else { Vec::new() }
    }

    fn greet(&mut self, have: Option<u64>, now: Duration) -> Vec<Output> {
        self.link = LinkState::Greeted { at: now };
        vec![Output::Send(ClientMessage::Hello { have })]
    }

    /// A message has arrived.
    pub(crate) fn received(&mut self, message: ServerMessage, now: Duration) -> Vec<Output> {
        match message {
            ServerMessage::Welcome { role, now: server, .. } => {
                if let LinkState::Greeted { at } = self.link {
                    self.offset.note(at, now, server);
                }
                self.role = role;
                Vec::new()
            }
            ServerMessage::State(state) => {
                self.state = *state;
                self.tell_changes(now)
            }
            ServerMessage::Event(event) => self.happened(event, now),
            ServerMessage::Ok { c, .. } => self.answered(c, None),
            ServerMessage::No { c, why, text } => self.answered(c, Some((why, text))),
            ServerMessage::Crowd(presence) => {
                self.presence = presence;
                self.tell_state(now).into_iter().collect()
            }
            ServerMessage::Chat { lines } => self.synced(&lines, now),
            ServerMessage::Said(line) => self.said(line).into_iter().collect(),
            ServerMessage::Pong { at, now: server } => {
                let sent = Duration::try_from_secs_f64(at / 1_000.0).unwrap_or(now);
                self.offset.note(sent, now, server);
                if let LinkState::Synced { pinged, .. } = &mut self.link {
                    *pinged = None;
                }
                Vec::new()
            }
        }
    }

    fn happened(&mut self, event: tengen_wire::Event, now: Duration) -> Vec<Output> {
        if event.v <= self.state.v {
            return Vec::new();
        }
        let failed = match event.change {
            Change::EngineFailed { color } => Some(Output::Tell(Update::EngineFailed(color))),
            _ => None,
        };
        match change::apply(&mut self.state, event) {
            Ok(()) => failed.into_iter().chain(self.tell_changes(now)).collect(),
            // Something was missed, so everything is asked for.
            Err(Misfit) => self.greet(None, now),
        }
    }

    /// All that was missed has arrived; what was lost is sent again.
    fn synced(&mut self, lines: &[ChatLine], now: Duration) -> Vec<Output> {
        self.link = LinkState::Synced { pinged: None, next_ping: now + PING_PERIOD };
        let mut outputs: Vec<Output> =
            lines.iter().filter_map(|it| self.said(it.clone())).collect();
        outputs.extend(self.tell_state(now));
        // A line of chat has no position that would tell a second one apart.
        self.pending.retain(|it| !it.is_said(lines));
        for command in &mut self.pending {
            command.is_resent = true;
            outputs.push(Output::Send(command.message.clone()));
        }
        outputs
    }

    fn said(&mut self, line: ChatLine) -> Option<Output> {
        let is_new = self.last_chat.is_none_or(|it| line.id > it);
        self.last_chat = self.last_chat.max(Some(line.id));
        is_new.then_some(Output::Tell(Update::Said(line)))
    }

    /// Lets time pass.
    pub(crate) fn tick(&mut self, now: Duration) -> Vec<Output> {
        match &mut self.link {
            LinkState::Greeted { at } if now.saturating_sub(*at) > PONG_PATIENCE => {
                vec![Output::Reconnect]
            }
            LinkState::Synced { pinged: Some(at), .. }
                if now.saturating_sub(*at) > PONG_PATIENCE =>
            {
                vec![Output::Reconnect]
            }
            LinkState::Synced { pinged, next_ping } if *next_ping <= now => {
                *next_ping = now + PING_PERIOD;
                pinged.get_or_insert(now);
                vec![Output::Send(ClientMessage::Ping { at: now.as_secs_f64() * 1_000.0 })]
            }
            LinkState::Closed | LinkState::Greeted { .. } | LinkState::Synced { .. } => Vec::new(),
        }
    }

    /// A person wants something.
    pub(crate) fn request(&mut self, request: GameRequest) -> Vec<Output> {
        let c = self.last_command + 1;
        let is_move = matches!(request, GameRequest::Play(_) | GameRequest::Pass);
        if is_move && self.pending.iter().any(Command::is_move) {
            return refused(Refused::MovePending);
        }
        let message = match command::message(request, &self.state, c) {
            Ok(message) => message,
            Err(reason) => return refused(reason),
        };
        self.last_command = c;
        self.pending.push_back(Command { message: message.clone(), is_resent: false });
        match self.link {
            LinkState::Synced { .. } => vec![Output::Send(message)],
            // It is sent once everything that was missed is here.
            LinkState::Closed | LinkState::Greeted { .. } => Vec::new(),
        }
    }

    fn answered(&mut self, c: u32, refusal: Option<(tengen_wire::Why, String)>) -> Vec<Output> {
        let idx = self.pending.iter().position(|it| it.message.command() == Some(c));
        let Some(command) = idx.and_then(|idx| self.pending.remove(idx)) else {
            return Vec::new();
        };
        let told = refusal.filter(|(why, _)| command.is_refusal_told(*why));
        let update = told.map(|(_, text)| Update::Refused(Refused::ByServer(text)));
        update.into_iter().chain([Update::Answered]).map(Output::Tell).collect()
    }

    /// Whether everything that was missed is here.
    pub(crate) const fn is_synced(&self) -> bool {
        matches!(self.link, LinkState::Synced { .. })
    }

    fn tell_changes(&mut self, now: Duration) -> Vec<Output> {
        let mut outputs: Vec<Output> = self.tell_state(now).into_iter().collect();
        if let Some(id) = self.state.rematch.clone().filter(|_| !self.told_rematch) {
            self.told_rematch = true;
            outputs.push(Output::Tell(Update::Rematch(id)));
        }
        outputs
    }

    /// The state as it is now; one that makes no sense is not told.
    fn tell_state(&self, now: Duration) -> Option<Output> {
        let about = RemoteView {
            own: told::own(self.role),
            present: ByColor { black: self.presence.black, white: self.presence.white },
            n_spectators: self.presence.spectators,
            is_connected: self.is_synced(),
            rematch: None,
        };
        let age = self.offset.age(self.state.clocks.now, now);
        let game = told::game(&self.state, about, age)?;
        Some(Output::Tell(Update::State(Box::new(game))))
    }
}

/// A request that is refused without asking the server.
fn refused(reason: Refused) -> Vec<Output> {
    vec![Output::Tell(Update::Refused(reason)), Output::Tell(Update::Answered)]
}
