//! Refining: balancing in many small steps.
//!
//! A single position says little, so a step listens to several, and the result
//! is the mean of all weights of the second half.

use super::balance::{Balancing, REPORT_EVERY, choose, pull};
use super::data::JudgedGame;
use super::in_parallel;
use super::playouts::{N_WEIGHTS, read_weights, write_weights};
use tengen_engine::Rng;

/// The positions of one step.
const BATCH: u32 = 8;

/// How much the newest gradient counts at least beside all earlier ones, when
/// it is asked how large they are.
const NEWEST_SHARE: f32 = 0.001;

/// The most that a step changes a weight.
const MOST_CHANGE: f32 = 0.03;

/// Goes on from a weights file that was balanced and returns the next one.
///
/// `report` is called as by [`balance`](super::balance()).
///
/// # Panics
///
/// Panics if a thread does, or if there are no games to learn from.
pub fn refine(
    games: &[JudgedGame],
    start: &str,
    balancing: Balancing,
    mut report: impl FnMut(u32, f32, f32),
) -> String {
    let mut weights = read_weights(start);
    let mut n_steps_of = vec![0_u32; N_WEIGHTS];
    let mut squares = vec![0.0_f32; N_WEIGHTS];
    let mut mean = vec![0.0_f32; N_WEIGHTS];
    let (mut owner_error, mut win_error, mut n_errors) = (0.0, 0.0, 0);
    let n_steps = balancing.n_positions.div_ceil(BATCH);
    for step in 0..n_steps {
        // Step 1. What some positions pull at, all with the same weights.
        let pulls = in_parallel(BATCH as usize, |idx| {
            let number = u64::from(step * BATCH) + idx as u64;
            let mut rng = Rng::new(balancing.seed << 32 | number);
            let choice = std::iter::repeat_with(|| choose(games, &mut rng)).flatten().next();
            pull(choice.expect("some games are not kept out"), &weights, balancing, &mut rng)
        });
        let mut total = std::collections::BTreeMap::new();
        for pull in pulls {
            owner_error += pull.owner_error;
            win_error += pull.win_error;
            n_errors += 1;
            for (id, slope) in pull.slopes {
                *total.entry(id).or_insert(0.0) += slope / BATCH as f32;
            }
        }

        // Step 2. A step along the gradient, for each weight by the size of
        // its own so far.
        for (id, slope) in total {
            let id = id as usize;
            n_steps_of[id] += 1;
            let share = (1.0 / n_steps_of[id] as f32).max(NEWEST_SHARE);
            squares[id] += share * (slope * slope - squares[id]);
            let change = balancing.step * slope / (squares[id].sqrt() + 1e-4);
            weights[id] += change.clamp(-MOST_CHANGE, MOST_CHANGE);
        }

        // Step 3. The mean of the second half, in which the chances of single
        // positions cancel out.
        let n_counted = (step + 1).saturating_sub(n_steps / 2);
        if n_counted > 0 {
            for (mean, weight) in mean.iter_mut().zip(&weights) {
                *mean += (weight - *mean) / n_counted as f32;
            }
        }
        if (step + 1).is_multiple_of(REPORT_EVERY / BATCH) {
            let n = n_errors as f32;
            report((step + 1) * BATCH, owner_error / n, win_error / n);
            (owner_error, win_error, n_errors) = (0.0, 0.0, 0);
        }
    }
    write_weights(&mean)
}
