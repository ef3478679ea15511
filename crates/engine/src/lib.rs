//! An opponent for Go: tree search with a network or with learned playouts.
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
//! | an opponent | [`Opponent`] with a [`Level`] |
//! | an analysis | [`Search`] and its [`Report`] |
//! | to think on the opponent's time | [`Opponent::ponder`] |
//! | to use a clock well | [`TimedOpponent`], or [`time`] alone |
//! | an engine like any other | [`Search`] as an [`Analyst`](tengen_analysis::Analyst) |
//! | the dead stones of a finished game | [`dead_stones`] |
//!
//! # How it works
//!
//! A search descends its tree to a leaf, evaluates it, and backs up the result.
//!
//! On square boards from 7×7 to 19×19 a leaf is evaluated by a small neural
//! network, which gives a policy for the moves below, the chance to win, the
//! lead and who will own each point; moves are selected by PUCT.
//! [`EvaluatorKind`] names another network, or none.
//!
//! On other boards, at the weaker levels and without a network, a leaf is
//! evaluated by one *playout*: the game is played to the end, each
//! move drawn with a probability that depends on the eight points around it and
//! on what it does to the chains near the last move. The weights were learned
//! from positions judged by a much stronger player, first so that likely moves
//! are likely, then so that playouts end right.
//!
//! There a move starts with a *prior* from a learned policy (features, large patterns,
//! ownership and criticality from the playouts so far, boosted trees), which
//! counts as virtual wins; then playouts in which it came later speak for it
//! (AMAF, or RAVE); in the end its own results do.
//!
//! With one thread, the same seed gives the same moves, and a search of a number
//! of playouts needs neither threads nor a clock. Several threads share the tree
//! without locks. Nothing is allocated while a search runs.

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
mod network_evaluator;
mod opponent;
mod ownership_stats;
mod parameters;
mod playout;
mod playout_evaluator;
mod point_sums;
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

pub use dead::{Effort, dead_stones, dead_stones_until};
pub use decision::decide;
pub use level::{Level, ParseLevelError, Style};
pub use limits::Limits;
pub use opponent::{Answer, Opponent, Pondering};
pub use parameters::{NetworkParameters, Parameters, SizedParameters, UnknownParameter};
pub use report::Report;
pub use rng::Rng;
pub use sampler::Sampler;
pub use search::{EvaluatorKind, Progress, Search, Settings};
pub use search_request::{DetailRequest, SearchRequest};
pub use tengen_ratings::{ParseRankError, Rank};
pub use time_source::{SystemTimeSource, TimeSource};
pub use timed::{LAG, ReportTimer, TimedOpponent, TimedRequest};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
