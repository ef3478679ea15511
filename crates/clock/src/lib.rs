//! Go clocks: five time systems, exactly.
//!
//! A [`TimeControl`] is what a game is played by, a [`TimeLeft`] what is left
//! on one clock, and a [`GameClock`] the pair of clocks beside a board. Time
//! is passed in as the duration since a fixed moment: nothing here reads the
//! time of day, and the same numbers give the same clock.
//!
//! ```
//! use std::time::Duration;
//! use tengen_clock::{GameClock, TimeControl};
//! use tengen_rules::Color;
//!
//! let control: TimeControl = "5m+3x30s".parse()?;
//! let mut clock = GameClock::new(control);
//! clock.start(Color::Black, Duration::ZERO);
//!
//! // Ten seconds of the first of three periods are gone.
//! let now = Duration::from_secs(310);
//! let shown = clock.left(Color::Black, now).shown().unwrap();
//! assert_eq!(shown.to_string(), "0:20 (3)");
//! assert_eq!(clock.falls_at(), Some(Duration::from_secs(390)));
//!
//! // A move within the period gets the whole period back.
//! clock.complete(Color::Black, now);
//! let shown = clock.left(Color::Black, now).shown().unwrap();
//! assert_eq!(shown.to_string(), "0:30 (3)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # When a clock falls
//!
//! A clock falls when nothing is left: ten seconds are too long for a move
//! that has ten.
//!
//! # Text
//!
//! | form | where |
//! |---|---|
//! | `5m+3x30s` | [`TimeControl`]'s `Display` and `FromStr`, for command lines and settings |
//! | `TM[300]OT[3x30 byo-yomi]` | [`TimeControl::to_sgf`] and [`TimeControl::from_sgf`] |
//! | `300 3 12.5` | [`TimeLeft::to_compact`] and [`TimeLeft::from_compact`], for saved games |
//! | `0:20 (3)` | [`Shown`], for people |

mod compact;
mod control;
mod game_clock;
mod left;
mod seconds;
mod sgf;
mod shown;
mod text;

pub use control::TimeControl;
pub use game_clock::GameClock;
pub use left::TimeLeft;
pub use shown::{Overtime, Shown};
pub use text::ParseClockError;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
