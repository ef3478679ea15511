//! The messages between a page and the server, as JSON.
//!
//! A socket belongs to one game. [`ClientMessage`]s come in, [`ServerMessage`]s
//! go out; `web/PROTOCOL.md` describes both, and `tests/data/wire.jsonl` has an
//! example of each. These types are the only ones that a browser sees: nothing
//! of a session is serialized as it is, so nothing leaks by accident.

mod client;
mod clock;
mod server;
mod state;

pub use client::{Claim, ClientMessage, Op};
pub use clock::{ClockFace, Clocks};
pub use server::{Change, ChatLine, ClaimOffer, Event, Presence, Role, ChatRoom, ServerMessage, Why};
pub use state::{
    Game, Kind, Moves, PhaseName, PlayedMove, RequestState, Requested, ResultState, ScoringState,
    SeatKind, SeatState, State, Visibility,
};

/// The most bytes of a message from a client.
pub const MAX_MESSAGE: usize = 8 << 10;

/// The most characters of a line of chat.
pub const MAX_CHAT: usize = 500;

/// The most characters of a name.
pub const MAX_NAME: usize = 40;
