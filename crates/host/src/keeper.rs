//! Somebody who writes the game down, in a thread since disks are slow.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use crate::event::Mailbox;
use crate::worker::Worker;
use crate::{Event, Store};

/// A game as it is to be written down.
#[derive(Debug)]
pub(crate) struct Sheet {
    pub(crate) sgf: String,
    pub(crate) is_over: bool,
}

/// Somebody who writes the game down.
#[derive(Debug)]
pub(crate) struct Keeper(Worker<Sheet>);

impl Keeper {
    pub(crate) fn start(store: Store, mailbox: Arc<Mailbox>) -> io::Result<Keeper> {
        Worker::start("keeper", move |sheets| keep(&store, &mailbox, &sheets)).map(Keeper)
    }

    pub(crate) fn save(&self, sheet: Sheet) {
        self.0.give(sheet);
    }

    /// Waits until everything is written.
    pub(crate) fn join(self) {
        self.0.join();
    }
}

fn keep(store: &Store, mailbox: &Mailbox, sheets: &Receiver<Sheet>) {
    // A game that goes on after its end, and ends again, is the same one.
    let mut name = None;
    let mut last_problem = None;
    while let Ok(sheet) = sheets.recv() {
        // Of those that wait, the last one has everything.
        let Sheet { sgf, is_over } = sheets.try_iter().last().unwrap_or(sheet);
        let written = if is_over {
            store.keep(name.get_or_insert_with(|| store.new_name()), &sgf)
        } else {
            store.save(&sgf)
        };
        let problem = written.err().map(|error| format!("the game is not saved: {error}"));
        // The same complaint after each move would be no news.
        if let Some(text) = problem.clone().filter(|_| problem != last_problem) {
            mailbox.post(Event::Problem(text));
        }
        last_problem = problem;
    }
}
