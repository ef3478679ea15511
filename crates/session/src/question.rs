//! Questions about a position: hints and estimates.

use crate::session::{Insight, Moment, Question, Session};
use crate::{Analysis, Effect, Ticket, Wanted};

impl Session {
    /// Asks about the position that is being looked at.
    pub(crate) fn ask(&mut self, wanted: Wanted, moment: &mut Moment) {
        if let Some(question) = self.question.take() {
            moment.effects.push(Effect::Cancel(question.ticket));
        }
        let ticket = self.new_ticket();
        self.question = Some(Question { ticket, node: self.viewed.node, wanted });
        let game = Box::new(self.viewed.game.clone());
        moment.effects.push(Effect::Analyze { ticket, game, wanted });
    }

    pub(crate) fn hide_analysis(&mut self, moment: &mut Moment) {
        if let Some(question) = self.question.take() {
            moment.effects.push(Effect::Cancel(question.ticket));
        }
        self.insight = None;
    }

    pub(crate) fn analyzed(&mut self, ticket: Ticket, analysis: Analysis, is_last: bool) {
        let Some(question) = self.question.filter(|it| it.ticket == ticket) else { return };
        let Question { node, wanted, .. } = question;
        self.insight = Some(Insight { node, wanted, analysis });
        if is_last {
            self.question = None;
        }
    }
}
