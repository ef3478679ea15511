//! Everything about one move.

use tengen_record::{NodeEvaluation, NodeId, Record};
use tengen_rules::{Color, Move};

use crate::loss::{Loss, POINTS_OF_CHANCE, Standing};
use crate::place::Place;
use crate::reason::{self, Reason};
use crate::{Band, Review};

/// The most better moves that are named.
const MAX_BETTER: usize = 3;

/// What a move must be better by to be named, in points.
const LEAST_BETTER: f32 = 0.3;

/// A mistake from which on a punishment is looked for, in points.
const LEAST_PUNISHED: f32 = 1.5;

/// Everything that is to be said of one move.
///
/// All values are those of the player who made it.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReview {
    /// The node that makes the move.
    pub node: NodeId,
    /// Who makes it.
    pub color: Color,
    /// The stone, or a pass.
    pub mv: Move,
    /// Who was ahead before it.
    pub before: Standing,
    /// Who is ahead after it.
    pub after: Standing,
    /// What it lost against the best move.
    pub loss: Loss,
    /// The same as a band.
    pub band: Band,
    /// The place of the move among the candidates, 0 for the best; `None` if
    /// the analyst did not try it.
    pub rank: Option<usize>,
    /// The moves that were better, the best first.
    pub better: Vec<BetterMove>,
    /// How the opponent should answer, this move first; may be empty.
    pub refutation: Vec<Move>,
    /// The share of the loss that the opponent's reply took, from 0 for none
    /// to 1 for all; `None` for small losses, or without a reply that was
    /// judged.
    pub punished: Option<f32>,
    /// The seconds that the player thought, as far as the record says.
    pub seconds: Option<f64>,
    /// How much a player who moves by intuition would have lost, in points up
    /// to 1; `None` if the analyst has no priors.
    pub difficulty: Option<f32>,
    /// The visits of the positions before and after, the lesser.
    pub effort: u32,
    /// Why it is a mistake, as far as that can be said.
    pub reasons: Vec<Reason>,
}

impl MoveReview {
    /// What it lost, in points: from the chance if there is nothing better.
    pub fn points_lost(&self) -> f32 {
        self.loss.size()
    }
}

/// A move that was better than the one that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct BetterMove {
    /// The move.
    pub mv: Move,
    /// What it is worth.
    pub value: Standing,
    /// By how many points it was better; from chances if there is nothing
    /// better.
    pub gain: f32,
    /// What would follow, the move first.
    pub line: Vec<Move>,
    /// How often it was tried.
    pub n_visits: u32,
}

pub(crate) fn judge(review: &Review, record: &Record, node: NodeId) -> Option<MoveReview> {
    let places = &review.places;
    let idx = places.of(node)?;
    let place = &places.list[idx];
    let parent = &places.list[place.parent?];
    let (color, mv) = place.mv?;
    let verdict = review.verdict_at(idx)?;
    let (before, after) = (parent.evaluation.as_ref()?, place.evaluation.as_ref()?);
    let size = verdict.loss.size();
    let mut judged = MoveReview {
        node,
        color,
        mv,
        before: verdict.before,
        after: verdict.after,
        loss: verdict.loss,
        band: Band::of(size),
        rank: before.candidates.iter().position(|it| it.mv == mv),
        better: better_moves(before, verdict.after, mv, size),
        refutation: best_line(after, !color),
        punished: punished(review, place, size),
        seconds: seconds(record, node, color),
        difficulty: difficulty(before),
        effort: parent.effort().min(place.effort()),
        reasons: Vec::new(),
    };
    judged.reasons = reason::find(record, &judged, parent.node);
    Some(judged)
}

/// The candidates that are better than what was played.
fn better_moves(before: &NodeEvaluation, value: Standing, mv: Move, loss: f32) -> Vec<BetterMove> {
    if loss < LEAST_BETTER {
        return Vec::new();
    }
    let candidates = before.candidates.iter().filter(|it| it.mv != mv);
    let better = candidates.filter_map(|it| {
        let own = Standing {
            chance: it.chance.share(),
            lead: it.lead.map(tengen_record::Points::points),
        };
        let gain = gain(own, value);
        // The first candidate is what the analyst would play, even if it has
        // nothing to show for it yet.
        let is_first = before.candidates.first().is_some_and(|first| first.mv == it.mv);
        let is_better = gain >= LEAST_BETTER.min(loss) || is_first;
        let line = std::iter::once(it.mv).chain(it.line.iter().copied()).collect();
        is_better.then_some(BetterMove {
            mv: it.mv,
            value: own,
            gain: gain.clamp(0.0, loss.max(0.0)),
            line,
            n_visits: it.n_visits,
        })
    });
    better.take(MAX_BETTER).collect()
}

fn gain(own: Standing, other: Standing) -> f32 {
    match (own.lead, other.lead) {
        (Some(own), Some(other)) => own - other,
        _ => POINTS_OF_CHANCE * (own.chance - other.chance),
    }
}

fn best_line(evaluation: &NodeEvaluation, to_play: Color) -> Vec<Move> {
    let best = evaluation.candidates.first().filter(|_| evaluation.to_play == to_play);
    best.map_or_else(Vec::new, |it| std::iter::once(it.mv).chain(it.line.iter().copied()).collect())
}

/// The share of a loss that the first reply took.
fn punished(review: &Review, place: &Place, loss: f32) -> Option<f32> {
    if loss < LEAST_PUNISHED {
        return None;
    }
    let reply = *place.children.first()?;
    let given_back = review.verdict_at(reply)?.loss.size();
    Some(((loss - given_back) / loss).clamp(0.0, 1.0))
}

/// The seconds between the clock of a player after the last move and after
/// this one; `None` where overtime or an increment makes that a guess.
fn seconds(record: &Record, node: NodeId, color: Color) -> Option<f64> {
    let now = record.node(node).seconds_left(color)?;
    let mut earlier = record.upward(node).skip(1).map(|it| record.node(it));
    let before = earlier.find(|it| it.mv().is_some_and(|(mover, _)| mover == color));
    let (seconds, overtime) = match before {
        Some(before) => (before.seconds_left(color)?, before.overtime_left(color)),
        None => (record.info_at(node).time_limit()?, None),
    };
    let spent = seconds - now;
    let is_clear = overtime == record.node(node).overtime_left(color) && overtime.is_none();
    (is_clear && spent >= 0.0).then_some(spent)
}

/// The loss that is expected of the candidates, weighted by their priors.
fn difficulty(before: &NodeEvaluation) -> Option<f32> {
    let best = before.candidates.first()?;
    let tried = before.candidates.iter().filter(|it| it.n_visits > 0);
    let (mut sum, mut known) = (0.0, false);
    for candidate in tried {
        let (Some(prior), Some(lead), Some(most)) = (candidate.prior, candidate.lead, best.lead)
        else {
            continue;
        };
        known = true;
        sum += f32::from(prior) / 1000.0 * (most.points() - lead.points()).max(0.0);
    }
    known.then_some(sum.min(1.0))
}
