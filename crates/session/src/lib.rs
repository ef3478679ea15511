//! One game of Go being played: seats, clocks, undo, scoring, and saving.
//!
//! [`Action`]s go in, a [`View`] and [`Effect`]s come out.
//!
//! ```
//! use std::time::Duration;
//! use tengen_engine::{Decision, Level};
//! use tengen_rules::{Color, Ruleset, Size};
//! use tengen_session::{Action, Effect, Seat, Session, Setup};
//!
//! let setup = Setup::new(Size::NINE, Ruleset::CHINESE)
//!     .with_seat(Color::White, Seat::Level(Level::LIGHT));
//! let mut session = Session::new(setup)?;
//! let now = Duration::ZERO;
//! session.apply(Action::Start, now)?;
//!
//! // A move of the person makes the engine think.
//! let effects = session.apply(Action::Play("E5".parse()?), now)?;
//! let think = effects.iter().find_map(|it| match it {
//!     Effect::Think(think) => Some(think),
//!     _ => None,
//! });
//! let ticket = think.unwrap().ticket;
//!
//! // Meanwhile, the move is taken back. The answer comes too late.
//! session.apply(Action::Undo, now)?;
//! let decision = Decision::Move("C3".parse()?);
//! assert!(session.apply(Action::EngineMoved { ticket, decision }, now)?.is_empty());
//! assert_eq!(session.view(now).status, "Black to play.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod answer;
mod clock;
mod effect;
mod group;
mod history;
mod play;
mod question;
mod rejected;
mod save;
mod scoring;
mod session;
mod setup;
mod speech;
mod text;
mod view;

pub use action::{Action, Analysis, Hint, Step};
pub use effect::{Effect, Sound, Think, Ticket, Wanted};
pub use rejected::Rejected;
pub use session::Session;
pub use setup::{BadSetup, Handicap, Seat, Setup};
pub use view::{ClockView, Phase, ScoringView, Variation, View};
