//! What every front end decides alike: workspace, commands and keys, forms,
//! words.

pub mod command;
pub mod file_kind;
pub mod form;
mod front_end;
pub mod key;
pub mod line;
pub mod settings;
pub mod words;

pub use front_end::FrontEnd;
