//! Edits of the tree: adding, deleting, moving, copying and pasting nodes.

use std::error::Error;
use std::fmt;

use tengen_rules::{Color, Move, Point, Size};
use tengen_sgf::{self as sgf, TooLarge, ValueBuf};

use crate::history::Step;
use crate::store::{self, Assignment, Content};
use crate::{NoRecord, NodeId, Record, convert};

/// What the root of a file says about the file.
const ROOT_NAMES: [&str; 6] = ["FF", "GM", "SZ", "CA", "AP", "ST"];

impl Record {
    /// The child of a node with this move, which is added if it is new.
    ///
    /// The move need not be legal: [`Record::position`] tells.
    ///
    /// # Errors
    ///
    /// Returns [`EditError`] and changes nothing if the node was removed or
    /// the board does not have the point.
    pub fn play(&mut self, parent: NodeId, color: Color, mv: Move) -> Result<NodeId, EditError> {
        self.check(parent)?;
        if let Some(child) = self.child_with_move(parent, color, mv) {
            return Ok(child);
        }
        let value = match (convert::from_move(mv, self.size), mv) {
            (Some(value), _) => ValueBuf::from(value),
            (None, Move::Play(point)) => return Err(EditError::OffBoard(point)),
            (None, Move::Pass) => ValueBuf::EMPTY,
        };
        let content = self.store.add(&[(convert::move_name(color), vec![value])])?;
        Ok(self.add(parent, content))
    }

    /// Adds an empty node behind the other children of a node, for example for
    /// set-up.
    ///
    /// # Errors
    ///
    /// Returns [`EditError`] if the node was removed.
    pub fn add_node(&mut self, parent: NodeId) -> Result<NodeId, EditError> {
        self.check(parent)?;
        let content = self.store.blank();
        Ok(self.add(parent, content))
    }

    fn add(&mut self, parent: NodeId, content: Content) -> NodeId {
        let id = self.tree.push(parent, content);
        let idx = self.children(parent).len();
        self.apply(Step::Attach { id, idx });
        id
    }

    /// Removes a node with all that come after it.
    ///
    /// # Errors
    ///
    /// Returns [`EditError`] and changes nothing if the node is the root or
    /// was removed before.
    pub fn delete(&mut self, id: NodeId) -> Result<(), EditError> {
        let idx = self.check_place(id)?;
        self.apply(Step::Detach { id, idx });
        Ok(())
    }

    /// Makes the variation that a node belongs to the main line.
    ///
    /// # Errors
    ///
    /// Returns [`EditError`] and changes nothing if the node was removed.
    pub fn promote(&mut self, id: NodeId) -> Result<(), EditError> {
        self.check(id)?;
        let place = |it| Some((self.parent(it)?, self.tree.sibling_idx(it)?, 0));
        let moves: Vec<_> =
            self.upward(id).filter_map(place).filter(|&(_, from, _)| from > 0).collect();
        if !moves.is_empty() {
            self.apply(Step::Reorder { id, moves });
        }
        Ok(())
    }

    /// Moves a node before the variation before it.
    ///
    /// # Errors
    ///
    /// Returns [`EditError`] and changes nothing if the node is the root, was
    /// removed, or is the first variation.
    pub fn move_up(&mut self, id: NodeId) -> Result<(), EditError> {
        let idx = self.check_place(id)?;
        let to = idx.checked_sub(1).ok_or(EditError::FirstVariation)?;
        self.reorder(id, idx, to);
        Ok(())
    }

    /// Moves a node behind the variation behind it.
    ///
    /// # Errors
    ///
    /// Returns [`EditError`] and changes nothing if the node is the root, was
    /// removed, or is the last variation.
    pub fn move_down(&mut self, id: NodeId) -> Result<(), EditError> {
        let idx = self.check_place(id)?;
        let n_siblings = self.parent(id).map_or(0, |parent| self.children(parent).len());
        if idx + 1 >= n_siblings {
            return Err(EditError::LastVariation);
        }
        self.reorder(id, idx, idx + 1);
        Ok(())
    }

    fn reorder(&mut self, id: NodeId, from: usize, to: usize) {
        if let Some(parent) = self.parent(id) {
            self.apply(Step::Reorder { id, moves: vec![(parent, from, to)] });
        }
    }

    /// A copy of a node with all that come after it.
    ///
    /// # Errors
    ///
    /// Returns [`EditError::TooLarge`] if it does not fit into 4 GiB.
    pub fn copy(&self, id: NodeId) -> Result<Clip, EditError> {
        let mut text = String::new();
        let written = self.write(&mut text, id);
        debug_assert!(written.is_ok(), "a string takes any text");
        Ok(Clip { collection: sgf::parse_text(&text)?, size: self.size })
    }

    /// Removes a node with all that come after it, to be pasted elsewhere.
    ///
    /// # Errors
    ///
    /// Returns [`EditError`] and changes nothing if the node is the root or
    /// was removed.
    pub fn cut(&mut self, id: NodeId) -> Result<Clip, EditError> {
        self.check_place(id)?;
        let clip = self.copy(id)?;
        self.delete(id)?;
        Ok(clip)
    }

