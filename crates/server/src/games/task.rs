//! The task of one game: check, apply, write, answer, broadcast.
//!
//! It takes one request after the other. What a request changes is on the disk
//! before anyone hears of it. If it cannot be stored, the room is thrown away
//! and read again, and all clients get its state.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tengen_host::EngineClient;
use tengen_rules::Color;
use tengen_session::Action;
use tokio::sync::mpsc;

use super::client::encode;
use super::owner::Relays;
use super::run::{self, Mailbox, Over};
use super::{Client, ClientId, CloseCode, Games, Outgoing, Request};
use crate::id::PersonId;
use crate::room::{Input, Output, Refusal, Room};
use crate::store::Taken;
use crate::wire::{self, Change, ChatLine, ClientMessage, ServerMessage};

/// How long a game without clients stays in memory.
const IDLE: Duration = Duration::from_secs(60);

/// The shortest time between two words about who is there.
const CROWD_INTERVAL: Duration = Duration::from_millis(250);

/// A disk slower than this costs the player to move no time.
const SLOW_WRITE: Duration = Duration::from_millis(50);

/// One game with its clients.
pub(super) struct GameTask {
    pub(super) games: Arc<Games>,
    pub(super) room: Box<Room>,
    pub(super) clients: HashMap<ClientId, Client>,
    pub(super) relays: Relays,
    engines: Option<EngineClient>,
    answers: mpsc::UnboundedSender<Action>,
    engine_answers: mpsc::UnboundedReceiver<Action>,
    /// When who is there is told next.
    crowd_at: Option<Duration>,
    told_crowd_at: Duration,
    /// Since when there is nothing to do.
    idle_since: Duration,
}

/// What the task wakes up for.
enum Wake {
    Request(Option<Request>),
    Engine(Option<Action>),
    Time,
}

impl GameTask {
    pub(super) fn new(games: Arc<Games>, room: Box<Room>, clients: Vec<Client>) -> GameTask {
        let (answers, engine_answers) = mpsc::unbounded_channel();
        let idle_since = games.clock.now();
        GameTask {
            games,
            room,
            clients: clients.into_iter().map(|it| (it.id, it)).collect(),
            relays: Relays::default(),
            engines: None,
            answers,
            engine_answers,
            crowd_at: None,
            told_crowd_at: Duration::ZERO,
            idle_since,
        }
    }

    /// Runs a game until it is idle or elsewhere, or the server ends.
    pub(super) async fn run(mut self, mailbox: &mut Mailbox) -> Over {
        if let Err(lost) = self.welcome_all().await {
            return self.give_up(lost);
        }
        loop {
            let pause = self.pause();
            let wake = tokio::select! {
                request = mailbox.next() => Wake::Request(request),
                action = self.engine_answers.recv() => Wake::Engine(action),
                () = tokio::time::sleep(pause) => Wake::Time,
            };
            let result = match wake {
                Wake::Request(Some(Request::Stop) | None) => return self.stop().await,
                Wake::Request(Some(request)) => self.request(request).await,
                Wake::Engine(Some(action)) => self.input(Input::Engine(action)).await.map(|_| ()),
                Wake::Engine(None) => Ok(()),
                Wake::Time => self.time().await,
            };
            if let Err(lost) = result {
                return self.give_up(lost);
            }
            if self.is_idle_for_long() && self.games.forget(self.room.id(), mailbox) {
                self.release().await;
                return Over::Idle;
            }
        }
    }

    /// Greets clients that were here before this server had the game.
    async fn welcome_all(&mut self) -> Result<(), Lost> {
        for client in self.clients.values().cloned().collect::<Vec<_>>() {
            self.greet(&client, None);
            self.input(Input::Arrived(client.guest)).await?;
        }
        Ok(())
    }

    fn give_up(mut self, lost: Lost) -> Over {
        match lost {
            Lost::Moved => self.moved(),
            Lost::Unreadable => {
                // Clients must come again.
                self.tell_moved();
                self.drop_clients(CloseCode::Restart);
                Over::Unreadable
            }
        }
    }

    /// Lets other servers have the game at once.
    async fn release(&self) {
        let released = self.games.store.release(self.room.id(), self.room.epoch());
        if let Err(error) = released.await {
            tracing::warn!(game = %self.room.id(), %error, "a game was not released");
        }
    }

