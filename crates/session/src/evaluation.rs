//! Engine evaluations of positions, kept with the record.

use tengen_analysis::Evaluation;
use tengen_record::NodeId;

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

    /// Drops the evaluations of a node and of its descendants, whose positions
    /// or rules have changed.
    pub(crate) fn forget_evaluations(&mut self, node: NodeId) {
        for it in self.record.descendants(node) {
            self.evaluations.remove(&it);
        }
        self.evaluation_version += 1;
    }
}
