//! The policy of a game: what players may do alone, and what needs consent.

/// What the players of a game may do; the owner may do all of it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Policy {
    /// Taking back moves.
    pub takebacks: Permission,
    /// Stopping the clocks.
    pub pause: Permission,
    /// Whether players may edit the record beside the game.
    pub edits: bool,
    /// Whether the running game may be analyzed.
    pub analysis: bool,
}

impl Policy {
    /// Everything is free, as among friends at one board.
    pub const FREE: Policy = Policy {
        takebacks: Permission::Free,
        pause: Permission::Free,
        edits: true,
        analysis: true,
    };
}

impl Default for Policy {
    fn default() -> Policy {
        Policy::FREE
    }
}

/// Whether a player may do something.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Permission {
    /// Any player may do it alone.
    #[default]
    Free,
    /// The opponent must consent.
    ByConsent,
    /// No player may do it.
    Never,
}

/// What a player can ask the opponent for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Request {
    /// To take back the asker's last move.
    Undo,
    /// To stop the clocks.
    Pause,
    /// To break off the game and go on another day.
    Adjourn,
}
