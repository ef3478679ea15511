//! Matches.
mod clock;
pub mod ledger;
pub mod opening;
mod result;
mod side;
mod sprt;
pub mod statistics;

pub use clock::{Clock, ParseClockError};
pub use result::{GameResult, Reason, Usage};
pub use side::{BySide, Side};
pub use sprt::{Finding, Sprt};
