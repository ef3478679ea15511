//! Files and folders that come into the library while anything else goes on.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tengen_library::{Access, Cancel, ImportReport, Library, LibraryError};

use super::LibraryPlace;
use crate::workspace::Waker;

/// What is to be added.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ToAdd {
    /// A file or folder, once.
    Once(PathBuf),
    /// A folder, now and whenever the library is opened.
    Watched(PathBuf),
    /// What is new in the folders that are watched.
    News,
}

/// How far it is.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct AddProgress {
    /// The number of files to be read.
    pub n_files: usize,
    /// How many of them are done.
    pub n_files_done: usize,
    /// The games that were found in them.
    pub n_games: u64,
}

/// What became of it.
#[derive(Debug)]
pub struct Added {
    /// What was to be added.
    pub what: ToAdd,
    /// The report, or why nothing was added.
    pub result: Result<ImportReport, LibraryError>,
}

/// Adds games in a thread of its own, one folder after the other. Clones do
/// the same work.
#[derive(Clone, Debug, Default)]
pub struct Adder(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    is_idle: Condvar,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<ToAdd>,
    current: Option<(AddProgress, Cancel)>,
    last: Option<Arc<Added>>,
    /// How often something was added, by which others notice it.
    n_done: u64,
}

impl Adder {
    /// Has something added.
    #[expect(clippy::needless_pass_by_value, reason = "it is made for this call")]
    pub fn add(&self, place: LibraryPlace, wake: Waker, what: ToAdd) {
        let mut state = self.state();
        state.waiting.push_back(what.clone());
        if state.current.is_some() {
            return;
        }
        state.current = Some((AddProgress::default(), Cancel::new()));
        if what != ToAdd::News {
            state.last = None;
        }
        let adder = self.clone();
        let run = move || adder.run(&place, &wake);
        if thread::Builder::new().name("library import".into()).spawn(run).is_err() {
            // It can be asked for again.
            state.current = None;
            state.waiting.clear();
        }
    }

    /// How far it is, while something is added.
    pub fn progress(&self) -> Option<AddProgress> {
        self.state().current.as_ref().map(|it| it.0)
    }

    /// What was added last, since nothing else was asked for.
    pub fn last(&self) -> Option<Arc<Added>> {
        self.state().last.clone()
    }

    /// What was added before is no longer told.
    pub fn forget(&self) {
        self.state().last = None;
    }

    /// Stops; the same once more goes on from there.
    pub fn stop(&self) {
        let mut state = self.state();
        state.waiting.clear();
        if let Some((_, cancel)) = &state.current {
            cancel.cancel();
        }
    }

    /// Waits until nothing is left to be added.
    pub fn settle(&self) {
        let state = self.state();
        let is_busy = |state: &mut State| state.current.is_some();
        drop(self.0.is_idle.wait_while(state, is_busy).unwrap_or_else(PoisonError::into_inner));
    }

    /// A number that is another one after something was added.
    pub(super) fn n_done(&self) -> u64 {
        self.state().n_done
    }

    fn run(&self, place: &LibraryPlace, wake: &Waker) {
        while let Some((what, cancel)) = self.next() {
            let result = self.import(place, &what, &cancel, wake);
            let mut state = self.state();
            state.n_done += 1;
            // That nothing is new must not hide what somebody has added.
            let is_news = what != ToAdd::News || result.as_ref().is_ok_and(|it| it.n_new > 0);
            if is_news || state.last.is_none() {
                state.last = Some(Arc::new(Added { what, result }));
            }
            drop(state);
            wake.wake();
        }
        wake.wake();
    }

    /// What is next; without any, nothing is under way from then on.
    fn next(&self) -> Option<(ToAdd, Cancel)> {
        let mut state = self.state();
        let next = state.waiting.pop_front();
        if next.is_none() {
            state.current = None;
            self.0.is_idle.notify_all();
        }
        let cancel = Cancel::new();
        let what = next?;
        state.current = Some((AddProgress::default(), cancel.clone()));
        Some((what, cancel))
    }

    fn import(
        &self,
        place: &LibraryPlace,
        what: &ToAdd,
        cancel: &Cancel,
        wake: &Waker,
    ) -> Result<ImportReport, LibraryError> {
        let access = if *what == ToAdd::News { Access::Write } else { Access::Create };
        let mut library = Library::open(&place.path, access)?;
        let paths = match what {
            ToAdd::Once(path) => vec![path.clone()],
            ToAdd::Watched(path) => {
                library.watch(path)?;
                vec![path.clone()]
            }
            ToAdd::News => library.watched()?,
        };
        library.import(&paths, cancel, &mut |it| {
            let progress = AddProgress {
                n_files: it.n_files,
                n_files_done: it.n_files_done,
                n_games: it.n_games,
            };
            if let Some((current, _)) = &mut self.state().current {
                *current = progress;
            }
            wake.wake();
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
