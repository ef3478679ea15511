//! Games that run: engines in threads and processes, files, clocks.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod clock_table;
mod document;
mod killed;
mod many;
mod play;
mod program;
mod save;
mod support;
