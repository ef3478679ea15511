//! A small neural network for Go.
mod input;
mod ladder;
pub use input::{Conditions, Input, N_GLOBALS, N_PLANES, N_RECENT};
