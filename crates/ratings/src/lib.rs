//! Ratings, ranks, handicap and pairing for Go, as pure functions.
//!
//! Time is passed in as the duration since a fixed moment, players are numbers
//! of the caller, and the lot is a seed: the same input gives the same output,
//! to the last bit and on every platform. Nothing here knows accounts or
//! storage.
//!
//! # Ratings
//!
//! Glicko-2 with sixteen ratings a player: overall, by board, by speed, and by
//! both. The specific rating counts where it is known well, and is mixed with
//! the overall one where not.
//!
//! ```
//! use std::time::Duration;
//! use tengen_ratings::{
//!     BoardClass, Category, FinishedGame, Glicko2, PlayerId, RatingBook, RatingEvent, Speed,
//!     Start, Terms,
//! };
//! use tengen_rules::{ByColor, Color, Ruleset, Size};
//!
//! let (anna, ben) = (PlayerId(1), PlayerId(2));
//! let mut book = RatingBook::new(Glicko2::USUAL);
//! for (player, rank) in [(anna, "12k"), (ben, "8k")] {
//!     let start = Start::Rank(rank.parse()?);
//!     book.add(&RatingEvent::Joined { player, start, at: Duration::ZERO })?;
//! }
//!
//! // Four ranks are four stones and no komi by custom, and this to be exact.
//! let terms = Terms::fair(Size::NINETEEN, &Ruleset::JAPANESE, 4.0);
//! assert_eq!((terms.handicap, terms.komi.to_string()), (5, "6.5".into()));
//!
//! let at = Duration::from_secs(3600);
//! book.add(&RatingEvent::Finished(FinishedGame {
//!     at,
//!     players: ByColor { black: anna, white: ben },
//!     size: Size::NINETEEN,
//!     speed: Speed::Live,
//!     ruleset: Ruleset::JAPANESE,
//!     terms,
//!     winner: Some(Color::Black),
//!     is_annulled: false,
//! }))?;
//! let rank = book.rating(anna, Category::board(BoardClass::Large), at).unwrap().rank();
//! assert_eq!(format!("{rank:#}"), "10k? ± 4.4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to start
//!
//! | for | take |
//! |---|---|
//! | one rating and its change | [`Rating`], [`Glicko2`] |
//! | all players of a club, with annulled games | [`RatingBook`] |
//! | ranks and their error | [`Rank`], [`RatedRank`], [`scale`] |
//! | handicap and komi | [`Terms`], [`handicap`] |
//! | an opponent that fits a player | [`Estimate`] |
//! | Swiss and McMahon tournaments | [`Tournament`], [`standings`], [`Crosstable`] |
//! | everybody against everybody | [`round_robin`] |
//! | a club's ladder | [`Ladder`] |
//! | people who wait for a game | [`automatch`] |

mod automatch;
mod book;
mod category;
mod estimate;
mod glicko;
pub mod handicap;
mod ladder;
mod matching;
mod player;
mod rank;
pub mod scale;
mod tournament;

pub use automatch::{Match, MatchOffer, Wish, automatch};
pub use book::{
    FinishedGame, MAX_RATED_GAP, RatingBook, RatingChange, RatingError, RatingEvent, Unrated,
    check_rated, rate_game,
};
pub use category::{BoardClass, Category, Pace, Speed};
pub use estimate::{Estimate, FairGame};
pub use glicko::{Glicko2, PlayerScore, Rating};
pub use handicap::Terms;
pub use ladder::{Challenge, Ladder, LadderRules, NoChallenge};
pub use player::{PlayerId, PlayerRatings, Start, StoredRating};
pub use rank::{ParseRankError, Rank};
pub use scale::RatedRank;
pub use tournament::{
    Cell, Criterion, Crosstable, CrosstableRow, Entrant, HandicapRule, McMahon, PairingError,
    Points, Round, RoundRobinRound, Seeding, Standing, TableGame, TableResult, Tournament,
    TournamentSystem, round_robin, standings,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
