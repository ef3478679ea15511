//! Moves in the wrong place.

use tengen_rules::life::{self, Extent};
use tengen_rules::{Board, Color, Move, Point, PointSet, Suicide};

use super::evidence::{Evidence, taken};
use super::{LEAST_LOSS_OF_PASS, Reason, distance, hundredths};

/// From this loss on, another place was bigger: of smaller losses, a stronger
/// engine denies every fourth.
const LEAST_LOSS_ELSEWHERE: f32 = 5.0;

/// A move this far away is elsewhere.
const ELSEWHERE: u8 = 6;

/// The opponent goes to the same place if it is this near.
const SAME_PLACE: u8 = 3;

/// The most empty points of a region that is called territory.
const MOST_TERRITORY: usize = 40;

/// A pass while there was something to gain.
pub(super) fn passes_early(evidence: &Evidence<'_>) -> Option<Reason> {
    let is_loss = evidence.mv == Move::Pass && evidence.loss >= LEAST_LOSS_OF_PASS;
    let at = evidence.best_point().filter(|_| is_loss)?;
    Some(Reason::PassesEarly { at, hundredths: hundredths(evidence.loss) })
}

/// A stone in a place where nothing was left to do.
pub(super) fn does_nothing(evidence: &Evidence<'_>) -> Option<Reason> {
    let stone = evidence.stone()?;
    let best = evidence.best_point()?;
    let opponent = !evidence.color;
    if !taken(evidence.before, opponent, stone).is_empty() {
        return None;
    }
    let owner = life::area(evidence.before, Suicide::Forbidden, Extent::Unconditional)[stone];
    if owner == Some(opponent) {
        return Some(Reason::PlaysInLostArea);
    }
    let region = region(evidence.before, stone);
    let is_own = borders_only(evidence.before, &region, evidence.color);
    let is_idle = gives_no_atari(evidence, stone) && !region.contains(best);
    (is_own && is_idle && region.len() <= MOST_TERRITORY).then_some(Reason::FillsOwnTerritory)
}

/// The empty points that are connected with one.
fn region(board: &Board, start: Point) -> PointSet {
    let mut region = PointSet::from_iter([start]);
    let mut stack = vec![start];
    while let Some(point) = stack.pop() {
        for beside in board.neighbors(point) {
            if board.is_empty_at(beside) && region.insert(beside) {
                stack.push(beside);
            }
        }
    }
    region
}

/// Whether all stones beside a region are of a color, which none of them needs
/// to worry about.
fn borders_only(board: &Board, region: &PointSet, color: Color) -> bool {
    let beside = || region.iter().flat_map(|it| board.neighbors(it));
    let mut stones = beside().filter(|&it| !board.is_empty_at(it)).peekable();
    stones.peek().is_some()
        && stones.all(|it| board.stone(it) == Some(color) && board.n_liberties(it) > 2)
}

fn gives_no_atari(evidence: &Evidence<'_>, stone: Point) -> bool {
    let opponent = !evidence.color;
    let mut beside = evidence.after.neighbors(stone);
    beside.all(|it| evidence.after.stone(it) != Some(opponent))
}

/// Another part of the board was worth more, and the opponent goes there.
pub(super) fn bigger_elsewhere(evidence: &Evidence<'_>) -> Option<Reason> {
    let stone = evidence.stone()?;
    let best = evidence.best_point()?;
    let reply = evidence.reply_point()?;
    let is_elsewhere = distance(stone, best) >= ELSEWHERE && distance(stone, reply) >= ELSEWHERE;
    let is_same = distance(best, reply) <= SAME_PLACE;
    let is_quiet = taken(evidence.before, !evidence.color, stone).is_empty()
        && gives_no_atari_at_all(evidence, stone);
    (is_elsewhere && is_same && is_quiet && evidence.loss >= LEAST_LOSS_ELSEWHERE)
        .then(|| Reason::BiggerElsewhere { at: best, hundredths: hundredths(evidence.loss) })
}

fn gives_no_atari_at_all(evidence: &Evidence<'_>, stone: Point) -> bool {
    let mut chains = evidence.after.chains_beside(stone, !evidence.color);
    chains.all(|it| evidence.after.n_liberties(it) > 1)
}
