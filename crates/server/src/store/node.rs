//! Which machine has a game: nodes, their leases, and the epochs of games.

use std::fmt;
use std::time::Duration;

use super::StoredGame;
use crate::id::random_bytes;

/// How long a node has its games after it was last heard of.
pub const LEASE: Duration = Duration::from_secs(15);

/// A server that runs: another one after each start, so that what an earlier
/// one still has on its way is told from what this one does.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct NodeId(u64);

impl NodeId {
    /// The one server of a store that has no others. It keeps its games over a
    /// restart, and waits for no lease to be over.
    pub const ONLY: NodeId = NodeId(0);

    /// An id for a server among others.
    pub fn random() -> NodeId {
        NodeId(u64::from_le_bytes(random_bytes()).max(1))
    }

    /// The node with a number, for tests.
    pub const fn numbered(number: u64) -> NodeId {
        NodeId(number)
    }

    /// The number, for storage: as the databases have it, with a sign.
    pub(super) const fn to_signed(self) -> i64 {
        self.0.cast_signed()
    }

    pub(super) const fn from_signed(number: i64) -> NodeId {
        NodeId(number.cast_unsigned())
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::str::FromStr for NodeId {
    type Err = crate::id::NotAnId;

    fn from_str(text: &str) -> Result<NodeId, crate::id::NotAnId> {
        let is_hex = text.len() == 16 && text.bytes().all(|it| it.is_ascii_hexdigit());
        let number = u64::from_str_radix(text, 16).ok().filter(|_| is_hex);
        number.map(NodeId).ok_or(crate::id::NotAnId)
    }
}

tengen_rules::serde_as_text!(NodeId);

/// What came of taking a game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Taken {
    /// The node has it, with a new epoch, and this is how it is stored.
    Here(Box<StoredGame>),
    /// Another node has it.
    Elsewhere(NodeId),
    /// There is no such game.
    Nowhere,
}

/// What a node is told when it renews its lease.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Renewal {
    /// The time of the store, since 1970: the same for all nodes.
    pub now: Duration,
    /// Whether the lease was over, so that others may have taken its games.
    /// It is so the first time, too.
    pub was_over: bool,
}
