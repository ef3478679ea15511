//! One connection, as its game sees it.

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

use crate::id::{PersonId, random_bytes};
use crate::store::NodeId;
use crate::wire::ServerMessage;

/// The most messages that wait for a slow client.
const QUEUE: usize = 32;

/// Tells connections apart, also those of different servers.
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

impl CloseCode {
    /// The reason with this number; what is no number of ours is no reason.
    pub(crate) fn of_number(number: u16) -> CloseCode {
        let all = [
            CloseCode::Limit,
            CloseCode::Restart,
            CloseCode::TooSlow,
            CloseCode::LoggedIn,
            CloseCode::NoGame,
        ];
        all.into_iter().find(|it| *it as u16 == number).unwrap_or(CloseCode::Normal)
    }
}

/// One connection, as its game sees it.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) id: ClientId,
    pub(crate) guest: Option<PersonId>,
    line: Line,
}

/// Where the socket of a client is.
#[derive(Clone, Debug)]
enum Line {
    Here { queue: mpsc::Sender<Outgoing>, close_code: Arc<AtomicU16> },
    Away(NodeId),
}

impl Client {
    /// A client, and what its connection reads from.
    pub(crate) fn new(guest: Option<PersonId>) -> (Client, mpsc::Receiver<Outgoing>) {
        static NEXT: LazyLock<AtomicU64> =
            LazyLock::new(|| AtomicU64::new(u64::from_le_bytes(random_bytes())));
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let (queue, outgoing) = mpsc::channel(QUEUE);
        let close_code = Arc::new(AtomicU16::new(CloseCode::Normal as u16));
        (Client { id, guest, line: Line::Here { queue, close_code } }, outgoing)
    }

    /// A client whose socket another server has.
    pub(crate) const fn away(id: ClientId, guest: Option<PersonId>, node: NodeId) -> Client {
        Client { id, guest, line: Line::Away(node) }
    }

    /// The server that has the socket, if it is another one.
    pub(crate) const fn node(&self) -> Option<NodeId> {
        match self.line {
            Line::Here { .. } => None,
            Line::Away(node) => Some(node),
        }
    }

    /// Queues a message; a client that does not read is closed.
    pub(crate) fn send(&self, message: Outgoing) -> Result<(), Unreachable> {
        let Line::Here { queue, .. } = &self.line else { return Ok(()) };
        queue.try_send(message).map_err(|error| {
            if matches!(error, mpsc::error::TrySendError::Full(_)) {
                metrics::counter!("tengen_slow_clients_total").increment(1);
                self.set_close_code(CloseCode::TooSlow);
            }
            Unreachable
        })
    }

    /// Says why the connection will be closed, when the game forgets it.
    pub(crate) fn set_close_code(&self, code: CloseCode) {
        if let Line::Here { close_code, .. } = &self.line {
            close_code.store(code as u16, Ordering::Release);
        }
    }

    /// The reason for which the game has closed the connection, for the socket.
    pub(crate) fn close_code(&self) -> Arc<AtomicU16> {
        match &self.line {
            Line::Here { close_code, .. } => Arc::clone(close_code),
            Line::Away(_) => Arc::default(),
        }
    }
}

/// A client is gone, or too slow.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Unreachable;

/// A message as text.
pub(crate) fn encode(message: &ServerMessage) -> Outgoing {
    serde_json::to_string(message).expect("messages can be written").into()
}
