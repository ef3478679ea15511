//! All games in memory, as the searches go through them.

use std::collections::HashMap;
use std::sync::Arc;

use tengen_rules::Size;

use crate::column::{Entry, EntryFacts};
use crate::error::Explain;
use crate::timeline::{Branch, Content, Step, Timeline};
use crate::{Library, LibraryError};

/// The games of a library by board size.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    pub(crate) sizes: Vec<SizeIndex>,
    /// Where a game is: the place of its size, and its slot there.
    by_game: HashMap<u32, (u32, u32)>,
    /// The last chunk that was read.
    last_chunk: i64,
}

/// The games on boards of one size, as columns.
#[derive(Clone, Debug)]
pub(crate) struct SizeIndex {
    pub(crate) size: Size,
    pub(crate) slots: Vec<Slot>,
    steps: Vec<Step>,
    /// For each slot, the points that ever had a black stone in its main line,
    /// then those that had a white one.
    ever: Vec<u64>,
    branched: HashMap<u32, Branched>,
}

/// A game in the columns.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Slot {
    /// The number of the game, or 0 if a later slot has replaced this one.
    pub(crate) game: u32,
    pub(crate) record: u32,
    pub(crate) facts: EntryFacts,
    start: usize,
    n_steps: u32,
}

/// What games with several lines have beside the main line.
#[derive(Clone, Debug)]
struct Branched {
    branches: Vec<Branch>,
    /// As in [`SizeIndex`], for all lines.
    ever: Vec<u64>,
}

impl SizeIndex {
    fn new(size: Size) -> SizeIndex {
        SizeIndex {
            size,
            slots: Vec::new(),
            steps: Vec::new(),
            ever: Vec::new(),
            branched: HashMap::new(),
        }
    }

    /// The words of a set of points.
    pub(crate) fn n_words(&self) -> usize {
        n_words(self.size)
    }

    /// The main line of a game.
    pub(crate) fn main_line(&self, slot: usize) -> &[Step] {
        let Slot { start, n_steps, .. } = self.slots[slot];
        &self.steps[start..start + n_steps as usize]
    }

    pub(crate) fn has_branches(&self, slot: usize) -> bool {
        self.branched.contains_key(&(slot as u32))
    }

    /// The points that ever had a black stone, then those of white ones, in
    /// the main line or in all lines.
    pub(crate) fn ever(&self, slot: usize, all_lines: bool) -> &[u64] {
        let n_words = 2 * self.n_words();
        match self.branched.get(&(slot as u32)) {
            Some(branched) if all_lines => &branched.ever,
            _ => &self.ever[slot * n_words..][..n_words],
        }
    }

    /// Calls a function for each line of a game.
    pub(crate) fn for_each_line(&self, slot: usize, use_line: impl FnMut(&[Step], &[u32])) {
        self.timeline(slot).for_each_line(use_line);
    }

    /// All lines of a game.
    pub(crate) fn timeline(&self, slot: usize) -> Timeline {
        let branches = self.branched.get(&(slot as u32)).map(|it| it.branches.clone());
        Timeline {
            size: self.size,
            main: self.main_line(slot).to_vec(),
            branches: branches.unwrap_or_default(),
        }
    }

    fn add(&mut self, game: u32, record: u32, facts: EntryFacts, timeline: Timeline) -> u32 {
        let slot = self.slots.len() as u32;
        let n_words = self.n_words();
        let first = self.ever.len();
        self.ever.resize(first + 2 * n_words, 0);
        mark(&timeline.main, &mut self.ever[first..], n_words);
        if !timeline.branches.is_empty() {
            let mut ever = self.ever[first..].to_vec();
            for branch in &timeline.branches {
                mark(&branch.steps, &mut ever, n_words);
            }
            self.branched.insert(slot, Branched { branches: timeline.branches, ever });
        }
        let start = self.steps.len();
        let n_steps = timeline.main.len() as u32;
        self.steps.extend(timeline.main);
        self.slots.push(Slot { game, record, facts, start, n_steps });
        slot
    }
}

pub(crate) fn n_words(size: Size) -> usize {
    usize::from(size.n_points()).div_ceil(64)
}

fn mark(steps: &[Step], ever: &mut [u64], n_words: usize) {
    for step in steps {
        let point = step.point();
        match step.content() {
            Content::Black => ever[point / 64] |= 1 << (point % 64),
            Content::White => ever[n_words + point / 64] |= 1 << (point % 64),
            Content::Empty | Content::NoPoint => (),
        }
    }
}

impl Index {
    /// The columns of a game's board size, and its slot in them.
    pub(crate) fn find(&self, game: u32) -> Option<(&SizeIndex, usize)> {
        let &(size_idx, slot) = self.by_game.get(&game)?;
        Some((&self.sizes[size_idx as usize], slot as usize))
    }

    fn add(&mut self, entry: Entry) {
        if let Some((size_idx, slot)) = self.by_game.remove(&entry.game) {
            self.sizes[size_idx as usize].slots[slot as usize].game = 0;
        }
        let Some(timeline) = entry.timeline else { return };
        let size = timeline.size;
        let known = self.sizes.iter().position(|it| it.size == size);
        let size_idx = known.unwrap_or_else(|| {
            self.sizes.push(SizeIndex::new(size));
            self.sizes.len() - 1
        });
        let slot = self.sizes[size_idx].add(entry.game, entry.record, entry.facts, timeline);
        self.by_game.insert(entry.game, (size_idx as u32, slot));
    }
}

impl Library {
    /// The games in memory, with what was added since they were last asked
    /// for. The first time, all are read.
    pub(crate) fn index(&mut self) -> Result<Arc<Index>, LibraryError> {
        let (first, last): (i64, i64) = self
            .connection
            .prepare_cached("SELECT coalesce(min(id), 0), coalesce(max(id), 0) FROM chunk")
            .and_then(|mut it| it.query_row([], |row| Ok((row.get(0)?, row.get(1)?))))
            .explain()?;
        // After a rebuild, there is no chunk that was known.
        let known = self.index.take().filter(|it| first <= it.last_chunk && it.last_chunk <= last);
        let mut index = known.unwrap_or_default();
        if index.last_chunk < last {
            let mut statement = self
                .connection
                .prepare_cached("SELECT id, bytes FROM chunk WHERE id > ?1 ORDER BY id")
                .explain()?;
            let mut rows = statement.query([index.last_chunk]).explain()?;
            let changed = Arc::make_mut(&mut index);
            while let Some(row) = rows.next().explain()? {
                let bytes = row.get_ref(1).explain()?;
                let mut bytes = bytes.as_blob().map_err(|_| LibraryError::Damaged)?;
                while !bytes.is_empty() {
                    changed.add(Entry::read(&mut bytes).ok_or(LibraryError::Damaged)?);
                }
                changed.last_chunk = row.get(0).explain()?;
            }
        }
        self.index = Some(Arc::clone(&index));
        Ok(index)
    }

    /// Reads all games into memory, so that the first search is as fast as
    /// the others.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read.
    pub fn warm_up(&mut self) -> Result<(), LibraryError> {
        self.index().map(|_| ())
    }
}
