//! The brackets of a file and the space around them, so that what was not
//! edited is written as it was read.

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::sync::Arc;

use tengen_sgf as sgf;

use crate::Record;
use crate::store::{Content, Store};
use crate::tree::{NodeId, Tree};

/// How the brackets of one game are written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// What comes before the game.
    head: String,
    /// The different ways to write a bracket: a file has few.
    spellings: Vec<String>,
    /// In the order of nodes.
    brackets: Vec<Bracket>,
}

/// The brackets that a file has around a node and what comes after it.
#[derive(Copy, Clone, Debug)]
struct Bracket {
    node: NodeId,
    open: u32,
    close: u32,
}

/// Takes the games of a collection apart, one after the other.
#[derive(Debug)]
pub(crate) struct Reader {
    collection: Arc<sgf::Collection>,
    text: String,
    at: usize,
    game_idx: usize,
    /// Whether the text was not as expected, so that brackets are plain.
    is_lost: bool,
}

impl Reader {
    pub(crate) fn new(collection: Arc<sgf::Collection>) -> Reader {
        let text = collection.to_sgf();
        Reader { collection, text, at: 0, game_idx: 0, is_lost: false }
    }

    /// Reads the next game.
    pub(crate) fn read(&mut self) -> Option<(Tree, Layout)> {
        let collection = Arc::clone(&self.collection);
        let game = collection.game(self.game_idx)?;
        self.game_idx += 1;
        let mut layout = Layout::default();
        layout.head.push_str(self.take_until_game(game.root()));
        let tree = self.read_game(game.root(), &mut layout);
        if self.is_lost {
            layout = Layout::default();
        }
        Some((tree, layout))
    }

    /// The text of all games, some of them replaced.
    pub(crate) fn replace<'r>(
        mut self,
        replacement: impl Fn(usize) -> Option<&'r Record>,
    ) -> String {
        let mut text = String::new();
        let store = Store::new(Arc::clone(&self.collection));
        let mut start = 0;
        while let Some((tree, layout)) = self.read() {
            let idx = self.game_idx - 1;
            if let Some(record) = replacement(idx) {
                text.push_str(&record.to_sgf());
            } else if self.is_lost {
                let written = layout.write(&mut text, (&tree, &store), NodeId::ROOT);
                debug_assert!(written.is_ok(), "a string takes any text");
            } else {
                text.push_str(&self.text[start..self.at]);
            }
            start = self.at;
        }
        text
    }

    /// Goes through a game along its links, so that its depth does not matter.
    fn read_game(&mut self, root: sgf::Node<'_>, layout: &mut Layout) -> Tree {
        let mut spellings = HashMap::new();
        let mut tree = Tree::new(Content::File(root.id()), Some(root.id()));
        let mut node = root;
        let mut id = NodeId::ROOT;
        let mut open_brackets = Vec::new();
        loop {
            if self.text[self.at..].starts_with('(') {
                let open = intern(&mut spellings, self.take_through_space());
                open_brackets.push(layout.brackets.len());
                layout.brackets.push(Bracket { node: id, open, close: open });
            }
            self.skip(node.raw());
            if let Some(child) = node.first_child() {
                id = add(&mut tree, id, child);
                node = child;
                continue;
            }
            loop {
                let innermost = open_brackets.last().copied();
                if let Some(idx) = innermost.filter(|&idx| layout.brackets[idx].node == id) {
                    open_brackets.pop();
                    let next_root = self.collection.game(self.game_idx).map(|game| game.root());
                    let close = if id == NodeId::ROOT {
                        self.find_game(next_root)
                    } else {
                        self.find_bracket()
                    };
                    layout.brackets[idx].close = intern(&mut spellings, self.take(close));
                }
                let Some(parent) = tree.entry(id).parent else {
                    layout.spellings = in_order(spellings);
                    return tree;
                };
                if let Some(sibling) = node.next_sibling() {
                    id = add(&mut tree, parent, sibling);
                    node = sibling;
                    break;
                }
                id = parent;
                node = node.parent().expect("only a root has no parent");
            }
        }
    }

    fn skip(&mut self, expected: &str) {
        if self.text[self.at..].starts_with(expected) {
            self.at += expected.len();
        } else {
            self.is_lost = true;
        }
    }

    fn take(&mut self, end: usize) -> &str {
        let start = std::mem::replace(&mut self.at, end);
        &self.text[start..end]
    }

    /// Takes a bracket with all before the next node.
    fn take_through_space(&mut self) -> &str {
        let end = self.text[self.at..].find(';').map_or(self.text.len(), |idx| self.at + idx);
        self.take(end)
    }

    fn take_until_game(&mut self, root: sgf::Node<'_>) -> &str {
        let end = self.find_game(Some(root));
        self.take(end)
    }

    /// Where the next bracket is, not counting the one at hand.
    fn find_bracket(&self) -> usize {
        let behind = (self.at + 1).min(self.text.len());
        let found = self.text.get(behind..).and_then(|rest| rest.find(['(', ')']));
        found.map_or(self.text.len(), |idx| behind + idx)
    }

    /// Where the game with this root begins, or the end of the text.
    fn find_game(&self, root: Option<sgf::Node<'_>>) -> usize {
        let is_start = |idx: usize| {
            let is_space = |it: char| it.is_whitespace() || it.is_control();
            let rest = self.text[idx + 1..].trim_start_matches(is_space);
            root.is_some_and(|root| rest.starts_with(root.raw()))
        };
        if root.is_none() {
            return self.text.len();
        }
        let mut brackets = self.text[self.at..].match_indices('(').map(|(idx, _)| self.at + idx);
        brackets.find(|&idx| is_start(idx)).unwrap_or(self.text.len())
    }
}

