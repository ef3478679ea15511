//! Undo and redo of edits, and revisions.

use crate::store::Content;
use crate::{NodeId, Record};

/// What an edit did to the tree, each of which has an exact opposite.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Content {
        id: NodeId,
        before: Content,
        after: Content,
        /// Whether positions depend on what changed.
        is_play: bool,
    },
    Attach {
        id: NodeId,
        idx: usize,
    },
    Detach {
        id: NodeId,
        idx: usize,
    },
    /// Children that moved to another place, each as parent, from and to.
    Reorder {
        id: NodeId,
        moves: Vec<(NodeId, usize, usize)>,
    },
    /// Several of them, of which there is at least one.
    Group(Vec<Step>),
}

/// A state of a record, as opposed to those before and after an edit.
///
/// To take an edit back is to be at the earlier revision again.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Revision(u64);

/// What became different.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Change {
    /// The properties of this node.
    Content(NodeId),
    /// This node is in the tree, with all that come after it.
    Added(NodeId),
    /// This node is no longer in the tree, nor what came after it.
    Removed(NodeId),
    /// This node, or a node before it, has another place among its siblings.
    Reordered(NodeId),
}

impl Change {
    /// The node that a reader wants to see: the changed one, or for a removed
    /// one the node before it.
    pub fn focus(self, record: &Record) -> NodeId {
        match self {
            Change::Removed(id) => record.parent(id).unwrap_or(id),
            Change::Content(id) | Change::Added(id) | Change::Reordered(id) => id,
        }
    }
}

/// The edits of a record.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    done: Vec<Entry>,
    undone: Vec<Entry>,
    revision: Revision,
    /// The newest revision that there ever was.
    last_revision: Revision,
}

/// An edit, with the revision before it and the one behind it.
#[derive(Clone, Debug)]
struct Entry {
    step: Step,
    before: Revision,
    after: Revision,
}

impl Step {
    fn inverse(&self) -> Step {
        match *self {
            Step::Content { id, before, after, is_play } => {
                Step::Content { id, before: after, after: before, is_play }
            }
            Step::Attach { id, idx } => Step::Detach { id, idx },
            Step::Detach { id, idx } => Step::Attach { id, idx },
            Step::Reorder { id, ref moves } => {
                let moves = moves.iter().rev().map(|&(parent, from, to)| (parent, to, from));
                Step::Reorder { id, moves: moves.collect() }
            }
            Step::Group(ref steps) => Step::Group(steps.iter().rev().map(Step::inverse).collect()),
        }
    }

    /// Both steps as one, the other one second.
    fn joined(self, other: Step) -> Step {
        match (self, other) {
            // While a text is typed, only the beginning and the end count.
            (
                Step::Content { id, before, is_play: first, .. },
                Step::Content { id: other_id, after, is_play: second, .. },
            ) if id == other_id => Step::Content { id, before, after, is_play: first || second },
            (Step::Group(mut steps), other) => {
                steps.push(other);
                Step::Group(steps)
            }
            (step, other) => Step::Group(vec![step, other]),
        }
    }
}

impl Record {
    /// Does a step that has not been done before.
    pub(crate) fn apply(&mut self, step: Step) {
        self.execute(&step);
        let history = &mut self.history;
        let before = history.revision;
        history.last_revision.0 += 1;
        history.revision = history.last_revision;
        history.done.push(Entry { step, before, after: history.revision });
        history.undone.clear();
    }

    /// Takes back the last edit and says what it changed by that.
    pub fn undo(&mut self) -> Option<Change> {
        let entry = self.history.done.pop()?;
        let change = self.execute(&entry.step.inverse());
        self.history.revision = entry.before;
        self.history.undone.push(entry);
        Some(change)
    }

    /// Does the edit again that was taken back last.
    pub fn redo(&mut self) -> Option<Change> {
        let entry = self.history.undone.pop()?;
        let change = self.execute(&entry.step);
        self.history.revision = entry.after;
        self.history.done.push(entry);
        Some(change)
    }

    /// Makes several edits that are undone as one, or none of them if one
    /// fails.
    ///
    /// # Errors
    ///
    /// Returns the error of `edits`, and the record is as it was.
    pub fn transact<T, E>(
        &mut self,
        edits: impl FnOnce(&mut Record) -> Result<T, E>,
    ) -> Result<T, E> {
        let n_before = self.n_undo();
        let undone = self.history.undone.clone();
        let result = edits(self);
        if result.is_err() {
            while self.n_undo() > n_before {
                self.undo();
            }
            self.history.undone = undone;
        }
        while self.n_undo() > n_before + 1 {
            self.join_last();
        }
        result
    }

    /// Makes the last two edits one, for example while a comment is typed.
    pub fn join_last(&mut self) {
        let done = &mut self.history.done;
        if let Some(last) = done.pop() {
            match done.pop() {
                Some(first) => done.push(Entry {
                    step: first.step.joined(last.step),
                    before: first.before,
                    after: last.after,
                }),
                None => done.push(last),
            }
        }
    }

    /// Which state of the record this is, to find out whether it was edited.
    pub const fn revision(&self) -> Revision {
        self.history.revision
    }

    /// How many edits can be taken back.
    pub fn n_undo(&self) -> usize {
        self.history.done.len()
    }

    /// How many edits can be done again.
    pub fn n_redo(&self) -> usize {
        self.history.undone.len()
    }

    /// Forgets all edits, so that none can be taken back.
    pub fn forget_history(&mut self) {
        self.history.done.clear();
        self.history.undone.clear();
    }

    /// The one place where the tree changes.
    fn execute(&mut self, step: &Step) -> Change {
        match *step {
            Step::Content { id, after, is_play, .. } => {
                self.tree.entry_mut(id).content = after;
                self.position_version += u64::from(is_play);
                Change::Content(id)
            }
            Step::Attach { id, idx } => {
                self.tree_version += 1;
                self.tree.attach(id, idx);
                Change::Added(id)
            }
            Step::Detach { id, idx } => {
                self.tree_version += 1;
                self.tree.detach(id, idx);
                Change::Removed(id)
            }
            Step::Reorder { id, ref moves } => {
                self.tree_version += 1;
                for &(parent, from, to) in moves {
                    self.tree.reorder(parent, from, to);
                }
                Change::Reordered(id)
            }
            Step::Group(ref steps) => {
                let last = steps.iter().map(|step| self.execute(step)).last();
                last.unwrap_or(Change::Content(self.root()))
            }
        }
    }
}
