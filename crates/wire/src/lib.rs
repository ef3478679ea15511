//! The messages between the server and its clients, as JSON.
//!
//! A socket belongs to one game. [`ClientMessage`]s come in, [`ServerMessage`]s
//! go out. In the crate `server`, `web/PROTOCOL.md` describes both, and
//! `tests/data/wire.jsonl` has an example of each. These types are the only
//! ones that a client sees: nothing of a session is serialized as it is, so
//! nothing leaks by accident.

mod api;
mod client;
mod clock;
mod server;
mod state;
mod study;

pub use api::{
    Account, ApiError, Done, GameCreated, GameLine, Offer, Offered, Overview, OwnGame,
    ParseScopeError, Scope, TokenCreated,
};
pub use client::{Claim, ClientMessage, Op};
pub use clock::{ClockFace, Clocks};
pub use server::{
    Change, ChatLine, ChatRoom, ClaimOffer, Event, Presence, Role, ServerMessage, Why,
};
pub use state::{
    Game, Kind, Moves, PhaseName, PlayedMove, RequestState, Requested, ResultState, ScoringState,
    SeatKind, SeatState, State, Visibility,
};

pub use study::{
    StudyChange, StudyCrowd, StudyEdit, StudyEvent, StudyJudgement, StudyLine, StudyMark,
    StudyMessage, StudyMode, StudyNode, StudyPerson, StudyServerMessage, StudyState,
};

pub use clock::millis;

/// A text of one line as it is shown: without control characters, and without
/// those that turn the direction of the text around.
pub fn plain_text(text: &str) -> String {
    let is_plain = |it: &char| {
        !it.is_control()
            && !matches!(*it, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().filter(is_plain).collect::<String>().trim().to_owned()
}

/// A name as it is shown.
pub fn plain_name(name: &str) -> String {
    let name: String = plain_text(name).chars().take(MAX_NAME).collect();
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The most bytes of a message from a client.
pub const MAX_MESSAGE: usize = 8 << 10;

/// The most characters of a line of chat.
pub const MAX_CHAT: usize = 500;

/// The most characters of a name.
pub const MAX_NAME: usize = 40;
