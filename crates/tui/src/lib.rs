//! Go in a terminal: the game, its scoring and its record on one screen, or
//! as lines of text.
//!
//! [`App`] is the program without its terminal: events go in, [`Request`]s
//! come out, and it draws itself into a buffer. [`run`] gives it a terminal and
//! a game, and [`run_text`] does the same with lines.

mod app;
mod board;
mod keys;
mod layout;
mod line;
mod panel;
mod question;
mod room;
mod run;
mod scale;
mod screen;
mod terminal;
mod text_mode;
mod theme;
mod tree;

pub use app::{App, Request, Table, Taste, describe};
pub use keys::{BadKeys, Command, Keys};
pub use room::{CannotDo, Room};
pub use run::{Opening, RunError, run};
pub use screen::career::Departure;
pub use text_mode::run_text;
pub use theme::{Depth, Role, Theme};
