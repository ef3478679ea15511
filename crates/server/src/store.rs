//! Where games and accounts outlive the program.
//!
//! [`Store`] has verbs of the domain and no word of SQL. Whatever implements it
//! passes the same tests, in `conformance`. Verbs return at once, and their
//! [`Reply`] is there when the change is on the disk.
//!
//! A new verb needs all three stores, and a test in `conformance` that runs on
//! all of them: `sqlite` for one machine, `postgres` for several, `memory` as
//! the model of both. Their migrations have numbers of their own.

mod account;
mod document;
mod memory;
mod node;
#[cfg(feature = "cluster")]
mod postgres;
mod rating;
mod review;
mod sqlite;

use std::error::Error;
use std::fmt;
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_rules::{ByColor, Color, Size};

use crate::id::{GameId, PersonId};
use crate::wire::{ChatLine, PhaseName, Visibility};

pub use account::{
    Account, AccountChange, AccountRole, AccountStore, ApiToken, LinkPurpose, LoginSession,
    OneTimeLink, SignedUp, WhichSessions,
};
pub use document::{
    DocumentChange, DocumentKind, DocumentListing, DocumentStore, StoredDocument, StoredText,
};
pub use memory::MemoryStore;
pub use node::{LEASE, NodeId, Renewal, Taken};
#[cfg(feature = "cluster")]
pub use postgres::PostgresStore;
pub(crate) use rating::SYSTEM;
pub use rating::{RatedGame, RatedPlayer, RatingStore};
pub use review::{Asked, ReviewRequest, ReviewStage, StoredReview};
pub use sqlite::{SqliteStore, backup_file, check_file};

/// The answer of a store, once it is there.
pub type Reply<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// Keeps guests, games and what was said; each other domain has a trait of its
/// own.
pub trait Store: AccountStore + DocumentStore + RatingStore + fmt::Debug + Send + Sync {
    /// Adds a guest, or changes the name of one that is there.
    fn put_guest(&self, guest: Guest) -> Reply<()>;

    /// A guest by id.
    fn guest(&self, id: PersonId) -> Reply<Option<Guest>>;

    /// Adds a game; refuses an id that is taken.
    fn create(&self, game: StoredGame) -> Reply<()>;

    /// Adds a change to a game.
    ///
    /// It is refused with [`StoreError::Conflict`] unless the game has the
    /// version before it, so that each version is written once, and the epoch
    /// of the change, so that only the node writes that took it last. A rated
    /// game that has ended changes the ratings at the same time.
    fn append(&self, change: StoredChange) -> Reply<()>;

    /// Has a node be the one that changes a game, unless another node has it
    /// whose lease is not over.
    ///
    /// Every time, even by the same node, it is a new epoch, and whatever is
    /// still on its way with an earlier one is refused.
    fn take(&self, id: GameId, node: NodeId) -> Reply<Taken>;

    /// Lets go of a game that was taken with this epoch, if it was not taken
    /// since.
    fn release(&self, id: GameId, epoch: u64) -> Reply<()>;

    /// Says that a node is there, and has its games for so long.
    fn renew(&self, node: NodeId, lease: Duration) -> Reply<Renewal>;

    /// A node ends: others may have its games at once.
    fn leave(&self, node: NodeId) -> Reply<()>;

    /// A game with all changes.
    fn load(&self, id: GameId) -> Reply<Option<StoredGame>>;

    /// The games in which a guest has a seat, the last one first.
    fn games_of(&self, guest: PersonId, max: usize) -> Reply<Vec<Listing>>;

    /// The games for all that are not over, the last one first.
    fn listed(&self, max: usize) -> Reply<Vec<Listing>>;

    /// The games that are over, the one that changed first comes first.
    fn finished(&self, after: FinishedAfter, max: usize) -> Reply<Vec<Listing>>;

    /// The games for all that are over, the last one first.
    fn last_results(&self, max: usize) -> Reply<Vec<Listing>>;

    /// The games whose clock was running and which no other node has.
    fn running(&self, node: NodeId) -> Reply<Vec<GameId>>;

    /// Adds a line of chat.
    fn say(&self, game: GameId, line: ChatLine) -> Reply<()>;

    /// The last lines of chat of a game, the oldest first.
    fn chat(&self, game: GameId, max: usize) -> Reply<Vec<ChatLine>>;

    /// Asks for the review of a game, unless that is too much for one person.
    fn ask_review(&self, request: ReviewRequest) -> Reply<Asked>;

    /// The review of a game, if somebody has asked for one.
    fn review(&self, game: GameId) -> Reply<Option<StoredReview>>;

    /// The games whose review is not finished, in the order in which they were
    /// asked for.
    fn reviews_waiting(&self) -> Reply<Vec<GameId>>;

