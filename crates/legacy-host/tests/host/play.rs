//! Games against our own engine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use tengen_clock::TimeControl;
use tengen_engine::Level;
use tengen_legacy_host::{Event, Host, level_seat};
use tengen_legacy_session::{Action, Phase, Rejected, Seat, Session, Setup, Sound, Step};
use tengen_record::{Margin, Outcome, Record};
use tengen_rules::{Color, Ruleset, Size};

use crate::table::{against, begin, is_over, light, options, play, wait, wait_for};

#[test]
fn engines_play_a_game_to_its_result() {
    let setup = Setup::new(Size::square(5).unwrap(), Ruleset::CHINESE)
        .with_seat(Color::Black, level_seat(Level::LIGHT))
        .with_seat(Color::White, level_seat(Level::LADDER[0]));
    let host = begin(setup, options());
    let (view, events) = wait(&host, is_over);
    assert!(view.moves.len() > 4, "{}", view.status);
    assert!(matches!(view.phase, Phase::Over(Outcome::Win(..))), "{}", view.status);
    let heard = events.into_iter().chain(host.poll(Duration::ZERO));
    assert_eq!(heard.filter(|it| *it == Event::Ring(Sound::End)).count(), 1);
}

#[test]
fn person_is_answered() {
    let host = light(options());
    play(&host, "E5");
    let (view, _) = wait(&host, |view| view.moves.len() == 2);
    assert_eq!(view.to_play, Color::Black);
    play(&host, "A1");
    wait(&host, |view| view.moves.len() == 4);
}

#[test]
fn impossible_moves_are_rejected_at_once() {
    let host = begin(against(level_seat(Level::FULL)), options());
    play(&host, "E5");
    let rejected = host.apply(Action::Play("C3".parse().unwrap()));
    assert_eq!(rejected, Err(Rejected::NotYourTurn(Color::White)));
}

#[test]
fn undo_while_it_thinks_stops_it() {
    let host = begin(against(level_seat(Level::FULL)), options());
    play(&host, "E5");
    let progress = wait_for(&host, |event| match event {
        Event::Progress(progress) => Some(progress),
        _ => None,
    });
    assert_eq!(progress.color, Color::White);
    assert!(progress.n_playouts > 0);
    host.apply(Action::Undo).unwrap();
    assert!(host.view().moves.is_empty());
    assert_eq!(host.view().thinking, None);
    // If it still thought about the move before, this would take too long.
    play(&host, "C3");
    wait_for(&host, |event| matches!(event, Event::Progress(_)).then_some(()));
    host.apply(Action::MoveNow).unwrap();
    let (view, _) = wait(&host, |view| view.moves.len() == 2);
    assert_eq!(view.problem, None);
}

#[test]
fn somebody_else_takes_over_while_it_thinks() {
    let host = begin(against(level_seat(Level::FULL)), options());
    play(&host, "E5");
    host.apply(Action::ChangeSeat(Color::White, level_seat(Level::LIGHT))).unwrap();
    wait(&host, |view| view.moves.len() == 2);
}

#[test]
fn host_that_is_dropped_stops_its_engine() {
    let host = begin(against(level_seat(Level::FULL)), options());
    play(&host, "E5");
    host.apply(Action::Hint).unwrap();
    drop(host);
}

#[test]
fn hints_and_estimates_come() {
    let host = light(options());
    host.apply(Action::Hint).unwrap();
    let (view, _) = wait(&host, |view| !view.is_analyzing);
    assert!(!view.hints.is_empty());
    host.apply(Action::Estimate).unwrap();
    let (view, _) = wait(&host, |view| !view.is_analyzing);
    assert!(view.ownership.is_some());
}

#[test]
fn dead_stones_are_proposed() {
    let host = begin(Setup::new(Size::NINE, Ruleset::CHINESE), options());
    play(&host, "E5");
    host.apply(Action::Pass).unwrap();
    host.apply(Action::Pass).unwrap();
    let (view, _) = wait(&host, |view| match &view.phase {
        Phase::Scoring(scoring) => !scoring.is_proposal_pending,
        _ => false,
    });
    assert!(view.counting.is_some());
    for color in Color::ALL {
        host.apply(Action::Agree(color)).unwrap();
    }
    assert!(is_over(&host.view()));
}

#[test]
fn clock_falls_by_itself() {
    let time = TimeControl::Absolute { main: Duration::from_millis(20) };
    let host = begin(Setup::new(Size::NINE, Ruleset::CHINESE).with_time(time), options());
    let (view, _) = wait(&host, is_over);
    let Phase::Over(outcome) = view.phase else { unreachable!() };
    assert_eq!(outcome, Outcome::Win(Color::White, Margin::Time));
}

#[test]
fn engine_moves_in_time() {
    let time = TimeControl::Absolute { main: Duration::from_secs(60) };
    let host = begin(against(level_seat(Level::FULL)).with_time(time), options());
    play(&host, "E5");
    let (view, _) = wait(&host, |view| view.moves.len() == 2 || is_over(view));
    assert!(!is_over(&view), "{}", view.status);
}

#[test]
fn others_can_play_and_wake() {
    let host = light(options());
    let n_calls = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&n_calls);
    host.set_waker(move || {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let handle = host.handle();
    let thread = thread::spawn(move || handle.apply(Action::Play("E5".parse().unwrap())));
    thread.join().unwrap().unwrap();
    wait(&host, |view| view.moves.len() == 2);
    assert!(n_calls.load(Ordering::Relaxed) >= 2);
}

#[test]
fn analysis_follows_until_it_is_switched_off() {
    let record = Record::from_sgf("(;SZ[9];B[ee];W[ec];B[ce])").unwrap();
    let host = Host::start(Session::review(record, Ruleset::CHINESE), options());
    host.apply(Action::SetAnalysis(true)).unwrap();
    wait(&host, |view| view.n_visits > 0);
    host.apply(Action::Go(Step::Forward(2))).unwrap();
    let (view, _) = wait(&host, |view| view.move_number == 2 && view.n_visits > 100);
    assert!(view.is_analysis_on && view.is_analyzing && view.ownership.is_some());
    assert!(view.hints.iter().any(|it| it.prior > Some(0.0)));
    assert!(view.priors.len() > view.hints.len());
    let known: Vec<bool> = view.line.iter().map(|it| it.evaluation.is_some()).collect();
    assert_eq!(known, [true, false, true, false]);
    host.apply(Action::SetAnalysis(false)).unwrap();
    let view = host.view();
    assert!(!view.is_analyzing && view.hints.is_empty());
    assert!(view.line[2].evaluation.is_some());
    host.apply(Action::SetAnalysis(true)).unwrap();
}

#[test]
fn levels_say_what_they_think() {
    let host = begin(against(Seat::Level("8k".parse().unwrap())), options());
    play(&host, "E5");
    let (view, _) = wait(&host, |view| view.moves.len() == 2);
    let evaluation = view.line[1].evaluation.expect("it has looked");
    assert!((0.0..=1.0).contains(&evaluation.black_win_rate) && evaluation.n_visits > 0);
}
