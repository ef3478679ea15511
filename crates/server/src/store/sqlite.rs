//! A store in one SQLite file.
//!
//! One thread writes: it takes all changes that wait, writes them in one
//! transaction, and only then answers, so that many games share the cost of
//! one synchronization with the disk. Two other threads read.

mod account;
mod document;
mod node;
mod rating;
mod read;
mod review;
mod schema;
mod write;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use tokio::sync::oneshot;

use super::{
    Asked, Expiry, FinishedAfter, Guest, Listing, NodeId, Renewal, Reply, ReviewRequest,
    ReviewStage, Store, StoreError, StoredChange, StoredGame, StoredReview, Taken,
};
use crate::id::{GameId, PersonId};
use crate::wire::ChatLine;

const N_READERS: usize = 2;

/// A store in one SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    writes: Sender<WriteJob>,
    reads: Sender<ReadJob>,
    threads: Arc<Mutex<Vec<JoinHandle<()>>>>,
}

/// A change that waits for the next transaction.
struct WriteJob {
    /// Makes the change within the transaction.
    run: Write,
    answer: oneshot::Sender<Result<(), StoreError>>,
    kind: WriteKind,
}

type Write = Box<dyn FnOnce(&Connection) -> Result<(), StoreError> + Send>;

#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum WriteKind {
    /// Shares a transaction with others.
    Change,
    /// Must not be within a transaction.
    Alone,
    /// Is the last one.
    Close,
}

type ReadJob = Box<dyn FnOnce(&Connection) + Send>;

impl SqliteStore {
    /// Opens the file, or creates it, and brings it to this version.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if the file cannot be opened, is no database, or
    /// is of a later version.
    pub fn open(file: &Path) -> Result<SqliteStore, StoreError> {
        let writer = Connection::open(file)?;
        prepare(&writer)?;
        schema::migrate(&writer, file)?;
        // One that cannot be written would be found out by the first player.
        writer.pragma_update(None, "user_version", schema::VERSION)?;
        let (write_sender, changes) = mpsc::channel();
        let (reads, read_jobs) = mpsc::channel();
        let read_jobs = Arc::new(Mutex::new(read_jobs));
        let mut threads = vec![spawn("store-write", move || write::run(&writer, &changes))?];
        for _ in 0..N_READERS {
            let reader = open_reader(file)?;
            let jobs = Arc::clone(&read_jobs);
            threads.push(spawn("store-read", move || run_reads(&reader, &jobs))?);
        }
        Ok(SqliteStore { writes: write_sender, reads, threads: Arc::new(Mutex::new(threads)) })
    }

    fn write(
        &self,
        kind: WriteKind,
        run: impl FnOnce(&Connection) -> Result<(), StoreError> + Send + 'static,
    ) -> Reply<()> {
        let (answer, answered) = oneshot::channel();
        // A closed store drops the job, and with it the answer.
        let _ = self.writes.send(WriteJob { run: Box::new(run), answer, kind });
        Box::pin(async move { answered.await.unwrap_or(Err(StoreError::Closed)) })
    }

    /// A change that has an answer of its own.
    fn write_for<T: Send + 'static>(
        &self,
        run: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Reply<T> {
        let (found, answer) = mpsc::channel();
        let written = self.write(WriteKind::Change, move |it| {
            // Who has asked may be gone.
            let _ = found.send(run(it)?);
            Ok(())
        });
        Box::pin(async move {
            written.await?;
            answer.try_recv().map_err(|_| StoreError::Closed)
        })
    }

    fn read<T: Send + 'static>(
        &self,
        run: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Reply<T> {
        let (answer, answered) = oneshot::channel();
        let job: ReadJob = Box::new(move |reader| {
            // Who has asked may be gone.
            let _ = answer.send(run(reader).map_err(StoreError::from));
        });
        // As above.
        let _ = self.reads.send(job);
        Box::pin(async move { answered.await.unwrap_or(Err(StoreError::Closed)) })
    }
}

/// Verifies the database, which a server may have open: what is wrong with it,
/// and nothing if it is sound.
///
/// # Errors
///
/// Returns [`StoreError`] if the file cannot be read at all.
pub fn check_file(file: &Path) -> Result<Vec<String>, StoreError> {
    let reader = open_reader(file)?;
    schema::check_version(&reader)?;
    Ok(read::problems(&reader)?)
}

/// Writes a copy of a database, which a server may have open, into a new file.
///
/// # Errors
///
/// Returns [`StoreError`] if it cannot be read, or the copy not be written.
pub fn backup_file(file: &Path, copy: &Path) -> Result<(), StoreError> {
    let reader = open_reader(file)?;
    schema::check_version(&reader)?;
    write::backup(&reader, copy)
}