    pub(super) fn now(&self) -> Duration {
        self.games.clock.now()
    }

    /// How long to sleep if nothing comes.
    fn pause(&self) -> Duration {
        let idle = self.room.is_idle().then(|| self.idle_since + IDLE);
        let next = [self.room.wake_at(), self.crowd_at, idle, self.relays.silent_at()];
        let next = next.into_iter().flatten().min();
        next.map_or(Duration::from_secs(3_600), |it| self.games.clock.until(it))
    }

    fn is_idle_for_long(&self) -> bool {
        self.room.is_idle() && self.now() >= self.idle_since + IDLE
    }

    /// Does what is due.
    async fn time(&mut self) -> Result<(), Lost> {
        let now = self.now();
        if self.crowd_at.is_some_and(|it| it <= now) {
            self.crowd_at = None;
            self.told_crowd_at = now;
            let crowd = encode(&ServerMessage::Crowd(self.room.crowd()));
            self.broadcast(&crowd, |_, _| true);
        }
        if self.relays.silent_at().is_some_and(|it| it <= now) {
            self.drop_silent().await?;
        }
        if self.room.wake_at().is_some_and(|it| it <= now) {
            self.input(Input::Tick).await?;
        }
        Ok(())
    }

    async fn request(&mut self, request: Request) -> Result<(), Lost> {
        self.idle_since = self.now();
        match request {
            Request::Hello { client, have } => self.hello(client, have).await,
            Request::HelloAgain { client, have } => {
                if let Some(client) = self.clients.get(&client).cloned() {
                    self.greet(&client, have);
                }
                Ok(())
            }
            Request::Command { client, message, received, lag } => {
                let Some(client) = self.clients.get(&client).cloned() else { return Ok(()) };
                self.command(&client, message, received, lag).await
            }
            Request::Order { from, message, received, answer } => {
                let ordered = self.order(from, message, received).await;
                let result = ordered.as_ref().map_or(Some(Err(Refusal::NotStored)), Clone::clone);
                // Without an answer, there is no such game; who has asked may be
                // gone.
                if let Some(result) = result {
                    let _ = answer.send(result);
                }
                ordered.map(|_| ())
            }
            Request::Gone(id) => self.gone(id).await,
            Request::Join { guest, name, answer } => {
                let joined = self.join(guest, name).await;
                let result = joined.as_ref().map_or(Err(Refusal::NotStored), Clone::clone);
                // Who has asked may be gone.
                let _ = answer.send(result);
                joined.map(|_| ())
            }
            Request::Adopt { guest, account, name, answer } => {
                let adopted = self.adopt(guest, account, name).await;
                // Who has asked may be gone.
                let _ = answer.send(adopted.unwrap_or(false));
                adopted.map(|_| ())
            }
            Request::Forget { person, answer } => {
                let forgotten = self.forget_person(person).await;
                // As above.
                let _ = answer.send(forgotten.unwrap_or(false));
                forgotten.map(|_| ())
            }
            Request::Look(look) => {
                self.room.set_time(self.now());
                look(&mut self.room);
                Ok(())
            }
            Request::Letter { from, letter, answer } => self.letter(from, letter, answer).await,
            Request::TakeAgain => self.reload().await,
            // It was seen before.
            Request::Stop => Ok(()),
        }
    }

    /// Carries out a command of somebody who is no client; nothing if there is
    /// no such game for them.
    pub(super) async fn order(
        &mut self,
        by: PersonId,
        message: ClientMessage,
        received: Duration,
    ) -> Result<Option<Result<u64, Refusal>>, Lost> {
        if !self.room.is_visible_to(Some(by)) {
            return Ok(None);
        }
        let input = Input::Command { from: Some(by), message, lag: Duration::ZERO };
        let done = self.input_at(input, received).await?;
        Ok(Some(done.unwrap_or(Err(Refusal::NotStored))))
    }

