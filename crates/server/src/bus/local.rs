//! A bus within one program: for one machine, where there is nobody to talk to,
//! and for tests with several servers in one program.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{broadcast, mpsc, oneshot};

use super::{ANSWER_TIME, Asking, Bus, Inbox, Incoming, LETTERS};
use crate::store::NodeId;

/// What is published waits for so long for who listens.
const NEWS: usize = 256;

/// A bus within one program.
#[derive(Clone, Debug)]
pub(crate) struct LocalBus {
    inboxes: Arc<Mutex<HashMap<NodeId, mpsc::Sender<Incoming>>>>,
    /// Those that hear nothing.
    cut: Arc<Mutex<Vec<NodeId>>>,
    news: broadcast::Sender<Vec<u8>>,
}

impl LocalBus {
    pub(crate) fn new() -> LocalBus {
        LocalBus { inboxes: Arc::default(), cut: Arc::default(), news: broadcast::channel(NEWS).0 }
    }

    /// Where what is sent to a server comes in.
    pub(crate) fn join(&self, node: NodeId) -> Inbox {
        let (inbox, letters) = mpsc::channel(LETTERS);
        self.inboxes.lock().unwrap_or_else(PoisonError::into_inner).insert(node, inbox);
        letters
    }

    /// Cuts a server off, or mends the line.
    #[cfg(test)]
    pub(crate) fn set_cut(&self, node: NodeId, is_cut: bool) {
        let mut cut = self.cut.lock().unwrap_or_else(PoisonError::into_inner);
        cut.retain(|it| *it != node);
        cut.extend(is_cut.then_some(node));
    }

    fn put(&self, to: NodeId, incoming: Incoming) {
        let inboxes = self.inboxes.lock().unwrap_or_else(PoisonError::into_inner);
        let is_cut = self.cut.lock().unwrap_or_else(PoisonError::into_inner).contains(&to);
        if let Some(inbox) = inboxes.get(&to).filter(|_| !is_cut) {
            // As on any bus, what does not fit is lost.
            let _ = inbox.try_send(incoming);
        }
    }
}

impl Bus for LocalBus {
    fn send(&self, to: NodeId, bytes: Vec<u8>) {
        self.put(to, Incoming { bytes, answer: None });
    }

    fn ask(&self, to: NodeId, bytes: Vec<u8>) -> Asking {
        let (answer, answered) = oneshot::channel();
        let answer = move |bytes| {
            // Who has asked may be gone.
            let _ = answer.send(bytes);
        };
        self.put(to, Incoming { bytes, answer: Some(Box::new(answer)) });
        Box::pin(async move { tokio::time::timeout(ANSWER_TIME, answered).await.ok()?.ok() })
    }

    fn publish(&self, bytes: Vec<u8>) {
        // Nobody may listen.
        let _ = self.news.send(bytes);
    }

    fn subscribe(&self) -> broadcast::Receiver<Vec<u8>> {
        self.news.subscribe()
    }

    fn is_up(&self) -> bool {
        true
    }
}
