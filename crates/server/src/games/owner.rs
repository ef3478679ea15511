//! What the owner of a game has to do with other servers: their clients, and
//! their letters.

use std::collections::HashMap;
use std::time::Duration;

use super::run::Over;
use super::task::{GameTask, Lost};
use super::{Client, ClientId, CloseCode, Outgoing};
use crate::bus::{Answer, Answering, Letter, Refused, Tell};
use crate::id::PersonId;
use crate::room::{Refusal, Room};
use crate::store::NodeId;
use crate::wire::{ClientMessage, ServerMessage};

/// A server that was silent for so long has no clients any more.
const SILENCE: Duration = Duration::from_secs(20);

/// How long a command may have been on its way between servers.
const LONGEST_WAY: Duration = Duration::from_secs(2);

/// The servers that have clients of a game.
#[derive(Debug, Default)]
pub(super) struct Relays(HashMap<NodeId, OtherEnd>);

/// A server that has clients of a game.
#[derive(Debug)]
struct OtherEnd {
    /// The number of the last thing that it was told.
    number: u64,
    heard_at: Duration,
}

impl Relays {
    fn hear(&mut self, node: NodeId, now: Duration) {
        self.0.entry(node).or_insert(OtherEnd { number: 0, heard_at: now }).heard_at = now;
    }

    fn next_number(&mut self, node: NodeId) -> u64 {
        // A server is heard before it is told anything.
        let end = self.0.entry(node).or_insert(OtherEnd { number: 0, heard_at: Duration::ZERO });
        end.number += 1;
        end.number
    }

    fn last_number(&self, node: NodeId) -> u64 {
        self.0.get(&node).map_or(0, |it| it.number)
    }

    /// When the next one has been silent for too long.
    pub(super) fn silent_at(&self) -> Option<Duration> {
        self.0.values().map(|it| it.heard_at + SILENCE).min()
    }
}

impl GameTask {
    /// Carries out what another server has written.
    pub(super) async fn letter(
        &mut self,
        from: NodeId,
        letter: Letter,
        answer: Option<Answering>,
    ) -> Result<(), Lost> {
        self.relays.hear(from, self.now());
        match letter {
            Letter::Hello { client, guest, have } => {
                if let Some(client) = self.clients.get(&client).cloned() {
                    self.greet(&client, have);
                    return Ok(());
                }
                self.hello(Client::away(client, guest, from), have).await
            }
            Letter::Command { client, text, received, lag } => {
                self.command_of(client, &text, Duration::from_millis(received), lag).await
            }
            Letter::Order { by, text, received } => {
                let received = Duration::from_millis(received);
                self.order_of(by, &text, received, answer).await
            }
            Letter::Join { guest, name } => {
                let joined = self.join(guest, name).await;
                let result = joined.as_ref().map_or(&Err(Refusal::NotStored), |it| it);
                let refused = result.as_ref().err();
                let refused = refused.map(|it| Refused { why: it.why(), text: it.text() });
                reply(answer, &Answer::Joined { refused });
                joined.map(|_| ())
            }
            Letter::Adopt { guest, account, name } => {
                let adopted = self.adopt(guest, account, name).await;
                reply(answer, &Answer::Changed { done: adopted.unwrap_or(false) });
                adopted.map(|_| ())
            }
            Letter::Forget { person } => {
                let forgotten = self.forget_person(person).await;
                reply(answer, &Answer::Changed { done: forgotten.unwrap_or(false) });
                forgotten.map(|_| ())
            }
            Letter::Gone { client } => self.gone(client).await,
            Letter::Check { clients } => self.check(from, clients, answer).await,
            Letter::Resync => {
                self.room.set_time(self.now());
                let state = ServerMessage::State(Box::new(self.room.state()));
                self.tell(from, None, &super::client::encode(&state), true);
                Ok(())
            }
            // From before this server had the game.
            Letter::Tell(_) | Letter::Close { .. } | Letter::Moved => Ok(()),
        }
    }

    async fn command_of(
        &mut self,
        client: ClientId,
        text: &str,
        received: Duration,
        lag: u64,
    ) -> Result<(), Lost> {
        let Some(client) = self.clients.get(&client).cloned() else { return Ok(()) };
        let Ok(message) = serde_json::from_str::<ClientMessage>(text) else {
            if let Some(c) = crate::socket::command_number(text) {
                let refusal = Refusal::Malformed;
                self.send(
                    &client,
                    &ServerMessage::No { c, why: refusal.why(), text: refusal.text() },
                );
            }
            return Ok(());
        };
        // Clocks of servers follow that of the store, but nobody's word is
        // taken for more than a way may take.
        let now = self.now();
        let received = received.clamp(now.saturating_sub(LONGEST_WAY), now);
        self.command(&client, message, received, Duration::from_millis(lag)).await
    }

