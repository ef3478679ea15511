//! Games of Go in the browser by sending a link.
//!
//! [`Server::start`] serves in the background until [`Server::stop`]. Below it,
//! a [`Room`](room::Room) is one game with its seats, rights and offers, a
//! [`Store`](store::Store) keeps games, and [`wire`] has the messages between
//! pages and the server. `web/PROTOCOL.md` describes routes and messages.
//!
//! Nothing is told before it is stored: a request is checked, applied to the
//! room, written, answered and broadcast, in this order.

pub mod account;
pub mod admin;
mod api;
mod asset;
#[cfg(fuzzing)]
pub mod fuzz;
mod games;
mod http;
pub mod id;
mod learn;
mod library;
mod limit;
pub mod load;
mod lobby;
mod log;
mod metric;
mod page;
mod rated;
mod reviews;
pub mod room;
pub mod secret;
mod server;
mod socket;
pub mod store;
mod time;

pub use http::AddressLimits;
pub use log::log_to_stderr;
pub use server::{Server, ServerOptions, SignUp, StartError, database};
pub use tengen_wire as wire;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
