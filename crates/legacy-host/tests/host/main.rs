//! Games that run: engines in threads and processes, files, clocks.

mod document;
mod play;
mod program;
mod save;
mod table;
