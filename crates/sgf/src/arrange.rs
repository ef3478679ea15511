//! Changes of the order and the place of variations.

use std::error::Error;
use std::fmt;

use crate::collection::Span;
use crate::{Collection, NodeId, TooLarge};

impl Collection {
    /// Makes a node the first of its siblings, or a game the first of all.
    ///
    /// For a whole variation to become the main line, all nodes from the root
    /// to its end are to be promoted.
    pub fn promote(&mut self, id: NodeId) {
        match self.entry(id).parent {
            None => {
                self.cut_open_brackets();
                if let Some(idx) = self.games.iter().position(|&root| root == id) {
                    self.games[..=idx].rotate_right(1);
                }
            }
            Some(parent) => {
                self.detach(id);
                self.insert_behind(id, parent, None);
            }
        }
    }

    /// Changes places with the sibling or game before, and says whether there
    /// is one.
    pub fn move_up(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.entry(id).parent else {
            self.cut_open_brackets();
            let idx = self.games.iter().position(|&root| root == id).filter(|&idx| idx > 0);
            return idx.map(|idx| self.games.swap(idx - 1, idx)).is_some();
        };
        let Some(before) = self.previous_sibling(id) else { return false };
        let anchor = self.previous_sibling(before);
        self.detach(id);
        self.insert_behind(id, parent, anchor);
        true
    }

    /// Changes places with the sibling or game behind, and says whether there
    /// is one.
    pub fn move_down(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.entry(id).parent else {
            self.cut_open_brackets();
            let idx = self.games.iter().position(|&root| root == id);
            let idx = idx.filter(|&idx| idx + 1 < self.games.len());
            return idx.map(|idx| self.games.swap(idx, idx + 1)).is_some();
        };
        let Some(next) = self.next_sibling(id) else { return false };
        self.detach(id);
        self.insert_behind(id, parent, Some(next));
        true
    }

    /// Moves a node with all that come after it behind the children of
    /// another node, or behind all games.
    ///
    /// A node that was removed comes back, with all that came after it.
    ///
    /// # Errors
    ///
    /// Returns [`MoveError`] and changes nothing if the parent is the node
    /// itself or comes after it.
    ///
    /// # Panics
    ///
    /// Panics if a node is not of this collection.
    pub fn move_to(&mut self, id: NodeId, parent: Option<NodeId>) -> Result<(), MoveError> {
        let mut above = parent;
        while let Some(it) = above {
            if it == id {
                return Err(MoveError);
            }
            above = self.entry(it).parent;
        }
        self.remove(id);
        match parent {
            None => {
                self.make_room();
                self.games.push(id);
            }
            Some(parent) => {
                self.cut_outside(id);
                let last = self.entry(parent).last_child;
                self.insert_behind(id, parent, last);
            }
        }
        Ok(())
    }

    /// Copies a node with all that come after it behind the children of
    /// another node, or behind all games, and returns the copy.
    ///
    /// A copy has the place in the file that its original has.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] and changes nothing if there would be 4 billion
    /// nodes.
    ///
    /// # Panics
    ///
    /// Panics if a node is not of this collection.
    pub fn copy(&mut self, id: NodeId, parent: Option<NodeId>) -> Result<NodeId, TooLarge> {
        let originals = self.outline(id);
        TooLarge::check(self.nodes.len() + originals.len() + 1)?;
        let spans = originals.iter().map(|it| self.entry(it.id).text).collect();
        let copy = self.push_copies(&originals, spans, parent);
        for (idx, original) in originals.iter().enumerate() {
            if let Some(&origin) = self.origins.get(&original.id) {
                self.origins.insert(NodeId::new(copy.idx() + idx), origin);
            }
        }
        Ok(copy)
    }

    /// Copies a node of another collection with all that come after it, as
    /// [`Collection::copy`] does inside of one.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] and changes nothing if the collection would
    /// outgrow 4 GiB.
    ///
    /// # Panics
    ///
    /// Panics if a node is not of its collection.
    pub fn copy_from(
        &mut self,
        other: &Collection,
        id: NodeId,
        parent: Option<NodeId>,
    ) -> Result<NodeId, TooLarge> {
        let originals = other.outline(id);
        let texts = || originals.iter().map(|it| other.node_text(it.id));
        TooLarge::check(self.text.len() + texts().map(str::len).sum::<usize>())?;
        TooLarge::check(self.nodes.len() + originals.len() + 1)?;
        let mut spans = Vec::with_capacity(originals.len());
        for text in texts() {
            let start = self.text.len();
            self.text.push_str(text);
            spans.push(Span::new(start, self.text.len()));
        }
        Ok(self.push_copies(&originals, spans, parent))
    }

