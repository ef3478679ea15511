//! Random numbers that identify the stones of a position.

use crate::Color;
use crate::point::N_SLOTS;

/// The number of a stone of this color at this index.
///
/// A position is identified by the exclusive or over its stones.
pub(crate) fn stone(color: Color, slot: usize) -> u64 {
    STONES[color as usize][slot]
}

/// Distinguishes the same stones with another player to move.
pub(crate) const fn to_play(color: Color) -> u64 {
    match color {
        Color::Black => 0,
        Color::White => mix(u64::MAX),
    }
}

static STONES: [[u64; N_SLOTS]; 2] = {
    let mut table = [[0; N_SLOTS]; 2];
    let mut slot = 0;
    while slot < N_SLOTS {
        table[0][slot] = mix(2 * slot as u64);
        table[1][slot] = mix(2 * slot as u64 + 1);
        slot += 1;
    }
    table
};

/// The output of the generator `SplitMix64` for this counter.
const fn mix(counter: u64) -> u64 {
    let mut x = counter.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
