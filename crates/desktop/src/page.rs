//! The pages that fill the window, and the dialogs over them.

pub(crate) mod board;
pub(crate) mod dialog;
pub(crate) mod glossary;
pub(crate) mod learn;
pub(crate) mod library;
pub(crate) mod menu;
pub(crate) mod new_game;
pub(crate) mod report;
pub(crate) mod settings;
pub(crate) mod start;
pub(crate) mod welcome;
