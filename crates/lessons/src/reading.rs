//! Reading ahead on small boards: can a chain be captured, can it live?
//!
//! This is plain search with a budget, made to check lessons and to answer
//! what a beginner tries. It takes a chain with four liberties for one that
//! has got away.

use std::collections::HashMap;

use tengen_rules::life::{self, Extent};
use tengen_rules::{Board, Color, Move, Point, PointSet, Suicide};

/// A chain with this many liberties has got away.
const ENOUGH_LIBERTIES: u16 = 4;

/// Positions that are looked at before the search gives up.
const BUDGET: u32 = 4_000;

/// Moves that are looked ahead: a ladder across a small board. Boards are
/// large values, and each move has some on the stack.
const MAX_DEPTH: u32 = 24;

/// Moves of the attacker in one line that may leave the chain more than one
/// liberty, as those of a net do.
const MAX_QUIET: u32 = 2;

/// The most empty points of an eye space that is searched to the end.
const MAX_EYE_SPACE: usize = 7;

/// How the opponent of a chain captures it, with the opponent to move.
///
/// `None` means that the chain gets away, or that there is no chain.
pub fn capture(board: &Board, target: Point) -> Option<Point> {
    let owner = board.stone(target)?;
    Reading { owner, target, left: BUDGET, depth: 0, n_quiet: 0 }.attack(board)
}

/// How the owner of a chain saves it from capture, with the owner to move.
///
/// `None` means that the chain is lost, or that there is no chain. If it is
/// not in danger, that may be a pass.
pub fn rescue(board: &Board, target: Point) -> Option<Move> {
    let owner = board.stone(target)?;
    Reading { owner, target, left: BUDGET, depth: 0, n_quiet: 0 }.defend(board)
}

/// A search for the capture of one chain.
struct Reading {
    owner: Color,
    target: Point,
    left: u32,
    /// Moves made on the way to the position that is looked at.
    depth: u32,
    /// Those of the attacker among them that did not give atari.
    n_quiet: u32,
}

impl Reading {
    /// The move that captures, with the attacker to move.
    fn attack(&mut self, board: &Board) -> Option<Point> {
        if !self.spend() || self.depth > MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let found = self.find_attack(board);
        self.depth -= 1;
        found
    }

    fn find_attack(&mut self, board: &Board) -> Option<Point> {
        let attacker = !self.owner;
        if let Some(last) = board.atari(self.target) {
            return board.is_legal(attacker, last, Suicide::Forbidden).then_some(last);
        }
        if board.n_liberties(self.target) >= ENOUGH_LIBERTIES {
            return None;
        }
        let liberties = board.liberties(self.target);
        let mut candidates: Vec<Point> = liberties.iter().collect();
        let near = liberties.iter().flat_map(|it| board.neighbors(it));
        for point in near.filter(|&it| board.is_empty_at(it)) {
            if !candidates.contains(&point) {
                candidates.push(point);
            }
        }
        candidates.into_iter().find(|&point| {
            board.after(attacker, point, Suicide::Forbidden).is_ok_and(|after| self.is_lost(&after))
        })
    }

    /// Whether the chain is lost after a move of the attacker.
    fn is_lost(&mut self, board: &Board) -> bool {
        if board.n_liberties(self.target) < 2 {
            return self.defend(board).is_none();
        }
        if self.n_quiet == MAX_QUIET {
            return false;
        }
        self.n_quiet += 1;
        let is_lost = self.defend(board).is_none();
        self.n_quiet -= 1;
        is_lost
    }

    /// The move that saves the chain, with its owner to move.
    fn defend(&mut self, board: &Board) -> Option<Move> {
        if board.stone(self.target) != Some(self.owner) {
            return None;
        }
        if !self.spend() || board.n_liberties(self.target) >= ENOUGH_LIBERTIES {
            return Some(Move::Pass);
        }
        self.depth += 1;
        let found = self.find_defense(board);
        self.depth -= 1;
        found
    }

    fn find_defense(&mut self, board: &Board) -> Option<Move> {
        let mut candidates: Vec<Point> = self.captures(board);
        let liberties = board.liberties(self.target);
        // In atari, nothing helps but to get more liberties at once.
        let is_atari = liberties.len() == 1;
        let near = liberties.iter().flat_map(|it| board.neighbors(it));
        let near = near.filter(|&it| !is_atari && board.is_empty_at(it));
        for point in liberties.iter().chain(near) {
            if !candidates.contains(&point) {
                candidates.push(point);
            }
        }
        let saves = |reading: &mut Reading, point: Point| {
            board
                .after(self.owner, point, Suicide::Forbidden)
                .is_ok_and(|after| reading.attack(&after).is_none())
        };
        let mut reading = Reading { left: self.left, ..*self };
        let found = candidates.into_iter().find(|&it| saves(&mut reading, it)).map(Move::Play);
        self.left = reading.left;
        // In atari, a chain that is left alone is captured.
        if found.is_none() && board.n_liberties(self.target) > 1 && self.attack(board).is_none() {
            return Some(Move::Pass);
        }
        found
    }

    /// Moves that capture a chain beside the target.
    fn captures(&self, board: &Board) -> Vec<Point> {
        let beside = board.chain(self.target).flat_map(|it| board.neighbors(it));
        let attackers = beside.filter(|&it| board.stone(it) == Some(!self.owner));
        attackers.filter_map(|it| board.atari(it)).collect()
    }

