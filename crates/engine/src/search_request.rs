//! What a search or an opponent is asked.

use tengen_analysis::{Excluded, Restrictions};
use tengen_rules::{Color, Game};

use crate::limits::Limits;
use crate::time_source::{SystemTimeSource, TimeSource};

static UNRESTRICTED: Restrictions = Restrictions::NONE;

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
    /// Moves that must not be considered by one player up to some depth.
    pub restrictions: &'a Restrictions,
    /// Whether the policy is that of the position alone, whatever the last
    /// moves were.
    pub forgets_moves: bool,
    /// What the report tells beside the usual, if anything.
    pub details: Option<DetailRequest>,
    /// Tells the time, if the limits have one.
    pub time: &'a dyn TimeSource,
}

impl<'a> SearchRequest<'a> {
    /// What the player to move should do, by the clock of the system.
    pub fn new(game: &'a Game, limits: Limits) -> SearchRequest<'a> {
        let color = game.to_play();
        SearchRequest {
            game,
            color,
            limits,
            excluded: Excluded::default(),
            restrictions: &UNRESTRICTED,
            forgets_moves: false,
            details: None,
            time: &SystemTimeSource,
        }
    }
}

/// What a report tells beside the usual.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct DetailRequest {
    /// The longest variation, in moves; the usual length if it is zero.
    pub longest_variation: u16,
    /// Whether ownership is told for each candidate; keeping it takes a few
    /// kilobytes for each.
    pub by_candidate: bool,
}
