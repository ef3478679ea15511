//! What games cost: idle ones little, and an action the same at any time.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::time::Duration;

use tengen_host::{GameHandle, Keep, Runner, RunnerOptions, Store};
use tengen_record::Record;
use tengen_rules::{Move, Point, Ruleset, Size};
use tengen_session::{Action, Actor, Session, Setup};

/// The bytes that are in use, by all threads.
static N_LIVE_BYTES: AtomicIsize = AtomicIsize::new(0);

thread_local! {
    /// The allocations of one thread, and their bytes.
    static ALLOCATED: Cell<Allocated> = const { Cell::new(Allocated { n: 0, n_bytes: 0 }) };
}

#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Allocated {
    n: usize,
    n_bytes: usize,
}

struct CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[expect(unsafe_code, reason = "an allocator cannot be written without it")]
// SAFETY: All requests are passed on to the allocator of the system.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        N_LIVE_BYTES.fetch_add(layout.size().cast_signed(), Ordering::Relaxed);
        // A thread that ends may have no count any more.
        let _ = ALLOCATED.try_with(|it| {
            let Allocated { n, n_bytes } = it.get();
            it.set(Allocated { n: n + 1, n_bytes: n_bytes + layout.size() });
        });
        // SAFETY: The caller has promised what the system asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        N_LIVE_BYTES.fetch_sub(layout.size().cast_signed(), Ordering::Relaxed);
        // SAFETY: The caller has promised what the system asks for.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The bytes that something keeps in use.
fn n_live_bytes<T>(work: impl FnOnce() -> T) -> (T, isize) {
    let before = N_LIVE_BYTES.load(Ordering::Relaxed);
    let result = black_box(work());
    (result, N_LIVE_BYTES.load(Ordering::Relaxed) - before)
}

/// What this thread allocates for something.
fn allocated<T>(work: impl FnOnce() -> T) -> Allocated {
    let before = ALLOCATED.get();
    black_box(work());
    let after = ALLOCATED.get();
    Allocated { n: after.n - before.n, n_bytes: after.n_bytes - before.n_bytes }
}

/// The threads of this process, where the system says so.
fn n_threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}

fn setup() -> Setup {
    Setup::new(Size::NINETEEN, Ruleset::CHINESE)
}

/// Points in an order in which nothing is ever captured.
fn points() -> Vec<Point> {
    let is_even = |it: &Point| (it.column() + it.row()).is_multiple_of(2);
    Size::NINETEEN.points().filter(is_even).chain(Size::NINETEEN.points()).collect()
}

/// Moves on free points, as far as the game goes.
fn play(game: &GameHandle, n_moves: usize) {
    for point in points() {
        let (n_turns, color, is_legal) = game.read(|session, _| {
            let game = session.game();
            (game.n_turns(), game.to_play(), game.check(Move::Play(point)).is_ok())
        });
        if n_turns >= n_moves {
            return;
        }
        if is_legal {
            game.apply(Actor::Player(color), Action::Play(point)).unwrap();
        }
    }
}

fn open(runner: &Runner, setup: Setup, keep: Keep) -> GameHandle {
    let game = runner.open(Session::new(setup).unwrap(), keep);
    game.apply(Actor::Owner, Action::Start).unwrap();
    game
}

/// All of it is one test, since others would allocate at the same time.
#[test]
fn games_cost_little() {
    idle_games_cost_no_threads_and_little_memory();
    actions_cost_the_same_at_any_time();
}

/// Games that do nothing.
struct Idle {
    n_games: usize,
    setup: Setup,
    keep: Keep,
    /// The most threads that they may need, all together.
    max_threads: usize,
}