    /// A node and all that come after it, each with the index of its parent.
    fn outline(&self, top: NodeId) -> Vec<Original> {
        let mut originals = vec![Original { id: top, parent_idx: None }];
        // Walks the tree along its links; `parent_idx` goes up and down with
        // the node at hand.
        let mut idx = 0;
        let mut id = top;
        loop {
            if let Some(child) = self.first_child(id) {
                originals.push(Original { id: child, parent_idx: Some(idx) });
                (id, idx) = (child, originals.len() - 1);
                continue;
            }
            loop {
                let Some(parent_idx) = originals[idx].parent_idx else { return originals };
                if let Some(sibling) = self.next_sibling(id) {
                    originals.push(Original { id: sibling, parent_idx: Some(parent_idx) });
                    (id, idx) = (sibling, originals.len() - 1);
                    break;
                }
                (id, idx) = (originals[parent_idx].id, parent_idx);
            }
        }
    }

    /// Adds a node for each of these, and returns the first.
    fn push_copies(
        &mut self,
        originals: &[Original],
        spans: Vec<Span>,
        parent: Option<NodeId>,
    ) -> NodeId {
        if parent.is_none() {
            self.make_room();
        }
        let first = self.nodes.len();
        for (original, span) in originals.iter().zip(spans) {
            let parent = match original.parent_idx {
                Some(idx) => Some(NodeId::new(first + idx)),
                None => parent,
            };
            self.push_node(parent, span);
        }
        NodeId::new(first)
    }

    /// Takes a node out of the children of its parent, which it keeps.
    fn detach(&mut self, id: NodeId) {
        let parent = self.entry(id).parent;
        self.remove(id);
        self.entry_mut(id).parent = parent;
    }

    /// Puts a node that has no siblings behind a child of its parent, or
    /// before all children.
    fn insert_behind(&mut self, id: NodeId, parent: NodeId, anchor: Option<NodeId>) {
        self.entry_mut(id).parent = Some(parent);
        let Some(last) = self.entry(parent).last_child else {
            self.entry_mut(parent).last_child = Some(id);
            return;
        };
        // The first child follows the last one in their ring.
        let before = anchor.unwrap_or(last);
        let next = std::mem::replace(&mut self.entry_mut(before).next_sibling, id);
        self.entry_mut(id).next_sibling = next;
        if anchor == Some(last) {
            self.entry_mut(parent).last_child = Some(id);
        }
    }

    fn previous_sibling(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.entry(id).parent?;
        let mut before = self.first_child(parent).filter(|&first| first != id)?;
        while self.entry(before).next_sibling != id {
            before = self.entry(before).next_sibling;
        }
        Some(before)
    }

    /// Makes sure that a game can be added behind all others.
    pub(crate) fn make_room(&mut self) {
        if self.games.is_empty() {
            // Text that held no game is not the text before this one.
            self.prefix = Span::EMPTY;
        }
        self.cut_open_brackets();
    }

    /// Leaves out brackets at the end of the file that open nothing there, but
    /// would if a game came behind them.
    fn cut_open_brackets(&mut self) {
        let Some(&last) = self.games.last() else { return };
        let Ok(idx) = self.trees.binary_search_by_key(&last, |tree| tree.node) else { return };
        let Span { start, end } = self.trees[idx].close;
        let text = self.span(Span { start, end });
        if text.trim_end().ends_with('(') {
            let kept = text.trim_end_matches(|it: char| it == '(' || it.is_ascii_whitespace());
            self.trees[idx].close = Span::new(start as usize, start as usize + kept.len());
        }
    }

    /// Leaves out the text behind a game that becomes a part of another.
    fn cut_outside(&mut self, id: NodeId) {
        let Ok(idx) = self.trees.binary_search_by_key(&id, |tree| tree.node) else { return };
        let Span { start, end } = self.trees[idx].close;
        if self.span(Span { start, end }).trim_start_matches(')').trim().is_empty() {
            return;
        }
        self.trees[idx].close = Span { start, end: start + 1 };
    }
}

/// A node to be copied.
#[derive(Copy, Clone, Debug)]
struct Original {
    id: NodeId,
    /// The index of its parent among the others, unless it is the first.
    parent_idx: Option<usize>,
}

/// A node cannot be moved to itself or to a node that comes after it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct MoveError;

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a variation cannot be moved into itself")
    }
}

impl Error for MoveError {}

#[cfg(test)]
mod tests;
