//! Stones on a board: chains, liberties, captures and the simple ko.
//!
//! A board knows nothing of what happened before, except for the point that
//! a simple ko forbids. History and law are [`Game`](crate::Game)'s.

mod setup;

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::hash;
use crate::point::{N_SLOTS, diagonal_slots, neighbor_slots};
use crate::{Color, IllegalMove, Point, PointSet, Size, Suicide};

pub use setup::{ParseBoardError, SetupError};

/// What is at an index.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(u8)]
enum Slot {
    Black,
    White,
    Empty,
    Edge,
}

impl Slot {
    const fn stone(color: Color) -> Slot {
        match color {
            Color::Black => Slot::Black,
            Color::White => Slot::White,
        }
    }

    const fn color(self) -> Option<Color> {
        match self {
            Slot::Black => Some(Color::Black),
            Slot::White => Some(Color::White),
            Slot::Empty | Slot::Edge => None,
        }
    }
}

/// The number of liberties of a chain in the lower half, and the sum of their
/// indexes in the upper one.
///
/// The sum is the liberty itself where there is only one. It wraps around,
/// which does no harm.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Liberties(u32);

impl Liberties {
    const NONE: Liberties = Liberties(0);

    const fn new(count: u16, sum: u16) -> Liberties {
        Liberties(count as u32 | (sum as u32) << 16)
    }

    const fn count(self) -> u16 {
        self.0 as u16
    }

    const fn sum(self) -> u16 {
        (self.0 >> 16) as u16
    }

    fn add(&mut self, slot: usize) {
        self.0 = self.0.wrapping_add(Liberties::new(1, slot as u16).0);
    }

    fn remove(&mut self, slot: usize) {
        self.0 = self.0.wrapping_sub(Liberties::new(1, slot as u16).0);
    }
}

/// The index in `heads` of what is not a stone.
const NO_CHAIN: u16 = 0;

/// How many of the four neighbors of a point are what, four bits for each
/// kind of [`Slot`].
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Around(u16);

impl Around {
    const fn one(slot: Slot) -> u16 {
        1 << (4 * slot as u16)
    }

    const fn count(self, slot: Slot) -> u16 {
        self.0 >> (4 * slot as u16) & 0b1111
    }

