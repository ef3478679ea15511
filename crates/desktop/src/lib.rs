//! Go in a window: play, edit and study games.
//!
//! [`App`] is the window without its frame: [`App::update`] takes a
//! [`Message`], [`App::view`] shows what has become of it, and a test needs
//! nothing else. [`run`] gives it a frame.
//!
//! ```
//! use iced::keyboard::{Key, Modifiers, key::Named};
//! use tengen_desktop::{App, Message};
//!
//! // Without folders, no file of the user is read or written.
//! let (mut window, _news) = App::new(None);
//! assert_eq!(window.title(), "Tengen");
//!
//! // Enter on the start page begins the game that its form describes.
//! let enter = Key::Named(Named::Enter);
//! let _ = window.update(Message::Key(enter, Modifiers::default()));
//! assert!(window.title().ends_with(" – Tengen"));
//! ```

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    clippy::many_single_char_names,
    reason = "places and lengths on a screen are small and have customary names"
)]

mod app;
mod board;
mod cached_canvas;
mod control;
mod dialog;
mod geometry;
mod icon;
mod key_input;
mod learn;
mod library;
mod look;
mod menu;
mod message;
mod page;
mod panel;
mod run;
mod sound;
mod start_list;
mod stone;
mod style;
mod update;
mod view;
mod wake;
mod widget;
mod wood;

pub use app::App;
pub use menu::{Choice, MenuSubject, OpenMenu};
pub use message::Message;
pub use run::{Opening, RunError, run};
pub use widget::caret::CaretPlace;
