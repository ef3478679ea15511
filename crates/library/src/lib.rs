//! A library of Go games in one file: games are kept to the byte, and found by
//! player, date, text, position and pattern.
//!
//! ```
//! use tengen_library::{Access, Cancel, Library, Order, Page, Pattern, Query, SearchOptions};
//! use tengen_rules::{ByColor, Color};
//!
//! # let folder = std::env::temp_dir().join(format!("tengen-library-doc-{}", std::process::id()));
//! # let file = folder.join("library.db");
//! let mut library = Library::open(&file, Access::Create)?;
//! let text = b"(;SZ[9]PB[Lee Sedol (\xe6\x9d\x8e\xe4\xb8\x96\xe4\xb9\xad)]PW[Cho U]DT[2005-02]\
//!     RE[B+R];B[ee];W[ge];B[ce])";
//! let added = library.add("games/1.sgf".as_ref(), text, ByColor::default())?;
//! let id = added.game().expect("it is a game");
//! assert_eq!(library.bytes(id)?, text);
//!
//! // By what people say about it.
//! let cancel = Cancel::new();
//! let query: Query = "player:李世乭 result:B+R date:2005".parse()?;
//! let list = library.games(&query, Order::default(), Page::ALL, &cancel)?;
//! assert_eq!((list.total, list.games[0].white.as_str()), (1, "Cho U"));
//!
//! // By what is on the board: in any symmetry, with the colors swapped or not.
//! let pattern: Pattern = ". . . . ./. . X . O/. . . . .".parse()?;
//! let hits = library.search(&pattern, &SearchOptions::default(), &cancel)?;
//! assert_eq!((hits.hits[0].game, hits.hits[0].n_moves), (id, 2));
//! let next = &library.continuations(&hits)?.moves[0];
//! assert_eq!((next.color, next.tally.wins[Color::Black]), (Color::Black, 1));
//! # drop(library);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to start
//!
//! | to | take |
//! |---|---|
//! | open a library | [`Library::open`]; one for each thread and program, as many as you like |
//! | add files and folders | [`Library::import`], with progress, to be stopped and gone on with |
//! | add a game that was played here | [`Library::add`] |
//! | follow folders | [`Library::watch`], [`Library::import_watched`] |
//! | list games as somebody types | [`Query`], [`Library::games`] with a [`Page`] and a [`Cancel`] |
//! | open or preview one | [`Library::record`], [`Library::game`], [`Library::sources`] |
//! | give games back | [`Library::bytes`], [`Library::file_bytes`], [`Library::export_folder`] |
//! | search a position | [`Pattern::whole_board`], [`Pattern::region`], [`Library::search`] |
//! | know what was played next | [`Library::continuations`], [`Library::opening_tree`] |
//! | ask "when did I ever" | [`Library::set_own_names`], [`Query::mine`], [`Continuation::mine`] |
//! | count | [`Library::statistics`], [`score_chart`] |
//! | keep what moves lost | [`Library::set_losses`] |
//! | keep a review of a game | [`Library::keep_reviewed`] |
//! | practise | [`Library::add_exercise`], [`Library::due_exercises`], [`Library::answer_exercise`] |
//! | know that all is well | [`Library::check`], [`Library::rebuild`], [`rebuild_damaged`] |
//!
//! # How games are found
//!
//! The file is a database of SQLite, which `FORMAT.md` describes; no type of
//! it is in this interface. What is written about games is searched by its
//! indexes. For positions, each game is also kept as the changes of the points
//! of its board, two bytes each, captures included. All of them are in memory
//! while a library searches, some 700 bytes a game. A search first asks for
//! each game which places of the board ever had all the stones of the pattern,
//! by shifting sets of points; then, from the time at which each point got its
//! first stone, when the pattern can have stood there; and only where stones
//! were captured does it go through the moves. What is found is exact: a
//! slow search in the tests finds the same.
//!
//! # Which games are one
//!
//! Two texts are the same game if set-up and moves of their main lines are the
//! same, in any symmetry, up to passes at the end; games of fewer than twenty
//! stones must also have the same players, date and result. The game is listed
//! once, with the text that says most; the others are kept beside it.

#![allow(
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "the database has signed numbers, and all of them are small by construction"
)]

mod cancel;
mod chart;
mod check;
mod column;
mod continuation;
mod date;
mod deck;
mod error;
mod export;
mod facts;
mod fingerprint;
mod fold;
mod fsrs;
mod game;
mod import;
mod index;
mod library;
mod list;
mod loss;
mod name;
mod opening;
mod opening_tree;
mod path;
mod pattern;
mod query;
mod rank;
mod reviewed;
mod schema;
mod search;
mod statistics;
mod store;
mod tag;
mod timeline;
mod variant;
mod watch;

pub use cancel::Cancel;
pub use chart::{ChartWords, bar_chart, score_chart};
pub use check::{Defect, RebuildReport, rebuild_damaged};
pub use continuation::{Continuation, Continuations, MeanLoss, Mine, Tally};
pub use date::Date;
pub use deck::{DeckStatistics, Exercise, ExerciseId, NewExercise};
pub use error::LibraryError;
pub use fsrs::Grade;
pub use game::{GameEntry, GameId, GameList, GameSet, Order, OrderBy, Page, Source};
pub use import::{ImportProgress, ImportReport};
pub use library::Library;
pub use loss::MoveLoss;
pub use opening_tree::{OpeningNode, OpeningTree, TreeOptions};
pub use pattern::{Anchor, Cell, Edges, ParsePatternError, Pattern};
pub use query::{Query, QueryError, QueryProblem};
pub use rank::Rank;
pub use schema::Access;
pub use search::{Hit, Hits, NextMove, SearchOptions};
pub use statistics::{Phase, PhaseLoss, Score, Statistics};
pub use store::Added;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
