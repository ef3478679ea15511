//! From a collection to text.

use std::fmt::{self, Write};

use crate::collection::{Span, Tree};
use crate::{Collection, NodeId};

impl Collection {
    /// The text of all games.
    ///
    /// What was not edited is written as it was read; only what the format
    /// does not allow is repaired, such as a missing bracket.
    pub fn to_sgf(&self) -> String {
        let mut out = String::with_capacity(self.source_len as usize + 16);
        let result = self.write(&mut out);
        debug_assert!(result.is_ok(), "a string takes any text");
        out
    }

    fn write(&self, out: &mut impl Write) -> fmt::Result {
        out.write_str(self.span(self.prefix))?;
        let mut trees = Trees { trees: &self.trees, at: 0 };
        self.games.iter().try_for_each(|&root| self.write_game(out, root, &mut trees))
    }

    /// Goes through a game along its links, so that its depth does not matter.
    fn write_game(&self, out: &mut impl Write, root: NodeId, trees: &mut Trees<'_>) -> fmt::Result {
        let mut id = root;
        loop {
            self.write_bracket(out, "(", id, trees.find(id).map(|tree| tree.open))?;
            out.write_str(self.node_text(id))?;
            if let Some(child) = self.first_child(id) {
                id = child;
                continue;
            }
            loop {
                self.write_bracket(out, ")", id, trees.find(id).map(|tree| tree.close))?;
                if id == root {
                    return Ok(());
                }
                if let Some(sibling) = self.next_sibling(id) {
                    id = sibling;
                    break;
                }
                id = self.entry(id).parent.expect("only a root has no parent");
            }
        }
    }

    /// Writes the bracket of the file, or a new one where one is missing.
    fn write_bracket(
        &self,
        out: &mut impl Write,
        bracket: &str,
        id: NodeId,
        span: Option<Span>,
    ) -> fmt::Result {
        match span {
            Some(span) if !span.is_empty() => out.write_str(self.span(span)),
            None if self.entry(id).parent.is_some() && self.entry(id).next_sibling == id => Ok(()),
            _ => out.write_str(bracket),
        }
    }
}

/// Finds the brackets of nodes, fast where nodes are asked in order.
struct Trees<'a> {
    trees: &'a [Tree],
    /// The index of the brackets that were found last.
    at: usize,
}

impl<'a> Trees<'a> {
    fn find(&mut self, id: NodeId) -> Option<&'a Tree> {
        let near = self.at.saturating_sub(1)..(self.at + 2).min(self.trees.len());
        let window = &self.trees[near.clone()];
        let is_near = window.first().is_some_and(|tree| tree.node <= id)
            && window.last().is_some_and(|tree| id <= tree.node || near.end == self.trees.len());
        let found = if is_near {
            window.iter().position(|tree| tree.node == id).map(|idx| near.start + idx)
        } else {
            self.trees.binary_search_by_key(&id, |tree| tree.node).ok()
        };
        self.at = found.unwrap_or(self.at);
        self.trees.get(found?)
    }
}

/// Writes the text of all games, as [`Collection::to_sgf`] does.
impl fmt::Display for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}
