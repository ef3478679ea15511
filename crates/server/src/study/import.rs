//! Records that people bring along: what is taken of them, and what is not.

use std::fmt;

use tengen_record::sgf::{Definition, ValueBuf};
use tengen_record::{NoRecord, Record};

use super::MAX_NODES;

/// The most bytes of a file.
pub const MAX_UPLOAD: usize = 1 << 20;

/// The property in which we keep what engines think, which is not private.
const EVALUATION: &str = "TGNJ";

/// Why a file is not taken.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Unusable {
    /// It has too many bytes.
    TooLarge,
    /// It has too many nodes.
    TooManyNodes,
    /// There is no game in it, or not one that can be shown.
    NoRecord(NoRecord),
    /// It took too long to read.
    TooSlow,
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unusable::TooLarge => f.write_str("the file has more than 1 MB"),
            Unusable::TooManyNodes => write!(f, "the record has more than {MAX_NODES} moves"),
            Unusable::NoRecord(reason) => reason.fmt(f),
            Unusable::TooSlow => f.write_str("the file took too long to read"),
        }
    }
}

impl std::error::Error for Unusable {}

/// The first game of a file as a study takes it: without properties that the
/// format does not define, which programs use for what concerns only them.
///
/// # Errors
///
/// Returns [`Unusable`] if there is no such game, or too much of it.
pub fn import(bytes: &[u8]) -> Result<String, Unusable> {
    if bytes.len() > MAX_UPLOAD {
        return Err(Unusable::TooLarge);
    }
    let mut record = Record::from_bytes(bytes).map_err(Unusable::NoRecord)?;
    if record.nodes().nth(MAX_NODES).is_some() {
        return Err(Unusable::TooManyNodes);
    }
    let nodes: Vec<_> = record.nodes().collect();
    for id in nodes {
        let names: Vec<String> = record
            .node(id)
            .raw()
            .properties()
            .map(|it| it.name().into_owned())
            .filter(|it| it != EVALUATION && Definition::find(it).is_none())
            .collect();
        for name in names {
            // A name that cannot be set is no name, and goes when it is written.
            let _ = record.set_property(id, &name, Vec::new());
        }
    }
    let utf8 = vec![ValueBuf::from("UTF-8")];
    record.set_property(record.root(), "CA", utf8).map_err(|_| Unusable::TooLarge)?;
    Ok(record.to_sgf())
}
