//! Games of Go in the browser by sending a link.
//!
//! [`Server::start`] serves in the background until [`Server::stop`]. Below it,
//! a [`Room`](room::Room) is one game with its seats, rights and offers, a
//! [`Store`](store::Store) keeps games, and [`wire`] has the messages between
//! pages and the server. `web/PROTOCOL.md` describes routes and messages.
//!
//! A [`Study`](study::Study) is a board that several people look at and edit
//! together, and a [`Tournament`](tournament::Tournament) has its games here.
//!
//! Nothing is told before it is stored: a request is checked, applied to the
//! room, written, answered and broadcast, in this order.

pub mod account;
pub mod admin;
mod api;
mod asset;
mod bus;
mod documents;
#[cfg(any(fuzzing, test))]
pub mod fuzz;
mod games;
mod http;
pub mod id;
pub mod ladder;
mod ladders;
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
mod studies;
pub mod study;
mod time;
pub mod tournament;
mod tournaments;

pub use http::AddressLimits;
pub use log::log_to_stderr;
pub use server::{Cluster, Server, ServerOptions, SignUp, StartError, database};
pub use tengen_wire as wire;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
