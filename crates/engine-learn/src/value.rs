//! How right playouts are about who wins and who owns what.

use tengen_rules::Point;

use super::data::JudgedGame;
use tengen_engine::Rng;
use tengen_engine::internals::playout::{Context, Playout, Weights, owner, sign};

/// How far playouts are from the judgements.
#[derive(Copy, Clone, Debug, Default)]
pub struct ValueQuality {
    /// The number of positions.
    pub n_positions: u32,
    /// The mean square error of the chance to win.
    pub win_error: f64,
    /// The correlation of the chances to win.
    pub correlation: f64,
    /// The mean square error of the owners.
    pub owner_error: f64,
    /// The mean square error of the lead, in points.
    pub lead_error: f64,
    /// The mean number of moves.
    pub length: f64,
    /// Playouts a second.
    pub speed: f64,
}

/// Plays so many playouts from every `stride`-th position of the games kept
/// out of learning, and compares.
///
/// # Panics
///
/// Panics if the text is not one of weights.
pub fn measure_playouts(
    games: &[JudgedGame],
    weights: Option<&str>,
    n_playouts: u32,
    stride: usize,
) -> ValueQuality {
    let weights: Option<&'static Weights> = weights
        .map(|text| &*Box::leak(Box::new(Weights::parse(text).expect("well-formed weights"))));
    let mut quality = ValueQuality::default();
    let mut rng = Rng::new(1);
    let (mut pairs, mut n_moves, mut n_all) = (Vec::new(), 0_u64, 0_u64);
    let start = std::time::Instant::now();
    let mut idx = 0;
    for game in games.iter().skip(9).step_by(10) {
        game.replay(|board, color, [last, own_last], judged| {
            idx += 1;
            if idx % stride != 0 {
                return;
            }
            let weights = weights.unwrap_or_else(|| Weights::learned(game.size));
            let mut origin = Playout::with_weights(board, weights);
            origin.set_context(Context { last, own_last });
            let mut playout = origin.clone();
            let points: Vec<Point> = (0..judged.ownership.len())
                .filter_map(|idx| JudgedGame::point(game.size, idx))
                .collect();
            let mut owned = vec![0_i32; points.len()];
            let (mut wins, mut leads) = (0.0, 0.0);
            for _ in 0..n_playouts {
                playout.reset(&origin);
                playout.run(color, &mut rng, |_, _| n_moves += 1);
                let mut lead = -i32::from(game.komi);
                for (owned, &point) in owned.iter_mut().zip(&points) {
                    let value = i32::from(sign(owner(playout.board(), point)));
                    *owned += value;
                    lead += 2 * value;
                }
                wins += f64::from(1 + lead.signum()) / 2.0;
                leads += f64::from(lead) / 2.0;
                n_all += 1;
            }
            let n = f64::from(n_playouts);
            pairs.push((wins / n, f64::from(judged.black_wins)));
            quality.lead_error += (leads / n - f64::from(judged.lead)).powi(2);
            let errors = owned.iter().zip(&judged.ownership);
            quality.owner_error += errors
                .map(|(&owned, &judged)| (f64::from(owned) / n - f64::from(judged)).powi(2))
                .sum::<f64>()
                / points.len() as f64;
        });
    }
    let n = pairs.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(&|it| it.0), mean(&|it| it.1));
    let covariance = mean(&|it| (it.0 - x) * (it.1 - y));
    let (xx, yy) = (mean(&|it| (it.0 - x).powi(2)), mean(&|it| (it.1 - y).powi(2)));
    ValueQuality {
        n_positions: pairs.len() as u32,
        win_error: mean(&|it| (it.0 - it.1).powi(2)),
        correlation: covariance / (xx * yy).sqrt(),
        owner_error: quality.owner_error / n,
        lead_error: quality.lead_error / n,
        length: n_moves as f64 / n_all as f64,
        speed: n_all as f64 / start.elapsed().as_secs_f64(),
    }
}
