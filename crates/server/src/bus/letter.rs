//! What servers write to each other.
//!
//! Servers of two versions run together while they are replaced. So a letter
//! may have fields that this version does not know, which are left out, and
//! one of a kind that it does not know gets no answer.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Bus, Incoming};
use crate::games::ClientId;
use crate::id::{GameId, PersonId};
use crate::store::NodeId;
use crate::wire::Why;

/// What a server writes to another about a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum Letter {
    /// A client says hello, for the first time or again.
    Hello { client: ClientId, guest: Option<PersonId>, have: Option<u64> },
    /// A client sent a command, as text, since only the owner must know it.
    Command { client: ClientId, text: String, received: u64, lag: u64 },
    /// A person sends a command, as text, without being a client.
    Order { by: PersonId, text: String, received: u64 },
    /// A person takes the open seat.
    Join { guest: PersonId, name: String },
    /// The seats of a guest become those of an account.
    Adopt { guest: PersonId, account: PersonId, name: String },
    /// An account is deleted.
    Forget { person: PersonId },
    /// A client is gone.
    Gone { client: ClientId },
    /// These clients are there; what was the last number?
    Check { clients: Vec<ClientId> },
    /// The state is needed, since something was missed.
    Resync,
    /// Something for clients.
    Tell(Tell),
    /// A client is to be closed.
    Close { client: ClientId, code: u16 },
    /// The sender no longer has the game.
    Moved,
}

/// Something for the clients of a game at one server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tell {
    /// One more each time, for each server.
    pub(crate) number: u64,
    /// For whom it is; for all if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<Vec<ClientId>>,
    /// Whether it is all that clients must know, whatever they have missed.
    #[serde(default)]
    pub(crate) is_whole: bool,
    /// The message.
    pub(crate) text: String,
}

/// The answer to a letter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum Answer {
    /// It will be done.
    Taken,
    /// The server does not have the game.
    NotHere,
    /// A seat was taken, or why it was not.
    Joined { refused: Option<Refused> },
    /// A command was carried out, with the version then, or why it was not; or
    /// there is no such game for the person.
    Ordered { version: Option<u64>, refused: Option<Refused> },
    /// A person's seats were changed, or were not.
    Changed { done: bool },
    /// The last number that was told, and the clients that are not known.
    Last { number: u64, unknown: Vec<ClientId> },
}

/// What all servers are told. Whoever hears it looks at what there is to do,
/// so that one of a kind that is not known does no harm.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum News {
    /// A review was asked for, and whoever has time can make it.
    ReviewAsked,
    /// Games of these people have changed, or something for everyone.
    Changed { people: Option<Vec<PersonId>> },
}

/// Why something was refused, from another server.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub(crate) struct Refused {
    pub(crate) why: Why,
    pub(crate) text: String,
}

/// A letter with what must be known to deliver it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Mail {
    pub(crate) from: NodeId,
    pub(crate) game: GameId,
    pub(crate) letter: Letter,
}

impl Mail {
    /// Reads what came; nothing if this version does not know it.
    pub(crate) fn read(incoming: &Incoming) -> Option<Mail> {
        serde_json::from_slice(&incoming.bytes).ok()
    }
}

/// Writes the letters of a server.
#[derive(Clone, Debug)]
pub(crate) struct Post {
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) node: NodeId,
}

impl Post {
    /// Sends a letter, which may be lost.
    pub(crate) fn send(&self, to: NodeId, game: GameId, letter: Letter) {
        self.bus.send(to, self.write(game, letter));
    }

    /// Sends a letter, and waits for its answer.
    pub(crate) async fn ask(&self, to: NodeId, game: GameId, letter: Letter) -> Option<Answer> {
        let answer = self.bus.ask(to, self.write(game, letter)).await?;
        serde_json::from_slice(&answer).ok()
    }

    /// Tells all servers, this one included; it may be lost.
    pub(crate) fn publish(&self, news: &News) {
        self.bus.publish(serde_json::to_vec(news).expect("news can be written"));
    }

    fn write(&self, game: GameId, letter: Letter) -> Vec<u8> {
        let mail = Mail { from: self.node, game, letter };
        serde_json::to_vec(&mail).expect("ids and text can be written")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Mail> {
        Mail::read(&Incoming { bytes: text.as_bytes().to_vec(), answer: None })
    }

    #[test]
    fn letters_of_other_versions_are_read_as_far_as_they_are_known() {
        let game = "k3v9x2pq".parse().unwrap();
        let letter = Letter::Tell(Tell {
            number: 3,
            to: None,
            is_whole: false,
            text: r#"{"t":"pong"}"#.to_owned(),
        });
        let known = Mail { from: NodeId::numbered(7), game, letter };
        let text = serde_json::to_string(&known).unwrap();
        assert_eq!(read(&text), Some(known.clone()));
        let newer = text.replace("\"number\"", "\"later\":{\"a\":[1]},\"number\"");
        assert_eq!(read(&newer), Some(known));
        assert_eq!(read(&text.replace("\"tell\"", "\"sing\"")), None);
        assert_eq!(read("nonsense"), None);
    }

    #[test]
    fn ids_of_servers_are_read_back() {
        for node in [NodeId::ONLY, NodeId::numbered(u64::MAX), NodeId::random()] {
            assert_eq!(node.to_string().parse(), Ok(node));
        }
        assert!("7".parse::<NodeId>().is_err());
    }
}
