//! The logic under every front end: workspace, commands and keys, forms,
//! words.
//!
//! The terminal program, the window and text mode draw and take input; what
//! they open, save, ask, refuse and say comes from here, so that they cannot
//! drift apart.
//!
//! | you want | take |
//! |---|---|
//! | a game, its files and settings | [`workspace::Workspace`] |
//! | what a key asks for | [`key::KeyTable`], [`command::Command`] |
//! | the form for a new game | [`form::Form`] |
//! | a sentence for a person | [`words`] |
//! | the board as it is drawn | [`scene`] |
//! | what a review shows | [`review::ReviewView`] |
//! | practice from mistakes | [`practice::Practice`] |
//! | moves that are taken back | [`teaching::Teaching`] |
//! | a group attacked on a side board | [`proof::Proof`] |
//! | the library on a screen | [`library`] |
//! | lessons, the glossary, why a move is refused | [`learn`] |
//! | the first start | [`welcome`] |
//! | what a typed line means | [`mod@line`] |
//! | a confirmation before an action | [`question::Question`] |
//! | the settings of a user | [`settings::Settings`] |

pub mod command;
pub mod file_kind;
pub mod form;
mod front_end;
pub mod key;
pub mod learn;
pub mod library;
pub mod line;
pub mod notice;
pub mod practice;
pub mod proof;
pub mod question;
pub mod refusal;
pub mod review;
#[cfg(feature = "scenario")]
pub mod scenario;
pub mod scene;
pub mod settings;
pub mod teaching;
pub mod tool;
pub mod welcome;
pub mod words;
pub mod workspace;

pub use front_end::FrontEnd;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
