//! Game records: a game of Go with its variations, read, edited and written
//! without loss.
//!
//! A [`Record`] is a tree of nodes. Each has a move or set-up stones, and what
//! people say and draw about the position. Edits can be undone, and what was
//! not edited is written to the byte as it was read.
//!
//! ```
//! use tengen_record::rules::Color;
//! use tengen_record::{Change, Direction, InfoKey, Mark, Query, Record};
//!
//! let text = "(;FF[4]SZ[9]PB[Ear-reddening]RE[B+2]\n;B[ee];W[ge](;B[gc])\n(;B[ce]C[Calm.]XY[?]))\n";
//! let mut record = Record::from_sgf(text)?;
//! assert_eq!(record.to_sgf(), text);
//! assert_eq!(record.info().outcome().and_then(|it| it.winner()), Some(Color::Black));
//!
//! // Positions are replayed by the rules.
//! let calm = record.find(record.root(), Direction::Forward, Query::Comment("calm")).unwrap();
//! let snapshot = record.position(calm);
//! assert_eq!(snapshot.last_move, Some((Color::Black, "C5".parse()?)));
//! assert_eq!((snapshot.move_number, snapshot.position.to_play), (3, Color::White));
//!
//! // A move is followed if it is there, and added otherwise.
//! let answer = record.play(calm, Color::White, "E3".parse()?)?;
//! assert_eq!(record.play(calm, Color::White, "E3".parse()?)?, answer);
//! record.set_mark(answer, "E3".parse()?, Some(Mark::Triangle))?;
//! record.promote(calm)?;
//! record.set_info(InfoKey::Event, "A [famous] game")?;
//! assert_eq!(
//!     record.to_sgf(),
//!     "(;FF[4]SZ[9]PB[Ear-reddening]RE[B+2]EV[A [famous\\] game]\n;B[ee];W[ge]\
//!      (;B[ce]C[Calm.]XY[?];W[eg]TR[eg])(;B[gc])\n)\n",
//! );
//!
//! // All of that can be undone.
//! assert_eq!(record.undo(), Some(Change::Content(record.root())));
//! while record.undo().is_some() {}
//! assert_eq!(record.to_sgf(), text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to start
//!
//! | to | take |
//! |---|---|
//! | read a file | [`Record::from_bytes`], and [`Record::from_collection`] for a file of several games |
//! | read a large file | [`sgf::GameReader`] game by game, [`sgf::GameIndex`] for one of its games |
//! | list the games of a file | [`GameSummary`] |
//! | go through the tree | [`Record::main_line`], [`Record::children`], [`Record::nodes`] |
//! | look at a node | [`Record::node`] |
//! | know who played | [`Record::info`] |
//! | see a position | [`Record::position`], and [`Positions`] to step through many |
//! | play on from a node, or keep a game | [`Record::checked_game`], [`Record::game`], [`Record::from_game`] |
//! | name a node to another program | [`NodeId::number`], [`Record::node_id`] |
//! | edit | [`Record::play`] and the `set_` methods, [`Record::delete`], [`Record::paste`] |
//! | take it back | [`Record::undo`], [`Record::redo`] |
//! | make several edits one | [`Record::transact`] |
//! | draw the tree | [`TreeLayout`] |
//! | keep what an engine thinks of positions | [`NodeEvaluation`], [`Node::evaluation`], [`Record::set_evaluation`] |
//!
//! # Points and moves
//!
//! Points, moves, colors and sizes are those of [`rules`], in which `A1` is the
//! lower left corner. The types of the same names in [`sgf`] are those of the
//! format, which counts from the top left; they are seen only in raw values, by
//! [`Node::raw`] and [`Record::set_property`]. Both crates are re-exported here,
//! so a program needs no other dependency.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `katrain` | reading the evaluations that KaTrain keeps, which are Base64, gzip and JSON |
//!
//! # How a record is kept
//!
//! The file stays as `tengen-sgf` has read it, and is shared by the games in
//! it. The record has its own links between nodes, and for each node the name
//! of its content: a node of the file, or what an edit made of it. Contents
//! never change, so undoing an edit is to name the one before. Nothing here
//! calls itself, so the depth of a game is limited by memory alone.

mod convert;
mod evaluation;
mod find;
mod game;
mod history;
mod info;
mod markup;
mod node;
mod node_edit;
mod outcome;
mod position;
mod read;
mod record;
mod stones;
mod store;
mod summary;
mod tree;
mod tree_edit;
mod tree_layout;
mod write;

pub use evaluation::{Chance, EvaluatedMove, EvaluationFormats, NodeEvaluation, Points, kept_loss};
pub use find::{Direction, Query};
pub use game::{BrokenGame, GameBreak};
pub use history::{Change, Revision};
pub use info::{Info, InfoKey};
pub use markup::{Annotation, Figure, Mark, PrintMode, Stroke};
pub use node::{Node, Setup};
pub use outcome::{Margin, Outcome, ParseOutcomeError};
pub use position::{Positions, Problem, Snapshot};
pub use read::NoRecord;
pub use record::{NumberedMove, Record};
pub use summary::GameSummary;
pub use tengen_rules as rules;
pub use tengen_sgf::{self as sgf, Double};
pub use tree::NodeId;
pub use tree_edit::{Clip, EditError};
pub use tree_layout::{NodeKind, Place, PlacedNode, Stem, TreeLayout};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
