//! Positions with chains without liberties, which a board of the rules lacks.
//!
//! A board of the rules has no chains without liberties, but set-up can leave
//! some. Only then is this used: it is simple, not fast.

use tengen_rules::{Board, ByPoint, Color, Point, Size};

/// Any stones on a board.
#[derive(Clone, Debug)]
pub(crate) struct Stones {
    size: Size,
    by_point: ByPoint<Option<Color>>,
}

impl Stones {
    pub(crate) fn new(board: &Board, breathless: &[(Color, Point)]) -> Stones {
        let mut by_point = ByPoint::new(None);
        for (color, point) in board.stones().chain(breathless.iter().copied()) {
            by_point[point] = Some(color);
        }
        Stones { size: board.size(), by_point }
    }

    pub(crate) fn put(&mut self, point: Point, stone: Option<Color>) {
        self.by_point[point] = stone;
    }

    /// Puts down a stone and takes off the opponent's chains beside it that
    /// have no liberties, then its own. Returns how many of each.
    pub(crate) fn play(&mut self, color: Color, point: Point) -> (u16, u16) {
        self.put(point, Some(color));
        let mut n_opponent = 0;
        for neighbor in point.neighbors(self.size) {
            if self.by_point[neighbor] == Some(!color) {
                n_opponent += self.take_without_liberty(neighbor);
            }
        }
        (n_opponent, self.take_without_liberty(point))
    }

    fn take_without_liberty(&mut self, point: Point) -> u16 {
        let (chain, has_liberty) = self.chain(point);
        if has_liberty {
            return 0;
        }
        for &stone in &chain {
            self.put(stone, None);
        }
        chain.len() as u16
    }

    /// The stones connected to this one, and whether they have a liberty.
    fn chain(&self, point: Point) -> (Vec<Point>, bool) {
        let mut is_seen = ByPoint::new(false);
        is_seen[point] = true;
        let mut chain = vec![point];
        let mut has_liberty = false;
        let mut idx = 0;
        while idx < chain.len() {
            for neighbor in chain[idx].neighbors(self.size) {
                let stone = self.by_point[neighbor];
                has_liberty |= stone.is_none();
                if stone == self.by_point[point] && !is_seen[neighbor] {
                    is_seen[neighbor] = true;
                    chain.push(neighbor);
                }
            }
            idx += 1;
        }
        (chain, has_liberty)
    }

    /// The stones that can stand, and those that cannot.
    ///
    /// # Panics
    ///
    /// Never: what has a liberty also has one without the others.
    pub(crate) fn into_board(self) -> (Board, Vec<(Color, Point)>) {
        let all = || self.size.points().filter_map(|it| Some((self.by_point[it]?, it)));
        if let Ok(board) = Board::with_stones(self.size, all()) {
            return (board, Vec::new());
        }
        let (standing, breathless): (Vec<_>, Vec<_>) =
            all().partition(|&(_, point)| self.chain(point).1);
        let board = Board::with_stones(self.size, standing).expect("all chains have liberties");
        (board, breathless)
    }
}
