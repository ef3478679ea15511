//! Go in a terminal: the game, its scoring and its record on one screen, or
//! as lines of text.
//!
//! [`App`] is the program without its terminal: events go in, [`Request`]s
//! come out, and it draws itself into a buffer.

mod app;
mod board;
mod keys;
mod layout;
mod line;
mod panel;
mod question;
mod scale;
mod screen;
mod theme;
mod tree;

pub use app::{App, Request, Table, Taste, describe};
pub use keys::{BadKeys, Command, Keys};
pub use theme::{Depth, Role, Theme};
