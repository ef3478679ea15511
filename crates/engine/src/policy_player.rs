//! Levels that play by a policy, with mistakes as people make them.
//!
//! The weakest take the most likely move among a random share of the sensible
//! ones: they overlook moves, but never one that the policy is sure of. Those
//! above them draw a move by a network's policy, so that what looks good is
//! played most of the time.

use tengen_rules::{Color, Game, Move, Turn};

use crate::playout::{Context, Playout};
use crate::prior;
use crate::rng::Rng;

/// The prior from which on a move is never overlooked, on an empty board.
const OBVIOUS_AT_FIRST: f32 = 0.8;

/// The same on a full board.
const OBVIOUS_AT_LAST: f32 = 0.4;

/// The least share of the most likely move's prior that a move must have to be
/// drawn.
const LEAST_SHARE: f32 = 0.01;

/// Draws a stone by the priors of all moves and a temperature, in hundredths.
pub(crate) fn draw(priors: &[(Move, f32)], temperature: u8, rng: &mut Rng) -> Option<Move> {
    let stones = || priors.iter().filter(|(mv, _)| *mv != Move::Pass);
    let most = stones().map(|&(_, prior)| prior).fold(0.0, f32::max);
    let exponent = 100.0 / f32::from(temperature);
    let weight = |prior: f32| {
        let share = prior / most;
        if share < LEAST_SHARE { 0.0 } else { share.powf(exponent) }
    };
    let total: f32 = stones().map(|&(_, prior)| weight(prior)).sum();
    let mut rest = rng.unit() * total;
    for &(mv, prior) in stones() {
        rest -= weight(prior);
        if rest < 0.0 {
            return Some(mv);
        }
    }
    None
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    /// How often each of three moves is drawn in 1,000 draws.
    fn counts(temperature: u8) -> [usize; 3] {
        let priors = [(Move::Pass, 0.5), (mv("C3"), 0.4), (mv("D4"), 0.1), (mv("A1"), 0.002)];
        let mut rng = Rng::new(1);
        let drawn: Vec<Move> =
            (0..1_000).filter_map(|_| draw(&priors, temperature, &mut rng)).collect();
        assert_eq!(drawn.len(), 1_000);
        ["C3", "D4", "A1"].map(|it| drawn.iter().filter(|&&drawn| drawn == mv(it)).count())
    }

    #[test]
    fn a_higher_temperature_draws_unlikely_stones_more_often() {
        let [cold, even, hot] = [50, 100, 200].map(counts);
        assert!(cold[1] < 90 && (150..250).contains(&even[1]) && hot[1] > 280);
        assert!(cold[0] > even[0] && even[0] > hot[0]);
        assert_eq!(hot[2], 0, "what has no hundredth of the best one's prior is never drawn");
    }

    #[test]
    fn without_stones_nothing_is_drawn() {
        assert_eq!(draw(&[(Move::Pass, 1.0)], 100, &mut Rng::new(1)), None);
    }
}
