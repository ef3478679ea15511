//! Every change of a game in order, for servers.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tengen_session::Event;

/// The most changes that wait to be read.
const MAX_WAITING: usize = 1024;

/// A change of a game, by a player, an engine or the clock.
#[derive(Clone, Debug)]
pub struct GameChange {
    /// The version of the game afterwards.
    pub version: u64,
    /// What has changed, in this order.
    pub events: Arc<[Event]>,
}

/// Hears of every change of one game, in order.
///
/// This is for servers, which pass changes on; a front end needs no more than
/// a [`Listener`](crate::Listener).
#[derive(Debug)]
pub struct ChangeListener(Arc<Mailbox>);

impl ChangeListener {
    /// The changes since the last call, the oldest first; waits for the first
    /// one no longer than `timeout`.
    ///
    /// # Errors
    ///
    /// Returns [`Lagging`] once if changes were dropped because they were not
    /// read in time; the next call returns those that came after.
    pub fn poll(&self, timeout: Duration) -> Result<Vec<GameChange>, Lagging> {
        let waiting = self.0.waiting();
        let is_empty = |it: &mut Waiting| it.changes.is_empty() && !it.is_lagging;
        let waited = self.0.arrival.wait_timeout_while(waiting, timeout, is_empty);
        let mut waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
        if std::mem::take(&mut waiting.is_lagging) {
            return Err(Lagging);
        }
        Ok(waiting.changes.drain(..).collect())
    }
}

/// Changes were dropped because they were not read in time.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Lagging;

impl fmt::Display for Lagging {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {MAX_WAITING} changes were not read")
    }
}

impl std::error::Error for Lagging {}

/// All change listeners of a game.
#[derive(Debug, Default)]
pub(crate) struct ChangeListeners(Mutex<Vec<Weak<Mailbox>>>);

impl ChangeListeners {
    pub(crate) fn add(&self, wake: Box<dyn Fn() + Send + Sync>) -> ChangeListener {
        let mailbox =
            Arc::new(Mailbox { waiting: Mutex::default(), arrival: Condvar::new(), wake });
        self.list().push(Arc::downgrade(&mailbox));
        ChangeListener(mailbox)
    }

    /// Queues a change while the game is locked, which keeps the order; returns
    /// the wakers to call.
    pub(crate) fn post(&self, version: u64, events: &[Event]) -> Vec<Arc<Mailbox>> {
        let mut list = self.list();
        if list.is_empty() || events.is_empty() {
            return Vec::new();
        }
        list.retain(|it| it.strong_count() > 0);
        let change = GameChange { version, events: events.into() };
        let mailboxes: Vec<Arc<Mailbox>> = list.iter().filter_map(Weak::upgrade).collect();
        for mailbox in &mailboxes {
            mailbox.waiting().push(change.clone());
        }
        mailboxes
    }

    fn list(&self) -> MutexGuard<'_, Vec<Weak<Mailbox>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The changes that one listener has not read yet.
pub(crate) struct Mailbox {
    waiting: Mutex<Waiting>,
    arrival: Condvar,
    wake: Box<dyn Fn() + Send + Sync>,
}

#[derive(Debug, Default)]
struct Waiting {
    changes: VecDeque<GameChange>,
    is_lagging: bool,
}

impl Waiting {
    fn push(&mut self, change: GameChange) {
        if self.changes.len() >= MAX_WAITING {
            self.changes.clear();
            self.is_lagging = true;
        }
        self.changes.push_back(change);
    }
}

impl Mailbox {
    /// Wakes waiting readers.
    pub(crate) fn wake(&self) {
        self.arrival.notify_all();
        (self.wake)();
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mailbox").field("waiting", &self.waiting()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_come_in_order_and_do_not_pile_up() {
        let listeners = ChangeListeners::default();
        assert!(listeners.post(1, &[Event::Started]).is_empty());
        let listener = listeners.add(Box::new(|| ()));
        for version in 2..5 {
            listeners.post(version, &[Event::Paused]);
        }
        listeners.post(5, &[]);
        let versions = |changes: Vec<GameChange>| -> Vec<u64> {
            changes.into_iter().map(|it| it.version).collect()
        };
        assert_eq!(versions(listener.poll(Duration::ZERO).unwrap()), [2, 3, 4]);
        for version in 0..=MAX_WAITING as u64 {
            listeners.post(version, &[Event::Paused]);
        }
        assert_eq!(listener.poll(Duration::ZERO).unwrap_err(), Lagging);
        assert_eq!(versions(listener.poll(Duration::ZERO).unwrap()), [MAX_WAITING as u64]);
        assert!(listener.poll(Duration::ZERO).unwrap().is_empty());
    }
}
