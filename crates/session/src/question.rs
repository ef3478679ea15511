//! Questions about a position: hints and estimates.

use crate::session::{Insight, Moment, Question, Session};
use crate::{Analysis, Effect, Rejected, Ticket, Wanted};

impl Session {
    /// Asks about the position that is being looked at.
    ///
    /// A game that ended by passes is taken as one that goes on.
    pub(crate) fn ask(&mut self, wanted: Wanted, moment: &mut Moment) -> Result<(), Rejected> {
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

    fn forget_question(&mut self, moment: &mut Moment) {
        if let Some(question) = self.question.take() {
            moment.effects.push(Effect::Cancel(question.ticket));
        }
    }

    pub(crate) fn hide_analysis(&mut self, moment: &mut Moment) {
        self.forget_question(moment);
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
