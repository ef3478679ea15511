//! Chains that are kept apart, or could have been.

use tengen_rules::{Board, Color, Move, Point, Position, Suicide};

use super::Reason;
use super::evidence::Evidence;

/// The fewest moves of a line that shows what a cut is worth.
const SHORTEST_LINE: usize = 3;

/// The opponent cuts where the best move would have connected.
pub(super) fn allows_cut(evidence: &Evidence<'_>) -> Option<Reason> {
    let at = evidence.reply_point().filter(|&it| Some(it) == evidence.best_point())?;
    let own = chains(&evidence.after, at, evidence.color);
    // Cutting off the stone that was just played is no mistake by itself.
    let is_old = |it: &Point| {
        evidence.after.n_stones(*it) > 1 || evidence.before.stone(*it) == Some(evidence.color)
    };
    let own: Vec<Point> = own.into_iter().filter(is_old).collect();
    keeps_apart(&evidence.after, &own, evidence.reply).then_some(Reason::AllowsCut { at })
}

/// The player could have cut, and the opponent connects.
pub(super) fn misses_cut(evidence: &Evidence<'_>) -> Option<Reason> {
    let at = evidence.reply_point().filter(|&it| Some(it) == evidence.best_point())?;
    let theirs = chains(evidence.before, at, !evidence.color);
    keeps_apart(evidence.before, &theirs, evidence.best).then_some(Reason::MissesCut { at })
}

/// A stone of each chain of a color beside a point that is not in atari.
fn chains(board: &Board, at: Point, color: Color) -> Vec<Point> {
    board.chains_beside(at, color).filter(|&it| board.n_liberties(it) > 1).collect()
}

/// Whether a line that begins with a cut keeps two of these chains apart to
/// its end, and its first stone stays.
fn keeps_apart(board: &Board, chains: &[Point], line: &[Move]) -> bool {
    let Some((Move::Play(at), rest)) = line.split_first().map(|(first, rest)| (*first, rest))
    else {
        return false;
    };
    let Some(color) = chains.first().and_then(|&it| board.stone(it)) else { return false };
    let mut position = Position { to_play: !color, ..Position::from(*board) };
    if line.len() < SHORTEST_LINE || position.play(line[0], Suicide::Forbidden).is_err() {
        return false;
    }
    // A stone that can be taken at once, and chains that have a second way to
    // connect, are no cut.
    if position.board.n_liberties(at) < 2 {
        return false;
    }
    let cut = position.board;
    for &mv in rest {
        if position.play(mv, Suicide::Forbidden).is_err() {
            break;
        }
    }
    let end = &position.board;
    let is_apart = |a: Point, b: Point| {
        let stand = [a, b].map(|it| end.stone(it) == Some(color));
        let joined = stand == [true, true] && end.chain_id(a) == end.chain_id(b);
        cut.liberties(a).is_disjoint(&cut.liberties(b)) && !joined
    };
    end.stone(at) == Some(!color)
        && chains
            .iter()
            .enumerate()
            .any(|(idx, &a)| chains[idx + 1..].iter().any(|&b| is_apart(a, b)))
}
