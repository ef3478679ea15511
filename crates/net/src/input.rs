//! What the network sees: bits for each point and a few numbers for the board.
//!
//! This is version 1 of the inputs, and weights are trained for it: a change
//! of anything here makes all weights worthless and needs another version of
//! the file format. Everything is seen by the player to move.
//!
//! | plane | set where |
//! |---|---|
//! | 0 | the point is on the board |
//! | 1, 2 | there is an own stone, an opponent's stone |
//! | 3–6 | there is a stone of an own chain with 1, 2, 3, 4 liberties |
//! | 7–10 | the same for the opponent's chains |
//! | 11 | a capture is forbidden by ko or superko |
//! | 12–16 | the last move was played, the one before it, up to five |
//! | 17 | an own chain is caught: it is in atari and cannot escape, or has two liberties and the opponent to move would catch it in a ladder |
//! | 18 | an opponent's chain is caught: it could not escape if it moved, or is caught by a ladder that starts now |
//! | 19 | a move starts a ladder that catches an opponent's chain |
//! | 20 | a move saves an own chain in atari |
//! | 21, 22 | the own side, the opponent owns the point unconditionally |
//! | 23 | a move of the opponent would start a ladder that catches an own chain |
//!
//! | number | what |
//! |---|---|
//! | 0 | own komi / 20, at most 6: White's komi and points for handicap stones; for territory scoring plus the stones that the opponent has put on the board more than oneself, so that it is what an area count needs |
//! | 1, 2 | the last move, the one before it was a pass |
//! | 3 | territory scoring |
//! | 4, 5 | positional, situational superko |
//! | 6 | suicide is legal |
//! | 7 | handicap stones / 9, at most 1 |
//! | 8 | for area scoring, how own komi stands to the parity of the board: 0 where a draw is possible, 0.5 half a point above it, −0.5 half a point below |
//! | 9 | (√area − 14) / 10 |
//! | 10 | the own side is Black |

use std::fmt;

use tengen_rules::{
    Board, ByColor, Color, Game, IllegalMove, KoRule, Komi, Move, Point, PointSet, Position,
    Ruleset, Scoring, Size, Suicide, Turn, life,
};

use crate::ladder::Reader;

/// The number of planes.
pub const N_PLANES: usize = 24;
/// The number of inputs that concern the whole board.
pub const N_GLOBALS: usize = 11;
/// The number of earlier moves that the network sees.
pub const N_RECENT: usize = 5;
/// Points of komi for a change of the first global input by 1.
pub(crate) const KOMI_SCALE: f32 = 20.0;

pub(crate) const MAX_POINTS: usize = Size::MAX_EDGE as usize * Size::MAX_EDGE as usize;

mod plane {
    pub(super) const ON_BOARD: u32 = 0;
    pub(super) const OWN_STONE: u32 = 1;
    pub(super) const OPPONENT_STONE: u32 = 2;
    pub(super) const OWN_LIBERTIES: u32 = 3;
    pub(super) const OPPONENT_LIBERTIES: u32 = 7;
    pub(super) const FORBIDDEN: u32 = 11;
    pub(super) const RECENT: u32 = 12;
    pub(super) const OWN_CAUGHT: u32 = 17;
    pub(super) const OPPONENT_CAUGHT: u32 = 18;
    pub(super) const CATCHES: u32 = 19;
    pub(super) const SAVES: u32 = 20;
    pub(super) const OWN_ALIVE: u32 = 21;
    pub(super) const OPPONENT_ALIVE: u32 = 22;
    pub(super) const OPPONENT_CATCHES: u32 = 23;
}

/// What stays the same from move to move of a game.
#[derive(Copy, Clone, Debug)]
pub struct Conditions {
    /// The rules.
    pub ruleset: Ruleset,
    /// White's compensation.
    pub komi: Komi,
    /// The number of handicap stones.
    pub handicap: u8,
}

impl Conditions {
    /// The conditions of a game.
    pub fn of(game: &Game) -> Conditions {
        Conditions { ruleset: *game.ruleset(), komi: game.komi(), handicap: game.handicap() }
    }