    /// Gives a node the first waiting review that no other node makes.
    ///
    /// One that was given [`MAX_TRIES`] times and never got on has failed.
    fn take_review(&self, node: NodeId) -> Reply<Option<GameId>>;

    /// Keeps how far a review is: the record with what was found so far.
    ///
    /// It is refused with [`StoreError::Conflict`] unless it is waiting.
    fn keep_review(&self, game: GameId, stage: ReviewStage, sgf: String) -> Reply<()>;

    /// Removes what is too old, and says how many games that were.
    fn purge(&self, expiry: Expiry) -> Reply<usize>;

    /// Writes a copy of everything into a new file.
    fn backup(&self, file: PathBuf) -> Reply<()>;

    /// Waits for all writes and closes; later verbs fail.
    fn close(&self) -> Reply<()>;
}

/// How often a node may begin a review that does not get on.
pub const MAX_TRIES: u32 = 3;

/// A person who has no account.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Guest {
    /// Who.
    pub id: PersonId,
    /// The name that was last given, perhaps empty.
    pub name: String,
    /// When the guest was last heard of, in milliseconds since 1970.
    pub seen_at: u64,
}

/// A game as it is stored.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredGame {
    /// Its version.
    pub version: u64,
    /// How often it was taken.
    pub epoch: u64,
    /// The session as a whole, and the lines behind it.
    pub sgf: String,
    /// What the room knows beside the session, as text of its own.
    pub room: String,
    /// What lists show.
    pub listing: Listing,
}

/// A change of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredChange {
    /// The version before it.
    pub before: u64,
    /// The version after it.
    pub version: u64,
    /// The epoch with which the writer took the game.
    pub epoch: u64,
    /// What has changed of the session.
    pub sgf: StoredSgf,
    /// What the room knows beside the session.
    pub room: String,
    /// What lists show.
    pub listing: Listing,
    /// What is rated, if a rated game has ended.
    pub rated: Option<Box<RatedGame>>,
}

/// What has changed of a session.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum StoredSgf {
    /// Nothing.
    Same,
    /// A line is appended.
    Line(String),
    /// This replaces everything before.
    Whole(String),
}

/// What lists show of a game.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Listing {
    /// Which game.
    pub id: GameId,
    /// The people in the seats.
    pub guests: ByColor<Option<PersonId>>,
    /// The names of the players.
    pub names: ByColor<String>,
    /// The size of the board.
    pub size: Size,
    /// What is going on.
    pub phase: PhaseName,
    /// Whether a clock runs, which the server must watch.
    pub is_clocked: bool,
    /// Who is to play.
    pub to_play: Color,
    /// How many moves there are.
    pub n_moves: u32,
    /// The result, as SGF has it.
    pub result: Option<String>,
    /// Who can find and see it.
    pub visibility: Visibility,
    /// The time of the last change, in milliseconds since 1970.
    pub changed_at: u64,
}

/// A place in the order in which games were finished.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct FinishedAfter {
    /// The time of the last change, in milliseconds since 1970.
    pub changed_at: u64,
    /// The last one of the games that changed at that time, or `None` before
    /// all of them.
    pub id: Option<GameId>,
}

/// What is removed if nothing has changed since these times, in milliseconds
/// since 1970.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Expiry {
    /// Games that no one has joined.
    pub unjoined: u64,
    /// Games that have hardly begun: with less than two moves.
    pub abandoned: u64,
    /// Guests without a game.
    pub guests: u64,
    /// Lines of chat.
    pub chat: u64,
}

impl Expiry {
    /// Whether a game is removed. One that is over, or in which both have
    /// played, never is.
    fn removes(&self, game: &Listing) -> bool {
        let is_joined = game.guests.black.is_some() && game.guests.white.is_some();
        let before = match game.phase {
            PhaseName::Over => 0,
            PhaseName::Waiting if !is_joined => self.unjoined,
            _ if game.n_moves < 2 => self.abandoned,
            _ => 0,
        };
        game.changed_at < before
    }
}

/// Why a store did not do something.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum StoreError {
    /// The game has another version or owner, or the id is taken.
    Conflict,
    /// The disk or the database refuses, in its own words.
    Failed(String),
    /// The file was written by a later version of the program.
    TooNew(u32),
    /// The store is closed.
    Closed,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("the game has another version or owner"),
            StoreError::Failed(reason) => f.write_str(reason),
            StoreError::TooNew(version) => {
                write!(f, "the database is of version {version}, which a later Tengen wrote")
            }
            StoreError::Closed => f.write_str("the store is closed"),
        }
    }
}

impl Error for StoreError {}

#[cfg(test)]
mod conformance;
