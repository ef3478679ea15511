//! Edits that can be taken back.

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
}

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
    done: Vec<Step>,
    undone: Vec<Step>,
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
        }
    }
}

impl Record {
    /// Does a step that has not been done before.
    pub(crate) fn apply(&mut self, step: Step) {
        self.execute(&step);
        self.history.done.push(step);
        self.history.undone.clear();
    }

    /// Takes back the last edit and says what it changed by that.
    pub fn undo(&mut self) -> Option<Change> {
        let step = self.history.done.pop()?;
        let change = self.execute(&step.inverse());
        self.history.undone.push(step);
        Some(change)
    }

    /// Does the edit again that was taken back last.
    pub fn redo(&mut self) -> Option<Change> {
        let step = self.history.undone.pop()?;
        let change = self.execute(&step);
        self.history.done.push(step);
        Some(change)
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
        self.history = History::default();
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
                self.tree.attach(id, idx);
                Change::Added(id)
            }
            Step::Detach { id, idx } => {
                self.tree.detach(id, idx);
                Change::Removed(id)
            }
            Step::Reorder { id, ref moves } => {
                for &(parent, from, to) in moves {
                    self.tree.reorder(parent, from, to);
                }
                Change::Reordered(id)
            }
        }
    }
}
