//! Stones on a board: chains, liberties, captures and the simple ko.
//!
//! A board knows nothing of what happened before, except for the point that
//! a simple ko forbids. History and law are [`Game`](crate::Game)'s.

mod play;
mod setup;
mod slot;

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::point::{N_SLOTS, diagonal_slots, n_slots_of, neighbor_slots};
use crate::{Color, Point, PointSet, Size};

pub use play::Captured;
pub use setup::{ParseBoardError, SetupError};
use slot::{Around, Liberties, NO_CHAIN, Slot};

/// Stones, chains and liberties of one position.
///
/// A board is a flat value: it copies with one `memcpy` and never allocates.
///
/// # Equality
///
/// Two boards are equal if they have the same size, the same stones and the
/// same point forbidden by ko, however they came about.
#[derive(Copy, Clone)]
pub struct Board {
    size: Size,
    ko: Option<Point>,
    pub(crate) zobrist: u64,
    slots: [Slot; N_SLOTS],
    /// Without meaning in the border.
    around: [Around; N_SLOTS],
    /// The index of the stone that stands for the chain, or `NO_CHAIN`.
    heads: [u16; N_SLOTS],
    /// For a stone, the next one of its chain, in a ring; for an empty point,
    /// its place in `empty`.
    links: [u16; N_SLOTS],
    /// Valid at the heads only.
    liberties: [Liberties; N_SLOTS],
    /// Valid at the heads, and zero at `NO_CHAIN`.
    n_stones: [u16; N_SLOTS],
    // Invariant: the first `n_empty` are the empty points, in any order.
    empty: [u16; Size::MAX_EDGE as usize * Size::MAX_EDGE as usize],
    n_empty: u16,
}

impl Board {
    /// A board without stones.
    pub fn new(size: Size) -> Board {
        let mut board = Board {
            size,
            ko: None,
            zobrist: 0,
            slots: [Slot::Edge; N_SLOTS],
            around: [Around(4 * Around::one(Slot::Edge)); N_SLOTS],
            heads: [NO_CHAIN; N_SLOTS],
            links: [0; N_SLOTS],
            liberties: [Liberties::NONE; N_SLOTS],
            n_stones: [0; N_SLOTS],
            empty: [0; Size::MAX_EDGE as usize * Size::MAX_EDGE as usize],
            n_empty: 0,
        };
        for point in size.points() {
            board.add_empty(point.slot());
            board.change_around(point.slot(), Slot::Edge, Slot::Empty);
        }
        board
    }

    /// Becomes a copy of another board.
    ///
    /// This is cheaper than an assignment if the boards are small.
    #[inline]
    pub fn copy_from(&mut self, other: &Board) {
        if self.size != other.size {
            *self = *other;
            return;
        }
        let n_slots = n_slots_of(self.size);
        self.ko = other.ko;
        self.zobrist = other.zobrist;
        self.slots[..n_slots].copy_from_slice(&other.slots[..n_slots]);
        self.around[..n_slots].copy_from_slice(&other.around[..n_slots]);
        self.heads[..n_slots].copy_from_slice(&other.heads[..n_slots]);
        self.links[..n_slots].copy_from_slice(&other.links[..n_slots]);
        self.liberties[..n_slots].copy_from_slice(&other.liberties[..n_slots]);
        self.n_stones[..n_slots].copy_from_slice(&other.n_stones[..n_slots]);
        let n_empty = usize::from(other.n_empty);
        self.empty[..n_empty].copy_from_slice(&other.empty[..n_empty]);
        self.n_empty = other.n_empty;
    }

