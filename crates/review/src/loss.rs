//! What a move lost: the values of two neighboring positions, reconciled.

use tengen_record::{EvaluatedMove, NodeEvaluation};
use tengen_rules::{Color, Move};

use crate::Review;

/// What a chance of 1 counts for where points are not known.
pub(crate) const POINTS_OF_CHANCE: f32 = 40.0;

/// The visits that the value of the whole position counts for beside those of
/// one candidate.
const SHRINKAGE: f32 = 2.0;

/// The share of the visits that a candidate needs to speak for itself.
const LEAST_SHARE: f32 = 0.04;

/// Who is ahead, as one player sees it.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Standing {
    /// The chance to win, from 0 to 1.
    pub chance: f32,
    /// The lead in points, if the analyst knows one.
    pub lead: Option<f32>,
}

impl Standing {
    /// What an evaluation is for a player.
    pub fn of(evaluation: &NodeEvaluation, color: Color) -> Standing {
        Standing {
            chance: evaluation.chance.seen_by(color).share(),
            lead: evaluation.lead.map(|it| it.seen_by(color).points()),
        }
    }

    fn of_candidate(candidate: &EvaluatedMove) -> Standing {
        Standing {
            chance: candidate.chance.share(),
            lead: candidate.lead.map(tengen_record::Points::points),
        }
    }

    /// The mean of two views of the same position.
    fn mean(self, weight: f32, other: Standing, other_weight: f32) -> Standing {
        let share = weight / (weight + other_weight);
        let mean = |a: f32, b: f32| share * a + (1.0 - share) * b;
        let lead = match (self.lead, other.lead) {
            (Some(own), Some(other)) => Some(mean(own, other)),
            (own, other) => own.or(other),
        };
        Standing { chance: mean(self.chance, other.chance), lead }
    }

    /// What is worse about `other`, in points and chance, never negative.
    fn minus(self, other: Standing) -> Loss {
        let points = self.lead.zip(other.lead).map(|(own, other)| (own - other).max(0.0));
        Loss { points, chance: (self.chance - other.chance).max(0.0) }
    }
}

/// What a move lost against the best one.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Loss {
    /// In points, if the analyst knows leads.
    pub points: Option<f32>,
    /// In chances, from 0 to 1.
    pub chance: f32,
}

impl Loss {
    /// Nothing.
    const NONE: Loss = Loss { points: Some(0.0), chance: 0.0 };

    /// The points, or what the chance counts for in points.
    pub fn size(&self) -> f32 {
        self.points.unwrap_or(POINTS_OF_CHANCE * self.chance)
    }
}

/// What is known of a move from the positions before and after it.
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    /// For the player who moved, before the move.
    pub(crate) before: Standing,
    /// After it, by both evaluations.
    pub(crate) after: Standing,
    pub(crate) loss: Loss,
    /// By how much both evaluations disagree about the move, in points.
    pub(crate) disagreement: f32,
}

/// The verdict on a move.
///
/// The position after the move was evaluated by itself, and as a candidate of
/// the position before: the mean of both, by visits, is what the move is
/// worth. It is compared with other candidates of the same search and not
/// with the position before as a whole, whose value is that of moves that
/// nobody would make as well; so a move that the analyst likes best loses
/// nothing, unless a look behind it shows that another one was better.
pub(crate) fn verdict(
    before: &NodeEvaluation,
    after: &NodeEvaluation,
    color: Color,
    mv: Move,
) -> Verdict {
    if let Some(verdict) = static_verdict(before, color, mv) {
        return verdict;
    }
    let whole = Standing::of(before, color);
    let own = Standing::of(after, color);
    let candidate = before.candidates.iter().find(|it| it.mv == mv && it.n_visits > 0);
    let (mut value, mut disagreement) = (own, 0.0);
    if let Some(candidate) = candidate {
        let in_search = Standing::of_candidate(candidate);
        disagreement = difference(in_search, own);
        value = own.mean(visits(after.n_visits), in_search, visits(candidate.n_visits));
    }
    let is_best = before.candidates.first().is_some_and(|it| it.mv == mv);
    let loss = match best_other(before, whole, mv) {
        Some(other) => other.minus(value),
        None if is_best => Loss { points: own.lead.map(|_| 0.0), ..Loss::NONE },
        // No candidate speaks for itself: the position does.
        None => whole.minus(value),
    };
    Verdict { before: whole, after: value, loss, disagreement }
}

/// The verdict of an analyst that does not search, such as GNU Go.
///
/// Its estimate of a position does not know whose turn it is, so neighboring
/// positions cannot be compared; it compares moves instead. A move that it
/// does not name is worth as much as the last one that it does.
fn static_verdict(before: &NodeEvaluation, color: Color, mv: Move) -> Option<Verdict> {
    let is_static = before.n_visits == 0 && before.candidates.iter().all(|it| it.n_visits == 0);
    let best = before.candidates.first().filter(|it| is_static && it.lead.is_some())?;
    let played = before.candidates.iter().find(|it| it.mv == mv);
    let value = Standing::of_candidate(played.or(before.candidates.last())?);
    Some(Verdict {
        before: Standing::of(before, color),
        after: value,
        loss: Standing::of_candidate(best).minus(value),
        disagreement: 0.0,
    })
}

