//! A move costs the same at any point of a game, and an idle game little.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::Duration;

use fastrand::Rng;
use tengen_analysis::{Decision, Evaluation};
use tengen_rules::{Color, Game, Move, Point, Ruleset, Size};
use tengen_session::{Action, Actor, Changes, Effect, Save, Seat, Session, Setup, Ticket};

thread_local! {
    /// Tests run in threads of their own, which do not see each other's count.
    static COUNT: Cell<Count> = const { Cell::new(Count { calls: 0, bytes: 0, held: 0 }) };
}

/// What was allocated.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Count {
    calls: usize,
    bytes: usize,
    /// Bytes that were not freed again.
    held: isize,
}

struct CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[expect(unsafe_code, reason = "an allocator cannot be written without it")]
// SAFETY: All requests are passed on to the allocator of the system.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Count { calls, bytes, held } = COUNT.get();
        COUNT.set(Count {
            calls: calls + 1,
            bytes: bytes + layout.size(),
            held: held + layout.size().cast_signed(),
        });
        // SAFETY: The caller has promised what the system asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        let count = COUNT.get();
        COUNT.set(Count { held: count.held - layout.size().cast_signed(), ..count });
        // SAFETY: The caller has promised what the system asks for.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// What something allocates.
fn count<T>(work: impl FnOnce() -> T) -> (T, Count) {
    let before = COUNT.get();
    let value = work();
    let after = COUNT.get();
    let count = Count {
        calls: after.calls - before.calls,
        bytes: after.bytes - before.bytes,
        held: after.held - before.held,
    };
    (value, count)
}

/// The moves of a long game that fills no eyes.
fn moves(n_moves: usize) -> Vec<Point> {
    let mut rng = Rng::with_seed(1);
    let mut game = Game::new(Size::NINETEEN, Ruleset::JAPANESE);
    let mut play = || {
        let to_play = game.to_play();
        let is_eye = |&it: &Point| game.board().is_eye(to_play, it);
        let points: Vec<Point> = game.legal_points().filter(|it| !is_eye(it)).collect();
        let point = rng.choice(points).unwrap();
        game.play(Move::Play(point)).unwrap();
        point
    };
    (0..n_moves).map(|_| play()).collect()
}

/// The median cost of twenty moves before this one.
fn median(mut costs: Vec<Count>, n_moves: usize) -> Count {
    let costs = &mut costs[n_moves - 20..n_moves];
    costs.sort_by_key(|it| (it.bytes, it.calls));
    costs[10]
}

/// The late move costs no more than the early one, but for longer numbers.
fn check_costs(costs: &[Count]) {
    let (early, late) = (median(costs.to_vec(), 30), median(costs.to_vec(), 320));
    assert!(late.calls <= early.calls, "{early:?} {late:?}");
    assert!(late.bytes <= early.bytes + 64, "{early:?} {late:?}");
    assert!(late.bytes < 4096, "{late:?}");
}

/// All but the first move are saved as a line.
fn check_saved(changes: &Changes, session: &Session) {
    let is_line = |it: &Effect| matches!(it, Effect::Save(Save::Appended(_)));
    assert!(session.game().n_turns() == 1 || changes.effects.iter().any(is_line));
}

#[test]
fn a_move_costs_the_same_at_any_point() {
    for time in ["none", "60m+5x30s"] {
        let setup = Setup::new(Size::NINETEEN, Ruleset::JAPANESE).with_time(time.parse().unwrap());
        let mut session = Session::new(setup).unwrap();
        let mut costs = Vec::new();
        for (idx, point) in moves(320).into_iter().enumerate() {
            let now = Duration::from_millis(1234 * idx as u64);
            let player = Actor::Player(session.to_play());
            let (changes, cost) =
                count(|| session.apply(player, Action::Play(point), now).unwrap());
            check_saved(&changes, &session);
            costs.push(cost);
        }
        check_costs(&costs);
    }
}

#[test]
fn an_answer_of_an_engine_costs_the_same_at_any_point() {
    let engine = Seat::Level("8k".parse().unwrap());
    let setup = Setup::new(Size::NINETEEN, Ruleset::JAPANESE)
        .with_seat(Color::Black, engine.clone())
        .with_seat(Color::White, engine);
    let mut session = Session::new(setup).unwrap();
    let now = Duration::ZERO;
    let mut changes = session.apply(Actor::Owner, Action::Start, now).unwrap();
    let mut costs = Vec::new();
    for point in moves(320) {
        // The engine holds no game any more when it answers.
        let ticket = take_ticket(changes.effects);
        let decision = Decision::Move(Move::Play(point));
        let evaluation = Evaluation { black_win_rate: 0.5, black_lead: None, n_visits: 9 };
        let action = Action::EngineMoved { ticket, decision, evaluation: Some(evaluation) };
        let cost;
        (changes, cost) = count(|| session.apply(Actor::Engine, action, now).unwrap());
        costs.push(cost);
    }
    check_costs(&costs);
}

fn take_ticket(effects: Vec<Effect>) -> Ticket {
    let ticket = effects.into_iter().find_map(|it| match it {
        Effect::Think(think) => Some(think.ticket),
        _ => None,
    });
    ticket.expect("an engine is at the move")
}

#[test]
fn an_idle_game_is_small_beside_its_record() {
    let setup =
        Setup::new(Size::NINETEEN, Ruleset::JAPANESE).with_time("60m+5x30s".parse().unwrap());
    let mut session = Session::new(setup).unwrap();
    for point in moves(300) {
        let color = session.to_play();
        session.apply(Actor::Player(color), Action::Play(point), Duration::ZERO).unwrap();
    }
    let (copy, whole) = count(|| session.clone());
    let (record, of_record) = count(|| session.record().clone());
    let (game, of_game) = count(|| session.game().clone());
    let held = |it: Count| it.held.cast_unsigned();
    let of_session = held(whole) - held(of_record) + size_of_val(&copy);
    // Copies of a session share their game.
    let beyond = of_session + held(of_game) + size_of_val(&game);
    assert!(of_session < 4096, "{of_session} bytes");
    assert!(beyond < 48 * 1024, "{beyond} bytes beside {of_record:?}, {of_game:?}");
    drop((record, game));
}
