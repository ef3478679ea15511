//! Moves that an engine must not consider, by player and depth.

use tengen_rules::{Color, Move};

use crate::Excluded;

/// Moves of one player that are out of the question for a while.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Restriction {
    /// The player who must not make them.
    pub player: Color,
    /// The moves.
    pub moves: Excluded,
    /// The number of moves from the position on after which they are allowed
    /// again: 1 restricts the next move alone.
    pub until_depth: u32,
}

/// Moves that an engine must not consider, by player and depth.
#[derive(Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Restrictions(Vec<Restriction>);

impl Restrictions {
    /// No restrictions.
    pub const NONE: Restrictions = Restrictions(Vec::new());

    /// Whether every move is allowed.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a player must not make a move at some depth, 0 at the position
    /// that is analyzed.
    pub fn forbid(&self, player: Color, depth: usize, mv: Move) -> bool {
        let is_early = |until: u32| u32::try_from(depth).is_ok_and(|depth| depth < until);
        self.0
            .iter()
            .any(|it| it.player == player && is_early(it.until_depth) && it.moves.contains(mv))
    }
}

impl FromIterator<Restriction> for Restrictions {
    fn from_iter<I: IntoIterator<Item = Restriction>>(iter: I) -> Restrictions {
        Restrictions(iter.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restrictions_end() {
        let mv: Move = "D4".parse().unwrap();
        let points = mv.point().into_iter().collect();
        let moves = Excluded { points, pass: false };
        let restriction = Restriction { player: Color::Black, moves, until_depth: 2 };
        let restrictions: Restrictions = [restriction].into_iter().collect();
        let forbid = |player, depth, mv| restrictions.forbid(player, depth, mv);
        assert!(forbid(Color::Black, 0, mv) && forbid(Color::Black, 1, mv));
        assert!(!forbid(Color::Black, 2, mv) && !forbid(Color::White, 0, mv));
        assert!(
            !forbid(Color::Black, 0, Move::Pass) && !Restrictions::NONE.forbid(Color::Black, 0, mv)
        );
    }
}
