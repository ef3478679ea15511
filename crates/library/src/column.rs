//! Games as the searches read them: entries in chunks.
//!
//! A chunk has many entries, so that loading a library costs little more than
//! reading its bytes. A later entry of a game replaces an earlier one.

use crate::timeline::{Timeline, take};

/// What a search knows of a game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Entry {
    pub(crate) game: u32,
    pub(crate) record: u32,
    pub(crate) facts: EntryFacts,
    /// The moves, or `None` if the game was removed.
    pub(crate) timeline: Option<Timeline>,
}

/// What statistics need of a game.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct EntryFacts {
    /// The names of the players.
    pub(crate) black: u32,
    pub(crate) white: u32,
    /// The year, or 0.
    pub(crate) year: u16,
    /// As in the table of games.
    pub(crate) winner: u8,
    /// 1 if the user is Black, 2 if White, 3 if both, as the program knows
    /// that has stored the game.
    pub(crate) own: u8,
}

/// A chunk that has reached this size gets no more entries.
pub(crate) const CHUNK: usize = 256 << 10;

/// Single games are added to the last chunk while it is smaller than this.
pub(crate) const SMALL_CHUNK: usize = 64 << 10;

impl Entry {
    pub(crate) fn n_bytes(&self) -> usize {
        21 + self.timeline.as_ref().map_or(0, Timeline::n_bytes)
    }

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.game.to_le_bytes());
        bytes.extend(self.record.to_le_bytes());
        bytes.extend(self.facts.black.to_le_bytes());
        bytes.extend(self.facts.white.to_le_bytes());
        bytes.extend(self.facts.year.to_le_bytes());
        bytes.extend([self.facts.winner, self.facts.own]);
        bytes.push(self.timeline.is_some().into());
        if let Some(timeline) = &self.timeline {
            timeline.write(bytes);
        }
    }

    /// Reads what was written, or `None` if it is damaged.
    pub(crate) fn read(bytes: &mut &[u8]) -> Option<Entry> {
        let game = u32::from_le_bytes(take(bytes)?);
        let record = u32::from_le_bytes(take(bytes)?);
        let black = u32::from_le_bytes(take(bytes)?);
        let white = u32::from_le_bytes(take(bytes)?);
        let year = u16::from_le_bytes(take(bytes)?);
        let [winner, own, has_timeline] = take(bytes)?;
        let timeline = if has_timeline == 0 { None } else { Some(Timeline::read(bytes)?) };
        let facts = EntryFacts { black, white, year, winner, own };
        Some(Entry { game, record, facts, timeline })
    }
}
