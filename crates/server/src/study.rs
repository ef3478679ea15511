//! A study: a board that several people look at and edit together.
//!
//! A [`Study`] is deterministic, as a room is: a [`StudyInput`] and a time go
//! in, a [`StudyOutput`] comes out. One person at a time has control, edits and
//! shows positions. An edit names the version that its sender has seen; if the
//! tree was edited since, it is refused, so that two windows never diverge.
//!
//! What happens is written as entries, which do the same again
//! when they are read back: nodes keep their numbers over a restart.

mod adopt;
mod control;
mod describe;
mod edit;
mod entry;
mod import;
mod refusal;
mod save;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_record::{NodeId, Positions, Record};

use crate::id::{DocumentId, GameId, PersonId};
use crate::store::StoredText;
use crate::wire::{
    self, MAX_CHAT, StudyEvent, StudyLine, StudyMessage, StudyMode, Visibility, plain_text,
};

use entry::{Entry, What};

pub use import::{MAX_UPLOAD, Unusable, import};
pub use refusal::StudyRefusal;
pub use save::UnreadableStudy;

/// The most nodes of a study.
pub const MAX_NODES: usize = 20_000;

/// The most people who come to a study with a name.
const MAX_PEOPLE: usize = 200;

/// The most lines of chat that are kept.
const MAX_LINES: usize = 100;

/// The most events that are kept for clients that come back.
const MAX_RECENT: usize = 64;

/// A board that several people look at and edit together.
#[derive(Debug)]
pub struct Study {
    meta: Meta,
    record: Record,
    positions: Positions,
    /// The node that is shown.
    at: NodeId,
    n_nodes: usize,
    /// How many bytes of text there are, at most.
    n_bytes: usize,
    version: u64,
    /// The version with which the tree was edited last.
    edited_at: u64,
    /// The version with which it was created or restored.
    first_version: u64,
    /// How many entries were written since it was written as a whole.
    n_entries: usize,
    recent: VecDeque<StudyEvent>,
    /// How many connections people have, and those without a name.
    here: BTreeMap<Option<PersonId>, u32>,
    /// Since when whoever has control is not there.
    gone_since: Option<Duration>,
    now: Duration,
}

/// What is known of a study beside its tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Meta {
    id: DocumentId,
    title: String,
    mode: StudyMode,
    visibility: Visibility,
    game: Option<GameId>,
    people: Vec<Person>,
    owner: u32,
    controller: u32,
    asking: Vec<u32>,
    lines: VecDeque<StudyLine>,
}

/// Somebody who has come with a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Person {
    guest: PersonId,
    name: String,
}

/// What a study begins with.
#[derive(Clone, Debug, PartialEq)]
pub struct NewStudy {
    /// What it is about.
    pub title: String,
    /// Who makes it, and has control first.
    pub owner: PersonId,
    /// The name of the owner.
    pub name: String,
    /// Who can get control.
    pub mode: StudyMode,
    /// Whether everybody can find it.
    pub visibility: Visibility,
    /// The game it was made from, if that is on this server.
    pub game: Option<GameId>,
    /// The record, as [`import`] has cleaned it.
    pub sgf: String,
}

/// Something that happens to a study.
#[derive(Clone, Debug)]
pub enum StudyInput {
    /// A client sent a command.
    Command {
        /// Who, if the client is known.
        from: Option<PersonId>,
        /// What.
        message: StudyMessage,
    },
    /// A person comes with a name.
    Join {
        /// Who.
        guest: PersonId,
        /// The name.
        name: String,
    },
    /// A client has connected.
    Arrived(Option<PersonId>),
    /// A client is gone.
    Left(Option<PersonId>),
    /// Whoever has control puts the computer's review of the game on the board.
    Adopt {
        /// Who.
        from: Option<PersonId>,
        /// The record with the review.
        sgf: String,
    },
    /// The study is written as a whole, with new numbers for all nodes.
    Renumber,
}

/// What an input led to.
#[derive(Debug, Default)]
pub struct StudyOutput {
    /// The answer to a command: the version, or why it is refused.
    pub answer: Option<Result<u64, StudyRefusal>>,
    /// What has changed.
    pub event: Option<StudyEvent>,
    /// What must be stored before anything of this is told.
    pub text: Option<StoredText>,
    /// Whether other people are there than before.
    pub is_crowd_changed: bool,
}

impl Study {
    /// Lets something happen.
    ///
    /// `now` is the time since 1970, as a clock tells it that never goes back.
    pub fn handle(&mut self, input: StudyInput, now: Duration) -> StudyOutput {
        self.now = self.now.max(now);
        match input {
            StudyInput::Command { from, message } => self.command(from, message),
            StudyInput::Join { guest, name } => self.join(guest, &name),
            StudyInput::Arrived(guest) => self.arrived(guest),
            StudyInput::Left(guest) => self.left(guest),
            StudyInput::Adopt { from, sgf } => {
                let answer = self.person(from).and_then(|by| {
                    self.check_control(by)?;
                    Ok((by, What::Adopt { sgf }))
                });
                self.carry_out(None, answer)
            }
            StudyInput::Renumber => self.renumber(),
        }
    }

