//! Splits the text of a node into properties, and joins them again.
//!
//! Where a node is repaired or edited, its text is made anew from its
//! properties. All that is not touched keeps its form: names, the order of
//! properties, and the white space between them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::scan::{self, Item};

/// The properties of a node, each with the text it was read from.
#[derive(Debug, Default)]
pub(crate) struct Parts<'a> {
    /// The white space between the semicolon and the first property.
    lead: &'a str,
    properties: Vec<Part<'a>>,
    by_name: HashMap<String, usize>,
}

#[derive(Debug)]
struct Part<'a> {
    name: &'a str,
    /// The white space before the first value.
    inner_gap: &'a str,
    /// The values with brackets and the white space between them.
    values: String,
    /// The white space behind the last value.
    gap: &'a str,
}

impl<'a> Parts<'a> {
    /// The properties of a text, which may lack its semicolon.
    pub(crate) fn new(text: &'a str) -> Parts<'a> {
        let mut parts = Parts::default();
        let body = text.strip_prefix(';').unwrap_or(text);
        parts.lead = &body[..scan::skip_space(body.as_bytes(), 0)];
        parts.add(body);
        parts
    }

    /// Adds the properties of a text without a semicolon.
    ///
    /// The values of a property that is there already join the others.
    pub(crate) fn add(&mut self, body: &'a str) {
        let bytes = body.as_bytes();
        let mut at = 0;
        while let Some(item) = scan::item(bytes, at) {
            at = item.end();
            if let Item::Property(property) = item {
                let mut values = String::new();
                push_values(&mut values, &body[property.values.clone()]);
                self.join(Part {
                    name: &body[property.name.clone()],
                    inner_gap: &body[property.name.end..property.values.start],
                    values,
                    gap: &body[at..scan::skip_space(bytes, at)],
                });
            }
        }
    }

    fn join(&mut self, part: Part<'a>) {
        match self.by_name.entry(scan::canonical_name(part.name).into_owned()) {
            Entry::Occupied(entry) => self.properties[*entry.get()].values.push_str(&part.values),
            Entry::Vacant(entry) => {
                entry.insert(self.properties.len());
                self.properties.push(part);
            }
        }
    }

    /// Replaces the values of a property, or adds it behind the others.
    pub(crate) fn set(&mut self, name: &'a str, values: String) {
        if let Some(&idx) = self.by_name.get(name) {
            self.properties[idx].values = values;
            return;
        }
        // The line break at the end of a node stays there.
        let gap = match self.properties.last_mut() {
            Some(last) => std::mem::take(&mut last.gap),
            None => std::mem::take(&mut self.lead),
        };
        self.by_name.insert(name.to_owned(), self.properties.len());
        self.properties.push(Part { name, inner_gap: "", values, gap });
    }

    /// Writes the node with its semicolon.
    pub(crate) fn write(&self, out: &mut String) {
        out.push(';');
        out.push_str(self.lead);
        for part in &self.properties {
            // A name that begins in lower case could be taken for a part of
            // the text before it.
            if part.name.starts_with(|first: char| first.is_ascii_lowercase()) {
                out.push_str(&scan::canonical_name(part.name));
            } else {
                out.push_str(part.name);
            }
            out.push_str(part.inner_gap);
            out.push_str(if part.values.is_empty() { "[]" } else { &part.values });
            out.push_str(part.gap);
        }
    }
}

/// Copies values, with all brackets that are missing in the original.
fn push_values(out: &mut String, raw: &str) {
    let bytes = raw.as_bytes();
    let mut at = 0;
    while bytes.get(at) == Some(&b'[') {
        let value = scan::value(bytes, at);
        out.push('[');
        push_escaped(out, &raw[value.content.clone()]);
        out.push(']');
        at = scan::skip_space(bytes, value.end);
        if bytes.get(at) == Some(&b'[') {
            out.push_str(&raw[value.end..at]);
        }
    }
}

/// Copies the text of a value, with a backslash before every `]`.
fn push_escaped(out: &mut String, content: &str) {
    let mut is_escaped = false;
    for it in content.chars() {
        if it == ']' && !is_escaped {
            out.push('\\');
        }
        out.push(it);
        is_escaped = it == '\\' && !is_escaped;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mut out = String::new();
        Parts::new(text).write(&mut out);
        assert_eq!(out, expected);
    }

    #[test]
    fn sound_nodes_stay_as_they_are() {
        for text in [";", "; \n", "; B [aa]\n", ";AB[aa]\n[bb] C[x\\]y]", ";SiZe[19]L1[x]\n"] {
            check(text, text);
        }
    }

    #[test]
    fn flaws_are_repaired() {
        check("B[aa]", ";B[aa]");
        check(";KO", ";KO[]");
        check(";AB[aa] AW[cc]AB[bb]\n", ";AB[aa][bb] AW[cc]");
        check(";C[see [1] here]", ";C[see [1\\] here]");
        check(";W[bb", ";W[bb]");
        check(";C[b\\", ";C[b]");
        check(";b[aa] junk. [x] C[y]", ";B[aa] C[y]");
    }

    #[test]
    fn properties_are_set() {
        let edit = |text: &'static str, edit: fn(&mut Parts<'static>)| {
            let mut parts = Parts::new(text);
            edit(&mut parts);
            let mut out = String::new();
            parts.write(&mut out);
            out
        };
        assert_eq!(edit(";B[aa]\n", |it| it.set("C", "[x]".into())), ";B[aa]C[x]\n");
        assert_eq!(edit(";\n", |it| it.set("C", "[x]".into())), ";C[x]\n");
        assert_eq!(edit(";C[y] B[aa]", |it| it.set("C", "[x]".into())), ";C[x] B[aa]");
        assert_eq!(edit(";SiZe[9]", |it| it.set("SZ", "[19]".into())), ";SiZe[19]");
    }
}
