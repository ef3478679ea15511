//! One connection, as its game sees it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

use crate::id::PersonId;
use crate::wire::ServerMessage;

/// The most messages that wait for a slow client.
const QUEUE: usize = 32;

/// Tells connections apart.
pub(crate) type ClientId = u64;

/// What is sent to a client: a message that was written once for all.
pub(crate) type Outgoing = Utf8Bytes;

/// Why a connection is closed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(u16)]
pub(crate) enum CloseCode {
    Normal = 1000,
    Limit = 1008,
    Restart = 1012,
    TooSlow = 1013,
    /// The person has logged in, or out.
    LoggedIn = 4001,
    NoGame = 4004,
}

/// One connection, as its game sees it.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) id: ClientId,
    pub(crate) guest: Option<PersonId>,
    queue: mpsc::Sender<Outgoing>,
    close_code: Arc<AtomicU16>,
}

impl Client {
    /// A client, and what its connection reads from.
    pub(crate) fn new(guest: Option<PersonId>) -> (Client, mpsc::Receiver<Outgoing>) {
        static N_CLIENTS: AtomicU64 = AtomicU64::new(0);
        let id = N_CLIENTS.fetch_add(1, Ordering::Relaxed);
        let (queue, outgoing) = mpsc::channel(QUEUE);
        let close_code = Arc::new(AtomicU16::new(CloseCode::Normal as u16));
        (Client { id, guest, queue, close_code }, outgoing)
    }

    /// Queues a message; a client that does not read is closed.
    pub(crate) fn send(&self, message: Outgoing) -> Result<(), Unreachable> {
        self.queue.try_send(message).map_err(|error| {
            if matches!(error, mpsc::error::TrySendError::Full(_)) {
                metrics::counter!("tengen_slow_clients_total").increment(1);
                self.set_close_code(CloseCode::TooSlow);
            }
            Unreachable
        })
    }

    /// Says why the connection will be closed, when the game forgets it.
    pub(crate) fn set_close_code(&self, code: CloseCode) {
        self.close_code.store(code as u16, Ordering::Release);
    }

    /// The reason for which the game has closed the connection, for the socket.
    pub(crate) fn close_code(&self) -> Arc<AtomicU16> {
        Arc::clone(&self.close_code)
    }
}

/// A client is gone, or too slow.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Unreachable;

/// A message as text.
pub(crate) fn encode(message: &ServerMessage) -> Outgoing {
    serde_json::to_string(message).expect("messages can be written").into()
}
