//! Games against programs that die and hang, `examples/fake_engine.rs`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tengen_gtp::controller;
use tengen_host::{
    AnalystChoice, EngineError, HostEvent, HostProblem, Keep, Limits, ManualTime, Runner,
    RunnerOptions, check_engine,
};
use tengen_rules::Color;
use tengen_session::{Action, EngineProblem, Seat, Session, View, ViewerAction};

use crate::support::{Table, against, begin, example, folder, options, people};

/// The command of a program in trouble, and where its starts are noted.
fn command(test: &str, trouble: &str) -> (String, PathBuf) {
    let notes = folder(&format!("fake engine {test}")).join("starts");
    let program = example("fake_engine");
    (format!("'{}' '{}' '{trouble}'", program.display(), notes.display()), notes)
}

fn fake(test: &str, trouble: &str) -> (Table, PathBuf) {
    let (command, notes) = command(test, trouble);
    let seat = Seat::Engine { name: "Fake".into(), command };
    (begin(against(seat), options()), notes)
}

/// The numbers of the processes that were started.
fn starts(notes: &Path) -> Vec<u32> {
    let text = fs::read_to_string(notes).unwrap_or_default();
    text.lines().filter_map(|line| line.parse().ok()).collect()
}

fn has_problem(view: &View) -> bool {
    view.engine.problem.is_some()
}

/// The failure of an engine, as data.
fn failure(event: HostEvent) -> Option<(String, Option<Color>, Arc<EngineError>)> {
    match event {
        HostEvent::Problem(HostProblem::EngineFailed { name, color, error }) => {
            Some((name, color, error))
        }
        _ => None,
    }
}

#[test]
fn program_answers() {
    let (table, notes) = fake("answers", "none");
    table.play("E5");
    table.wait_for_moves(2);
    table.own(Action::Undo);
    table.play("D4");
    let (view, _) = table.wait(|view| view.position.moves.len() == 2);
    assert!(!has_problem(&view));
    assert_eq!(starts(&notes).len(), 1);
}

#[test]
fn program_that_dies_is_started_once_more() {
    let (table, notes) = fake("dies once", "dies once");
    table.play("E5");
    let (view, _) = table.wait(|view| view.position.moves.len() == 2 || has_problem(view));
    assert!(!has_problem(&view));
    assert_eq!(starts(&notes).len(), 2);
}

#[test]
fn program_that_dies_again_is_a_problem() {
    let (table, notes) = fake("dies", "dies");
    table.play("E5");
    let (name, color, error) = table.wait_for(failure);
    assert_eq!((name.as_str(), color), ("Fake", Some(Color::White)));
    assert!(matches!(*error, EngineError::Engine(controller::Error::Died { .. })), "{error:?}");
    let view = table.view();
    let Some(EngineProblem::NoMove { color: Color::White, reason }) = view.engine.problem else {
        panic!("{:?}", view.engine.problem)
    };
    assert!(reason.starts_with("engine died during "), "{reason}");
    assert!(view.game.is_paused);
    assert_eq!(starts(&notes).len(), 2);
    // Whoever goes on tries again.
    table.own(Action::Start);
    table.wait(has_problem);
    assert_eq!(starts(&notes).len(), 4);
}

#[test]
fn program_that_is_none_is_a_problem_within_seconds() {
    for (command, expected) in [
        ("'./no such engine'", "cannot start ./no such engine: there is no such program"),
        ("'unfinished", "quote"),
        ("cat", "program does not speak GTP"),
        ("true", "engine died"),
    ] {
        let seat = Seat::Engine { name: "Nobody".into(), command: command.into() };
        let table = begin(against(seat), options());
        let start = Instant::now();
        table.play("E5");
        let (_, _, error) = table.wait_for(failure);
        assert!(error.to_string().contains(expected), "{error}");
        assert!(start.elapsed() < Duration::from_secs(30), "{command}");
        assert!(has_problem(&table.view()));
    }
}

/// A program that says nothing at all is told of long before patience ends.
#[test]
fn silent_program_is_told_within_seconds() {
    let (command, notes) = command("silent told", "silent");
    let time = Arc::new(ManualTime::new());
    let seat = Seat::Engine { name: "Fake".into(), command };
    let table = begin(against(seat), RunnerOptions { time: time.clone(), ..options() });
    table.play("E5");
    while starts(&notes).is_empty() {
        thread::yield_now();
    }
    time.advance(Duration::from_secs(5));
    let waited = table.wait_for(|event| match event {
        HostEvent::Problem(HostProblem::EngineSilent { name, color, waited }) => {
            assert_eq!((name.as_str(), color), ("Fake", Some(Color::White)));
            Some(waited)
        }
        _ => None,
    });
    assert!(waited <= Duration::from_secs(5));
    // The game can go on without it.
    table.own(Action::ChangeSeat(Color::White, Seat::person("Ada")));
    table.play("C3");
    assert_eq!(table.n_moves(), 2);
}

