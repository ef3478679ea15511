//! Counting the sequences of legal moves, the classic proof of a rules engine.

use crate::{Game, KoRule, LongCycle, Move, PassRule, Ruleset, Size, Suicide};

/// Which sequences are counted.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Perft {
    /// The board, empty at the start.
    pub size: Size,
    /// Which repetitions are forbidden.
    pub ko: KoRule,
    /// Whether suicide is legal.
    pub suicide: Suicide,
    /// Whether passes are moves; two in a row end the game.
    pub passes: Passes,
}

/// Whether passes are counted as moves.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Passes {
    /// No move is a pass.
    Never,
    /// A pass is always legal, and two in a row end the game.
    Counted,
}

impl Perft {
    /// The number of sequences of exactly this number of moves.
    ///
    /// # Examples
    ///
    /// ```
    /// use tengen_rules::perft::{Passes, Perft};
    /// use tengen_rules::{KoRule, Size, Suicide};
    ///
    /// let perft = Perft {
    ///     size: Size::square(2).unwrap(),
    ///     ko: KoRule::Simple,
    ///     suicide: Suicide::Forbidden,
    ///     passes: Passes::Counted,
    /// };
    /// assert_eq!([1, 2, 3].map(|depth| perft.count(depth)), [5, 21, 68]);
    /// ```
    pub fn count(&self, depth: u32) -> u64 {
        let ruleset = Ruleset {
            ko: self.ko,
            suicide: self.suicide,
            long_cycle: LongCycle::Continues,
            pass: PassRule::Free,
            ..Ruleset::TROMP_TAYLOR
        };
        count(&mut Game::new(self.size, ruleset), self.passes, depth)
    }
}

fn count(game: &mut Game, passes: Passes, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.end().is_some() {
        return 0;
    }
    if depth == 1 {
        return game.legal_points().count() as u64 + u64::from(passes == Passes::Counted);
    }
    let mut n_sequences = 0;
    let before = *game.position();
    let moves = before.board.empty_points().map(Move::Play).filter(|&mv| game.check(mv).is_ok());
    let moves: Vec<Move> = moves.chain((passes == Passes::Counted).then_some(Move::Pass)).collect();
    for mv in moves {
        game.play_legal(mv);
        n_sequences += count(game, passes, depth - 1);
        game.take_back(&before);
    }
    n_sequences
}
