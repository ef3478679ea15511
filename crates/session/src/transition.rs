//! One action while it is applied: its time, events and effects.

use std::time::Duration;

use tengen_record::NodeId;

use crate::{Effect, Event};

/// The time of an action, with its events and effects.
#[derive(Debug)]
pub(crate) struct Transition {
    pub(crate) now: Duration,
    pub(crate) events: Vec<Event>,
    pub(crate) effects: Vec<Effect>,
    /// Where the actor wants to look now.
    pub(crate) node: Option<NodeId>,
    save: SaveNeed,
}

/// How much of the session must be saved again.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) enum SaveNeed {
    #[default]
    Nothing,
    /// The last move, as a line.
    Line(String),
    Whole,
}

impl Transition {
    pub(crate) fn new(now: Duration) -> Transition {
        Transition {
            now,
            events: Vec::new(),
            effects: Vec::new(),
            node: None,
            save: SaveNeed::Nothing,
        }
    }

    pub(crate) fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    pub(crate) fn effect(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Something changed that must be saved as a whole.
    pub(crate) fn save(&mut self) {
        self.save = SaveNeed::Whole;
    }

    /// Only a move was added, which this line tells of.
    pub(crate) fn append(&mut self, line: String) {
        if self.save == SaveNeed::Nothing {
            self.save = SaveNeed::Line(line);
        }
    }

    pub(crate) fn needs_whole(&self) -> bool {
        self.save == SaveNeed::Whole
    }

    pub(crate) fn take_save(&mut self) -> SaveNeed {
        std::mem::take(&mut self.save)
    }
}
