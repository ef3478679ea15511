//! Boards and life never allocate, and games only to remember more turns.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

use fastrand::Rng;
use tengen_rules::life::{self, Extent};
use tengen_rules::{
    Board, Color, Game, KoRule, Move, Point, PointSet, Position, Ruleset, Size, Suicide,
};

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

fn n_allocations(work: impl FnOnce()) -> u64 {
    let before = N_ALLOCATIONS.get();
    work();
    N_ALLOCATIONS.get() - before
}

#[test]
fn allocations_are_counted() {
    assert_eq!(n_allocations(|| drop(black_box(vec![0_u8; 10]))), 1);
    assert_eq!(n_allocations(|| drop(black_box(Box::new(Board::new(Size::NINE))))), 1);
    let mut numbers = vec![1_u8; 10];
    assert_eq!(n_allocations(|| numbers.reserve_exact(black_box(1000))), 1);
    let game = Game::new(Size::NINE, Ruleset::CHINESE);
    assert_ne!(n_allocations(|| drop(black_box(game.clone()))), 0);
}

#[test]
fn board_is_a_flat_value() {
    fn assert_copy<T: Copy>() {}
    assert_copy::<Board>();
    assert_copy::<Position>();
    assert_copy::<PointSet>();

    assert!(size_of::<Board>() <= 11 * 1024, "{} bytes", size_of::<Board>());
    assert!(size_of::<PointSet>() <= 96, "{} bytes", size_of::<PointSet>());
}

#[test]
fn playing_on_a_board_does_not_allocate() {
    for size in [Size::NINE, Size::NINETEEN] {
        let mut n_moves = 0;
        let work = || {
            let mut board = Board::new(size);
            n_moves = play_out(&mut board, 600);
            for (color, point) in board.stones() {
                black_box((board.chain(point).count(), board.liberties(point)));
                black_box((board.atari(point), board.is_eye(color, point)));
            }
            let others = board.stones().skip(1);
            black_box((Board::with_stones(size, others).is_ok(), board.without(|_| true)));
        };

        assert_eq!(n_allocations(work), 0, "{size}");
        assert!(n_moves >= size.n_points(), "{n_moves} moves on {size}");
    }
}

#[test]
fn positions_do_not_allocate() {
    let work = || {
        let mut position = Position::new(Size::NINETEEN);
        for point in Size::NINETEEN.points().step_by(3) {
            black_box(position.after(Move::Pass, Suicide::Forbidden).is_ok());
            black_box(position.play(Move::Play(point), Suicide::Forbidden).is_ok());
        }
    };

    assert_eq!(n_allocations(work), 0);
}

#[test]
fn life_does_not_allocate() {
    let mut board = Board::new(Size::NINETEEN);
    play_out(&mut board, 600);
    let work = || {
        for suicide in [Suicide::Forbidden, Suicide::Allowed] {
            for extent in
                [Extent::Unconditional, Extent::Walled, Extent::Surrounded, Extent::Stones]
            {
                black_box(life::area(&board, suicide, extent));
            }
            black_box(life::independent(&board, suicide));
            black_box(life::dead_stones(&board, suicide));
        }
    };

    assert_eq!(n_allocations(work), 0);
}

#[test]
fn counting_a_game_does_not_allocate() {
    let mut board = Board::new(Size::NINETEEN);
    play_out(&mut board, 600);
    for (name, ruleset) in Ruleset::names() {
        let game = Game::from_position(board.into(), ruleset);
        let dead: PointSet = board.stones().step_by(7).map(|(_, point)| point).collect();
        let work = || {
            black_box(game.count(&dead).score());
        };

        assert_eq!(n_allocations(work), 0, "{name}");
    }
}

#[test]
fn game_allocates_only_as_its_history_doubles() {
    for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational, KoRule::Spight] {
        let mut game = Game::new(Size::NINETEEN, Ruleset { ko, ..Ruleset::TROMP_TAYLOR });
        let mut rng = Rng::with_seed(1);
        let mut n_checked = 0;

        let n_played = n_allocations(|| {
            while game.n_turns() < 1024 {
                let mv = random_point(game.board(), &mut rng).map_or(Move::Pass, Move::Play);
                n_checked += u32::from(game.check(mv).is_ok());
                if game.play(mv).is_err() && game.resume(Color::Black).is_err() {
                    game.play(Move::Pass).expect("a pass is legal in a game that goes on");
                }
            }
        });
        let n_read = n_allocations(|| {
            black_box(game.legal_points().count());
            black_box((game.turns().count(), game.position_at(500)));
        });
        let n_undone = n_allocations(|| {
            for _ in 0..50 {
                game.undo();
            }
            for _ in 0..50 {
                game.redo();
            }
        });

        // Three lists grow to 2^10 entries, by doubling.
        assert!(n_played <= 3 * 10, "{n_played} allocations with {ko:?}");
        assert!(n_checked > 500);
        assert_eq!((n_read, n_undone), (0, 0), "{ko:?}");
        assert_eq!(game.n_turns(), 1024);
    }
}

/// An empty point that is not an eye, if one is found soon.
fn random_point(board: &Board, rng: &mut Rng) -> Option<Point> {
    if board.n_empty() == 0 {
        return None;
    }
    let is_eye = |point: &Point| Color::ALL.iter().any(|&color| board.is_eye(color, *point));
    (0..20).map(|_| board.empty_point(rng.u16(..board.n_empty()))).find(|point| !is_eye(point))
}

/// Plays stones at random and returns how many were legal.
fn play_out(board: &mut Board, n_tries: u16) -> u16 {
    let mut rng = Rng::with_seed(3);
    let mut n_legal = 0;
    let mut color = Color::Black;
    for _ in 0..n_tries {
        let Some(point) = random_point(board, &mut rng) else { continue };
        if board.is_legal(color, point, Suicide::Forbidden) {
            black_box(board.zobrist_after(color, point));
            black_box(board.after(color, point, Suicide::Forbidden).is_ok());
        }
        n_legal += u16::from(board.play(color, point, Suicide::Forbidden).is_ok());
        color = !color;
    }
    n_legal
}
