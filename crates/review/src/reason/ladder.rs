//! Ladders: stones that are chased by ataris, and the stone far away that
//! decides whether they are caught.

use tengen_net::LadderReader;
use tengen_rules::{Board, Color, Move, Point, PointSet};

use super::capture::chains;
use super::evidence::{Evidence, played};
use super::{Reason, distance};

/// Positions that are looked at for one ladder: enough for any on 19×19.
const MAX_POSITIONS: u32 = 2_000;

/// A stone within this distance of the chased ones is a part of the fight, not
/// a reason why the ladder works.
const NEAR: u8 = 4;

fn reader(board: &Board) -> LadderReader {
    LadderReader::new(board).with_max_positions(MAX_POSITIONS)
}

/// Whether a chain of two liberties is caught by ataris, and not at once.
fn catching_move(board: &Board, stone: Point) -> Option<Point> {
    (board.n_liberties(stone) == 2).then(|| reader(board).catching_move(stone))?
}

/// Whether a chain in atari is lost whatever its owner does.
fn is_lost(board: &Board, stone: Point) -> bool {
    board.n_liberties(stone) == 1 && reader(board).saving_move(stone).is_err()
}

/// The player extended out of atari, and is caught all the same.
pub(super) fn runs(evidence: &Evidence<'_>) -> Option<Reason> {
    let stone = evidence.stone()?;
    let (before, after) = (evidence.before, &evidence.after);
    let mut beside = before.chains_beside(stone, evidence.color);
    let runner = beside.find(|&it| before.n_liberties(it) == 1)?;
    if !is_lost(before, runner) || catching_move(after, stone)? != evidence.reply_point()? {
        return None;
    }
    let n_stones = after.n_stones(stone);
    let because_of = decisive(after, stone, |it| catching_move(it, stone).is_none());
    Some(Reason::RunsIntoLadder { n_stones, because_of })
}

/// The opponent's reply begins a ladder that works.
pub(super) fn works(evidence: &Evidence<'_>) -> Option<Reason> {
    let at = evidence.reply_point()?;
    let after = &evidence.after;
    let own = chains(after, evidence.color);
    let caught = own.into_iter().filter(|&it| catching_move(after, it) == Some(at));
    let chain = caught.max_by_key(|&it| after.n_stones(it))?;
    // It is this move's fault only if the best one would have prevented it.
    let best = evidence.after_best()?;
    let is_still_caught = best.stone(chain) == Some(evidence.color)
        && (catching_move(&best, chain).is_some() || is_lost(&best, chain));
    if is_still_caught || is_short(after, evidence, chain, at) {
        return None;
    }
    let because_of = decisive(after, chain, |it| catching_move(it, chain).is_none());
    let n_stones = after.n_stones(chain);
    // A single stone is often given away.
    let is_worth_it = n_stones > 1 || because_of.is_some();
    is_worth_it.then_some(Reason::LadderWorks { n_stones, at, because_of })
}

/// Whether the chain is caught without a chase: then it is no ladder.
fn is_short(board: &Board, evidence: &Evidence<'_>, chain: Point, at: Point) -> bool {
    let Some(after) = played(board, !evidence.color, Move::Play(at)) else { return true };
    let Some(liberty) = after.atari(chain) else { return true };
    let Some(run) = played(&after, evidence.color, Move::Play(liberty)) else { return true };
    run.n_liberties(chain) < 2
}

/// The player gives atari, and the stones escape.
pub(super) fn fails(evidence: &Evidence<'_>) -> Option<Reason> {
    let stone = evidence.stone()?;
    let (before, after) = (evidence.before, &evidence.after);
    let opponent = !evidence.color;
    let at = evidence.reply_point()?;
    let prey = after.chains_beside(stone, opponent).find(|&it| {
        after.atari(it) == Some(at) && before.n_liberties(it) == 2 && before.stone(it).is_some()
    })?;
    if is_lost(after, prey) {
        return None;
    }
    // Without a stone that breaks it, it is just an atari.
    let because_of = decisive(after, prey, |it| is_lost(it, prey))?;
    Some(Reason::LadderFails { at, because_of: Some(because_of) })
}

/// The stone far from a chain without which a ladder would end otherwise, if
/// the stones of one chain alone decide.
fn decisive(board: &Board, chain: Point, is_otherwise: impl Fn(&Board) -> bool) -> Option<Point> {
    let near =
        |stone: Point| board.chain(chain).map(|it| distance(it, stone)).min().unwrap_or(u8::MAX);
    let mut found = None;
    for color in Color::ALL {
        for head in chains(board, color) {
            let nearest = board.chain(head).min_by_key(|&it| (near(it), it))?;
            if near(nearest) <= NEAR {
                continue;
            }
            let removed: PointSet = board.chain(head).collect();
            if is_otherwise(&board.without(|it| removed.contains(it))) {
                if found.is_some() {
                    return None;
                }
                found = Some(nearest);
            }
        }
    }
    found
}
