//! The arena that holds the games of a file.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use crate::decode::{Odd, Part};
use crate::location::Locator;
use crate::{Encoding, Game, LineIndex, Location, Node, Warning};

/// The games of a file.
///
/// Nodes keep no text of their own: each is a span of the file's text, or of
/// what edits have added to it. So a collection that was not edited is
/// written as it was read, and an edit changes only the nodes it names.
///
/// Nodes are never removed, so a [`NodeId`] stays valid as long as its
/// collection.
#[derive(Clone)]
pub struct Collection {
    /// The text of the file, then all repairs and edits.
    pub(crate) text: String,
    /// The length of the text of the file.
    pub(crate) source_len: u32,
    /// The text before the first game.
    pub(crate) prefix: Span,
    pub(crate) nodes: Vec<Entry>,
    /// The brackets of the file, in the order of their nodes.
    pub(crate) trees: Vec<Tree>,
    pub(crate) games: Vec<NodeId>,
    /// Where nodes were in the file whose text has been replaced since.
    pub(crate) origins: BTreeMap<NodeId, u32>,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) encoding: Encoding,
    /// What the encoding alone does not bring back, in the order of the text.
    pub(crate) odd: Vec<Odd>,
    /// The encodings of the games, if they have several.
    pub(crate) parts: Vec<Part>,
    /// Whether the file is in UTF-16 without a byte order mark.
    pub(crate) is_unmarked: bool,
}

impl Collection {
    /// A collection without games.
    pub fn new() -> Collection {
        Collection {
            text: String::new(),
            source_len: 0,
            prefix: Span::EMPTY,
            nodes: Vec::new(),
            trees: Vec::new(),
            games: Vec::new(),
            origins: BTreeMap::new(),
            warnings: Vec::new(),
            encoding: Encoding::Utf8,
            odd: Vec::new(),
            parts: Vec::new(),
            is_unmarked: false,
        }
    }

    /// The games in the order of the file.
    pub fn games(&self) -> impl ExactSizeIterator<Item = Game<'_>> + DoubleEndedIterator {
        self.games.iter().map(|&root| Game::new(self.node(root)))
    }

    /// The game with this index, counted from zero.
    pub fn game(&self, idx: usize) -> Option<Game<'_>> {
        self.games.get(idx).map(|&root| Game::new(self.node(root)))
    }

    /// The node with this id.
    ///
    /// # Panics
    ///
    /// Panics if the id is that of another collection with more nodes.
    pub fn node(&self, id: NodeId) -> Node<'_> {
        assert!(id.idx() < self.nodes.len(), "the node is of this collection");
        Node::new(self, id)
    }

    /// The text before the first game.
    pub fn prefix(&self) -> &str {
        self.span(self.prefix)
    }

    /// What was wrong with the file, in its order.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Whether the file seems to have lost its end.
    pub fn is_truncated(&self) -> bool {
        self.warnings.iter().any(|warning| warning.code.is_truncation())
    }

    /// How the bytes of the file were understood.
    ///
    /// A file without any special characters is in the encoding that it
    /// names, or else in UTF-8. Where games are in several encodings, it is
    /// that of the first.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The lines of the file, to find where many nodes are.
    pub fn line_index(&self) -> LineIndex<'_> {
        LineIndex::new(self)
    }

    /// The text of the file, without repairs and edits.
    pub(crate) fn source(&self) -> &str {
        &self.text[..self.source_len as usize]
    }

    /// The text of a node, which always begins with a semicolon.
    pub(crate) fn node_text(&self, id: NodeId) -> &str {
        let span = self.entry(id).text;
        if span.is_empty() { ";" } else { self.span(span) }
    }

    pub(crate) fn span(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    pub(crate) fn entry(&self, id: NodeId) -> &Entry {
        &self.nodes[id.idx()]
    }

    pub(crate) fn entry_mut(&mut self, id: NodeId) -> &mut Entry {
        &mut self.nodes[id.idx()]
    }

    /// The brackets that a node has in the file.
    pub(crate) fn brackets(&self, id: NodeId) -> Option<Brackets<'_>> {
        let idx = self.trees.binary_search_by_key(&id, |tree| tree.node).ok()?;
        let Tree { open, close, .. } = self.trees[idx];
        let text = |span: Span, missing| if span.is_empty() { missing } else { self.span(span) };
        Some(Brackets { open: text(open, "("), close: text(close, ")") })
    }

    pub(crate) fn first_child(&self, id: NodeId) -> Option<NodeId> {
        let last = self.entry(id).last_child?;
        Some(self.entry(last).next_sibling)
    }

    pub(crate) fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        let entry = self.entry(id);
        let parent = entry.parent?;
        (self.entry(parent).last_child != Some(id)).then_some(entry.next_sibling)
    }

    /// Adds a node behind the other children of its parent.
    pub(crate) fn push_node(&mut self, parent: Option<NodeId>, text: Span) -> NodeId {
        let id = NodeId::new(self.nodes.len());
        let mut entry = Entry { text, parent, last_child: None, next_sibling: id };
        match parent {
            None => self.games.push(id),
            Some(parent) => {
                if let Some(last) = self.entry_mut(parent).last_child.replace(id) {
                    entry.next_sibling =
                        std::mem::replace(&mut self.entry_mut(last).next_sibling, id);
                }
            }
        }
        self.nodes.push(entry);
        id
    }

    /// Where a node began in the text of the file.
    pub(crate) fn origin(&self, id: NodeId) -> Option<u32> {
        let span = self.entry(id).text;
        let own = (!span.is_empty() && span.start < self.source_len).then_some(span.start);
        self.origins.get(&id).copied().or(own)
    }

    pub(crate) fn locate(&self, id: NodeId) -> Option<Location> {
        self.origin(id).map(|start| Locator::new(self.source()).advance(start as usize))
    }
}

