//! What is thought of a move before it is searched.

mod feature;
mod forest;
mod measure;
mod pattern;
mod weights;

use tengen_rules::{Board, Color, Move, Point, Suicide};

#[cfg(any(test, feature = "learn"))]
pub(crate) use feature::N_FEATURES;
pub(crate) use feature::View;
use forest::Block;
pub(crate) use forest::Forest;
#[cfg(any(test, feature = "learn"))]
pub(crate) use forest::{DEPTH, N_LEAVES, Question, Tree};
#[cfg(any(test, feature = "learn"))]
pub(crate) use measure::MOST;
pub(crate) use measure::{Measure, Measurer};
pub(crate) use pattern::{Grid, Rings};
pub(crate) use weights::PriorWeights;
#[cfg(any(test, feature = "learn"))]
pub(crate) use weights::{UNIT, pattern_key};

use crate::outlook::Outlook;
use crate::playout::Playout;

/// Points at most so far from the last move, in steps along lines, are near.
const NEAR: u8 = 3;

/// The most points of a board.
pub(crate) const N_POINTS: usize = 625;

/// Calls back with each sensible move and the logarithm of its weight, by what
/// is seen on the board and, if there is an outlook, what playouts have said.
pub(crate) fn weigh_linearly(
    playout: &Playout,
    color: Color,
    outlook: Option<&Outlook>,
    mut found: impl FnMut(Point, f32),
) {
    let board = playout.board();
    let weights = PriorWeights::learned(board.size());
    let view = View::new(board, color, playout.context(), playout.ataris());
    let grid = Grid::new(board, color);
    let rings = Rings::get();
    for point in board.empty_points() {
        if !is_sensible(board, color, point) {
            continue;
        }
        let mut weight = 0.0;
        view.features(point, |id| weight += weights.feature(id));
        rings.visit(&grid, point, |hash| match weights.pattern(hash) {
            Some(more) => {
                weight += more;
                true
            }
            None => false,
        });
        if let Some(outlook) = outlook {
            let is_near = is_near(playout.context().last, point);
            weight += weights.outlook(outlook.class(color, point, is_near));
        }
        found(point, weight);
    }
}

/// Like [`weigh_linearly`], and with what the forest says.
pub(crate) fn weigh(
    playout: &Playout,
    color: Color,
    outlook: Option<&Outlook>,
    mut found: impl FnMut(Point, f32),
) {
    let board = playout.board();
    let (Some(outlook), Some(forest)) = (outlook, Forest::learned(board.size())) else {
        return weigh_linearly(playout, color, outlook, found);
    };
    let mut moves = [(0.0, None); N_POINTS];
    let mut n_moves = 0;
    let mut most = f32::MIN;
    weigh_linearly(playout, color, Some(outlook), |point, weight| {
        moves[n_moves] = (weight, Some(point));
        n_moves += 1;
        most = most.max(weight);
    });
    let measurer = Measurer::new(playout, color, outlook);
    for moves in moves[..n_moves].chunks(forest::WIDTH) {
        let mut block: Block = [[0; forest::WIDTH]; Measure::COUNT];
        let mut weights = [0.0; forest::WIDTH];
        for (idx, &(weight, point)) in moves.iter().enumerate() {
            let Some(point) = point else { continue };
            weights[idx] = weight;
            for (row, value) in block.iter_mut().zip(measurer.measure(point, most - weight)) {
                row[idx] = value;
            }
        }
        forest.add_to(&block, &mut weights);
        for (&(_, point), &weight) in moves.iter().zip(&weights) {
            if let Some(point) = point {
                found(point, weight);
            }
        }
    }
}

/// Whether a point is near the last move.
pub(crate) fn is_near(last: Option<Point>, point: Point) -> bool {
    last.is_some_and(|it| {
        it.column().abs_diff(point.column()) + it.row().abs_diff(point.row()) <= NEAR
    })
}

/// Whether a move is legal and does not fill an eye for nothing.
pub(crate) fn is_sensible(board: &Board, color: Color, point: Point) -> bool {
    board.is_legal(color, point, Suicide::Forbidden)
        && (!board.is_eye(color, point)
            || board.neighbors(point).any(|it| board.n_liberties(it) == 1))
}

/// Turns logarithms of weights into probabilities.
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
