//! Games against our own engine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use tengen_clock::TimeControl;
use tengen_engine::Level;
use tengen_host::{HostEvent, Keep, Runner, level_seat};
use tengen_record::{Margin, Outcome};
use tengen_rules::{Color, Move, Ruleset, Size};
use tengen_session::{
    Action, Actor, Event, Phase, Rejected, Seat, Session, Setup, Sound, Step, ViewerAction,
};

use crate::support::{PATIENT, Table, against, begin, is_over, light, options, people, review};

#[test]
fn engines_play_a_game_to_its_result() {
    let setup = Setup::new(Size::square(5).unwrap(), Ruleset::CHINESE)
        .with_seat(Color::Black, level_seat(Level::LIGHT))
        .with_seat(Color::White, level_seat(Level::LADDER[0]));
    let table = begin(setup, options());
    let (view, mut events) = table.wait(is_over);
    assert!(view.position.moves.len() > 4);
    let Phase::Over(ended) = view.game.phase else { unreachable!() };
    assert!(matches!(ended.outcome, Outcome::Win(..)), "{ended:?}");
    // Listeners are told after the game has changed.
    let is_end = |it: &HostEvent| matches!(it, HostEvent::Ring(Sound::End));
    while !events.iter().any(is_end) {
        events.extend(table.listener.poll(PATIENT));
    }
    events.extend(table.listener.poll(Duration::ZERO));
    assert_eq!(events.iter().filter(|it| is_end(it)).count(), 1);
}

#[test]
fn person_is_answered() {
    let table = light(options());
    table.play("E5");
    let (view, _) = table.wait(|view| view.position.moves.len() == 2);
    assert_eq!(view.position.to_play, Color::Black);
    table.play("A1");
    table.wait_for_moves(4);
}

#[test]
fn impossible_moves_are_rejected_at_once() {
    let table = begin(against(level_seat(Level::FULL)), options());
    table.play("E5");
    let action = Action::Play("C3".parse().unwrap());
    let rejected = table.game.apply(Actor::Player(Color::Black), action.clone()).unwrap_err();
    assert_eq!(rejected, Rejected::NotYourTurn(Color::White));
    let rejected = table.game.apply(Actor::Spectator, action).unwrap_err();
    assert_eq!(rejected, Rejected::NotAllowed(Actor::Spectator));
}

#[test]
fn undo_while_it_thinks_stops_it() {
    let table = begin(against(level_seat(Level::FULL)), options());
    table.play("E5");
    let progress = table.wait_for(|event| match event {
        HostEvent::Progress(progress) => Some(progress),
        _ => None,
    });
    assert_eq!(progress.color, Color::White);
    assert!(progress.n_playouts > 0);
    table.own(Action::Undo);
    assert_eq!(table.n_moves(), 0);
    assert!(table.view().engine.thinking.is_none());
    // If it still thought about the move before, this would take too long.
    table.play("C3");
    table.wait_for(|event| matches!(event, HostEvent::Progress(_)).then_some(()));
    table.own(Action::MoveNow);
    let (view, _) = table.wait(|view| view.position.moves.len() == 2);
    assert!(view.engine.problem.is_none());
}

#[test]
fn another_engine_takes_over_while_one_thinks() {
    let table = begin(against(level_seat(Level::FULL)), options());
    table.play("E5");
    table.own(Action::ChangeSeat(Color::White, level_seat(Level::LIGHT)));
    table.wait_for_moves(2);
}

#[test]
fn game_that_is_dropped_stops_its_engines() {
    let table = begin(against(level_seat(Level::FULL)), options());
    table.play("E5");
    table.viewer.apply(ViewerAction::Hint).unwrap();
    drop(table);
}

#[test]
fn hints_and_estimates_come() {
    let table = light(options());
    table.viewer.apply(ViewerAction::Hint).unwrap();
    let (view, _) = table.wait(|view| !view.engine.is_analyzing);
    assert!(!view.engine.analysis.unwrap().candidates.is_empty());
    table.viewer.apply(ViewerAction::Estimate).unwrap();
    let (view, _) = table.wait(|view| !view.engine.is_analyzing);
    assert!(view.engine.analysis.unwrap().ownership.is_some());
}

