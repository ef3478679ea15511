//! An engine thinks aloud.

use std::ops::ControlFlow;
use std::time::Duration;

use tengen_analysis::{Analysis, AnalysisRequest, Analyst, AnalystError, Effort, Excluded, Stop};
use tengen_gtp::controller::{AnalysisQuery, Controller, Error, Options};
use tengen_rules::Color;

use crate::stub::{IMPATIENT, PATIENT, assert_gone, game, line, start, start_noted};

/// Goes on for ever.
fn go_on(_: Analysis) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn analysis_goes_on_until_it_is_enough() {
    for (changes, command) in [
        ("+analyze +lz-analyze +kata-analyze", "kata-analyze black 10 ownership true"),
        ("+analyze +lz-analyze", "lz-analyze black 10"),
        ("+analyze", "analyze black 10"),
    ] {
        let (mut engine, notes) = start_noted(&format!("obedient; {changes}"));
        let interval = Duration::from_millis(100);
        let query = AnalysisQuery { interval, wants_ownership: true, ..AnalysisQuery::default() };
        let mut visits = Vec::new();
        let each = |analysis: Analysis| note_visits(&mut visits, &analysis);
        engine.stream_analysis(Color::Black, &query, PATIENT, each).unwrap();
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
    let each = |_| {
        n_lines += 1;
        ControlFlow::Continue(())
    };
    engine.stream_analysis(Color::Black, &AnalysisQuery::default(), PATIENT, each).unwrap();
    assert_eq!(n_lines, 3);
    assert_eq!(engine.ask("name", PATIENT).unwrap(), "Unruly");
}

#[test]
fn analysis_that_falls_silent_is_ended() {
    let mut engine = start("hang; +lz-analyze");
    let process_id = engine.process_id().unwrap();
    let query = AnalysisQuery::default();
    let error = engine.stream_analysis(Color::Black, &query, IMPATIENT, go_on).unwrap_err();
    assert!(matches!(error, Error::TimedOut { .. }), "{error}");
    assert_gone(process_id);
}

#[test]
fn analysis_that_is_none_is_ended() {
    let mut engine = start("flood; +lz-analyze");
    let query = AnalysisQuery::default();
    let error = engine.stream_analysis(Color::Black, &query, PATIENT, go_on).unwrap_err();
    assert!(matches!(error, Error::Flooded { .. }), "{error}");
}

#[test]
fn excluded_moves_are_named() {
    let (mut engine, notes) = start_noted("brief; +lz-analyze");
    let points = ["A1", "C3"].into_iter().map(|it| it.parse().expect("points")).collect();
    let excluded = Excluded { points, pass: true };
    let query = AnalysisQuery { excluded, ..AnalysisQuery::default() };
    engine.stream_analysis(Color::White, &query, PATIENT, go_on).unwrap();
    assert_eq!(notes.commands(), ["lz-analyze white 50 avoid white A1,C3,pass 1"]);
}

#[test]
fn analyst_asks_for_as_much_as_is_wanted() {
    let (mut engine, notes) = start_noted("obedient; +kata-analyze");
    let game = game("C3");
    let mut told = Vec::new();
    let request = AnalysisRequest::new(&game, Effort::Visits(2));
    let tell = &mut |it: Analysis| told.push(it.n_visits);
    let analysis = Analyst::analyze(&mut engine, &request, &Stop::new(), tell).unwrap();
    assert_eq!((analysis.to_play, analysis.n_visits), (Color::White, 2));
    assert!((analysis.evaluation().black_win_rate - 0.25).abs() < 1e-6);
    assert_eq!(told, [1]);
    let expected = "boardsize 9, clear_board, komi 7.5, play black C3, \
                    kata-analyze white 10 ownership true";
    assert_eq!(notes.commands().join(", "), expected);
}

#[test]
fn an_engine_that_thinks_no_more_has_thought_enough() {
    let patience = Duration::from_secs(1);
    let options = Options { start_patience: PATIENT, patience, ..Options::default() };
    let mut engine = Controller::start(&line("stall; +kata-analyze"), options).unwrap();
    let game = game("C3");
    let request = AnalysisRequest::new(&game, Effort::Visits(1_000));
    let analysis = Analyst::analyze(&mut engine, &request, &Stop::new(), &mut |_| ()).unwrap();
    assert_eq!(analysis.n_visits, 3);
    assert_eq!(engine.ask("name", PATIENT).unwrap(), "Unruly");
}

#[test]
fn endless_analysis_ends_when_stopped() {
    let mut engine = start("obedient; +kata-analyze");
    let (game, stop) = (game("C3"), Stop::new());
    let request = AnalysisRequest::new(&game, Effort::Endless);
    let tell = &mut |it: Analysis| {
        if it.n_visits == 3 {
            stop.stop();
        }
    };
    let analysis = Analyst::analyze(&mut engine, &request, &stop, tell).unwrap();
    assert_eq!(analysis.n_visits, 3);
    assert_eq!(engine.ask("name", PATIENT).unwrap(), "Unruly");
    // A signal that was given before leaves nothing to say.
    let nothing = Analyst::analyze(&mut engine, &request, &stop, &mut |_| ());
    assert!(matches!(nothing, Err(AnalystError::Stopped)));
    assert_eq!(engine.ask("name", PATIENT).unwrap(), "Unruly");
}

#[test]
fn gnu_go_estimates_and_names_moves() {
    let changes = "+top_moves_white +initial_influence";
    let (mut engine, notes) = start_noted(&format!("gnu go; {changes}"));
    let game = game("E5 C3 G3");
    let excluded = Excluded { points: ["F4".parse().unwrap()].into_iter().collect(), pass: false };
    let request =
        AnalysisRequest { excluded, ..AnalysisRequest::new(&game, Effort::Visits(1_000)) };
    let analysis = Analyst::analyze(&mut engine, &request, &Stop::new(), &mut |_| ()).unwrap();
    assert_eq!(analysis.lead, Some(-2.9));
    assert!(analysis.win_rate < 0.5 && analysis.win_rate > 0.3);
    let moves: Vec<String> = analysis.candidates.iter().map(|it| it.mv.to_string()).collect();
    assert_eq!(moves, ["G7", "C6"]);
    // The first choice is worth what the position is, the others less.
    assert!(analysis.candidates.iter().all(|it| it.lead <= Some(-2.9) && it.n_visits == 0));
    let ownership = analysis.ownership.unwrap();
    let owner = |name: &str| ownership[name.parse().unwrap()];
    assert!((owner("A1") + 1.0).abs() < 1e-6 && (owner("E5") - 1.0).abs() < 1e-6);
    let asked = notes.commands().split_off(notes.commands().len() - 3);
    let expected = ["estimate_score", "top_moves_white", "initial_influence white territory_value"];
    assert_eq!(asked, expected);
}

#[test]
fn some_engines_cannot_analyze() {
    let mut engine = start("obedient; -estimate_score");
    let query = AnalysisQuery::default();
    let error = engine.stream_analysis(Color::Black, &query, PATIENT, go_on).unwrap_err();
    assert!(matches!(error, Error::CannotAnalyze), "{error}");
    let game = game("C3");
    let request = AnalysisRequest::new(&game, Effort::Endless);
    let error = Analyst::analyze(&mut engine, &request, &Stop::new(), &mut |_| ()).unwrap_err();
    assert!(matches!(error, AnalystError::Unsupported), "{error}");
    assert!(!engine.can_stream_analysis() && engine.is_running());
}
