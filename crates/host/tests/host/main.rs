//! Games that run: engines in threads and processes, files, clocks.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod clock_table;
mod document;
mod killed;
mod library;
mod many;
mod play;
mod program;
mod review;
mod save;
mod support;
