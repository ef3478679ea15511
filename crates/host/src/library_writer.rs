//! Finished games go into the library of the user, from a thread of its own.
//!
//! The store has each of these games already, so nothing is lost if the
//! library cannot be opened: the next game that ends brings the others with
//! it.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use tengen_library::{Access, Cancel, Library, LibraryError};
use tengen_rules::ByColor;

use crate::Store;

/// A game that is over, as the store has it.
#[derive(Debug)]
pub(crate) struct FinishedGame {
    pub(crate) path: PathBuf,
    /// Which players are the user.
    pub(crate) is_own: ByColor<bool>,
}

/// The thread that writes the library, which starts with the first game.
#[derive(Debug)]
pub(crate) struct LibraryWriter {
    /// The file of the library, or `None` for no library.
    library: Option<PathBuf>,
    /// Where the store has all finished games.
    finished: Option<PathBuf>,
    thread: Mutex<Option<(Sender<FinishedGame>, JoinHandle<()>)>>,
}

impl LibraryWriter {
    pub(crate) fn new(library: Option<PathBuf>, store: Option<&Store>) -> LibraryWriter {
        let finished = store.map(Store::finished_games);
        LibraryWriter { library, finished, thread: Mutex::new(None) }
    }

    /// Whether there is a library to write.
    pub(crate) const fn is_on(&self) -> bool {
        self.library.is_some()
    }

    /// Has a game added when there is time.
    pub(crate) fn add(&self, game: FinishedGame) {
        let Some(library) = &self.library else { return };
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if thread.is_none() {
            let (sender, games) = mpsc::channel();
            let (library, finished) = (library.clone(), self.finished.clone());
            let run = move || run(&library, finished.as_deref(), &games);
            let started = thread::Builder::new().name("library".into()).spawn(run);
            // Without a thread, a later program brings the game in.
            *thread = started.ok().map(|it| (sender, it));
        }
        if let Some((sender, _)) = &*thread {
            // As above.
            let _ = sender.send(game);
        }
    }

    /// Adds what is waiting, and ends the thread.
    pub(crate) fn close(&self) {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((sender, thread)) = thread {
            drop(sender);
            // A thread that has failed has nothing more to say.
            let _ = thread.join();
        }
    }
}

fn run(path: &Path, finished: Option<&Path>, games: &Receiver<FinishedGame>) {
    let mut library = None;
    while let Ok(game) = games.recv() {
        if library.is_none() {
            library = open(path, finished).ok();
        }
        let added = library.as_mut().map(|library| add(library, &game));
        if matches!(added, Some(Err(_))) {
            // The next game tries again from the beginning.
            library = None;
        }
    }
}

/// Opens the library, and brings in the games that it does not have yet.
fn open(path: &Path, finished: Option<&Path>) -> Result<Library, LibraryError> {
    let mut library = Library::open(path, Access::Create)?;
    if let Some(folder) = finished {
        library.import(&[folder.to_path_buf()], &Cancel::new(), &mut |_| ())?;
    }
    Ok(library)
}

fn add(library: &mut Library, game: &FinishedGame) -> Result<(), LibraryError> {
    let path = std::path::absolute(&game.path).unwrap_or_else(|_| game.path.clone());
    // A game that goes on after its end is no longer there, and comes again.
    let Ok(bytes) = std::fs::read(&path) else { return Ok(()) };
    library.add(&path, &bytes, game.is_own).map(|_| ())
}
