//! Learning the embedded weights from judged positions.
//!
//! Every tenth game is kept out of learning and measures what was learned.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "counts, points and weights are small by construction"
)]

mod agreement;
mod balance;
pub mod data;
mod ownership;
mod playouts;
mod prior;
mod refine;
pub mod softmax;
mod trees;
mod value;

use std::num::NonZero;
use std::thread;

use data::JudgedGame;

pub use agreement::{Agreement, measure_search};
pub use balance::{Balancing, balance};
pub use ownership::learn_ownership;
pub use playouts::learn_playout_weights;
pub use prior::learn_prior;
pub use refine::refine;
pub use trees::learn_trees;
pub use value::{ValueQuality, measure_playouts};

/// How to choose some positions of a game: those whose number can be divided by
/// the stride.
#[derive(Copy, Clone, Debug)]
struct Choice {
    /// The positions of all games before.
    n_before: usize,
    stride: usize,
}

/// Looks at about so many positions of the games in parallel, and returns what
/// is seen in the games to learn from and in those kept out.
fn look<T: Send>(
    games: &[JudgedGame],
    n_positions: usize,
    look: impl Fn(&JudgedGame, Choice) -> T + Sync,
) -> (Vec<T>, Vec<T>) {
    let count = |games: &[JudgedGame]| games.iter().map(|it| it.positions.len()).sum::<usize>();
    let stride = (count(games) / n_positions).max(1);
    let seen = in_parallel(games.len(), |idx| {
        look(&games[idx], Choice { n_before: count(&games[..idx]), stride })
    });
    let (mut learned, mut kept_out) = (Vec::new(), Vec::new());
    for (idx, seen) in seen.enumerate() {
        if idx % 10 == 9 { kept_out.push(seen) } else { learned.push(seen) }
    }
    (learned, kept_out)
}

/// Does something for each number below `n` with all threads, and returns the
/// results in order.
fn in_parallel<T: Send>(n: usize, job: impl Fn(usize) -> T + Sync) -> impl Iterator<Item = T> {
    let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut done: Vec<(usize, T)> = thread::scope(|scope| {
        let job = &job;
        let threads: Vec<_> = (0..n_threads)
            .map(|first| {
                let part = (first..n).step_by(n_threads);
                scope.spawn(move || part.map(|idx| (idx, job(idx))).collect::<Vec<_>>())
            })
            .collect();
        threads.into_iter().flat_map(|it| it.join().expect("no thread panics")).collect()
    });
    done.sort_by_key(|it| it.0);
    done.into_iter().map(|it| it.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back_in_order() {
        let squares: Vec<usize> = in_parallel(10, |it| it * it).collect();
        assert_eq!(squares, [0, 1, 4, 9, 16, 25, 36, 49, 64, 81]);
    }
}
