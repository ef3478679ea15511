//! Widgets that Iced does not have.

pub(crate) mod caret;
pub(crate) mod popup;
