//! What is seen of a move before it is searched.
//!
//! A feature is a number: those of playouts come first, then distances, lines,
//! liberties and neighbors, then shapes.

use tengen_rules::{Board, ByPoint, Color, Point, Shape};

use crate::playout::{self, Ataris, Context, Feature, doubt, visit};
use crate::tactics;

/// The largest distance to a move that matters.
const FAR: usize = 17;

/// The farthest line from the edge that is told from the next.
const LINES: usize = 6;

const LAST: usize = Feature::COUNT;
const OWN_LAST: usize = LAST + FAR + 1;
const LINE: usize = OWN_LAST + FAR + 1;
const LIBERTIES: usize = LINE + 3 * LINES * LINES;
const CAPTURES: usize = LIBERTIES + 7;
const BESIDE_OWN: usize = CAPTURES + 5;
const BESIDE_OPPONENT: usize = BESIDE_OWN + 6;
const JOINS: usize = BESIDE_OPPONENT + 6;
const CUTS: usize = JOINS + 4;
const LADDER: usize = CUTS + 4;
const SHAPE: usize = LADDER + 3;
const NEAR: usize = SHAPE + Shape::N_CODES;

/// The number of features, those of large patterns not included.
pub const N_FEATURES: usize = NEAR + Shape::N_CODES;

/// What all moves of a position have in common.
#[derive(Debug)]
pub struct View<'a> {
    board: &'a Board,
    color: Color,
    context: Context,
    /// For each point, a bit for each feature of playouts.
    local: ByPoint<u64>,
    /// The part of the game: opening, middle or end.
    phase: usize,
    classes: &'static [u16],
}

impl<'a> View<'a> {
    /// Finds the features of the position that are near the last moves.
    pub fn new(board: &'a Board, color: Color, context: Context, ataris: Ataris) -> Self {
        let mut local = ByPoint::new(0);
        let mut ataris = ataris;
        visit(board, color, context, &mut ataris, |point, feature| {
            local[point] |= 1_u64 << feature as u8;
        });
        let n_points = board.size().n_points();
        let n_stones = n_points - board.n_empty();
        let phase = match n_stones * 10 / n_points {
            0 => 0,
            1..=3 => 1,
            _ => 2,
        };
        View { board, color, context, local, phase, classes: playout::shape_classes() }
    }

    /// Calls back with each feature of a legal move.
    #[inline]
    pub fn features(&self, point: Point, mut found: impl FnMut(usize)) {
        let View { board, color, .. } = *self;
        // Step 1. What playouts see.
        let mut local = self.local[point];
        if let Some(feature) = doubt(board, color, point) {
            local |= 1 << feature as u8;
        }
        while local != 0 {
            found(local.trailing_zeros() as usize);
            local &= local - 1;
        }

        // Step 2. Where it is.
        let mut is_near = false;
        if let Some(last) = self.context.last {
            let distance = distance(point, last);
            is_near = distance <= 3;
            found(LAST + distance.min(FAR));
        }
        if let Some(own_last) = self.context.own_last {
            found(OWN_LAST + distance(point, own_last).min(FAR));
        }
        let size = board.size();
        let line = |place: u8, edge: u8| usize::from(place.min(edge - 1 - place)).min(LINES - 1);
        let (x, y) = (line(point.column(), size.width()), line(point.row(), size.height()));
        found(LINE + (self.phase * LINES + x.min(y)) * LINES + x.max(y));

        // Step 3. What it does to the chains beside it.
        found(LIBERTIES + tactics::liberties_after(board, color, point, 6));
        let (mut n_own, mut n_opponent, mut n_captured) = (0, 0, 0);
        let (mut weakest_own, mut weakest_opponent) = (6, 6);
        for beside in board.chains_beside(point, color) {
            n_own += 1;
            weakest_own = weakest_own.min(usize::from(board.n_liberties(beside)));
        }
        for beside in board.chains_beside(point, !color) {
            let n_liberties = usize::from(board.n_liberties(beside));
            n_opponent += 1;
            weakest_opponent = weakest_opponent.min(n_liberties);
            if n_liberties == 1 {
                n_captured += board.n_stones(beside);
            }
            if n_liberties == 2 && tactics::is_caught_by(board, color, point, beside) {
                let n_stones = usize::from(board.n_stones(beside));
                found(LADDER + n_stones.min(3) - 1);
            }
        }
        match n_captured {
            0 => (),
            1 | 2 => found(CAPTURES + usize::from(n_captured) - 1),
            3..=5 => found(CAPTURES + 2),
            6..=9 => found(CAPTURES + 3),
            _ => found(CAPTURES + 4),
        }
        if n_own > 0 && weakest_own < 6 {
            found(BESIDE_OWN + weakest_own);
        }
        if n_opponent > 0 && weakest_opponent < 6 {
            found(BESIDE_OPPONENT + weakest_opponent);
        }
        if n_own > 1 {
            found(JOINS + n_own - 1);
        }
        if n_opponent > 1 {
            found(CUTS + n_opponent - 1);
        }

        // Step 4. The eight points around.
        let shape = board.shape(point);
        let shape = if color == Color::Black { shape } else { shape.with_colors_swapped() };
        let class = usize::from(self.classes[usize::from(shape.code())]);
        found(SHAPE + class);
        if is_near {
            found(NEAR + class);
        }
    }
}

/// A distance that grows like a circle.
pub(crate) fn distance(one: Point, other: Point) -> usize {
    let width = usize::from(one.column().abs_diff(other.column()));
    let height = usize::from(one.row().abs_diff(other.row()));
    width + height + width.max(height)
}
