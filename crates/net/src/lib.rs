//! A small neural network for Go: what it sees, its weights, and a forward
//! pass in safe Rust.
//!
//! The network is fully convolutional: residual blocks of 3×3 convolutions
//! without batch norm, some with global pooling, and heads for moves, chance,
//! lead and ownership. [`Input`] has the inputs, [`Weights`] the file format.
//!
//! Convolutions are done by Winograd's method, one position at a time, in one
//! thread. The arithmetic is written once and compiled for AVX-512, for AVX2
//! and for the baseline of the target; all agree to four digits after the
//! point, and each always gives the same bits for the same position.
//!
//! # Examples
//!
//! ```
//! use std::sync::Arc;
//! use tengen_net::{Builtin, Evaluator, Input, Network};
//! use tengen_rules::{Game, Ruleset, Size, Symmetry};
//!
//! let network = Arc::new(Network::builtin(Builtin::for_size(Size::NINE)));
//! let mut evaluator = Evaluator::new(&network, Size::NINE);
//!
//! let game = Game::new(Size::NINE, Ruleset::CHINESE);
//! let input = Input::from_game(&game, game.to_play());
//! let output = evaluator.evaluate(&input, Symmetry::Identity);
//! let tengen = "E5".parse()?;
//! assert!(Size::NINE.points().all(|it| output.policy(it) <= output.policy(tengen)));
//! assert!(output.win() < 0.5, "komi is large for such a board");
//! # Ok::<(), tengen_rules::ParsePointError>(())
//! ```

// Inlining decides whether the arithmetic is compiled for the instructions of
// its caller.
#![allow(clippy::inline_always, reason = "see above")]
#![allow(clippy::cast_precision_loss, reason = "numbers of points and bits are small")]

mod evaluator;
mod forward;
mod input;
mod ladder;
mod matrix;
mod network;
#[cfg(test)]
mod reference;
mod shape;
mod simd;
mod weights;
mod winograd;

pub use evaluator::{Evaluator, Output};
pub use input::{Conditions, Input, N_GLOBALS, N_PLANES, N_RECENT};
pub use ladder::{Caught, Reader as LadderReader};
pub use network::{Builtin, Network};
pub use shape::Shape;
pub use simd::Instructions;
pub use weights::{LoadNetworkError, Weights};
