//! The task of one study: check, apply, write, answer, broadcast.
//!
//! As for games, nothing is told before it is stored. If a change cannot be
//! stored, the study is thrown away and read again, and all clients read it
//! anew.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;

use super::{Answer, Request, Studies};
use crate::games::{Client, ClientId, CloseCode, Outgoing};
use crate::id::DocumentId;
use crate::store::DocumentChange;
use crate::study::{Study, StudyInput, StudyOutput, StudyRefusal};
use crate::wire::{self, StudyServerMessage};

/// How long a study without clients stays in memory.
const IDLE: Duration = Duration::from_secs(60);

/// After so many entries, a study is written as a whole.
const MAX_ENTRIES: usize = 2_000;

/// A study that is read with more than this is written as a whole at once.
const MANY_ENTRIES: usize = 200;

/// The most bytes of a message about the tree; longer ones are not sent.
const MAX_EVENT: usize = 64 << 10;

/// The most events that a client catches up with one by one.
const MAX_MISSED: usize = 16;

/// One study with its clients.
pub(super) struct StudyTask {
    studies: Arc<Studies>,
    study: Box<Study>,
    clients: HashMap<ClientId, Client>,
    idle_since: Duration,
}

/// The study cannot be read any more.
#[derive(Copy, Clone, Debug)]
struct Lost;

impl StudyTask {
    /// Runs a study until nobody is there, or the server ends.
    pub(super) async fn run(
        studies: Arc<Studies>,
        id: DocumentId,
        mut requests: mpsc::Receiver<Request>,
    ) {
        let Some(study) = load(&studies, id).await else {
            return end(&studies, id, requests).await;
        };
        let idle_since = studies.clock.now();
        let mut task = StudyTask { studies, study, clients: HashMap::new(), idle_since };
        let mut is_on = task.shorten(MANY_ENTRIES).await.is_ok();
        while is_on {
            let request = tokio::time::timeout(IDLE, requests.recv()).await;
            is_on = match request {
                Ok(Some(Request::Stop) | None) => return task.drop_clients(CloseCode::Restart),
                Ok(Some(request)) => {
                    task.idle_since = task.now();
                    task.request(request).await.is_ok()
                }
                Err(_) => true,
            };
            let is_idle = task.study.is_empty() && task.now() >= task.idle_since + IDLE;
            if is_on && is_idle && task.studies.forget(id, &requests) {
                return;
            }
        }
        // It cannot be read any more, so clients must come again.
        task.drop_clients(CloseCode::Restart);
        end(&task.studies, id, requests).await;
    }

    fn now(&self) -> Duration {
        self.studies.clock.now()
    }

    async fn request(&mut self, request: Request) -> Result<(), Lost> {
        match request {
            Request::Hello { client, have } => {
                let guest = client.guest;
                self.clients.insert(client.id, client.clone());
                self.study.handle(StudyInput::Arrived(guest), self.now());
                self.greet(&client, have);
                self.tell_crowd();
            }
            Request::HelloAgain { client, have } => {
                if let Some(client) = self.clients.get(&client).cloned() {
                    self.greet(&client, have);
                }
            }
            Request::Command { client, message } => {
                let Some(client) = self.clients.get(&client).cloned() else { return Ok(()) };
                let c = message.command();
                let input = StudyInput::Command { from: client.guest, message };
                let answer = self.input(input).await?;
                if let (Some(c), Some(answer)) = (c, answer) {
                    self.send(&client, &answer_message(c, &answer));
                }
            }
            Request::Gone(id) => {
                if let Some(client) = self.clients.remove(&id) {
                    self.study.handle(StudyInput::Left(client.guest), self.now());
                    self.tell_crowd();
                }
            }
            Request::Input { input, answer } => {
                let done = self.input(input).await?;
                // Who has asked may be gone.
                let _ = answer.send(done);
            }
            Request::Look(look) => look(&self.study),
            Request::Stop => (),
        }
        Ok(())
    }

    /// A client says hello: it gets what it has missed, or reads everything.
    fn greet(&mut self, client: &Client, have: Option<u64>) {
        let v = self.study.version();
        let welcome = StudyServerMessage::Welcome {
            you: self.study.person_number(client.guest),
            now: wire::millis(self.now()),
            build: self.studies.assets.assets().build().to_owned(),
            v,
        };
        self.send(client, &welcome);
        let missed = have.and_then(|it| self.study.events_since(it));
        let missed: Option<Vec<_>> = missed.map(|it| it.cloned().collect());
        match missed.filter(|it| it.len() <= MAX_MISSED) {
            Some(events) => {
                for event in events {
                    self.send(client, &StudyServerMessage::Event(event));
                }
            }
            None => self.send(client, &StudyServerMessage::Reload { v }),
        }
        self.send(client, &StudyServerMessage::Crowd(self.study.crowd()));
    }

