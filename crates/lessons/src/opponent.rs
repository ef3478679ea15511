//! A patient opponent for first games.
//!
//! It looks one move ahead, by the rules alone, and the same game always gets
//! the same moves. With each game that somebody has played it gets a little
//! better; it never takes a stone before its owner had a turn to save it,
//! until the owner has had some practice.

use tengen_rules::life::{self, Extent};
use tengen_rules::{Board, Color, Game, Move, Point, PointSet, Suicide, territory};

use crate::counting::dead_stones;
use crate::reading;

/// How well the opponent plays.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Skill {
    /// Plays near the other's stones, and neither takes nor saves any.
    #[default]
    Careless,
    /// Takes what was left in atari twice, and saves two stones or more.
    Kind,
    /// Takes what was left in atari, and saves its own.
    Fair,
    /// Gives atari where that works, and looks after its liberties.
    Keen,
}

impl Skill {
    /// The skill for somebody who has played so many games.
    pub const fn after(n_games: u32) -> Skill {
        match n_games {
            0 | 1 => Skill::Careless,
            2 | 3 => Skill::Kind,
            4 | 5 => Skill::Fair,
            _ => Skill::Keen,
        }
    }

    /// How many turns of its own a chain must have been in atari before it is
    /// taken, or `None` if it never is.
    const fn patience(self) -> Option<u32> {
        match self {
            Skill::Careless => None,
            Skill::Kind => Some(2),
            Skill::Fair | Skill::Keen => Some(1),
        }
    }

    const fn saves(self, n_stones: u16) -> bool {
        match self {
            Skill::Careless => false,
            Skill::Kind => n_stones >= 2,
            Skill::Fair | Skill::Keen => true,
        }
    }
}

/// A patient opponent, with what it remembers of a game.
#[derive(Clone, Debug)]
pub struct PatientOpponent {
    skill: Skill,
    /// The stones of the other player that were in atari before this turn,
    /// with the number of turns that they have been.
    in_atari: Vec<(Point, u32)>,
}

impl PatientOpponent {
    /// An opponent that has not moved yet.
    pub const fn new(skill: Skill) -> PatientOpponent {
        PatientOpponent { skill, in_atari: Vec::new() }
    }

    /// How well it plays.
    pub const fn skill(&self) -> Skill {
        self.skill
    }

    /// The move for the player whose turn it is. It passes when nothing is
    /// left to do.
    pub fn choose(&mut self, game: &Game) -> Move {
        let (board, color) = (game.board(), game.to_play());
        self.remember(board, !color);
        if is_settled(board, color) {
            return Move::Pass;
        }
        let values = candidates(game, color, self.skill).into_iter();
        let values = values.filter_map(|it| Some((self.value(board, color, it)?, it)));
        let best = values.max_by_key(|&(value, point)| (value, tie_break(board, point)));
        best.map_or(Move::Pass, |(_, point)| Move::Play(point))
    }

    /// Counts for how many of its turns each stone has been in atari.
    fn remember(&mut self, board: &Board, color: Color) {
        let before = std::mem::take(&mut self.in_atari);
        let stones =
            board.stones().filter(|&(it, point)| it == color && board.atari(point).is_some());
        self.in_atari = stones
            .map(|(_, point)| {
                let turns = before.iter().find(|(it, _)| *it == point).map_or(0, |(_, n)| *n);
                (point, turns + 1)
            })
            .collect();
    }

    /// Whether a chain has been in atari for long enough to be taken.
    fn may_take(&self, board: &Board, chain: Point) -> bool {
        let Some(patience) = self.skill.patience() else { return false };
        let has_waited = |point: Point| {
            let turns = self.in_atari.iter().find(|(it, _)| *it == point);
            turns.is_some_and(|&(_, n_turns)| n_turns > patience)
        };
        board.chain(chain).all(has_waited)
    }

