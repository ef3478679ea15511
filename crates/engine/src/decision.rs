//! From what a search has found to what is done: a move, a pass or resigning.

mod cleanup;

use tengen_analysis::{Decision, Excluded};
use tengen_rules::{ByPoint, Color, DeadStones, Game, Move, Point, PointSet, Turn};

use crate::report::Report;

/// The share of playouts that must agree on the owner of a point before it
/// counts as settled, as a mean from 0 to 1.
const SETTLED: f32 = 0.9;

/// A game is far from its end if more than one point in four is unsettled.
const OPEN: u16 = 4;

/// The fewest playouts of a second opinion that counts.
const CERTAIN: u32 = 20;

/// The fewest visits of a search that may resign.
const CERTAIN_LOSS: u32 = 100;

/// The chance to win below which a player may resign.
const HOPELESS: f32 = 0.06;

/// What a report comes to.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Verdict {
    /// The best move, or a weaker one that suits the level.
    Play(Move),
    /// A move that ends the game or brings its end nearer, at any level.
    Finish(Move),
    Resign,
}

/// Decides for the player of a report.
///
/// The best move is played, unless the game is over for all that matters: it
/// passes where a pass ends a won game or where nothing is left to play for,
/// and resigns what both searches hold to be lost. Where the rules leave dead
/// stones on the board, it captures those that would cost the game before it
/// passes.
///
/// What a search expects counts on the player's own next move. So before it
/// passes, it calls `search` for a report about the same position with the
/// opponent to move, and believes in what both say. `search` may also be asked
/// about the player's own moves, with some of them excluded.
pub fn decide(
    game: &Game,
    report: &Report,
    search: impl FnMut(Color, Excluded) -> Report,
) -> Decision {
    match judge(game, report, search) {
        Verdict::Play(mv) | Verdict::Finish(mv) => Decision::Move(mv),
        Verdict::Resign => Decision::Resign,
    }
}

/// As [`decide`], with the reason.
pub(crate) fn judge(
    game: &Game,
    report: &Report,
    mut search: impl FnMut(Color, Excluded) -> Report,
) -> Verdict {
    let color = report.analysis.to_play;
    if is_hopeless(game, report, CERTAIN_LOSS)
        && is_hopeless(game, &search(color, Excluded::default()), CERTAIN)
    {
        return Verdict::Resign;
    }
    match game.ruleset().dead_stones {
        DeadStones::Agreed => judge_by_agreement(game, report, search),
        DeadStones::None => cleanup::judge(game, report, &mut search),
    }
}

/// The verdict where dead stones are taken off in the end.
fn judge_by_agreement(
    game: &Game,
    report: &Report,
    mut search: impl FnMut(Color, Excluded) -> Report,
) -> Verdict {
    let color = report.analysis.to_play;
    let best = report.best_move();
    let may_pass = is_pass_enough(game, color, report.ownership());
    if best != Move::Pass && may_pass {
        let other = search(!color, Excluded::default());
        let ownership = worse(game, color, report, &other);
        if other.n_playouts >= CERTAIN && is_pass_enough(game, color, &ownership) {
            return Verdict::Finish(Move::Pass);
        }
    }
    if best == Move::Pass && !may_pass && is_open(game, report.ownership()) {
        return Verdict::Play(best_stone(report, || {
            search(color, Excluded { points: PointSet::EMPTY, pass: true })
        }));
    }
    Verdict::Play(best)
}

/// The best move that is not a pass, by another search if this one has none.
fn best_stone(report: &Report, search: impl FnOnce() -> Report) -> Move {
    let candidates = &report.analysis.candidates;
    let stone = candidates.iter().find(|it| it.mv != Move::Pass && it.n_visits >= CERTAIN);
    stone.map_or_else(|| search().best_move(), |it| it.mv)
}

/// Whether too much is unsettled to end the game.
fn is_open(game: &Game, ownership: &ByPoint<f32>) -> bool {
    let size = game.board().size();
    let open = size.points().filter(|&it| ownership[it].abs() < SETTLED);
    open.count() > usize::from(size.n_points() / OPEN)
}

/// Whether a pass loses nothing if the points are owned like this.
fn is_pass_enough(game: &Game, color: Color, ownership: &ByPoint<f32>) -> bool {
    let is_settled = is_settled(game, ownership);
    match (has_passed(game, !color), is_settled) {
        (true, true) => true,
        (true, false) | (false, true) => wins_by_count(game, color, ownership),
        (false, false) => false,
    }
}

/// Whether the last turn was a pass of this player.
fn has_passed(game: &Game, color: Color) -> bool {
    game.turns().next_back() == Some(Turn::Move(color, Move::Pass))
}

/// Who owns what if the worse of two reports is right about each point, and
/// neither player where they contradict each other.
fn worse(game: &Game, color: Color, first: &Report, second: &Report) -> ByPoint<f32> {
    let (first, second) = (first.ownership(), second.ownership());
    let mut ownership = *first;
    let sign = f32::from(color.sign());
    for point in game.board().size().points() {
        let own = sign * first[point];
        let other = sign * second[point];
        let agreed = if own * other > 0.0 { own.min(other) } else { 0.0 };
        ownership[point] = sign * agreed;
    }
    ownership
}

/// Whether a report with at least `n_visits` visits sees no hope.
fn is_hopeless(game: &Game, report: &Report, n_visits: u32) -> bool {
    let best = report.analysis.best().map_or(1.0, |it| it.win_rate);
    let n_points = game.board().size().n_points();
    let n_stones = n_points - game.board().n_empty();
    let is_late = n_stones > n_points / 4 && report.par == 0.0;
    report.analysis.n_visits >= n_visits && best < HOPELESS && is_late
}

/// Whether a player has won if the game is counted now, with all points that
/// are not settled, empty ones included, against them.
fn wins_by_count(game: &Game, color: Color, ownership: &ByPoint<f32>) -> bool {
    let mut dead = PointSet::EMPTY;
    for (owner, point) in game.board().stones() {
        let own = f32::from(owner.sign()) * ownership[point];
        // A doubtful stone of the opponent's lives, an own one does not.
        let least = if owner == color { SETTLED } else { -SETTLED };
        if own < least {
            dead.insert(point);
        }
    }
    let counting = game.count(&dead);
    let own = counting.half_points[color] - counting.half_points[!color];
    let is_unsettled = |&point: &Point| ownership[point].abs() < SETTLED;
    let unsettled = game.board().empty_points().filter(is_unsettled);
    let doubtful: i32 = unsettled
        .map(|point| match counting.owner[point] {
            Some(owner) if owner == color => 4,
            Some(_) => 0,
            None => 2,
        })
        .sum();
    own > doubtful
}

fn is_settled(game: &Game, ownership: &ByPoint<f32>) -> bool {
    game.board().size().points().all(|point| ownership[point].abs() >= SETTLED)
}