impl Default for Collection {
    fn default() -> Collection {
        Collection::new()
    }
}

impl fmt::Debug for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collection")
            .field("n_games", &self.games.len())
            .field("n_nodes", &self.nodes.len())
            .field("warnings", &self.warnings)
            .finish_non_exhaustive()
    }
}

/// The name of a node in its collection.
///
/// In another collection it names another node, or none, which is a panic.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct NodeId(std::num::NonZeroU32);

impl NodeId {
    /// The id of the node with this index.
    ///
    /// # Panics
    ///
    /// Panics beyond 4 billion nodes, which do not fit into the text either.
    pub(crate) fn new(idx: usize) -> NodeId {
        u32::try_from(idx + 1)
            .ok()
            .and_then(std::num::NonZeroU32::new)
            .map(NodeId)
            .expect("a collection has fewer than 2^32 nodes")
    }

    pub(crate) const fn idx(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A node in the arena.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Entry {
    /// From its semicolon to the next node or bracket; empty for a node that
    /// was added without properties.
    pub(crate) text: Span,
    pub(crate) parent: Option<NodeId>,
    pub(crate) last_child: Option<NodeId>,
    // The last child is followed by the first, so that both are at hand
    // without a field for either.
    pub(crate) next_sibling: NodeId,
}

/// The brackets that a file has around a node and its descendants.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) node: NodeId,
    /// `(` with the space behind it; empty where the file has none.
    pub(crate) open: Span,
    /// `)` with the space behind it; empty where the file has none.
    pub(crate) close: Span,
}

/// The brackets around a node and its descendants, as the file writes them.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Brackets<'a> {
    /// `(` with the white space behind it.
    pub open: &'a str,
    /// `)` with the white space behind it; for a game, with all text up to the
    /// next game.
    pub close: &'a str,
}

/// A piece of the text of a collection.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    pub(crate) const EMPTY: Span = Span { start: 0, end: 0 };

    /// The span between two offsets, which the caller has checked to fit.
    pub(crate) const fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A text is longer than the 4 GiB that a collection can hold.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct TooLarge;

impl TooLarge {
    /// Whether a text of this length fits.
    pub(crate) fn check(len: usize) -> Result<(), TooLarge> {
        if u32::try_from(len).is_ok() { Ok(()) } else { Err(TooLarge) }
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text is too long, expected less than 4 GiB")
    }
}

impl Error for TooLarge {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<Entry>(), 20);
        assert_eq!(size_of::<Tree>(), 20);
    }

    #[test]
    fn texts_of_more_than_four_gib_are_refused() {
        assert_eq!(TooLarge::check(u32::MAX as usize), Ok(()));
        assert_eq!(TooLarge::check(u32::MAX as usize + 1), Err(TooLarge));
    }
}
