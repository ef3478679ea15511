//! The games of this server that are over, found by player, date, result and
//! position by those who may see them.
//!
//! They are kept in a library beside the database, which follows from it: it
//! is filled from the store, and may be thrown away. A thread of its own has it
//! open, so that a long search delays neither games nor other pages.

mod contents;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tengen_library::{Cancel, LibraryError};
use tokio::sync::{Notify, oneshot, watch};

use crate::id::{GameId, PersonId};
use crate::room::Room;
use crate::store::{FinishedAfter, Listing, ReviewStage, Store, StoreError};

use contents::Contents;
pub(crate) use contents::{FoundHere, ServerGame, Shown};

/// The name of the library in the folder of the data.
pub(crate) const FILE: &str = "library.db";

/// The most searches that wait.
const QUEUE: usize = 32;

/// How long somebody waits for a search.
const PATIENCE: Duration = Duration::from_secs(8);

/// How long somebody waits for games that have ended just now.
const FRESHNESS: Duration = Duration::from_secs(5);

/// Games that end elsewhere are looked for this often.
const INTERVAL: Duration = Duration::from_secs(60);

/// The games that are read from the store at once.
const BATCH: usize = 200;

/// Changes may reach the store this much later than others with a later time.
const OVERLAP: Duration = Duration::from_secs(60);

type Job = Box<dyn FnOnce(&mut Contents) + Send>;

/// The library of a server.
#[derive(Debug)]
pub(crate) struct GameLibrary {
    store: Arc<dyn Store>,
    jobs: Mutex<Option<SyncSender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    /// Games that have another review since they were read.
    reviewed: Mutex<Vec<GameId>>,
    /// How often the store was asked to be gone through.
    asked: AtomicU64,
    wake: Notify,
    /// Which of these requests are fulfilled.
    done: watch::Sender<u64>,
}

/// Why nothing was found or not found.
#[derive(Copy, Clone, Debug)]
pub(crate) enum SearchError {
    /// Too many others are searching.
    Busy,
    /// It takes too long.
    TooSlow,
    /// The library cannot be read.
    Unavailable,
}

impl From<LibraryError> for SearchError {
    fn from(error: LibraryError) -> SearchError {
        match error {
            LibraryError::Cancelled => SearchError::TooSlow,
            LibraryError::Busy => SearchError::Busy,
            error => {
                tracing::error!(%error, "the library has failed");
                SearchError::Unavailable
            }
        }
    }
}

/// Stops a search whose page nobody waits for any more.
struct Stop(Cancel);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl GameLibrary {
    /// Opens the library in a thread of its own.
    pub(crate) fn start(store: Arc<dyn Store>, file: PathBuf) -> Arc<GameLibrary> {
        let (jobs, inbox) = mpsc::sync_channel::<Job>(QUEUE);
        let run = move || match Contents::open(&file) {
            Ok(mut contents) => {
                while let Ok(job) = inbox.recv() {
                    job(&mut contents);
                }
            }
            Err(error) => {
                tracing::error!(%error, file = %file.display(), "games cannot be searched");
            }
        };
        let thread = thread::Builder::new().name("library".to_owned()).spawn(run);
        Arc::new(GameLibrary {
            store,
            jobs: Mutex::new(thread.is_ok().then_some(jobs)),
            thread: Mutex::new(thread.ok()),
            reviewed: Mutex::default(),
            asked: AtomicU64::new(0),
            wake: Notify::new(),
            done: watch::Sender::new(0),
        })
    }

    /// Follows the store until the server ends.
    pub(crate) async fn follow(self: Arc<GameLibrary>, mut stopped: watch::Receiver<bool>) {
        let mut newest = 0;
        loop {
            let asked = self.asked.load(Ordering::SeqCst);
            tokio::select! {
                caught_up = self.catch_up(&mut newest) => match caught_up {
                    Ok(()) => _ = self.done.send_replace(asked),
                    // The next time goes on from there.
                    Err(CatchUpError::Search(error)) => {
                        tracing::debug!(?error, "finished games are not taken yet");
                    }
                    Err(CatchUpError::Store(error)) => {
                        tracing::error!(%error, "finished games cannot be read");
                    }
                },
                _ = stopped.wait_for(|it| *it) => return,
            }
            let again = tokio::time::timeout(INTERVAL, self.wake.notified());
            tokio::select! {
                _ = again => (),
                _ = stopped.wait_for(|it| *it) => return,
            }
        }
    }

    /// Waits until games that ended before are there, or for a while.
    pub(crate) async fn refresh(&self) {
        let ticket = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        self.wake.notify_one();
        let mut done = self.done.subscribe();
        // What is there can be searched anyway.
        let _ = tokio::time::timeout(FRESHNESS, done.wait_for(|it| *it >= ticket)).await;
    }

