//! The canonical form: the same text for all files of the same meaning.

mod property;

use crate::canonical::property::{Piece, Rules};
use crate::definition::Class;
use crate::{Collection, NodeId};

/// The longest line, unless a single value is longer.
const WIDTH: usize = 80;

impl Collection {
    /// The text of all games in one form: the fourth format, in UTF-8.
    ///
    /// Properties come in a fixed order with names in capitals, lists of
    /// points are sorted and in rectangles, a pass has empty brackets, and values
    /// have only the backslashes they need. Labels, marks and komi of old
    /// formats get their present names. A node with stones that are set up and
    /// a move becomes two, and so does one with moves of both players. Plain
    /// moves fill a line; a node with more begins a line of its own.
    ///
    /// Unknown properties stay, and so do values that make no sense. Text
    /// outside games, and text without a meaning inside, does not. Applied
    /// to its own result this changes nothing.
    pub fn to_canonical(&self) -> String {
        let mut writer = LineWriter::default();
        for &root in &self.games {
            self.format_game(&mut writer, root);
            writer.break_line();
        }
        writer.out
    }

    /// Goes through a game along its links, so that its depth does not matter.
    fn format_game(&self, writer: &mut LineWriter, root: NodeId) {
        let rules = Rules::new(self.node(root));
        let has_bracket = |id: NodeId| id == root || self.entry(id).next_sibling != id;
        let mut id = root;
        loop {
            if has_bracket(id) {
                writer.break_line();
                writer.push("(");
            }
            match rules.plain_move(self.node(id)) {
                Some(text) if id != root => writer.plain_node(text),
                _ => property::groups(self.node(id), rules, id == root)
                    .iter()
                    .for_each(|group| writer.node(group)),
            }
            if let Some(child) = self.first_child(id) {
                id = child;
                continue;
            }
            loop {
                if has_bracket(id) {
                    writer.push(")");
                    writer.is_full = true;
                }
                if id == root {
                    return;
                }
                if let Some(sibling) = self.next_sibling(id) {
                    id = sibling;
                    break;
                }
                id = self.entry(id).parent.expect("only a root has no parent");
            }
        }
    }
}

/// Writes text in lines of limited length.
#[derive(Debug, Default)]
struct LineWriter {
    out: String,
    /// The number of characters in the last line.
    column: usize,
    /// Whether the next node begins a line.
    is_full: bool,
}

impl LineWriter {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
        self.column = match text.rfind('\n') {
            Some(end) => text[end + 1..].chars().count(),
            None => self.column + text.chars().count(),
        };
    }

    fn break_line(&mut self) {
        self.is_full = false;
        if self.column > 0 {
            self.push("\n");
        }
    }

    /// Writes what must not be divided, on a new line if it is too long.
    fn push_whole(&mut self, text: &str) {
        let first_line = text.split('\n').next().unwrap_or_default();
        // The bracket before the first node of a variation stays with it.
        if self.column > 1 && self.column + first_line.chars().count() > WIDTH {
            self.break_line();
        }
        self.push(text);
    }

    /// Writes a node that need not begin a line.
    fn plain_node(&mut self, text: &str) {
        if self.is_full {
            self.break_line();
        }
        self.push_whole(text);
    }

    /// Writes a node.
    fn node(&mut self, pieces: &[Piece<'_>]) {
        let is_plain = pieces.iter().all(Piece::is_plain);
        if self.is_full || (!is_plain && self.column > 1) {
            self.break_line();
        }
        let mut begin = ";";
        let mut class = None;
        for piece in pieces {
            let is_info = piece.class() == Some(Class::GameInfo);
            if class.is_some_and(|was_info| was_info != is_info) {
                self.break_line();
            }
            class = Some(is_info);
            let mut name = piece.name.as_ref();
            for value in &piece.values {
                self.push_whole(&format!("{begin}{name}[{value}]"));
                (begin, name) = ("", "");
            }
        }
        if pieces.is_empty() {
            self.push_whole(";");
        }
        self.is_full = !is_plain;
    }
}
