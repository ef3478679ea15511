//! What a Go engine says of a position, as plain types.
//!
//! Engines of any kind fill these in: our own search, or a program that is
//! driven over GTP. Sessions, reviews and front ends read them. Nothing is
//! computed here.
//!
//! ```
//! use tengen_analysis::{Analysis, Candidate};
//! use tengen_rules::Color;
//!
//! let candidate = Candidate { n_visits: 120, ..Candidate::new("D4".parse()?, 0.75) };
//! let analysis = Analysis { candidates: vec![candidate], ..Analysis::new(Color::White, 0.75) };
//!
//! assert_eq!(analysis.best().unwrap().mv, "D4".parse()?);
//! assert_eq!(analysis.evaluation().black_win_rate, 0.25);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | type | says |
//! |---|---|
//! | [`Analysis`], [`Candidate`] | everything an engine thinks of a position |
//! | [`Details`] | what a search knows beside that, on request |
//! | [`Evaluation`] | who is ahead, in three numbers, for Black |
//! | [`Decision`] | what an engine does when it is its turn |
//! | [`DeadStones`] | which stones an engine takes for dead at the end |
//! | [`Analyst`], [`AnalysisRequest`] | an engine that can be asked, and a question |
//! | [`Excluded`], [`Restrictions`] | moves that must not be considered |
//! | [`Stop`] | a signal that ends thinking |

mod analysis;
mod analyst;
mod dead_stones;
mod decision;
mod details;
mod evaluation;
mod excluded;
mod restriction;
mod stop;

pub use analysis::{Analysis, Candidate};
pub use analyst::{AnalysisRequest, Analyst, AnalystError, Effort};
pub use dead_stones::DeadStones;
pub use decision::{Decision, ParseDecisionError};
pub use details::{CandidateDetails, Details, RawEvaluation};
pub use evaluation::Evaluation;
pub use excluded::Excluded;
pub use restriction::{Restriction, Restrictions};
pub use stop::Stop;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
