//! Which chains can be captured, and which moves capture or save them.
//!
//! A small search around one chain: few moves are tried for either side, those
//! that take liberties, give some, or take the attackers. What it does not find
//! out in a number of boards counts as safe.

use tengen_rules::{Board, ByPoint, Color, Point, Suicide};

use super::liberties_after;

/// Chains with more liberties are safe.
const MOST_LIBERTIES: u16 = 3;

/// The boards that are looked at to answer one question.
const PATIENCE: u32 = 40;

/// The boards that are looked at for all chains together: enough for any game,
/// and little enough for a search to stop at once.
const MOST_BOARDS: u32 = 4_000;

/// The longest line, in moves.
const DEPTH: u32 = 20;

/// The most moves that are tried in one position.
const N_TRIES: usize = 8;

/// What is at stake on the points of a board for the player to move.
#[derive(Debug)]
pub(crate) struct CaptureReading {
    /// The stones of the largest chain that a move captures sooner or later,
    /// though it would live if the opponent moved.
    pub(crate) catches: ByPoint<u16>,
    /// The stones of the largest own chain that a move saves, and that would be
    /// captured.
    pub(crate) saves: ByPoint<u16>,
    /// Whether the stone on a point is captured even if its player moves.
    pub(crate) is_lost: ByPoint<bool>,
}

impl CaptureReading {
    /// Looks at all chains with few liberties.
    pub(crate) fn new(board: &Board, color: Color) -> CaptureReading {
        let mut reading = CaptureReading {
            catches: ByPoint::new(0),
            saves: ByPoint::new(0),
            is_lost: ByPoint::new(false),
        };
        let mut n_boards = 0;
        for (owner, target) in board.stones() {
            let is_weak = board.n_liberties(target) <= MOST_LIBERTIES;
            if is_weak && board.chain_id(target) == Some(target) && n_boards < MOST_BOARDS {
                let mut read = ChainReader { board, target, n_boards: &mut n_boards };
                let is_lost = reading.read_chain(&mut read, owner == color);
                for stone in board.chain(target).filter(|_| is_lost) {
                    reading.is_lost[stone] = true;
                }
            }
        }
        reading
    }

    /// Notes the moves that matter to a chain; says whether it is lost.
    fn read_chain(&mut self, read: &mut ChainReader<'_>, is_own: bool) -> bool {
        let ChainReader { board, target, .. } = *read;
        if !read.ask(|line| line.is_captured(board, target)) {
            return false;
        }
        let n_stones = board.n_stones(target);
        if is_own {
            let saving =
                escapes(board, target).filter(|&it| read.ask(|line| line.saves(board, target, it)));
            let n_saving = saving.map(|it| raise(&mut self.saves[it], n_stones)).count();
            return n_saving == 0;
        }
        let is_lost = !read.ask(|line| line.is_saved(board, target));
        if !is_lost {
            for point in attacks(board, target) {
                if read.ask(|line| line.catches(board, target, point)) {
                    raise(&mut self.catches[point], n_stones);
                }
            }
        }
        is_lost
    }
}

/// Questions about one chain.
struct ChainReader<'a> {
    board: &'a Board,
    target: Point,
    /// The boards that all of them took.
    n_boards: &'a mut u32,
}

impl ChainReader<'_> {
    fn ask(&mut self, question: impl FnOnce(&mut Line) -> bool) -> bool {
        let mut line = Line::new();
        let answer = question(&mut line);
        *self.n_boards += line.n_boards;
        answer
    }
}

fn raise(most: &mut u16, value: u16) {
    *most = value.max(*most);
}

/// A line that is read.
#[derive(Copy, Clone, Debug)]
struct Line {
    depth: u32,
    n_boards: u32,
}

impl Line {
    fn new() -> Line {
        Line { depth: 0, n_boards: 0 }
    }

    fn is_too_long(self) -> bool {
        self.depth >= DEPTH || self.n_boards >= PATIENCE
    }

    /// The board after a move, if it is legal.
    fn play(&mut self, board: &Board, color: Color, point: Point) -> Option<Board> {
        board.is_legal(color, point, Suicide::Forbidden).then(|| {
            self.n_boards += 1;
            let mut after = *board;
            after.play_unchecked(color, point);
            after
        })
    }

    /// Whether a chain is captured if the attacker moves.
    fn is_captured(&mut self, board: &Board, target: Point) -> bool {
        let Some(color) = board.stone(target) else { return true };
        if let Some(liberty) = board.atari(target) {
            return board.is_legal(!color, liberty, Suicide::Forbidden);
        }
        if board.n_liberties(target) > MOST_LIBERTIES || self.is_too_long() {
            return false;
        }
        attacks(board, target).any(|it| self.catches(board, target, it))
    }

    /// Whether a move of the attacker captures a chain sooner or later.
    fn catches(&mut self, board: &Board, target: Point, point: Point) -> bool {
        let Some(color) = board.stone(target) else { return true };
        let Some(after) = self.play(board, !color, point) else { return false };
        self.depth += 1;
        let is_caught = !self.is_saved(&after, target);
        self.depth -= 1;
        is_caught
    }

    /// Whether a chain is saved if its player moves.
    fn is_saved(&mut self, board: &Board, target: Point) -> bool {
        if board.stone(target).is_none() {
            return false;
        }
        if board.n_liberties(target) > MOST_LIBERTIES || self.is_too_long() {
            return true;
        }
        escapes(board, target).any(|it| self.saves(board, target, it))
    }

