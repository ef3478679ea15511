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
//! assert_eq!(warning.to_string(), "the file ends inside a value of C");
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
//! What the properties mean is looked at on request: [`Collection::check`]
//! holds them against their [`Definition`], and [`Collection::to_canonical`]
//! writes all texts of the same meaning in the same form.
//!
//! ```
//! use tengen_sgf::{Severity, parse};
//!
//! let collection = parse(b"(;SZ[9]KM[5 1/2];B[aa]AW[tt]RE[b+r])")?;
//! let flaws: Vec<String> = collection
//!     .check()
//!     .iter()
//!     .filter(|it| it.code.severity() == Severity::Error)
//!     .map(|it| format!("{}:{} {}", it.line, it.column, it.code))
//!     .collect();
//! assert_eq!(flaws, ["1:10 bad-real", "1:23 setup-with-move", "1:25 off-board"]);
//! assert_eq!(parse(b"(;B[tt];White[a a])")?.to_canonical(), concat!(
//!     "(;FF[4]CA[UTF-8]GM[1]SZ[19]B[]\n",
//!     ";W[aa])\n",
//! ));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate knows the grammar and the types of values, but not what a legal
//! move is.
//!
//! # Points and moves
//!
//! [`Point`], [`Move`], [`Color`] and [`Size`] are those of the format: a point
//! is a column and a row from the top left, as in the value `pd`, on boards up
//! to 52×52, and need not be on the board of its game. The crate `tengen-rules`
//! has types of the same names for play: there, `A1` is the lower left corner,
//! and boards go up to 25×25. `tengen-record` converts: whoever works with
//! records sees the types of `tengen-rules` only, and needs those of this crate
//! only for raw values.
//!
//! # How a collection is kept
//!
//! All games of a file are in one arena, in which a node takes 20 bytes: its
//! links, and a span of the text. Properties are found in that text when they
//! are asked for. Nothing here calls itself, so the depth of a game is limited
//! by memory alone.
//!
//! # Encodings
//!
//! A file is decoded before it is split, because in some encodings the second
//! byte of a character may be `\` or `]`. It is read in the [`Encoding`] that
//! it names, unless that would be nonsense beyond doubt, or else in the most
//! likely one;
//! [`parse_with`] takes the word of the caller for it. [`Collection::to_sgf`]
//! gives text, [`Collection::to_bytes`] the bytes of any encoding, and in that
//! of the file the very bytes that were read.
//!
//! ```
//! use tengen_sgf::{Encoding, parse};
//!
//! let file = b"(;CA[Shift_JIS]PB[\x88\xE4\x8ER\x97T\x91\xBE]GN[\x95\x5C])";
//! let mut collection = parse(file)?;
//! assert_eq!(collection.encoding(), Encoding::ShiftJis);
//! assert_eq!(collection.to_sgf(), "(;CA[Shift_JIS]PB[井山裕太]GN[表])");
//! assert_eq!(collection.to_bytes(Encoding::ShiftJis)?, file);
//!
//! collection.set_encoding(Encoding::Utf8)?;
//! assert_eq!(collection.to_sgf(), "(;CA[UTF-8]PB[井山裕太]GN[表])");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Large files
//!
//! [`GameReader`] goes over a file game by game, in constant memory, and a
//! [`GameIndex`] opens any game of it without the others.
//!
//! # Other formats
//!
//! [`read`] takes the files of Asian servers as well, in the formats GIB, NGF
//! and UGF, and gives the collection that they would be in SGF.
//!
//! # What is repaired
//!
//! Writing adds the `(`, `)`, `;`, `[` and `]` that are missing, leaves out a
//! `)` that closes nothing, moves a property from behind the variations to its
//! node, and joins the values of a property that a node has twice. All else
//! stays as it is, even where it has a warning: text around games, unknown
//! properties, text without a meaning between properties, names in lower case.

mod canonical;
mod charset_detection;
mod check;
mod collection;
mod collection_edit;
mod decode;
mod definition;
mod encode;
mod encoding;
mod game_index;
mod game_reader;
mod game_scan;
mod location;
mod node;
mod node_text;
mod parse;
mod parse_report;
mod point;
mod property;
mod scan;
mod server_format;
mod severity;
mod skeleton;
mod text;
mod value;
mod value_buf;
mod warning;
mod write;

pub use check::Flaw;
pub use collection::{Brackets, Collection, NodeId, TooLarge};
pub use collection_edit::PropertyError;
pub use definition::{Arity, Class, Definition, ValueKind};
pub use encode::UnmappableCharacter;
pub use encoding::{Encoding, UnknownEncoding};
pub use game_index::GameIndex;
pub use game_reader::{GameReader, GameSpan, RawGame};
pub use location::{LineIndex, Location};
pub use node::{Descendants, Game, Node};
pub use parse::{ParseOptions, parse, parse_text, parse_with};
pub use point::{Color, Move, Point, Size, SizeProblem};
pub use property::{Points, Properties, Property, Values};
pub use server_format::{Format, read, read_with};
pub use severity::Severity;
pub use value::{Double, Value, ValueError};
pub use value_buf::{MissingBackslash, ValueBuf};
pub use warning::{Warning, WarningCode};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
