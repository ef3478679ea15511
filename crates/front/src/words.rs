//! Every sentence that a person reads, made from data.
//!
//! Sentences that tell people what to press take the [`KeyTable`] of the front
//! end, so that the terminal, the window and text mode each name what works
//! there. Another language would be another version of this module.
//!
//! [`KeyTable`]: crate::key::KeyTable

mod basic;
mod clock;
mod help;

pub use basic::{color, half_points, points, ruleset, short_count, size};
pub use clock::{ClockFace, clock_face, clock_time, duration, time_control};
pub use help::{Context, HelpEntry, TYPED_HELP};
