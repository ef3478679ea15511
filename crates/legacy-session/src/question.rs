//! Questions about a position: hints and estimates.

use tengen_analysis::{Analysis, Evaluation};
use tengen_record::NodeId;

use crate::session::{Insight, Moment, Question, Session};
use crate::{Effect, Rejected, Ticket, Wanted};

impl Session {
    /// Asks about the position that is being looked at.
    ///
    /// A game that ended by passes is taken as one that goes on.
    pub(crate) fn ask(&mut self, wanted: Wanted, moment: &mut Moment) -> Result<(), Rejected> {
        // All of it is on its way already.
        let is_asked = |it: &Question| it.wanted == Wanted::Everything;
        if wanted != Wanted::Everything && self.question.as_ref().is_some_and(is_asked) {
            return Ok(());
        }
        let mut game = self.viewed.game.clone();
        if game.end().is_some() {
            game.resume(game.to_play()).map_err(|_| Rejected::Over)?;
        }
        self.forget_question(moment);
        let ticket = self.new_ticket();
        self.question = Some(Question { ticket, node: self.viewed.node, wanted });
        moment.effects.push(Effect::Analyze { ticket, game: Box::new(game), wanted });
        Ok(())
    }

    pub(crate) fn forget_question(&mut self, moment: &mut Moment) {
        if let Some(question) = self.question.take() {
            moment.effects.push(Effect::Cancel(question.ticket));
        }
    }

    pub(crate) fn hide_analysis(&mut self, moment: &mut Moment) {
        self.is_analysis_on = false;
        self.forget_question(moment);
        self.insight = None;
    }

    /// Switches the analysis of whatever is being looked at.
    pub(crate) fn set_analysis(&mut self, is_on: bool, moment: &mut Moment) {
        if is_on {
            self.is_analysis_on = true;
            self.follow(moment);
        } else {
            self.hide_analysis(moment);
        }
    }

    /// Has the position that is being looked at analyzed, if that is on.
    pub(crate) fn follow(&mut self, moment: &mut Moment) {
        let is_asked =
            |it: &Question| it.node == self.viewed.node && it.wanted == Wanted::Everything;
        if self.is_analysis_on && !self.question.as_ref().is_some_and(is_asked) {
            // A game that cannot go on has nothing to be analyzed.
            let _ = self.ask(Wanted::Everything, moment);
        }
    }

    /// Keeps what an engine thought of a position, if it looked closer than
    /// others before.
    pub(crate) fn note_evaluation(&mut self, node: NodeId, evaluation: Evaluation) {
        let known = self.evaluations.get(&node).map_or(0, |it| it.n_visits);
        if evaluation.n_visits >= known {
            self.evaluations.insert(node, evaluation);
            self.sight.note_evaluation(node, evaluation);
        }
    }

    /// Forgets what engines thought of a node and of all that come after it,
    /// since their positions or rules are others.
    pub(crate) fn forget_evaluations(&mut self, node: NodeId, moment: &mut Moment) {
        self.forget_question(moment);
        self.insight = None;
        for it in self.record.descendants(node) {
            self.evaluations.remove(&it);
        }
        self.sight.forget_evaluations();
    }

    pub(crate) fn analyzed(&mut self, ticket: Ticket, analysis: Analysis, is_last: bool) {
        let Some(question) = self.question.filter(|it| it.ticket == ticket) else { return };
        let Question { node, wanted, .. } = question;
        self.note_evaluation(node, analysis.evaluation());
        self.insight = Some(Insight { node, wanted, analysis });
        if is_last {
            self.question = None;
        }
    }
}
