//! Games against programs that die and hang, `examples/frail.rs`.

use std::fs;
use std::path::{Path, PathBuf};

use tengen_legacy_host::{Event, Host, check_engine};
use tengen_legacy_session::{Action, Seat};
use tengen_rules::Color;

use crate::table::{against, begin, folder, options, play, wait, wait_for};

/// Examples are built before tests are run, into a folder beside theirs.
fn program() -> PathBuf {
    let mut path = std::env::current_exe().expect("the test has a file");
    path.pop();
    path.pop();
    let path = path.join("examples").join(format!("frail{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "{} is missing, cargo build --examples makes it", path.display());
    path
}

/// A game against a program in trouble, and where its starts are noted.
fn frail(trouble: &str) -> (Host, PathBuf) {
    let notes = folder(&format!("frail {trouble}")).join("starts");
    let command = format!("'{}' '{}' '{trouble}'", program().display(), notes.display());
    let seat = Seat::Engine { name: "Frail".into(), command };
    (begin(against(seat), options()), notes)
}

/// The numbers of the processes that were started.
fn starts(notes: &Path) -> Vec<u32> {
    let text = fs::read_to_string(notes).unwrap_or_default();
    text.lines().filter_map(|line| line.parse().ok()).collect()
}

#[test]
fn program_answers() {
    let (host, notes) = frail("nothing");
    play(&host, "E5");
    wait(&host, |view| view.moves.len() == 2);
    host.apply(Action::Undo).unwrap();
    play(&host, "D4");
    let (view, _) = wait(&host, |view| view.moves.len() == 2);
    assert_eq!(view.problem, None);
    assert_eq!(starts(&notes).len(), 1);
}

#[test]
fn program_that_dies_is_started_once_more() {
    let (host, notes) = frail("dies once");
    play(&host, "E5");
    let (view, _) = wait(&host, |view| view.moves.len() == 2 || view.problem.is_some());
    assert_eq!(view.problem, None);
    assert_eq!(starts(&notes).len(), 2);
}

#[test]
fn program_that_dies_again_is_a_problem() {
    let (host, notes) = frail("dies");
    play(&host, "E5");
    let (view, _) = wait(&host, |view| view.problem.is_some());
    let problem = view.problem.unwrap();
    assert!(problem.starts_with("Frail: engine died at \"genmove white\""), "{problem}");
    assert!(view.is_paused);
    assert_eq!(starts(&notes).len(), 2);
    // Whoever goes on tries again.
    host.apply(Action::Start).unwrap();
    wait(&host, |view| view.problem.is_some());
    assert_eq!(starts(&notes).len(), 4);
}

#[test]
fn program_that_is_none_is_a_problem() {
    for (command, expected) in [
        ("'./no such engine'", "cannot start ./no such engine: there is no such program"),
        ("'unfinished", "quote"),
    ] {
        let seat = Seat::Engine { name: "Nobody".into(), command: command.into() };
        let host = begin(against(seat), options());
        play(&host, "E5");
        let (view, _) = wait(&host, |view| view.problem.is_some());
        let problem = view.problem.unwrap();
        assert!(problem.contains(expected), "{problem}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn nothing_is_left_of_programs_that_hang() {
    for trouble in ["hangs", "silent"] {
        let (host, notes) = frail(trouble);
        play(&host, "E5");
        while starts(&notes).is_empty() {
            std::thread::yield_now();
        }
        drop(host);
        for process in starts(&notes) {
            assert!(!Path::new(&format!("/proc/{process}")).exists(), "{trouble}");
        }
    }
}

#[test]
fn hanging_program_can_be_replaced() {
    let (host, _) = frail("hangs");
    play(&host, "E5");
    host.apply(Action::ChangeSeat(Color::White, Seat::person("Ada"))).unwrap();
    play(&host, "C3");
    wait_for(&host, |event| (event == Event::Changed).then_some(()));
    assert_eq!(host.view().moves.len(), 2);
}

#[test]
fn programs_can_be_tried() {
    let notes = folder("tried").join("starts");
    let command = format!("'{}' '{}' nothing", program().display(), notes.display());
    assert_eq!(check_engine(&command).unwrap(), "Frail 0.1");
    let reason = check_engine("no-such-program --gtp").unwrap_err().to_string();
    assert!(reason.contains("no-such-program"), "{reason}");
    let reason = check_engine("'open quote").unwrap_err().to_string();
    assert!(reason.contains("quote"), "{reason}");
    let reason = check_engine("").unwrap_err().to_string();
    assert!(!reason.is_empty());
}