    async fn order_of(
        &mut self,
        by: PersonId,
        text: &str,
        received: Duration,
        answer: Option<Answering>,
    ) -> Result<(), Lost> {
        let now = self.now();
        let received = received.clamp(now.saturating_sub(LONGEST_WAY), now);
        let ordered = match serde_json::from_str::<ClientMessage>(text) {
            Ok(message) => self.order(by, message, received).await,
            Err(_) => Ok(Some(Err(Refusal::Malformed))),
        };
        let result = ordered.as_ref().map_or(&Some(Err(Refusal::NotStored)), |it| it);
        let version = result.as_ref().and_then(|it| it.as_ref().ok()).copied();
        let refused = result.as_ref().and_then(|it| it.as_ref().err());
        let refused = refused.map(|it| Refused { why: it.why(), text: it.text() });
        reply(answer, &Answer::Ordered { version, refused });
        ordered.map(|_| ())
    }

    /// Finds out which clients of a server are gone, and which are not known.
    async fn check(
        &mut self,
        from: NodeId,
        clients: Vec<ClientId>,
        answer: Option<Answering>,
    ) -> Result<(), Lost> {
        let number = self.relays.last_number(from);
        let is_known = |it: &ClientId| self.clients.contains_key(it);
        let unknown = clients.iter().copied().filter(|it| !is_known(it)).collect();
        reply(answer, &Answer::Last { number, unknown });
        let own = self.clients.values().filter(|it| it.node() == Some(from));
        let gone = own.map(|it| it.id).filter(|it| !clients.contains(it));
        for client in gone.collect::<Vec<_>>() {
            self.gone(client).await?;
        }
        Ok(())
    }

    /// Tells clients at another server something.
    pub(super) fn tell(
        &mut self,
        node: NodeId,
        to: Option<Vec<ClientId>>,
        message: &Outgoing,
        is_whole: bool,
    ) {
        let number = self.relays.next_number(node);
        let text = message.as_str().to_owned();
        let tell = Tell { number, to, is_whole, text };
        self.games.post.send(node, self.room.id(), Letter::Tell(tell));
    }

    /// Tells clients at other servers, one letter for each server.
    pub(super) fn broadcast_away(
        &mut self,
        message: &Outgoing,
        is_for: impl Fn(&Room, &Client) -> bool,
    ) {
        let mut nodes: HashMap<NodeId, (Vec<ClientId>, usize)> = HashMap::new();
        for client in self.clients.values() {
            let Some(node) = client.node() else { continue };
            let (to, n_clients) = nodes.entry(node).or_default();
            *n_clients += 1;
            if is_for(&self.room, client) {
                to.push(client.id);
            }
        }
        for (node, (to, n_clients)) in nodes {
            let is_all = to.len() == n_clients;
            if !to.is_empty() {
                self.tell(node, (!is_all).then_some(to), message, false);
            }
        }
    }

    /// Closes a client, wherever its socket is.
    pub(super) fn close(&self, client: &Client, code: CloseCode) {
        client.set_close_code(code);
        if let Some(node) = client.node() {
            let close = Letter::Close { client: client.id, code: code as u16 };
            self.games.post.send(node, self.room.id(), close);
        }
    }

    /// Forgets the clients of servers from which nothing was heard.
    pub(super) async fn drop_silent(&mut self) -> Result<(), Lost> {
        let now = self.now();
        let is_silent = |it: &OtherEnd| it.heard_at + SILENCE <= now;
        let silent = self.relays.0.iter().filter(|(_, it)| is_silent(it));
        for node in silent.map(|(node, _)| *node).collect::<Vec<_>>() {
            self.relays.0.remove(&node);
            let clients = self.clients.values().filter(|it| it.node() == Some(node));
            for client in clients.map(|it| it.id).collect::<Vec<_>>() {
                self.gone(client).await?;
            }
        }
        Ok(())
    }

    /// Another server has the game, or may have it: those who have clients
    /// must look, and the clients here come along.
    pub(super) fn moved(self) -> Over {
        self.tell_moved();
        let here = self.clients.into_values().filter(|it| it.node().is_none());
        Over::Moved(here.collect())
    }

    pub(super) fn tell_moved(&self) {
        for node in self.relays.0.keys() {
            self.games.post.send(*node, self.room.id(), Letter::Moved);
        }
    }
}

fn reply(answer: Option<Answering>, text: &Answer) {
    if let Some(answer) = answer {
        answer(serde_json::to_vec(text).expect("answers can be written"));
    }
}
