//! Evaluating a position does not allocate.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

use tengen_net::{Conditions, Evaluator, Input, Network, Shape, Weights};
use tengen_rules::{Game, KoRule, Move, PointSet, Ruleset, Size, Symmetry};

thread_local! {
    static N_ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

#[expect(unsafe_code, reason = "an allocator can be written in no other way")]
// SAFETY: everything is done by the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        N_ALLOCATIONS.with(|it| it.set(it.get() + 1));
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn evaluation_does_not_allocate() {
    let bytes = Weights::random(Shape::new(2, 32), 1).to_bytes();
    let network = Arc::new(Network::from_bytes(&bytes).unwrap());
    let ruleset = Ruleset { ko: KoRule::Positional, ..Ruleset::CHINESE };
    for size in [Size::NINE, Size::NINETEEN] {
        let mut game = Game::new(size, ruleset);
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..size.n_points() / 2 {
            let legal: Vec<Move> = game.legal_points().map(Move::Play).collect();
            game.play(*rng.choice(&legal).unwrap()).unwrap();
        }
        let mut evaluator = Evaluator::new(&network, size);
        let input = Input::from_game(&game, game.to_play());
        evaluator.evaluate(&input, Symmetry::Identity);
        let before = N_ALLOCATIONS.get();

        let input = Input::from_game(&game, game.to_play());
        let recent = [None; tengen_net::N_RECENT];
        let other = Input::new(game.position(), &recent, &Conditions::of(&game), &PointSet::EMPTY);
        evaluator.evaluate(&other, Symmetry::Clockwise);
        let win = evaluator.evaluate_mean(&input, &Symmetry::ALL).win();

        assert_eq!(N_ALLOCATIONS.get() - before, 0, "{size}");
        assert!(win.is_finite());
    }
}