fn add(tree: &mut Tree, parent: NodeId, node: sgf::Node<'_>) -> NodeId {
    let id = tree.push_child(parent, Content::File(node.id()));
    tree.entry_mut(id).origin = Some(node.id());
    id
}

fn intern(spellings: &mut HashMap<String, u32>, text: &str) -> u32 {
    if let Some(&idx) = spellings.get(text) {
        return idx;
    }
    let idx = spellings.len() as u32;
    spellings.insert(text.to_owned(), idx);
    idx
}

fn in_order(spellings: HashMap<String, u32>) -> Vec<String> {
    let mut sorted: Vec<(String, u32)> = spellings.into_iter().collect();
    sorted.sort_by_key(|&(_, idx)| idx);
    sorted.into_iter().map(|(text, _)| text).collect()
}

impl Layout {
    /// Writes a node and what comes after it, with the text around the game if
    /// the node is the root.
    pub(crate) fn write(
        &self,
        out: &mut impl Write,
        (tree, store): (&Tree, &Store),
        top: NodeId,
    ) -> fmt::Result {
        if top == NodeId::ROOT {
            out.write_str(&self.head)?;
        }
        // Each node with the number of its children that are written.
        let mut path = vec![(top, 0)];
        while let Some((id, n_written)) = path.last_mut() {
            let (id, entry) = (*id, tree.entry(*id));
            if *n_written == 0 {
                out.write_str(self.bracket(tree, top, id).map_or("", |(open, _)| open))?;
                write_node(out, tree, store, id)?;
            }
            if let Some(&child) = entry.children.get(*n_written) {
                *n_written += 1;
                path.push((child, 0));
            } else {
                path.pop();
                out.write_str(self.bracket(tree, top, id).map_or("", |(_, close)| close))?;
            }
        }
        Ok(())
    }

    /// The brackets around a node, if it needs them or had them in the file.
    fn bracket(&self, tree: &Tree, top: NodeId, id: NodeId) -> Option<(&str, &str)> {
        if let Ok(idx) = self.brackets.binary_search_by_key(&id, |bracket| bracket.node) {
            let Bracket { open, close, .. } = self.brackets[idx];
            return Some((&self.spellings[open as usize], &self.spellings[close as usize]));
        }
        let parent = tree.entry(id).parent;
        let is_alone = parent.is_some_and(|parent| tree.entry(parent).children.len() == 1);
        (id == top || !is_alone).then_some(("(", ")"))
    }
}

fn write_node(out: &mut impl Write, tree: &Tree, store: &Store, id: NodeId) -> fmt::Result {
    let entry = tree.entry(id);
    out.write_str(store.node(entry.content).raw())?;
    // The line break at the end of an edited node stays there.
    if let (Content::Edit(_), Some(origin)) = (entry.content, entry.origin) {
        let raw = store.file_node(origin).raw();
        out.write_str(&raw[raw.trim_ascii_end().len()..])?;
    }
    Ok(())
}
