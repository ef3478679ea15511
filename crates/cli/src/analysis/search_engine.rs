//! Our search behind KataGo's protocol.

use std::time::Instant;

use tengen_analysis::{Analysis, AnalystError, Stop};
use tengen_analysis_protocol::{Engine, Question, Tuning};
use tengen_engine::time::Budget;
use tengen_engine::{
    DetailRequest, EvaluatorKind, Limits, Parameters, ReportTimer, Search, SearchRequest, Settings,
};

/// KataGo's own factors of exploration, which stand for ours.
const KATAGO_EXPLORATION: f32 = 1.0;
const KATAGO_EXPLORATION_GROWTH: f32 = 0.45;

/// A search in one thread that begins anew with each question, so that an
/// answer does not depend on earlier ones.
pub(super) struct SearchEngine {
    search: Search,
}

impl SearchEngine {
    /// Claims memory for the tree, in mebibytes.
    pub(super) fn new(evaluator: &EvaluatorKind, memory: u32, seed: u64) -> SearchEngine {
        let memory = (memory as usize) << 20;
        let evaluator = evaluator.clone();
        let settings = Settings { memory, seed, evaluator, ..Settings::default() };
        SearchEngine { search: Search::new(settings) }
    }
}

impl Engine for SearchEngine {
    fn analyze(
        &mut self,
        question: &Question<'_>,
        stop: &Stop,
        tell: &mut dyn FnMut(Analysis),
    ) -> Result<Analysis, AnalystError> {
        if stop.is_stopped() {
            return Err(AnalystError::Stopped);
        }
        self.search.clear();
        self.search.set_parameters(parameters(&question.tuning));
        let details = DetailRequest {
            longest_variation: question.longest_variation,
            by_candidate: question.by_candidate,
        };
        let request = SearchRequest {
            color: question.to_play,
            restrictions: question.restrictions,
            forgets_moves: question.forgets_moves,
            details: Some(details),
            ..SearchRequest::new(question.game, limits(question))
        };
        let (mut timer, start) = (ReportTimer::new(question.report_every), Instant::now());
        let report = self.search.answer(&request, stop, |progress| {
            if timer.is_due(start.elapsed()) {
                tell(progress.report().analysis);
            }
        });
        Ok(report.analysis)
    }
}

fn limits(question: &Question<'_>) -> Limits {
    let visits = Some(question.max_visits);
    let time = question.max_time.map(|most| Budget { ideal: most, most });
    Limits { visits, time, ..Limits::NONE }
}

/// Our parameters for KataGo's; its utilities are from -1 to 1, ours from 0
/// to 1.
fn parameters(tuning: &Tuning) -> Parameters {
    let mut parameters = Parameters::default();
    let network = &mut parameters.network;
    if let Some(factor) = tuning.exploration {
        network.exploration *= factor / KATAGO_EXPLORATION;
        parameters.exploration *= factor / KATAGO_EXPLORATION;
    }
    if let Some(growth) = tuning.exploration_growth {
        network.exploration_growth *= growth / KATAGO_EXPLORATION_GROWTH;
    }
    if let Some(reduction) = tuning.fpu_reduction {
        network.fpu_reduction = reduction / 2.0;
    }
    if let Some(reduction) = tuning.root_fpu_reduction {
        network.root_fpu_reduction = reduction / 2.0;
    }
    if let Some(n_sides) = tuning.root_symmetries {
        network.root_symmetries = n_sides;
    }
    let temperature = tuning.root_policy_temperature.unwrap_or(1.0);
    let noise = tuning.wide_root_noise.unwrap_or(0.0);
    network.root_temperature = temperature * (1.0 + 4.0 * noise);
    parameters
}
