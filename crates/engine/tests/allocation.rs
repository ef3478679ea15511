//! Playouts and searches never allocate while they run.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

use tengen_analysis::Stop;
use tengen_engine::{EvaluatorKind, Limits, Rng, Sampler, Search, Settings, random};
use tengen_rules::{Board, Color, Game, Ruleset, Size};

thread_local! {
    /// Tests run in threads of their own, which do not see each other's count.
    static N_ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[expect(unsafe_code, reason = "an allocator cannot be written without it")]
// SAFETY: All requests are passed on to the allocator of the system.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_allocation();
        // SAFETY: The caller has promised what the system asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: The caller has promised what the system asks for.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count_allocation();
        // SAFETY: The caller has promised what the system asks for.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

fn count_allocation() {
    N_ALLOCATIONS.set(N_ALLOCATIONS.get() + 1);
}

/// Both kinds of search.
const EVALUATORS: [EvaluatorKind; 2] = [EvaluatorKind::BuiltIn, EvaluatorKind::Playouts];

/// Allocations between the first look at a running search and the last one,
/// so that neither its start nor its report counts.
fn n_allocations(settings: Settings, game: &Game, mut at_each_look: impl FnMut()) -> u64 {
    let mut search = Search::new(settings);
    let mut looks = None;
    let report = search.run(game, &Limits::exactly(1_000), &Stop::new(), |progress| {
        let now = (N_ALLOCATIONS.get(), progress.n_playouts());
        let (first, _) = looks.unwrap_or((now, now));
        looks = Some((first, now));
        at_each_look();
    });
    assert_eq!(report.n_playouts, 1_000);
    let (first, last) = looks.expect("a search is looked at");
    assert!(last.1 - first.1 >= 800, "looks after {} and {} playouts", first.1, last.1);
    last.0 - first.0
}

#[test]
fn allocations_are_counted() {
    let game = Game::new(Size::NINE, Ruleset::CHINESE);
    let planted = || drop(black_box(Box::new(1_u8)));
    assert!(n_allocations(Settings::default(), &game, planted) > 5);
}

#[test]
fn searching_does_not_allocate() {
    for evaluator in EVALUATORS {
        for (size, ruleset) in [
            (Size::NINE, Ruleset::CHINESE),
            (Size::NINE, Ruleset::TROMP_TAYLOR),
            (Size::NINETEEN, Ruleset::JAPANESE),
        ] {
            let settings = Settings { evaluator: evaluator.clone(), ..Settings::default() };
            let game = Game::new(size, ruleset);
            assert_eq!(n_allocations(settings, &game, || ()), 0, "{size}");
        }
    }
}

#[test]
fn making_room_in_a_full_tree_does_not_allocate() {
    for evaluator in EVALUATORS {
        let settings = Settings { memory: 256 << 10, evaluator, ..Settings::default() };
        let game = Game::new(Size::NINE, Ruleset::CHINESE);
        assert_eq!(n_allocations(settings, &game, || ()), 0);
    }
}

#[test]
fn playouts_do_not_allocate() {
    for size in [Size::NINE, Size::NINETEEN] {
        let board = Board::new(size);
        let mut rng = Rng::new(1);
        let mut sampler = Sampler::new(&board, Color::Black);
        let before = N_ALLOCATIONS.get();
        for _ in 0..100 {
            black_box(random::playout(&board, Color::Black, &mut rng));
            black_box(sampler.playout(&mut rng));
        }
        assert_eq!(N_ALLOCATIONS.get() - before, 0, "{size}");
    }
}