#[test]
#[cfg(target_os = "linux")]
fn nothing_is_left_of_programs_that_hang() {
    for trouble in ["hangs", "silent"] {
        let (table, notes) = fake(&format!("left {trouble}"), trouble);
        table.play("E5");
        while starts(&notes).is_empty() {
            thread::yield_now();
        }
        drop(table);
        for process in starts(&notes) {
            assert!(!Path::new(&format!("/proc/{process}")).exists(), "{trouble}");
        }
    }
}

#[test]
fn hanging_program_can_be_replaced() {
    let (table, _) = fake("replaced", "hangs");
    table.play("E5");
    table.own(Action::ChangeSeat(Color::White, Seat::person("Ada")));
    table.play("C3");
    table.wait_for(|event| matches!(event, HostEvent::Changed).then_some(()));
    assert_eq!(table.n_moves(), 2);
}

/// The move that is taken back leaves the program busy; the next question
/// waits for it instead of being lost.
#[test]
fn question_to_a_busy_program_is_answered() {
    let (table, notes) = fake("busy", "none");
    for n_rounds in 0..10 {
        table.play("E5");
        if n_rounds % 2 == 0 {
            table.wait_for_moves(2);
        }
        table.own(Action::Undo);
        assert_eq!(table.n_moves(), 0);
    }
    table.play("D4");
    table.wait_for_moves(2);
    assert_eq!(starts(&notes).len(), 1);
}

/// Programs of many games take turns; each is told its game again.
#[test]
#[cfg(target_os = "linux")]
fn no_more_programs_are_kept_than_allowed() {
    let limits = Limits { processes: 2, workers: 1, ..options().limits };
    let runner = Runner::start(RunnerOptions { limits, ..options() });
    let tables: Vec<(Table, PathBuf)> = (0..4)
        .map(|idx| {
            let (command, notes) = command(&format!("turns {idx}"), "none");
            let setup = against(Seat::Engine { name: "Fake".into(), command });
            let game = runner.open(Session::new(setup).unwrap(), Keep::Game);
            let table = Table::of(runner.clone(), game);
            table.own(Action::Start);
            (table, notes)
        })
        .collect();
    let is_alive = |process: &u32| Path::new(&format!("/proc/{process}")).exists();
    for (n_moves, point) in [(2, "E5"), (4, "G5"), (6, "E7")] {
        for (table, _) in &tables {
            table.play(point);
            table.wait_for_moves(n_moves);
        }
        let all = tables.iter().flat_map(|(_, notes)| starts(notes));
        assert!(all.filter(is_alive).count() <= 2, "after {n_moves} moves");
    }
}

#[test]
fn any_program_can_analyze() {
    let (command, notes) = command("analyst", "none");
    let table = people(options());
    table.game.set_analyst(AnalystChoice::Program { name: "Fake".into(), command });
    table.play("E5");
    table.viewer.apply(ViewerAction::Hint).unwrap();
    let (view, _) = table.wait(|view| !view.engine.is_analyzing);
    assert!(!has_problem(&view), "{:?}", view.engine.problem);
    let analysis = view.engine.analysis.expect("it has analyzed");
    assert_eq!((analysis.to_play, analysis.n_visits), (Color::White, 7));
    table.viewer.apply(ViewerAction::SetAnalysis(true)).unwrap();
    for point in ["C3", "G7"] {
        table.play(point);
        table.wait(|view| view.engine.analysis.is_some());
    }
    assert_eq!(starts(&notes).len(), 1);
}

#[test]
fn analyst_that_cannot_be_started_is_a_problem() {
    let table = people(options());
    let (name, command) = ("Nobody".to_owned(), "./no-such-engine".to_owned());
    table.game.set_analyst(AnalystChoice::Program { name, command });
    table.viewer.apply(ViewerAction::SetAnalysis(true)).unwrap();
    let (name, color, error) = table.wait_for(failure);
    assert_eq!((name.as_str(), color), ("Nobody", None));
    assert!(error.to_string().contains("no such program"), "{error}");
    assert!(matches!(table.view().engine.problem, Some(EngineProblem::NoAnalysis(_))));
}

#[test]
fn programs_can_be_tried() {
    let patience = Duration::from_secs(60);
    let (command, _) = command("tried", "none");
    assert_eq!(check_engine(&command, patience).unwrap(), "Fake 0.1");
    for (command, expected) in [
        ("no-such-program --gtp", "no-such-program"),
        ("'open quote", "quote"),
        ("cat", "does not speak GTP"),
        ("", ""),
    ] {
        let reason = check_engine(command, patience).unwrap_err().to_string();
        assert!(!reason.is_empty() && reason.contains(expected), "{reason}");
    }
    let (silent, _) = self::command("tried silent", "silent");
    let error = check_engine(&silent, Duration::from_millis(100)).unwrap_err();
    assert!(matches!(error, EngineError::Engine(controller::Error::TimedOut { .. })), "{error}");
}
