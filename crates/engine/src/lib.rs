//! An opponent for Go: Monte Carlo tree search with learned playouts.
//!
//! ```
//! use tengen_analysis::{Decision, Stop};
//! use tengen_engine::{Level, Limits, Opponent, SearchRequest, Settings};
//! use tengen_rules::{Game, Ruleset, Size};
//!
//! let mut game = Game::new(Size::NINE, Ruleset::CHINESE);
//! let settings = Settings { memory: 8 << 20, seed: 1, ..Settings::default() };
//! let mut opponent = Opponent::new(Level::FULL, settings);
//!
//! let request = SearchRequest::new(&game, Limits::playouts(200));
//! let answer = opponent.think(&request, &Stop::new(), |_progress| ());
//!
//! let Decision::Move(mv) = answer.decision else { panic!("nobody resigns on move one") };
//! game.play(mv)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to start
//!
//! | you want | take |
//! |---|---|
//! | somebody to play against | [`Opponent`] with a [`Level`] |
//! | an analysis | [`Search`] and its [`Report`] |
//! | to think on the opponent's time | [`Opponent::ponder`] |
//! | to use a clock well | [`TimedOpponent`], or [`time`] alone |
//! | an engine like any other | [`Search`] as an [`Analyst`](tengen_analysis::Analyst) |
//!
//! # How it thinks
//!
//! A *playout* plays a game to the end, drawing each move with a probability
//! that depends on the eight points around it and on what it does to the
//! chains near the last move. The weights of all that were learned from
//! positions judged by a very strong player, first so that likely moves are
//! likely, then so that playouts end as they should.
//!
//! A *tree* in memory that is claimed once holds what playouts say of moves.
//! A move is first thought of as its prior says, which was learned too, with
//! larger patterns; then as the playouts go in which it was played later; and
//! in the end by its own results.
//!
//! With one thread, the same seed gives the same moves. With several, they
//! share the tree without locks.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "counts, points and weights are small by construction"
)]

mod analyst;
mod dead;
mod decision;
pub mod greedy_player;
#[doc(hidden)]
pub mod internals;
mod level;
mod limits;
mod opponent;
mod ownership_stats;
mod parameters;
mod playout;
mod playout_evaluator;
mod policy_player;
mod prior;
pub mod random;
mod report;
mod rng;
mod sampler;
mod search;
mod search_request;
mod tactics;
pub mod time;
mod time_source;
mod timed;

pub use dead::{Effort, dead_stones};
pub use decision::decide;
pub use level::{Level, ParseLevelError, Style};
pub use limits::Limits;
pub use opponent::{Answer, Opponent, Pondering};
pub use parameters::{Parameters, UnknownParameter};
pub use report::Report;
pub use rng::Rng;
pub use sampler::Sampler;
pub use search::{Progress, Search, Settings};
pub use search_request::SearchRequest;
pub use time_source::{SystemTimeSource, TimeSource};
pub use timed::{LAG, ReportTimer, TimedOpponent, TimedRequest};
