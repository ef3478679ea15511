//! A bounded reader of ladders: can a chain be caught by ataris alone?
//!
//! It has a board of its own, with moves that are taken back, because copies
//! of a [`Board`] would cost more than the reading.

use std::error::Error;
use std::fmt;

use tengen_rules::{Board, Color, Point, Size};

/// Positions that the network's input looks at for one chain before it counts
/// as free.
const MAX_POSITIONS: u32 = 120;

/// One border column is enough: the point left of a row is the border of the
/// row below.
const STRIDE: usize = Size::MAX_EDGE as usize + 1;
const N_CELLS: usize = STRIDE * (STRIDE + 1) + 1;
const MAX_POINTS: usize = Size::MAX_EDGE as usize * Size::MAX_EDGE as usize;

#[derive(Copy, Clone, Eq, PartialEq)]
enum Cell {
    Edge,
    Empty,
    Stone(Color),
}

type Index = u16;

/// Liberties of a chain, as far as they matter.
#[derive(Copy, Clone)]
struct Liberties {
    points: [Index; 3],
    /// At most 3, which means three or more.
    count: usize,
}

impl Liberties {
    fn as_slice(&self) -> &[Index] {
        &self.points[..self.count]
    }
}

/// What a move did, for taking it back.
struct Undo {
    at: Index,
    /// Where the stones that it captured begin in the list of captured ones.
    captured_from: usize,
    ko: Option<Index>,
}

/// A board to read ladders on.
///
/// A chain counts as caught only if every defense was refuted by ataris.
///
/// ```
/// use tengen_net::LadderReader;
/// use tengen_rules::Board;
///
/// let board: Board = "
///     . . . . .
///     . . . . .
///     . X X . .
///     X O . . .
///     X . . . .
/// ".parse()?;
/// let mut reader = LadderReader::new(&board);
/// assert_eq!(reader.catching_move("B2".parse()?), Some("C2".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Reader {
    cells: [Cell; N_CELLS],
    size: Size,
    ko: Option<Index>,
    /// Cells with the present stamp were seen.
    seen: [u32; N_CELLS],
    stamp: u32,
    stack: [Index; MAX_POINTS],
    captured: [Index; 2 * MAX_POINTS],
    n_captured: usize,
    n_positions: u32,
    max_positions: u32,
}

impl Reader {
    /// Reads on this board.
    pub fn new(board: &Board) -> Reader {
        let mut reader = Reader {
            cells: [Cell::Edge; N_CELLS],
            size: board.size(),
            ko: board.ko().map(index),
            seen: [0; N_CELLS],
            stamp: 0,
            stack: [0; MAX_POINTS],
            captured: [0; 2 * MAX_POINTS],
            n_captured: 0,
            n_positions: 0,
            max_positions: MAX_POSITIONS,
        };
        for point in board.size().points() {
            reader.cells[usize::from(index(point))] =
                board.stone(point).map_or(Cell::Empty, Cell::Stone);
        }
        reader
    }

    /// The same reader, which looks at up to this number of positions before a
    /// chain counts as free.
    #[must_use]
    pub fn with_max_positions(self, max_positions: u32) -> Reader {
        Reader { max_positions, ..self }
    }

    /// A move by which the opponent of the chain at `point`, which has two
    /// liberties, catches it.
    pub fn catching_move(&mut self, point: Point) -> Option<Point> {
        self.n_positions = self.max_positions;
        let Cell::Stone(color) = self.cells[usize::from(index(point))] else { return None };
        self.attack(index(point), color).map(|at| self.point(at))
    }

    /// Whether the chain at `point`, which is in atari and whose owner moves,
    /// is lost, and otherwise a move that saves it.
    ///
    /// # Errors
    ///
    /// Returns [`Caught`] if there is no such move.
    pub fn saving_move(&mut self, point: Point) -> Result<Point, Caught> {
        self.n_positions = self.max_positions;
        let Cell::Stone(color) = self.cells[usize::from(index(point))] else { return Err(Caught) };
        self.defend(index(point), color).map(|at| self.point(at)).ok_or(Caught)
    }

    /// A move of the attacker that catches the chain of two liberties.
    fn attack(&mut self, prey: Index, color: Color) -> Option<Index> {
        if self.n_positions == 0 {
            return None;
        }
        self.n_positions -= 1;
        let mut liberties = self.liberties(prey);
        // The side with more room is the one to close.
        if self.n_empty_beside(liberties.points[0]) < self.n_empty_beside(liberties.points[1]) {
            liberties.points.swap(0, 1);
        }
        for &at in liberties.as_slice() {
            let Some(undo) = self.play(!color, at) else { continue };
            let is_caught = self.defend(prey, color).is_none();
            self.take_back(&undo, !color);
            if is_caught {
                return Some(at);
            }
        }
        None
    }

