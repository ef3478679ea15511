//! The arena of nodes: parents, children and order, without properties.

use std::num::NonZeroU32;

use tengen_sgf as sgf;

use crate::store::Content;

/// The name of a node in its record.
///
/// It stays valid as long as the record, even if the node was removed.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    pub(crate) const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    /// The number of the node, for messages to other programs: zero for the
    /// root.
    ///
    /// It names the node as long as the record lives, whatever is edited;
    /// [`Record::node_id`](crate::Record::node_id) is the way back. A record
    /// that is read from a file numbers its nodes in the order of the file.
    pub const fn number(self) -> u32 {
        self.0.get() - 1
    }

    /// # Panics
    ///
    /// Panics beyond 4 billion nodes.
    fn new(idx: usize) -> NodeId {
        u32::try_from(idx + 1)
            .ok()
            .and_then(NonZeroU32::new)
            .map(NodeId)
            .expect("a record has fewer than 2^32 nodes")
    }

    pub(crate) const fn idx(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A node in the arena.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) parent: Option<NodeId>,
    pub(crate) children: Vec<NodeId>,
    pub(crate) content: Content,
    /// The node of the file that this one was, whatever it holds since.
    pub(crate) origin: Option<sgf::NodeId>,
    pub(crate) is_removed: bool,
}

/// All nodes that a record ever had, the root first.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    // Invariant: never empty, and links go to nodes of this arena. A removed
    // node keeps its parent, but is not among the children of it.
    entries: Vec<Entry>,
}

impl Tree {
    pub(crate) fn new(content: Content, origin: Option<sgf::NodeId>) -> Tree {
        let root = Entry { parent: None, children: Vec::new(), content, origin, is_removed: false };
        Tree { entries: vec![root] }
    }

    /// The nodes of a game of a file, numbered in the order of
    /// [`sgf::Game::nodes`].
    pub(crate) fn of_game(game: sgf::Game<'_>) -> Tree {
        let root = game.root();
        let mut tree = Tree::new(Content::File(root.id()), Some(root.id()));
        let mut node = root;
        let mut id = NodeId::ROOT;
        loop {
            let mut next = node.first_child();
            let mut parent = Some(id);
            while next.is_none() {
                let Some(above) = tree.entry(id).parent else { return tree };
                next = node.next_sibling();
                parent = Some(above);
                if next.is_none() {
                    node = node.parent().expect("only a root has no parent");
                    id = above;
                }
            }
            if let (Some(next), Some(parent)) = (next, parent) {
                id = tree.push_child(parent, Content::File(next.id()));
                tree.entry_mut(id).origin = Some(next.id());
                node = next;
            }
        }
    }

    /// Adds a node that hangs nowhere yet.
    pub(crate) fn push(&mut self, parent: NodeId, content: Content) -> NodeId {
        let id = NodeId::new(self.entries.len());
        let parent = Some(parent);
        self.entries.push(Entry {
            parent,
            children: Vec::new(),
            content,
            origin: None,
            is_removed: true,
        });
        id
    }

    /// Adds a node behind the other children of its parent.
    pub(crate) fn push_child(&mut self, parent: NodeId, content: Content) -> NodeId {
        let id = self.push(parent, content);
        self.entry_mut(id).is_removed = false;
        self.entry_mut(parent).children.push(id);
        id
    }

    pub(crate) fn entry(&self, id: NodeId) -> &Entry {
        &self.entries[id.idx()]
    }

