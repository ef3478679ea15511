//! A board with the weight of every empty point for both players.

use tengen_rules::{Board, ByColor, ByPoint, Color, Point, Shape, Shapes, Size};

use super::weights::Weights;

/// A board and the chances of its empty points by the shape around them, kept
/// up to date move by move.
#[derive(Copy, Clone, Debug)]
pub(crate) struct MoveWeights {
    board: Board,
    shapes: Shapes,
    weights: ByColor<ByPoint<u32>>,
    // Invariant: sums of `weights` over the rows.
    rows: ByColor<[u32; Size::MAX_EDGE as usize]>,
    totals: ByColor<u32>,
}

impl MoveWeights {
    pub(crate) fn new(board: &Board, weights: &Weights) -> MoveWeights {
        let zero = ByPoint::new(0);
        let mut move_weights = MoveWeights {
            board: *board,
            shapes: Shapes::new(board),
            weights: ByColor { black: zero, white: zero },
            rows: ByColor { black: [0; 25], white: [0; 25] },
            totals: ByColor { black: 0, white: 0 },
        };
        for point in board.empty_points() {
            move_weights.weigh(point, move_weights.shapes.get(point), weights);
        }
        move_weights
    }

    /// Becomes a copy of the weights of another board of the same size.
    #[inline]
    pub(crate) fn copy_from(&mut self, other: &MoveWeights) {
        let size = other.board.size();
        self.board.copy_from(&other.board);
        self.shapes.copy_from(&other.shapes, size);
        self.weights.black.copy_from(&other.weights.black, size);
        self.weights.white.copy_from(&other.weights.white, size);
        self.rows = other.rows;
        self.totals = other.totals;
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    pub(crate) fn shape(&self, point: Point) -> Shape {
        self.shapes.get(point)
    }

    /// Lifts the simple ko.
    pub(crate) fn pass(&mut self) {
        self.board.clear_ko();
    }

    /// The weight of an empty point by the shape around it.
    #[inline]
    pub(crate) fn weight(&self, color: Color, point: Point) -> u32 {
        self.weights[color][point]
    }

    /// The sum of all weights.
    #[inline]
    pub(crate) fn total(&self, color: Color) -> u32 {
        self.totals[color]
    }

    /// The point at which the sum of the weights, row by row, exceeds `below`,
    /// which must be less than the total.
    #[inline]
    pub(crate) fn point_at(&self, color: Color, mut below: u32) -> Option<Point> {
        let size = self.board.size();
        let mut row = 0;
        while row < size.height() && below >= self.rows[color][usize::from(row)] {
            below -= self.rows[color][usize::from(row)];
            row += 1;
        }
        for point in size.row(row) {
            let weight = self.weights[color][point];
            if below < weight {
                return Some(point);
            }
            below -= weight;
        }
        None
    }

    /// Plays a legal move and returns the number of stones captured.
    pub(crate) fn play(&mut self, color: Color, point: Point, weights: &Weights) -> u16 {
        let mut removed = [point; 32];
        let mut n_removed = 0;
        let captured = self.board.play_observed(color, point, |_, stone| {
            if n_removed < removed.len() {
                removed[n_removed] = stone;
            }
            n_removed += 1;
        });
        if n_removed > removed.len() || captured.own > 0 {
            // Rare, and cheaper to do again as a whole than to keep room for.
            *self = MoveWeights::new(&self.board, weights);
            return captured.opponent;
        }
        self.set(Color::Black, point, 0);
        self.set(Color::White, point, 0);
        self.toggle(color, point, weights);
        for &stone in &removed[..n_removed] {
            self.toggle(!color, stone, weights);
        }
        for &stone in &removed[..n_removed] {
            self.weigh(stone, self.shapes.get(stone), weights);
        }
        captured.opponent
    }

    #[inline]
    fn toggle(&mut self, color: Color, point: Point, weights: &Weights) {
        let mut changed = [(point, 0_u16); 8];
        let mut n_changed = 0;
        self.shapes.toggle(&self.board, color, point, |point, shape| {
            changed[n_changed] = (point, shape.code());
            n_changed += 1;
        });
        for &(point, code) in &changed[..n_changed] {
            self.weigh(point, Shape::from_code(code), weights);
        }
    }

    #[inline]
    fn weigh(&mut self, point: Point, shape: Shape, weights: &Weights) {
        let [black, white] = weights.shape(shape);
        self.set(Color::Black, point, black);
        self.set(Color::White, point, white);
    }

    #[inline]
    fn set(&mut self, color: Color, point: Point, weight: u32) {
        let before = std::mem::replace(&mut self.weights[color][point], weight);
        let change = weight.wrapping_sub(before);
        let row = &mut self.rows[color][usize::from(point.row())];
        *row = row.wrapping_add(change);
        self.totals[color] = self.totals[color].wrapping_add(change);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use tengen_rules::Suicide;

    #[test]
    fn weights_follow_a_game() {
        let size = Size::new(9, 7).unwrap();
        let weights = Weights::learned(size);
        let mut move_weights = MoveWeights::new(&Board::new(size), weights);
        let mut rng = Rng::new(5);
        let mut color = Color::Black;
        for _ in 0..3_000 {
            let idx = rng.below(move_weights.board().n_empty().into()) as u16;
            let point = move_weights.board().empty_point(idx);
            if move_weights.board().is_legal(color, point, Suicide::Allowed) {
                move_weights.play(color, point, weights);
                let fresh = MoveWeights::new(move_weights.board(), weights);
                for color in Color::ALL {
                    assert_eq!(move_weights.total(color), fresh.total(color));
                    assert_eq!(move_weights.rows[color], fresh.rows[color]);
                    for point in size.points() {
                        assert_eq!(move_weights.weight(color, point), fresh.weight(color, point));
                    }
                }
            }
            color = !color;
        }
    }
}
