//! A study as text, and back.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_record::{NodeId, Positions, Record};

use super::entry::Entry;
use super::{Meta, NewStudy, Person, Study, StudyOutput};
use crate::id::DocumentId;
use crate::store::{DocumentKind, DocumentListing, StoredDocument, StoredText};
use crate::wire::{self, StudyChange, StudyEvent};

/// The study as a whole.
#[derive(Debug, Serialize, Deserialize)]
struct Body {
    meta: Meta,
    /// The version of the tree in it.
    version: u64,
    /// Which node is shown, counted in the order of the record.
    at: usize,
    sgf: String,
}

/// A stored study cannot be read.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct UnreadableStudy(String);

impl fmt::Display for UnreadableStudy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UnreadableStudy {}

impl Study {
    /// A study, and what must be stored of it.
    ///
    /// # Errors
    ///
    /// Returns [`UnreadableStudy`] if its record is none.
    pub fn create(
        id: DocumentId,
        new: NewStudy,
        now: Duration,
    ) -> Result<(Study, StoredDocument), UnreadableStudy> {
        let NewStudy { title, owner, name, mode, visibility, game, sgf } = new;
        let meta = Meta {
            id,
            title,
            mode,
            visibility,
            game,
            people: vec![Person { guest: owner, name }],
            owner: 0,
            controller: 0,
            asking: Vec::new(),
            lines: std::collections::VecDeque::new(),
        };
        let study = Study::whole(Body { meta, version: 1, at: 0, sgf }, now)?;
        let stored = StoredDocument {
            version: 1,
            body: study.body(&study.record.to_sgf()),
            lines: Vec::new(),
            listing: study.listing(),
        };
        Ok((study, stored))
    }

    /// The study as it was stored, without clients.
    ///
    /// # Errors
    ///
    /// Returns [`UnreadableStudy`] if it is damaged.
    pub fn restore(stored: &StoredDocument) -> Result<Study, UnreadableStudy> {
        let unreadable = |error: serde_json::Error| UnreadableStudy(error.to_string());
        let body: Body = serde_json::from_str(&stored.body).map_err(unreadable)?;
        let mut study = Study::whole(body, Duration::from_millis(stored.listing.changed_at))?;
        for line in &stored.lines {
            let entry: Entry = serde_json::from_str(line).map_err(unreadable)?;
            let applied = study.apply(&entry);
            applied.map_err(|it| UnreadableStudy(format!("an entry does not fit: {it:?}")))?;
        }
        if study.version != stored.version {
            let (found, expected) = (study.version, stored.version);
            return Err(UnreadableStudy(format!("version {found} was read, expected {expected}")));
        }
        study.n_entries = stored.lines.len();
        study.first_version = study.version;
        Ok(study)
    }

    fn whole(body: Body, now: Duration) -> Result<Study, UnreadableStudy> {
        let record = Record::from_sgf(&body.sgf)
            .map_err(|error| UnreadableStudy(format!("the record is unreadable: {error}")))?;
        let at = record.nodes().nth(body.at).unwrap_or(record.root());
        let mut study = Study {
            meta: body.meta,
            positions: Positions::new(),
            at,
            n_nodes: 0,
            n_bytes: body.sgf.len(),
            version: body.version,
            edited_at: body.version,
            first_version: body.version,
            n_entries: 0,
            recent: std::collections::VecDeque::new(),
            here: std::collections::BTreeMap::new(),
            gone_since: Some(now),
            now,
            record,
        };
        study.count_nodes();
        Ok(study)
    }

    fn body(&self, sgf: &str) -> String {
        let body = Body {
            meta: self.meta.clone(),
            version: self.version,
            at: self.idx_of(self.at),
            sgf: sgf.to_owned(),
        };
        serde_json::to_string(&body).expect("texts and numbers can be written")
    }

    fn idx_of(&self, id: NodeId) -> usize {
        self.record.nodes().position(|it| it == id).unwrap_or(0)
    }

    /// How many entries were written since it was written as a whole.
    pub const fn n_entries(&self) -> usize {
        self.n_entries
    }

    /// Reads the tree anew from what is written of it as a whole, so that the
    /// entries before are not needed any more.
    pub(super) fn renumber(&mut self) -> StudyOutput {
        self.version += 1;
        let sgf = self.record.to_sgf();
        let body = self.body(&sgf);
        let idx = self.idx_of(self.at);
        if let Ok(record) = Record::from_sgf(&sgf) {
            self.record = record;
        }
        self.positions = Positions::new();
        self.at = self.record.nodes().nth(idx).unwrap_or(self.record.root());
        self.n_bytes = sgf.len();
        self.edited_at = self.version;
        self.n_entries = 0;
        let change = StudyChange::Reloaded {};
        let event = StudyEvent { v: self.version, by: None, c: None, change };
        self.remember(event.clone());
        StudyOutput {
            event: Some(event),
            text: Some(StoredText::Whole(body)),
            ..StudyOutput::default()
        }
    }

    /// What lists show of it.
    pub fn listing(&self) -> DocumentListing {
        DocumentListing {
            kind: DocumentKind::Study,
            id: self.meta.id,
            owner: self.owner(),
            title: self.meta.title.clone(),
            is_listed: self.is_listed(),
            changed_at: wire::millis(self.now),
        }
    }
}
