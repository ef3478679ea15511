//! One game of Go being played: seats, clocks, undo, scoring, and saving.
//!
//! A [`Session`] is the game. [`Action`]s of [`Actor`]s go in, [`Changes`] come
//! out. A [`Viewer`] is one person who looks at it: any number can look at one
//! session, each with a [`View`] of its own, and looking never changes the
//! game.
//!
//! ```
//! use std::time::Duration;
//! use tengen_analysis::Decision;
//! use tengen_rules::{Color, Ruleset, Size};
//! use tengen_session::{
//!     Action, Actor, Effect, Rejected, Seat, Session, Setup, Step, Viewer, ViewerAction,
//! };
//!
//! let setup = Setup::new(Size::NINE, Ruleset::CHINESE)
//!     .with_seat(Color::White, Seat::Level("5k".parse()?));
//! let mut session = Session::new(setup)?;
//! let mut viewer = Viewer::new(&session);
//! let (person, now) = (Actor::Player(Color::Black), Duration::ZERO);
//! session.apply(Actor::Owner, Action::Start, now)?;
//!
//! // A move of the person makes the engine think.
//! let changes = session.apply(person, Action::Play("E5".parse()?), now)?;
//! let think = changes.effects.iter().find_map(|it| match it {
//!     Effect::Think(think) => Some(think),
//!     _ => None,
//! });
//! let ticket = think.unwrap().ticket;
//! assert_eq!(viewer.look(&session, now).position.move_number, 1);
//!
//! // Meanwhile, the move is taken back. The answer comes too late.
//! session.apply(person, Action::Undo, now)?;
//! let decision = Decision::Move("C3".parse()?);
//! let answer = Action::EngineMoved { ticket, decision, evaluation: None };
//! assert_eq!(session.apply(Actor::Engine, answer, now).unwrap_err(), Rejected::Late);
//!
//! // The move is still in the record, where the viewer can look at it.
//! viewer.apply(&session, ViewerAction::Go(Step::Forward(1)))?;
//! let view = viewer.look(&session, now);
//! assert_eq!((view.position.move_number, view.tree.is_live), (1, false));
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
//! | go on after the program was ended | [`Session::resume`] with what [`Effect::Save`] asked to keep |
//! | change the game | [`Session::apply`] |
//! | look around, ask for hints | [`Viewer::apply`] |
//! | edit at the viewed position | [`Viewer::edit`], then [`Session::apply`] |
//! | draw | [`Viewer::look`] |
//! | know when the clock falls | [`Session::falls_at`] |
//!
//! There are no threads, no wall clock and no sentences for people in here.
//! A runner carries out [`Effect`]s and calls [`Viewer::update`] after each
//! change; a front end turns views and [`Rejected`] into words, and
//! [`Event`]s into sounds.
//!
//! # Who may do what
//!
//! | action | who |
//! |---|---|
//! | `Play`, `Pass`, `Resign`, `Agree`, `ResumePlay` | the player |
//! | `Ask`, `Accept`, `Decline` | the player |
//! | `Start`, `MoveNow`, `ToggleDead` | players and the owner |
//! | `Pause`, `Undo`, `Redo` | the owner, and players by the [`Policy`] |
//! | `Edit`, `UndoEdit`, `RedoEdit` | the owner, and players if [`Policy::edits`] |
//! | `PlayFrom`, `PlayOn`, `Review` | the owner, and players where takebacks are free, in a review, or after the end |
//! | `ChangeSeat`, `End`, `CreditTime`, `Follow` | the owner |
//! | `MarkSaved`, `SetOrigin`, `NoteEvaluation`, `KeepEvaluations` | the owner |
//! | `EngineMoved`, `EngineFailed`, `DeadProposed` | engines |
//! | `Tick` | the clock |
//!
//! Everything else is refused with a reason, and a refused action changes
//! nothing. No player acts for a seat that an engine has. Where consent is
//! needed, a player asks by [`Action::Ask`] or by the action itself; an engine
//! consents to everything.
//!
//! # Time
//!
//! Time is passed in, as the duration since a moment that stays the same for
//! a session. A clock falls when nothing is left of it, so ten seconds are too
//! long for a move that has ten. From then on, actions are refused with
//! [`Rejected::TimeUp`], and [`Action::Tick`] ends the game. During handicap
//! placement Black's clock runs; scoring has [`Setup::scoring_time`], after
//! which the stones count to which both players have agreed, else those that
//! an engine has proposed, else those that cannot live.
//!
//! Taking a move back, or playing on from an earlier position, gives no time
//! back: both clocks keep what they show, and the one runs whose turn it is.
//! A player who was interrupted in a period, or in the time for one move, has
//! the whole of it at the next turn.
//!
//! # Taking back
//!
//! Against an engine, [`Action::Undo`] goes back to the last turn of the
//! person, also while the engine thinks. Two people take back one move, or
//! with consent go back to the last turn of the one who asked. The moves stay
//! in the record as a variation, and [`Action::Redo`] makes them again.
//!
//! A game that was counted is reopened so. One that was resigned, lost on time,
//! forfeited or cancelled is not: [`Action::PlayFrom`] begins another game
//! from any of its positions, with the time that was left there, and the end
//! of the first one stays in the record.
//!
//! # Looking
//!
//! A viewer follows the game until it looks elsewhere. Moves are always made
//! in the live position, wherever a viewer looks: [`Viewer::check`] refuses
//! one elsewhere with [`Rejected::LookingBack`], so that a front end can ask
//! before it sends [`Action::PlayFrom`].
//!
//! # Reviewing and editing
//!
//! A [`Session::review`] has no players, no clocks and no end: moves are added
//! by [`Edit::Play`]. [`Action::PlayOn`] begins a game at any position, and
//! [`Action::Review`] leaves it again.
//!
//! [`Action::Edit`] changes the record, in a review or beside a game, except
//! that the game in progress stays as it is. [`Action::UndoEdit`] takes edits
//! back, which is another thing than taking back moves; in a review moves are
//! edits, so [`Action::Undo`] is the same there. In a game, edits can be taken
//! back until the next move.
//!
//! # The end
//!
//! When both have passed, an engine is asked which stones are dead, unless
//! the rules know no dead stones. People mark others with
//! [`Action::ToggleDead`] and agree by naming the exact set. A group that looks
//! alive is dead only by force, and one that an engine plays and holds for
//! alive not even so. Engines agree with what all people have agreed on, and
//! two engines with what was proposed. If a player wants to play on instead,
//! the opponent moves first by territory rules, and by area rules the player
//! whose turn it is.
//!
//! # Games that are played elsewhere
//!
//! [`Action::Follow`] brings a session to the state of a game that is played
//! on a server. From then on it only follows: every other change is refused
//! with [`Rejected::Elsewhere`], no clock falls and no engine thinks here.
//!
//! # Saving
//!
//! [`Effect::Save`] says what to keep. A move costs one appended line, however
//! long the game is; everything else asks for [`Session::to_sgf`] as a whole.

