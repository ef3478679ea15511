//! Runs games for front ends and servers: engines, clocks, autosave.
//!
//! A [`Runner`] runs any number of games. Each is held by a [`GameHandle`],
//! looked at through [`ViewerHandle`]s, and heard of by [`Listener`]s. An
//! action is quick: engines think in a bounded pool of threads, games are
//! written by another thread, and all listeners are told of the results.
//!
//! ```
//! use std::time::Duration;
//! use tengen_host::{HostEvent, Keep, Runner, RunnerOptions};
//! use tengen_rules::{Color, Ruleset, Size};
//! use tengen_session::{Action, Actor, Seat, Session, Setup};
//!
//! let runner = Runner::start(RunnerOptions::default());
//! let setup = Setup::new(Size::NINE, Ruleset::CHINESE)
//!     .with_seat(Color::White, Seat::Level("light".parse()?));
//! let game = runner.open(Session::new(setup)?, Keep::Nothing);
//! let (viewer, listener) = (game.viewer(), game.listen(|| ()));
//!
//! game.apply(Actor::Owner, Action::Start)?;
//! game.apply(Actor::Player(Color::Black), Action::Play("E5".parse()?))?;
//! while viewer.view().position.moves.len() < 2 {
//!     for event in listener.poll(Duration::from_secs(1)) {
//!         if let HostEvent::Problem(problem) = event {
//!             panic!("{problem:?}");
//!         }
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to start
//!
//! | you want | take |
//! |---|---|
//! | to run games | [`Runner`] |
//! | games that outlive the program | a [`Store`] in [`RunnerOptions`], then [`Runner::unfinished`] |
//! | another engine to analyze | [`GameHandle::set_analyst`] |
//! | every move of a record judged | [`GameHandle::start_review`], [`GameHandle::review`] |
//! | one position evaluated | [`GameHandle::consult`] |
//! | every change in order, for a server | [`GameHandle::listen_to_changes`] |
//! | engines for sessions that you run and store yourself | [`Runner::engines`] |
//! | the folders of a user | [`Dirs`] |
//! | a file of the user, with all its games | [`Document`] |
//! | the files that were opened last | [`Recent`] |
//! | to write a file of the user | [`replace_file`] |
//! | a small file that several programs change | [`SharedFile`] |
//! | the career of a player | [`Profile`] in a [`ProfileFile`] |
//! | finished games in the library of the user | [`RunnerOptions::library`] |
//! | reviews there, and the deck of mistakes | [`keep_review`], [`DeckExercise`] |
//! | a test without waiting | [`ManualTime`] |
//!
//! # Saving
//!
//! Each game has its own file and a [`GameKey`]. Every move adds a line to the
//! file. A program that is killed loses nothing that
//! [`GameHandle::wait_until_saved`] has confirmed, which is a matter of
//! milliseconds. While a program has a game open, no other can open it.

mod analysis_task;
mod asker;
mod autosave;
mod change_listener;
mod date;
mod dead_stones;
mod deck;
mod dirs;
mod dispatcher;
mod document;
mod engine_client;
mod engines;
mod evaluation_task;
mod file;
mod game;
mod game_handle;
mod level;
mod library_writer;
mod listener;
mod move_task;
mod options;
mod problem;
mod profile;
mod profile_file;
mod program;
mod recent;
mod review_run;
mod runner;
mod save_state;
mod services;
mod shared_file;
mod silence;
mod store;
mod thread_priority;
mod time;
mod timer;
mod viewer_handle;
mod workers;

pub use analysis_task::AnalystChoice;
pub use change_listener::{ChangeListener, GameChange, Lagging};
pub use date::today;
pub use deck::{DeckExercise, keep_review};
pub use dirs::{Dirs, NoHome};
pub use document::{Document, DocumentError};
pub use engine_client::EngineClient;
pub use evaluation_task::Consultation;
pub use file::{read as read_file, replace as replace_file};
pub use game_handle::GameHandle;
pub use level::{level, level_seat};
pub use listener::{ConsultationId, HostEvent, Listener, Progress};
pub use options::{Limits, Precedence, RunnerOptions};
pub use problem::HostProblem;
pub use profile::{BadProfile, N_DIFFICULTIES, Played, PlayedResult, Profile, ProfileEvent};
pub use profile_file::{ProfileFile, ProfileFileError};
pub use program::{EngineError, check_engine};
pub use recent::Recent;
pub use review_run::{ReviewSnapshot, ReviewState};
pub use runner::{DraftKey, Keep, Runner};
pub use shared_file::{SharedFile, SharedFileError};
pub use store::{
    Draft, GameKey, ParseGameKeyError, Store, StoreError, UnfinishedGame, UnfinishedSummary,
};
pub use tengen_record::GameSummary;
pub use time::{MachineTime, ManualTime, Time};
pub use viewer_handle::ViewerHandle;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
