//! Our own search as an analyst.
//!
//! Intermediate results come at intervals by the clock of the system.

use std::time::Duration;

use tengen_analysis::{Analysis, AnalysisRequest, Analyst, AnalystError, Effort, Stop};

use crate::limits::Limits;
use crate::opponent::Opponent;
use crate::report::Report;
use crate::search::{Progress, Search};
use crate::search_request::SearchRequest;
use crate::time_source::{Stopwatch, SystemTimeSource};
use crate::timed::ReportTimer;

/// The time between two intermediate results.
const INTERVAL: Duration = Duration::from_millis(100);

impl Analyst for Search {
    fn analyze(
        &mut self,
        request: &AnalysisRequest<'_>,
        stop: &Stop,
        tell: &mut dyn FnMut(Analysis),
    ) -> Result<Analysis, AnalystError> {
        run(request, tell, |search_request, progress| self.answer(search_request, stop, progress))
    }
}

/// Analyzes as well as it can, whatever its level is.
impl Analyst for Opponent {
    fn analyze(
        &mut self,
        request: &AnalysisRequest<'_>,
        stop: &Stop,
        tell: &mut dyn FnMut(Analysis),
    ) -> Result<Analysis, AnalystError> {
        run(request, tell, |search_request, progress| {
            Opponent::analyze(self, search_request, stop, progress)
        })
    }
}

fn run(
    request: &AnalysisRequest<'_>,
    tell: &mut dyn FnMut(Analysis),
    search: impl FnOnce(&SearchRequest<'_>, &mut dyn FnMut(&Progress<'_>)) -> Report,
) -> Result<Analysis, AnalystError> {
    let AnalysisRequest { game, to_play: color, excluded, .. } = *request;
    let search_request =
        SearchRequest { color, excluded, ..SearchRequest::new(game, limits(request.effort)) };
    let stopwatch = Stopwatch::start(&SystemTimeSource);
    let mut timer = ReportTimer::new(Some(INTERVAL));
    let report = search(&search_request, &mut |progress| {
        if timer.is_due(stopwatch.elapsed()) {
            tell(wanted(progress.report(), request));
        }
    });
    if report.analysis.n_visits == 0 {
        return Err(AnalystError::Stopped);
    }
    Ok(wanted(report, request))
}

/// The analysis without what was not asked for.
fn wanted(report: Report, request: &AnalysisRequest<'_>) -> Analysis {
    let mut analysis = report.analysis;
    if !request.wants_ownership {
        analysis.ownership = None;
    }
    analysis
}

fn limits(effort: Effort) -> Limits {
    match effort {
        Effort::Visits(n) => Limits { visits: Some(n), ..Limits::NONE },
        Effort::Time(time) => Limits { is_exact: true, ..Limits::time(time) },
        Effort::Endless => Limits::NONE,
    }
}

#[cfg(test)]
mod tests {
    use tengen_rules::{Color, Game, Ruleset, Size};

    use super::*;
    use crate::{Level, Settings};

    #[test]
    fn what_is_asked_for_is_answered() {
        let game = Game::new(Size::NINE, Ruleset::CHINESE);
        let settings = Settings { memory: 4 << 20, seed: 1, ..Settings::default() };
        let mut engines: [Box<dyn Analyst>; 2] = [
            Box::new(Search::new(settings.clone())),
            Box::new(Opponent::new(Level::LADDER[0], settings)),
        ];
        for engine in &mut engines {
            let mut request = AnalysisRequest::new(&game, Effort::Visits(100));
            let analysis = engine.analyze(&request, &Stop::new(), &mut |_| ()).unwrap();
            assert_eq!((analysis.to_play, analysis.n_visits), (Color::Black, 100));
            assert!(analysis.ownership.is_some() && analysis.lead.is_some());
            assert!(analysis.best().is_some());
            request.wants_ownership = false;
            request.to_play = Color::White;
            let analysis = engine.analyze(&request, &Stop::new(), &mut |_| ()).unwrap();
            assert!(analysis.ownership.is_none());
            assert_eq!(analysis.to_play, Color::White);
        }
    }

    #[test]
    fn endless_analysis_ends_when_stopped() {
        let game = Game::new(Size::NINE, Ruleset::CHINESE);
        let settings = Settings { memory: 4 << 20, seed: 1, ..Settings::default() };
        let mut search = Search::new(settings);
        let stop = Stop::new();
        let mut n_told = 0;
        let request = AnalysisRequest::new(&game, Effort::Endless);
        let analysis = Analyst::analyze(&mut search, &request, &stop, &mut |_| {
            n_told += 1;
            stop.stop();
        });
        assert!(analysis.unwrap().n_visits > 0);
        assert_eq!(n_told, 1);
    }
}
