//! Reads and writes SGF, the format of game records, without loss.
//!
//! A file is read whatever is wrong with it: [`parse`] returns all games it
//! understood, and [`Collection::warnings`] says what it stumbled over, with
//! line and column. What was read is written back byte for byte, apart from
//! the spots that had to be repaired, and an edit changes only the nodes it
//! names.
//!
//! ```
//! use tengen_sgf::{Move, Point, parse};
//!
//! let mut collection = parse(b"(;FF[4]SZ[9]KM[6.5]; B[ee] ;W[];B[cc]C[A joseki")?;
//!
//! assert!(collection.is_truncated());
//! let warning = &collection.warnings()[0];
//! assert_eq!((warning.line, warning.column), (1, 38));
//! assert_eq!(warning.code.as_str(), "end-inside-value");
//! assert_eq!(warning.to_string(), "the file ends inside of a value of C");
//!
//! let game = collection.game(0).expect("there is one game");
//! assert_eq!(game.root().value("KM").map(|komi| komi.real()), Some(Ok(6.5)));
//! let first = game.main_line().nth(1).expect("there are four nodes");
//! let center = Point::new(4, 4).expect("there are letters for it");
//! assert_eq!(first.value("B").map(|it| it.mv(game.size())), Some(Ok(Move::Play(center))));
//! let second = first.first_child().expect("White has passed");
//! assert_eq!(second.value("W").map(|it| it.mv(game.size())), Some(Ok(Move::Pass)));
//!
//! let id = second.id();
//! collection.set_property(id, "C", ["Why not [tengen]?"])?;
//! assert_eq!(
//!     collection.to_sgf(),
//!     r"(;FF[4]SZ[9]KM[6.5]; B[ee] ;W[]C[Why not [tengen\]?];B[cc]C[A joseki])",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate knows the grammar and the types of values, but not what a legal
//! move is. Points are columns and rows from the top left.
//!
//! # How a collection is kept
//!
//! All games of a file are in one arena, in which a node takes 20 bytes: its
//! links, and a span of the text. Properties are found in that text when they
//! are asked for. Nothing here calls itself, so the depth of a game is limited
//! by memory alone.
//!
//! # What is repaired
//!
//! Writing adds the `(`, `)`, `;`, `[` and `]` that are missing, leaves out a
//! `)` that closes nothing, moves a property from behind the variations to its
//! node, and joins the values of a property that a node has twice. All else
//! stays as it is, even where it has a warning: text around games, unknown
//! properties, text without a meaning between properties, names in lower case.

mod collection;
mod decode;
mod edit;
mod node;
mod parse;
mod point;
mod property;
mod rebuild;
mod report;
mod scan;
mod text;
mod value;
mod value_buf;
mod warning;
mod write;

pub use collection::{Collection, NodeId, TooLarge};
pub use decode::Encoding;
pub use edit::EditError;
pub use node::{Descendants, Game, Node};
pub use parse::{parse, parse_text};
pub use point::{Color, Move, Point, Size, SizeProblem};
pub use property::{Points, Properties, Property, Values};
pub use value::{Double, Value, ValueError};
pub use value_buf::{MissingBackslash, ValueBuf};
pub use warning::{Location, Warning, WarningCode};
