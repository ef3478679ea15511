//! Large patterns: what is around a point, ring by ring.
//!
//! Rings follow the distance |x| + |y| + max(|x|, |y|), which grows like a
//! circle. A pattern of some size is everything up to that ring, seen from the
//! player to move, and is known by a hash.

use std::sync::OnceLock;

use tengen_rules::{Board, Color, Point, Size};

use crate::rng::Rng;

/// The distances of the rings that are looked at, the eight points around left
/// out: those are a [`Shape`](tengen_rules::Shape).
pub(crate) const RINGS: std::ops::RangeInclusive<usize> = 4..=10;

/// The number of rings.
pub(crate) const N_RINGS: usize = 7;

/// How far a pattern reaches from its middle.
const REACH: usize = 5;

const STRIDE: usize = Size::MAX_EDGE as usize + 2 * REACH;

/// A board as patterns see it.
#[derive(Copy, Clone, Debug)]
pub struct Grid {
    /// 0 is empty, 1 own, 2 the opponent's, 3 beyond the edge.
    cells: [u8; STRIDE * STRIDE],
}

impl Grid {
    /// The board as the player of a color sees it.
    pub fn new(board: &Board, color: Color) -> Grid {
        let mut grid = Grid { cells: [3; STRIDE * STRIDE] };
        for point in board.size().points() {
            grid.cells[place(point)] = match board.stone(point) {
                None => 0,
                Some(it) if it == color => 1,
                Some(_) => 2,
            };
        }
        grid
    }
}

fn place(point: Point) -> usize {
    (usize::from(point.row()) + REACH) * STRIDE + usize::from(point.column()) + REACH
}

/// Random numbers for each place of a pattern and what is there.
#[derive(Debug)]
pub struct Rings {
    places: Vec<Place>,
    /// Where each ring ends in `places`.
    ends: [usize; N_RINGS],
}

/// A place of a pattern.
#[derive(Debug)]
struct Place {
    /// The distance in the grid to the middle.
    distance: isize,
    /// For each thing that may be there, its numbers in all eight
    /// orientations.
    numbers: [[u64; 8]; 4],
}

impl Rings {
    /// The patterns' places and numbers, which are the same for all boards.
    pub fn get() -> &'static Rings {
        static RINGS: OnceLock<Rings> = OnceLock::new();
        RINGS.get_or_init(Rings::new)
    }

    fn new() -> Rings {
        let reach = REACH as isize;
        let mut offsets: Vec<(usize, isize, isize)> = (-reach..=reach)
            .flat_map(|row| (-reach..=reach).map(move |column| (row, column)))
            .map(|(row, column)| {
                let (height, width) = (row.unsigned_abs(), column.unsigned_abs());
                (height + width + height.max(width), row, column)
            })
            .filter(|it| (2..=*RINGS.end()).contains(&it.0))
            .collect();
        offsets.sort_unstable();
        let end = |ring: usize| offsets.iter().filter(|it| it.0 <= ring).count();
        let mut ends = [0; N_RINGS];
        for (idx, ring) in RINGS.enumerate() {
            ends[idx] = end(ring);
        }
        let places = offsets.iter().map(|&(_, row, column)| Place::new(row, column)).collect();
        Rings { places, ends }
    }

    /// Calls back with the hash of each pattern around a point, the smallest
    /// first, until the answer is no.
    ///
    /// Turned and mirrored patterns have the same hash.
    #[inline]
    pub fn visit(&self, grid: &Grid, point: Point, mut found: impl FnMut(u64) -> bool) {
        let middle = place(point);
        let mut hashes = [0_u64; 8];
        let mut start = 0;
        for (idx, &end) in self.ends.iter().enumerate() {
            for place in &self.places[start..end] {
                let cell = grid.cells[middle.wrapping_add_signed(place.distance)];
                let numbers = &place.numbers[usize::from(cell)];
                for (hash, number) in hashes.iter_mut().zip(numbers) {
                    *hash ^= number;
                }
            }
            start = end;
            let least = hashes.iter().copied().fold(u64::MAX, u64::min);
            // Patterns of different sizes are different even if the rest is
            // empty.
            let size = (idx as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            if !found(least.wrapping_add(size)) {
                return;
            }
        }
    }
}

impl Place {
    fn new(row: isize, column: isize) -> Place {
        let orientations = [
            (row, column),
            (row, -column),
            (-row, column),
            (-row, -column),
            (column, row),
            (column, -row),
            (-column, row),
            (-column, -row),
        ];
        let mut numbers = [[0; 8]; 4];
        for (cell, numbers) in numbers.iter_mut().enumerate().skip(1) {
            *numbers = orientations.map(|(row, column)| {
                let seed = (row + 8) as u64 * 1_000 + (column + 8) as u64 * 10 + cell as u64;
                Rng::new(seed).next_u64()
            });
        }
        Place { distance: row * STRIDE as isize + column, numbers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashes(diagram: &str, name: &str, color: Color) -> Vec<u64> {
        let board: Board = diagram.parse().unwrap();
        let mut hashes = Vec::new();
        Rings::get().visit(&Grid::new(&board, color), name.parse().unwrap(), |hash| {
            hashes.push(hash);
            true
        });
        hashes
    }

    #[test]
    fn turned_patterns_are_one() {
        let upright = "
            . . . . . . .
            . X . . . . .
            . . . . O . .
            . . . . . . .
            . . X . . . .
            . . . . . . .
            . . . . . . .
        ";
        let lying = "
            . . . . . . .
            . . . . . X .
            . . X . . . .
            . . . . . . .
            . . . . O . .
            . . . . . . .
            . . . . . . .
        ";
        let swapped = upright.replace('X', "?").replace('O', "X").replace('?', "O");
        let expected = hashes(upright, "D4", Color::Black);
        assert_eq!(hashes(lying, "D4", Color::Black), expected);
        assert_eq!(hashes(&swapped, "D4", Color::White), expected);
        assert_ne!(hashes(&swapped, "D4", Color::Black), expected);
    }

    #[test]
    fn far_stones_change_large_patterns_only() {
        let near =
            hashes(". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .", "A1", Color::Black);
        let far =
            hashes(". . . . .\n. . . . .\n. . X . .\n. . . . .\n. . . . .", "A1", Color::Black);
        assert_eq!(near[..2], far[..2]);
        assert_ne!(near[2..], far[2..]);
    }
}