    const fn has(self, slot: Slot) -> bool {
        self.count(slot) > 0
    }
}

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
    hash: u64,
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
            hash: 0,
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
    pub fn is_empty(&self, point: Point) -> bool {
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

    /// A number that is equal for equal stones on boards of one size, and
    /// hardly ever for different ones.
    ///
    /// Neither the ko nor the player to move is in it.
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Whether another board has the same size and stones.
    pub fn has_same_stones(&self, other: &Board) -> bool {
        self.size == other.size && self.hash == other.hash && self.slots == other.slots
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

    /// Says whether a stone may be played, and why not.
    ///
    /// # Errors
    ///
    /// Returns the same [`IllegalMove`] as [`Board::play`].
    pub fn check(&self, color: Color, point: Point, suicide: Suicide) -> Result<(), IllegalMove> {
        match self.slots[point.slot()] {
            Slot::Edge => return Err(IllegalMove::OffBoard(point)),
            Slot::Black | Slot::White => return Err(IllegalMove::Occupied(point)),
            Slot::Empty => (),
        }
        if self.is_ko_for(color, point) {
            return Err(IllegalMove::Ko(point));
        }
        if self.leaves_liberty(color, point, suicide) {
            Ok(())
        } else {
            Err(IllegalMove::Suicide(point))
        }
    }

    /// Whether a stone may be played.
    #[inline]
    pub fn is_legal(&self, color: Color, point: Point, suicide: Suicide) -> bool {
        self.slots[point.slot()] == Slot::Empty
            && !self.is_ko_for(color, point)
            && self.leaves_liberty(color, point, suicide)
    }

    /// Whether the simple ko forbids this point to this player.
    ///
    /// The point is surrounded by stones of the player who took the ko and
    /// may fill it.
    #[inline]
    fn is_ko_for(&self, color: Color, point: Point) -> bool {
        self.ko == Some(point) && !self.around[point.slot()].has(Slot::stone(color))
    }

    /// Whether a stone on this empty point has a liberty, captures, or is a
    /// suicide that the rules allow.
    #[inline]
    fn leaves_liberty(&self, color: Color, point: Point, suicide: Suicide) -> bool {
        let own = Slot::stone(color);
        if self.around[point.slot()].has(Slot::Empty) {
            return true;
        }
        for slot in neighbor_slots(point.slot()) {
            match self.slots[slot] {
                Slot::Empty | Slot::Edge => (),
                stone => {
                    let has_one_liberty = self.liberties_at(slot).count() == 1;
                    // A suicide of several stones removes at least one that
                    // was on the board, so it is never a hidden pass.
                    if (stone == own) != has_one_liberty
                        || (stone == own && suicide == Suicide::Allowed)
                    {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Plays a stone and returns what it did.
    ///
    /// # Errors
    ///
    /// Returns [`IllegalMove`] and leaves the board unchanged if the move is
    /// not legal.
    pub fn play(
        &mut self,
        color: Color,
        point: Point,
        suicide: Suicide,
    ) -> Result<Captured, IllegalMove> {
        self.check(color, point, suicide)?;
        Ok(self.play_unchecked(color, point))
    }

    /// The board after a stone is played.
    ///
    /// # Errors
    ///
    /// Returns [`IllegalMove`] if the move is not legal.
    pub fn after(
        &self,
        color: Color,
        point: Point,
        suicide: Suicide,
    ) -> Result<Board, IllegalMove> {
        let mut board = *self;
        board.play(color, point, suicide)?;
        Ok(board)
    }

    /// Plays a stone on an empty point without asking for ko or suicide.
    ///
    /// Chains without liberties are removed, the opponent's first; a single
    /// stone without liberties is removed at once.
    ///
    /// # Panics
    ///
    /// May panic, or leave a board that does, if the point is not empty.
    pub fn play_unchecked(&mut self, color: Color, point: Point) -> Captured {
        debug_assert!(self.is_empty(point), "{point} is not empty");
        let opponent = Slot::stone(!color);
        let slot = point.slot();
        let heads = self.place(color, point);

        let mut n_captured = 0;
        let mut captured_slot = 0;
        for head in heads.map(usize::from) {
            if self.liberties[head].count() == 0 && self.slots[head] == opponent {
                n_captured += self.remove_chain(head);
                captured_slot = head;
            }
        }

        let head = usize::from(self.heads[slot]);
        let n_liberties = self.liberties[head].count();
        if n_liberties == 0 {
            self.ko = None;
            return Captured { opponent: 0, own: self.remove_chain(slot) };
        }
        // A lone stone that took a lone stone can be retaken only if that is
        // also its only liberty.
        let is_ko = n_captured == 1 && n_liberties == 1 && self.n_stones[head] == 1;
        self.ko = is_ko.then(|| Point::from_slot_unchecked(captured_slot));
        Captured { opponent: n_captured, own: 0 }
    }

    /// Puts a stone on an empty point and joins it to its neighbors; chains
    /// without liberties stay.
    ///
    /// Returns the heads of the chains that were beside it.
    fn place(&mut self, color: Color, point: Point) -> [u16; 4] {
        let own = Slot::stone(color);
        let slot = point.slot();
        let neighbors = neighbor_slots(slot);

        // Step 1. Put down a chain of one stone.
        self.remove_empty(slot);
        self.slots[slot] = own;
        self.change_around(slot, Slot::Empty, own);
        self.hash ^= hash::stone(color, slot);
        self.heads[slot] = slot as u16;
        self.links[slot] = slot as u16;
        let mut liberty_sum = 0_u16;
        for neighbor in neighbors {
            let is_liberty = u16::from(self.slots[neighbor] == Slot::Empty);
            liberty_sum = liberty_sum.wrapping_add(is_liberty * neighbor as u16);
        }
        let n_liberties = self.around[slot].count(Slot::Empty);
        self.liberties[slot] = Liberties::new(n_liberties, liberty_sum);
        self.n_stones[slot] = 1;

        // Step 2. Take the point from the liberties of each chain beside it.
        if n_liberties + self.around[slot].count(Slot::Edge) == 4 {
            return [NO_CHAIN; 4];
        }
        let heads = self.distinct_heads(slot);
        for head in heads {
            self.liberties[usize::from(head)].remove(slot);
        }

        // Step 3. Join the own chains beside the stone.
        if self.around[slot].has(own) {
            for head in heads {
                if self.slots[usize::from(head)] == own {
                    self.join(usize::from(self.heads[slot]), usize::from(head));
                }
            }
        }
        heads
    }

    /// The heads of the chains beside a point, each of them once; the rest is
    /// filled with `NO_CHAIN`.
    fn distinct_heads(&self, slot: usize) -> [u16; 4] {
        let [a, b, c, d] = neighbor_slots(slot).map(|it| self.heads[it]);
        [
            a,
            if b == a { NO_CHAIN } else { b },
            if c == a || c == b { NO_CHAIN } else { c },
            if d == a || d == b || d == c { NO_CHAIN } else { d },
        ]
    }

    /// The hash of the board after a legal move, without playing it.
    pub fn hash_after(&self, color: Color, point: Point) -> u64 {
        let slot = point.slot();
        let hash = self.hash ^ hash::stone(color, slot);
        let heads = self.distinct_heads(slot).map(usize::from);
        let opponent = Slot::stone(!color);
        let captured =
            |&head: &usize| self.slots[head] == opponent && self.liberties[head].count() == 1;
        if heads.iter().any(captured) {
            let captured = heads.into_iter().filter(captured);
            return captured.fold(hash, |hash, head| hash ^ self.chain_hash(!color, head));
        }
        let is_suicide = !self.around[slot].has(Slot::Empty)
            && heads.iter().all(|&head| {
                self.slots[head] != Slot::stone(color) || self.liberties[head].count() == 1
            });
        if !is_suicide {
            return hash;
        }
        let own = heads.into_iter().filter(|&head| self.slots[head] == Slot::stone(color));
        own.fold(self.hash, |hash, head| hash ^ self.chain_hash(color, head))
    }

    /// The part of the hash that comes from the chain with this head.
    fn chain_hash(&self, color: Color, head: usize) -> u64 {
        self.chain(Point::from_slot_unchecked(head))
            .fold(0, |hash, stone| hash ^ hash::stone(color, stone.slot()))
    }

    fn liberties_at(&self, slot: usize) -> Liberties {
        self.liberties[usize::from(self.heads[slot])]
    }

    /// Tells the four neighbors what an index has become.
    fn change_around(&mut self, slot: usize, before: Slot, after: Slot) {
        let change = Around::one(after).wrapping_sub(Around::one(before));
        for neighbor in neighbor_slots(slot) {
            self.around[neighbor].0 = self.around[neighbor].0.wrapping_add(change);
        }
    }

    fn add_empty(&mut self, slot: usize) {
        self.slots[slot] = Slot::Empty;
        self.heads[slot] = NO_CHAIN;
        self.links[slot] = self.n_empty;
        self.empty[usize::from(self.n_empty)] = slot as u16;
        self.n_empty += 1;
    }

    fn remove_empty(&mut self, slot: usize) {
        self.n_empty -= 1;
        let last = self.empty[usize::from(self.n_empty)];
        self.empty[usize::from(self.links[slot])] = last;
        self.links[usize::from(last)] = self.links[slot];
    }

    /// Removes the stones of a chain and returns their number.
    fn remove_chain(&mut self, first: usize) -> u16 {
        let head = self.heads[first];
        let stone = self.slots[first];
        let Some(color) = stone.color() else { return 0 };
        let mut slot = first;
        let mut n_removed = 0;
        loop {
            let next = usize::from(self.links[slot]);
            self.hash ^= hash::stone(color, slot);
            self.add_empty(slot);
            self.change_around(slot, stone, Slot::Empty);
            n_removed += 1;
            self.give_liberty(slot, head);
            slot = next;
            if slot == first {
                return n_removed;
            }
        }
    }

    /// Adds an empty point to the liberties of each chain beside it, except
    /// for one.
    fn give_liberty(&mut self, slot: usize, except: u16) {
        for head in self.distinct_heads(slot) {
            if head != except {
                self.liberties[usize::from(head)].add(slot);
            }
        }
    }

    /// Whether a stone of the chain is beside an index.
    fn touches(&self, slot: usize, head: u16) -> bool {
        let [a, b, c, d] = neighbor_slots(slot).map(|it| self.heads[it] == head);
        a | b | c | d
    }

    /// Joins two chains of one color, given by their heads.
    fn join(&mut self, one: usize, other: usize) {
        let (large, small) =
            if self.n_stones[one] > self.n_stones[other] { (one, other) } else { (other, one) };
        let mut liberties = self.liberties[large];
        self.n_stones[large] += self.n_stones[small];
        let mut slot = small;
        loop {
            if self.around[slot].has(Slot::Empty) {
                for liberty in neighbor_slots(slot) {
                    if self.slots[liberty] == Slot::Empty && !self.touches(liberty, large as u16) {
                        liberties.add(liberty);
                    }
                }
            }
            self.heads[slot] = large as u16;
            slot = usize::from(self.links[slot]);
            if slot == small {
                break;
            }
        }
        self.liberties[large] = liberties;
        self.links.swap(large, small);
    }
}

/// How many stones a move took from the board.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Captured {
    /// Stones of the opponent.
    pub opponent: u16,
    /// Stones of the player, the one just played included: a suicide.
    pub own: u16,
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.ko == other.ko && self.has_same_stones(other)
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
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

    #[track_caller]
    fn check_play(before: &str, point: &str, after: &str) {
        let board: Board = before.parse().unwrap();
        let point = point.parse().unwrap();
        let played = board.after(Color::Black, point, Suicide::Allowed).unwrap();
        let expected: Board = after.parse().unwrap();
        assert_eq!(played.to_string(), expected.to_string());
        assert_eq!(played.hash(), expected.hash());
        assert_eq!(board.hash_after(Color::Black, point), expected.hash());
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