mod action;
mod actor;
mod consent;
mod edit;
mod effect;
mod engine_answer;
mod evaluation;
mod event;
mod game_end;
mod group;
mod handicap;
mod level_name;
mod phase;
mod play;
mod policy;
mod rejected;
mod remote;
mod review;
mod save;
mod scoring;
mod session;
mod setup;
mod takeback;
mod transition;
mod view;
mod view_cache;
mod viewer;

pub use action::Action;
pub use actor::Actor;
pub use edit::{Drawing, Edit, TreeEdit};
pub use effect::{Effect, EngineProblem, Save, Think, Ticket, Wanted};
pub use event::{Changes, Event, Sound};
pub use level_name::{EmptyLevelName, LevelName};
pub use phase::{EndReason, Ended, Ending, Phase};
pub use policy::{Permission, Policy, Request};
pub use rejected::Rejected;
pub use remote::{RemoteClocks, RemoteGame, RemoteScoring, RemoteStage, RemoteView};
pub use session::Session;
pub use setup::{BadSetup, Handicap, Seat, Setup};
pub use view::{
    ClockView, EngineView, GameView, LineNode, MarkupView, NumberedStone, PositionView,
    ScoringView, Thinking, TreeView, Variation, View,
};
pub use viewer::{Find, Step, Viewer, ViewerAction, ViewerEdit};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
