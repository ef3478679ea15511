//! KataGo's analysis protocol: queries about positions as lines of JSON,
//! answered by any engine.
//!
//! Programs that were written for KataGo's analysis engine, such as KaTrain,
//! get their answers from whatever implements [`Engine`]. The protocol is
//! that of `docs/Analysis_Engine.md` in KataGo's repository.
//!
//! ```
//! use tengen_analysis::{Analysis, AnalystError, Candidate, Stop};
//! use tengen_analysis_protocol::{Engine, Question, Service};
//! use tengen_rules::Move;
//!
//! /// Thinks that passing is even.
//! struct Passer;
//!
//! impl Engine for Passer {
//!     fn analyze(
//!         &mut self,
//!         question: &Question<'_>,
//!         _stop: &Stop,
//!         _tell: &mut dyn FnMut(Analysis),
//!     ) -> Result<Analysis, AnalystError> {
//!         let pass = Candidate { n_visits: 1, ..Candidate::new(Move::Pass, 0.5) };
//!         Ok(Analysis { candidates: vec![pass], ..Analysis::new(question.to_play, 0.5) })
//!     }
//! }
//!
//! let query = r#"{"id":"a","moves":[],"rules":"chinese","boardXSize":9,"boardYSize":9}"#;
//! let mut answers = Vec::new();
//! Service::default().run(query.as_bytes(), &mut answers, vec![Passer])?;
//! let answer: serde_json::Value = serde_json::from_slice(&answers)?;
//! assert_eq!(answer["moveInfos"][0]["move"], "pass");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | type | is |
//! |---|---|
//! | [`Service`] | a conversation: reads queries, asks engines, writes answers |
//! | [`Engine`], [`Question`] | an engine, and what it is asked |
//! | [`Settings`], [`Tuning`] | what a configuration, a command line or a query sets |
//! | [`About`] | who answers |
//!
//! # What differs from KataGo
//!
//! - Boards may have up to 25 lines.
//! - A question that was answered lately and comes again in every respect has
//!   the same answer; `clear_cache` forgets such answers.
//! - Settings that only make sense for KataGo's search are answered by a
//!   warning, `humanSLProfile` by an error.
//! - Uncertainties that only KataGo's networks know are -1.
//! - `scoreStdev` is the spread of the lead over the search, which is smaller than
//!   that of the final score, and `scoreSelfplay` is the lead.
//! - Moves that only a ko rule forbids are taken, as KataGo does; initial stones
//!   without a liberty are refused.

mod answer;
mod cache;
mod config;
mod fields;
mod hash;
mod line;
mod problem;
mod query;
mod queue;
mod read;
mod rules;
mod service;
mod setting;

pub use config::ConfigError;
pub use query::Question;
pub use service::{About, AtEnd, Disconnected, Engine, Service};
pub use setting::{Effect, Perspective, SettingError, Settings, Tuning};

/// The version of KataGo whose protocol this is.
pub const PROTOCOL_VERSION: &str = "1.17.2";

/// The longest line that is read, in bytes.
pub(crate) const MAX_LINE: usize = 16 << 20;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
