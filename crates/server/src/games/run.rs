//! What has a mailbox for a game: its owner, or a relay to the server that is.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc;

use super::relay::Relay;
use super::task::GameTask;
use super::{Client, CloseCode, Games, Request};
use crate::id::GameId;
use crate::room::{MAX_CHAT_LINES, Room};
use crate::store::{NodeId, StoreError, StoredGame, Taken};

/// The end of a mailbox that is read.
pub(super) struct Mailbox {
    pub(super) requests: mpsc::Receiver<Request>,
    /// What other servers write.
    pub(super) letters: mpsc::Receiver<Request>,
}

impl Mailbox {
    /// The next request; nothing if no one can send any more.
    pub(super) async fn next(&mut self) -> Option<Request> {
        tokio::select! {
            request = self.requests.recv() => request,
            Some(letter) = self.letters.recv() => Some(letter),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.requests.is_empty() && self.letters.is_empty()
    }
}

/// Why neither the owner nor a relay goes on.
pub(super) enum Over {
    /// There is nothing to do, and the game is forgotten.
    Idle,
    /// The server ends.
    Stopped,
    /// Another server may have the game; these clients are still here.
    Moved(Vec<Client>),
    /// The game cannot be read, so clients must come again.
    Unreadable,
}

/// Runs a game until it is idle, or the server ends.
pub(super) async fn run(
    games: Arc<Games>,
    id: GameId,
    mut mailbox: Mailbox,
    is_owner: Arc<AtomicBool>,
) {
    let mut clients = Vec::new();
    // What clients were told by a relay that does not reach the owner.
    let mut told = None;
    loop {
        let over = match take(&games, id).await {
            Ok(Taken::Here(stored)) => match open(&games, &stored).await {
                Some(room) => {
                    is_owner.store(true, Ordering::Release);
                    let task = GameTask::new(Arc::clone(&games), room, clients);
                    let over = task.run(&mut mailbox).await;
                    is_owner.store(false, Ordering::Release);
                    over
                }
                None => return refuse_all(&games, id, &mut mailbox, CloseCode::NoGame).await,
            },
            Ok(Taken::Elsewhere(owner)) => {
                let relay = Relay::new(Arc::clone(&games), id, owner, clients);
                relay.run(&mut mailbox, &mut told).await
            }
            Ok(Taken::Nowhere) => {
                return refuse_all(&games, id, &mut mailbox, CloseCode::NoGame).await;
            }
            Err(error) => {
                tracing::error!(game = %id, %error, "a game cannot be loaded");
                for client in &clients {
                    client.set_close_code(CloseCode::Restart);
                }
                drop(clients);
                return refuse_all(&games, id, &mut mailbox, CloseCode::Restart).await;
            }
        };
        clients = match over {
            Over::Idle | Over::Stopped => return,
            Over::Moved(clients) => clients,
            Over::Unreadable => {
                return refuse_all(&games, id, &mut mailbox, CloseCode::Restart).await;
            }
        };
    }
}

/// Takes a game; one that has a single server can be looked at even if nothing
/// can be written.
pub(super) async fn take(games: &Games, id: GameId) -> Result<Taken, StoreError> {
    match games.store.take(id, games.node()).await {
        Err(StoreError::Failed(_)) if games.node() == NodeId::ONLY => {
            let stored = games.store.load(id).await?;
            Ok(stored.map_or(Taken::Nowhere, |it| Taken::Here(Box::new(it))))
        }
        taken => taken,
    }
}

/// The room of a game as it is stored, or nothing if it is damaged.
pub(super) async fn open(games: &Games, stored: &StoredGame) -> Option<Box<Room>> {
    match Room::restore(stored).map(Box::new) {
        Ok(mut room) => {
            room.set_restored(games.clock.now());
            let chat = games.store.chat(room.id(), MAX_CHAT_LINES).await;
            room.set_chat(chat.unwrap_or_default());
            Some(room)
        }
        Err(error) => {
            tracing::error!(game = %stored.listing.id, %error, "a game is damaged");
            None
        }
    }
}

/// Forgets the game, and refuses what has come for it.
async fn refuse_all(games: &Games, id: GameId, mailbox: &mut Mailbox, code: CloseCode) {
    games.remove(id);
    mailbox.requests.close();
    while let Some(request) = mailbox.requests.recv().await {
        if let Request::Hello { client, .. } = request {
            client.set_close_code(code);
        }
    }
}
