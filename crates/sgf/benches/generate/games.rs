//! Texts that the benchmarks read.

use std::fmt::Write;

use fastrand::Rng;

/// Games without comments and variations.
pub(crate) fn plain_games(n_games: u32, n_moves: u32) -> String {
    let mut rng = Rng::with_seed(0x1234_5678);
    let mut out = String::new();
    for _ in 0..n_games {
        out.push_str("(;GM[1]FF[4]SZ[19]KM[6.5]PB[Black]PW[White]RE[B+3.5]\n");
        for idx in 0..n_moves {
            push_move(&mut out, idx, &mut rng);
        }
        out.push_str(")\n");
    }
    out
}

/// Adds a node with a move, and a comment and marks to every third.
pub(crate) fn push_annotated_move(out: &mut String, idx: u32, rng: &mut Rng) {
    push_move(out, idx, rng);
    if rng.u32(..3) == 0 {
        out.push_str("C[White could also consider the move at \\[a\\], which is 好棋.\n");
        out.push_str("After that, Black has to live in the corner: see the variation.]");
        out.push_str("LB[aa:a][bb:b]TR[cc][dd]\n");
    }
}

/// Adds a node with a move.
pub(crate) fn push_move(out: &mut String, idx: u32, rng: &mut Rng) {
    let letter = |it: u32| char::from(b'a' + it as u8);
    let color = if idx.is_multiple_of(2) { 'B' } else { 'W' };
    let (column, row) = (letter(rng.u32(..19)), letter(rng.u32(..19)));
    write!(out, ";{color}[{column}{row}]").expect("a string takes any text");
    if idx % 10 == 9 {
        out.push('\n');
    }
}
