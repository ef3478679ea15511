//! Names of positions: board, ko and player to move.

use tengen_rules::{Board, Color, Symmetry};

/// A name for a position, the same for equal ones.
pub(crate) fn this_hash(board: &Board, to_play: Color) -> String {
    name(hash(board, to_play))
}

/// A name that all turned and mirrored positions share.
pub(crate) fn symmetric_hash(board: &Board, to_play: Color) -> String {
    let turned = Symmetry::ALL.map(|symmetry| hash(&board.with_symmetry(symmetry), to_play));
    name(turned.into_iter().min().unwrap_or_default())
}

fn hash(board: &Board, to_play: Color) -> u64 {
    let ko = board.ko().map_or(0, |point| u64::from(point.to_bits().get()));
    let turn = u64::from(to_play == Color::White) << 16;
    board.position_hash() ^ mix(1 << 20 | turn | ko)
}

/// Clients expect 32 digits.
fn name(hash: u64) -> String {
    format!("{:016X}{:016X}", mix(hash), mix(!hash))
}

/// The finalizer of `SplitMix64`.
const fn mix(n: u64) -> u64 {
    let n = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetric_positions_share_one_name() {
        let board: Board = ". X .\n. . O\n. . .\n. . .".parse().unwrap();
        let turned = board.with_symmetry(Symmetry::ALL[5]);
        let names = |board, color| (this_hash(board, color), symmetric_hash(board, color));
        let (this, symmetric) = names(&board, Color::Black);
        assert_eq!(this.len(), 32);
        assert_ne!(this_hash(&turned, Color::Black), this);
        assert_eq!(symmetric_hash(&turned, Color::Black), symmetric);
        let (other, other_symmetric) = names(&board, Color::White);
        assert!(other != this && other_symmetric != symmetric);
    }
}
