//! Autosave: writes games and drafts from a background thread.
//!
//! A game says that it has changed; the thread then takes what is not saved
//! yet, either a few lines or the whole game, and writes it. The lock of a game
//! is never held while something is written.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::game::Game;

/// A game is written as a whole at most this share of the time, since it
/// stands still meanwhile.
const MAX_SHARE: u32 = 20;

/// The longest time that a change waits for that.
const MAX_PAUSE: Duration = Duration::from_secs(30);

/// The most files that are open until they are synchronized with the disk.
const MAX_UNSYNCED: usize = 64;

/// One thread that writes all games, and starts with the first.
#[derive(Debug, Default)]
pub(crate) struct Autosave {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug, Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    written: Condvar,
}

#[derive(Debug, Default)]
struct Queue {
    games: VecDeque<Waiting>,
    is_closed: bool,
}

#[derive(Debug)]
struct Waiting {
    game: Arc<Game>,
    due: Instant,
}

/// The result of writing a game.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// To be synchronized with the disk.
    pub(crate) file: Option<File>,
    /// How long the game stood still.
    pub(crate) locked: Duration,
}

impl Autosave {
    /// Has a game written when it is due.
    pub(crate) fn add(&self, game: &Arc<Game>, due: Instant) -> io::Result<()> {
        self.start()?;
        self.shared.queue().games.push_back(Waiting { game: Arc::clone(game), due });
        self.shared.changed.notify_all();
        Ok(())
    }

    /// Has a game written at once, and waits for that; `false` if it takes too
    /// long.
    pub(crate) fn flush(&self, game: &Game, timeout: Duration) -> bool {
        let mut queue = self.shared.queue();
        for waiting in queue.games.iter_mut().filter(|it| it.game.id() == game.id()) {
            waiting.due = Instant::now();
        }
        self.shared.changed.notify_all();
        let target = game.n_save_requests();
        let is_unwritten = |_: &mut Queue| game.n_saves_done() < target;
        let waited = self.shared.written.wait_timeout_while(queue, timeout, is_unwritten);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    /// Writes all pending games and ends the thread.
    pub(crate) fn close(&self) {
        self.shared.queue().is_closed = true;
        self.shared.changed.notify_all();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            // A thread that has failed has nothing more to say.
            let _ = thread.join();
        }
    }

    fn start(&self) -> io::Result<()> {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if thread.is_none() {
            let shared = Arc::clone(&self.shared);
            let name = thread::Builder::new().name("autosave".into());
            *thread = Some(name.spawn(move || shared.run())?);
        }
        Ok(())
    }
}

impl Shared {
    fn run(&self) {
        let mut unsynced: Vec<File> = Vec::new();
        while let Some(game) = self.next(&mut unsynced) {
            let written = game.write_unsaved();
            unsynced.extend(written.file);
            let pause = (written.locked * MAX_SHARE).min(MAX_PAUSE);
            game.save_done(Instant::now() + pause);
            // A thread between its check and its wait holds the lock, so it is
            // not missed.
            drop(self.queue());
            self.written.notify_all();
        }
    }

    /// The next game to write, or `None` at the end.
    fn next(&self, unsynced: &mut Vec<File>) -> Option<Arc<Game>> {
        let mut queue = self.queue();
        loop {
            let now = Instant::now();
            let is_closed = queue.is_closed;
            let due = queue.games.iter().position(|it| is_closed || it.due <= now);
            if unsynced.len() < MAX_UNSYNCED
                && let Some(waiting) = due.and_then(|idx| queue.games.remove(idx))
            {
                return Some(waiting.game);
            }
            if !unsynced.is_empty() {
                drop(queue);
                // A disk that cannot do it says so when something is written.
                unsynced.drain(..).for_each(|file| drop(file.sync_data()));
                queue = self.queue();
                continue;
            }
            if is_closed {
                return None;
            }
            let first = queue.games.iter().map(|it| it.due).min();
            queue = match first {
                Some(due) => {
                    let pause = due.saturating_duration_since(now);
                    let waited = self.changed.wait_timeout(queue, pause);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