#[test]
fn dead_stones_are_proposed() {
    let table = people(options());
    table.play("E5");
    table.act(Action::Pass);
    table.act(Action::Pass);
    let is_proposed = |view: &tengen_session::View| {
        view.game.scoring.as_ref().is_some_and(|it| !it.is_proposal_pending)
    };
    let (view, _) = table.wait(is_proposed);
    assert!(view.game.counting.is_some());
    let dead = view.game.scoring.unwrap().dead;
    for color in Color::ALL {
        table.game.apply(Actor::Player(color), Action::Agree(dead)).unwrap();
    }
    assert!(is_over(&table.view()));
}

/// A proposal that nobody waits for any more has no answer, and leaves its
/// worker to others.
#[test]
fn proposal_of_dead_stones_can_be_canceled() {
    let table = people(options());
    table.play("E5");
    for _ in 0..20 {
        table.act(Action::Pass);
        table.act(Action::Pass);
        assert!(table.view().game.scoring.is_some());
        table.own(Action::Undo);
        assert!(table.view().game.scoring.is_none());
        table.own(Action::Undo);
    }
    assert_eq!(table.view().game.phase, Phase::Playing);
    table.act(Action::Pass);
    table.act(Action::Pass);
    table.wait(|view| view.game.scoring.as_ref().is_some_and(|it| !it.is_proposal_pending));
}

#[test]
fn clock_falls_by_itself() {
    let time = TimeControl::Absolute { main: Duration::from_millis(20) };
    let table = begin(Setup::new(Size::NINE, Ruleset::CHINESE).with_time(time), options());
    let (view, _) = table.wait(is_over);
    let Phase::Over(ended) = view.game.phase else { unreachable!() };
    assert_eq!(ended.outcome, Outcome::Win(Color::White, Margin::Time));
}

#[test]
fn engine_moves_in_time() {
    let time = TimeControl::Absolute { main: Duration::from_secs(60) };
    let table = begin(against(level_seat(Level::FULL)).with_time(time), options());
    table.play("E5");
    let (view, _) = table.wait(|view| view.position.moves.len() == 2 || is_over(view));
    assert!(!is_over(&view));
}

