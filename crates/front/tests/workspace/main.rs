//! The workspace with a folder of its own: what is kept, asked and refused.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod answer;
mod file;
mod game;
mod review;
mod support;