    /// The width and height.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The color of the stone at a point, or `None` if it is empty or not on
    /// this board.
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.slots[point.slot()].color()
    }

    /// Whether the point is on this board and has no stone.
    #[inline]
    pub fn is_empty_at(&self, point: Point) -> bool {
        self.slots[point.slot()] == Slot::Empty
    }

    /// The point that a simple ko forbids to the player whose stone was taken.
    pub const fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// Lifts the simple ko, as a pass does.
    pub fn clear_ko(&mut self) {
        self.ko = None;
    }

    /// Whether another board has the same size and stones.
    pub fn has_same_stones(&self, other: &Board) -> bool {
        self.size == other.size && self.zobrist == other.zobrist && self.slots == other.slots
    }

    /// The number of empty points.
    pub const fn n_empty(&self) -> u16 {
        self.n_empty
    }

    /// The empty point with this number, in an order that depends on the
    /// moves played.
    ///
    /// This makes it cheap to choose one at random.
    ///
    /// # Panics
    ///
    /// Panics if there are not more than `idx` empty points.
    #[inline]
    pub fn empty_point(&self, idx: u16) -> Point {
        assert!(idx < self.n_empty, "there are only {} empty points", self.n_empty);
        Point::from_slot_unchecked(usize::from(self.empty[usize::from(idx)]))
    }

    /// All empty points, in an order that depends on the moves played.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> {
        self.empty[..usize::from(self.n_empty)]
            .iter()
            .map(|&slot| Point::from_slot_unchecked(usize::from(slot)))
    }

    /// All stones, row by row from `A1`.
    pub fn stones(&self) -> impl Iterator<Item = (Color, Point)> {
        self.size.points().filter_map(|point| Some((self.stone(point)?, point)))
    }

    /// The stones of the chain at a point: none if the point has no stone.
    pub fn chain(&self, point: Point) -> impl Iterator<Item = Point> {
        let first = point.slot();
        let mut next = (self.heads[first] != NO_CHAIN).then_some(first);
        std::iter::from_fn(move || {
            let slot = next?;
            let following = usize::from(self.links[slot]);
            next = (following != first).then_some(following);
            Some(Point::from_slot_unchecked(slot))
        })
    }

    /// A point that stands for the chain at this point, the same for all of
    /// its stones, or `None` if the point has no stone.
    pub fn chain_id(&self, point: Point) -> Option<Point> {
        match self.heads[point.slot()] {
            NO_CHAIN => None,
            head => Some(Point::from_slot_unchecked(usize::from(head))),
        }
    }

    /// The number of stones of the chain at a point: none if the point has no
    /// stone.
    pub fn n_stones(&self, point: Point) -> u16 {
        self.n_stones[usize::from(self.heads[point.slot()])]
    }

    /// The number of liberties of the chain at a point: none if the point has
    /// no stone.
    pub fn n_liberties(&self, point: Point) -> u16 {
        if self.heads[point.slot()] == NO_CHAIN {
            return 0;
        }
        self.liberties_at(point.slot()).count()
    }

    /// The points beside a point of this board.
    #[inline]
    pub fn neighbors(&self, point: Point) -> impl Iterator<Item = Point> {
        neighbor_slots(point.slot())
            .into_iter()
            .filter(|&slot| self.slots[slot] != Slot::Edge)
            .map(Point::from_slot_unchecked)
    }

    /// The points diagonally beside a point of this board.
    #[inline]
    pub fn diagonals(&self, point: Point) -> impl Iterator<Item = Point> {
        diagonal_slots(point.slot())
            .into_iter()
            .filter(|&slot| self.slots[slot] != Slot::Edge)
            .map(Point::from_slot_unchecked)
    }

    /// One stone of each chain of a color beside a point of this board.
    #[inline]
    pub fn chains_beside(&self, point: Point, color: Color) -> impl Iterator<Item = Point> {
        let mut seen = [None; 4];
        let mut n_seen = 0;
        self.neighbors(point).filter(move |&it| {
            let id = self.chain_id(it);
            if self.stone(it) != Some(color) || seen.contains(&id) {
                return false;
            }
            seen[n_seen] = id;
            n_seen += 1;
            true
        })
    }

    /// The number of empty points beside a point.
    #[inline]
    pub fn n_empty_beside(&self, point: Point) -> u16 {
        self.around[point.slot()].count(Slot::Empty)
    }

    /// The number of stones of a color beside a point.
    #[inline]
    pub fn n_stones_beside(&self, point: Point, color: Color) -> u16 {
        self.around[point.slot()].count(Slot::stone(color))
    }

    /// The two liberties of the chain at a point, if it has just two.
    pub fn two_liberties(&self, point: Point) -> Option<[Point; 2]> {
        if self.n_liberties(point) != 2 {
            return None;
        }
        let stone = self.chain(point).find(|it| self.around[it.slot()].has(Slot::Empty))?;
        let is_liberty = |&slot: &usize| self.slots[slot] == Slot::Empty;
        let one = neighbor_slots(stone.slot()).into_iter().find(is_liberty)?;
        let other = self.liberties_at(point.slot()).sum().wrapping_sub(one as u16);
        Some([one, usize::from(other)].map(Point::from_slot_unchecked))
    }

    pub(crate) fn slot_code(&self, slot: usize) -> u16 {
        self.slots[slot] as u16
    }

    pub(crate) fn is_slot_empty(&self, slot: usize) -> bool {
        self.slots[slot] == Slot::Empty
    }

    /// The liberties of the chain at a point.
    pub fn liberties(&self, point: Point) -> PointSet {
        let beside = |point: Point| {
            neighbor_slots(point.slot())
                .into_iter()
                .filter(|&slot| self.slots[slot] == Slot::Empty)
                .map(Point::from_slot_unchecked)
        };
        self.chain(point).flat_map(beside).collect()
    }

    /// The only liberty of the chain at a point, if it has just one.
    pub fn atari(&self, point: Point) -> Option<Point> {
        let liberties = self.liberties_at(point.slot());
        let is_atari = self.heads[point.slot()] != NO_CHAIN && liberties.count() == 1;
        is_atari.then(|| Point::from_slot_unchecked(usize::from(liberties.sum())))
    }

    /// Whether the point looks like an eye of this color: its neighbors are
    /// all of this color, and the opponent has not more than one diagonal
    /// point, at the edge none.
    ///
    /// Who fills such a point usually loses by it, but it is not certain that
    /// the eye is real.
    #[inline]
    pub fn is_eye(&self, color: Color, point: Point) -> bool {
        let own = Slot::stone(color);
        let slot = point.slot();
        let around = self.around[slot];
        if around.count(own) + around.count(Slot::Edge) != 4 || self.slots[slot] != Slot::Empty {
            return false;
        }
        let opponent = Slot::stone(!color);
        let (mut n_opponents, mut is_at_edge) = (0, 0);
        for diagonal in diagonal_slots(slot) {
            n_opponents += i32::from(self.slots[diagonal] == opponent);
            is_at_edge |= i32::from(self.slots[diagonal] == Slot::Edge);
        }
        n_opponents + is_at_edge < 2
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.ko == other.ko && self.has_same_stones(other)
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.zobrist);
    }
}

