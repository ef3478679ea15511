//! Whatever an engine does, it costs no more than an error.

use std::time::Duration;

use tengen_analysis::{Decision, Stop};
use tengen_gtp::controller::{CommandLine, Controller, Error, Options};
use tengen_rules::Color;

use crate::stub::{IMPATIENT, PATIENT, assert_gone, game, line, start};

/// What comes of asking for a move; nothing of the engine is left if it
/// fails for good.
fn fails(manner: &str, patience: Duration) -> Error {
    let mut engine = start(manner);
    let process_id = engine.process_id().expect("it runs");
    let error = engine.generate(Color::Black, patience).expect_err("this engine fails");
    assert_eq!(engine.is_running(), !error.is_fatal());
    if error.is_fatal() {
        assert_gone(process_id);
        let next = engine.ask("name", PATIENT).expect_err("it is gone");
        assert!(matches!(next, Error::NotRunning { .. }), "{next}");
    }
    error
}

#[test]
fn program_that_repeats_commands_is_no_engine() {
    let error = Controller::start(&line("cat"), Options::default()).unwrap_err();
    assert!(matches!(error, Error::NotAnEngine { .. }), "{error}");
    let expected = "program does not speak GTP: it repeats \"list_commands\"";
    assert_eq!(error.to_string(), expected);
    // One behind a terminal repeats commands and answers them.
    assert_eq!(start("terminal").ask("protocol_version", PATIENT).unwrap(), "2");
}

#[test]
fn missing_program_is_named() {
    let line: CommandLine = "'./no such engine' --gtp".parse().unwrap();
    let error = Controller::start(&line, Options::default()).unwrap_err();
    assert_eq!(error.to_string(), "cannot start ./no such engine: there is no such program");
}

#[test]
fn program_that_is_no_engine() {
    let error = Controller::start(&line("silent"), impatient()).unwrap_err();
    assert_eq!(error.to_string(), "engine did not answer \"list_commands\" within 200ms");
}

fn impatient() -> Options {
    Options { start_patience: IMPATIENT, patience: IMPATIENT, ..Options::default() }
}

#[test]
fn engine_is_stopped_from_outside() {
    let stop = Stop::new();
    let options = Options { stop: stop.clone(), ..Options::default() };
    let mut engine = Controller::start(&line("hang"), options.clone()).unwrap();
    let process_id = engine.process_id().expect("it runs");
    let thread = std::thread::spawn(move || engine.generate(Color::Black, PATIENT).unwrap_err());
    stop.stop();
    assert_eq!(thread.join().unwrap().to_string(), "engine was stopped during \"genmove black\"");
    assert_gone(process_id);
    let error = Controller::start(&line("silent"), options).unwrap_err();
    assert!(matches!(error, Error::Interrupted { .. }), "{error}");
}

#[test]
fn engine_need_not_say_who_it_is() {
    let mut engine = start("unlisted");
    assert_eq!((engine.name(), engine.version()), ("unruly", ""));
    assert!(!engine.knows("play"));
    engine.set_up(&game("C3")).unwrap();
}

#[test]
fn death_is_reported_with_last_words() {
    let error = fails("crash", PATIENT);
    let Error::Died { command, status, last_words } = &error else { panic!("{error}") };
    assert_eq!(command, "genmove black");
    assert_eq!(status.unwrap().code(), Some(3));
    assert_eq!(last_words.join("/"), "out of//memory/");
    assert!(error.to_string().ends_with("3), its last words: memory"), "{error}");
}

#[test]
fn silence_ends_by_patience() {
    let error = fails("hang", IMPATIENT);
    assert_eq!(error.to_string(), "engine did not answer \"genmove black\" within 200ms");
}

#[test]
fn floods_are_stopped() {
    for manner in ["flood", "long answer", "long line"] {
        let error = fails(manner, PATIENT);
        assert!(matches!(error, Error::Flooded { .. }), "{manner}: {error}");
    }
}

#[test]
fn answer_needs_its_id() {
    for (manner, expected) in [("wrong id", "=40 A1"), ("no id", "= A1")] {
        let error = fails(manner, PATIENT);
        let Error::WrongId { answer, .. } = &error else { panic!("{error}") };
        assert_eq!(answer, expected);
    }
}

#[test]
fn answer_that_is_no_move() {
    let error = fails("nonsense", PATIENT);
    assert_eq!(error.to_string(), "engine answered \"genmove black\" with \"banana split\"");
}

#[test]
fn death_is_seen_though_a_child_holds_the_output() {
    let error = fails("orphan", PATIENT);
    let Error::Died { status, .. } = &error else { panic!("{error}") };
    assert_eq!(status.unwrap().code(), Some(5));
}

#[test]
fn illegal_move_is_left_to_the_game() {
    let mut engine = start("illegal");
    let game = game("A1");
    engine.sync(&game).unwrap();
    let Ok(Decision::Move(mv)) = engine.generate(Color::White, PATIENT) else {
        panic!("the engine has a move");
    };
    assert!(game.after(mv).is_err());
}

#[test]
fn resignation_in_any_case() {
    assert_eq!(start("resign").generate(Color::Black, PATIENT).unwrap(), Decision::Resign);
}

#[test]
fn noise_is_ignored() {
    for manner in ["garbage", "loud"] {
        let mut engine = start(manner);
        engine.sync(&game("A1")).unwrap();
        assert_eq!(engine.generate(Color::White, PATIENT).unwrap().to_string(), "B1");
    }
}

#[test]
fn refusal_leaves_the_engine_running() {
    let mut engine = start("obedient");
    let error = engine.ask("banana split", PATIENT).unwrap_err();
    assert_eq!(error.to_string(), "engine refused \"banana split\": unknown command");
    assert_eq!(engine.ask("protocol_version\nquit", PATIENT).unwrap(), "2");
    assert_eq!(engine.ask("name", PATIENT).unwrap(), "Unruly");
}

#[test]
fn engine_that_does_not_quit_is_killed_with_its_children() {
    for manner in ["stay", "parent"] {
        let mut engine = start(manner);
        let process_id = engine.process_id().unwrap();
        let child_id = engine.ask("unruly-child", PATIENT).unwrap().parse().unwrap();
        drop(engine);
        assert_gone(process_id);
        assert_gone(child_id);
    }
}
