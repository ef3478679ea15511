//! Edits of a collection: games and properties that are added or replaced.
//!
//! Editing trees of variations, with undo, is the business of `tengen-record`.

use std::error::Error;
use std::fmt;

use crate::collection::Span;
use crate::node_text::Parts;
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

    /// Gives a node a property, in place of the one it has of that name.
    ///
    /// # Errors
    ///
    /// Returns [`PropertyError`] and changes nothing if the name is not made of
    /// capital letters and digits, if there is no value, or if the collection
    /// would outgrow 4 GiB.
    pub fn set_property<V: Into<ValueBuf>>(
        &mut self,
        id: NodeId,
        name: &str,
        values: impl IntoIterator<Item = V>,
    ) -> Result<(), PropertyError> {
        if !is_valid_name(name) {
            return Err(PropertyError::Name);
        }
        let mut text = String::new();
        for value in values {
            text.extend(["[", value.into().raw(), "]"]);
        }
        if text.is_empty() {
            return Err(PropertyError::NoValue);
        }
        let old = self.node(id).raw().to_owned();
        let mut parts = Parts::new(&old);
        parts.set(name, text);
        Ok(self.replace(id, &parts)?)
    }

    /// Whether the file ends with brackets that open nothing.
    pub(crate) fn has_open_brackets(&self) -> bool {
        let brackets = self.games.last().and_then(|&last| self.brackets(last));
        brackets.is_some_and(|it| it.close.trim_end().ends_with('('))
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

    /// Makes sure that a game can be added behind all others.
    fn make_room(&mut self) {
        if self.games.is_empty() {
            // Text that held no game is not the text before this one.
            self.prefix = Span::EMPTY;
        }
        self.cut_open_brackets();
    }

    /// Leaves out brackets at the end of the file that open nothing there, but
    /// would if a game came behind them.
    pub(crate) fn cut_open_brackets(&mut self) {
        let Some(&last) = self.games.last() else { return };
        let Ok(idx) = self.trees.binary_search_by_key(&last, |tree| tree.node) else { return };
        let Span { start, end } = self.trees[idx].close;
        let text = self.span(Span { start, end });
        if text.trim_end().ends_with('(') {
            let kept = text.trim_end_matches(|it: char| it == '(' || it.is_ascii_whitespace());
            self.trees[idx].close = Span::new(start as usize, start as usize + kept.len());
        }
    }
}

fn is_valid_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

/// The reason why a property was not set.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum PropertyError {
    /// The name is not one of a property.
    Name,
    /// There is no value.
    NoValue,
    /// The collection would outgrow 4 GiB.
    TooLarge,
}

impl From<TooLarge> for PropertyError {
    fn from(_: TooLarge) -> PropertyError {
        PropertyError::TooLarge
    }
}

impl fmt::Display for PropertyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PropertyError::Name => {
                f.write_str("not the name of a property, expected capital letters")
            }
            PropertyError::NoValue => {
                f.write_str("no value for the property, expected at least one")
            }
            PropertyError::TooLarge => fmt::Display::fmt(&TooLarge, f),
        }
    }
}

impl Error for PropertyError {}

#[cfg(test)]
mod tests {
    use crate::{Collection, Node, PropertyError, parse_text};

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
    }

    #[test]
    fn a_game_from_nothing() {
        let mut collection = Collection::new();
        let root = collection.add_game();
        collection.set_property(root, "SZ", [9]).unwrap();
        collection.set_property(root, "B", [crate::Move::Pass]).unwrap();
        collection.add_game();
        assert_eq!(collection.to_sgf(), "(;SZ[9]B[])(;)");
        assert_eq!(collection.node(root).location(), None);
    }

    #[test]
    fn brackets_at_the_end_open_nothing_later() {
        check("(;B[aa]) x( (\n", |it| assert_eq!(it.add_game().idx(), 1), "(;B[aa]) x(;)");
    }

    #[test]
    fn nonsense_is_refused() {
        let mut collection = parse_text("(;B[aa])").unwrap();
        let root = find(&collection, ";B[aa]");
        for name in ["", "b", "B-", "1B", "Ä"] {
            assert_eq!(collection.set_property(root, name, ["x"]), Err(PropertyError::Name));
        }
        assert_eq!(collection.set_property(root, "C", [""; 0]), Err(PropertyError::NoValue));
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
