//! What a search or an opponent is asked.

use tengen_analysis::Excluded;
use tengen_rules::{Color, Game};

use crate::limits::Limits;
use crate::time_source::{SystemTimeSource, TimeSource};

/// What a search or an opponent is asked: the next move in a game.
#[derive(Copy, Clone, Debug)]
pub struct SearchRequest<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// The player to move, whose turn it need not be.
    pub color: Color,
    /// What the search may use, for a level that leaves it to the caller.
    pub limits: Limits,
    /// Moves that must not be considered.
    pub excluded: Excluded,
    /// Tells the time, if the limits have one.
    pub time: &'a dyn TimeSource,
}

impl<'a> SearchRequest<'a> {
    /// What the player to move should do, by the clock of the system.
    pub fn new(game: &'a Game, limits: Limits) -> SearchRequest<'a> {
        let color = game.to_play();
        let time = &SystemTimeSource;
        SearchRequest { game, color, limits, excluded: Excluded::default(), time }
    }
}
