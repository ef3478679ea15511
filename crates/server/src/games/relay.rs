//! The clients of a game that another server has.
//!
//! What clients send goes to the owner, and what the owner tells goes to them.
//! A relay decides nothing. If it does not reach the owner, it shows what is
//! stored, refuses commands, and tries to take the game.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::Instant;

use super::client::encode;
use super::run::{Mailbox, Over};
use super::task::greeting;
use super::{Client, ClientId, CloseCode, Games, Outgoing, Request};
use crate::bus::{Answer, Letter, Tell};
use crate::id::{GameId, PersonId};
use crate::room::{Refusal, Room};
use crate::store::NodeId;
use crate::wire::{self, ClientMessage, ServerMessage};

/// How often the owner is asked whether something was missed.
const CHECK_EVERY: Duration = Duration::from_millis(2_500);

/// How often an owner that was not reached is tried again.
const TRY_EVERY: Duration = Duration::from_secs(2);

/// Who has said something within this time may still wait for an answer.
const ANSWERED_WITHIN: Duration = Duration::from_secs(10);

/// How long a relay without clients stays.
const IDLE: Duration = Duration::from_secs(30);

/// The clients of a game that another server has.
pub(super) struct Relay {
    games: Arc<Games>,
    id: GameId,
    owner: NodeId,
    clients: HashMap<ClientId, Client>,
    /// When clients last said something that has an answer.
    asked_at: HashMap<ClientId, Duration>,
    /// The number of the last thing that was told.
    number: u64,
    /// The number that must have come by the next check.
    due: u64,
    /// Whether something was missed, and the state is on its way.
    is_lagging: bool,
    is_reached: bool,
    idle_since: Duration,
}

/// The game has moved, or its owner is not reached.
struct Lost;

impl Relay {
    pub(super) fn new(games: Arc<Games>, id: GameId, owner: NodeId, clients: Vec<Client>) -> Relay {
        let idle_since = games.clock.now();
        let clients = clients.into_iter().map(|it| (it.id, it)).collect();
        Relay {
            games,
            id,
            owner,
            clients,
            asked_at: HashMap::new(),
            number: 0,
            due: 0,
            is_lagging: false,
            is_reached: true,
            idle_since,
        }
    }

    /// Relays until the game is elsewhere, or no one is here.
    ///
    /// `told` is the version that clients were told while the owner was not
    /// reached.
    pub(super) async fn run(mut self, mailbox: &mut Mailbox, told: &mut Option<u64>) -> Over {
        for client in self.clients.values().cloned().collect::<Vec<_>>() {
            if self.hello(&client, None).await.is_err() {
                self.is_reached = false;
                break;
            }
        }
        if self.is_reached {
            *told = None;
        } else {
            self.show_stored(told).await;
        }
        let mut checked = Instant::now();
        loop {
            // However much is asked meanwhile.
            let next = checked + if self.is_reached { CHECK_EVERY } else { TRY_EVERY };
            let result = tokio::select! {
                request = mailbox.next() => match request {
                    Some(Request::Stop) | None => return self.stop(),
                    Some(request) => self.request(request, told).await,
                },
                () = tokio::time::sleep_until(next) => {
                    checked = Instant::now();
                    self.check().await
                }
            };
            if result.is_err() {
                return Over::Moved(self.clients.into_values().collect());
            }
            if !self.clients.is_empty() {
                self.idle_since = self.games.clock.now();
            }
            let is_idle = self.games.clock.now() >= self.idle_since + IDLE;
            if is_idle && self.clients.is_empty() && self.games.forget(self.id, mailbox) {
                return Over::Idle;
            }
        }
    }

    async fn ask(&self, letter: Letter) -> Option<Answer> {
        self.games.post.ask(self.owner, self.id, letter).await
    }

    async fn hello(&mut self, client: &Client, have: Option<u64>) -> Result<(), Lost> {
        self.asked_at.insert(client.id, self.games.clock.now());
        let hello = Letter::Hello { client: client.id, guest: client.guest, have };
        match self.ask(hello).await {
            Some(Answer::Taken) => Ok(()),
            _ => Err(Lost),
        }
    }