    /// A move of the owner that saves the chain in atari.
    ///
    /// When all positions are used up, any move counts as one.
    fn defend(&mut self, prey: Index, color: Color) -> Option<Index> {
        let liberty = self.liberties(prey).points[0];
        if self.n_positions == 0 {
            return Some(liberty);
        }
        self.n_positions -= 1;
        if self.saves(prey, color, liberty) {
            return Some(liberty);
        }
        let (captures, n_captures) = self.captures_beside(prey, color);
        captures[..n_captures]
            .iter()
            .copied()
            .find(|&at| at != liberty && self.saves(prey, color, at))
    }

    fn saves(&mut self, prey: Index, color: Color, at: Index) -> bool {
        let Some(undo) = self.play(color, at) else { return false };
        let is_saved = match self.liberties(prey).count {
            0 | 1 => false,
            2 => self.attack(prey, color).is_none(),
            _ => true,
        };
        self.take_back(&undo, color);
        is_saved
    }

    /// Where the owner of a chain captures chains beside it; six are enough.
    fn captures_beside(&mut self, prey: Index, color: Color) -> ([Index; 6], usize) {
        let mut found = [0; 6];
        let mut n_found = 0;
        let n_stones = self.flood(prey);
        // The stack is used again when liberties are counted.
        let mut attackers = [0; 24];
        let mut n_attackers = 0;
        for &stone in &self.stack[..n_stones] {
            for beside in neighbors(stone) {
                let is_attacker = self.cells[usize::from(beside)] == Cell::Stone(!color);
                if is_attacker && n_attackers < attackers.len() {
                    attackers[n_attackers] = beside;
                    n_attackers += 1;
                }
            }
        }
        for &attacker in &attackers[..n_attackers] {
            let liberties = self.liberties(attacker);
            let at = liberties.points[0];
            if liberties.count == 1 && n_found < found.len() && !found[..n_found].contains(&at) {
                found[n_found] = at;
                n_found += 1;
            }
        }
        (found, n_found)
    }

    /// Plays a stone, or returns `None` if that is suicide or a ko.
    fn play(&mut self, color: Color, at: Index) -> Option<Undo> {
        if self.ko == Some(at) {
            return None;
        }
        let undo = Undo { at, captured_from: self.n_captured, ko: self.ko };
        self.cells[usize::from(at)] = Cell::Stone(color);
        for beside in neighbors(at) {
            if self.cells[usize::from(beside)] == Cell::Stone(!color)
                && self.liberties(beside).count == 0
            {
                self.capture(beside);
            }
        }
        let own = self.liberties(at);
        if own.count == 0 {
            self.take_back(&undo, color);
            return None;
        }
        let captured = &self.captured[undo.captured_from..self.n_captured];
        let is_ko = captured.len() == 1
            && own.count == 1
            && neighbors(at).iter().all(|&it| self.cells[usize::from(it)] != Cell::Stone(color));
        self.ko = is_ko.then(|| captured[0]);
        Some(undo)
    }

    fn capture(&mut self, start: Index) {
        let n_stones = self.flood(start);
        for idx in 0..n_stones {
            let stone = self.stack[idx];
            self.cells[usize::from(stone)] = Cell::Empty;
            self.captured[self.n_captured] = stone;
            self.n_captured += 1;
        }
    }

    fn take_back(&mut self, undo: &Undo, color: Color) {
        for idx in undo.captured_from..self.n_captured {
            self.cells[usize::from(self.captured[idx])] = Cell::Stone(!color);
        }
        self.n_captured = undo.captured_from;
        self.cells[usize::from(undo.at)] = Cell::Empty;
        self.ko = undo.ko;
    }

    /// Puts the stones of a chain on the stack and returns their number.
    fn flood(&mut self, start: Index) -> usize {
        let cell = self.cells[usize::from(start)];
        self.stamp += 1;
        self.seen[usize::from(start)] = self.stamp;
        self.stack[0] = start;
        let (mut n_stones, mut next) = (1, 0);
        while next < n_stones {
            for beside in neighbors(self.stack[next]) {
                let idx = usize::from(beside);
                if self.cells[idx] == cell && self.seen[idx] != self.stamp {
                    self.seen[idx] = self.stamp;
                    self.stack[n_stones] = beside;
                    n_stones += 1;
                }
            }
            next += 1;
        }
        n_stones
    }

