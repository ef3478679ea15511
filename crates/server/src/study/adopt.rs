//! The computer's review of a game, put on the board of a study.

use tengen_record::{EvaluationFormats, Record};

use super::{Study, StudyRefusal};
use crate::wire::StudyChange;

/// Our own property alone: other programs read the review of the game.
const FORMATS: EvaluationFormats = EvaluationFormats { sabaki: false, lizzie: false };

impl Study {
    /// Keeps what the computer found with the moves of the game, wherever the
    /// tree still has them.
    pub(super) fn adopt(&mut self, sgf: &str) -> Result<StudyChange, StudyRefusal> {
        let reviewed = Record::from_sgf(sgf).map_err(|_| StudyRefusal::NoReview)?;
        if reviewed.size() != self.record.size() {
            return Err(StudyRefusal::NoReview);
        }
        let mut here = self.record.root();
        for it in reviewed.main_line() {
            if let Some((color, mv)) = reviewed.node(it).mv() {
                let Some(next) = self.record.child_with_move(here, color, mv) else { break };
                here = next;
            }
            if let Some(evaluation) = reviewed.node(it).evaluation() {
                self.record.set_evaluation(here, &evaluation, FORMATS)?;
            }
        }
        // Nobody wants to take back hundreds of evaluations one by one.
        self.record.forget_history();
        Ok(StudyChange::Reloaded {})
    }
}
