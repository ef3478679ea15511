//! All games that are in memory, each in a task of its own.
//!
//! Among several servers, one has a game and changes it ([`task`], [`owner`]),
//! and the others relay for their clients ([`relay`]); [`run`] finds out which.

mod client;
mod listener;
mod node;
mod owner;
mod relay;
mod run;
mod task;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tengen_host::Runner;
use tokio::sync::{mpsc, oneshot};

use crate::asset::AssetSource;
use crate::bus::{Answering, Letter, Post};
use crate::id::{GameId, PersonId};
use crate::metric;
use crate::room::{NewGame, Refusal, Room};
use crate::store::{Account, NodeId, Store, StoreError};
use crate::time::ServerClock;
use crate::wire::ClientMessage;

pub(crate) use client::{Client, ClientId, CloseCode, Outgoing};
pub(crate) use listener::{Listener, Listeners};
use run::Mailbox;

/// The most requests that wait for one game.
const MAILBOX: usize = 64;

/// The most games of a person that are changed.
const MAX_CHANGED: usize = 10_000;

/// The most letters of other servers that wait for one game.
const LETTERS: usize = 1_024;

/// All games that are in memory.
#[derive(Debug)]
pub(crate) struct Games {
    store: Arc<dyn Store>,
    runner: Runner,
    clock: ServerClock,
    assets: Arc<AssetSource>,
    listeners: Listeners,
    post: Post,
    /// When the lease was renewed, in milliseconds since 1970.
    renewed_at: AtomicU64,
    mailboxes: Mutex<Mailboxes>,
}

/// The end of a mailbox that is written to.
#[derive(Clone, Debug)]
struct Open {
    requests: mpsc::Sender<Request>,
    /// For what other servers write, which must not wait.
    letters: mpsc::Sender<Request>,
    is_owner: Arc<AtomicBool>,
}

#[derive(Debug, Default)]
struct Mailboxes {
    open: HashMap<GameId, Open>,
    tasks: Vec<tokio::task::JoinHandle<()>>,
    is_closed: bool,
}

/// Where the answer to a command goes: the version, or why it was refused.
type Answer = oneshot::Sender<Result<u64, Refusal>>;

/// Something for the task of a game.
pub(crate) enum Request {
    /// A client says hello.
    Hello { client: Client, have: Option<u64> },
    /// A client says hello again.
    HelloAgain { client: ClientId, have: Option<u64> },
    /// A client sent a command.
    Command { client: ClientId, message: ClientMessage, received: Duration, lag: Duration },
    /// A person sends a command without being a client.
    Order { from: PersonId, message: ClientMessage, received: Duration, answer: Answer },
    /// A client is gone.
    Gone(ClientId),
    /// A person takes the open seat.
    Join { guest: PersonId, name: String, answer: oneshot::Sender<Result<(), Refusal>> },
    /// The seats of a guest become those of an account.
    Adopt { guest: PersonId, account: PersonId, name: String, answer: oneshot::Sender<bool> },
    /// An account is deleted.
    Forget { person: PersonId, answer: oneshot::Sender<bool> },
    /// Looks at the room.
    Look(Box<dyn FnOnce(&mut Room) + Send>),
    /// Another server writes.
    Letter { from: NodeId, letter: Letter, answer: Option<Answering> },
    /// The game may have been taken by another server.
    TakeAgain,
    /// The server ends.
    Stop,
}