    /// The liberties of a chain, three at most.
    fn liberties(&mut self, start: Index) -> Liberties {
        let cell = self.cells[usize::from(start)];
        let mut liberties = Liberties { points: [0; 3], count: 0 };
        self.stamp += 1;
        self.seen[usize::from(start)] = self.stamp;
        self.stack[0] = start;
        let (mut n_stones, mut next) = (1, 0);
        while next < n_stones {
            for beside in neighbors(self.stack[next]) {
                let idx = usize::from(beside);
                if self.seen[idx] == self.stamp {
                    continue;
                }
                if self.cells[idx] == Cell::Empty {
                    self.seen[idx] = self.stamp;
                    liberties.points[liberties.count] = beside;
                    liberties.count += 1;
                    if liberties.count == 3 {
                        return liberties;
                    }
                } else if self.cells[idx] == cell {
                    self.seen[idx] = self.stamp;
                    self.stack[n_stones] = beside;
                    n_stones += 1;
                }
            }
            next += 1;
        }
        liberties
    }

    fn n_empty_beside(&self, at: Index) -> usize {
        neighbors(at).iter().filter(|&&it| self.cells[usize::from(it)] == Cell::Empty).count()
    }

    fn point(&self, at: Index) -> Point {
        let at = usize::from(at);
        let (column, row) = (at % STRIDE - 1, at / STRIDE - 1);
        Point::new(column as u8, row as u8, self.size).expect("moves are on the board")
    }
}

/// The chain cannot be saved.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Caught;

impl fmt::Display for Caught {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the chain cannot be saved")
    }
}

impl Error for Caught {}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LadderReader").field("size", &self.size).finish_non_exhaustive()
    }
}

fn index(point: Point) -> Index {
    ((usize::from(point.row()) + 1) * STRIDE + usize::from(point.column()) + 1) as Index
}

fn neighbors(at: Index) -> [Index; 4] {
    const UP: Index = STRIDE as Index;
    [at - 1, at + 1, at - UP, at + UP]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_catching(diagram: &str, prey: &str, expected: Option<&str>) {
        let board: Board = diagram.parse().unwrap();
        let found = Reader::new(&board).catching_move(prey.parse().unwrap());
        assert_eq!(found.map(|it| it.to_string()).as_deref(), expected);
    }

    #[track_caller]
    fn check_saving(diagram: &str, prey: &str, expected: Option<&str>) {
        let board: Board = diagram.parse().unwrap();
        let found = Reader::new(&board).saving_move(prey.parse().unwrap());
        assert_eq!(found.ok().map(|it| it.to_string()).as_deref(), expected);
    }

    const LADDER: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . X O . . . . .
        . . X O X . . . .
        . . . X . . . . .
    ";

    #[test]
    fn ladder_runs_over_the_board() {
        check_saving(LADDER, "D3", None);
    }

    #[test]
    fn stone_on_the_way_breaks_a_ladder() {
        let rows: Vec<&str> = LADDER.trim().lines().collect();
        let mut broken = rows.clone();
        broken[4] = ". . . . . O . . .";
        check_saving(&broken.join("\n"), "D3", Some("E3"));
    }

    #[test]
    fn chain_at_the_edge_is_caught() {
        check_catching(
            "
            . . . . .
            . . . . .
            . X . . .
            . O . . .
            ",
            "B1",
            Some("C1"),
        );
    }

    #[test]
    fn chain_with_room_is_not_caught() {
        check_catching(
            "
            . . . . .
            . . X . .
            . X O . .
            . . . . .
            . . . . .
            ",
            "C3",
            None,
        );
    }

    #[test]
    fn capture_of_an_attacker_saves() {
        check_saving(
            "
            . . . . . .
            . O X O . .
            . X O X . .
            . X . X . .
            ",
            "C2",
            Some("C4"),
        );
    }

    #[test]
    fn every_position_is_taken_back() {
        let board: Board = LADDER.parse().unwrap();
        let mut reader = Reader::new(&board);
        let before: Vec<bool> = reader.cells.iter().map(|it| *it == Cell::Empty).collect();
        assert_eq!(reader.saving_move("D3".parse().unwrap()), Err(Caught));
        let after: Vec<bool> = reader.cells.iter().map(|it| *it == Cell::Empty).collect();
        assert_eq!(before, after);
        assert_eq!(reader.n_captured, 0);
    }
}
