//! Weak levels: the most likely move by policy among a random share of the
//! sensible ones.
//!
//! Overlooking moves makes the mistakes that people make. A move that the
//! policy is sure of is never overlooked.

use tengen_rules::{Color, Game, Move, Turn};

use crate::playout::{Context, Playout};
use crate::prior;
use crate::rng::Rng;

/// The prior from which on a move is never overlooked, on an empty board.
const OBVIOUS_AT_FIRST: f32 = 0.8;

/// The same on a full board.
const OBVIOUS_AT_LAST: f32 = 0.4;

/// Chooses a move among some percent of the sensible ones.
pub(crate) fn choose(game: &Game, color: Color, percent: u8, rng: &mut Rng) -> Move {
    let mut playout = Playout::new(game.board());
    let point_of = |turn: Option<Turn>| match turn {
        Some(Turn::Move(_, mv)) => mv.point(),
        _ => None,
    };
    let mut turns = game.turns().rev();
    let last = point_of(turns.next());
    playout.set_context(Context { last, own_last: point_of(turns.next()) });
    let mut moves: Vec<(Move, f32)> = Vec::new();
    prior::weigh(&playout, color, None, |point, weight| {
        if game.check_as(color, Move::Play(point)).is_ok() {
            moves.push((Move::Play(point), weight));
        }
    });
    if moves.is_empty() {
        return Move::Pass;
    }
    prior::normalize(&mut moves, 1.0);
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    let board = game.board();
    let fullness = 1.0 - f32::from(board.n_empty()) / f32::from(board.size().n_points());
    let obvious = OBVIOUS_AT_FIRST + fullness * (OBVIOUS_AT_LAST - OBVIOUS_AT_FIRST);
    if moves[0].1 >= obvious {
        return moves[0].0;
    }
    // The best of some moves drawn without looking is the first that comes up
    // when each is seen or overlooked in turn.
    let n_seen = (moves.len() * usize::from(percent)).div_ceil(100).max(1);
    let mut n_left = moves.len();
    let mut n_to_see = n_seen;
    for &(mv, _) in &moves {
        if rng.below(n_left as u32) < n_to_see as u32 {
            return mv;
        }
        n_left -= 1;
        n_to_see = n_to_see.min(n_left);
    }
    moves[0].0
}