    /// Carries out a command, and answers it.
    pub(super) async fn command(
        &mut self,
        client: &Client,
        message: ClientMessage,
        received: Duration,
        lag: Duration,
    ) -> Result<(), Lost> {
        let c = message.command();
        let input = Input::Command { from: client.guest, message, lag };
        let answer = self.input_at(input, received).await;
        if let Some(c) = c {
            match &answer {
                Ok(Some(answer)) => self.send(client, &answer_message(c, answer)),
                Ok(None) => (),
                // What is not known to be stored is not said to be.
                Err(_) => self.send(client, &answer_message(c, &Err(Refusal::NotStored))),
            }
        }
        answer.map(|_| ())
    }

    /// A client says hello: it gets what it has missed, or everything.
    pub(super) async fn hello(&mut self, client: Client, have: Option<u64>) -> Result<(), Lost> {
        if !self.room.is_visible_to(client.guest) {
            self.close(&client, CloseCode::NoGame);
            return Ok(());
        }
        self.clients.insert(client.id, client.clone());
        self.greet(&client, have);
        self.input(Input::Arrived(client.guest)).await.map(|_| ())
    }

    pub(super) fn greet(&mut self, client: &Client, have: Option<u64>) {
        self.room.set_time(self.now());
        let missed: Option<Vec<ServerMessage>> = have
            .and_then(|have| self.room.events_since(have))
            // More than that would not fit into the queue.
            .map(|events| events.cloned().map(ServerMessage::Event).collect::<Vec<_>>())
            .filter(|events| events.len() <= 16);
        let mut messages = greeting(&self.room, client.guest, &self.games);
        if let Some(missed) = missed {
            // The state is the second one.
            messages.splice(1..2, missed);
        }
        for message in &messages {
            self.send(client, message);
        }
    }

    /// A client is gone.
    pub(super) async fn gone(&mut self, id: ClientId) -> Result<(), Lost> {
        match self.clients.remove(&id) {
            Some(client) => self.input(Input::Left(client.guest)).await.map(|_| ()),
            None => Ok(()),
        }
    }

    /// A person takes a seat; connections as a spectator become those of a
    /// player.
    pub(super) async fn join(
        &mut self,
        guest: PersonId,
        name: String,
    ) -> Result<Result<(), Refusal>, Lost> {
        let has_come = |it: &&Client| it.guest == Some(guest);
        let own: Vec<Client> = self.clients.values().filter(has_come).cloned().collect();
        for _ in &own {
            self.input(Input::Left(Some(guest))).await?;
        }
        let joined = self.input(Input::Join { guest, name }).await?;
        for client in own {
            self.greet(&client, None);
            self.input(Input::Arrived(Some(guest))).await?;
        }
        Ok(joined.unwrap_or(Err(Refusal::NotStored)).map(|_| ()))
    }

    async fn input(&mut self, input: Input) -> Result<Option<Result<u64, Refusal>>, Lost> {
        self.input_at(input, self.now()).await
    }

    /// Lets something happen to the room, stores it, and tells it.
    async fn input_at(
        &mut self,
        input: Input,
        at: Duration,
    ) -> Result<Option<Result<u64, Refusal>>, Lost> {
        let mut next = Some((input, at));
        let mut first_answer = None;
        while let Some((input, at)) = next.take() {
            let output = self.room.handle(input, at);
            let (answer, follow_up) = self.carry_out(output).await?;
            first_answer = first_answer.or(answer);
            next = follow_up.map(|it| (it, self.now()));
        }
        Ok(first_answer)
    }

    /// Stores what has changed, then tells it; there may be something to do
    /// next.
    async fn carry_out(
        &mut self,
        output: Output,
    ) -> Result<(Option<Result<u64, Refusal>>, Option<Input>), Lost> {
        let begin = self.now();
        if let Some(change) = output.change
            && let Err(error) = self.games.store.append(change).await
        {
            tracing::error!(game = %self.room.id(), %error, "a change was not stored");
            self.reload().await?;
            return Ok((output.answer.map(|_| Err(Refusal::NotStored)), None));
        }
        if let Some(line) = &output.line
            && let Err(error) = self.games.store.say(self.room.id(), line.clone()).await
        {
            tracing::error!(game = %self.room.id(), %error, "a line of chat was not stored");
            return Ok((Some(Err(Refusal::NotStored)), None));
        }
        if !output.events.is_empty() {
            self.tell_listeners(&output.events);
        }
        for effect in output.effects {
            self.engines().carry_out(effect);
        }
        let is_over = output.events.iter().any(|it| matches!(it.change, Change::Over(_)));
        let has_moved = output.events.iter().any(|it| matches!(it.change, Change::Played { .. }));
        for event in output.events {
            metrics::counter!("tengen_events_total").increment(1);
            let event = encode(&ServerMessage::Event(event));
            self.broadcast(&event, |_, _| true);
        }
        if let Some(line) = output.line {
            self.tell_line(&line);
        }
        if is_over {
            self.tell_all_chat();
        }
        if output.presence.is_some() {
            self.crowd_at.get_or_insert(self.told_crowd_at + CROWD_INTERVAL);
        }
        let mut follow_up = None;
        if let Some(terms) = output.rematch {
            follow_up = self.create_rematch(*terms).await;
        } else if has_moved {
            follow_up = self.credit(self.now().saturating_sub(begin));
        }
        Ok((output.answer, follow_up))
    }