    pub(crate) fn get(&self, id: NodeId) -> Option<&Entry> {
        self.entries.get(id.idx())
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The node with this number, removed or not.
    pub(crate) fn id(&self, number: u32) -> Option<NodeId> {
        let id = NodeId(NonZeroU32::MIN.checked_add(number)?);
        self.get(id).map(|_| id)
    }

    pub(crate) fn entry_mut(&mut self, id: NodeId) -> &mut Entry {
        &mut self.entries[id.idx()]
    }

    /// The place of a node among the children of its parent.
    pub(crate) fn sibling_idx(&self, id: NodeId) -> Option<usize> {
        let parent = self.entry(id).parent?;
        self.entry(parent).children.iter().position(|&it| it == id)
    }

    /// Hangs a node with all that come after it below its parent.
    pub(crate) fn attach(&mut self, id: NodeId, idx: usize) {
        let parent = self.entry(id).parent.expect("a root is never attached");
        self.entry_mut(parent).children.insert(idx, id);
        self.mark_removed(id, false);
    }

    /// Takes a node with all that come after it from its parent.
    pub(crate) fn detach(&mut self, id: NodeId, idx: usize) {
        let parent = self.entry(id).parent.expect("a root is never detached");
        self.entry_mut(parent).children.remove(idx);
        self.mark_removed(id, true);
    }

    /// Moves a child to another place among the children.
    pub(crate) fn reorder(&mut self, parent: NodeId, from: usize, to: usize) {
        let children = &mut self.entry_mut(parent).children;
        let child = children.remove(from);
        children.insert(to, child);
    }

    fn mark_removed(&mut self, top: NodeId, is_removed: bool) {
        let mut stack = vec![top];
        while let Some(id) = stack.pop() {
            let entry = self.entry_mut(id);
            entry.is_removed = is_removed;
            stack.extend_from_slice(&entry.children);
        }
    }
}

/// A place in a tree that can go forward and backward.
///
/// Forward, each node comes before its children, and a variation as a whole
/// before the next one.
#[derive(Clone, Debug)]
pub(crate) struct Walk<'a> {
    tree: &'a Tree,
    /// The nodes from the top to the place, each with its place among the
    /// children of the one before; empty at the end.
    path: Vec<(NodeId, usize)>,
}

impl<'a> Walk<'a> {
    /// A walk through a node and what comes after it, which stands on it.
    pub(crate) fn below(tree: &'a Tree, top: NodeId) -> Walk<'a> {
        Walk { tree, path: vec![(top, 0)] }
    }

    /// A walk through the whole tree that stands on this node.
    pub(crate) fn from(tree: &'a Tree, id: NodeId) -> Walk<'a> {
        let upward = std::iter::successors(Some(id), |&it| tree.entry(it).parent);
        let mut path: Vec<_> =
            upward.map(|it| (it, tree.sibling_idx(it).unwrap_or_default())).collect();
        path.reverse();
        Walk { tree, path }
    }

    pub(crate) fn id(&self) -> Option<NodeId> {
        self.path.last().map(|&(id, _)| id)
    }

    pub(crate) fn forward(&mut self) -> Option<NodeId> {
        let children = &self.tree.entry(self.id()?).children;
        if let Some(&child) = children.first() {
            self.path.push((child, 0));
            return Some(child);
        }
        while let Some((_, idx)) = self.path.pop() {
            let parent = self.id()?;
            if let Some(&sibling) = self.tree.entry(parent).children.get(idx + 1) {
                self.path.push((sibling, idx + 1));
                return Some(sibling);
            }
        }
        None
    }

    pub(crate) fn backward(&mut self) -> Option<NodeId> {
        let (_, idx) = self.path.pop()?;
        let parent = self.id()?;
        if let Some(before) = idx.checked_sub(1) {
            let mut next = Some((self.tree.entry(parent).children[before], before));
            while let Some((id, _)) = next {
                self.path.extend(next);
                let children = &self.tree.entry(id).children;
                next = children.last().map(|&last| (last, children.len() - 1));
            }
        }
        self.id()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_go_both_ways() {
        let mut store = crate::store::Store::default();
        let content = store.blank();
        let mut tree = Tree::new(content, None);
        let mut all = vec![NodeId::ROOT];
        for parent in [0, 1, 1, 0, 4, 0] {
            all.push(tree.push_child(all[parent], content));
        }
        let mut walk = Walk::below(&tree, NodeId::ROOT);
        for &id in &all[1..] {
            assert_eq!(walk.forward(), Some(id));
        }
        assert_eq!(walk.clone().forward(), None);
        for &id in all[..6].iter().rev() {
            assert_eq!(walk.backward(), Some(id));
            assert_eq!(Walk::from(&tree, id).path, walk.path);
        }
        assert_eq!(walk.backward(), None);
    }

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<Entry>(), 48);
        assert_eq!(size_of::<Option<NodeId>>(), 4);
    }
}
