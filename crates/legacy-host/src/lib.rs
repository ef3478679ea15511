//! Runs games for front ends: engines in threads, clocks, autosave,
//! configuration.
//!
//! A [`Host`] owns a [`Session`](tengen_legacy_session::Session). Whoever has
//! something to say to the game calls [`Host::apply`], which is quick: engines
//! think elsewhere, and files are written elsewhere. What has come of it is
//! told by [`Host::poll`], and [`Host::view`] has all there is to draw.
//!
//! ```
//! use std::time::Duration;
//! use tengen_legacy_host::{Event, Host, Options};
//! use tengen_rules::{Color, Ruleset, Size};
//! use tengen_legacy_session::{Action, Seat, Session, Setup};
//!
//! let setup = Setup::new(Size::NINE, Ruleset::CHINESE)
//!     .with_seat(Color::White, Seat::Level("light".parse()?));
//! let host = Host::start(Session::new(setup)?, Options::default());
//! host.apply(Action::Start)?;
//! host.apply(Action::Play("E5".parse()?))?;
//! while host.view().moves.len() < 2 {
//!     for event in host.poll(Duration::from_secs(1)) {
//!         if let Event::Problem(text) = event {
//!             eprintln!("{text}");
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
//! | to run a game | [`Host`] |
//! | games and edits that outlive the program | [`Store`] in [`Options`] |
//! | to know where files are | [`Places`] |
//! | a file of the user, with all its games | [`Document`] |
//! | the files that were open last | [`Recent`] |
//! | to write a file of the user | [`replace_file`] |
//! | what a user has chosen | [`Config`] |
//! | what has become of a player | [`Profile`] in a [`Chronicle`] |

mod analyst;
mod chronicle;
mod config;
mod date;
mod desk;
mod document;
mod event;
mod file;
mod host;
mod judge;
mod keeper;
mod level;
mod place;
mod player;
mod profile;
mod program;
mod recent;
mod store;
mod ticker;
mod worker;

pub use chronicle::{Chronicle, ChronicleError};
pub use config::{
    Characters, ColorDepth, Config, ConfigError, ConfigProblem, EngineEntry, GameDefaults, NotToml,
    Rgb, Side, WindowConfig,
};
pub use date::today;
pub use document::{Document, DocumentError};
pub use event::{Event, Progress};
pub use file::replace as replace_file;
pub use host::{Handle, Host, Options};
pub use level::{level, level_seat};
pub use place::{NoHome, Places};
pub use profile::{BadProfile, Deed, N_DIFFICULTIES, Played, PlayedResult, Profile};
pub use program::{EngineError, check_engine};
pub use recent::Recent;
pub use store::{Draft, Store, StoreError};
pub use tengen_record::GameSummary;
