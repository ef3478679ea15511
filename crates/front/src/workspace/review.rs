//! Reviews: started and stopped, and what they show of the viewed position.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tengen_host::{ReviewSnapshot, ReviewState};
use tengen_record::NodeId;
use tengen_session::Step;

use super::{Done, OpenGame, Screen, Workspace};
use crate::notice::{Notice, ReviewNotice};
use crate::refusal::Refusal;
use crate::review::{Measure, ReviewView};

/// How long a report is shown before it is made anew while a review runs.
const LIFE: Duration = Duration::from_millis(400);

/// The review of what is open.
#[derive(Debug)]
pub(super) struct OpenReview {
    pub(super) snapshot: ReviewSnapshot,
    pub(super) view: ReviewView,
    made: Instant,
    /// The end of the line that the report is about.
    tip: NodeId,
}

impl OpenReview {
    /// The review of what is open, as far as there is one.
    pub(super) fn of(open: &OpenGame) -> OpenReview {
        OpenReview::new(open)
    }

    fn new(open: &OpenGame) -> OpenReview {
        let snapshot = open.handle.review();
        let tip = tip(open);
        let view = ReviewView {
            report: Arc::new(snapshot.review.report_of(&snapshot.record, tip)),
            state: snapshot.state.clone(),
            node: open.view.tree.node,
            evaluation: None,
            is_hidden: false,
            losses: Arc::new(HashMap::new()),
            measure: Measure::default(),
        };
        let mut review = OpenReview { snapshot, view, made: Instant::now(), tip };
        review.look(open.view.tree.node);
        review.note_losses(true);
        review
    }

    fn make(&mut self, tip: NodeId) {
        let ReviewSnapshot { review, record, state, .. } = &self.snapshot;
        let is_other_line = self.tip != tip;
        self.tip = tip;
        if record.contains(tip) {
            self.view.report = Arc::new(review.report_of(record, tip));
        }
        self.view.state = state.clone();
        self.made = Instant::now();
        self.note_losses(!is_other_line);
    }

    /// Adds the losses of the line, or replaces all others.
    fn note_losses(&mut self, is_fresh: bool) {
        let losses = Arc::make_mut(&mut self.view.losses);
        if is_fresh {
            losses.clear();
        }
        losses.extend(self.view.report.moves.iter().map(|it| (it.node, it.points_lost())));
    }

    fn look(&mut self, node: NodeId) {
        self.view.node = node;
        self.view.evaluation = self.snapshot.review.evaluation(node).cloned().map(Arc::new);
    }
}

/// The end of the viewed line.
fn tip(open: &OpenGame) -> NodeId {
    open.view.tree.line.last().map_or(open.view.tree.node, |it| it.node)
}

impl OpenGame {
    /// Shows what was found before, if the record has any of it.
    pub(super) fn load_review(&mut self) {
        let has_evaluations = self.handle.read(|session, _| {
            let record = session.record();
            let is_evaluated = |node| record.node(node).evaluation().is_some();
            let is_shown = session.is_review() || session.is_over();
            is_shown && record.main_line().any(is_evaluated)
        });
        if has_evaluations {
            self.review = Some(OpenReview::new(self));
        }
    }

    /// Brings the review up to date with the viewed position, and with the
    /// record if it was edited.
    pub(super) fn follow_review(&mut self) {
        let Some(mut review) = self.review.take() else { return };
        if self.is_running() && review.view.state.is_running() {
            self.handle.pause_review();
        }
        let is_same = review.snapshot.record.revision() == self.view.tree.revision;
        let tip = tip(self);
        if !is_same {
            review.snapshot = self.handle.review();
            review.make(tip);
        } else if review.tip != tip {
            review.make(tip);
        }
        review.look(self.view.tree.node);
        if review.view.state.is_running() && review.view.evaluation.is_none() {
            self.handle.review_first(self.view.tree.node);
        }
        self.review = Some(review);
    }

