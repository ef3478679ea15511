//! An engine for tests: quick, and the same every time.

use tengen_analysis::{
    Analysis, AnalystError, Candidate, CandidateDetails, Details, RawEvaluation, Stop,
};
use tengen_analysis_protocol::{Engine, Question};
use tengen_rules::{ByPoint, Color, Move};

/// From this number of visits on, it thinks until it is stopped.
pub(crate) const ENDLESS: u32 = 1_000_000;

/// A komi, in half points, at which it fails.
const UNLUCKY_KOMI: i16 = 26;

/// Likes the first three legal points, the pass behind them, and the player
/// with more stones.
pub(crate) struct Thumb;

impl Engine for Thumb {
    fn analyze(
        &mut self,
        question: &Question<'_>,
        stop: &Stop,
        tell: &mut dyn FnMut(Analysis),
    ) -> Result<Analysis, AnalystError> {
        if stop.is_stopped() {
            return Err(AnalystError::Stopped);
        }
        if question.game.komi().half_points() == UNLUCKY_KOMI {
            return Err(AnalystError::Failed("an unlucky komi".into()));
        }
        if question.report_every.is_some() {
            tell(analysis(question, 4));
        }
        if question.max_visits < ENDLESS {
            return Ok(analysis(question, question.max_visits));
        }
        stop.wait();
        Ok(analysis(question, 8))
    }
}

fn analysis(question: &Question<'_>, n_visits: u32) -> Analysis {
    let Question { game, to_play, .. } = *question;
    let size = game.board().size();
    let points = game.board().empty_points().map(Move::Play);
    let moves: Vec<Move> = points
        .filter(|&mv| game.check_as(to_play, mv).is_ok())
        .take(3)
        .chain([Move::Pass])
        .filter(|&mv| !question.restrictions.forbid(to_play, 0, mv))
        .collect();
    let stones = game.board().stones().map(|(color, _)| f32::from(color.sign()));
    let lead = f32::from(to_play.sign()) * (stones.sum::<f32>() - 7.5);
    let mut ownership = ByPoint::new(0.0);
    for (color, point) in game.board().stones() {
        ownership[point] = f32::from(color.sign());
    }
    let n_tried = (n_visits - 1).min(moves.len() as u32) as usize;
    let candidate = |(idx, &mv): (usize, &Move)| Candidate {
        n_visits: (n_visits - 1) / (1 + idx as u32),
        lead: Some(lead - idx as f32),
        prior: Some(0.4 / (1 + idx) as f32),
        lower_bound: Some(0.25),
        variation: vec![mv, Move::Pass][..question.longest_variation.min(2).into()].to_vec(),
        ..Candidate::new(mv, 0.5 - 0.1 * idx as f32)
    };
    let details = |idx: usize| CandidateDetails {
        utility: 0.1 - 0.2 * idx as f32,
        lead_deviation: Some(9.5),
        ownership: question.by_candidate.then(|| Box::new(ownership)),
        ownership_deviation: question.by_candidate.then(|| Box::new(ByPoint::new(0.25))),
        variation_visits: vec![n_visits - 1, 1][..question.longest_variation.min(2).into()].into(),
    };
    let share = 1.0 / moves.len().max(1) as f32;
    Analysis {
        n_visits,
        lead: Some(lead),
        lead_deviation: Some(10.25),
        candidates: moves.iter().take(n_tried).enumerate().map(candidate).collect(),
        priors: Vec::new(),
        ownership: Some(Box::new(ownership)),
        details: Some(Box::new(Details {
            utility: 0.125,
            raw: Some(RawEvaluation {
                win_rate: 0.625,
                lead: lead + 1.0,
                policy: moves.iter().map(|&mv| (mv, share)).collect(),
            }),
            ownership_deviation: Some(Box::new(ByPoint::new(if size.width() > 2 {
                0.5
            } else {
                0.75
            }))),
            candidates: (0..n_tried).map(details).collect(),
        })),
        ..Analysis::new(to_play, if to_play == Color::Black { 0.5 } else { 0.75 })
    }
}
