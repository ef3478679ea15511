//! A bus of NATS: its core alone, which promises nothing and keeps nothing.
//!
//! The client connects again by itself, and what is sent meanwhile is lost
//! with no word. So it is looked at whether there is a connection first.

use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Subscriber};
use futures_util::StreamExt as _;
use tokio::runtime::Handle;
use tokio::sync::{broadcast, mpsc};

use super::{ANSWER_TIME, Asking, Bus, Inbox, Incoming, LETTERS};
use crate::store::NodeId;

/// The subject of what all servers are told.
const NEWS: &str = "tengen.news";

/// The most news that wait for who listens.
const MAX_NEWS: usize = 1_024;

/// A bus of NATS.
#[derive(Clone, Debug)]
pub(crate) struct NatsBus {
    client: Client,
    /// What is to be sent, in order.
    outbox: mpsc::Sender<(String, Vec<u8>)>,
    news: broadcast::Sender<Vec<u8>>,
    runtime: Handle,
}

impl NatsBus {
    /// Connects as a server, and returns what is sent to it.
    ///
    /// A NATS that is not there yet is waited for in the background.
    pub(crate) async fn join(url: &str, node: NodeId) -> Result<(NatsBus, Inbox), String> {
        let client = ConnectOptions::new()
            .name("tengen")
            .retry_on_initial_connect()
            .connection_timeout(Duration::from_secs(2))
            .ping_interval(Duration::from_secs(5))
            .request_timeout(Some(ANSWER_TIME))
            .client_capacity(LETTERS)
            .subscription_capacity(LETTERS)
            .reconnect_delay_callback(|n| Duration::from_millis((50 * n as u64).min(1_000)))
            .connect(url)
            .await
            .map_err(|error| error.to_string())?;
        let own = client.subscribe(subject(node)).await.map_err(|error| error.to_string())?;
        let all = client.subscribe(NEWS).await.map_err(|error| error.to_string())?;
        let (inbox, letters) = mpsc::channel(LETTERS);
        let (news, _) = broadcast::channel(MAX_NEWS);
        tokio::spawn(take_letters(client.clone(), own, inbox));
        tokio::spawn(take_news(all, news.clone()));
        let (outbox, sent) = mpsc::channel(LETTERS);
        tokio::spawn(send_all(client.clone(), sent));
        Ok((NatsBus { client, outbox, news, runtime: Handle::current() }, letters))
    }

    /// Sends while there is a connection; what does not fit is lost.
    fn put(&self, subject: String, bytes: Vec<u8>) {
        if self.is_up() && self.outbox.try_send((subject, bytes)).is_err() {
            metrics::counter!("tengen_letters_lost_total").increment(1);
        }
    }
}

async fn send_all(client: Client, mut sent: mpsc::Receiver<(String, Vec<u8>)>) {
    while let Some((subject, bytes)) = sent.recv().await {
        if let Err(error) = client.publish(subject, bytes.into()).await {
            tracing::debug!(%error, "a letter was not sent");
        }
    }
}

fn subject(node: NodeId) -> String {
    format!("tengen.to.{node}")
}

async fn take_letters(client: Client, mut own: Subscriber, inbox: mpsc::Sender<Incoming>) {
    while let Some(message) = own.next().await {
        let answer = message.reply.map(|reply| {
            let (client, runtime) = (client.clone(), Handle::current());
            let answer = move |bytes: Vec<u8>| {
                runtime.spawn(async move {
                    // Who has asked hears nothing, and asks again.
                    let _ = client.publish(reply, bytes.into()).await;
                });
            };
            Box::new(answer) as super::Answering
        });
        let incoming = Incoming { bytes: message.payload.to_vec(), answer };
        if inbox.send(incoming).await.is_err() {
            return;
        }
    }
}

async fn take_news(mut all: Subscriber, news: broadcast::Sender<Vec<u8>>) {
    while let Some(message) = all.next().await {
        // Nobody may listen.
        let _ = news.send(message.payload.to_vec());
    }
}

impl Bus for NatsBus {
    fn send(&self, to: NodeId, bytes: Vec<u8>) {
        self.put(subject(to), bytes);
    }

    fn ask(&self, to: NodeId, bytes: Vec<u8>) -> Asking {
        if !self.is_up() {
            return Box::pin(std::future::ready(None));
        }
        let client = self.client.clone();
        let asking = self.runtime.spawn(async move {
            let answer = client.request(subject(to), bytes.into()).await;
            answer.ok().map(|it| it.payload.to_vec())
        });
        Box::pin(async move { asking.await.ok().flatten() })
    }

    fn publish(&self, bytes: Vec<u8>) {
        self.put(NEWS.to_owned(), bytes);
    }

    fn subscribe(&self) -> broadcast::Receiver<Vec<u8>> {
        self.news.subscribe()
    }

    fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }
}