/// Writes a diagram, the top row first: `X` is Black, `O` White, `.` empty.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.size.rows() {
            for (idx, point) in row.enumerate() {
                let sign = match self.stone(point) {
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                    None => '.',
                };
                write!(f, "{}{sign}", if idx == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} board, ko {:?}\n{self}", self.size, self.ko)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Suicide;

    #[track_caller]
    fn check_play(before: &str, point: &str, after: &str) {
        let board: Board = before.parse().unwrap();
        let point = point.parse().unwrap();
        let played = board.after(Color::Black, point, Suicide::Allowed).unwrap();
        let expected: Board = after.parse().unwrap();
        assert_eq!(played.to_string(), expected.to_string());
        assert_eq!(played.zobrist(), expected.zobrist());
        assert_eq!(board.zobrist_after(Color::Black, point), expected.zobrist());
    }

    #[test]
    fn chains_beside_a_point_are_named_once() {
        let board: Board = "
            . X . .
            X . O .
            X X O .
            . . . .
        "
        .parse()
        .unwrap();
        let beside = |point: &str, color| {
            let chains = board.chains_beside(point.parse().unwrap(), color);
            chains.map(|it| board.n_stones(it)).collect::<Vec<_>>()
        };
        let mut black = beside("B3", Color::Black);
        black.sort_unstable();
        assert_eq!(black, [1, 3]);
        assert_eq!(beside("B3", Color::White), [2]);
        assert!(beside("D4", Color::White).is_empty());
    }

    #[test]
    fn capture_two_chains_at_once() {
        check_play(
            "
            . X . .
            X O X .
            O . O .
            X X X .
            ",
            "B2",
            "
            . X . .
            X . X .
            . X O .
            X X X .
            ",
        );
    }

    #[test]
    fn capture_comes_before_suicide() {
        check_play(
            "
            . O X .
            O O X .
            X X X .
            ",
            "A3",
            "
            X . X .
            . . X .
            X X X .
            ",
        );
    }

    #[test]
    fn suicide_removes_all_stones() {
        check_play(
            "
            . X O
            X O O
            O . .
            ",
            "A3",
            "
            . . O
            . O O
            O . .
            ",
        );
    }

    #[test]
    fn liberties_are_counted_once() {
        let board: Board = "
            . X .
            X X .
            . O .
        "
        .parse()
        .unwrap();
        let point = "B3".parse().unwrap();
        assert_eq!(board.n_liberties(point), 4);
        assert_eq!(format!("{:?}", board.liberties(point)), "{A1, C2, A3, C3}");
        assert_eq!(board.atari(point), None);
        assert_eq!(board.two_liberties(point), None);
        let two = board.two_liberties("B1".parse().unwrap()).unwrap();
        assert_eq!(two.map(|it| it.to_string()), ["A1", "C1"]);
        assert_eq!(board.n_liberties("A1".parse().unwrap()), 0);
    }

    #[test]
    fn eyes_by_shape() {
        let board: Board = "
            . X . X .
            X X X X O
            O X . X .
            . O X O .
            . . . . .
        "
        .parse()
        .unwrap();
        let eyes = |color| {
            let size = board.size();
            size.points().filter(|&it| board.is_eye(color, it)).collect::<PointSet>()
        };
        assert_eq!(format!("{:?}", eyes(Color::Black)), "{A5, C5}");
        assert!(eyes(Color::White).is_empty());
    }

    #[test]
    fn copied_board_plays_on_alike() {
        let mut rng = fastrand::Rng::with_seed(2);
        for size in [Size::new(3, 5), Size::new(5, 3), Size::new(9, 9)].map(Option::unwrap) {
            let (mut original, mut copy) = (Board::new(size), Board::new(size));
            let mut color = Color::Black;
            for _ in 0..400 {
                copy.copy_from(&original);
                assert_eq!(copy, original);
                let point = original.empty_point(rng.u16(..original.n_empty()));
                let played = original.play(color, point, Suicide::Allowed);
                assert_eq!(copy.play(color, point, Suicide::Allowed), played);
                assert_eq!(copy, original);
                assert!(copy.empty_points().eq(original.empty_points()));
                assert_eq!(copy.liberties(point), original.liberties(point));
                color = !color;
            }
        }
        let mut other = Board::new(Size::NINE);
        other.copy_from(&Board::new(Size::NINETEEN));
        assert_eq!(other.size(), Size::NINETEEN);
    }

    #[test]
    fn stones_that_cannot_stand() {
        for (diagram, expected) in [
            (". X\nO", "row 2 of the diagram is not as long as the first"),
            ("", "the diagram is not 1 to 25 points wide and high"),
            (". ?", "'?' is not a sign of a diagram, expected X, O or ."),
            ("X O .\nO . .", "the chain at A2 has no liberty"),
        ] {
            assert_eq!(diagram.parse::<Board>().unwrap_err().to_string(), expected);
        }
        let off_board = [(Color::Black, "K10".parse().unwrap())];
        assert!(Board::with_stones(Size::NINE, off_board).is_err());
    }
}