    /// Tells the players, wherever they are; and everyone if an offer is no more.
    fn tell_listeners(&self, events: &[wire::Event]) {
        let ends_offer =
            |it: &wire::Event| matches!(it.change, Change::Joined { .. } | Change::Over(_));
        let is_for_all = events.iter().any(ends_offer);
        let players = || Color::ALL.into_iter().filter_map(|color| self.room.player(color));
        self.games.tell_listeners((!is_for_all).then(|| players().collect()));
    }

    /// Gives the player to move the time that a slow disk took.
    fn credit(&self, took: Duration) -> Option<Input> {
        metrics::histogram!("tengen_commit_seconds").record(took.as_secs_f64());
        let is_slow = took > SLOW_WRITE && self.room.session().falls_at().is_some();
        is_slow.then(|| Input::Credit(self.room.session().to_play(), took))
    }

    async fn create_rematch(&self, terms: crate::room::NewGame) -> Option<Input> {
        match self.games.create(terms).await {
            Ok(id) => Some(Input::Rematched(id)),
            Err(error) => {
                tracing::error!(game = %self.room.id(), ?error, "no rematch was created");
                None
            }
        }
    }

    fn engines(&mut self) -> &EngineClient {
        let answers = self.answers.clone();
        self.engines.get_or_insert_with(|| {
            self.games.runner.engines(move |action| {
                // A game that is gone needs no answer.
                let _ = answers.send(action);
            })
        })
    }

    /// Takes the game again, since what the room knows is not what is stored,
    /// or another server may have it.
    async fn reload(&mut self) -> Result<(), Lost> {
        let id = self.room.id();
        let stored = match run::take(&self.games, id).await {
            Ok(Taken::Here(stored)) => stored,
            Ok(Taken::Elsewhere(_)) => return Err(Lost::Moved),
            Ok(Taken::Nowhere) => return Err(Lost::Unreadable),
            Err(error) => {
                tracing::error!(game = %id, %error, "a game cannot be loaded");
                return Err(Lost::Unreadable);
            }
        };
        let mut room = run::open(&self.games, &stored).await.ok_or(Lost::Unreadable)?;
        room.take_clients(&mut self.room);
        self.room = room;
        // Questions of the room that was thrown away have no answers.
        self.engines = None;
        self.room.set_time(self.now());
        let state = encode(&ServerMessage::State(Box::new(self.room.state())));
        self.broadcast(&state, |_, _| true);
        Ok(())
    }

    fn tell_line(&mut self, line: &ChatLine) {
        let message = encode(&ServerMessage::Said(line.clone()));
        self.broadcast(&message, |room, client| room.can_read(client.guest, line));
    }

    /// After the end, players can read what spectators said.
    fn tell_all_chat(&mut self) {
        let players: Vec<Client> = self.clients.values().cloned().collect();
        for client in players {
            if self.room.role(client.guest) != wire::Role::Spectator {
                let lines = self.room.chat_for(client.guest);
                self.send(&client, &ServerMessage::Chat { lines });
            }
        }
    }

    pub(super) fn send(&mut self, client: &Client, message: &ServerMessage) {
        let message = encode(message);
        if let Some(node) = client.node() {
            self.tell(node, Some(vec![client.id]), &message, false);
        } else if client.send(message).is_err() {
            self.lose(&[client.id]);
        }
    }

