//! Sessions with open sockets, which are closed when the session ends.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use crate::secret::SecretHash;
use crate::store::{Store, StoreError};
use crate::time::ServerClock;
use crate::wire;

/// How often sessions are looked at that another program may have ended.
const CHECK_INTERVAL: Duration = Duration::from_secs(4);

/// The sessions of accounts that have sockets open.
#[derive(Debug, Default)]
pub(crate) struct OpenSessions(Mutex<HashMap<SecretHash, watch::Sender<bool>>>);

impl OpenSessions {
    /// Tells when a session has ended, by `true`.
    pub(crate) fn follow(&self, session: SecretHash) -> watch::Receiver<bool> {
        let mut open = self.open();
        open.entry(session).or_insert_with(|| watch::Sender::new(false)).subscribe()
    }

    /// Tells everyone who follows these sessions that they have ended.
    fn end(&self, ended: impl IntoIterator<Item = SecretHash>) {
        let mut open = self.open();
        for session in ended {
            if let Some(sender) = open.remove(&session) {
                sender.send_replace(true);
            }
        }
    }

    /// The sessions that somebody follows.
    fn followed(&self) -> Vec<SecretHash> {
        let mut open = self.open();
        open.retain(|_, sender| sender.receiver_count() > 0);
        open.keys().copied().collect()
    }

    /// Ends what has ended in the store.
    pub(crate) async fn check(&self, store: &dyn Store, now: u64) -> Result<(), StoreError> {
        let followed = self.followed();
        if !followed.is_empty() {
            self.end(store.ended_sessions(followed, now).await?);
        }
        Ok(())
    }

    fn open(&self) -> MutexGuard<'_, HashMap<SecretHash, watch::Sender<bool>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks again and again, for as long as the server runs.
pub(crate) async fn watch(sessions: Arc<OpenSessions>, store: Arc<dyn Store>, clock: ServerClock) {
    let mut interval = tokio::time::interval(CHECK_INTERVAL);
    loop {
        interval.tick().await;
        if let Err(error) = sessions.check(&*store, wire::millis(clock.now())).await {
            tracing::error!(%error, "sessions were not checked");
        }
    }
}
