//! Playing on a board: what is legal, and what a stone does.

use super::Board;
use super::slot::{Around, Liberties, NO_CHAIN, Slot};
use crate::hash;
use crate::point::neighbor_slots;
use crate::{Color, IllegalMove, Point, Suicide};

impl Board {
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
        let opponent = Slot::stone(!color);
        // All four are looked at: to stop early would be a jump that cannot be
        // foreseen.
        let has_way_out = |slot: usize| {
            let stone = self.slots[slot];
            let has_one_liberty = self.liberties_at(slot).count() == 1;
            // A suicide of several stones removes at least one that was on the
            // board, so it is never a hidden pass.
            let is_safe = !has_one_liberty || suicide == Suicide::Allowed;
            let joins = (stone == own) & is_safe;
            let captures = (stone == opponent) & has_one_liberty;
            joins | captures
        };
        let [a, b, c, d] = neighbor_slots(point.slot()).map(has_way_out);
        a | b | c | d
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
        self.play_observed(color, point, |_, _| ())
    }

    /// Does what [`Board::play_unchecked`] does, and tells of each stone that
    /// is removed.
    ///
    /// # Panics
    ///
    /// May panic, or leave a board that does, if the point is not empty.
    #[inline]
    pub fn play_observed(
        &mut self,
        color: Color,
        point: Point,
        mut removed: impl FnMut(Color, Point),
    ) -> Captured {
        debug_assert!(self.is_empty_at(point), "{point} is not empty");
        let opponent = Slot::stone(!color);
        let slot = point.slot();
        let heads = self.place(color, point);

        let mut n_captured = 0;
        let mut captured_slot = 0;
        for head in heads.map(usize::from) {
            if self.liberties[head].count() == 0 && self.slots[head] == opponent {
                n_captured += self.remove_chain(head, &mut removed);
                captured_slot = head;
            }
        }

        let head = usize::from(self.heads[slot]);
        let n_liberties = self.liberties[head].count();
        if n_liberties == 0 {
            self.ko = None;
            return Captured { opponent: 0, own: self.remove_chain(slot, &mut removed) };
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
    pub(super) fn place(&mut self, color: Color, point: Point) -> [u16; 4] {
        let own = Slot::stone(color);
        let slot = point.slot();
        let neighbors = neighbor_slots(slot);

        // Step 1. Put down a chain of one stone.
        self.remove_empty(slot);
        self.slots[slot] = own;
        self.change_around(slot, Slot::Empty, own);
        self.zobrist ^= hash::stone(color, slot);
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
    pub(super) fn distinct_heads(&self, slot: usize) -> [u16; 4] {
        let [a, b, c, d] = neighbor_slots(slot).map(|it| self.heads[it]);
        [
            a,
            if b == a { NO_CHAIN } else { b },
            if c == a || c == b { NO_CHAIN } else { c },
            if d == a || d == b || d == c { NO_CHAIN } else { d },
        ]
    }

    /// The [`Board::zobrist`] hash after a legal move, without playing it.
    pub fn zobrist_after(&self, color: Color, point: Point) -> u64 {
        let slot = point.slot();
        let hash = self.zobrist ^ hash::stone(color, slot);
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
        own.fold(self.zobrist, |hash, head| hash ^ self.chain_hash(color, head))
    }

    /// The part of the hash that comes from the chain with this head.
    fn chain_hash(&self, color: Color, head: usize) -> u64 {
        self.chain(Point::from_slot_unchecked(head))
            .fold(0, |hash, stone| hash ^ hash::stone(color, stone.slot()))
    }

    pub(super) fn liberties_at(&self, slot: usize) -> Liberties {
        self.liberties[usize::from(self.heads[slot])]
    }

    /// Tells the four neighbors what an index has become.
    pub(super) fn change_around(&mut self, slot: usize, before: Slot, after: Slot) {
        let change = Around::one(after).wrapping_sub(Around::one(before));
        for neighbor in neighbor_slots(slot) {
            self.around[neighbor].0 = self.around[neighbor].0.wrapping_add(change);
        }
    }

    pub(super) fn add_empty(&mut self, slot: usize) {
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
    fn remove_chain(&mut self, first: usize, removed: &mut impl FnMut(Color, Point)) -> u16 {
        let stone = self.slots[first];
        let Some(color) = stone.color() else { return 0 };
        let mut slot = first;
        let mut n_removed = 0;
        loop {
            let next = usize::from(self.links[slot]);
            self.zobrist ^= hash::stone(color, slot);
            self.add_empty(slot);
            self.change_around(slot, stone, Slot::Empty);
            removed(color, Point::from_slot_unchecked(slot));
            n_removed += 1;
            self.give_liberty(slot);
            slot = next;
            if slot == first {
                return n_removed;
            }
        }
    }

    /// Adds an empty point to the liberties of each chain beside it.
    ///
    /// What is left of a chain that is being removed counts along, which does
    /// no harm.
    fn give_liberty(&mut self, slot: usize) {
        for head in self.distinct_heads(slot) {
            self.liberties[usize::from(head)].add(slot);
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
                    if self.slots[liberty] == Slot::Empty {
                        liberties.add_if(liberty, !self.touches(liberty, large as u16));
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
