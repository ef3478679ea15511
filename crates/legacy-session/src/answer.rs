//! What engines say about their moves.

use tengen_analysis::{Decision, Evaluation};
use tengen_record::{Margin, Outcome};

use crate::session::{Moment, Session};
use crate::{Effect, Rejected, Ticket};

impl Session {
    pub(crate) fn hurry(&mut self, moment: &mut Moment) -> Result<(), Rejected> {
        let thinking = self.thinking.ok_or(Rejected::NotThinking)?;
        moment.effects.push(Effect::Hurry(thinking.ticket));
        Ok(())
    }

    pub(crate) fn engine_moved(
        &mut self,
        ticket: Ticket,
        decision: Decision,
        evaluation: Option<Evaluation>,
        moment: &mut Moment,
    ) {
        let Some(thinking) = self.thinking.take_if(|it| it.ticket == ticket) else { return };
        if let Some(evaluation) = evaluation {
            self.note_evaluation(self.live.node, evaluation);
        }
        let color = thinking.color;
        match decision {
            Decision::Resign => {
                self.end(Outcome::Win(!color, Margin::Resignation), moment);
            }
            Decision::Move(mv) => match self.live.game.check(mv) {
                Ok(()) => self.make_move(color, mv, moment),
                Err(reason) => self.fail(format!("{color} cannot play {mv}: {reason}"), moment),
            },
        }
    }

    pub(crate) fn engine_failed(&mut self, ticket: Ticket, reason: String, moment: &mut Moment) {
        if self.thinking.take_if(|it| it.ticket == ticket).is_some() {
            self.fail(reason, moment);
        } else if self.question.take_if(|it| it.ticket == ticket).is_some() {
            self.problem = Some(reason);
        } else {
            self.scoring_failed(ticket, reason, moment);
        }
    }

    /// An engine cannot go on, so the game stops until somebody decides.
    fn fail(&mut self, reason: String, moment: &mut Moment) {
        self.halt(moment);
        self.problem = Some(reason);
        moment.save();
    }
}
