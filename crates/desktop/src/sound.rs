//! What there is to hear, made by the program itself.
//!
//! Sounds are computed as samples. With the feature `sound` they are played;
//! without it, or without an audio device, the program is silent.

mod player;
#[cfg(any(test, feature = "sound"))]
mod samples;

pub(crate) use player::Player;