    /// How good a move looks, or `None` for one that it would not make.
    fn value(&self, board: &Board, color: Color, point: Point) -> Option<i32> {
        let after = board.after(color, point, Suicide::Forbidden).ok()?;
        let mut value = 3 * influence(&after, color);
        for chain in board.chains_beside(point, !color) {
            if board.atari(chain) == Some(point) {
                if !self.may_take(board, chain) {
                    return None;
                }
                value += 40 + 12 * i32::from(board.n_stones(chain));
            } else if after.atari(chain).is_some() {
                value += if self.skill >= Skill::Keen { 8 } else { 1 };
            }
        }
        for (_, chain) in own_chains(board, color) {
            let n_stones = board.n_stones(chain);
            let is_saved = board.atari(chain).is_some()
                && after.n_liberties(chain) > 1
                && reading::capture(&after, chain).is_none();
            if is_saved && self.skill.saves(n_stones) {
                value += 25 + 10 * i32::from(n_stones);
            }
        }
        let n_liberties = i32::from(after.n_liberties(point).min(4));
        value += if self.skill >= Skill::Fair { 3 * n_liberties } else { n_liberties };
        // The first line is for the end of a game.
        let size = board.size();
        let is_edge = point.column() == 0
            || point.row() == 0
            || point.column() + 1 == size.width()
            || point.row() + 1 == size.height();
        if is_edge && board.n_empty() * 5 > size.n_points() * 2 {
            value -= 12;
        }
        if board.n_empty() == size.n_points() {
            let off_center = |it: u8, edge: u8| (2 * it).abs_diff(edge - 1);
            let columns = off_center(point.column(), size.width());
            value -= i32::from(columns) + i32::from(off_center(point.row(), size.height()));
        }
        Some(value)
    }
}

/// One stone of each chain of a color.
fn own_chains(board: &Board, color: Color) -> impl Iterator<Item = (Color, Point)> {
    board.stones().filter(move |&(it, point)| it == color && board.chain_id(point) == Some(point))
}

/// The moves that may make sense: not into an eye of one's own, not where
/// nobody could live, and not into the mouth of the other.
fn candidates(game: &Game, color: Color, skill: Skill) -> Vec<Point> {
    let board = game.board();
    let owner = life::area(board, Suicide::Forbidden, Extent::Walled);
    let is_sensible = |point: &Point| {
        let Ok(after) = board.after(color, *point, Suicide::Forbidden) else { return false };
        let takes = after.n_empty() >= board.n_empty();
        let is_safe = after.n_liberties(*point) > 1
            && (skill == Skill::Careless || reading::capture(&after, *point).is_none());
        owner[*point].is_none() && !board.is_eye(color, *point) && (takes || is_safe)
    };
    game.legal_points().filter(is_sensible).collect()
}

/// Whether all borders are closed and nothing is left between them.
fn is_settled(board: &Board, color: Color) -> bool {
    let size = board.size();
    if board.n_empty() * 2 > size.n_points() {
        return false;
    }
    let dead = dead_stones(board);
    // Dead stones of the other are there to be taken, in a game for beginners.
    let is_ours = |point: &Point| board.stone(*point) == Some(!color);
    if dead.iter().any(|it| is_ours(&it)) && dead.iter().all(|it| is_ours(&it)) && dead.len() > 2 {
        return false;
    }
    let found = territory::find(board, &dead);
    let dame: PointSet = found.neutral.iter().filter(|&it| board.is_empty_at(it)).collect();
    found.is_sealed && dame.is_empty()
}

/// How many more points are nearer to stones of this color.
fn influence(board: &Board, color: Color) -> i32 {
    let distance = |of: Color, point: Point| {
        let stones = board.stones().filter(|&(it, _)| it == of);
        stones
            .map(|(_, it)| it.column().abs_diff(point.column()) + it.row().abs_diff(point.row()))
            .min()
            .unwrap_or(u8::MAX)
    };
    let sign = |point: Point| match distance(color, point).cmp(&distance(!color, point)) {
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => -1,
    };
    board.size().points().map(sign).sum()
}

/// An order of moves that look equally good, different in each position.
fn tie_break(board: &Board, point: Point) -> u64 {
    let bits = u64::from(point.to_bits().get());
    let mixed = (board.position_hash() ^ bits).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}