    /// Whether a move saves a chain.
    fn saves(&mut self, board: &Board, target: Point, point: Point) -> bool {
        let Some(color) = board.stone(target) else { return false };
        let Some(after) = self.play(board, color, point) else { return false };
        self.depth += 1;
        let is_saved = !self.is_captured(&after, target);
        self.depth -= 1;
        is_saved
    }
}

/// Some points, without repetition, as far as there is room.
#[derive(Copy, Clone, Debug, Default)]
struct Tries {
    points: [Option<Point>; N_TRIES],
    n: usize,
}

impl Tries {
    fn push(&mut self, point: Point) {
        if self.n < N_TRIES && !self.points[..self.n].contains(&Some(point)) {
            self.points[self.n] = Some(point);
            self.n += 1;
        }
    }

    fn into_iter(self) -> impl Iterator<Item = Point> {
        self.points.into_iter().flatten()
    }
}

/// The liberties of a chain, those first that give it most.
fn liberties(board: &Board, target: Point, tries: &mut Tries) {
    let Some(color) = board.stone(target) else { return };
    let mut found = [(0, target); MOST_LIBERTIES as usize];
    for (place, liberty) in found.iter_mut().zip(board.liberties(target).iter()) {
        *place = (1 + liberties_after(board, color, liberty, 6), liberty);
    }
    found.sort_by_key(|it| std::cmp::Reverse(it.0));
    for (_, liberty) in found.into_iter().filter(|it| it.0 > 0) {
        tries.push(liberty);
    }
}

/// What an attacker tries: to take a liberty, or to stand in the way beside one.
fn attacks(board: &Board, target: Point) -> impl Iterator<Item = Point> {
    let mut tries = Tries::default();
    liberties(board, target, &mut tries);
    if board.n_liberties(target) == 2 {
        let [first, second, ..] = tries.points;
        for liberty in [first, second].into_iter().flatten() {
            for beside in board.neighbors(liberty).filter(|&it| board.is_empty_at(it)) {
                tries.push(beside);
            }
        }
    }
    tries.into_iter()
}

/// What a chain tries: to take an attacker, to extend, or to put an attacker in atari.
fn escapes(board: &Board, target: Point) -> impl Iterator<Item = Point> {
    let mut tries = Tries::default();
    for attacker in super::chains_beside(board, target) {
        if let Some(liberty) = board.atari(attacker) {
            tries.push(liberty);
        }
    }
    liberties(board, target, &mut tries);
    if board.n_liberties(target) > 1 {
        for attacker in super::chains_beside(board, target) {
            for liberty in board.two_liberties(attacker).into_iter().flatten() {
                tries.push(liberty);
            }
        }
    }
    tries.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Black can capture and save, as the names of points with numbers of
    /// stones, and the stones that are lost.
    #[track_caller]
    fn check(diagram: &str, catches: &[(&str, u16)], saves: &[(&str, u16)], lost: &[&str]) {
        let board: Board = diagram.parse().unwrap();
        let reading = CaptureReading::new(&board, Color::Black);
        let named = |values: &ByPoint<u16>| {
            let points = board.size().points().filter(|&it| values[it] > 0);
            points.map(|it| (it.to_string(), values[it])).collect::<Vec<_>>()
        };
        let expected = |values: &[(&str, u16)]| {
            values.iter().map(|it| (it.0.to_string(), it.1)).collect::<Vec<_>>()
        };
        assert_eq!(named(&reading.catches), expected(catches), "catches");
        assert_eq!(named(&reading.saves), expected(saves), "saves");
        let is_lost = board.size().points().filter(|&it| reading.is_lost[it]);
        assert_eq!(is_lost.map(|it| it.to_string()).collect::<Vec<_>>(), lost, "lost");
    }

    #[test]
    fn atari_is_taken_or_answered() {
        check(
            "
            . . . . . . . . .
            . . . . . . . . .
            . . . . X . . . .
            . . . X O . . . .
            . . . . X . . . .
            . . . . . . . . .
            . . O . . . . . .
            . O X . . . . . .
            . . O . . . . . .
            ",
            &[("F6", 1)],
            &[("D2", 1)],
            &[],
        );
    }

    #[test]
    fn net_catches() {
        check(
            "
            . . . . . . .
            . . . X . . .
            . X X . . . .
            . X O . . . .
            . X . . . . .
            . . . . . . .
            . . . . . . .
            ",
            &[("D3", 1), ("D4", 1)],
            &[],
            &[],
        );
    }

    #[test]
    fn ladder_is_lost_unless_it_is_broken() {
        const LADDER: &str = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . X X . .
            . . X O . . .
            . . . X . . .
            . . . . . . .
        ";
        check(LADDER, &[], &[], &["D3"]);
        let broken = LADDER.replacen(". . . X . . .", ". . . X . O .", 1);
        check(&broken, &[("E3", 1)], &[], &[]);
    }

    #[test]
    fn attacker_is_lost_even_if_it_takes() {
        check(
            "
            . . . . .
            X X X . .
            O O X . .
            X O X . .
            . O X . .
            ",
            &[],
            &[("A1", 1)],
            &["B1", "B2", "A3", "B3"],
        );
    }
}
