//! Somebody who writes the game down, in a thread since disks are slow.

use std::io;
use std::mem::discriminant;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use crate::event::Mailbox;
use crate::worker::Worker;
use crate::{Draft, Event, Store, StoreError};

/// A game as it is to be written down.
#[derive(Debug)]
pub(crate) enum Sheet {
    /// One that is being played.
    Game(String),
    /// One that is over.
    Over(String),
    /// A record that is being edited.
    Draft(String),
    /// What was edited is in a file, or not wanted.
    NoDraft,
}

/// Somebody who writes the game down.
#[derive(Debug)]
pub(crate) struct Keeper(Worker<Sheet>);

impl Keeper {
    /// Begins with the draft that the record was read from, if there is one.
    pub(crate) fn start(
        store: Store,
        draft: Option<PathBuf>,
        mailbox: Arc<Mailbox>,
    ) -> io::Result<Keeper> {
        let mut shelf = Shelf { store, name: None, draft };
        Worker::start("keeper", move |sheets| keep(&mut shelf, &mailbox, &sheets)).map(Keeper)
    }

    pub(crate) fn save(&self, sheet: Sheet) {
        self.0.give(sheet);
    }

    /// Waits until everything is written.
    pub(crate) fn join(self) {
        self.0.join();
    }
}

/// Where a game is written down.
#[derive(Debug)]
struct Shelf {
    store: Store,
    /// The name of the game that is over: one that goes on after its end, and
    /// ends again, is the same one.
    name: Option<String>,
    /// The draft that is there.
    draft: Option<PathBuf>,
}

impl Shelf {
    fn put(&mut self, sheet: &Sheet) -> Result<(), StoreError> {
        match sheet {
            Sheet::Game(sgf) => {
                self.store.save(sgf)?;
                self.forget_draft()
            }
            Sheet::Over(sgf) => {
                self.store.keep(self.name.get_or_insert_with(|| self.store.new_name()), sgf)?;
                self.forget_draft()
            }
            Sheet::Draft(sgf) => {
                let path = self.draft.get_or_insert_with(|| self.store.new_draft());
                Draft::save(path, sgf)
            }
            Sheet::NoDraft => self.forget_draft(),
        }
    }

    fn forget_draft(&mut self) -> Result<(), StoreError> {
        self.draft.take().map_or(Ok(()), |path| Draft::forget(&path))
    }
}

fn keep(shelf: &mut Shelf, mailbox: &Mailbox, sheets: &Receiver<Sheet>) {
    let mut last_problem = None;
    while let Ok(sheet) = sheets.recv() {
        let mut waiting = std::iter::once(sheet).chain(sheets.try_iter()).peekable();
        while let Some(sheet) = waiting.next() {
            // Of those of a kind that wait, the last one has everything.
            if waiting.peek().is_some_and(|next| discriminant(next) == discriminant(&sheet)) {
                continue;
            }
            let written = shelf.put(&sheet);
            let problem = written.err().map(|error| format!("the game is not saved: {error}"));
            // The same complaint after each move would be no news.
            if let Some(text) = problem.clone().filter(|_| problem != last_problem) {
                mailbox.post(Event::Problem(text));
            }
            last_problem = problem;
        }
    }
}