    async fn request(&mut self, request: Request, told: &mut Option<u64>) -> Result<(), Lost> {
        match request {
            Request::Hello { client, have } => {
                self.clients.insert(client.id, client.clone());
                self.greet(&client, have, told).await
            }
            Request::HelloAgain { client, have } => match self.clients.get(&client).cloned() {
                Some(client) => self.greet(&client, have, told).await,
                None => Ok(()),
            },
            Request::Command { client, message, received, lag } => {
                let Some(client) = self.clients.get(&client).cloned() else { return Ok(()) };
                self.command(&client, &message, received, lag).await
            }
            Request::Gone(client) => {
                self.clients.remove(&client);
                self.games.post.send(self.owner, self.id, Letter::Gone { client });
                Ok(())
            }
            Request::Join { guest, name, answer } => {
                let joined = self.join(guest, name).await;
                let is_reached = joined.is_some();
                // Who has asked may be gone.
                let _ = answer.send(joined.unwrap_or(Err(Refusal::NotStored)));
                if is_reached { Ok(()) } else { Err(Lost) }
            }
            Request::Order { from, message, received, answer } => {
                self.order(from, &message, received, answer).await
            }
            Request::Adopt { guest, account, name, answer } => {
                self.change(Letter::Adopt { guest, account, name }, answer).await
            }
            Request::Forget { person, answer } => {
                self.change(Letter::Forget { person }, answer).await
            }
            Request::Look(look) => {
                if let Some(mut room) = self.games.stored_room(self.id).await {
                    look(&mut room);
                }
                Ok(())
            }
            Request::Letter { from, letter, .. } => self.letter(from, letter),
            Request::TakeAgain => Err(Lost),
            // It was seen before.
            Request::Stop => Ok(()),
        }
    }

    async fn greet(
        &mut self,
        client: &Client,
        have: Option<u64>,
        told: &mut Option<u64>,
    ) -> Result<(), Lost> {
        if self.is_reached && self.hello(client, have).await.is_ok() {
            return Ok(());
        }
        let was_reached = std::mem::replace(&mut self.is_reached, false);
        let Some(room) = self.games.stored_room(self.id).await else { return Ok(()) };
        *told = Some(room.version());
        if !room.is_visible_to(client.guest) {
            client.set_close_code(CloseCode::NoGame);
            self.clients.remove(&client.id);
            return Ok(());
        }
        for message in greeting(&room, client.guest, &self.games) {
            self.send(client, encode(&message));
        }
        if was_reached { Err(Lost) } else { Ok(()) }
    }

    async fn command(
        &mut self,
        client: &Client,
        message: &ClientMessage,
        received: Duration,
        lag: Duration,
    ) -> Result<(), Lost> {
        self.asked_at.insert(client.id, self.games.clock.now());
        let text = serde_json::to_string(message).expect("messages can be written");
        let (received, lag) = (wire::millis(received), wire::millis(lag));
        let command = Letter::Command { client: client.id, text, received, lag };
        if self.is_reached && self.ask(command).await == Some(Answer::Taken) {
            return Ok(());
        }
        // It may have been taken after all: then the sender hears of it, too.
        if let Some(c) = message.command() {
            let refusal = Refusal::NotStored;
            let no = ServerMessage::No { c, why: refusal.why(), text: refusal.text() };
            self.send(client, encode(&no));
        }
        if std::mem::replace(&mut self.is_reached, false) { Err(Lost) } else { Ok(()) }
    }

    async fn join(&self, guest: PersonId, name: String) -> Option<Result<(), Refusal>> {
        match self.ask(Letter::Join { guest, name }).await {
            Some(Answer::Joined { refused }) => {
                Some(refused.map_or(Ok(()), |it| Err(Refusal::Elsewhere(it.why, it.text))))
            }
            _ => None,
        }
    }

    async fn order(
        &self,
        by: PersonId,
        message: &ClientMessage,
        received: Duration,
        answer: oneshot::Sender<Result<u64, Refusal>>,
    ) -> Result<(), Lost> {
        let text = serde_json::to_string(message).expect("messages can be written");
        let order = Letter::Order { by, text, received: wire::millis(received) };
        let (result, is_reached) = match self.ask(order).await {
            Some(Answer::Ordered { version: Some(v), .. }) => (Some(Ok(v)), true),
            Some(Answer::Ordered { refused: Some(it), .. }) => {
                (Some(Err(Refusal::Elsewhere(it.why, it.text))), true)
            }
            Some(Answer::Ordered { .. }) => (None, true),
            _ => (Some(Err(Refusal::NotStored)), false),
        };
        // Without an answer, there is no such game; who has asked may be gone.
        if let Some(result) = result {
            let _ = answer.send(result);
        }
        if is_reached { Ok(()) } else { Err(Lost) }
    }

    /// Has the owner change a person's seats.
    async fn change(&self, letter: Letter, answer: oneshot::Sender<bool>) -> Result<(), Lost> {
        let changed = self.ask(letter).await;
        // Who has asked may be gone.
        let _ = answer.send(changed == Some(Answer::Changed { done: true }));
        if changed.is_some() { Ok(()) } else { Err(Lost) }
    }

