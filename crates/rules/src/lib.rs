//! The rules of Go, exact and fast.
//!
//! A [`Game`] is played by a [`Ruleset`] and knows its history; a [`Board`]
//! has the stones alone, copies with one `memcpy` and plays some ten million
//! moves a second. Nothing here reads files, asks for the time or throws
//! dice.
//!
//! ```
//! use tengen_rules::{Color, Game, IllegalMove, Move, PointSet, Ruleset, Size};
//!
//! let mut game = Game::new(Size::square(5).unwrap(), Ruleset::JAPANESE);
//! for name in ["B3", "C3", "C4", "D4", "C2", "D2", "A1", "E3", "D3"] {
//!     game.play(name.parse()?)?;
//! }
//!
//! // Black has taken the stone on C3. White may not take back at once,
//! assert_eq!(game.board().stone("C3".parse()?), None);
//! assert_eq!(game.position().prisoners.black, 1);
//! let ko = "C3".parse()?;
//! assert_eq!(game.play(ko), Err(IllegalMove::Ko("C3".parse()?)));
//!
//! // but after a move elsewhere, and an answer.
//! game.play("E5".parse()?)?;
//! game.play("A5".parse()?)?;
//! game.play(ko)?;
//! assert_eq!(game.board().stone("D3".parse()?), None);
//!
//! // A refused move changes nothing, and every turn can be undone.
//! game.undo();
//! game.undo();
//! game.undo();
//! game.play(Move::Pass)?;
//! game.play(Move::Pass)?;
//! assert!(game.end().is_some());
//!
//! // The score is exact: one prisoner against a komi of 6.5.
//! let counting = game.count(&PointSet::EMPTY);
//! assert_eq!(counting.score().winner(), Some(Color::White));
//! assert_eq!(counting.score().to_string(), "W+5.5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | [`Point`] | an intersection, named from `A1` at the lower left |
//! | [`Color`] | a player and the color of the stones |
//! | [`Move`] | a stone on a point, or a pass |
//! | chain | stones of one color connected along lines |
//! | group | chains that live or die together |
//! | [`Board`] | stones, chains, liberties and the simple ko, no history |
//! | [`Position`] | a board with prisoners and the player to move |
//! | [`Game`] | positions over time: superko, passes, the end, undo |
//! | [`Ruleset`] | what a game may differ in, as data |
//! | [`PointSet`], [`ByPoint`], [`ByColor`] | a set of points, and one value for each point or color |
//! | [`Symmetry`] | one of the eight ways to turn or mirror a board |
//! | [`Counting`], [`Score`] | who owns what in the end, and the margin |
//!
//! # Where to start
//!
//! For a game between two players take [`Game`]. For a search, copy its
//! [`Board`] and use [`Board::play_unchecked`] after [`Board::is_legal`].
//! [`Board::position_hash`] and [`Board::canonical_hash`] identify positions in
//! files and databases. [`Shapes`] has what is around each point, for patterns.
//! [`life`] finds what cannot die, [`territory`] counts as players do by
//! Japanese rules, [`area`] by Chinese ones, and [`perft`] proves that the
//! rules are right.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `serde` | reading and writing of the vocabulary: colors, points and sets of them, moves, sizes, komi, rulesets, scores |
//!
//! Without features, this crate depends on the standard library alone.

pub mod area;
mod board;
mod by_point;
mod color;
mod flood;
mod game;
pub mod handicap;
mod hash;
mod komi;
pub mod life;
mod mv;
pub mod perft;
mod point;
mod point_set;
mod position;
mod ruleset;
mod score;
mod shape;
mod size;
mod symmetry;
pub mod territory;
#[cfg(feature = "serde")]
mod wire;

pub use board::{Board, Captured, ParseBoardError, SetupError};
pub use by_point::ByPoint;
pub use color::{ByColor, ByColorIter, Color};
pub use game::{CannotResume, End, Game, Turn};
pub use hash::{CanonicalHash, Colors, SymmetricHash};
pub use komi::{Komi, ParseKomiError};
pub use mv::{IllegalMove, Move};
pub use point::{ParsePointError, Point};
pub use point_set::{PointSet, PointSetIter};
pub use position::Position;
pub use ruleset::{
    Button, DeadStones, HandicapBonus, HandicapPlacement, KoRule, LongCycle, ParseRulesetError,
    PassRule, Ruleset, Scoring, Suicide, Tax,
};
pub use score::{Counting, Score};
pub use shape::{Shape, Shapes};
pub use size::{ParseSizeError, Size};
pub use symmetry::Symmetry;

/// The example of the front page compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
