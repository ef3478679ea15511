//! The client of a game on a server.
//!
//! [`join`] finds the game behind a [`GameLink`] and takes the open seat in it.
//! [`Joined::start`] then follows the game from a background thread, which
//! tells every [`Update`], sends every [`GameRequest`], and connects again after any
//! break. [`Update::State`] is for
//! [`Action::Follow`](tengen_session::Action::Follow) of a session.
//!
//! [`api`] is the HTTP API of a server, for programs that play by themselves.
//!
//! There are no sentences for people in here, except those of the server.

pub mod api;
mod change;
mod client;
mod connection;
mod credential;
mod guest;
mod join;
mod link;
mod told;
mod update;

pub use connection::Remote;
pub use guest::GuestFile;
pub use join::{JoinError, Joined, Wish, join};
pub use link::{BadLink, BadServerAddress, GameLink, ServerAddress};
pub use update::{GameRequest, Refused, Update};

pub use tengen_wire::{ChatLine, ChatRoom};
