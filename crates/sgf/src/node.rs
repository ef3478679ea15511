//! Read access to the games and nodes of a collection.

use crate::property::Properties;
use crate::{Brackets, Collection, Location, NodeId, Property, Size, SizeProblem, Value, Values};

/// A game of a collection.
#[derive(Copy, Clone, Debug)]
pub struct Game<'a> {
    root: Node<'a>,
}

impl<'a> Game<'a> {
    pub(crate) const fn new(root: Node<'a>) -> Game<'a> {
        Game { root }
    }

    /// The first node, with what holds for the whole game.
    pub const fn root(&self) -> Node<'a> {
        self.root
    }

    /// The root, its first child, the first child of that, and so on.
    pub fn main_line(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        std::iter::successors(Some(self.root), Node::first_child)
    }

    /// The nodes with all variations, each before its children.
    pub fn nodes(&self) -> Descendants<'a> {
        self.root.descendants()
    }

    /// The text of this game and of what is outside games behind it, and
    /// before it if it is the first.
    ///
    /// The texts of all games, one after the other, are the text of the file.
    pub fn to_sgf(&self) -> String {
        self.root.collection.game_text(self.root.id)
    }

    /// The size of the board, from the property `SZ` of the root.
    ///
    /// Without it, or where it is invalid, edges are 19; where it is too
    /// large, they are 52. [`Game::size_problem`] tells the difference.
    pub fn size(&self) -> Size {
        self.root.value("SZ").map_or(Size::NINETEEN, |value| Size::recover(value.raw()).0)
    }

    /// Why the board has another size than the game says.
    pub fn size_problem(&self) -> Option<SizeProblem> {
        self.root.value("SZ").and_then(|value| Size::recover(value.raw()).1)
    }
}

/// A node of a game.
///
/// Looking up a property reads the text of the node up to it. Where many
/// properties are wanted, go through [`Node::properties`] once.
#[derive(Copy, Clone)]
pub struct Node<'a> {
    collection: &'a Collection,
    id: NodeId,
}

impl<'a> Node<'a> {
    pub(crate) const fn new(collection: &'a Collection, id: NodeId) -> Node<'a> {
        Node { collection, id }
    }

    /// The name of this node in its collection.
    pub const fn id(&self) -> NodeId {
        self.id
    }

    /// The node before this one, or `None` for the root of a game.
    pub fn parent(&self) -> Option<Node<'a>> {
        self.collection.entry(self.id).parent.map(|id| self.at(id))
    }

    /// The first of the nodes after this one, which is the main line's.
    pub fn first_child(&self) -> Option<Node<'a>> {
        self.collection.first_child(self.id).map(|id| self.at(id))
    }

    /// The next variation at this move.
    pub fn next_sibling(&self) -> Option<Node<'a>> {
        self.collection.next_sibling(self.id).map(|id| self.at(id))
    }

    /// The nodes after this one, the main line first.
    pub fn children(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        std::iter::successors(self.first_child(), Node::next_sibling)
    }

    /// This node and all that come after it, each before its children.
    pub fn descendants(&self) -> Descendants<'a> {
        Descendants { top: *self, next: Some(*self) }
    }

    /// The properties in the order of the file, each name once.
    pub fn properties(&self) -> Properties<'a> {
        Properties::new(self.raw())
    }

    /// The property of this name, as in `B` or `SZ`.
    pub fn property(&self, name: &str) -> Option<Property<'a>> {
        self.properties().find(|property| property.is(name))
    }

    /// The first value of a property.
    pub fn value(&self, name: &str) -> Option<Value<'a>> {
        self.property(name).map(|property| property.value())
    }

    /// The values of a property, none if the node does not have it.
    pub fn values(&self, name: &str) -> Values<'a> {
        self.property(name).map_or_else(Values::default, |property| property.values())
    }

    /// The text of this node with its semicolon and the space behind it.
    pub fn raw(&self) -> &'a str {
        self.collection.node_text(self.id)
    }

    /// The brackets around this node and its descendants, if the file has them.
    ///
    /// Brackets that are missing in the file are there; a node that needs none
    /// may have some.
    pub fn brackets(&self) -> Option<Brackets<'a>> {
        self.collection.brackets(self.id)
    }

    /// Where this node begins in the file, or `None` if it was added.
    ///
    /// This counts the lines up to the node: for many nodes, take
    /// [`Collection::line_index`].
    pub fn location(&self) -> Option<Location> {
        self.collection.locate(self.id)
    }

    const fn at(&self, id: NodeId) -> Node<'a> {
        Node { collection: self.collection, id }
    }
}

/// Two nodes are equal if they are the same node of the same collection.
impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.collection, other.collection) && self.id == other.id
    }
}

impl Eq for Node<'_> {}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Node").field(&self.raw()).finish()
    }
}

/// A node and all that come after it, each before its children.
#[derive(Clone, Debug)]
pub struct Descendants<'a> {
    top: Node<'a>,
    next: Option<Node<'a>>,
}

impl<'a> Iterator for Descendants<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        let node = self.next?;
        self.next = node.first_child().or_else(|| {
            let mut up = node;
            loop {
                if up == self.top {
                    return None;
                }
                if let Some(sibling) = up.next_sibling() {
                    return Some(sibling);
                }
                up = up.parent()?;
            }
        });
        Some(node)
    }
}