    fn command(&mut self, from: Option<PersonId>, message: StudyMessage) -> StudyOutput {
        let c = message.command();
        let wanted = self.person(from).and_then(|by| Ok((by, self.wanted(by, message)?)));
        self.carry_out(c, wanted)
    }

    /// What a command comes to, if the person may do that now.
    fn wanted(&self, by: u32, message: StudyMessage) -> Result<What, StudyRefusal> {
        match message {
            StudyMessage::Edit { rev, edit, .. } => {
                self.check_control(by)?;
                if rev < self.edited_at || rev > self.version {
                    return Err(StudyRefusal::Stale);
                }
                Ok(self.shown_or(edit))
            }
            StudyMessage::Look { at, .. } => {
                self.check_control(by)?;
                self.node(at)?;
                Ok(What::Look { at })
            }
            StudyMessage::Ask { .. } => self.ask(by),
            StudyMessage::Give { to, .. } => self.give(by, to),
            StudyMessage::Say { text, .. } => {
                let text = plain_text(&text);
                if text.is_empty() || text.chars().count() > MAX_CHAT {
                    return Err(StudyRefusal::BadText);
                }
                Ok(What::Say { text })
            }
            StudyMessage::Hello { .. } | StudyMessage::Ping { .. } => Err(StudyRefusal::Malformed),
        }
    }

    fn join(&mut self, guest: PersonId, name: &str) -> StudyOutput {
        let name = wire::plain_name(name);
        if name.is_empty() {
            return self.carry_out(None, Err(StudyRefusal::NoName));
        }
        let known = self.meta.people.iter().position(|it| it.guest == guest);
        match known {
            Some(idx) if self.meta.people[idx].name == name => {
                StudyOutput { answer: Some(Ok(self.version)), ..StudyOutput::default() }
            }
            None if self.meta.people.len() >= MAX_PEOPLE => {
                self.carry_out(None, Err(StudyRefusal::Crowded))
            }
            known => {
                let by = known.unwrap_or(self.meta.people.len()) as u32;
                let output = self.carry_out(None, Ok((by, What::Join { guest, name })));
                StudyOutput { is_crowd_changed: true, ..output }
            }
        }
    }

    /// Does what was found to be allowed, and says what must be stored and
    /// told.
    fn carry_out(
        &mut self,
        c: Option<u32>,
        wanted: Result<(u32, What), StudyRefusal>,
    ) -> StudyOutput {
        let done = wanted.and_then(|(by, what)| {
            let entry = Entry { by, at: wire::millis(self.now), what };
            Ok((self.apply(&entry)?, entry))
        });
        match done {
            Err(refusal) => StudyOutput { answer: Some(Err(refusal)), ..StudyOutput::default() },
            Ok((change, entry)) => {
                self.n_entries += 1;
                let event = StudyEvent { v: self.version, by: Some(entry.by), c, change };
                self.remember(event.clone());
                StudyOutput {
                    answer: Some(Ok(self.version)),
                    event: Some(event),
                    text: Some(StoredText::Line(entry.to_line())),
                    is_crowd_changed: false,
                }
            }
        }
    }

    fn remember(&mut self, event: StudyEvent) {
        self.recent.push_back(event);
        if self.recent.len() > MAX_RECENT {
            self.recent.pop_front();
        }
    }

    /// The id of the study.
    pub const fn id(&self) -> DocumentId {
        self.meta.id
    }

    /// The version of the study.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// What it is about.
    pub fn title(&self) -> &str {
        &self.meta.title
    }

    /// The game it was made from.
    pub const fn game(&self) -> Option<GameId> {
        self.meta.game
    }

    /// Who made it.
    pub fn owner(&self) -> PersonId {
        self.meta.people[self.meta.owner as usize].guest
    }

    /// Whether everybody can find it.
    pub fn is_listed(&self) -> bool {
        self.meta.visibility == Visibility::Listed
    }

    /// The tree.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The node that is shown.
    pub const fn at(&self) -> NodeId {
        self.at
    }

    /// The time of the last input.
    pub const fn time(&self) -> Duration {
        self.now
    }

    /// The number of a person in this study.
    pub fn person_number(&self, guest: Option<PersonId>) -> Option<u32> {
        let guest = guest?;
        self.meta.people.iter().position(|it| it.guest == guest).map(|it| it as u32)
    }

    fn person(&self, guest: Option<PersonId>) -> Result<u32, StudyRefusal> {
        self.person_number(guest).ok_or(StudyRefusal::Stranger)
    }

    fn node(&self, number: u32) -> Result<NodeId, StudyRefusal> {
        self.record.node_id(number).ok_or(StudyRefusal::NoNode)
    }

    /// The events after a version, or `None` if everything must be read anew.
    pub fn events_since(&self, version: u64) -> Option<impl Iterator<Item = &StudyEvent>> {
        let oldest = self.recent.front().map_or(self.version + 1, |it| it.v);
        let is_known =
            version >= self.first_version && version + 1 >= oldest && version <= self.version;
        is_known.then(|| self.recent.iter().filter(move |it| it.v > version))
    }

    /// Takes the clients of a study that is thrown away.
    pub fn take_clients(&mut self, other: &mut Study) {
        self.here = std::mem::take(&mut other.here);
        self.gone_since = other.gone_since;
    }
}

#[cfg(test)]
mod tests;
