//! One game of Go being played: seats, clocks, undo, scoring, and saving.

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
mod look;
mod phase;
mod play;
mod policy;
mod rejected;
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
pub use session::Session;
pub use setup::{BadSetup, Handicap, Seat, Setup};
pub use view::{
    ClockView, EngineView, GameView, LineNode, MarkupView, NumberedStone, PositionView,
    ScoringView, Thinking, TreeView, Variation, View,
};
pub use viewer::{Find, Step, Viewer, ViewerAction, ViewerEdit};
