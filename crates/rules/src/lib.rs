//! The rules of Go.
pub mod area;
mod board;
mod color;
mod flood;
mod game;
pub mod handicap;
mod hash;
mod komi;
pub mod life;
mod mv;
pub mod perft;
mod point;
mod position;
mod ruleset;
mod score;
mod size;
pub mod territory;

pub use board::{Board, Captured, ParseBoardError, SetupError};
pub use color::{ByColor, Color};
pub use game::{CannotResume, End, Game, Turn};
pub use komi::{Komi, ParseKomiError};
pub use mv::{IllegalMove, Move};
pub use point::{ByPoint, ParsePointError, Point, PointSet};
pub use position::Position;
pub use ruleset::{
    Button, DeadStones, HandicapBonus, HandicapPlacement, KoRule, LongCycle, ParseRulesetError,
    PassRule, Ruleset, Scoring, Suicide, Tax,
};
pub use score::{Counting, Score};
pub use size::{ParseSizeError, Size};
