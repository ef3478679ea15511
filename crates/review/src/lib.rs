//! What happened in a game of Go: the points that each move lost, better
//! moves, reasons, and exercises from mistakes.
//!
//! A [`Review`] says what to evaluate next. The caller has that done by any
//! [`Analyst`], on threads of its own, and hands the answers back; at any time
//! there is a [`Report`]. What is known is kept in the record.
//!
//! ```
//! use tengen_analysis::{Analyst, Stop};
//! use tengen_engine::{Search, Settings};
//! use tengen_record::{EvaluationFormats, Record};
//! use tengen_review::{Plan, Review};
//! use tengen_rules::Ruleset;
//!
//! let mut record = Record::from_sgf("(;SZ[9]KM[7];B[ee];W[ec];B[cc];W[gg];B[aa];W[cg])")?;
//! let plan = Plan { quick: 8, deep: 16, budget: Some(200) };
//! let mut review = Review::new(&record, Ruleset::CHINESE, plan);
//!
//! let mut search = Search::new(Settings { memory: 8 << 20, seed: 1, ..Settings::default() });
//! while let Some(request) = review.next(&record) {
//!     let analysis = search.analyze(&request.to_analysis(), &Stop::new(), &mut |_| ())?;
//!     review.answer(&request, &analysis, "Tengen")?;
//! }
//!
//! let report = review.report(&record);
//! let worst = report.key_moves().max_by(|a, b| a.points_lost().total_cmp(&b.points_lost()));
//! assert_eq!(worst.map(|it| it.mv), Some("A9".parse()?));
//!
//! // Whoever opens the record again need not evaluate anything.
//! review.save(&mut record, EvaluationFormats::default())?;
//! let mut again = Review::new(&record, Ruleset::CHINESE, plan.with_budget(0));
//! assert!(again.next(&record).is_none());
//! assert_eq!(again.report(&record).moves, report.moves);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Analyst`]: tengen_analysis::Analyst
//!
//! # Where to start
//!
//! | you want | take |
//! |---|---|
//! | to judge a record | [`Review`] with a [`Plan`], [`Request`], [`Progress`] |
//! | one move | [`Review::judge`] and its [`MoveReview`] |
//! | a game, or a variation | [`Review::report`], [`Review::report_of`] and the [`Report`] |
//! | words for a mistake | [`Reason`] |
//! | exercises | [`exercise::exercises`] |
//!
//! # How a move is judged
//!
//! The position after a move is evaluated by itself, and as a candidate of the
//! search before the move; the mean of both, by visits, is what the move is
//! worth. The loss is what another candidate of the same search is worth more,
//! and never negative. So noise that two neighboring evaluations do not share
//! is no mistake, and the move that the analyst would have made loses nothing.
//!
//! First every move is looked at quickly, then those positions again where
//! most is at stake, with four times as many visits each time.

mod band;
pub mod exercise;
mod judge;
mod kept;
mod loss;
mod phase;
mod place;
mod plan;
mod priority;
mod reason;
mod report;
mod review;

pub use band::Band;
pub use judge::{BetterMove, MoveReview};
pub use kept::Nonsense;
pub use loss::{Loss, Standing};
pub use phase::Phase;
pub use place::Skipped;
pub use plan::{AnalystKind, Plan};
pub use reason::Reason;
pub use report::{GraphPoint, PhaseReport, PlayerReport, Report};
pub use review::{Progress, Request, Review};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
