//! Writing: from a collection to text.

use std::convert::Infallible;
use std::fmt;

use crate::collection::{Span, Tree};
use crate::{Collection, NodeId};

impl Collection {
    /// The text of all games.
    ///
    /// What was not edited is written as it was read; only what the format
    /// does not allow is repaired, such as a missing bracket.
    pub fn to_sgf(&self) -> String {
        let out = String::with_capacity(self.source_len as usize + 16);
        let mut out = Text { collection: self, out };
        match self.write(&mut out) {
            Ok(()) => out.out,
            Err(never) => match never {},
        }
    }

    /// The text of the game with this root.
    pub(crate) fn game_text(&self, root: NodeId) -> String {
        let mut out = Text { collection: self, out: String::new() };
        if self.games.first() == Some(&root) {
            out.out.push_str(self.prefix());
        }
        let mut trees = Trees { trees: &self.trees, at: 0 };
        match self.write_game(&mut out, root, &mut trees) {
            Ok(()) => out.out,
            Err(never) => match never {},
        }
    }

    /// Gives all pieces of the text to a sink.
    pub(crate) fn write<S: Sink>(&self, out: &mut S) -> Result<(), S::Error> {
        out.span(self.prefix)?;
        let mut trees = Trees { trees: &self.trees, at: 0 };
        self.games.iter().try_for_each(|&root| self.write_game(out, root, &mut trees))
    }

    /// Goes through a game along its links, so that its depth does not matter.
    fn write_game<S: Sink>(
        &self,
        out: &mut S,
        root: NodeId,
        trees: &mut Trees<'_>,
    ) -> Result<(), S::Error> {
        let mut id = root;
        loop {
            self.write_bracket(out, "(", id, trees.find(id).map(|tree| tree.open))?;
            match self.entry(id).text {
                span if span.is_empty() => out.text(";")?,
                span => out.span(span)?,
            }
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
    fn write_bracket<S: Sink>(
        &self,
        out: &mut S,
        bracket: &str,
        id: NodeId,
        span: Option<Span>,
    ) -> Result<(), S::Error> {
        match span {
            Some(span) if !span.is_empty() => out.span(span),
            None if self.entry(id).parent.is_some() && self.entry(id).next_sibling == id => Ok(()),
            _ => out.text(bracket),
        }
    }
}

/// Takes the text of a collection in pieces.
pub(crate) trait Sink {
    /// What may go wrong.
    type Error;

    /// Takes a text that is not of the collection.
    fn text(&mut self, text: &str) -> Result<(), Self::Error>;

    /// Takes a piece of the text of the collection.
    fn span(&mut self, span: Span) -> Result<(), Self::Error>;
}

/// Takes a collection as text.
struct Text<'a, W> {
    collection: &'a Collection,
    out: W,
}

impl Sink for Text<'_, String> {
    type Error = Infallible;

    fn text(&mut self, text: &str) -> Result<(), Infallible> {
        self.out.push_str(text);
        Ok(())
    }

    fn span(&mut self, span: Span) -> Result<(), Infallible> {
        self.text(self.collection.span(span))
    }
}

impl Sink for Text<'_, &mut fmt::Formatter<'_>> {
    type Error = fmt::Error;

    fn text(&mut self, text: &str) -> fmt::Result {
        self.out.write_str(text)
    }

    fn span(&mut self, span: Span) -> fmt::Result {
        self.text(self.collection.span(span))
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
        self.write(&mut Text { collection: self, out: f })
    }
}
