//! Opening, middle game and endgame.

use tengen_rules::Size;

/// A part of a game, by the number of its moves.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Phase {
    /// The first moves: 50 on 19×19.
    Opening,
    /// Up to move 150 on 19×19.
    Middle,
    /// All others.
    Endgame,
}

impl Phase {
    /// All of them in order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::Endgame];

    /// The phase of the move with this number, counted from 1.
    pub fn of(number: usize, size: Size) -> Phase {
        let n_points = usize::from(size.n_points());
        match 100 * number {
            it if it <= 14 * n_points => Phase::Opening,
            it if it <= 42 * n_points => Phase::Middle,
            _ => Phase::Endgame,
        }
    }

    /// The name in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middle => "middle",
            Phase::Endgame => "endgame",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_grow_with_the_board() {
        let ends = |size| {
            let last = |phase| (1..400).filter(|&it| Phase::of(it, size) == phase).max();
            (last(Phase::Opening), last(Phase::Middle))
        };
        assert_eq!(ends(Size::NINETEEN), (Some(50), Some(151)));
        assert_eq!(ends(Size::NINE), (Some(11), Some(34)));
    }
}
