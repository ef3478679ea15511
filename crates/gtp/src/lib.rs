//! The Go Text Protocol, version 2, from both sides.
//!
//! | you have | take |
//! |---|---|
//! | a program that plays, for any controller | [`Engine`] with your [`Player`] |
//! | other engines to play against or to ask | [`controller::Controller`] |
//! | an analysis by another engine | the controller as an [`Analyst`](tengen_analysis::Analyst) |
//!
//! An [`Engine`] reads commands, keeps the game that they are about, and
//! answers. What to play is the business of a [`Player`].
//!
//! ```
//! use tengen_analysis::{Analysis, Decision};
//! use tengen_gtp::{Engine, Player, Request};
//! use tengen_rules::{Move, Ruleset};
//!
//! struct Passer;
//!
//! impl Player for Passer {
//!     fn name(&self) -> &str {
//!         "Passer"
//!     }
//!
//!     fn version(&self) -> &str {
//!         "1.0"
//!     }
//!
//!     fn think(&mut self, _: &Request<'_>, _: &mut dyn FnMut(&Analysis)) -> Decision {
//!         Decision::Move(Move::Pass)
//!     }
//! }
//!
//! let commands = "1 boardsize 9\n2 play black E5\n3 genmove white\n4 play black E5\n";
//! let mut answers = Vec::new();
//! Engine::new(&mut Passer, Ruleset::CHINESE).run(commands.as_bytes(), &mut answers)?;
//! assert_eq!(answers, b"=1 \n\n=2 \n\n=3 pass\n\n?4 illegal move\n\n");
//! # Ok::<(), tengen_gtp::Disconnected>(())
//! ```
//!
//! # Where it is more patient than the protocol asks
//!
//! - After two passes the game goes on with the next move; when that is
//!   undone, the game is over again.
//! - A player may move any number of times in a row.
//! - A game that repeats itself goes on, whatever the rules say of it: the
//!   protocol has no word for a game without result.
//! - Words behind the arguments of a command are ignored.
//! - An id may have any number of digits.
//! - A komi is rounded to the nearest half point, and the answer says so.

#![allow(clippy::cast_precision_loss, reason = "counts are small")]

mod answer;
mod command;
pub mod controller;
mod engine;
mod input_queue;
mod line;
mod player;
mod stream;
mod time;

pub use engine::{Disconnected, Engine};
pub use player::{Parameter, ParameterError, Player, Purpose, Request};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
