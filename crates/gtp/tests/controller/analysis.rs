//! An engine thinks aloud.

use std::ops::ControlFlow;
use std::time::Duration;

use tengen_analysis::Analysis;
use tengen_gtp::controller::{Error, Query};
use tengen_rules::Color;

use crate::stub::{IMPATIENT, PATIENT, assert_gone, start, start_noted};

#[test]
fn analysis_goes_on_until_it_is_enough() {
    for (changes, command) in [
        ("+analyze +lz-analyze +kata-analyze", "kata-analyze black 10 ownership true"),
        ("+analyze +lz-analyze", "lz-analyze black 10"),
        ("+analyze", "analyze black 10"),
    ] {
        let (mut engine, notes) = start_noted(&format!("obedient; {changes}"));
        let query = Query { interval: Duration::from_millis(100), ownership: true };
        let mut visits = Vec::new();
        let each = |analysis: &_| -> ControlFlow<()> { note_visits(&mut visits, analysis) };
        engine.analyze(Color::Black, query, PATIENT, each).unwrap();
        assert_eq!(visits, [1, 2]);
        assert_eq!(engine.ask("protocol_version", PATIENT).unwrap(), "2");
        assert_eq!(notes.commands(), [command, "protocol_version"]);
    }
}

/// Writes visits down, and has enough of the second ones.
fn note_visits(visits: &mut Vec<u32>, analysis: &Analysis) -> ControlFlow<()> {
    let best = analysis.best().expect("it has a move");
    assert!((best.win_rate - 0.75).abs() < 1e-6 && best.variation.len() == 2);
    visits.push(best.n_visits);
    if visits.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

#[test]
fn analysis_may_end_by_itself() {
    let mut engine = start("brief; +lz-analyze");
    let mut n_lines = 0;
    let each = |_: &_| {
        n_lines += 1;
        ControlFlow::Continue(())
    };
    engine.analyze(Color::Black, Query::default(), PATIENT, each).unwrap();
    assert_eq!(n_lines, 3);
    assert_eq!(engine.ask("name", PATIENT).unwrap(), "Unruly");
}

#[test]
fn analysis_that_falls_silent_is_ended() {
    let mut engine = start("hang; +lz-analyze");
    let process_id = engine.process_id().unwrap();
    let each = |_: &_| ControlFlow::Continue(());
    let error = engine.analyze(Color::Black, Query::default(), IMPATIENT, each).unwrap_err();
    assert!(matches!(error, Error::TimedOut { .. }), "{error}");
    assert_gone(process_id);
}

#[test]
fn analysis_that_is_none_is_ended() {
    let mut engine = start("flood; +lz-analyze");
    let each = |_: &_| ControlFlow::Continue(());
    let error = engine.analyze(Color::Black, Query::default(), PATIENT, each).unwrap_err();
    assert!(matches!(error, Error::Flooded { .. }), "{error}");
}

#[test]
fn some_engines_cannot_analyze() {
    let mut engine = start("obedient");
    let each = |_: &_| ControlFlow::Continue(());
    let error = engine.analyze(Color::Black, Query::default(), PATIENT, each).unwrap_err();
    assert!(matches!(error, Error::CannotAnalyze), "{error}");
    assert!(!engine.can_analyze() && engine.is_running());
}
