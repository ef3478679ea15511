//! Matches between engines that speak GTP.
//!
//! A [`Contest`] pairs two engines, referees their games by our rules, and
//! counts the results. What the results say about strength is in
//! [`statistics`] and [`Sprt`]; a [`ResultsFile`](results_file::ResultsFile) keeps them, so
//! that a match can go on after it was interrupted.
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use tengen_analysis::Stop;
//! use tengen_arena::{Archive, BySide, Contest, Contestant};
//! use tengen_clock::TimeControl;
//! use tengen_rules::{Game, Ruleset, Size};
//!
//! let engine = |line: &str| -> Result<Contestant, Box<dyn std::error::Error>> {
//!     Ok(Contestant { label: line.into(), command: line.parse()? })
//! };
//! let contest = Contest {
//!     engines: BySide {
//!         first: engine("gnugo --mode gtp --level 10 --seed {seed}")?,
//!         second: engine("gnugo --mode gtp --level 1 --seed {seed}")?,
//!     },
//!     judge: None,
//!     starts: vec![Game::new(Size::NINE, Ruleset::CHINESE)],
//!     n_random_moves: 4,
//!     seed: 1,
//!     clock: TimeControl::None,
//!     patience: Duration::from_secs(60),
//!     max_moves: 300,
//!     n_games: 20,
//!     sprt: None,
//! };
//! let conclusion = contest.run(2, Archive::default(), &Stop::new(), |game, _| {
//!     println!("game {}: {}", game.number, game.outcome);
//! })?;
//! println!("{:?}", conclusion.standing.tally.elo_interval());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How games end
//!
//! | what happens | result |
//! |---|---|
//! | both pass | by our count, with the dead stones that our engine finds or a judge names |
//! | a player resigns | the opponent wins |
//! | a clock falls, or a move takes longer than `patience` | the opponent wins on time |
//! | an illegal move, an unreadable answer, a refusal, a crash | the opponent wins by forfeit |
//! | the game repeats itself, by rules that let it | no result |
//! | the game has too many moves | no result |
//!
//! Games without result do not count.

#[cfg(test)]
mod clock_table;
mod contest;
mod contestant;
mod game_record;
mod judge;
pub mod opening;
mod referee;
mod result;
pub mod results_file;
mod scores;
mod seat;
mod side;
mod sprt;
mod standing;
pub mod statistics;

pub use contest::{Archive, Conclusion, Contest, ContestError, Failed, MatchEnd};
pub use contestant::Contestant;
pub use result::{GameResult, Reason, Usage};
pub use side::{BySide, Side};
pub use sprt::{Finding, Sprt};
pub use standing::{Standing, Wins};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
