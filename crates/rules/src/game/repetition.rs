//! Finding earlier states of a game: a hash finds candidates, a comparison
//! of the stones decides.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::{Game, State, Turn, key};
use crate::{Board, Color, KoRule, LongCycle, Move, Point};

/// The states of a game by their keys.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// The last state with a key.
    last: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
    /// For each state, the one before it with the same key.
    previous: Vec<Option<u32>>,
}

/// An index says nothing that the states do not say.
impl PartialEq for Index {
    fn eq(&self, _: &Index) -> bool {
        true
    }
}

impl Eq for Index {}

impl Index {
    /// Adds the next state.
    pub(super) fn push(&mut self, key: u64) {
        let state_idx = self.previous.len() as u32;
        self.previous.push(self.last.insert(key, state_idx));
    }

    /// Removes the last state, which has this key.
    pub(super) fn pop(&mut self, key: u64) {
        match self.previous.pop().flatten() {
            Some(previous) => self.last.insert(key, previous),
            None => self.last.remove(&key),
        };
    }

    /// The states with a key, the last one first.
    fn states(&self, key: u64) -> impl Iterator<Item = usize> {
        let mut next = self.last.get(&key).copied();
        std::iter::from_fn(move || {
            let state_idx = next? as usize;
            next = self.previous[state_idx];
            Some(state_idx)
        })
    }
}

/// Keys are random already.
#[derive(Clone, Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

impl Game {
    /// Whether a move, legal otherwise, repeats what the ko rule forbids to
    /// repeat.
    pub(super) fn repeats(&self, color: Color, point: Point) -> bool {
        let hash = self.board().zobrist_after(color, point);
        let key = key(&self.ruleset, hash, !color);
        let mut candidates = self
            .index
            .states(key)
            .take_while(|&idx| idx >= self.state().since)
            .filter(|&idx| {
                self.ruleset.ko != KoRule::Situational || self.states[idx].to_play == !color
            })
            .peekable();
        if candidates.peek().is_none() {
            return false;
        }
        let mut board = *self.board();
        board.play_unchecked(color, point);
        candidates.any(|idx| self.has_stones_at(idx, &board))
    }

    /// Whether this player has passed before where passing again ends the
    /// game.
    pub(super) fn has_passed_here(&self, color: Color) -> bool {
        let is_asked = match self.ruleset.ko {
            KoRule::Simple => self.ruleset.long_cycle == LongCycle::NoResult,
            KoRule::Spight => true,
            KoRule::Positional | KoRule::Situational => false,
        };
        // A pass that took the button was not made to end the game.
        let was_passed = |idx: usize| {
            let (before, after): (&State, &State) = (&self.states[idx], &self.states[idx + 1]);
            after.turn == Some(Turn::Move(color, Move::Pass)) && before.button == after.button
        };
        is_asked
            && self
                .index
                .states(self.state().key)
                .filter(|&idx| idx < self.n_turns && was_passed(idx))
                .any(|idx| self.has_stones_at(idx, self.board()))
    }

    /// Whether the current position has come up for the third time.
    pub(super) fn is_long_cycle(&self) -> bool {
        let state = self.state();
        let is_asked = self.ruleset.ko == KoRule::Simple
            && self.ruleset.long_cycle == LongCycle::NoResult
            && state.end.is_none();
        let is_same = |&idx: &usize| {
            idx < self.n_turns
                && self.states[idx].to_play == state.to_play
                && self.has_stones_at(idx, self.board())
        };
        is_asked
            && self
                .index
                .states(state.key)
                .take_while(|&idx| idx >= state.since)
                .filter(is_same)
                .nth(1)
                .is_some()
    }

    /// Whether the game had just these stones after `n_turns` turns.
    fn has_stones_at(&self, n_turns: usize, board: &Board) -> bool {
        self.position_at(n_turns).is_some_and(|it| it.board.has_same_stones(board))
    }
}
