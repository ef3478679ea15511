//! A program that speaks GTP as a player on a Go server.
//!
//! A [`Bot`] follows what concerns its account on a server, accepts offers
//! that fit its [`Conditions`], and plays each game with a process of its
//! engine. Servers and engines may go away and come back: each line of a
//! server is a whole state, and an engine is told the game again.
//!
//! ```
//! use tengen_bot::Conditions;
//!
//! let conditions = Conditions { max_handicap: 4, ..Conditions::default() };
//! assert!(conditions.allow_size("9x9".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! There are no sentences for people in here, except those of servers and
//! engines: what happens is told as a [`Report`].

mod bot;
mod conditions;
mod engine;
mod follow;
mod game;
mod position;
mod report;
mod scoring;
mod task;

pub use bot::{Bot, BotError, BotOptions, Leave};
pub use conditions::{Conditions, Unfit};
pub use report::Report;
