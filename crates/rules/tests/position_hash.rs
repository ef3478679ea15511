//! Position hashes are what their documentation promises, in every version.

use fastrand::Rng;
use tengen_rules::{Board, Color, Colors, Size, Suicide, SymmetricHash, Symmetry};

const OPENING: &str = "
    X . . O . . .
    . X . . . . .
    . . O X . . O
    . . . . . . .
    O . . . X . .
";

/// The numbers were computed by another program from the documentation.
#[test]
fn stored_hashes_stay_the_same() {
    let opening: Board = OPENING.parse().expect("the diagram is right");
    assert_eq!(opening.position_hash(), 0xd1de_cddc_365e_5132);
    assert_eq!(opening.canonical_hash(Colors::Distinct).hash, 0x32c3_721e_999d_7f5a);
    assert_eq!(opening.canonical_hash(Colors::Interchangeable).hash, 0x2342_1848_b3cc_0d12);
    let empty = Board::new(Size::NINETEEN);
    assert_eq!(empty.zobrist(), 0);
    assert_eq!(empty.position_hash(), 0xf1e3_a308_5e16_20a1);
    assert_eq!(empty.canonical_hash(Colors::Interchangeable).hash, empty.position_hash());
}

#[test]
fn hashes_of_random_games_agree_with_the_documentation() {
    let mut rng = Rng::with_seed(20_260_801);
    for _ in 0..60 {
        let size = Size::new(rng.u8(1..=25), rng.u8(1..=25)).expect("both edges are in range");
        let mut board = Board::new(size);
        let mut kept = SymmetricHash::new(size);
        let mut color = Color::Black;
        for _ in 0..2 * size.n_points() {
            let point = board.empty_point(rng.u16(..board.n_empty()));
            if board.is_legal(color, point, Suicide::Allowed) {
                let announced = board.zobrist_after(color, point);
                kept.toggle(color, point);
                board.play_observed(color, point, |color, point| kept.toggle(color, point));
                assert_eq!(board.zobrist(), announced);
            }
            color = !color;
        }
        assert_eq!(board.zobrist(), zobrist_by_the_book(&board));
        assert_eq!(kept, SymmetricHash::of(&board), "{board}");
        assert_eq!(kept.position_hash(), board.position_hash(), "{board}");
    }
}

#[test]
fn symmetric_positions_have_one_canonical_hash() {
    let mut rng = Rng::with_seed(20_260_802);
    for _ in 0..200 {
        let size = Size::new(rng.u8(1..=19), rng.u8(1..=19)).expect("both edges are in range");
        let board = random_board(size, &mut rng);
        let distinct = board.canonical_hash(Colors::Distinct);
        let swapped = board.with_colors_swapped();
        let any = board.canonical_hash(Colors::Interchangeable);
        assert_eq!(any.hash, distinct.hash.min(swapped.canonical_hash(Colors::Distinct).hash));
        assert_eq!(swapped.canonical_hash(Colors::Interchangeable).hash, any.hash);
        for symmetry in Symmetry::ALL {
            let turned = board.with_symmetry(symmetry);
            assert_eq!(turned.with_symmetry(symmetry.inverse()), board);
            assert_eq!(turned.canonical_hash(Colors::Distinct).hash, distinct.hash, "{board}");
            assert_eq!(turned.canonical_hash(Colors::Interchangeable).hash, any.hash, "{board}");
            assert!(distinct.hash <= turned.position_hash());
        }
        let canonical = board.with_symmetry(distinct.symmetry);
        assert_eq!(canonical.position_hash(), distinct.hash);
        assert!(!distinct.is_swapped);
        let board = if any.is_swapped { swapped } else { board };
        assert_eq!(board.with_symmetry(any.symmetry).position_hash(), any.hash);
    }
}

#[test]
fn boards_of_different_sizes_differ() {
    let sizes = (1..=25).flat_map(|width| (1..=25).filter_map(move |it| Size::new(width, it)));
    let mut hashes: Vec<u64> = sizes.map(|size| Board::new(size).position_hash()).collect();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 625);
}

fn random_board(size: Size, rng: &mut Rng) -> Board {
    let mut board = Board::new(size);
    for _ in 0..rng.u16(..=size.n_points()) {
        let color = Color::ALL[rng.usize(..2)];
        let point = board.empty_point(rng.u16(..board.n_empty()));
        // What is refused leaves the board as it was.
        let _ = board.play(color, point, Suicide::Forbidden);
        if board.n_empty() == 0 {
            break;
        }
    }
    board
}

/// The hash as the documentation describes it, stone by stone.
fn zobrist_by_the_book(board: &Board) -> u64 {
    board.stones().fold(0, |hash, (color, point)| {
        let index = 26 * (u64::from(point.row()) + 1) + u64::from(point.column()) + 1;
        hash ^ split_mix(2 * index + u64::from(color == Color::White))
    })
}

fn split_mix(n: u64) -> u64 {
    let x = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
