//! Edits beside a game or in a review: what they may change, and how they are
//! undone.

use std::collections::HashMap;

use tengen_record::{EditError, NodeId, Positions, Record, Revision};
use tengen_rules::{Game, Komi, Move, Ruleset};

use crate::edit::apply::Editor;
use crate::save::property;
use crate::session::{Live, Session};
use crate::transition::Transition;
use crate::{Edit, Event, Rejected};

/// What is remembered of edits beyond what the record does.
#[derive(Clone, Debug, Default)]
pub(crate) struct EditHistory {
    /// The text that is being written letter by letter.
    writing: Option<Writing>,
    /// Where the edits that led to a state of the record began and ended.
    ends: HashMap<Revision, Ends>,
    /// Positions of the record, while it is edited.
    pub(crate) positions: Positions,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Writing {
    Name(NodeId),
    Comment(NodeId),
}

#[derive(Copy, Clone, Debug)]
struct Ends {
    from: NodeId,
    to: NodeId,
}

impl EditHistory {
    /// The next letter begins another edit.
    pub(crate) fn stop_writing(&mut self) {
        self.writing = None;
    }
}

/// What a game depends on beyond its moves.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Terms {
    ruleset: Option<Ruleset>,
    komi: Option<Komi>,
    handicap: Option<u8>,
}

/// What tells whether positions or rules have changed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Versions {
    positions: u64,
    tree: u64,
    terms: Terms,
}

impl Versions {
    fn of(record: &Record) -> Versions {
        let info = record.info();
        Versions {
            positions: record.position_version(),
            tree: record.tree_version(),
            terms: Terms { ruleset: info.ruleset(), komi: info.komi(), handicap: info.handicap() },
        }
    }
}

/// Makes sure that the game in progress stays as it is.
struct Guard {
    versions: Versions,
    live: Option<Live>,
    ruleset: Ruleset,
}

impl Guard {
    fn of(session: &Session) -> Guard {
        Guard {
            versions: Versions::of(&session.record),
            live: (!session.is_review).then(|| session.live.clone()),
            ruleset: session.ruleset,
        }
    }

    /// Says whether the record may be like this.
    fn check(&self, record: &Record) -> Result<(), Rejected> {
        let Some(live) = &self.live else { return Ok(()) };
        let is_same = || Versions::of(record) == self.versions || self.game(record) == *live.game;
        if record.contains(live.node) && is_same() { Ok(()) } else { Err(Rejected::InPlay) }
    }

    fn game(&self, record: &Record) -> Game {
        let node = self.live.as_ref().map_or(record.root(), |it| it.node);
        property::game_by(record, &mut Positions::new(), node, self.ruleset)
    }
}

impl Session {
    pub(crate) fn edit(
        &mut self,
        node: NodeId,
        edit: &Edit,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        let node = self.existing(node)?;
        let guard = Guard::of(self);
        let revision = self.record.revision();
        let (ruleset, positions) = (self.ruleset, &mut self.edits.positions);
        let end = self.record.transact(|record| {
            let mut editor = Editor { record, ruleset, node, positions };
            editor.edit(edit)?;
            guard.check(editor.record).map(|()| editor.node)
        })?;
        if self.record.revision() != revision {
            self.join_writing(node, edit);
            self.edits.ends.insert(self.record.revision(), Ends { from: node, to: end });
            self.note_edit(end, guard.versions, transition);
        }
        transition.node = Some(end);
        if let Edit::Play(_, mv) = *edit {
            self.tell_of_move(end, mv, transition);
        }
        if !self.is_review {
            self.edits.positions = Positions::new();
        }
        Ok(())
    }

    fn tell_of_move(&mut self, node: NodeId, mv: Move, transition: &mut Transition) {
        let positions = &mut self.edits.positions;
        let Some((color, _)) = self.record.node(node).mv() else { return };
        let after = positions.at(&self.record, node).position.prisoners[color];
        let before = self.record.parent(node).map(|it| positions.at(&self.record, it));
        let n_captured = after - before.map_or(0, |it| it.position.prisoners[color]).min(after);
        transition.event(Event::MoveAdded { node, color, mv, n_captured: n_captured as u16 });
    }

    pub(crate) fn undo_edit(&mut self, transition: &mut Transition) -> Result<(), Rejected> {
        let guard = Guard::of(self);
        let ends = self.edits.ends.get(&self.record.revision()).copied();
        let change = self.record.undo().ok_or(Rejected::NothingToUndoEdit)?;
        if let Err(reason) = guard.check(&self.record) {
            self.record.redo();
            return Err(reason);
        }
        self.edits.writing = None;
        let focus = change.focus(&self.record);
        self.note_edit(focus, guard.versions, transition);
        transition.node = Some(self.seen(focus, ends.map(|it| it.from)));
        Ok(())
    }

    pub(crate) fn redo_edit(&mut self, transition: &mut Transition) -> Result<(), Rejected> {
        let guard = Guard::of(self);
        let change = self.record.redo().ok_or(Rejected::NothingToRedoEdit)?;
        if let Err(reason) = guard.check(&self.record) {
            self.record.undo();
            return Err(reason);
        }
        self.edits.writing = None;
        let focus = change.focus(&self.record);
        let ends = self.edits.ends.get(&self.record.revision()).copied();
        self.note_edit(focus, guard.versions, transition);
        transition.node = Some(self.seen(focus, ends.map(|it| it.to)));
        Ok(())
    }

    /// Says whether a node can be removed with all that come after it.
    pub(crate) fn check_delete(&self, node: NodeId) -> Result<(), Rejected> {
        if node == self.record.root() {
            return Err(Rejected::Edit(EditError::Root));
        }
        let is_played = || self.record.upward(self.live.node).any(|it| it == node);
        if !self.is_review && is_played() { Err(Rejected::InPlay) } else { Ok(()) }
    }

    /// Where to look after an edit was undone or done again.
    fn seen(&self, focus: NodeId, end: Option<NodeId>) -> NodeId {
        end.filter(|&it| self.record.contains(it)).unwrap_or(focus)
    }

    /// What is written letter by letter is undone as one.
    fn join_writing(&mut self, node: NodeId, edit: &Edit) {
        let writing = match edit {
            Edit::Name(_) => Some(Writing::Name(node)),
            Edit::Comment(_) => Some(Writing::Comment(node)),
            Edit::Draw(_)
            | Edit::Tree(_)
            | Edit::SetUp { .. }
            | Edit::ToPlay(_)
            | Edit::Annotate(..)
            | Edit::Info(_)
            | Edit::Play(..)
            | Edit::Several(_) => None,
        };
        if writing.is_some() && self.edits.writing == writing {
            self.record.join_last();
        }
        self.edits.writing = writing;
    }

    /// The record was edited at a node.
    fn note_edit(&mut self, node: NodeId, before: Versions, transition: &mut Transition) {
        let after = Versions::of(&self.record);
        if after.terms != before.terms {
            self.forget_evaluations(self.record.root());
        } else if after.positions != before.positions {
            self.forget_evaluations(node);
        }
        let record = &self.record;
        self.undone.retain(|&it| record.contains(it));
        self.is_live_main = false;
        if self.is_review {
            self.set_live(node);
        }
        self.read_names();
        transition.event(Event::Edited(node));
        transition.save();
    }

    /// What the game writes into the record cannot be taken back, nor what
    /// was edited before.
    pub(crate) fn forget_edits(&mut self) {
        self.record.forget_history();
        self.edits.writing = None;
        self.edits.ends.clear();
    }
}
