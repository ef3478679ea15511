//! What has happened to a study, as it is written and done again.

use serde::{Deserialize, Serialize};

use super::{MAX_LINES, Person, Study, StudyRefusal};
use crate::id::PersonId;
use crate::wire::{StudyChange, StudyEdit, StudyLine, StudyPerson};

/// Something that has happened to a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Who did it.
    pub(super) by: u32,
    /// When, in milliseconds since 1970.
    pub(super) at: u64,
    pub(super) what: What,
}

/// What somebody did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub(super) enum What {
    Edit { edit: StudyEdit },
    Look { at: u32 },
    Join { guest: PersonId, name: String },
    Ask {},
    Control { to: u32 },
    Say { text: String },
    Adopt { sgf: String },
}

impl Entry {
    /// One line of text.
    pub(super) fn to_line(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can be written")
    }
}

impl Study {
    /// Does what an entry says: the first time, and each time it is read back.
    pub(super) fn apply(&mut self, entry: &Entry) -> Result<StudyChange, StudyRefusal> {
        let by = entry.by;
        let change = match &entry.what {
            What::Edit { edit } => self.edit(edit)?,
            What::Adopt { sgf } => self.adopt(sgf)?,
            &What::Look { at } => {
                self.at = self.node(at)?;
                StudyChange::Looked { at }
            }
            What::Join { guest, name } => {
                let person = Person { guest: *guest, name: name.clone() };
                match self.meta.people.get_mut(by as usize) {
                    Some(known) => *known = person,
                    None => self.meta.people.push(person),
                }
                StudyChange::Joined { person: StudyPerson { n: by, name: name.clone() } }
            }
            What::Ask {} => {
                self.meta.asking.push(by);
                StudyChange::Asked {}
            }
            &What::Control { to } => {
                self.set_controller(to);
                StudyChange::Control { to }
            }
            What::Say { text } => StudyChange::Said { line: self.add_line(entry, text) },
        };
        self.version += 1;
        if matches!(entry.what, What::Edit { .. } | What::Adopt { .. }) {
            self.edited_at = self.version;
        }
        Ok(change)
    }

    fn add_line(&mut self, entry: &Entry, text: &str) -> StudyLine {
        let name = self.meta.people.get(entry.by as usize).map(|it| it.name.clone());
        let line = StudyLine {
            id: self.version + 1,
            by: entry.by,
            name: name.unwrap_or_default(),
            text: text.to_owned(),
            at: entry.at,
        };
        self.meta.lines.push_back(line.clone());
        if self.meta.lines.len() > MAX_LINES {
            self.meta.lines.pop_front();
        }
        line
    }
}