/// Games of people without a clock need no thread; with clocks and a store
/// there is one timer and one autosave thread for all of them.
fn idle_games_cost_no_threads_and_little_memory() {
    let runner = Runner::start(RunnerOptions::default());
    let plain = Idle { n_games: 1000, setup: setup(), keep: Keep::Nothing, max_threads: 0 };
    check_idle_games(&runner, plain);
    // Fewer, since disks are slow.
    let runner = Runner::start(saving("idle"));
    let setup = setup().with_time("10m+3x30s".parse().unwrap());
    let saved = Idle { n_games: 30, setup, keep: Keep::Game, max_threads: 2 };
    check_idle_games(&runner, saved);
}

fn check_idle_games(runner: &Runner, idle: Idle) {
    const N_MOVES: usize = 40;
    let Idle { n_games, setup, keep, max_threads } = idle;
    let one = open(runner, setup.clone(), Keep::Nothing);
    play(&one, N_MOVES);
    let sgf = one.read(|session, _| session.record().to_sgf());
    drop(one);
    let (record, n_record_bytes) = n_live_bytes(|| Record::from_sgf(&sgf).unwrap());
    assert!(record.nodes().count() > N_MOVES);
    let n_threads_before = n_threads();
    let (games, n_bytes) = n_live_bytes(|| {
        let game = || {
            let game = open(runner, setup.clone(), keep.clone());
            play(&game, N_MOVES);
            assert!(game.wait_until_saved(Duration::from_secs(60)));
            let listener = game.listen(|| ());
            (game, listener)
        };
        (0..n_games).map(|_| game()).collect::<Vec<_>>()
    });
    let per_game = n_bytes / n_games.cast_signed() - n_record_bytes;
    assert!(per_game < 64 << 10, "{per_game} bytes beyond a record of {n_record_bytes}");
    assert!(n_threads() <= n_threads_before + max_threads);
    let (viewers, n_bytes) = n_live_bytes(|| {
        let viewers: Vec<_> = games.iter().map(|(game, _)| game.viewer()).collect();
        for viewer in &viewers {
            black_box(viewer.view());
        }
        viewers
    });
    let per_viewer = n_bytes / n_games.cast_signed();
    assert!(per_viewer < 64 << 10, "{per_viewer} bytes for each viewer");
    drop((viewers, games));
}

/// A store in a folder for this test.
fn saving(name: &str) -> RunnerOptions {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("allocation").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    RunnerOptions { store: Some(Store::new(folder)), ..RunnerOptions::default() }
}

/// The same allocations at move 10 and at move 300, whether or not the game is
/// saved.
fn actions_cost_the_same_at_any_time() {
    let runner = Runner::start(saving("actions"));
    for keep in [Keep::Nothing, Keep::Game] {
        let game = open(&runner, setup(), keep.clone());
        let viewer = game.viewer();
        let [early, late] = [10, 300].map(|n_moves| {
            play(&game, n_moves);
            assert!(game.wait_until_saved(Duration::from_secs(60)));
            // Lists grow by doubling, so the median is what a move costs.
            let mut costs: Vec<Allocated> = (1..=21)
                .map(|idx| {
                    let cost = allocated(|| play_one(&game));
                    assert_eq!(game.read(|session, _| session.game().n_turns()), n_moves + idx);
                    assert!(game.wait_until_saved(Duration::from_secs(60)));
                    cost
                })
                .collect();
            costs.sort_by_key(|it| (it.n_bytes, it.n));
            costs[costs.len() / 2]
        });
        assert!(late.n <= early.n + 2, "{keep:?} {early:?} {late:?}");
        assert!(late.n_bytes <= early.n_bytes + early.n_bytes / 10, "{keep:?} {early:?} {late:?}");
        drop(viewer);
    }
}

/// The next free point; what is looked at on the way is not the action's cost.
fn play_one(game: &GameHandle) {
    let (color, point) = game.read(|session, _| {
        let game = session.game();
        let is_legal = |&it: &Point| game.check(Move::Play(it)).is_ok();
        (game.to_play(), Size::NINETEEN.points().find(is_legal).unwrap())
    });
    game.apply(Actor::Player(color), Action::Play(point)).unwrap();
}
