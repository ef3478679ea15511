//! The review of a game as one HTML page that can be sent to anybody.
//!
//! The page needs nothing else: no network, no other file. Its style and its
//! script are in it, and a content security policy with their hashes forbids
//! every other one. What is in the record is text, whatever it says.
//!
//! | function | makes |
//! |---|---|
//! | [`page`] | a whole page |
//! | [`body`], [`STYLE`], [`SCRIPT`] | its parts, for a page of a server |
//! | [`data`] | what the script needs, as JSON |
//! | [`graph`], [`key_moves`], [`move_list`], [`player_table`], [`notes`] | one part each |

mod data;
mod graph;
mod page;

pub use data::data;
pub use graph::graph;
pub use page::{SCRIPT, STYLE, body, key_moves, move_list, notes, page, player_table};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
