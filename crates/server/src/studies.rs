//! All studies that are in memory, each in a task of its own.

mod socket;
mod task;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{mpsc, oneshot};

use crate::asset::AssetSource;
use crate::games::{Client, ClientId};
use crate::id::{DocumentId, PersonId};
use crate::store::{Store, StoreError};
use crate::study::{NewStudy, Study, StudyInput, StudyRefusal};
use crate::time::ServerClock;
use crate::wire::StudyMessage;

pub(crate) use socket::open as open_socket;
use task::StudyTask;

/// The most requests that wait for one study.
const MAILBOX: usize = 64;

/// All studies that are in memory.
#[derive(Debug)]
pub(crate) struct Studies {
    store: Arc<dyn Store>,
    clock: ServerClock,
    assets: Arc<AssetSource>,
    mailboxes: Mutex<Mailboxes>,
}

#[derive(Debug, Default)]
struct Mailboxes {
    open: HashMap<DocumentId, mpsc::Sender<Request>>,
    tasks: Vec<tokio::task::JoinHandle<()>>,
    is_closed: bool,
}

type Answer = Option<Result<u64, StudyRefusal>>;

/// Something for the task of a study.
enum Request {
    /// A client says hello.
    Hello { client: Client, have: Option<u64> },
    /// A client says hello again.
    HelloAgain { client: ClientId, have: Option<u64> },
    /// A client sent a command.
    Command { client: ClientId, message: StudyMessage },
    /// A client is gone.
    Gone(ClientId),
    /// Something happens without a client.
    Input { input: StudyInput, answer: oneshot::Sender<Answer> },
    /// Looks at the study.
    Look(Box<dyn FnOnce(&Study) + Send>),
    /// The server ends.
    Stop,
}

impl Studies {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        clock: ServerClock,
        assets: Arc<AssetSource>,
    ) -> Arc<Studies> {
        Arc::new(Studies { store, clock, assets, mailboxes: Mutex::default() })
    }

    /// Creates a study, and returns its id once it is stored.
    pub(crate) async fn create(&self, new: NewStudy) -> Result<DocumentId, StoreError> {
        loop {
            let id = DocumentId::random();
            let now = self.clock.now();
            let own = new.clone();
            // A large record takes a while to read.
            let created = tokio::task::spawn_blocking(move || Study::create(id, own, now)).await;
            let created = created.map_err(|error| StoreError::Failed(error.to_string()))?;
            let (_, stored) = created.map_err(|error| StoreError::Failed(error.to_string()))?;
            match self.store.create_document(stored).await {
                Ok(()) => {
                    metrics::counter!("tengen_studies_created_total").increment(1);
                    return Ok(id);
                }
                Err(StoreError::Conflict) => (),
                Err(error) => return Err(error),
            }
        }
    }

    /// Sends something to a study, which is loaded if need be.
    async fn send(self: &Arc<Studies>, id: DocumentId, request: Request) {
        let Some(mailbox) = self.mailbox(id) else { return };
        if let Err(mpsc::error::SendError(request)) = mailbox.send(request).await
            && let Some(mailbox) = self.mailbox(id)
        {
            // The task ended meanwhile because nobody was there, so this is
            // another one.
            let _ = mailbox.send(request).await;
        }
    }

    /// Asks a study for something; `None` if there is no such study.
    pub(crate) async fn look<T: Send + 'static>(
        self: &Arc<Studies>,
        id: DocumentId,
        look: impl FnOnce(&Study) -> T + Send + 'static,
    ) -> Option<T> {
        let (answer, answered) = oneshot::channel();
        let look = Box::new(move |study: &Study| {
            // Who has asked may be gone.
            let _ = answer.send(look(study));
        });
        self.send(id, Request::Look(look)).await;
        answered.await.ok()
    }

    /// Lets something happen to a study without a socket; `None` if there is
    /// no such study.
    pub(crate) async fn input(
        self: &Arc<Studies>,
        id: DocumentId,
        input: StudyInput,
    ) -> Option<Result<u64, StudyRefusal>> {
        let (answer, answered) = oneshot::channel();
        self.send(id, Request::Input { input, answer }).await;
        answered.await.ok().flatten()
    }

    /// Has a person come with a name.
    pub(crate) async fn join(
        self: &Arc<Studies>,
        id: DocumentId,
        guest: PersonId,
        name: String,
    ) -> Option<Result<u64, StudyRefusal>> {
        self.input(id, StudyInput::Join { guest, name }).await
    }

    /// Closes all studies, whose changes are stored already.
    pub(crate) async fn close(&self) {
        let (open, tasks) = {
            let mut mailboxes = self.mailboxes();
            mailboxes.is_closed = true;
            (std::mem::take(&mut mailboxes.open), std::mem::take(&mut mailboxes.tasks))
        };
        for mailbox in open.into_values() {
            // A task that has ended needs no word.
            let _ = mailbox.send(Request::Stop).await;
        }
        for task in tasks {
            // A task that has failed has nothing to say.
            let _ = task.await;
        }
    }

    fn mailbox(self: &Arc<Studies>, id: DocumentId) -> Option<mpsc::Sender<Request>> {
        let mut mailboxes = self.mailboxes();
        if mailboxes.is_closed {
            return None;
        }
        if let Some(mailbox) = mailboxes.open.get(&id).filter(|it| !it.is_closed()) {
            return Some(mailbox.clone());
        }
        let (mailbox, requests) = mpsc::channel(MAILBOX);
        let task = tokio::spawn(StudyTask::run(Arc::clone(self), id, requests));
        if mailboxes.tasks.len() >= 2 * mailboxes.open.len() + 64 {
            mailboxes.tasks.retain(|it| !it.is_finished());
        }
        mailboxes.tasks.push(task);
        mailboxes.open.insert(id, mailbox.clone());
        Some(mailbox)
    }

    /// Forgets a study whose task ends, unless something came for it.
    fn forget(&self, id: DocumentId, requests: &mpsc::Receiver<Request>) -> bool {
        let mut mailboxes = self.mailboxes();
        if !requests.is_empty() {
            return false;
        }
        mailboxes.open.remove(&id);
        true
    }

    fn mailboxes(&self) -> MutexGuard<'_, Mailboxes> {
        self.mailboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
