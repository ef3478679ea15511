//! Answers of engines: moves, failures, proposals of dead stones.

use tengen_analysis::{Decision, Evaluation};
use tengen_record::{Margin, Outcome};

use crate::session::Session;
use crate::transition::Transition;
use crate::{Effect, Ended, EngineProblem, Event, Rejected, Ticket};

impl Session {
    pub(crate) fn hurry(&mut self, transition: &mut Transition) -> Result<(), Rejected> {
        let thinking = self.thinking.ok_or(Rejected::NotThinking)?;
        transition.effect(Effect::Hurry(thinking.ticket));
        Ok(())
    }

    pub(crate) fn engine_moved(
        &mut self,
        ticket: Ticket,
        decision: Decision,
        evaluation: Option<Evaluation>,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        let thinking = self.thinking.take_if(|it| it.ticket == ticket).ok_or(Rejected::Late)?;
        let color = thinking.color;
        if let Some(evaluation) = evaluation {
            self.note_evaluation(self.live.node, evaluation, transition);
        }
        match decision {
            Decision::Resign => {
                self.end(Ended::by(Outcome::Win(!color, Margin::Resignation)), transition);
            }
            Decision::Move(mv) => match self.live.game.check(mv) {
                Ok(()) => self.make_move(color, mv, transition),
                Err(reason) => {
                    self.fail(EngineProblem::IllegalMove { color, mv, reason }, transition);
                }
            },
        }
        Ok(())
    }

    pub(crate) fn engine_failed(
        &mut self,
        ticket: Ticket,
        reason: String,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        match self.thinking.take_if(|it| it.ticket == ticket) {
            Some(thinking) => {
                let color = thinking.color;
                self.fail(EngineProblem::NoMove { color, reason }, transition);
                Ok(())
            }
            None => self.scoring_failed(ticket, reason, transition),
        }
    }

    /// An engine cannot go on, so the game is paused.
    fn fail(&mut self, problem: EngineProblem, transition: &mut Transition) {
        self.halt(transition);
        self.problem = Some(problem.clone());
        transition.event(Event::Failed(problem));
    }
}
