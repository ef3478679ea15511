//! The eight points around a point, as one number.
//!
//! Programs that learn or match small patterns look them up by it.

use crate::point::{N_SLOTS, n_slots_of, ring_slots};
use crate::{Board, Color, Point, Size};

/// What is on the eight points around a point.
///
/// Two bits for each, from the point above on clockwise: 0 is Black, 1 White,
/// 2 empty, 3 beyond the edge.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Shape(u16);

impl Shape {
    /// The number of different codes; not all of them occur on a board.
    pub const N_CODES: usize = 1 << 16;

    /// The shape with this code.
    pub const fn from_code(code: u16) -> Shape {
        Shape(code)
    }

    /// The number that stands for this shape.
    pub const fn code(self) -> u16 {
        self.0
    }

    /// The same shape with the other colors.
    #[must_use]
    pub const fn with_colors_swapped(self) -> Shape {
        Shape(self.0 ^ (!(self.0 >> 1) & 0x5555))
    }

    /// One shape for all eight ways to turn and mirror this one.
    #[must_use]
    pub fn canonical(self) -> Shape {
        let mut mirrored = 0;
        for idx in 0..8 {
            mirrored |= (self.0 >> (2 * idx) & 0b11) << (2 * ((8 - idx) % 8));
        }
        let least = |code: u16| {
            let half = code.min(code.rotate_left(8));
            half.min(code.rotate_left(4)).min(code.rotate_left(12))
        };
        Shape(least(self.0).min(least(mirrored)))
    }
}

impl Board {
    /// What is on the eight points around a point of this board.
    pub fn shape(&self, point: Point) -> Shape {
        let mut code = 0;
        for (idx, slot) in ring_slots(point.slot()).into_iter().enumerate() {
            code |= self.slot_code(slot) << (2 * idx);
        }
        Shape(code)
    }
}

/// The shapes around all points of a board, kept up to date point by point.
#[derive(Copy, Clone, Debug)]
pub struct Shapes {
    codes: [u16; N_SLOTS],
}

impl Shapes {
    /// The shapes of a board.
    pub fn new(board: &Board) -> Shapes {
        let mut shapes = Shapes { codes: [0; N_SLOTS] };
        for point in board.size().points() {
            shapes.codes[point.slot()] = board.shape(point).0;
        }
        shapes
    }

    /// Takes over the shapes of boards of a size.
    #[inline]
    pub fn copy_from(&mut self, other: &Shapes, size: Size) {
        let n_slots = n_slots_of(size);
        self.codes[..n_slots].copy_from_slice(&other.codes[..n_slots]);
    }

    /// The shape around a point.
    #[inline]
    pub fn get(&self, point: Point) -> Shape {
        Shape(self.codes[point.slot()])
    }

    /// Notes that a stone of this color was put on a point or taken from it,
    /// and calls back with each empty point around and its new shape.
    #[inline]
    pub fn toggle(
        &mut self,
        board: &Board,
        color: Color,
        point: Point,
        mut changed: impl FnMut(Point, Shape),
    ) {
        // Empty is 0b10, Black 0b00 and White 0b01.
        let difference: u16 = match color {
            Color::Black => 0b10,
            Color::White => 0b11,
        };
        for (idx, slot) in ring_slots(point.slot()).into_iter().enumerate() {
            let back = (idx + 4) % 8;
            self.codes[slot] ^= difference << (2 * back);
            if board.is_slot_empty(slot) {
                changed(Point::from_slot_unchecked(slot), Shape(self.codes[slot]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Suicide;

    #[test]
    fn turned_and_mirrored_shapes_are_one() {
        let shape = |diagram: &str| {
            let board: Board = diagram.parse().unwrap();
            board.shape("B2".parse().unwrap())
        };
        let corner = shape("X . .\nO . .\n. . .");
        for other in ["O X .\n. . .\n. . .".to_string(), ". . .\n. . O\n. . X".to_string()] {
            assert_ne!(shape(&other), corner);
        }
        assert_eq!(shape(". . .\n. . O\n. . X").canonical(), corner.canonical());
        assert_eq!(shape("X O .\n. . .\n. . .").canonical(), corner.canonical());
        let swapped = shape("O . .\nX . .\n. . .");
        assert_eq!(corner.with_colors_swapped(), swapped);
        assert_ne!(corner.canonical(), swapped.canonical());
    }

    #[test]
    fn shapes_follow_a_game() {
        let size = Size::new(5, 4).unwrap();
        let mut board = Board::new(size);
        let mut shapes = Shapes::new(&board);
        let mut rng = fastrand::Rng::with_seed(3);
        let mut color = Color::Black;
        for _ in 0..2_000 {
            let point = board.empty_point(rng.u16(..board.n_empty()));
            if board.n_empty() > 1 && board.is_legal(color, point, Suicide::Allowed) {
                let mut removed = Vec::new();
                board.play_observed(color, point, |color, point| removed.push((color, point)));
                shapes.toggle(&board, color, point, |_, _| ());
                for (color, point) in removed {
                    shapes.toggle(&board, color, point, |_, _| ());
                }
                for point in size.points() {
                    assert_eq!(shapes.get(point), board.shape(point), "{point} of\n{board}");
                }
            }
            color = !color;
        }
    }
}
