//! Playouts by themselves, without a tree above them.

use tengen_rules::{Board, Color};

use crate::playout::{Playout, owner};
use crate::rng::Rng;

/// A position that is played to the end over and over, by the learned weights.
///
/// # Examples
///
/// ```
/// use tengen_engine::{Rng, Sampler};
/// use tengen_rules::{Board, Color, Size};
///
/// let mut rng = Rng::new(1);
/// let mut sampler = Sampler::new(&Board::new(Size::NINE), Color::Black);
/// assert!((-81..=81).contains(&sampler.playout(&mut rng)));
/// ```
#[derive(Debug)]
pub struct Sampler {
    start: Playout,
    playout: Playout,
    to_play: Color,
}

impl Sampler {
    /// Gets ready to play from a position.
    pub fn new(board: &Board, to_play: Color) -> Sampler {
        let start = Playout::new(board);
        Sampler { playout: start.clone(), start, to_play }
    }

    /// Plays to the end and returns Black's points minus White's, by area.
    ///
    /// Like the playouts of a search, it ends early if one player has so many
    /// more stones that the rest would not change who wins.
    pub fn playout(&mut self, rng: &mut Rng) -> i32 {
        self.playout.reset(&self.start);
        self.playout.run(self.to_play, rng, |_, _| ());
        let board = self.playout.board();
        let owners = board.size().points().filter_map(|point| owner(board, point));
        owners.map(|color| i32::from(color.sign())).sum()
    }
}
