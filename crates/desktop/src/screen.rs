//! What fills the window, and what is open over it.

pub(crate) mod game;
pub(crate) mod over;
pub(crate) mod settings;
pub(crate) mod start;
