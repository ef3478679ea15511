//! One game of Go being played: seats, clocks, undo, scoring, and saving.
//!
//! [`Action`]s go in, a [`View`] and [`Effect`]s come out.
//!
//! ```
//! use std::time::Duration;
//! use tengen_analysis::Decision;
//! use tengen_rules::{Color, Ruleset, Size};
//! use tengen_legacy_session::{Action, Effect, Seat, Session, Setup};
//!
//! let setup = Setup::new(Size::NINE, Ruleset::CHINESE)
//!     .with_seat(Color::White, Seat::Level("light".parse()?));
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
//! assert!(session.apply(Action::EngineMoved { ticket, decision, evaluation: None }, now)?.is_empty());
//! assert_eq!(session.view(now).status, "Black to play.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to start
//!
//! | to | take |
//! |---|---|
//! | begin a game | [`Session::new`] with a [`Setup`], then [`Action::Start`] |
//! | open a record and play on | [`Session::from_record`] |
//! | open a record to look at it and edit it | [`Session::review`] |
//! | go on after the program was ended | [`Session::resume`] with the last [`Effect::Save`] |
//! | let something happen | [`Session::apply`] |
//! | draw | [`Session::view`] |
//! | know when the clock falls | [`Session::falls_at`] |
//!
//! # Time
//!
//! Time is passed in, as the duration since some moment that stays the same
//! for a session. A clock falls when nothing is left of it, so ten seconds are
//! too long for a move that has ten. If the clock has fallen by the time of an
//! action, the game ends on time and the action is dropped, be there a tick
//! before it or not.
//!
//! Taking a move back, or playing on from an earlier position, gives no time
//! back: both clocks keep what they show, and the one runs whose turn it is.
//! A player who was interrupted in a period, or in the time for one move, has
//! the whole of it at the next turn. A game that is over does not change any
//! more: who plays on from one of its positions plays another game, with the
//! time that was left there.
//!
//! # Taking back
//!
//! Against an engine, [`Action::Undo`] goes back to the last turn of the
//! person, also while the engine thinks. Two people take back one move, and
//! so do two engines, who then wait. The moves stay in the record as a
//! variation, and [`Action::Redo`] makes them again.
//!
//! # Looking and playing on
//!
//! [`Action::Go`] looks at any position of the record while the game goes on.
//! A move that is made there takes the game there: it becomes the main line
//! of a game that began here, and a variation of a record that was opened.
//!
//! # Reviewing and editing
//!
//! A [`Session::review`] has no players: [`Action::Play`] adds a move to the
//! record for whoever is to move, wherever somebody looks, and nobody answers
//! it. There are no clocks, and no end. [`Action::PlayOn`] begins a game at any
//! position, and [`Action::Review`] leaves it again.
//!
//! [`Action::Edit`] changes the record, in a review or beside a game, except
//! that the game which is being played stays as it is. [`Action::UndoEdit`]
//! takes edits back, which is another thing than taking back moves; in a review
//! moves are edits, so [`Action::Undo`] is the same there. In a game, edits can
//! be taken back until the next move.
//!
//! # The end
//!
//! When both have passed, an engine is asked which stones are dead, unless
//! the rules know no dead stones. People then say what they think of it with
//! [`Action::ToggleDead`]. A group that lives unconditionally, or that the
//! engine has no doubt about, is dead only by force. Engines agree with the
//! list that all people have agreed on, and two engines with what was
//! proposed. If somebody wants to play on instead, the opponent moves first by
//! territory rules, and by area rules the player whose turn it is.

mod action;
mod answer;
mod edit;
mod editing;
mod editor;
mod effect;
mod group;
mod handicap;
mod history;
mod label;
mod level_name;
mod play;
mod question;
mod rejected;
mod review;
mod save;
mod scoring;
mod session;
mod setup;
mod sight;
mod speech;
mod view;

pub use action::{Action, Step};
pub use edit::Edit;
pub use effect::{Effect, Sound, Think, Ticket, Wanted};
pub use level_name::{EmptyLevelName, LevelName};
pub use rejected::Rejected;
pub use review::Find;
pub use session::Session;
pub use setup::{BadSetup, Handicap, Seat, Setup};
pub use sight::LineNode;
pub use view::{ClockView, Phase, ScoringView, Variation, View};
