//! Collects flaws with their offsets, and turns these into lines and columns.

use std::collections::HashMap;

use crate::location::Locator;
use crate::parse_report::shorten;
use crate::property::Properties;
use crate::{Collection, Flaw, Location, NodeId, Property, Value, Warning, WarningCode};

/// A flaw at an offset of the file.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) offset: usize,
    pub(super) flaw: Flaw,
    pub(super) subject: Box<str>,
    pub(super) hint: Option<Box<str>>,
}

/// One value of a property.
#[derive(Copy, Clone, Debug)]
pub(super) struct At<'a> {
    pub(super) property: Property<'a>,
    pub(super) idx: usize,
    pub(super) value: Value<'a>,
}

/// Collects flaws, and finds their places in the file.
#[derive(Debug)]
pub(super) struct Places<'a> {
    collection: &'a Collection,
    pub(super) found: Vec<Found>,
    /// Where the node at hand, or the last before it, was in the file.
    node_offset: usize,
    id: Option<NodeId>,
    /// Where the properties of a repaired or edited node were in the file.
    originals: Option<HashMap<String, Original>>,
}

#[derive(Debug)]
struct Original {
    name: usize,
    values: Vec<usize>,
}

impl<'a> Places<'a> {
    pub(super) fn new(collection: &'a Collection) -> Places<'a> {
        Places { collection, found: Vec::new(), node_offset: 0, id: None, originals: None }
    }

    pub(super) fn begin_node(&mut self, id: NodeId) {
        self.id = Some(id);
        self.originals = None;
        if let Some(origin) = self.collection.origin(id) {
            self.node_offset = origin as usize;
        }
    }

    /// Adds a flaw of a property as a whole.
    pub(super) fn add_property(&mut self, flaw: Flaw, property: Property<'a>) {
        let subject = match flaw {
            Flaw::UnknownProperty | Flaw::OldProperty | Flaw::PropertyOfOtherGame => {
                shorten(&property.name())
            }
            _ => subject(property, property.value()),
        };
        let offset = self.offset(property, None);
        self.found.push(Found { offset, flaw, subject, hint: None });
    }

    /// Adds a flaw of a value, and what was probably meant.
    pub(super) fn add_value(&mut self, flaw: Flaw, at: At<'a>, hint: Option<String>) {
        let offset = self.offset(at.property, Some(at));
        let subject = subject(at.property, at.value);
        self.found.push(Found { offset, flaw, subject, hint: hint.map(String::into_boxed_str) });
    }

    fn offset(&mut self, property: Property<'a>, value: Option<At<'a>>) -> usize {
        let Some(id) = self.id else { return self.node_offset };
        let span = self.collection.entry(id).text;
        if span.start < self.collection.source_len {
            let part = value.map_or(property.raw_name(), |at| at.value.raw());
            // The bracket before the value is a part of it.
            let bracket = usize::from(value.is_some());
            return distance(&self.collection.text, part) - bracket;
        }
        let originals =
            self.originals.get_or_insert_with(|| originals(self.collection, self.node_offset));
        let Some(original) = originals.get(&*property.name()) else { return self.node_offset };
        match value {
            Some(at) => original.values.get(at.idx).copied().unwrap_or(original.name),
            None => original.name,
        }
    }

    /// The warnings in the order of the file.
    pub(super) fn finish(mut self, collection: &Collection) -> Vec<Warning> {
        self.found.sort_by_key(|it| it.offset);
        let mut locator = Locator::new(&collection.text[..collection.source_len as usize]);
        self.found
            .into_iter()
            .map(|Found { offset, flaw, subject, hint }| {
                let Location { line, column } = locator.advance(offset);
                let code = WarningCode::Meaning(flaw);
                Warning { line, column, code, subject: Some(subject), hint }
            })
            .collect()
    }
}

/// Where a part begins in the text that it was cut out of.
fn distance(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

/// The properties of the node at this offset of the file, before it was
/// repaired.
fn originals(collection: &Collection, offset: usize) -> HashMap<String, Original> {
    let source = &collection.text[..collection.source_len as usize];
    let mut originals: HashMap<String, Original> = HashMap::new();
    let text = source.get(offset..).unwrap_or_default();
    let properties = if text.starts_with(';') {
        Properties::new(text)
    } else {
        // The semicolon is missing in the file.
        Properties::without_semicolon(text)
    };
    for property in properties {
        let original = originals.entry(property.name().into_owned()).or_insert_with(|| Original {
            name: distance(source, property.raw_name()),
            values: Vec::new(),
        });
        let values = property.values().map(|it| distance(source, it.raw()).saturating_sub(1));
        original.values.extend(values);
    }
    originals
}

/// The property with one of its values, as in `KM[6.5]`.
fn subject(property: Property<'_>, value: Value<'_>) -> Box<str> {
    format!("{}[{}]", shorten(&property.name()), shorten(value.raw())).into()
}
