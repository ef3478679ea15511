//! How the servers of one database talk to each other.
//!
//! A [`Bus`] carries bytes to one server or to all. It may lose them, and says
//! so only to who has asked for an answer: what is true is in the store, and
//! what is missed is found by numbers and by asking again.

mod letter;
mod local;
#[cfg(feature = "cluster")]
mod nats;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use tokio::sync::{broadcast, mpsc};

use crate::store::NodeId;

pub(crate) use letter::{Answer, Letter, Mail, News, Post, Refused, Tell};
pub(crate) use local::LocalBus;
#[cfg(feature = "cluster")]
pub(crate) use nats::NatsBus;

/// How long a server may take to answer.
pub(crate) const ANSWER_TIME: Duration = Duration::from_secs(2);

/// The most letters that wait for a server.
const LETTERS: usize = 4_096;

/// Carries bytes between servers.
pub(crate) trait Bus: fmt::Debug + Send + Sync {
    /// Sends something to a server. It may be lost.
    fn send(&self, to: NodeId, bytes: Vec<u8>);

    /// Asks a server; nothing if no answer comes in time.
    fn ask(&self, to: NodeId, bytes: Vec<u8>) -> Asking;

    /// Tells all servers, this one included. It may be lost.
    fn publish(&self, bytes: Vec<u8>);

    /// Hears what all servers are told.
    fn subscribe(&self) -> broadcast::Receiver<Vec<u8>>;

    /// Whether it carries something at the moment.
    fn is_up(&self) -> bool;
}

/// An answer that may come.
pub(crate) type Asking = Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send>>;

/// What a server sent to this one.
pub(crate) struct Incoming {
    pub(crate) bytes: Vec<u8>,
    /// Takes the answer, if one is waited for.
    pub(crate) answer: Option<Answering>,
}

/// Carries an answer back.
pub(crate) type Answering = Box<dyn FnOnce(Vec<u8>) + Send>;

/// What comes for a server.
pub(crate) type Inbox = mpsc::Receiver<Incoming>;
