//! Whether a chain is captured whatever its owner does, in a few moves.

use tengen_rules::{Board, Color, Move, Point, PointSet};

use super::evidence::played;

/// The most moves of the attacker, the first one included.
const MOST_MOVES: u16 = 6;

/// Positions that are looked at before nothing is claimed.
const MAX_POSITIONS: u32 = 2_000;

/// Whether the opponent of a chain captures it, beginning at a point.
///
/// It is so only if every defense was refuted: the chain's liberties and what
/// is beside them, what captures an attacker, and leaving it alone.
pub(super) fn is_captured_by(board: &Board, stone: Point, at: Point) -> bool {
    let Some(owner) = board.stone(stone) else { return false };
    let Some(after) = played(board, !owner, Move::Play(at)) else { return false };
    let mut reading = Reading { owner, stone, n_left: MAX_POSITIONS };
    // The shortest proofs need the fewest positions.
    (1..MOST_MOVES).any(|n_moves| reading.is_lost(&after, n_moves))
}

struct Reading {
    owner: Color,
    /// A stone of the chain, which stands for all of it.
    stone: Point,
    /// Positions until it gives up.
    n_left: u32,
}

impl Reading {
    /// Whether the owner, who is to play, loses the chain within this number
    /// of further attacks.
    fn is_lost(&mut self, board: &Board, n_moves: u16) -> bool {
        if board.stone(self.stone).is_none() {
            return true;
        }
        if board.n_liberties(self.stone) > n_moves || self.n_left == 0 {
            return false;
        }
        // In a seki, nobody can begin.
        if !self.is_taken(board, n_moves) {
            return false;
        }
        let defenses = self.near(board) | self.captures(board, n_moves);
        defenses.iter().all(|at| {
            let after = played(board, self.owner, Move::Play(at));
            after.is_none_or(|it| self.is_taken(&it, n_moves))
        })
    }

    /// Whether the attacker, who is to play, takes the chain with this number
    /// of moves.
    fn is_taken(&mut self, board: &Board, n_moves: u16) -> bool {
        if board.n_liberties(self.stone) > n_moves || self.n_left == 0 {
            return false;
        }
        self.n_left -= 1;
        if let Some(at) = board.atari(self.stone) {
            return played(board, !self.owner, Move::Play(at)).is_some();
        }
        let attacks = board.liberties(self.stone);
        attacks.iter().any(|at| {
            let after = played(board, !self.owner, Move::Play(at));
            after.is_some_and(|it| self.is_lost(&it, n_moves - 1))
        })
    }

    /// The liberties of the chain, and the empty points beside them.
    fn near(&self, board: &Board) -> PointSet {
        let liberties = board.liberties(self.stone);
        let beside = liberties.iter().flat_map(|it| board.neighbors(it));
        liberties | beside.filter(|&it| board.is_empty_at(it)).collect::<PointSet>()
    }

    /// The liberties of attackers that can be captured as soon as the chain.
    fn captures(&self, board: &Board, n_moves: u16) -> PointSet {
        let beside = board.chain(self.stone).flat_map(|it| board.neighbors(it));
        let attackers = beside.filter(|&it| board.stone(it) == Some(!self.owner));
        let weak = attackers.filter(|&it| board.n_liberties(it) <= n_moves);
        weak.fold(PointSet::EMPTY, |all, it| all | board.liberties(it))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(board: &str, stone: &str, at: &str, expected: bool) {
        let board: Board = board.parse().unwrap();
        let [stone, at] = [stone, at].map(|it| it.parse().unwrap());
        assert_eq!(is_captured_by(&board, stone, at), expected);
    }

    const NET: &str = "
        . . . . . . .
        . . O O . . .
        . O X X . . .
        . O X . O . .
        . . O . . . .
        . . . . . . .
        . . . . . . .
    ";

    #[test]
    fn chains_without_a_way_out() {
        check(NET, "C4", "E5", true);
        // In the open, nothing is certain.
        check(". . . . .\n. . X . .\n. . . . .\n. . . . .", "C3", "C4", false);
    }

    #[test]
    fn friends_behind_the_liberties() {
        let friend = NET.replacen(". . O . . . .", ". . O X X . .", 1);
        check(&friend, "C4", "E5", false);
    }

    #[test]
    fn attackers_that_are_captured_first() {
        let weak = "
            . . . . . .
            . O O X . .
            O X X O X .
            O X X O X .
            . . . . X .
        ";
        check(weak, "B3", "B1", false);
        check(&weak.replacen("O O X", "O O .", 1), "B3", "B1", true);
    }

    #[test]
    fn two_eyes() {
        let eyes = "
            O O O O O .
            X X X X O .
            . X . X O .
        ";
        check(eyes, "B1", "A1", false);
        check(&eyes.replacen(". X . X", ". . . X", 1), "B2", "B1", true);
    }
}