    /// Takes what the review has found since, now and then.
    pub(super) fn update_review(&mut self) {
        let Some(mut review) = self.review.take() else { return };
        let is_fresh = review.view.state.is_running() && review.made.elapsed() < LIFE;
        if !is_fresh || !self.handle.is_reviewing() {
            review.snapshot = self.handle.review();
            review.make(tip(self));
        }
        review.look(self.view.tree.node);
        self.review = Some(review);
    }
}

impl Workspace {
    /// What a review shows; `None` if the record was not reviewed.
    pub fn review(&self) -> Option<&ReviewView> {
        // In a game that goes on, it would tell what to play.
        let open = self.open.as_ref().filter(|it| !it.is_running() && !self.is_guessing_lead)?;
        let review = open.review.as_ref()?;
        Some(&review.view).filter(|it| it.is_worth_showing())
    }

    /// Has every move judged, or stops that; shows the report once all is
    /// done.
    pub(super) fn toggle_review(&mut self) -> Result<Done, Refusal> {
        let open = self.open.as_mut().ok_or(Refusal::NoGame)?;
        if open.is_running() {
            return Err(Refusal::ReviewInPlay);
        }
        if open.view.tree.line.iter().all(|it| it.mv.is_none()) {
            return Err(Refusal::NothingToReview);
        }
        match open.handle.review().state {
            ReviewState::Running => {
                open.handle.pause_review();
                open.update_review();
                Ok(Done::Told(Notice::Review(ReviewNotice::Paused)))
            }
            ReviewState::Done if open.review.is_some() => Ok(Done::Show(Screen::Report)),
            _ => {
                open.handle.start_review(None);
                open.review = Some(OpenReview::new(open));
                Ok(Done::Told(Notice::Review(ReviewNotice::Started)))
            }
        }
    }

    /// Stops a review that runs.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if none does.
    pub fn pause_review(&mut self) -> Result<Done, Refusal> {
        let is_running = self.review().is_some_and(|it| it.state.is_running());
        if is_running { self.toggle_review() } else { Err(Refusal::NoReview) }
    }

    /// Goes to the next mistake of the line, or to the one before.
    pub(super) fn go_to_mistake(&mut self, is_forward: bool) -> Result<Done, Refusal> {
        if self.practice().is_some() {
            return self.step_practice(is_forward);
        }
        let review = self.shown_review()?;
        let node = review.next_mistake(is_forward).ok_or(Refusal::NoMistake { is_forward })?;
        self.go(Step::Node(node))
    }

    /// Hides better moves, candidates and reasons, or shows them again.
    pub(super) fn toggle_answer(&mut self) -> Result<Done, Refusal> {
        if self.practice().is_some() {
            return self.show_answer();
        }
        self.open_game()?;
        self.shown_review()?;
        let open = self.open.as_mut().ok_or(Refusal::NoGame)?;
        let review = open.review.as_mut().ok_or(Refusal::NoReview)?;
        review.view.is_hidden = !review.view.is_hidden;
        let is_hidden = review.view.is_hidden;
        Ok(Done::Told(Notice::Review(ReviewNotice::Hidden(is_hidden))))
    }

    /// Covers what the review knows while somebody guesses the lead.
    pub const fn set_guessing_lead(&mut self, is_guessing: bool) {
        self.is_guessing_lead = is_guessing;
    }

    /// Shows the lead in the graph, or the chance to win.
    pub fn toggle_measure(&mut self) {
        if let Some(review) = self.open.as_mut().and_then(|it| it.review.as_mut()) {
            review.view.measure = review.view.measure.other();
        }
    }

    /// Shows a list or the report of the review.
    pub(super) fn show_review(&self, screen: Screen) -> Result<Done, Refusal> {
        self.open_game()?;
        self.shown_review()?;
        Ok(Done::Show(screen))
    }

    /// What a review shows, or why there is none.
    pub(super) fn shown_review(&self) -> Result<&ReviewView, Refusal> {
        let is_running = self.open.as_ref().is_some_and(OpenGame::is_running);
        let refusal = if is_running { Refusal::ReviewInPlay } else { Refusal::NoReview };
        self.review().ok_or(refusal)
    }
}
