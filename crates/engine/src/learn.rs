//! Learning the embedded weights from judged positions.
//!
//! Every tenth game is kept out of learning and measures what was learned.

mod agreement;
mod balance;
pub mod data;
mod outlook;
mod playouts;
mod prior;
pub mod softmax;
mod value;

pub use agreement::{Agreement, measure_search};
pub use balance::{Balancing, balance};
pub use outlook::learn_outlook;
pub use playouts::learn_playout_weights;
pub use prior::learn_prior;
pub use value::{ValueQuality, measure_playouts};