    /// A game has another review, which says what its moves have lost.
    pub(crate) fn reviewed(&self, game: GameId) {
        self.reviewed.lock().unwrap_or_else(PoisonError::into_inner).push(game);
    }

    /// Searches what a guest may see.
    pub(crate) async fn search<T: Send + 'static>(
        &self,
        guest: Option<PersonId>,
        search: impl FnOnce(&mut Shown<'_>, &Cancel) -> Result<T, LibraryError> + Send + 'static,
    ) -> Result<T, SearchError> {
        let run = move |contents: &mut Contents, cancel: &Cancel| {
            search(&mut contents.shown_to(guest), cancel)
        };
        tokio::time::timeout(PATIENCE, self.run(run)).await.unwrap_or(Err(SearchError::TooSlow))
    }

    /// Ends the thread, once its searches are done.
    pub(crate) fn close(&self) {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            // A thread that has failed has nothing more to say.
            let _ = thread.join();
        }
    }

    async fn run<T: Send + 'static>(
        &self,
        task: impl FnOnce(&mut Contents, &Cancel) -> Result<T, LibraryError> + Send + 'static,
    ) -> Result<T, SearchError> {
        let stop = Stop(Cancel::new());
        let cancel = stop.0.clone();
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |contents| {
            if !cancel.is_cancelled() {
                // Who has asked may be gone.
                let _ = answer.send(task(contents, &cancel));
            }
        });
        {
            let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
            let jobs = jobs.as_ref().ok_or(SearchError::Unavailable)?;
            jobs.try_send(job).map_err(|error| match error {
                TrySendError::Full(_) => SearchError::Busy,
                TrySendError::Disconnected(_) => SearchError::Unavailable,
            })?;
        }
        answered.await.map_err(|_| SearchError::Unavailable)?.map_err(SearchError::from)
    }

    /// Brings in the games that have ended, from a little before the newest
    /// one on.
    async fn catch_up(&self, newest: &mut u64) -> Result<(), CatchUpError> {
        let is_first = *newest == 0;
        let overlap = u64::try_from(OVERLAP.as_millis()).unwrap_or(u64::MAX);
        let mut after = FinishedAfter { changed_at: newest.saturating_sub(overlap), id: None };
        loop {
            let listings = self.store.finished(after, BATCH).await?;
            let Some(last) = listings.last() else { break };
            after = FinishedAfter { changed_at: last.changed_at, id: Some(last.id) };
            for id in self.run(move |it, _| Ok(it.note(&listings))).await? {
                self.read(id).await?;
            }
            *newest = after.changed_at.max(*newest);
        }
        if is_first {
            self.run(|it, _| it.forget_others()).await?;
        }
        let reviewed =
            std::mem::take(&mut *self.reviewed.lock().unwrap_or_else(PoisonError::into_inner));
        for id in reviewed {
            self.read(id).await?;
        }
        Ok(())
    }

    /// Reads a game, and those that go with its earlier version.
    async fn read(&self, id: GameId) -> Result<(), CatchUpError> {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            let Some((listing, sgf)) = self.text(id).await? else { continue };
            let again = self.run(move |it, _| it.put(&listing, &sgf)).await?;
            waiting.extend(again);
        }
        Ok(())
    }

    /// The record of a game that is over, with its review if there is one.
    async fn text(&self, id: GameId) -> Result<Option<(Listing, String)>, StoreError> {
        let Some(stored) = self.store.load(id).await? else { return Ok(None) };
        let review = self.store.review(id).await?.filter(|it| it.stage == ReviewStage::Done);
        if let Some(review) = review.filter(|it| !it.sgf.is_empty()) {
            return Ok(Some((stored.listing, review.sgf)));
        }
        // Replaying a game takes a while, so it is done elsewhere.
        let read = tokio::task::spawn_blocking(move || {
            let room = Room::restore(&stored);
            let sgf = room.map(|it| it.session().record().to_sgf());
            (stored.listing, sgf)
        });
        match read.await {
            Ok((listing, Ok(sgf))) => Ok(Some((listing, sgf))),
            Ok((_, Err(error))) => {
                tracing::error!(%error, game = %id, "a finished game cannot be read");
                Ok(None)
            }
            Err(_) => Ok(None),
        }
    }
}

/// Why games were not brought in.
enum CatchUpError {
    Store(StoreError),
    Search(SearchError),
}

impl From<StoreError> for CatchUpError {
    fn from(error: StoreError) -> CatchUpError {
        CatchUpError::Store(error)
    }
}

impl From<SearchError> for CatchUpError {
    fn from(error: SearchError) -> CatchUpError {
        CatchUpError::Search(error)
    }
}