fn prepare(writer: &Connection) -> rusqlite::Result<()> {
    writer.busy_timeout(Duration::from_secs(5))?;
    writer.pragma_update(None, "journal_mode", "WAL")?;
    writer.pragma_update(None, "synchronous", "FULL")?;
    writer.pragma_update(None, "foreign_keys", "ON")
}

fn open_reader(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let reader = Connection::open_with_flags(file, flags)?;
    reader.busy_timeout(Duration::from_secs(5))?;
    Ok(reader)
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, StoreError> {
    let thread = thread::Builder::new().name(name.to_owned()).spawn(run);
    thread.map_err(|error| StoreError::Failed(error.to_string()))
}

fn run_reads(reader: &Connection, jobs: &Mutex<Receiver<ReadJob>>) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        job(reader);
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Failed(error.to_string())
    }
}

impl Store for SqliteStore {
    fn put_guest(&self, guest: Guest) -> Reply<()> {
        self.write(WriteKind::Change, move |it| write::put_guest(it, &guest))
    }

    fn guest(&self, id: PersonId) -> Reply<Option<Guest>> {
        self.read(move |it| read::guest(it, id))
    }

    fn create(&self, game: StoredGame) -> Reply<()> {
        self.write(WriteKind::Change, move |it| write::create(it, &game))
    }

    fn append(&self, change: StoredChange) -> Reply<()> {
        self.write(WriteKind::Change, move |it| write::append(it, &change))
    }

    fn take(&self, id: GameId, by: NodeId) -> Reply<Taken> {
        self.write_for(move |it| node::take(it, id, by))
    }

    fn release(&self, id: GameId, epoch: u64) -> Reply<()> {
        self.write(WriteKind::Change, move |it| node::release(it, id, epoch))
    }

    fn renew(&self, id: NodeId, lease: Duration) -> Reply<Renewal> {
        self.write_for(move |it| node::renew(it, id, lease))
    }

    fn leave(&self, id: NodeId) -> Reply<()> {
        self.write(WriteKind::Change, move |it| node::leave(it, id))
    }

    fn load(&self, id: GameId) -> Reply<Option<StoredGame>> {
        self.read(move |it| read::load(it, id))
    }

    fn games_of(&self, guest: PersonId, max: usize) -> Reply<Vec<Listing>> {
        self.read(move |it| read::games_of(it, guest, max))
    }

    fn listed(&self, max: usize) -> Reply<Vec<Listing>> {
        self.read(move |it| read::listed(it, max))
    }

    fn finished(&self, after: FinishedAfter, max: usize) -> Reply<Vec<Listing>> {
        self.read(move |it| read::finished(it, after, max))
    }

    fn last_results(&self, max: usize) -> Reply<Vec<Listing>> {
        self.read(move |it| read::last_results(it, max))
    }

    fn running(&self, by: NodeId) -> Reply<Vec<GameId>> {
        self.read(move |it| node::running(it, by))
    }

    fn say(&self, game: GameId, line: ChatLine) -> Reply<()> {
        self.write(WriteKind::Change, move |it| write::say(it, game, &line))
    }

    fn chat(&self, game: GameId, max: usize) -> Reply<Vec<ChatLine>> {
        self.read(move |it| read::chat(it, game, max))
    }

    fn ask_review(&self, request: ReviewRequest) -> Reply<Asked> {
        self.write_for(move |it| review::ask(it, &request))
    }

    fn review(&self, game: GameId) -> Reply<Option<StoredReview>> {
        self.read(move |it| review::load(it, game))
    }

    fn reviews_waiting(&self) -> Reply<Vec<GameId>> {
        self.read(review::waiting)
    }

    fn take_review(&self, by: NodeId) -> Reply<Option<GameId>> {
        self.write_for(move |it| review::take(it, by))
    }

    fn keep_review(&self, game: GameId, stage: ReviewStage, sgf: String) -> Reply<()> {
        self.write(WriteKind::Change, move |it| review::keep(it, game, stage, &sgf))
    }

    fn purge(&self, expiry: Expiry) -> Reply<usize> {
        self.write_for(move |it| write::purge(it, &expiry))
    }

    fn backup(&self, file: PathBuf) -> Reply<()> {
        self.write(WriteKind::Alone, move |it| write::backup(it, &file))
    }

    fn close(&self) -> Reply<()> {
        let closed = self.write(WriteKind::Close, |it| {
            write::checkpoint(it);
            Ok(())
        });
        let threads = Arc::clone(&self.threads);
        Box::pin(async move {
            let result = closed.await;
            // The readers end with the last sender; the writer has ended.
            let mut threads = threads.lock().unwrap_or_else(PoisonError::into_inner);
            threads.clear();
            result
        })
    }
}
