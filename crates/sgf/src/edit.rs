//! Changes of a collection.

use std::error::Error;
use std::fmt;

use crate::collection::Span;
use crate::rebuild::Parts;
use crate::{Collection, NodeId, TooLarge, ValueBuf};

impl Collection {
    /// Adds a game of one empty node behind the others, and returns its root.
    ///
    /// # Panics
    ///
    /// Panics beyond 4 billion nodes.
    pub fn add_game(&mut self) -> NodeId {
        self.make_room();
        self.push_node(None, Span::EMPTY)
    }

    /// Adds an empty node behind the other children of a node.
    ///
    /// # Panics
    ///
    /// Panics beyond 4 billion nodes, or if the node is not of this
    /// collection.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        self.push_node(Some(parent), Span::EMPTY)
    }

    /// Gives a node a property, in the place of the one it has of that name.
    ///
    /// # Errors
    ///
    /// Returns [`EditError`] and changes nothing if the name is not made of
    /// capital letters and digits, if there is no value, or if the collection
    /// would outgrow 4 GiB.
    pub fn set_property<V: Into<ValueBuf>>(
        &mut self,
        id: NodeId,
        name: &str,
        values: impl IntoIterator<Item = V>,
    ) -> Result<(), EditError> {
        if !is_valid_name(name) {
            return Err(EditError::Name);
        }
        let mut text = String::new();
        for value in values {
            text.extend(["[", value.into().raw(), "]"]);
        }
        if text.is_empty() {
            return Err(EditError::NoValue);
        }
        let old = self.node(id).raw().to_owned();
        let mut parts = Parts::new(&old);
        parts.set(name, text);
        Ok(self.replace(id, &parts)?)
    }

    /// Removes a property from a node and says whether it was there.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] and changes nothing if the collection would
    /// outgrow 4 GiB.
    pub fn remove_property(&mut self, id: NodeId, name: &str) -> Result<bool, TooLarge> {
        let old = self.node(id).raw().to_owned();
        let mut parts = Parts::new(&old);
        if !parts.remove(name) {
            return Ok(false);
        }
        self.replace(id, &parts)?;
        Ok(true)
    }

    /// Removes a node with all that come after it.
    ///
    /// The root of a game takes the game with it. The nodes can still be
    /// looked at by their ids, but they are no longer written.
    pub fn remove(&mut self, id: NodeId) {
        let Some(parent) = self.entry_mut(id).parent.take() else {
            self.games.retain(|&root| root != id);
            return;
        };
        let next = std::mem::replace(&mut self.entry_mut(id).next_sibling, id);
        if next == id {
            self.entry_mut(parent).last_child = None;
            return;
        }
        let mut before = next;
        while self.entry(before).next_sibling != id {
            before = self.entry(before).next_sibling;
        }
        self.entry_mut(before).next_sibling = next;
        if self.entry(parent).last_child == Some(id) {
            self.entry_mut(parent).last_child = Some(before);
        }
    }

    /// Gives a node another text, which is added behind all others.
    fn replace(&mut self, id: NodeId, parts: &Parts<'_>) -> Result<(), TooLarge> {
        let start = self.text.len();
        parts.write(&mut self.text);
        if let Err(error) = TooLarge::check(self.text.len()) {
            self.text.truncate(start);
            return Err(error);
        }
        if let Some(origin) = self.origin(id) {
            self.origins.insert(id, origin);
        }
        self.entry_mut(id).text = Span::new(start, self.text.len());
        Ok(())
    }
}

fn is_valid_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

/// The reason why a property was not set.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum EditError {
    /// The name is not one of a property.
    Name,
    /// There is no value.
    NoValue,
    /// The collection would outgrow 4 GiB.
    TooLarge,
}

impl From<TooLarge> for EditError {
    fn from(_: TooLarge) -> EditError {
        EditError::TooLarge
    }
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::Name => f.write_str("not the name of a property, expected capital letters"),
            EditError::NoValue => f.write_str("no value for the property, expected at least one"),
            EditError::TooLarge => fmt::Display::fmt(&TooLarge, f),
        }
    }
}

impl Error for EditError {}

#[cfg(test)]
mod tests {
    use crate::{Collection, EditError, Node, Point, parse_text};

    #[track_caller]
    fn check(before: &str, edit: impl FnOnce(&mut Collection), after: &str) {
        let mut collection = parse_text(before).unwrap();
        edit(&mut collection);
        assert_eq!(collection.to_sgf(), after);
    }

    /// The first node with this raw text, spaces aside.
    fn find(collection: &Collection, raw: &str) -> crate::NodeId {
        let mut nodes = collection.games().flat_map(|game| game.nodes());
        nodes.find(|node| node.raw().trim() == raw).map(|node| node.id()).unwrap()
    }

