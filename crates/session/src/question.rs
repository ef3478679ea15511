//! Questions about a position: hints and estimates.

use crate::session::{Insight, Question, Session};
use crate::{Analysis, Effect, Rejected, Ticket, Wanted};

impl Session {
    /// Asks about the position that is being looked at.
    pub(crate) fn ask(
        &mut self,
        wanted: Wanted,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Rejected> {
        if let Some(question) = self.question.take() {
            effects.push(Effect::Cancel(question.ticket));
        }
        let ticket = self.new_ticket();
        self.question = Some(Question { ticket, node: self.viewed.node, wanted });
        let game = Box::new(self.viewed.game.clone());
        effects.push(Effect::Analyze { ticket, game, wanted });
        Ok(())
    }

    pub(crate) fn hide_analysis(&mut self, effects: &mut Vec<Effect>) -> Result<(), Rejected> {
        if let Some(question) = self.question.take() {
            effects.push(Effect::Cancel(question.ticket));
        }
        self.insight = None;
        Ok(())
    }

    pub(crate) fn analyzed(
        &mut self,
        ticket: Ticket,
        analysis: Analysis,
        is_last: bool,
    ) -> Result<(), Rejected> {
        let Some(question) = self.question.filter(|it| it.ticket == ticket) else {
            return Ok(());
        };
        let Question { node, wanted, .. } = question;
        self.insight = Some(Insight { node, wanted, analysis });
        if is_last {
            self.question = None;
        }
        Ok(())
    }
}
