//! The end of a game whose rules leave dead stones on the board.
//!
//! Every stone counts as alive there, so a pass is enough only if it wins by
//! what is on the board. Until then, dead stones of the opponent are captured.

use tengen_analysis::Excluded;
use tengen_rules::{ByPoint, Color, Game, Move, Point, PointSet, Suicide};

use super::{CERTAIN, SETTLED, Verdict, has_passed, is_settled, worse};
use crate::report::Report;

/// The win rate that capturing may seem to cost: the searches that are compared
/// are small.
const TOLERANCE: f32 = 0.1;

/// The verdict where every stone on the board counts.
pub(super) fn judge(
    game: &Game,
    report: &Report,
    search: &mut impl FnMut(Color, Excluded) -> Report,
) -> Verdict {
    let color = report.analysis.to_play;
    let best = report.best_move();
    let pass = Pass::try_as(game, color);
    if pass.is_end && pass.wins {
        return Verdict::Finish(Move::Pass);
    }
    if !is_quiet(game, color, best, report.ownership()) {
        return Verdict::Play(best);
    }
    let other = search(!color, Excluded::default());
    let ownership = worse(game, color, report, &other);
    if other.n_playouts < CERTAIN || !is_quiet(game, color, best, &ownership) {
        return Verdict::Play(best);
    }
    let is_settled = is_settled(game, &ownership);
    if is_settled && pass.wins {
        return Verdict::Finish(Move::Pass);
    }
    let attacks = attacks(game, color, &ownership);
    if attacks.is_empty() {
        let is_over = is_settled && pass.is_end;
        return if is_over { Verdict::Finish(Move::Pass) } else { Verdict::Play(best) };
    }
    let others = PointSet::all(game.board().size()) - attacks;
    let capturing = search(color, Excluded { points: others, pass: true });
    match capturing.analysis.candidates.first() {
        Some(it) if it.win_rate >= report.analysis.win_rate - TOLERANCE => Verdict::Finish(it.mv),
        _ => Verdict::Play(best),
    }
}

/// What a pass would do.
struct Pass {
    /// Whether it ends the game.
    is_end: bool,
    /// Whether its player has won if the game ends with the board as it is.
    wins: bool,
}

impl Pass {
    fn try_as(game: &Game, color: Color) -> Pass {
        let mut after = game.clone();
        if after.play_as(color, Move::Pass).is_err() {
            return Pass { is_end: false, wins: false };
        }
        let winner = after.count(&PointSet::EMPTY).score().winner();
        Pass { is_end: after.end().is_some(), wins: winner == Some(color) }
    }
}

/// Whether nothing seems left to gain but dead stones: all is settled, or the
/// opponent has passed and the best move is one inside of the player's area.
fn is_quiet(game: &Game, color: Color, best: Move, ownership: &ByPoint<f32>) -> bool {
    let is_idle = |point: Point| f32::from(color.sign()) * ownership[point] >= SETTLED;
    is_settled(game, ownership) || has_passed(game, !color) && best.point().is_none_or(is_idle)
}

/// The liberties of the opponent's dead stones; those where a stone would be
/// in atari only if there are no others.
fn attacks(game: &Game, color: Color, ownership: &ByPoint<f32>) -> PointSet {
    let board = game.board();
    let is_dead = |point: Point| f32::from(color.sign()) * ownership[point] >= SETTLED;
    let dead = board.stones().filter(|&(owner, point)| owner != color && is_dead(point));
    let mut liberties = PointSet::EMPTY;
    for (_, point) in dead {
        liberties |= board.liberties(point);
    }
    let is_legal = |&point: &Point| game.check_as(color, Move::Play(point)).is_ok();
    liberties = liberties.iter().filter(is_legal).collect();
    let is_safe = |&point: &Point| {
        let after = board.after(color, point, Suicide::Forbidden);
        after.is_ok_and(|after| after.n_liberties(point) > 1)
    };
    let safe: PointSet = liberties.iter().filter(is_safe).collect();
    if safe.is_empty() { liberties } else { safe }
}