    #[test]
    fn only_the_edited_node_changes() {
        check(
            "( ;FF [4]\n ; B[aa] ;\nW[bb]C[x]\n)\n",
            |it| it.set_property(find(it, "; B[aa]"), "C", ["a]b"]).unwrap(),
            "( ;FF [4]\n ; B[aa]C[a\\]b] ;\nW[bb]C[x]\n)\n",
        );
        check(
            "(;SZ[9];B[aa]C[x];W[bb])",
            |it| assert_eq!(it.remove_property(find(it, ";B[aa]C[x]"), "C"), Ok(true)),
            "(;SZ[9];B[aa];W[bb])",
        );
    }

    #[test]
    fn a_second_child_brings_brackets() {
        let add = |it: &mut Collection| {
            let child = it.add_child(find(it, ";B[aa]"));
            it.set_property(child, "W", [Point::new(2, 2).unwrap()]).unwrap();
        };
        check("(;SZ[9];B[aa])\n", add, "(;SZ[9];B[aa];W[cc])\n");
        check("(;SZ[9];B[aa];W[bb]\n)", add, "(;SZ[9];B[aa](;W[bb]\n)(;W[cc]))");
        check("(;B[aa](;W[bb])\n(;W[dd])\n)", add, "(;B[aa](;W[bb])\n(;W[dd])\n(;W[cc]))");
    }

    #[test]
    fn variations_are_removed_with_their_brackets() {
        let all = "(;SZ[9];B[aa](;W[bb];B[ee])\n(;W[cc])(;W[dd]))";
        check(all, |it| it.remove(find(it, ";W[bb]")), "(;SZ[9];B[aa](;W[cc])(;W[dd]))");
        check(all, |it| it.remove(find(it, ";W[cc]")), "(;SZ[9];B[aa](;W[bb];B[ee])\n(;W[dd]))");
        check(all, |it| it.remove(find(it, ";W[dd]")), "(;SZ[9];B[aa](;W[bb];B[ee])\n(;W[cc]))");
        check(all, |it| it.remove(find(it, ";B[aa]")), "(;SZ[9])");
        check(all, |it| it.remove(find(it, ";B[ee]")), "(;SZ[9];B[aa](;W[bb])\n(;W[cc])(;W[dd]))");
        check(all, |it| it.remove(find(it, ";SZ[9]")), "");
    }

    #[test]
    fn a_removed_node_is_removed_once() {
        let mut collection = parse_text("(;B[aa](;W[bb])(;W[cc]))(;B[dd])").unwrap();
        let node = find(&collection, ";W[cc]");
        collection.remove(node);
        collection.remove(node);
        assert_eq!(collection.to_sgf(), "(;B[aa](;W[bb]))(;B[dd])");
        assert_eq!(collection.node(node).raw(), ";W[cc]");
        assert_eq!(collection.node(node).parent(), None);
    }

    #[test]
    fn a_game_from_nothing() {
        let mut collection = Collection::new();
        let root = collection.add_game();
        collection.set_property(root, "SZ", [9]).unwrap();
        let first = collection.add_child(root);
        collection.set_property(first, "B", [crate::Move::Pass]).unwrap();
        collection.add_child(first);
        collection.add_game();
        assert_eq!(collection.to_sgf(), "(;SZ[9];B[];)(;)");
        assert_eq!(collection.node(first).location(), None);
    }

    #[test]
    fn nonsense_is_refused() {
        let mut collection = parse_text("(;B[aa])").unwrap();
        let root = find(&collection, ";B[aa]");
        for name in ["", "b", "B-", "1B", "Ä"] {
            assert_eq!(collection.set_property(root, name, ["x"]), Err(EditError::Name));
        }
        assert_eq!(collection.set_property(root, "C", [""; 0]), Err(EditError::NoValue));
        assert_eq!(collection.remove_property(root, "C"), Ok(false));
        assert_eq!(collection.to_sgf(), "(;B[aa])");
    }

    #[test]
    fn an_edited_node_keeps_its_place() {
        let mut collection = parse_text("(;SZ[9]\n;B[aa])").unwrap();
        let node = find(&collection, ";B[aa]");
        let before = collection.node(node).location();
        collection.set_property(node, "C", ["x"]).unwrap();
        collection.set_property(node, "C", ["y"]).unwrap();
        assert_eq!(collection.node(node).location(), before);
        let properties = |node: Node<'_>| node.properties().count();
        assert_eq!(properties(collection.node(node)), 2);
    }
}
