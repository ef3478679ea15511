//! From what a search has found to what is done: a move, a pass or resigning.

use tengen_rules::{Color, Game, Move, PointSet, Turn};

use crate::report::Report;

/// The share of playouts that must agree on the owner of a point before it
/// counts as settled, as a mean from 0 to 1.
const SETTLED: f32 = 0.9;

/// The chance to win below which a player may resign.
const HOPELESS: f32 = 0.06;

/// What a player does.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Decision {
    /// Makes a move.
    Move(Move),
    /// Gives up.
    Resign,
}

/// Decides for the player of a report.
///
/// The best move is played, unless the game is over for all that matters: it
/// passes where a pass ends a won game or where nothing is left to play for,
/// and resigns what is lost beyond hope.
pub fn decide(game: &Game, report: &Report) -> Decision {
    let color = report.to_play;
    let best = report.best();
    if is_hopeless(game, report) {
        return Decision::Resign;
    }
    if best == Move::Pass {
        return Decision::Move(Move::Pass);
    }
    let passed = game.turns().next_back() == Some(Turn::Move(!color, Move::Pass));
    if passed && wins_by_count(game, report, color) {
        return Decision::Move(Move::Pass);
    }
    if is_settled(game, report) && (wins_by_count(game, report, color) || passed) {
        return Decision::Move(Move::Pass);
    }
    Decision::Move(best)
}

fn is_hopeless(game: &Game, report: &Report) -> bool {
    let best = report.candidates.first().map_or(1.0, |it| it.win_rate);
    let n_points = game.board().size().n_points();
    let n_stones = n_points - game.board().n_empty();
    report.n_visits >= 100 && best < HOPELESS && n_stones > n_points / 4
}

/// Whether a player has won if the game is counted now, with all points that
/// are not settled against them.
fn wins_by_count(game: &Game, report: &Report, color: Color) -> bool {
    let mut dead = PointSet::EMPTY;
    for (owner, point) in game.board().stones() {
        let own = for_color(report.ownership[point], owner);
        // A doubtful stone of the opponent's lives, an own one does not.
        let least = if owner == color { SETTLED } else { -SETTLED };
        if own < least {
            dead.insert(point);
        }
    }
    let counting = game.count(&dead);
    counting.score().winner() == Some(color)
}

fn is_settled(game: &Game, report: &Report) -> bool {
    game.board().size().points().all(|point| report.ownership[point].abs() >= SETTLED)
}

fn for_color(ownership: f32, color: Color) -> f32 {
    if color == Color::Black { ownership } else { -ownership }
}
