//! Conversations with an engine that thinks by rule of thumb.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::cast_precision_loss, reason = "numbers are small")]

mod golden;
mod service;
mod thumb;