    /// Adds a copy behind the other children of a node, and returns its first
    /// node.
    ///
    /// What a root says about its file is left out, and so is a root that
    /// says nothing else.
    ///
    /// # Errors
    ///
    /// Returns [`EditError`] and changes nothing if the node was removed or
    /// the copy is of a board of another size.
    pub fn paste(&mut self, parent: NodeId, clip: &Clip) -> Result<NodeId, EditError> {
        self.check(parent)?;
        if clip.size != self.size {
            return Err(EditError::Size(clip.size));
        }
        let game = clip.collection.game(0).ok_or(EditError::EmptyClip)?;
        let root = game.root();
        let is_silent = root.properties().all(|it| ROOT_NAMES.contains(&&*it.name()));
        let is_left_out = is_silent && root.children().count() == 1;
        let mut top = None;
        let mut path: Vec<(sgf::NodeId, NodeId)> = Vec::new();
        for node in game.nodes().skip(usize::from(is_left_out)) {
            let before = node.parent().map(|it| it.id());
            while path.last().is_some_and(|&(it, _)| Some(it) != before) {
                path.pop();
            }
            let content = self.import(node)?;
            let id = match path.last() {
                Some(&(_, above)) => self.tree.push_child(above, content),
                None => self.tree.push(parent, content),
            };
            top = top.or(Some(id));
            path.push((node.id(), id));
        }
        let id = top.ok_or(EditError::EmptyClip)?;
        let idx = self.children(parent).len();
        self.apply(Step::Attach { id, idx });
        Ok(id)
    }

    fn import(&mut self, node: sgf::Node<'_>) -> Result<Content, EditError> {
        let is_of_root = |name: &str| node.parent().is_none() && ROOT_NAMES.contains(&name);
        let properties: Vec<_> =
            node.properties().map(store::owned).filter(|(name, _)| !is_of_root(name)).collect();
        let assignments: Vec<Assignment<'_>> =
            properties.iter().map(|(name, values)| (name.as_str(), values.clone())).collect();
        Ok(self.store.add(&assignments)?)
    }

    pub(crate) fn check(&self, id: NodeId) -> Result<(), EditError> {
        if self.is_removed(id) { Err(EditError::Removed) } else { Ok(()) }
    }

    /// The place of a node among its siblings, if it can be moved.
    fn check_place(&self, id: NodeId) -> Result<usize, EditError> {
        self.check(id)?;
        self.tree.sibling_idx(id).ok_or(EditError::Root)
    }
}

/// A copy of a node with all that come after it.
#[derive(Clone, Debug)]
pub struct Clip {
    collection: sgf::Collection,
    size: Size,
}

impl Clip {
    /// A copy from a text that holds a game, for a board of this size.
    ///
    /// # Errors
    ///
    /// Returns [`NoRecord`] if there is no game in it.
    pub fn from_sgf(text: &str, size: Size) -> Result<Clip, NoRecord> {
        let collection = sgf::parse_text(text).map_err(|_| NoRecord::TooLarge)?;
        let root = collection.game(0).ok_or(NoRecord::NoGame)?.root();
        let named = root.value("SZ").and_then(|_| convert::to_size(collection.game(0)?.size()));
        Ok(Clip { size: named.unwrap_or(size), collection })
    }

    /// The copy as text, for example for other programs.
    pub fn to_sgf(&self) -> String {
        self.collection.to_sgf()
    }

    /// The size of the board it is for.
    pub const fn size(&self) -> Size {
        self.size
    }
}

/// The reason why a record was not edited.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum EditError {
    /// The root cannot be moved or removed.
    Root,
    /// The node is no longer in the tree.
    Removed,
    /// There is no variation before this one.
    FirstVariation,
    /// There is no variation behind this one.
    LastVariation,
    /// The point is not on this board.
    OffBoard(Point),
    /// Stones cannot be set up where a move is made.
    HasMove,
    /// The copy is of a board of this size.
    Size(Size),
    /// The copy has no nodes.
    EmptyClip,
    /// This is not the name of a property.
    Name(String),
    /// The number is not finite.
    Number,
    /// The record would outgrow 4 GiB.
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
            EditError::Root => f.write_str("the first node cannot be moved or removed"),
            EditError::Removed => f.write_str("the node was removed"),
            EditError::FirstVariation => f.write_str("there is no variation before this one"),
            EditError::LastVariation => f.write_str("there is no variation after this one"),
            EditError::OffBoard(point) => write!(f, "{point} is not on the board"),
            EditError::HasMove => {
                f.write_str("the node has a move, expected a node without one for set-up")
            }
            EditError::Size(size) => write!(f, "the copy is from a {size} board"),
            EditError::EmptyClip => f.write_str("the copy has no nodes"),
            EditError::Name(name) => {
                write!(f, "{name:?} is not the name of a property, expected capital letters")
            }
            EditError::Number => f.write_str("the number is not finite"),
            EditError::TooLarge => fmt::Display::fmt(&TooLarge, f),
        }
    }
}

impl Error for EditError {}