    /// Lets something happen, stores it, and tells it.
    async fn input(&mut self, input: StudyInput) -> Result<Answer, Lost> {
        let output = self.study.handle(input, self.now());
        let answer = self.carry_out(output).await?;
        self.shorten(MAX_ENTRIES).await?;
        Ok(answer)
    }

    async fn carry_out(&mut self, output: StudyOutput) -> Result<Answer, Lost> {
        if let Some(text) = output.text {
            let before = self.study.version() - 1;
            let change = DocumentChange { before, text, listing: self.study.listing() };
            if let Err(error) = self.studies.store.append_document(change).await {
                tracing::error!(study = %self.study.id(), %error, "a change was not stored");
                self.reload().await?;
                return Ok(Some(Err(StudyRefusal::NotStored)));
            }
        }
        if let Some(event) = output.event {
            metrics::counter!("tengen_events_total").increment(1);
            let v = event.v;
            let mut message = encode(&StudyServerMessage::Event(event));
            if message.len() > MAX_EVENT {
                message = encode(&StudyServerMessage::Reload { v });
            }
            self.broadcast(&message);
        }
        if output.is_crowd_changed {
            self.tell_crowd();
        }
        Ok(output.answer)
    }

    /// Writes the study as a whole if there are more entries than this.
    async fn shorten(&mut self, most: usize) -> Result<(), Lost> {
        if self.study.n_entries() <= most {
            return Ok(());
        }
        let output = self.study.handle(StudyInput::Renumber, self.now());
        self.carry_out(output).await.map(|_| ())
    }

    /// Reads the study again, since what it knows is not what is stored.
    async fn reload(&mut self) -> Result<(), Lost> {
        let mut study = load(&self.studies, self.study.id()).await.ok_or(Lost)?;
        study.take_clients(&mut self.study);
        self.study = study;
        let reload = encode(&StudyServerMessage::Reload { v: self.study.version() });
        self.broadcast(&reload);
        Ok(())
    }

    fn tell_crowd(&mut self) {
        let crowd = encode(&StudyServerMessage::Crowd(self.study.crowd()));
        self.broadcast(&crowd);
    }

    fn send(&mut self, client: &Client, message: &StudyServerMessage) {
        if client.send(encode(message)).is_err() {
            self.lose(&[client.id]);
        }
    }

    fn broadcast(&mut self, message: &Outgoing) {
        let is_lost = |it: &&Client| it.send(message.clone()).is_err();
        let lost: Vec<ClientId> = self.clients.values().filter(is_lost).map(|it| it.id).collect();
        self.lose(&lost);
    }

    /// Clients that do not read are gone; the others hear that with the next
    /// word about who is there.
    fn lose(&mut self, ids: &[ClientId]) {
        for id in ids {
            if let Some(client) = self.clients.remove(id) {
                self.study.handle(StudyInput::Left(client.guest), self.now());
            }
        }
    }

    fn drop_clients(&mut self, code: CloseCode) {
        for (_, client) in self.clients.drain() {
            client.set_close_code(code);
        }
    }
}

/// Refuses what came for a study that is not there.
async fn end(studies: &Studies, id: DocumentId, mut requests: mpsc::Receiver<Request>) {
    let refuse = |request| {
        if let Request::Hello { client, .. } = request {
            client.set_close_code(CloseCode::NoGame);
        }
    };
    while !studies.forget(id, &requests) {
        if let Some(request) = requests.recv().await {
            refuse(request);
        }
    }
    requests.close();
    while let Some(request) = requests.recv().await {
        refuse(request);
    }
}

async fn load(studies: &Studies, id: DocumentId) -> Option<Box<Study>> {
    let stored = match studies.store.document(crate::store::DocumentKind::Study, id).await {
        Ok(stored) => stored?,
        Err(error) => {
            tracing::error!(study = %id, %error, "a study cannot be loaded");
            return None;
        }
    };
    let restored = tokio::task::spawn_blocking(move || Study::restore(&stored)).await;
    match restored {
        Ok(Ok(mut study)) => {
            study.set_restored(studies.clock.now());
            Some(Box::new(study))
        }
        Ok(Err(error)) => {
            tracing::error!(study = %id, %error, "a study is damaged");
            None
        }
        Err(error) => {
            tracing::error!(study = %id, %error, "a study cannot be read");
            None
        }
    }
}

fn encode(message: &StudyServerMessage) -> Outgoing {
    serde_json::to_string(message).expect("messages can be written").into()
}

fn answer_message(c: u32, answer: &Result<u64, StudyRefusal>) -> StudyServerMessage {
    match answer {
        Ok(v) => StudyServerMessage::Ok { c, v: *v },
        Err(refusal) => StudyServerMessage::No { c, why: refusal.why(), text: refusal.text() },
    }
}
