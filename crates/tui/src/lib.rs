//! Go in a terminal: the game, its scoring and its record on one screen, or
//! as lines of text.
//!
//! This crate draws and takes input; what is done, asked, refused and said is
//! decided by [`tengen_front`]. [`App`] is the program without its terminal:
//! events go in, and it draws itself into a buffer. [`run`] gives it a
//! terminal, and [`run_text`] is the program as lines.

mod app;
mod board;
mod display;
mod graph;
mod input;
mod layout;
mod message;
mod opening;
mod panel;
mod password;
mod prompt;
mod run;
mod scale;
mod screen;
mod shown;
mod terminal;
mod text_mode;
mod theme;
mod tree;
mod wrap;

pub use app::App;
pub use display::DisplaySettings;
pub use opening::Opening;
pub use password::read_password;
pub use run::{RunError, run};
pub use screen::career::Departure;
pub use shown::Shown;
pub use text_mode::run_text;
pub use theme::{Depth, Role, Theme};