#[test]
fn other_threads_can_play_and_every_listener_is_woken() {
    let table = light(options());
    let n_calls = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&n_calls);
    let _listener = table.game.listen(move || {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let game = table.game.clone();
    let action = Action::Play("E5".parse().unwrap());
    let thread = thread::spawn(move || game.apply(Actor::Player(Color::Black), action));
    thread.join().unwrap().unwrap();
    table.wait_for_moves(2);
    assert!(n_calls.load(Ordering::Relaxed) >= 2);
}

#[test]
fn analysis_follows_until_it_is_switched_off() {
    let table = review("(;SZ[9];B[ee];W[ec];B[ce])", options());
    let n_visits =
        |view: &tengen_session::View| view.engine.analysis.as_ref().map_or(0, |it| it.n_visits);
    table.viewer.apply(ViewerAction::Go(Step::First)).unwrap();
    table.viewer.apply(ViewerAction::SetAnalysis(true)).unwrap();
    table.wait(|view| n_visits(view) > 0);
    table.viewer.apply(ViewerAction::Go(Step::Forward(2))).unwrap();
    let (view, _) = table.wait(|view| view.position.move_number == 2 && n_visits(view) > 100);
    assert!(view.engine.is_analysis_on && view.engine.is_analyzing);
    let analysis = view.engine.analysis.unwrap();
    assert!(analysis.ownership.is_some());
    assert!(analysis.candidates.iter().any(|it| it.prior > Some(0.0)));
    assert!(analysis.priors.len() > analysis.candidates.len());
    let known: Vec<bool> = view.tree.line.iter().map(|it| it.evaluation.is_some()).collect();
    assert_eq!(known, [true, false, true, false]);
    table.viewer.apply(ViewerAction::SetAnalysis(false)).unwrap();
    let view = table.view();
    assert!(!view.engine.is_analyzing && view.engine.analysis.is_none());
    assert!(view.tree.line[2].evaluation.is_some());
    table.viewer.apply(ViewerAction::SetAnalysis(true)).unwrap();
}

/// Analysis that is on goes along with the moves of the game.
#[test]
fn analysis_goes_along_with_the_game() {
    let table = people(options());
    table.viewer.apply(ViewerAction::SetAnalysis(true)).unwrap();
    for (n_moves, point) in [(1, "E5"), (2, "C3"), (3, "G7")] {
        table.play(point);
        let (view, _) = table.wait(|view| view.engine.analysis.is_some());
        assert_eq!(view.position.moves.len(), n_moves);
    }
}

#[test]
fn levels_say_what_they_think() {
    let table = begin(against(Seat::Level("8k".parse().unwrap())), options());
    table.play("E5");
    let (view, _) = table.wait(|view| view.position.moves.len() == 2);
    let evaluation = view.tree.line[1].evaluation.expect("it has looked");
    assert!((0.0..=1.0).contains(&evaluation.black_win_rate) && evaluation.n_visits > 0);
}

/// A server passes on what happens, in order, whoever does it.
#[test]
fn every_change_is_heard_in_order() {
    let setup = Setup::new(Size::square(5).unwrap(), Ruleset::CHINESE)
        .with_seat(Color::Black, level_seat(Level::LIGHT))
        .with_seat(Color::White, level_seat(Level::LIGHT));
    let runner = Runner::start(options());
    let game = runner.open(Session::new(setup).unwrap(), Keep::Game);
    let changes = game.listen_to_changes(|| ());
    let table = Table::of(runner, game);
    table.own(Action::Start);
    let (view, _) = table.wait(is_over);
    let changes = changes.poll(Duration::ZERO).unwrap();
    assert!(changes.is_sorted_by(|one, next| one.version < next.version));
    let events: Vec<&Event> = changes.iter().flat_map(|it| it.events.iter()).collect();
    let moves = events.iter().filter_map(|it| match it {
        Event::Moved { color, mv, .. } => Some((*color, *mv)),
        _ => None,
    });
    assert!(moves.eq(view.position.moves.iter().copied()));
    assert!(matches!(events[..], [Event::Started, .., Event::Ended(_)]), "{events:?}");
}

/// One viewer looks back and asks; the other sees the game and nothing else.
#[test]
fn viewers_do_not_disturb_each_other() {
    let table = people(options());
    table.play("E5");
    table.play("C3");
    let other = table.game.viewer();
    other.apply(ViewerAction::Go(Step::First)).unwrap();
    other.apply(ViewerAction::Hint).unwrap();
    let version = table.view().game.version;
    assert_eq!((table.n_moves(), other.view().position.moves.len()), (2, 0));
    assert!(other.view().engine.is_analyzing && !table.view().engine.is_analyzing);
    let mv = Move::Play("G7".parse().unwrap());
    let check = |viewer: &tengen_host::ViewerHandle| viewer.check(Actor::Player(Color::Black), mv);
    assert_eq!((check(&table.viewer), check(&other)), (Ok(()), Err(Rejected::LookingBack)));
    table.play("G7");
    assert!(table.view().game.version > version);
    assert_eq!((table.n_moves(), other.view().position.moves.len()), (3, 0));
}

/// A front end that stops polling and keeps an old view in its hands does not
/// stop engines or clocks.
#[test]
fn front_end_that_blocks_stops_nobody() {
    let runner = Runner::start(options());
    let time = TimeControl::Absolute { main: Duration::from_secs(600) };
    let setup = Setup::new(Size::square(5).unwrap(), Ruleset::CHINESE)
        .with_seat(Color::Black, level_seat(Level::LIGHT))
        .with_seat(Color::White, level_seat(Level::LIGHT))
        .with_time(time);
    let game = runner.open(Session::new(setup).unwrap(), Keep::Game);
    let (blocked, blocked_viewer) = (game.listen(|| ()), game.viewer());
    let held = blocked_viewer.view();
    let table = Table::of(runner, game);
    table.own(Action::Start);
    let (view, _) = table.wait(is_over);
    assert!(view.position.moves.len() > 4 && held.position.moves.is_empty());
    // What has waited meanwhile is little, and the end is among it.
    let mut events = blocked.poll(Duration::ZERO);
    assert!(events.len() < 12, "{}", events.len());
    while !events.iter().any(|it| matches!(it, HostEvent::Ring(Sound::End))) {
        events = blocked.poll(PATIENT);
    }
    assert!(is_over(&blocked_viewer.view()));
}
