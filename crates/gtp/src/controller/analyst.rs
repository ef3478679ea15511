//! Any engine behind the protocol as an analyst.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tengen_analysis::{Analysis, AnalysisRequest, Analyst, AnalystError, Effort, Stop};

use super::{AnalysisQuery, Controller, Error, gnu_go};

/// The time between two intermediate results.
const INTERVAL: Duration = Duration::from_millis(100);

/// Analyzes by `kata-analyze`, `lz-analyze` or `analyze`, and with GNU Go's
/// words if the engine has none of them.
///
/// An engine that ends its analysis by itself has thought enough.
impl Analyst for Controller {
    fn analyze(
        &mut self,
        request: &AnalysisRequest<'_>,
        stop: &Stop,
        tell: &mut dyn FnMut(Analysis),
    ) -> Result<Analysis, AnalystError> {
        self.sync(request.game)?;
        if self.can_stream_analysis() {
            return self.analyze_by_stream(request, stop, tell);
        }
        if stop.is_stopped() {
            return Err(AnalystError::Stopped);
        }
        Ok(gnu_go::estimate(self, request)?)
    }
}

impl Controller {
    fn analyze_by_stream(
        &mut self,
        request: &AnalysisRequest<'_>,
        stop: &Stop,
        tell: &mut dyn FnMut(Analysis),
    ) -> Result<Analysis, AnalystError> {
        let query = AnalysisQuery {
            interval: INTERVAL,
            wants_ownership: request.wants_ownership,
            excluded: request.excluded,
            stop: stop.clone(),
        };
        let start = Instant::now();
        let mut last: Option<Analysis> = None;
        let patience = self.options.patience;
        let mut grown = start;
        self.stream_analysis(request.to_play, &query, patience, |analysis| {
            if last.as_ref().is_none_or(|it| it.n_visits < analysis.n_visits) {
                grown = Instant::now();
            }
            let is_enough = match request.effort {
                // It may talk on for ever without thinking.
                Effort::Visits(n) => analysis.n_visits >= n || grown.elapsed() >= patience,
                Effort::Time(time) => start.elapsed() >= time,
                Effort::Endless => false,
            };
            let earlier = last.insert(analysis);
            if is_enough {
                return ControlFlow::Break(());
            }
            tell(earlier.clone());
            ControlFlow::Continue(())
        })?;
        last.ok_or(AnalystError::Stopped)
    }
}

/// An engine that cannot analyze says so; whatever else goes wrong is its
/// failure.
impl From<Error> for AnalystError {
    fn from(error: Error) -> AnalystError {
        match error {
            Error::CannotAnalyze => AnalystError::Unsupported,
            error => AnalystError::Failed(Box::new(error)),
        }
    }
}
