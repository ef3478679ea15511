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
use super::{Client, ClientId, CloseCode, Games, Outgoing, Request};
use crate::id::{GameId, PersonId};
use crate::room::{Input, MAX_CHAT_LINES, Output, Refusal, Room};
use crate::wire::{self, Change, ChatLine, ServerMessage};

/// How long a game without clients stays in memory.
const IDLE: Duration = Duration::from_secs(60);

/// The shortest time between two words about who is there.
const CROWD_INTERVAL: Duration = Duration::from_millis(250);

/// A disk slower than this costs the player to move no time.
const SLOW_WRITE: Duration = Duration::from_millis(50);

/// One game with its clients.
pub(super) struct GameTask {
    games: Arc<Games>,
    room: Box<Room>,
    clients: HashMap<ClientId, Client>,
    engines: Option<EngineClient>,
    answers: mpsc::UnboundedSender<Action>,
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
    /// Runs a game until it is idle, or the server ends.
    pub(super) async fn run(games: Arc<Games>, id: GameId, mut requests: mpsc::Receiver<Request>) {
        let Some(room) = load(&games, id).await else {
            games.forget(id, &requests);
            requests.close();
            while let Some(request) = requests.recv().await {
                refuse(request);
            }
            return;
        };
        let (answers, mut engine_answers) = mpsc::unbounded_channel();
        let now = games.clock.now();
        let mut task = GameTask {
            games,
            room,
            clients: HashMap::new(),
            engines: None,
            answers,
            crowd_at: None,
            told_crowd_at: Duration::ZERO,
            idle_since: now,
        };
        loop {
            let wake = tokio::select! {
                request = requests.recv() => Wake::Request(request),
                action = engine_answers.recv() => Wake::Engine(action),
                () = tokio::time::sleep(task.pause()) => Wake::Time,
            };
            let is_on = match wake {
                Wake::Request(Some(Request::Stop) | None) => return task.stop().await,
                Wake::Request(Some(request)) => task.request(request).await,
                Wake::Engine(Some(action)) => task.input(Input::Engine(action)).await.is_ok(),
                Wake::Engine(None) => true,
                Wake::Time => task.time().await,
            };
            if !is_on {
                // The game cannot be read any more, so clients must come again.
                task.drop_clients(CloseCode::Restart);
                while !task.games.forget(id, &requests) {
                    if let Some(request) = requests.recv().await {
                        refuse(request);
                    }
                }
                return;
            }
            if task.is_idle_for_long() && task.games.forget(id, &requests) {
                return;
            }
        }
    }

    fn now(&self) -> Duration {
        self.games.clock.now()
    }

    /// How long to sleep if nothing comes.
    fn pause(&self) -> Duration {
        let idle = self.room.is_idle().then(|| self.idle_since + IDLE);
        let next = [self.room.wake_at(), self.crowd_at, idle].into_iter().flatten().min();
        next.map_or(Duration::from_secs(3_600), |it| self.games.clock.until(it))
    }

    fn is_idle_for_long(&self) -> bool {
        self.room.is_idle() && self.now() >= self.idle_since + IDLE
    }

    /// Does what is due; `false` if the game cannot go on.
    async fn time(&mut self) -> bool {
        let now = self.now();
        if self.crowd_at.is_some_and(|it| it <= now) {
            self.crowd_at = None;
            self.told_crowd_at = now;
            let crowd = encode(&ServerMessage::Crowd(self.room.crowd()));
            self.broadcast(&crowd, |_, _| true);
        }
        if self.room.wake_at().is_some_and(|it| it <= now) {
            return self.input(Input::Tick).await.is_ok();
        }
        true
    }

    /// Carries out a request; `false` if the game cannot go on.
    async fn request(&mut self, request: Request) -> bool {
        self.idle_since = self.now();
        match request {
            Request::Hello { client, have } => self.hello(client, have).await,
            Request::HelloAgain { client, have } => {
                if let Some(client) = self.clients.get(&client).cloned() {
                    self.greet(&client, have);
                }
                true
            }
            Request::Command { client, message, received, lag } => {
                let Some(client) = self.clients.get(&client).cloned() else { return true };
                let c = message.command();
                let input = Input::Command { from: client.guest, message, lag };
                let answer = self.input_at(input, received).await;
                if let (Some(c), Ok(Some(answer))) = (c, &answer) {
                    self.send(&client, &answer_message(c, answer));
                }
                answer.is_ok()
            }
            Request::Order { from, message, received, answer } => {
                // Without an answer, there is no such game.
                if !self.room.is_visible_to(Some(from)) {
                    return true;
                }
                let input = Input::Command { from: Some(from), message, lag: Duration::ZERO };
                let done = self.input_at(input, received).await;
                let is_on = done.is_ok();
                // Who has asked may be gone.
                let _ = answer.send(done.ok().flatten().unwrap_or(Err(Refusal::NotStored)));
                is_on
            }
            Request::Gone(id) => self.gone(id).await,
            Request::Join { guest, name, answer } => {
                let joined = self.join(guest, name).await;
                let is_on = joined.is_ok();
                // Who has asked may be gone.
                let _ = answer.send(joined.unwrap_or(Err(Refusal::NotStored)));
                is_on
            }
            Request::Adopt { guest, account, name, answer } => {
                let adopted = self.input(Input::Adopt { guest, account, name }).await;
                self.close_clients_of(guest, CloseCode::LoggedIn);
                // Who has asked may be gone.
                let _ = answer.send(matches!(adopted, Ok(Some(Ok(_)))));
                adopted.is_ok()
            }
            Request::Forget { person, answer } => {
                let forgotten = self.forget_person(person).await;
                // As above.
                let _ = answer.send(forgotten.unwrap_or(false));
                forgotten.is_ok()
            }
            Request::Look(look) => {
                self.room.set_time(self.now());
                look(&mut self.room);
                true
            }
            Request::Stop => true,
        }
    }

