//! Stones that are taken at once, or along the analyst's line.

use tengen_rules::{Board, Color, Point, PointSet};

use super::evidence::{Evidence, taken, taken_along};
use super::reading::is_captured_by;
use super::{Reason, distance};

/// The fewest stones that a reason is about, if they are taken at once and
/// along a line.
const LEAST_TAKEN: usize = 2;
const LEAST_CAUGHT: usize = 3;

/// From this loss on, a single stone is worth naming.
const LOSS_OF_A_STONE: f32 = 3.0;

/// A move is about stones that are not further away.
const NEAR: u8 = 2;

fn is_enough(stones: &PointSet, loss: f32) -> bool {
    stones.len() >= LEAST_TAKEN || (stones.len() == 1 && loss >= LOSS_OF_A_STONE)
}

/// What the opponent's reply takes at once.
fn taken_by_reply(evidence: &Evidence<'_>) -> Option<(PointSet, Point)> {
    let at = evidence.reply_point()?;
    let stones = taken(&evidence.after, evidence.color, at);
    is_enough(&stones, evidence.loss).then_some((stones, at))
}

/// The stone that was played is taken, and others with it.
pub(super) fn self_atari(evidence: &Evidence<'_>) -> Option<Reason> {
    let (stones, at) = taken_by_reply(evidence)?;
    let stone = evidence.stone()?;
    // A stone that takes others, or a single one that is given away, may have
    // a purpose.
    let takes = !taken(evidence.before, !evidence.color, stone).is_empty();
    if !stones.contains(stone) || takes || stones.len() < LEAST_TAKEN {
        return None;
    }
    Some(Reason::SelfAtari { n_stones: count(&stones), at })
}

/// Stones in atari are not cared for.
pub(super) fn leaves_in_atari(evidence: &Evidence<'_>) -> Option<Reason> {
    let (stones, at) = taken_by_reply(evidence)?;
    if evidence.stone().is_some_and(|it| stones.contains(it)) {
        return None;
    }
    // They are lost by this move only if the best one would have saved them.
    let saved = evidence.after_best()?;
    if !taken(&saved, evidence.color, at).intersection(&stones).is_empty() {
        return None;
    }
    let lost_later = taken_along(evidence.before, evidence.color, evidence.best, evidence.color);
    if !lost_later.is_disjoint(&stones) {
        return None;
    }
    let saved_by = evidence.best_point().filter(|&it| touches(&saved, it, &stones) || it == at);
    Some(Reason::LeavesInAtari { n_stones: count(&stones), at, saved_by })
}

/// Whether a stone on the board is connected to one of these.
fn touches(board: &Board, stone: Point, stones: &PointSet) -> bool {
    board.stone(stone).is_some() && board.chain(stone).any(|it| stones.contains(it))
}

/// The best move takes stones at once.
pub(super) fn misses_capture(evidence: &Evidence<'_>) -> Option<Reason> {
    let at = evidence.best_point()?;
    let opponent = !evidence.color;
    let stones = taken(evidence.before, opponent, at);
    let own = evidence.stone().map(|it| taken(evidence.before, opponent, it)).unwrap_or_default();
    if !is_enough(&stones, evidence.loss) || own.len() >= stones.len() {
        return None;
    }
    Some(Reason::MissesCapture { n_stones: count(&stones), at })
}

/// The opponent takes stones along the line, which are safe along the best.
pub(super) fn can_be_captured(evidence: &Evidence<'_>) -> Option<Reason> {
    let color = evidence.color;
    let at = evidence.reply_point()?;
    let stones = taken_along(&evidence.after, !color, evidence.reply, color);
    let lost_anyway = taken_along(evidence.before, color, evidence.best, color);
    if evidence.best.is_empty() || !stones.is_disjoint(&lost_anyway) {
        return None;
    }
    let (stone, n_stones) = largest_chain(&evidence.after, &stones)?;
    let is_caught = usize::from(n_stones) >= LEAST_CAUGHT && evidence.after.n_liberties(stone) > 1;
    let is_caught = is_caught && is_beside(&evidence.after, stone, at);
    let is_caught = is_caught && is_captured_by(&evidence.after, stone, at);
    is_caught.then_some(Reason::CanBeCaptured { n_stones, stone, at })
}

/// The best line takes stones of the opponent, which are safe after the move.
pub(super) fn misses_kill(evidence: &Evidence<'_>) -> Option<Reason> {
    let (color, opponent) = (evidence.color, !evidence.color);
    let at = evidence.best_point()?;
    let stones = taken_along(evidence.before, color, evidence.best, opponent);
    let taken_anyway = taken_along(&evidence.after, opponent, evidence.reply, opponent);
    if evidence.reply.is_empty() || !stones.is_disjoint(&taken_anyway) {
        return None;
    }
    let (stone, n_stones) = largest_chain(evidence.before, &stones)?;
    let is_caught = usize::from(n_stones) >= LEAST_CAUGHT && evidence.before.n_liberties(stone) > 1;
    let is_caught = is_caught && is_beside(evidence.before, stone, at);
    let is_caught = is_caught && is_captured_by(evidence.before, stone, at);
    is_caught.then_some(Reason::MissesKill { n_stones, stone, at })
}

/// Whether a move is so near to a chain that it is about it.
fn is_beside(board: &Board, stone: Point, at: Point) -> bool {
    board.chain(stone).any(|it| distance(it, at) <= NEAR)
}

/// One stone of the largest whole chain among these, and its size.
fn largest_chain(board: &Board, stones: &PointSet) -> Option<(Point, u16)> {
    let heads = stones.iter().filter(|&it| board.chain_id(it) == Some(it) || is_first(board, it));
    let sizes = heads.map(|it| (it, board.n_stones(it)));
    sizes.max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)))
}

/// Whether a stone is the first of its chain in the order of points.
fn is_first(board: &Board, stone: Point) -> bool {
    board.chain(stone).all(|it| it >= stone)
}

fn count(stones: &PointSet) -> u16 {
    stones.len().try_into().unwrap_or(u16::MAX)
}

/// The chain of a color in atari where a move takes it.
pub(super) fn chains(board: &Board, color: Color) -> Vec<Point> {
    let own = board.stones().filter(|&(it, _)| it == color).map(|(_, point)| point);
    own.filter(|&it| is_first(board, it)).collect()
}