    /// Points for a player beside the area, in a position.
    fn own_komi(&self, position: &Position) -> f32 {
        let handicap_points = f32::from(self.ruleset.handicap_points(self.handicap));
        let white = f32::from(self.komi.half_points()) / 2.0 + handicap_points;
        let sign = f32::from(position.to_play.sign());
        let correction = match self.ruleset.scoring {
            Scoring::Area => 0,
            Scoring::Territory => n_played_more_by_opponent(position),
        };
        correction as f32 - sign * white
    }
}

/// How many stones the opponent has put on the board more than the player to
/// move; each of them is worth a point less by territory than by area.
fn n_played_more_by_opponent(position: &Position) -> i32 {
    let mut n_stones = ByColor::<i32>::default();
    for (color, _) in position.board.stones() {
        n_stones[color] += 1;
    }
    let own = position.to_play;
    let played =
        |color: Color| n_stones[color] + i32::try_from(position.prisoners[!color]).unwrap_or(0);
    played(!own) - played(own)
}

/// A position as the network sees it.
///
/// Making one does not allocate.
#[derive(Clone)]
pub struct Input {
    size: Size,
    bits: [u32; MAX_POINTS],
    globals: [f32; N_GLOBALS],
}

impl Input {
    /// The present position of a game, with this player to move.
    pub fn from_game(game: &Game, to_play: Color) -> Input {
        let position = Position { to_play, ..*game.position() };
        let mut recent = [None; N_RECENT];
        let moves = game.turns().rev().map(|turn| match turn {
            Turn::Move(_, mv) => Some(mv),
            Turn::Resume(_) => None,
        });
        for (slot, mv) in recent.iter_mut().zip(moves) {
            *slot = mv;
        }
        Input::new(&position, &recent, &Conditions::of(game), &forbidden(game, to_play))
    }

