//! The contents of nodes: those of the file, and those made by edits.
//!
//! A content is immutable. An edit adds a new one, so undo goes back to the
//! content before it, to the last byte.

use std::sync::Arc;

use tengen_sgf::{self as sgf, PropertyError, TooLarge, ValueBuf};

/// The properties of a node, by name.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Content {
    /// As in the file.
    File(sgf::NodeId),
    /// As made by an edit.
    Edit(sgf::NodeId),
}

/// A property with its values, none of which means that it goes away.
pub(crate) type Assignment<'a> = (&'a str, Vec<ValueBuf>);

/// All contents that a record ever had.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    file: Arc<sgf::Collection>,
    edits: sgf::Collection,
}

impl Store {
    pub(crate) fn new(file: Arc<sgf::Collection>) -> Store {
        Store { file, edits: sgf::Collection::new() }
    }

    pub(crate) fn node(&self, content: Content) -> sgf::Node<'_> {
        match content {
            Content::File(id) => self.file.node(id),
            Content::Edit(id) => self.edits.node(id),
        }
    }

    pub(crate) fn file_node(&self, id: sgf::NodeId) -> sgf::Node<'_> {
        self.file.node(id)
    }

    /// The root of the first game of the file.
    pub(crate) fn first_root(&self) -> Option<sgf::NodeId> {
        self.file.game(0).map(|game| game.root().id())
    }

    /// The text before the first game of the file.
    pub(crate) fn prefix(&self) -> &str {
        self.file.prefix()
    }

    /// A content without properties.
    pub(crate) fn blank(&mut self) -> Content {
        Content::Edit(self.edits.add_game())
    }

    /// A content with these properties.
    pub(crate) fn add(&mut self, properties: &[Assignment<'_>]) -> Result<Content, TooLarge> {
        let id = self.edits.add_game();
        for (name, values) in properties {
            match self.edits.set_property(id, name, values.iter().cloned()) {
                Err(PropertyError::TooLarge) => return Err(TooLarge),
                result => debug_assert!(result.is_ok(), "{name} was checked or read"),
            }
        }
        Ok(Content::Edit(id))
    }

    /// A copy of a content with other values for some properties.
    ///
    /// The order stays, and what is new comes last. If nothing differs, it is
    /// the same content.
    pub(crate) fn with(
        &mut self,
        content: Content,
        assignments: Vec<Assignment<'_>>,
    ) -> Result<Content, TooLarge> {
        let mut properties = self.properties(content);
        let mut is_changed = false;
        for (name, values) in assignments {
            let place = properties.iter().position(|(it, _)| it == name);
            match place {
                Some(idx) if properties[idx].1 == values => continue,
                Some(idx) if values.is_empty() => drop(properties.remove(idx)),
                Some(idx) => properties[idx].1 = values,
                None if values.is_empty() => continue,
                None => properties.push((name.to_owned(), values)),
            }
            is_changed = true;
        }
        if !is_changed {
            return Ok(content);
        }
        let properties: Vec<Assignment<'_>> =
            properties.iter().map(|(name, values)| (name.as_str(), values.clone())).collect();
        self.add(&properties)
    }

    /// The properties of a content by their plain names.
    fn properties(&self, content: Content) -> Vec<(String, Vec<ValueBuf>)> {
        self.node(content).properties().map(owned).collect()
    }
}

/// A copy of a property that stands for itself.
pub(crate) fn owned(property: sgf::Property<'_>) -> (String, Vec<ValueBuf>) {
    (property.name().into_owned(), property.values().map(owned_value).collect())
}

/// A copy of a value, with the backslashes that the file forgot.
pub(crate) fn owned_value(value: sgf::Value<'_>) -> ValueBuf {
    ValueBuf::from_raw(value.raw()).unwrap_or_else(|_| ValueBuf::text(&value.text()))
}