    fn spend(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }
}

/// How the owner of a chain makes it live for certain, with the owner to move.
///
/// `None` means that it cannot, or that its eye space is too large to be sure.
/// If it lives already, that is a pass.
pub fn make_life(board: &Board, target: Point) -> Option<Move> {
    Life::of(board, target)?.live(board, 0)
}

/// How the opponent of a chain keeps it from living, with the opponent to
/// move.
///
/// `None` means that it lives, or that its eye space is too large to be sure.
/// If it is dead already, that is a pass.
pub fn prevent_life(board: &Board, target: Point) -> Option<Move> {
    Life::of(board, target)?.kill(board, 0)
}

/// Whether a chain can never be captured, even if its owner always passes.
pub fn lives_for_certain(board: &Board, target: Point) -> bool {
    let owner = life::area(board, Suicide::Forbidden, Extent::Unconditional);
    board.stone(target).is_some() && owner[target] == board.stone(target)
}

/// A search for two eyes.
struct Life {
    owner: Color,
    target: Point,
    /// Where moves are made.
    space: PointSet,
    known: HashMap<(Vec<u8>, bool), bool>,
}

impl Life {
    fn of(board: &Board, target: Point) -> Option<Life> {
        let owner = board.stone(target)?;
        // What the owner's stones enclose: all that is reached from their
        // liberties without crossing them.
        let mut space = PointSet::EMPTY;
        let mut open: Vec<Point> = board.liberties(target).iter().collect();
        while let Some(point) = open.pop() {
            if board.stone(point) == Some(owner) || !space.insert(point) {
                continue;
            }
            open.extend(board.neighbors(point));
        }
        (space.len() <= MAX_EYE_SPACE).then_some(Life {
            owner,
            target,
            space,
            known: HashMap::new(),
        })
    }

    fn key(&self, board: &Board, is_owner: bool) -> (Vec<u8>, bool) {
        let sign = |point: Point| match board.stone(point) {
            None => u8::from(board.ko() == Some(point)),
            Some(Color::Black) => 2,
            Some(Color::White) => 3,
        };
        (self.space.iter().map(sign).collect(), is_owner)
    }

    fn live(&mut self, board: &Board, depth: u32) -> Option<Move> {
        if board.stone(self.target) != Some(self.owner) || depth > 8 {
            return None;
        }
        if lives_for_certain(board, self.target) {
            return Some(Move::Pass);
        }
        let key = self.key(board, true);
        if depth > 0 && self.known.get(&key) == Some(&false) {
            return None;
        }
        let found = self.space.iter().find(|&point| {
            board
                .after(self.owner, point, Suicide::Forbidden)
                .is_ok_and(|after| self.kill(&after, depth + 1).is_none())
        });
        self.known.insert(key, found.is_some());
        found.map(Move::Play)
    }

    fn kill(&mut self, board: &Board, depth: u32) -> Option<Move> {
        if board.stone(self.target) != Some(self.owner) || depth > 8 {
            return Some(Move::Pass);
        }
        if lives_for_certain(board, self.target) {
            return None;
        }
        let key = self.key(board, false);
        if depth > 0 && self.known.get(&key) == Some(&false) {
            return None;
        }
        let mut after_pass = *board;
        after_pass.clear_ko();
        let found = if self.live(&after_pass, depth + 1).is_none() {
            Some(Move::Pass)
        } else {
            let point = self.space.iter().find(|&point| {
                board
                    .after(!self.owner, point, Suicide::Forbidden)
                    .is_ok_and(|after| self.live(&after, depth + 1).is_none())
            });
            point.map(Move::Play)
        };
        self.known.insert(key, found.is_some());
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(diagram: &str) -> Board {
        diagram.parse().unwrap()
    }

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn ladders_work_and_are_broken() {
        let free = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . X . . .
            . . X O . . .
            . . . X . . .
            . . . . . . .
        ";
        // White has two liberties; Black to move catches it in a ladder.
        let free = board(free);
        assert!(capture(&free, point("D3")).is_some());
    }

    #[test]
    fn stone_in_the_open_gets_away() {
        let open = board(". . . . .\n. . . . .\n. . O . .\n. . X . .\n. . . . .");
        assert_eq!(capture(&open, point("C3")), None);
        assert!(rescue(&open, point("C3")).is_some());
    }

    #[test]
    fn three_in_a_row_live_or_die_by_the_middle() {
        let diagram = "
            . . . X O .
            X X X X O .
            O O O O O .
            . . . . . .
        ";
        let three = board(diagram);
        assert_eq!(make_life(&three, point("D4")), Some(Move::Play(point("B4"))));
        assert_eq!(prevent_life(&three, point("D4")), Some(Move::Play(point("B4"))));
        assert!(!lives_for_certain(&three, point("D4")));
    }

    #[test]
    fn square_four_is_dead_whoever_moves() {
        let square = board(". . X O .\n. . X O .\nX X X O .\nO O O O .\n. . . . .");
        assert_eq!(make_life(&square, point("C5")), None);
        assert_eq!(prevent_life(&square, point("C5")), Some(Move::Pass));
    }
}
