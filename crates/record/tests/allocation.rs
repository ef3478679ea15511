//! Opening a game of a file costs what the game costs, wherever it stands.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;
use std::io::Cursor;
use std::sync::Arc;

use tengen_record::Record;
use tengen_record::sgf::{self, GameIndex};

thread_local! {
    /// Tests run in threads of their own, which do not see each other's count.
    static N_BYTES: Cell<usize> = const { Cell::new(0) };
}

struct CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[expect(unsafe_code, reason = "an allocator cannot be written without it")]
// SAFETY: All requests are passed on to the allocator of the system.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        N_BYTES.set(N_BYTES.get() + layout.size());
        // SAFETY: The caller has promised what the system asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: The caller has promised what the system asks for.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The bytes that are allocated for something.
fn n_bytes<T>(work: impl FnOnce() -> T) -> usize {
    let before = N_BYTES.get();
    black_box(work());
    N_BYTES.get() - before
}

const N_GAMES: usize = 10_000;

fn file() -> String {
    let game = format!("(;SZ[19]{})\n", ";B[aa](;W[bb])(;W[cc])".repeat(20));
    game.repeat(N_GAMES)
}

#[test]
fn allocations_are_counted() {
    assert_eq!(n_bytes(|| vec![0_u8; 10]), 10);
}

#[test]
fn the_last_game_of_a_file_costs_what_the_first_costs() {
    let collection = Arc::new(sgf::parse_text(&file()).unwrap());
    let open = |idx| n_bytes(|| Record::from_collection(Arc::clone(&collection), idx).unwrap());
    assert_eq!(open(N_GAMES - 1), open(0));
    assert!(open(0) < 20_000, "{} bytes", open(0));
}

#[test]
fn a_game_is_opened_without_the_others() {
    let mut file = Cursor::new(file());
    let index = GameIndex::read(&mut file).unwrap();
    assert_eq!(index.len(), N_GAMES);
    let mut open = |idx| {
        n_bytes(|| {
            let game = index.game(&mut file, idx).unwrap().unwrap();
            Record::from_collection(game.parse().unwrap(), 0).unwrap()
        })
    };
    assert_eq!(open(N_GAMES - 1), open(0));
    assert!(open(0) < 40_000, "{} bytes", open(0));
}
