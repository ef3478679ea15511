//! Questions about the viewed position: hints and estimates.

use std::sync::Arc;

use tengen_analysis::Analysis;

use crate::session::Session;
use crate::viewer::{Found, Question};
use crate::{Effect, EngineProblem, EngineView, Rejected, Thinking, Ticket, Viewer, Wanted};

impl Viewer {
    /// Asks about the viewed position.
    ///
    /// A game that ended by passes is taken as one that goes on.
    pub(super) fn ask(&mut self, session: &Session, wanted: Wanted) -> Result<(), Rejected> {
        check_policy(session)?;
        // All of it is on its way already.
        let is_asked = |it: &Question| it.wanted == Wanted::Everything;
        if wanted != Wanted::Everything && self.question.as_ref().is_some_and(is_asked) {
            return Ok(());
        }
        let mut game = self.game(session);
        if game.end().is_some() {
            game.resume(game.to_play()).map_err(|_| Rejected::Over)?;
        }
        self.cancel_question();
        self.n_tickets += 1;
        let ticket = Ticket::of_viewer(self.id, self.n_tickets);
        self.question = Some(Question { ticket, position: self.position_key(session), wanted });
        self.problem = None;
        self.effects.push(Effect::Analyze { ticket, game: Arc::new(game), wanted });
        Ok(())
    }

    fn cancel_question(&mut self) {
        if let Some(question) = self.question.take() {
            self.effects.push(Effect::Cancel(question.ticket));
        }
    }

    pub(super) fn hide_analysis(&mut self) {
        self.is_analysis_on = false;
        self.cancel_question();
        self.found = None;
        self.problem = None;
    }

    /// Switches the analysis of whatever is viewed.
    pub(super) fn set_analysis(&mut self, session: &Session, is_on: bool) -> Result<(), Rejected> {
        if is_on {
            check_policy(session)?;
            self.is_analysis_on = true;
            self.analyzed = None;
            self.keep_analysis_fitting(session);
        } else {
            self.hide_analysis();
        }
        Ok(())
    }

    /// Forgets what is no longer about the viewed position, and asks about it
    /// if analysis is on.
    pub(super) fn keep_analysis_fitting(&mut self, session: &Session) {
        if check_policy(session).is_err()
            && (self.question.is_some() || self.found.is_some() || self.is_analysis_on)
        {
            return self.hide_analysis();
        }
        let position = self.position_key(session);
        if self.question.is_some_and(|it| it.position != position) {
            self.cancel_question();
        }
        self.found.take_if(|it| it.position.version != position.version);
        if self.is_analysis_on && self.analyzed != Some(position) {
            self.analyzed = Some(position);
            // A game that cannot go on has nothing to be analyzed.
            let _ = self.ask(session, Wanted::Everything);
        }
    }

    pub(super) fn analyzed(
        &mut self,
        session: &Session,
        ticket: Ticket,
        analysis: Analysis,
        is_last: bool,
    ) -> Result<(), Rejected> {
        let question = self.question.filter(|it| it.ticket == ticket).ok_or(Rejected::Late)?;
        let Question { position, wanted, .. } = question;
        let node = position.node;
        let evaluation = analysis.evaluation();
        let known = session.evaluation(node).map_or(0, |it| it.n_visits);
        if evaluation.n_visits >= known {
            self.effects.push(Effect::NoteEvaluation { node, evaluation });
        }
        self.found = Some(Found { position, wanted, analysis: Arc::new(analysis) });
        if is_last {
            self.question = None;
        }
        Ok(())
    }

    pub(super) fn analysis_failed(
        &mut self,
        ticket: Ticket,
        reason: String,
    ) -> Result<(), Rejected> {
        self.question.take_if(|it| it.ticket == ticket).ok_or(Rejected::Late)?;
        self.problem = Some(EngineProblem::NoAnalysis(reason));
        Ok(())
    }

    pub(crate) fn engine_view(&self, session: &Session) -> EngineView {
        let found = self.found.as_ref().filter(|it| it.position.node == self.node);
        let asked = self.question.map(|it| it.wanted);
        EngineView {
            thinking: session.thinking.map(|it| Thinking { color: it.color, since: it.since }),
            is_analyzing: self.question.is_some(),
            is_analysis_on: self.is_analysis_on,
            wanted: found.map(|it| it.wanted).or(asked),
            analysis: found.map(|it| Arc::clone(&it.analysis)),
            problem: session.problem.clone().or_else(|| self.problem.clone()),
        }
    }
}

/// A running game is analyzed only where its policy allows that.
fn check_policy(session: &Session) -> Result<(), Rejected> {
    let is_running = !session.is_review() && !session.is_over();
    if is_running && !session.policy.analysis { Err(Rejected::NoAnalysis) } else { Ok(()) }
}