    /// A position that is reached in a search.
    ///
    /// `recent` has the last moves, the latest first; `forbidden` the captures
    /// that superko forbids, and may leave out the simple ko.
    pub fn new(
        position: &Position,
        recent: &[Option<Move>; N_RECENT],
        conditions: &Conditions,
        forbidden: &PointSet,
    ) -> Input {
        let board = &position.board;
        let size = board.size();
        let mut input = Input {
            size,
            bits: [1 << plane::ON_BOARD; MAX_POINTS],
            globals: globals(position, recent, conditions),
        };
        input.bits[usize::from(size.n_points())..].fill(0);
        input.set_stones(board, position.to_play);
        input.set_forbidden(position, forbidden);
        for (number, mv) in recent.iter().enumerate() {
            if let Some(Move::Play(point)) = mv {
                input.set(*point, plane::RECENT + number as u32);
            }
        }
        input.set_ladders(board, position.to_play);
        input.set_alive(board, position.to_play, conditions.ruleset.suicide);
        input
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The planes of each point as bits, row by row from `A1`.
    pub fn bits(&self) -> &[u32] {
        &self.bits[..usize::from(self.size.n_points())]
    }

    /// The inputs that concern the whole board.
    pub const fn globals(&self) -> &[f32; N_GLOBALS] {
        &self.globals
    }

    fn set(&mut self, point: Point, plane: u32) {
        if let Some(idx) = point.index_in(self.size) {
            self.bits[usize::from(idx)] |= 1 << plane;
        }
    }

    fn set_stones(&mut self, board: &Board, own: Color) {
        for (bits, point) in self.bits.iter_mut().zip(self.size.points()) {
            let Some(color) = board.stone(point) else { continue };
            let (stone, liberties) = if color == own {
                (plane::OWN_STONE, plane::OWN_LIBERTIES)
            } else {
                (plane::OPPONENT_STONE, plane::OPPONENT_LIBERTIES)
            };
            *bits |= 1 << stone;
            let n_liberties = u32::from(board.n_liberties(point));
            if (1..=4).contains(&n_liberties) {
                *bits |= 1 << (liberties + n_liberties - 1);
            }
        }
    }

    fn set_forbidden(&mut self, position: &Position, forbidden: &PointSet) {
        for point in forbidden {
            self.set(point, plane::FORBIDDEN);
        }
        if let Some(point) = position.board.ko() {
            let check = position.board.check(position.to_play, point, Suicide::Allowed);
            if matches!(check, Err(IllegalMove::Ko(_))) {
                self.set(point, plane::FORBIDDEN);
            }
        }
    }

    fn set_ladders(&mut self, board: &Board, own: Color) {
        let mut reader = None;
        for point in self.size.points() {
            let n_liberties = board.n_liberties(point);
            if !(1..=2).contains(&n_liberties) || board.chain_id(point) != Some(point) {
                continue;
            }
            let reader = reader.get_or_insert_with(|| Reader::new(board));
            let is_own = board.stone(point) == Some(own);
            let is_caught = if n_liberties == 1 {
                let saving_move = reader.saving_move(point);
                if let (true, Ok(at)) = (is_own, saving_move) {
                    self.set(at, plane::SAVES);
                }
                saving_move.is_err()
            } else {
                let catching_move = reader.catching_move(point);
                if let Some(at) = catching_move {
                    self.set(at, if is_own { plane::OPPONENT_CATCHES } else { plane::CATCHES });
                }
                catching_move.is_some()
            };
            if is_caught {
                let plane = if is_own { plane::OWN_CAUGHT } else { plane::OPPONENT_CAUGHT };
                for stone in board.chain(point) {
                    self.set(stone, plane);
                }
            }
        }
    }

    fn set_alive(&mut self, board: &Board, own: Color, suicide: Suicide) {
        let owner = life::area(board, suicide, life::Extent::Unconditional);
        for (bits, point) in self.bits.iter_mut().zip(self.size.points()) {
            if let Some(color) = owner[point] {
                *bits |= 1 << if color == own { plane::OWN_ALIVE } else { plane::OPPONENT_ALIVE };
            }
        }
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Input { size, bits: _, globals } = self;
        f.debug_struct("Input")
            .field("size", size)
            .field("bits", &self.bits())
            .field("globals", globals)
            .finish()
    }
}

fn globals(
    position: &Position,
    recent: &[Option<Move>; N_RECENT],
    conditions: &Conditions,
) -> [f32; N_GLOBALS] {
    let size = position.board.size();
    let ruleset = &conditions.ruleset;
    let own_komi = conditions.own_komi(position);
    let flag = |is_set: bool| f32::from(u8::from(is_set));
    [
        (own_komi / KOMI_SCALE).clamp(-6.0, 6.0),
        flag(recent[0] == Some(Move::Pass)),
        flag(recent[1] == Some(Move::Pass)),
        flag(ruleset.scoring == Scoring::Territory),
        flag(ruleset.ko == KoRule::Positional),
        flag(matches!(ruleset.ko, KoRule::Situational | KoRule::Spight)),
        flag(ruleset.suicide == Suicide::Allowed),
        f32::from(conditions.handicap.min(9)) / 9.0,
        match ruleset.scoring {
            Scoring::Area => komi_parity(own_komi, size),
            Scoring::Territory => 0.0,
        },
        scaled_edge(size),
        flag(position.to_play == Color::Black),
    ]
}

/// How the square root of the area differs from the middle of the sizes that
/// the network is trained for.
pub(crate) fn scaled_edge(size: Size) -> f32 {
    (f32::from(size.n_points()).sqrt() - 14.0) / 10.0
}

/// The distance of komi from one that allows a draw, without seki.
///
/// Points on the board are either own or the opponent's, so that the
/// difference of the areas is odd if the number of points is. Steps of komi
/// between two such differences change nothing.
fn komi_parity(own_komi: f32, size: Size) -> f32 {
    let above = (own_komi - f32::from(size.n_points() % 2)).rem_euclid(2.0);
    match above {
        it if it < 0.5 => it,
        it if it < 1.5 => 1.0 - it,
        it => it - 2.0,
    }
}

/// The captures that the ko rule forbids to a player.
///
/// Only captures repeat a position; suicide is not looked at.
fn forbidden(game: &Game, to_play: Color) -> PointSet {
    let board = game.board();
    let mut forbidden = PointSet::EMPTY;
    for point in board.size().points() {
        if board.stone(point) != Some(!to_play) || board.chain_id(point) != Some(point) {
            continue;
        }
        let Some(capture) = board.atari(point) else { continue };
        let check = game.check_as(to_play, Move::Play(capture));
        if matches!(check, Err(IllegalMove::Ko(_) | IllegalMove::Superko(_))) {
            forbidden.insert(capture);
        }
    }
    forbidden
}
