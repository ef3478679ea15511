//! What is thought of a move before it is searched.

mod feature;
mod pattern;
mod weights;

use tengen_rules::{Board, Color, Move, Point, Suicide};

#[cfg(feature = "learn")]
pub(crate) use feature::N_FEATURES;
pub(crate) use feature::View;
pub(crate) use pattern::{Grid, Rings};
pub(crate) use weights::PriorWeights;
#[cfg(feature = "learn")]
pub(crate) use weights::{UNIT, pattern_key};

use crate::outlook::Outlook;
use crate::playout::Playout;

/// Points at most so far from the last move, in steps along lines, are near.
const NEAR: u8 = 3;

/// Calls back with each sensible move and the logarithm of its weight, by what
/// is seen on the board and, if there is an outlook, what playouts have said.
pub(crate) fn weigh(
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
