//! An opponent for Go.

mod decision;
#[cfg(feature = "learn")]
pub mod learn;
mod level;
pub mod light;
mod limits;
mod natural;
mod opponent;
mod parameters;
mod playout;
mod prior;
mod report;
mod rng;
mod root;
mod search;
mod tactics;
pub mod time;
mod tree;
mod worker;

pub use decision::{Decision, decide};
pub use level::{Level, ParseLevelError, Style};
pub use limits::{Limits, Stop};
pub use opponent::{Answer, Opponent, Pondering, Question};
pub use parameters::{Parameters, UnknownParameter};
pub use report::{Candidate, Report};
pub use rng::Rng;
pub use search::{Progress, Search, Settings};