impl Games {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        runner: Runner,
        clock: ServerClock,
        assets: Arc<AssetSource>,
        post: Post,
    ) -> Arc<Games> {
        let (listeners, mailboxes) = (Listeners::default(), Mutex::default());
        let renewed_at = AtomicU64::new(0);
        Arc::new(Games { store, runner, clock, assets, listeners, post, renewed_at, mailboxes })
    }

    /// This server among others.
    pub(crate) fn node(&self) -> NodeId {
        self.post.node
    }

    /// Creates a game, and returns its id once it is stored.
    pub(crate) async fn create(&self, terms: NewGame) -> Result<GameId, CreateError> {
        loop {
            let id = GameId::random();
            let date = tengen_host::today();
            let created = Room::create(id, terms.clone(), &date, self.clock.now());
            let (_, stored) = created.map_err(CreateError::BadSetup)?;
            match self.store.create(stored).await {
                Ok(()) => {
                    metrics::counter!("tengen_games_created_total").increment(1);
                    self.tell_listeners(None);
                    return Ok(id);
                }
                Err(StoreError::Conflict) => (),
                Err(error) => return Err(CreateError::Store(error)),
            }
        }
    }

    /// Sends something to a game, which is loaded if need be.
    pub(crate) async fn send(self: &Arc<Games>, id: GameId, request: Request) {
        let Some(mailbox) = self.mailbox(id) else { return };
        if let Err(mpsc::error::SendError(request)) = mailbox.requests.send(request).await
            && let Some(mailbox) = self.mailbox(id)
        {
            // The task ended meanwhile because the game was idle, so this is
            // another one.
            let _ = mailbox.requests.send(request).await;
        }
    }

    /// Asks a room for something; `None` if there is no such game.
    ///
    /// A game that is not in memory is read for it, and changes its owner by
    /// that as little as anything else.
    pub(crate) async fn look<T: Send + 'static>(
        self: &Arc<Games>,
        id: GameId,
        look: impl FnOnce(&mut Room) -> T + Send + 'static,
    ) -> Option<T> {
        let (is_open, is_closed) = {
            let mailboxes = self.mailboxes();
            (mailboxes.open.contains_key(&id), mailboxes.is_closed)
        };
        if !is_open && !is_closed {
            return self.stored_room(id).await.map(|mut room| look(&mut room));
        }
        let (answer, answered) = oneshot::channel();
        let look = Box::new(move |room: &mut Room| {
            // Who has asked may be gone.
            let _ = answer.send(look(room));
        });
        self.send(id, Request::Look(look)).await;
        answered.await.ok()
    }

    /// Has a person take the open seat; `None` if there is no such game.
    pub(crate) async fn join(
        self: &Arc<Games>,
        id: GameId,
        guest: PersonId,
        name: String,
    ) -> Option<Result<(), Refusal>> {
        let (answer, answered) = oneshot::channel();
        self.send(id, Request::Join { guest, name, answer }).await;
        answered.await.ok()
    }

    /// Has the games of a guest become those of an account, and says whether
    /// all did.
    pub(crate) async fn adopt(
        self: &Arc<Games>,
        guest: PersonId,
        account: &Account,
    ) -> Result<bool, StoreError> {
        let mut are_adopted = true;
        for game in self.store.games_of(guest, MAX_CHANGED).await? {
            let (answer, answered) = oneshot::channel();
            let (account, name) = (account.id, account.name.clone());
            self.send(game.id, Request::Adopt { guest, account, name, answer }).await;
            if !answered.await.unwrap_or(false) {
                tracing::error!(game = %game.id, "a game stays that of a guest");
                are_adopted = false;
            }
        }
        Ok(are_adopted)
    }

    /// Has somebody leave all games, in which a dash stands for the name.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if that is not stored of every game.
    pub(crate) async fn forget_person(
        self: &Arc<Games>,
        person: PersonId,
    ) -> Result<(), StoreError> {
        for game in self.store.games_of(person, MAX_CHANGED).await? {
            let (answer, answered) = oneshot::channel();
            self.send(game.id, Request::Forget { person, answer }).await;
            if !answered.await.unwrap_or(false) {
                return Err(StoreError::Failed(format!("game {} was not changed", game.id)));
            }
        }
        Ok(())
    }

    /// Has a person send a command; `None` if there is no such game for them.
    pub(crate) async fn order(
        self: &Arc<Games>,
        id: GameId,
        from: PersonId,
        message: ClientMessage,
        received: Duration,
    ) -> Option<Result<u64, Refusal>> {
        let (answer, answered) = oneshot::channel();
        self.send(id, Request::Order { from, message, received, answer }).await;
        answered.await.ok()
    }

    /// Those who hear of changes without being in a game.
    pub(crate) const fn listeners(&self) -> &Listeners {
        &self.listeners
    }

    /// Stores and closes all games.
    pub(crate) async fn close(&self) {
        let (open, tasks) = {
            let mut mailboxes = self.mailboxes();
            mailboxes.is_closed = true;
            (std::mem::take(&mut mailboxes.open), std::mem::take(&mut mailboxes.tasks))
        };
        for mailbox in open.into_values() {
            // A task that has ended needs no word.
            let _ = mailbox.requests.send(Request::Stop).await;
        }
        for task in tasks {
            // A task that has failed has nothing to store.
            let _ = task.await;
        }
        self.listeners.close();
    }

    fn mailbox(self: &Arc<Games>, id: GameId) -> Option<Open> {
        let mut mailboxes = self.mailboxes();
        if mailboxes.is_closed {
            return None;
        }
        if let Some(mailbox) = mailboxes.open.get(&id).filter(|it| !it.requests.is_closed()) {
            return Some(mailbox.clone());
        }
        let (requests, requested) = mpsc::channel(MAILBOX);
        let (letters, written) = mpsc::channel(LETTERS);
        let is_owner = Arc::new(AtomicBool::new(false));
        let mailbox = Mailbox { requests: requested, letters: written };
        let task = tokio::spawn(run::run(Arc::clone(self), id, mailbox, Arc::clone(&is_owner)));
        if mailboxes.tasks.len() >= 2 * mailboxes.open.len() + 64 {
            mailboxes.tasks.retain(|it| !it.is_finished());
        }
        mailboxes.tasks.push(task);
        let open = Open { requests, letters, is_owner };
        mailboxes.open.insert(id, open.clone());
        metrics::gauge!("tengen_games_loaded").set(metric::number(mailboxes.open.len()));
        Some(open)
    }

    /// Forgets a game whose task ends, unless something came for it.
    fn forget(&self, id: GameId, mailbox: &Mailbox) -> bool {
        let mut mailboxes = self.mailboxes();
        if !mailbox.is_empty() {
            return false;
        }
        mailboxes.remove(id);
        true
    }

    fn remove(&self, id: GameId) {
        self.mailboxes().remove(id);
    }

    fn mailboxes(&self) -> MutexGuard<'_, Mailboxes> {
        self.mailboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Mailboxes {
    fn remove(&mut self, id: GameId) {
        self.open.remove(&id);
        metrics::gauge!("tengen_games_loaded").set(metric::number(self.open.len()));
    }
}

/// Why a game was not created.
#[derive(Debug)]
pub(crate) enum CreateError {
    BadSetup(tengen_session::BadSetup),
    Store(StoreError),
}

#[cfg(test)]
mod tests;
