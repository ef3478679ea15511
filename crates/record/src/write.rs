//! Writes a record as SGF, with the brackets of its file where it has some.

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::sync::Arc;

use tengen_sgf::{self as sgf, Brackets};

use crate::store::Content;
use crate::{NodeId, Record};

/// The brackets of a node that has none in the file.
const PLAIN: Brackets<'_> = Brackets { open: "(", close: ")" };

impl Record {
    /// The game as SGF.
    ///
    /// What was not edited is written as it was read. Other games of the file
    /// are not here.
    pub fn to_sgf(&self) -> String {
        self.to_string()
    }

    /// The game as a collection, for example to write it in an encoding.
    ///
    /// # Errors
    ///
    /// Returns [`sgf::TooLarge`] if the text is longer than 4 GiB.
    pub fn to_collection(&self) -> Result<sgf::Collection, sgf::TooLarge> {
        sgf::parse_text(&self.to_sgf())
    }

    /// The text of a file with some games as they were edited, the others to
    /// the byte as they are in it, be they Go or not.
    ///
    /// Games with numbers beyond those of the file are added to it.
    pub fn merge(
        collection: impl Into<Arc<sgf::Collection>>,
        edited: &BTreeMap<usize, Record>,
    ) -> String {
        let collection = collection.into();
        let texts = edited.iter().map(|(&idx, record)| (idx, record.to_sgf())).collect();
        collection.to_sgf_replacing(&texts)
    }

    /// The bytes of a file with some games as they were edited, in the encoding
    /// of the file, the others to the byte as they are in it.
    ///
    /// # Errors
    ///
    /// Returns [`sgf::UnmappableCharacter`] if the encoding lacks a character of
    /// an edited game: then [`Record::merge`] is the text for another encoding.
    pub fn merge_bytes(
        collection: &sgf::Collection,
        edited: &BTreeMap<usize, Record>,
    ) -> Result<Vec<u8>, sgf::UnmappableCharacter> {
        let texts = edited.iter().map(|(&idx, record)| (idx, record.to_sgf())).collect();
        collection.to_bytes_replacing(&texts)
    }

    /// Writes a node and its descendants, with the text around the game if the
    /// node is the root.
    pub(crate) fn write(&self, out: &mut impl Write, top: NodeId) -> fmt::Result {
        if top == NodeId::ROOT {
            out.write_str(self.head())?;
        }
        // Each node with the number of its children that are written.
        let mut path = vec![(top, 0)];
        while let Some((id, n_written)) = path.last_mut() {
            let (id, entry) = (*id, self.tree.entry(*id));
            if *n_written == 0 {
                out.write_str(self.brackets(top, id).map_or("", |it| it.open))?;
                self.write_node(out, id)?;
            }
            if let Some(&child) = entry.children.get(*n_written) {
                *n_written += 1;
                path.push((child, 0));
            } else {
                path.pop();
                out.write_str(self.brackets(top, id).map_or("", |it| it.close))?;
            }
        }
        Ok(())
    }

    /// The text before the game, which the first game of a file has.
    fn head(&self) -> &str {
        let root = self.tree.entry(NodeId::ROOT).origin;
        if root.is_some() && root == self.store.first_root() { self.store.prefix() } else { "" }
    }

    /// The brackets around a node, if it needs them or had them in the file.
    fn brackets(&self, top: NodeId, id: NodeId) -> Option<Brackets<'_>> {
        let entry = self.tree.entry(id);
        let of_file = entry.origin.and_then(|origin| self.store.file_node(origin).brackets());
        let is_alone = || {
            let parent = entry.parent.map(|parent| self.tree.entry(parent));
            parent.is_some_and(|parent| parent.children.len() == 1)
        };
        of_file.or_else(|| (id == top || !is_alone()).then_some(PLAIN))
    }

    fn write_node(&self, out: &mut impl Write, id: NodeId) -> fmt::Result {
        let entry = self.tree.entry(id);
        out.write_str(self.store.node(entry.content).raw())?;
        // The line break at the end of an edited node stays there.
        if let (Content::Edit(_), Some(origin)) = (entry.content, entry.origin) {
            let raw = self.store.file_node(origin).raw();
            out.write_str(&raw[raw.trim_ascii_end().len()..])?;
        }
        Ok(())
    }
}

/// Writes SGF, as [`Record::to_sgf`] does.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, self.root())
    }
}
