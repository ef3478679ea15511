//! What a page sends.

use serde::{Deserialize, Serialize};
use tengen_rules::{Point, PointSet};

/// A message from a client.
///
/// `c` is the number that the client gives its command, and the answer names
/// it. `n` is the number of moves that the sender has seen, `rev` the revision
/// of the scoring that it has seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message: asks for everything, or for what was missed.
    Hello {
        /// The last version that the client has, if it has any.
        have: Option<u64>,
    },
    /// Puts a stone on a point.
    Play {
        /// The number of the command.
        c: u32,
        /// The moves that the sender has seen.
        n: u32,
        /// Where.
        at: Point,
    },
    /// Passes.
    Pass {
        /// The number of the command.
        c: u32,
        /// The moves that the sender has seen.
        n: u32,
    },
    /// Gives up.
    Resign {
        /// The number of the command.
        c: u32,
    },
    /// Asks to take back the sender's last move, or answers the opponent.
    Undo {
        /// The number of the command.
        c: u32,
        /// Ask, agree, or refuse.
        op: Op,
        /// The moves that the sender has seen.
        n: u32,
    },
    /// Asks to stop the clocks, or answers the opponent.
    Pause {
        /// The number of the command.
        c: u32,
        /// Ask, agree, or refuse.
        op: Op,
    },
    /// Ends a pause.
    Continue {
        /// The number of the command.
        c: u32,
    },
    /// During scoring, marks a group as dead, or as alive again.
    Mark {
        /// The number of the command.
        c: u32,
        /// The scoring that the sender has seen.
        rev: u32,
        /// A stone of the group.
        at: Point,
    },
    /// Agrees that exactly these stones are dead.
    Agree {
        /// The number of the command.
        c: u32,
        /// The scoring that the sender has seen.
        rev: u32,
        /// All dead stones.
        dead: PointSet,
    },
    /// Leaves the scoring to play on.
    Resume {
        /// The number of the command.
        c: u32,
        /// The scoring that the sender has seen.
        rev: u32,
    },
    /// Ends a game whose opponent is gone.
    Claim {
        /// The number of the command.
        c: u32,
        /// As a win, or without a result.
        what: Claim,
    },
    /// Cancels a game that has not really begun.
    Cancel {
        /// The number of the command.
        c: u32,
    },
    /// After the end, asks for another game, or answers the opponent.
    Rematch {
        /// The number of the command.
        c: u32,
        /// Ask, agree, or refuse.
        op: Op,
    },
    /// Says something to those in the same room.
    Say {
        /// The number of the command.
        c: u32,
        /// At most [`MAX_CHAT`](crate::MAX_CHAT) characters.
        text: String,
    },
    /// Asks for the time of the server.
    Ping {
        /// Comes back as it is.
        at: f64,
    },
}

/// Ask, agree, or refuse.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Op {
    /// Asks the opponent.
    Ask,
    /// Agrees to what the opponent asked.
    Yes,
    /// Refuses what the opponent asked, or withdraws what the sender asked.
    No,
}

/// What a player makes of a game whose opponent is gone.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The absent player loses.
    Win,
    /// The game has no result.
    Void,
}

impl ClientMessage {
    /// The number of the command, if it is one that is answered.
    pub const fn command(&self) -> Option<u32> {
        match self {
            ClientMessage::Hello { .. } | ClientMessage::Ping { .. } => None,
            ClientMessage::Play { c, .. }
            | ClientMessage::Pass { c, .. }
            | ClientMessage::Resign { c }
            | ClientMessage::Undo { c, .. }
            | ClientMessage::Pause { c, .. }
            | ClientMessage::Continue { c }
            | ClientMessage::Mark { c, .. }
            | ClientMessage::Agree { c, .. }
            | ClientMessage::Resume { c, .. }
            | ClientMessage::Claim { c, .. }
            | ClientMessage::Cancel { c }
            | ClientMessage::Rematch { c, .. }
            | ClientMessage::Say { c, .. } => Some(*c),
        }
    }
}