    /// Takes a letter of the owner.
    fn letter(&mut self, from: NodeId, letter: Letter) -> Result<(), Lost> {
        match letter {
            Letter::Tell(tell) if from == self.owner => self.tell(tell),
            Letter::Close { client, code } if from == self.owner => {
                if let Some(client) = self.clients.remove(&client) {
                    client.set_close_code(CloseCode::of_number(code));
                }
            }
            Letter::Moved if from == self.owner => return Err(Lost),
            Letter::Tell(_) | Letter::Close { .. } | Letter::Moved => (),
            // Whoever wrote it takes this server for the owner.
            _ => self.games.post.send(from, self.id, Letter::Moved),
        }
        Ok(())
    }

    fn tell(&mut self, tell: Tell) {
        if tell.is_whole {
            self.is_lagging = false;
        } else if tell.number != self.number + 1 && !self.is_lagging {
            self.resync();
        }
        self.number = tell.number;
        let message = Outgoing::from(tell.text);
        match tell.to {
            Some(ids) => {
                let known = ids.iter().filter_map(|it| self.clients.get(it).cloned());
                for client in known.collect::<Vec<_>>() {
                    self.send(&client, message.clone());
                }
            }
            // Who has missed something is told everything soon.
            None if self.is_lagging => (),
            None => self.broadcast(&message),
        }
    }

    /// Something was missed: the owner is asked for the state. Whoever may have
    /// missed an answer comes again, and sends what was not answered.
    fn resync(&mut self) {
        metrics::counter!("tengen_gaps_total").increment(1);
        self.is_lagging = true;
        self.games.post.send(self.owner, self.id, Letter::Resync);
        let since = self.games.clock.now().saturating_sub(ANSWERED_WITHIN);
        for (client, at) in std::mem::take(&mut self.asked_at) {
            if at >= since
                && let Some(it) = self.clients.get(&client)
            {
                it.set_close_code(CloseCode::Restart);
                self.lose(client);
            }
        }
    }

    /// Asks the owner whether something was missed; an owner that was not
    /// reached before may be gone.
    async fn check(&mut self) -> Result<(), Lost> {
        if !self.is_reached {
            return Err(Lost);
        }
        if self.clients.is_empty() {
            return Ok(());
        }
        let clients = self.clients.keys().copied().collect();
        match self.ask(Letter::Check { clients }).await {
            Some(Answer::Last { number, unknown }) => {
                // What was told before the last check has come, or was lost.
                if self.due > self.number || self.is_lagging {
                    self.resync();
                }
                self.due = number;
                for client in unknown {
                    if let Some(client) = self.clients.get(&client).cloned() {
                        self.hello(&client, None).await?;
                    }
                }
                Ok(())
            }
            _ => Err(Lost),
        }
    }

    /// Shows clients what is stored, if they have not seen it.
    async fn show_stored(&mut self, told: &mut Option<u64>) {
        let Some(room) = self.games.stored_room(self.id).await else { return };
        if *told != Some(room.version()) {
            *told = Some(room.version());
            let state = encode(&ServerMessage::State(Box::new(room.state())));
            self.broadcast(&state);
        }
    }

    fn send(&mut self, client: &Client, message: Outgoing) {
        if client.send(message).is_err() {
            self.lose(client.id);
        }
    }

    fn broadcast(&mut self, message: &Outgoing) {
        let unreachable = self.clients.values().filter(|it| it.send(message.clone()).is_err());
        for client in unreachable.map(|it| it.id).collect::<Vec<_>>() {
            self.lose(client);
        }
    }

    fn lose(&mut self, client: ClientId) {
        self.clients.remove(&client);
        self.games.post.send(self.owner, self.id, Letter::Gone { client });
    }

    /// The server ends, and its clients come again elsewhere.
    fn stop(&mut self) -> Over {
        for (id, client) in self.clients.drain() {
            client.set_close_code(CloseCode::Restart);
            self.games.post.send(self.owner, self.id, Letter::Gone { client: id });
        }
        Over::Stopped
    }
}

impl Games {
    /// The room of a game as it is stored, as if it went on by itself.
    pub(super) async fn stored_room(&self, id: GameId) -> Option<Room> {
        let stored = self.store.load(id).await.ok().flatten()?;
        let mut room = Room::restore(&stored).ok()?;
        room.seem_running(self.clock.now());
        Some(room)
    }
}
