//! The thread that reads the library, and what is asked of it.

use std::fmt;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;

use tengen_library::{Access, Cancel, Library, LibraryError};

use super::LibraryPlace;
use crate::workspace::Waker;

/// What a task does with the library.
type Task<T> = Box<dyn FnOnce(&mut Library, &Cancel) -> Result<T, LibraryError> + Send>;

/// A task with where its answer belongs.
struct Job<T> {
    slot: usize,
    ticket: u64,
    cancel: Cancel,
    task: Task<T>,
}

/// An answer.
struct Reply<T> {
    slot: usize,
    ticket: u64,
    result: Result<T, LibraryError>,
}

/// The number of kinds of tasks.
const N_SLOTS: usize = 4;

/// A task that was asked for and not answered.
struct Pending {
    ticket: u64,
    cancel: Cancel,
}

/// A thread that has the library open.
///
/// Each task belongs to a slot: another one in the same slot takes its place,
/// and what is no longer wanted is stopped and never answered.
pub(super) struct Service<T> {
    jobs: Option<Sender<Job<T>>>,
    replies: Receiver<Reply<T>>,
    pending: [Option<Pending>; N_SLOTS],
    last_ticket: u64,
}

impl<T: Send + 'static> Service<T> {
    /// Starts the thread, which ends when this is dropped.
    pub(super) fn start(place: LibraryPlace, wake: Waker) -> Service<T> {
        let (jobs, inbox) = mpsc::channel();
        let (outbox, replies) = mpsc::channel();
        let run = move || serve(&place, &inbox, &outbox, &wake);
        let started = thread::Builder::new().name("library view".into()).spawn(run);
        // Without a thread, everything that is asked fails.
        let jobs = started.is_ok().then_some(jobs);
        Service { jobs, replies, pending: [const { None }; N_SLOTS], last_ticket: 0 }
    }

    /// Has a task done, in place of an earlier one in its slot.
    pub(super) fn ask(
        &mut self,
        slot: usize,
        task: impl FnOnce(&mut Library, &Cancel) -> Result<T, LibraryError> + Send + 'static,
    ) {
        self.cancel(slot);
        self.last_ticket += 1;
        let (ticket, cancel) = (self.last_ticket, Cancel::new());
        let job = Job { slot, ticket, cancel: cancel.clone(), task: Box::new(task) };
        let is_sent = self.jobs.as_ref().is_some_and(|it| it.send(job).is_ok());
        if is_sent {
            self.pending[slot] = Some(Pending { ticket, cancel });
        }
    }

    /// Stops the task of a slot.
    pub(super) fn cancel(&mut self, slot: usize) {
        if let Some(pending) = self.pending[slot].take() {
            pending.cancel.cancel();
        }
    }

    /// Whether a slot waits for its answer.
    pub(super) const fn is_pending(&self, slot: usize) -> bool {
        self.pending[slot].is_some()
    }

    /// The next answer that is still wanted, if it has come.
    pub(super) fn poll(&mut self) -> Option<(usize, Result<T, LibraryError>)> {
        loop {
            match self.replies.try_recv() {
                Ok(reply) => {
                    if let Some(answer) = self.accept(reply) {
                        return Some(answer);
                    }
                }
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => return self.fail(),
            }
        }
    }

    /// The next answer that is still wanted, or `None` if nothing is.
    pub(super) fn wait(&mut self) -> Option<(usize, Result<T, LibraryError>)> {
        while self.pending.iter().any(Option::is_some) {
            match self.replies.recv() {
                Ok(reply) => {
                    if let Some(answer) = self.accept(reply) {
                        return Some(answer);
                    }
                }
                Err(_) => return self.fail(),
            }
        }
        None
    }

    fn accept(&mut self, reply: Reply<T>) -> Option<(usize, Result<T, LibraryError>)> {
        let pending = &mut self.pending[reply.slot];
        if pending.as_ref().is_none_or(|it| it.ticket != reply.ticket) {
            return None;
        }
        *pending = None;
        Some((reply.slot, reply.result))
    }

    /// The thread is gone: what was asked for last fails.
    fn fail(&mut self) -> Option<(usize, Result<T, LibraryError>)> {
        let slot = self.pending.iter().position(Option::is_some)?;
        self.pending[slot] = None;
        Some((slot, Err(LibraryError::Failed("its thread has ended".to_owned()))))
    }
}

impl<T> Drop for Service<T> {
    fn drop(&mut self) {
        for pending in self.pending.iter().flatten() {
            pending.cancel.cancel();
        }
        // The thread ends with its queue; nobody waits for it.
        self.jobs = None;
    }
}

impl<T> fmt::Debug for Service<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("last_ticket", &self.last_ticket).finish_non_exhaustive()
    }
}

fn serve<T>(place: &LibraryPlace, jobs: &Receiver<Job<T>>, out: &Sender<Reply<T>>, wake: &Waker) {
    let mut library = None;
    while let Ok(Job { slot, ticket, cancel, task }) = jobs.recv() {
        if cancel.is_cancelled() {
            continue;
        }
        let result = match open_once(&mut library, place) {
            Ok(library) => task(library, &cancel),
            Err(error) => Err(error),
        };
        if out.send(Reply { slot, ticket, result }).is_err() {
            return;
        }
        wake.wake();
    }
}

fn open_once<'a>(
    library: &'a mut Option<Library>,
    place: &LibraryPlace,
) -> Result<&'a mut Library, LibraryError> {
    match library {
        Some(library) => Ok(library),
        None => Ok(library.insert(open(place)?)),
    }
}

/// Opens the library, and brings in the finished games that it does not have.
fn open(place: &LibraryPlace) -> Result<Library, LibraryError> {
    let access = if place.finished.is_some() { Access::Create } else { Access::Write };
    let opened = match Library::open(&place.path, access) {
        // What cannot be written can still be read.
        Err(LibraryError::ReadOnly | LibraryError::Failed(_)) => {
            Library::open(&place.path, Access::Read)
        }
        opened => opened,
    };
    let mut library = opened?;
    if let Some(folder) = place.finished.as_ref().filter(|it| it.is_dir()) {
        // Those that cannot be added now are added by the next program.
        let _ = library.import(std::slice::from_ref(folder), &Cancel::new(), &mut |_| ());
    }
    Ok(library)
}
