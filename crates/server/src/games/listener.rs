//! Who hears that a game or an offer has changed without being in a game.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::id::PersonId;

/// Tells people that one of their games, or the list of offers, has changed.
///
/// It says only that something has changed, so nothing is lost by those who
/// are slow.
#[derive(Debug, Default)]
pub(crate) struct Listeners(Mutex<Registry>);

#[derive(Debug, Default)]
struct Registry {
    by_person: HashMap<PersonId, watch::Sender<()>>,
    is_closed: bool,
}

/// What one person hears.
#[derive(Debug)]
pub(crate) struct Listener(watch::Receiver<()>);

impl Listener {
    /// Waits for the next change; `None` when the server ends.
    pub(crate) async fn next(&mut self) -> Option<()> {
        self.0.changed().await.ok()
    }
}

impl Listeners {
    /// Begins to listen for a person.
    pub(crate) fn listen(&self, person: PersonId) -> Listener {
        let mut registry = self.registry();
        if registry.is_closed {
            return Listener(watch::channel(()).1);
        }
        registry.by_person.retain(|_, it| !it.is_closed());
        let sender = registry.by_person.entry(person).or_insert_with(|| watch::channel(()).0);
        Listener(sender.subscribe())
    }

    /// A game of these people has changed.
    pub(crate) fn tell(&self, people: impl IntoIterator<Item = PersonId>) {
        let registry = self.registry();
        for person in people {
            if let Some(sender) = registry.by_person.get(&person) {
                sender.send_replace(());
            }
        }
    }

    /// Something has changed that concerns everyone.
    pub(crate) fn tell_all(&self) {
        for sender in self.registry().by_person.values() {
            sender.send_replace(());
        }
    }

    /// The server ends.
    pub(crate) fn close(&self) {
        let mut registry = self.registry();
        registry.is_closed = true;
        registry.by_person.clear();
    }

    fn registry(&self) -> MutexGuard<'_, Registry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn change_is_heard_by_those_whom_it_concerns() {
        let listeners = Listeners::default();
        let [ana, ben] = [1, 2].map(PersonId::numbered);
        let (mut ana_hears, mut ben_hears) = (listeners.listen(ana), listeners.listen(ben));
        listeners.tell([ana]);
        assert_eq!(ana_hears.next().await, Some(()));
        assert_eq!(ben_hears.0.has_changed().ok(), Some(false));
        listeners.tell_all();
        assert_eq!((ana_hears.next().await, ben_hears.next().await), (Some(()), Some(())));
        listeners.close();
        assert_eq!((ana_hears.next().await, listeners.listen(ben).next().await), (None, None));
    }
}
