//! Where another look is worth most.

use crate::Plan;
use crate::loss::{POINTS_OF_CHANCE, verdict};
use crate::place::{Place, Places};

/// The fewest points at stake for which a position is looked at again.
const LEAST: f32 = 1.0;

/// How much a change of the chance to win counts beside points: it says that
/// the game turned here.
const WEIGHT_OF_CHANCE: f32 = 0.5;

/// How much a variation counts beside the main line.
const WEIGHT_OF_VARIATION: f32 = 0.5;

/// The place to evaluate more deeply, if any is worth it.
///
/// What is at stake at a position is what the moves to it and from it lost,
/// or how much evaluations disagree about them; each step of effort must be
/// worth twice as much.
pub(crate) fn next(places: &Places, plan: Plan) -> Option<usize> {
    let mut stakes = vec![0.0_f32; places.list.len()];
    let main_end = main_line_end(places);
    for (idx, place) in places.list.iter().enumerate() {
        let Some(parent) = place.parent else { continue };
        let Some(stake) = stake(place, &places.list[parent]) else { continue };
        let stake = if idx < main_end { stake } else { WEIGHT_OF_VARIATION * stake };
        for end in [idx, parent] {
            stakes[end] = stakes[end].max(stake);
        }
    }
    let mut best: Option<(f32, usize)> = None;
    for (idx, place) in places.list.iter().enumerate() {
        if !place.is_open() || plan.next_effort(place.effort()).is_none() {
            continue;
        }
        let urgency = stakes[idx] / steps(place.effort(), plan.quick);
        if urgency >= LEAST && best.is_none_or(|(most, _)| urgency > most) {
            best = Some((urgency, idx));
        }
    }
    best.map(|(_, idx)| idx)
}

/// The number of places of the main line, which come first.
fn main_line_end(places: &Places) -> usize {
    let follows = |&idx: &usize| idx == 0 || places.list[idx].parent == Some(idx - 1);
    (0..places.list.len()).take_while(follows).count()
}

/// What the move to a place put at stake, in points.
fn stake(place: &Place, parent: &Place) -> Option<f32> {
    let (color, mv) = place.mv?;
    let (before, after) = (parent.evaluation.as_ref()?, place.evaluation.as_ref()?);
    if before.to_play != color {
        return None;
    }
    let verdict = verdict(before, after, color, mv);
    let turned = WEIGHT_OF_CHANCE * POINTS_OF_CHANCE * verdict.loss.chance;
    Some(verdict.loss.size().max(turned).max(verdict.disagreement))
}

/// How much a position must be at stake for its next look: the square root of
/// what it has had already.
#[expect(clippy::cast_precision_loss, reason = "a weight")]
fn steps(effort: u32, quick: u32) -> f32 {
    (effort as f32 / quick.max(1) as f32).max(1.0).sqrt()
}