    /// Tells something to all clients for whom it is.
    fn broadcast(&mut self, message: &Outgoing, is_for: impl Fn(&Room, &Client) -> bool) {
        let mut lost = Vec::new();
        let mut is_any_away = false;
        for client in self.clients.values() {
            is_any_away |= client.node().is_some();
            if is_for(&self.room, client) && client.send(message.clone()).is_err() {
                lost.push(client.id);
            }
        }
        if is_any_away {
            self.broadcast_away(message, is_for);
        }
        self.lose(&lost);
    }

    /// Clients that do not read are gone.
    fn lose(&mut self, ids: &[ClientId]) {
        for id in ids {
            if let Some(client) = self.clients.remove(id) {
                let output = self.room.handle(Input::Left(client.guest), self.now());
                debug_assert!(output.change.is_none(), "who leaves changes nothing");
                self.crowd_at.get_or_insert(self.told_crowd_at + CROWD_INTERVAL);
            }
        }
    }

    /// The seats of a guest become those of an account; says whether they did.
    pub(super) async fn adopt(
        &mut self,
        guest: PersonId,
        account: PersonId,
        name: String,
    ) -> Result<bool, Lost> {
        let adopted = self.input(Input::Adopt { guest, account, name }).await?;
        self.close_clients_of(guest, CloseCode::LoggedIn);
        Ok(matches!(adopted, Some(Ok(_))))
    }

    /// An account is deleted: a dash stands for its name, in the chat too.
    pub(super) async fn forget_person(&mut self, person: PersonId) -> Result<bool, Lost> {
        let store = Arc::clone(&self.games.store);
        let id = self.room.id();
        let Ok(lines) = store.chat(id, usize::MAX).await else { return Ok(false) };
        for line in self.room.forget_in_chat(person, lines) {
            if store.say(id, line).await.is_err() {
                return Ok(false);
            }
        }
        let forgotten = self.input(Input::Forget(person)).await?;
        self.close_clients_of(person, CloseCode::LoggedIn);
        Ok(matches!(forgotten, Some(Ok(_))))
    }

    /// Closes the connections of a person, who is somebody else now.
    fn close_clients_of(&mut self, person: PersonId, code: CloseCode) {
        let is_own = |it: &&Client| it.guest == Some(person);
        let own: Vec<ClientId> = self.clients.values().filter(is_own).map(|it| it.id).collect();
        for id in &own {
            if let Some(client) = self.clients.get(id) {
                self.close(client, code);
            }
        }
        self.lose(&own);
    }

    fn drop_clients(&mut self, code: CloseCode) {
        for (_, client) in self.clients.drain() {
            client.set_close_code(code);
        }
    }

    /// The server ends: the clocks are stored as they are.
    async fn stop(mut self) -> Over {
        if let Some(change) = self.room.handle(Input::Save, self.now()).change
            && let Err(error) = self.games.store.append(change).await
        {
            tracing::error!(game = %self.room.id(), %error, "the clocks were not stored");
        }
        self.release().await;
        self.tell_moved();
        self.drop_clients(CloseCode::Restart);
        Over::Stopped
    }
}

/// The game cannot go on here.
#[derive(Copy, Clone, Debug)]
pub(super) enum Lost {
    /// Another server has it.
    Moved,
    /// It cannot be read any more.
    Unreadable,
}

/// What a client is told that says hello: the second message is the state.
pub(super) fn greeting(room: &Room, guest: Option<PersonId>, games: &Games) -> Vec<ServerMessage> {
    let welcome = ServerMessage::Welcome {
        role: room.role(guest),
        now: wire::millis(games.clock.now()),
        build: games.assets.assets().build().to_owned(),
    };
    let state = ServerMessage::State(Box::new(room.state()));
    let chat = ServerMessage::Chat { lines: room.chat_for(guest) };
    vec![welcome, state, chat, ServerMessage::Crowd(room.crowd())]
}

fn answer_message(c: u32, answer: &Result<u64, Refusal>) -> ServerMessage {
    match answer {
        Ok(v) => ServerMessage::Ok { c, v: *v },
        Err(refusal) => ServerMessage::No { c, why: refusal.why(), text: refusal.text() },
    }
}
