//! The policy: a probability for each move before it is searched.
//!
//! Logits are a sum of learned weights (features, large patterns, classes of
//! ownership and criticality), and on large boards of boosted trees over measures
//! of a move. A softmax makes priors of them.

mod around;
mod boosted_trees;
mod feature;
mod measure;
mod pattern;
mod weights;

use tengen_rules::{Board, Color, Move, Point, Suicide};

use boosted_trees::Block;
pub use boosted_trees::{BoostedTrees, DEPTH, N_LEAVES, Split, Tree};
pub use feature::{N_FEATURES, View};
pub use measure::{MOST, Measure, Measurer};
pub use pattern::{Grid, Rings};
use weights::PriorWeights;
pub use weights::{UNIT, pattern_key};

use crate::ownership_stats::OwnershipStats;
use crate::playout::{Context, Playout};

/// Points at most so far from the last move, in steps along lines, are near.
const NEAR: u8 = 3;

/// The most points of a board.
pub(crate) const N_POINTS: usize = 625;

/// A move and its logit without the trees.
#[derive(Copy, Clone, Debug)]
pub struct Weighed {
    /// Where it is played.
    pub point: Point,
    /// The logit.
    pub weight: f32,
    /// The rings around it that make a known pattern.
    pub n_rings: u8,
}

/// Calls back with the linear part of the logit of each sensible move; ownership
/// and criticality are left out if there are no statistics.
pub fn weigh_linearly(
    playout: &Playout,
    color: Color,
    context: Context,
    stats: Option<&OwnershipStats>,
    mut found: impl FnMut(Weighed),
) {
    let board = playout.board();
    let weights = PriorWeights::learned(board.size());
    let view = View::new(board, color, context, playout.ataris());
    let grid = Grid::new(board, color);
    let rings = Rings::get();
    for point in board.empty_points() {
        if !is_sensible(board, color, point) {
            continue;
        }
        let mut weight = 0.0;
        view.features(point, |id| weight += weights.feature(id));
        let mut n_rings = 0;
        rings.visit(&grid, point, |hash| match weights.pattern(hash) {
            Some(more) => {
                weight += more;
                n_rings += 1;
                true
            }
            None => false,
        });
        if let Some(stats) = stats {
            let is_near = is_near(context.last, point);
            weight += weights.ownership(stats.class(color, point, is_near));
        }
        found(Weighed { point, weight, n_rings });
    }
}

/// Calls back with the logit of each sensible move.
pub fn weigh(
    playout: &Playout,
    color: Color,
    stats: Option<&OwnershipStats>,
    mut found: impl FnMut(Point, f32),
) {
    let context = playout.context();
    let trees = BoostedTrees::learned(playout.board().size());
    let (Some(stats), Some(trees)) = (stats, trees) else {
        return weigh_linearly(playout, color, context, stats, |it| found(it.point, it.weight));
    };
    let mut moves = [None; N_POINTS];
    let mut n_moves = 0;
    let mut most = f32::MIN;
    weigh_linearly(playout, color, context, Some(stats), |weighed| {
        moves[n_moves] = Some(weighed);
        n_moves += 1;
        most = most.max(weighed.weight);
    });
    let measurer = Measurer::new(playout, color, stats);
    for moves in moves[..n_moves].chunks(boosted_trees::WIDTH) {
        let mut block: Block = [[0; boosted_trees::WIDTH]; Measure::COUNT];
        let mut weights = [0.0; boosted_trees::WIDTH];
        for (idx, weighed) in moves.iter().flatten().enumerate() {
            weights[idx] = weighed.weight;
            for (row, value) in block.iter_mut().zip(measurer.measure(*weighed, most)) {
                row[idx] = value;
            }
        }
        trees.add_to(&block, &mut weights);
        for (weighed, &weight) in moves.iter().flatten().zip(&weights) {
            found(weighed.point, weight);
        }
    }
}

/// Whether a point is near the last move.
pub fn is_near(last: Option<Point>, point: Point) -> bool {
    last.is_some_and(|it| {
        it.column().abs_diff(point.column()) + it.row().abs_diff(point.row()) <= NEAR
    })
}

/// Whether a move is legal and does not fill an eye for nothing.
pub fn is_sensible(board: &Board, color: Color, point: Point) -> bool {
    board.is_legal(color, point, Suicide::Forbidden)
        && (!board.is_eye(color, point)
            || board.neighbors(point).any(|it| board.n_liberties(it) == 1))
}

/// Softmax: turns logits into probabilities.
pub(crate) fn normalize(weights: &mut [(Move, f32)], sharpness: f32) {
    let most = weights.iter().map(|it| it.1).fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for (_, weight) in weights.iter_mut() {
        *weight = ((*weight - most) * sharpness).exp();
        sum += *weight;
    }
    for (_, weight) in weights.iter_mut() {
        *weight /= sum;
    }
}