    /// A client says hello: it gets what it has missed, or everything.
    async fn hello(&mut self, client: Client, have: Option<u64>) -> bool {
        if !self.room.is_visible_to(client.guest) {
            client.set_close_code(CloseCode::NoGame);
            return true;
        }
        self.clients.insert(client.id, client.clone());
        self.greet(&client, have);
        self.input(Input::Arrived(client.guest)).await.is_ok()
    }

    fn greet(&mut self, client: &Client, have: Option<u64>) {
        let now = self.now();
        self.room.set_time(now);
        let welcome = ServerMessage::Welcome {
            role: self.room.role(client.guest),
            now: wire::millis(now),
            build: self.games.assets.assets().build().to_owned(),
        };
        self.send(client, &welcome);
        let missed: Option<Vec<ServerMessage>> = have
            .and_then(|have| self.room.events_since(have))
            // More than that would not fit into the queue.
            .map(|events| events.cloned().map(ServerMessage::Event).collect::<Vec<_>>())
            .filter(|events| events.len() <= 16);
        match missed {
            Some(events) => {
                for event in &events {
                    self.send(client, event);
                }
            }
            None => self.send(client, &ServerMessage::State(Box::new(self.room.state()))),
        }
        let lines = self.room.chat_for(client.guest);
        self.send(client, &ServerMessage::Chat { lines });
        self.send(client, &ServerMessage::Crowd(self.room.crowd()));
    }

    /// A client is gone; `false` if the game cannot go on.
    async fn gone(&mut self, id: ClientId) -> bool {
        match self.clients.remove(&id) {
            Some(client) => self.input(Input::Left(client.guest)).await.is_ok(),
            None => true,
        }
    }

    /// A person takes a seat; connections as a spectator become those of a
    /// player.
    async fn join(&mut self, guest: PersonId, name: String) -> Result<Result<(), Refusal>, Lost> {
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
        let listeners = self.games.listeners();
        let ends_offer =
            |it: &wire::Event| matches!(it.change, Change::Joined { .. } | Change::Over(_));
        if events.iter().any(ends_offer) {
            return listeners.tell_all();
        }
        listeners.tell(Color::ALL.into_iter().filter_map(|color| self.room.player(color)));
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

    /// Reads the room again, since what it knows is not what is stored.
    async fn reload(&mut self) -> Result<(), Lost> {
        let mut room = load(&self.games, self.room.id()).await.ok_or(Lost)?;
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

    fn send(&mut self, client: &Client, message: &ServerMessage) {
        if client.send(encode(message)).is_err() {
            self.lose(&[client.id]);
        }
    }

    /// Tells something to all clients for whom it is.
    fn broadcast(&mut self, message: &Outgoing, is_for: impl Fn(&Room, &Client) -> bool) {
        let mut lost = Vec::new();
        for client in self.clients.values().filter(|it| is_for(&self.room, it)) {
            if client.send(message.clone()).is_err() {
                lost.push(client.id);
            }
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

    /// An account is deleted: a dash stands for its name, in the chat too.
    async fn forget_person(&mut self, person: PersonId) -> Result<bool, Lost> {
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
                client.set_close_code(code);
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
    async fn stop(&mut self) {
        if let Some(change) = self.room.handle(Input::Save, self.now()).change
            && let Err(error) = self.games.store.append(change).await
        {
            tracing::error!(game = %self.room.id(), %error, "the clocks were not stored");
        }
        self.drop_clients(CloseCode::Restart);
    }
}

/// The game cannot be read any more.
#[derive(Copy, Clone, Debug)]
struct Lost;

async fn load(games: &Games, id: GameId) -> Option<Box<Room>> {
    let stored = match games.store.load(id).await {
        Ok(stored) => stored?,
        Err(error) => {
            tracing::error!(game = %id, %error, "a game cannot be loaded");
            return None;
        }
    };
    match Room::restore(&stored).map(Box::new) {
        Ok(mut room) => {
            room.set_restored(games.clock.now());
            let chat = games.store.chat(id, MAX_CHAT_LINES).await;
            room.set_chat(chat.unwrap_or_default());
            Some(room)
        }
        Err(error) => {
            tracing::error!(game = %id, %error, "a game is damaged");
            None
        }
    }
}

/// There is no such game.
fn refuse(request: Request) {
    if let Request::Hello { client, .. } = request {
        client.set_close_code(CloseCode::NoGame);
    }
}

fn answer_message(c: u32, answer: &Result<u64, Refusal>) -> ServerMessage {
    match answer {
        Ok(v) => ServerMessage::Ok { c, v: *v },
        Err(refusal) => ServerMessage::No { c, why: refusal.why(), text: refusal.text() },
    }
}
