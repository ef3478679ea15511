//! Writes a record as SGF, with the brackets of its file where it has some.

use std::fmt::{self, Write};

use tengen_sgf::Brackets;

use crate::store::Content;
use crate::{NodeId, Record};

/// The brackets of a node that has none in the file.
const PLAIN: Brackets<'_> = Brackets { open: "(", close: ")" };

impl Record {
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