/// What the best other candidate was worth, moderated by the position as a
/// whole where little is known.
///
/// The analyst's first choice is the best, whatever numbers others have: the
/// most of several noisy values would be too much. Where it was played, those
/// others count that were looked at often.
fn best_other(before: &NodeEvaluation, whole: Standing, mv: Move) -> Option<Standing> {
    let n_visits = visits(before.n_visits);
    let value =
        |it: &EvaluatedMove| Standing::of_candidate(it).mean(visits(it.n_visits), whole, SHRINKAGE);
    let first = before.candidates.first().filter(|it| it.mv != mv && it.n_visits > 0);
    if let Some(first) = first {
        return Some(value(first));
    }
    let others = before.candidates.iter().filter(|it| it.mv != mv && it.n_visits > 0);
    let weighty = others.filter(|it| visits(it.n_visits) >= LEAST_SHARE * n_visits);
    weighty.map(value).max_by(|a, b| worth(*a).total_cmp(&worth(*b)))
}

fn worth(standing: Standing) -> f32 {
    standing.lead.unwrap_or(POINTS_OF_CHANCE * standing.chance)
}

fn difference(a: Standing, b: Standing) -> f32 {
    match (a.lead, b.lead) {
        (Some(a), Some(b)) => (a - b).abs(),
        _ => POINTS_OF_CHANCE * (a.chance - b.chance).abs(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "a weight")]
fn visits(n: u32) -> f32 {
    n.max(1) as f32
}

impl Review {
    /// The verdict on the move to a place, if both positions were evaluated
    /// and it was the player's turn.
    pub(crate) fn verdict_at(&self, idx: usize) -> Option<Verdict> {
        let place = &self.places.list[idx];
        let (color, mv) = place.mv?;
        let before = self.places.list[place.parent?].evaluation.as_ref()?;
        let after = place.evaluation.as_ref()?;
        (before.to_play == color).then(|| verdict(before, after, color, mv))
    }

    /// The points that the move to a place lost.
    pub(crate) fn loss_at(&self, idx: usize) -> Option<f32> {
        self.verdict_at(idx)?.loss.points
    }
}

#[cfg(test)]
mod tests {
    use tengen_record::{Chance, Points};

    use super::*;

    fn evaluation(to_play: Color, lead: f32, n_visits: u32) -> NodeEvaluation {
        let lead = Some(Points::new(lead).seen_by(to_play));
        NodeEvaluation { lead, n_visits, ..NodeEvaluation::new(to_play, Chance::new(0.5)) }
    }

    fn candidate(name: &str, lead: f32, n_visits: u32) -> EvaluatedMove {
        EvaluatedMove {
            mv: name.parse().unwrap(),
            n_visits,
            chance: Chance::new(0.5),
            lead: Some(Points::new(lead)),
            prior: None,
            line: Vec::new(),
        }
    }

    /// The points that White loses by D4.
    #[track_caller]
    fn check_loss(candidates: &[EvaluatedMove], after: (f32, u32), expected: f32) {
        let before = NodeEvaluation {
            candidates: candidates.to_vec(),
            ..evaluation(Color::White, 2.0, 100)
        };
        let after = evaluation(Color::Black, -after.0, after.1);
        let verdict = verdict(&before, &after, Color::White, "D4".parse().unwrap());
        let points = verdict.loss.points.unwrap();
        assert!((points - expected).abs() < 0.05, "{points} instead of {expected}");
    }

    #[test]
    fn moves_are_compared_with_candidates() {
        let (best, other) = (candidate("C3", 3.0, 80), candidate("D4", 0.0, 20));
        // C3 is worth 2.98, D4 the mean of 0 by 20 visits and -1 by 80.
        check_loss(&[best.clone(), other], (-1.0, 80), 3.78);
        check_loss(std::slice::from_ref(&best), (-1.0, 80), 3.98);
        check_loss(&[best], (9.0, 80), 0.0);
        // Nothing but the position is known.
        check_loss(&[], (-1.0, 1), 3.0);
    }

    #[test]
    fn best_move_loses_nothing_unless_another_was_better_after_all() {
        let (best, other) = (candidate("D4", 3.0, 80), candidate("C3", 2.5, 10));
        check_loss(std::slice::from_ref(&best), (-20.0, 100), 0.0);
        check_loss(&[best.clone(), other.clone()], (2.9, 100), 0.0);
        check_loss(&[best, other], (-20.0, 1_000_000), 22.4);
    }

    #[test]
    fn candidates_with_few_visits_do_not_count() {
        let (best, rare) = (candidate("D4", 3.0, 99), candidate("C3", 30.0, 1));
        check_loss(&[best, rare], (3.0, 100), 0.0);
    }

    #[test]
    fn moves_are_compared_if_nothing_was_searched() {
        let before = NodeEvaluation {
            candidates: vec![candidate("C3", 3.0, 0), candidate("D4", 1.0, 0)],
            ..evaluation(Color::White, 3.0, 0)
        };
        let after = evaluation(Color::Black, -17.0, 0);
        for (name, expected) in [("C3", 0.0), ("D4", 2.0), ("A1", 2.0)] {
            let verdict = verdict(&before, &after, Color::White, name.parse().unwrap());
            assert_eq!(verdict.loss.points, Some(expected), "{name}");
        }
    }

    #[test]
    fn chances_stand_in_for_points() {
        let standing = |chance| Standing { chance, lead: None };
        let loss = standing(0.75).minus(standing(0.5));
        assert_eq!((loss.points, loss.size()), (None, 10.0));
    }
}
