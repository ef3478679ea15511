//! The workspace with a folder of its own: what is kept, asked and refused.

mod file;
mod game;
mod support;
