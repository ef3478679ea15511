//! A game of Go as a challenge inside a role-playing game for the terminal.
//!
//! Along the way, a stranger challenges the player to a game. The player
//! accepts, chooses how strong the stranger is, plays on 9×9, and wins
//! prestige. All of that is here as plain values; the host has the loop, the
//! clock, the dice and the screen.
//!
//! ```
//! use ratatui::{buffer::Buffer, layout::Rect, widgets::Widget};
//! use tengen_challenge::{Choice, Difficulty, Discovery, Duel, Key, Menu, News};
//!
//! // Every 100 ms, something may be found. The host has the seed.
//! let (mut prestige, mut log, mut menu) = (1, Vec::new(), Menu::new());
//! let mut discovery = Discovery::new(42);
//! while menu.offers().is_empty() {
//!     if let Some(offer) = discovery.tick(prestige, false) {
//!         log.push(offer.log_line());
//!         menu.add(offer);
//!     }
//! }
//!
//! // Enter accepts, Enter takes the first difficulty, and the game begins.
//! menu.key(Key::Enter);
//! let Some(Choice::Play(offer, difficulty)) = menu.key(Key::Enter) else { panic!() };
//! assert_eq!(difficulty, Difficulty::Novice);
//! let mut duel = Duel::new(difficulty, offer.seed());
//!
//! // Keys and ticks go in, pictures come out. Nothing here waits: the
//! // opponent thinks in a thread.
//! let area = Rect::new(0, 0, 80, 24);
//! let mut buffer = Buffer::empty(area);
//! for key in [Key::Enter, Key::Leave, Key::Leave] {
//!     let mut news = duel.key(key);
//!     duel.render(area, &mut buffer);
//!     news = news.or_else(|| duel.tick());
//!     match news {
//!         Some(News::Ended(outcome)) => {
//!             prestige += outcome.reward;
//!             log.push(outcome.log_line());
//!         }
//!         Some(News::Closed) => break,
//!         None => (),
//!     }
//! }
//! assert_eq!(log.last().unwrap(), "You left the board to a Novice.");
//! # assert_eq!(prestige, 1);
//! ```
//!
//! # Overview
//!
//! | you want | take |
//! |---|---|
//! | a challenge now and then | [`Discovery::tick`], every [`TICK`] |
//! | to let the player decide | [`Menu`], which gives a [`Choice`] |
//! | a game | [`Duel::new`], [`Duel::key`], [`Duel::tick`] |
//! | a picture | [`Duel::scene`], or the duel and the menu as widgets |
//! | result and reward | [`News::Ended`] with its [`Outcome`], once |
//! | sentences for a log | [`Offer::log_line`], [`Outcome::log_line`] |
//! | other colors, or ASCII | [`Skin`] |
//!
//! `examples/host.rs` is a whole host in less than 150 lines.
//!
//! # Rules of the challenge
//!
//! The person is Black, on 9×9, with area scoring and a komi of 6.5. Arrows
//! move the cursor, Enter places a stone, P passes (with
//! [`Duel::with_pass_question`], only if it is pressed twice or the opponent
//! has passed). Esc or Q asks whether to forfeit: pressed again, it forfeits;
//! any other key plays on. Two passes end the game. Then dead stones are
//! removed, so they need not be captured, and points are counted. The opponent
//! plays on while there is something to win, passes when nothing is left, and
//! resigns hopeless games.
//!
//! | [`Difficulty`] | reward | simulations | thinks at least |
//! |---|---|---|---|
//! | Novice | 1 | 500 | 5 ticks |
//! | Apprentice | 2 | 2,000 | 8 ticks |
//! | Journeyman | 3 | 8,000 | 10 ticks |
//! | Master | 5 | 20,000 | 15 ticks |
//!
//! A game is not meant to be saved; the reward is the host's to keep.

#![allow(clippy::cast_precision_loss, reason = "counts and points are small by construction")]

mod difficulty;
mod discovery;
mod duel;
mod key;
mod menu;
mod mind;
mod offer;
mod outcome;
mod scene;
mod skin;

pub use difficulty::Difficulty;
pub use discovery::{Discovery, LEAST_PRESTIGE, MEAN_TICKS, TICK};
pub use duel::{Duel, HUMAN, KOMI, News, Phase};
pub use key::Key;
pub use menu::{Choice, Menu};
pub use offer::{Offer, WEIGHT};
pub use outcome::{Ending, Outcome, Verdict};
pub use scene::Scene;
pub use skin::Skin;

/// The name of the challenge.
pub const TITLE: &str = "Territory Control";

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
