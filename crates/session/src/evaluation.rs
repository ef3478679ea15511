//! Engine evaluations of positions, kept with the record.

use std::collections::HashMap;

use tengen_analysis::Evaluation;
use tengen_record::{NodeEvaluation, NodeId};

use crate::session::Session;
use crate::transition::Transition;
use crate::{Event, Rejected};

impl Session {
    pub(crate) fn keep_evaluation(
        &mut self,
        node: NodeId,
        evaluation: Evaluation,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        let node = self.existing(node)?;
        if self.note_evaluation(node, evaluation, transition) {
            // It is not worth a file of its own, but goes with the next one.
            self.journal.is_whole_due = true;
        }
        Ok(())
    }

    /// Keeps an evaluation if it has at least as many visits as the one before.
    pub(crate) fn note_evaluation(
        &mut self,
        node: NodeId,
        evaluation: Evaluation,
        transition: &mut Transition,
    ) -> bool {
        let known = self.evaluations.get(&node).map_or(0, |it| it.n_visits);
        let is_better = evaluation.n_visits >= known;
        if is_better {
            self.evaluations.insert(node, evaluation);
            self.evaluation_version += 1;
            transition.event(Event::Evaluated(node));
        }
        is_better
    }

    /// Keeps what a review found at nodes that are there.
    pub(crate) fn keep_node_evaluations(
        &mut self,
        evaluations: Vec<(NodeId, NodeEvaluation)>,
        transition: &mut Transition,
    ) {
        for (node, evaluation) in evaluations {
            if self.record.contains(node) && self.node_evaluation(node) != Some(&evaluation) {
                self.kept.insert(node, evaluation);
                self.has_unsaved_evaluations = true;
                transition.event(Event::Evaluated(node));
                transition.save();
            }
        }
    }

    /// What a review found at a node and is not in the record yet.
    pub fn node_evaluation(&self, node: NodeId) -> Option<&NodeEvaluation> {
        self.kept.get(&node)
    }

    /// Everything that reviews found and is not in the record itself.
    pub const fn node_evaluations(&self) -> &HashMap<NodeId, NodeEvaluation> {
        &self.kept
    }

    /// A copy with what reviews found before, and whether that is in a file.
    #[must_use]
    pub fn with_node_evaluations(
        self,
        kept: HashMap<NodeId, NodeEvaluation>,
        is_saved: bool,
    ) -> Session {
        Session { kept, has_unsaved_evaluations: !is_saved, ..self }
    }

    /// Whether reviews found something that is in no file yet.
    pub const fn has_unsaved_evaluations(&self) -> bool {
        self.has_unsaved_evaluations
    }

    /// Drops the evaluations of a node and of its descendants, whose positions
    /// or rules have changed.
    pub(crate) fn forget_evaluations(&mut self, node: NodeId) {
        for it in self.record.descendants(node) {
            self.evaluations.remove(&it);
            self.kept.remove(&it);
        }
        self.evaluation_version += 1;
    }
}
