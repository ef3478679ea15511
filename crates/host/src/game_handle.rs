//! The handle by which a front end or a server holds a game.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tengen_record::NodeId;
use tengen_review::Plan;
use tengen_session::{Action, Actor, Changes, Rejected, Session};

use crate::evaluation_task::Consultation;
use crate::game::Game;
use crate::listener::{ConsultationId, HostEvent};
use crate::review_run::ReviewSnapshot;
use crate::store::GameKey;
use crate::viewer_handle::ViewerHandle;
use crate::{AnalystChoice, ChangeListener, Document, DocumentError, Listener, Runner};

/// A game that runs.
///
/// Clones are the same game. When the last one is dropped, together with all
/// viewers, engines are stopped, programs are killed, the game is saved, and
/// other programs can open it.
#[derive(Clone, Debug)]
pub struct GameHandle(Arc<OpenGame>);

#[derive(Debug)]
struct OpenGame {
    game: Arc<Game>,
    /// The threads live as long as there is a game.
    runner: Runner,
}

impl Drop for OpenGame {
    fn drop(&mut self) {
        self.game.close();
    }
}

impl GameHandle {
    pub(crate) fn new(game: Arc<Game>, runner: Runner) -> GameHandle {
        GameHandle(Arc::new(OpenGame { game, runner }))
    }

    pub(crate) fn game(&self) -> &Arc<Game> {
        &self.0.game
    }

    /// Applies an action to the game.
    ///
    /// This is quick: whatever takes time is done in other threads. The effects
    /// of the changes are carried out already, so there are none among them.
    ///
    /// # Errors
    ///
    /// Returns [`Rejected`] if the action is not possible; nothing has
    /// happened then, except that a clock may have fallen before.
    pub fn apply(&self, actor: Actor, action: Action) -> Result<Changes, Rejected> {
        self.game().apply(actor, action)
    }

    /// Looks at the session, and at the time.
    ///
    /// The game stands still meanwhile: never draw, write or wait in it.
    pub fn read<T>(&self, look: impl FnOnce(&Session, Duration) -> T) -> T {
        self.game().read(look)
    }

    /// Another viewer of the game, at its live position.
    pub fn viewer(&self) -> ViewerHandle {
        ViewerHandle::new(self.clone())
    }

    /// Hears of everything that happens from now on.
    ///
    /// `wake` is called by other threads for each event, and should do no more
    /// than wake one: clocks and engines wait for it. It must not hold the
    /// game.
    pub fn listen(&self, wake: impl Fn() + Send + Sync + 'static) -> Listener {
        self.game().listeners.add(Box::new(wake))
    }

    /// Hears of every change from now on, in order.
    ///
    /// `wake` is as in [`GameHandle::listen`].
    pub fn listen_to_changes(&self, wake: impl Fn() + Send + Sync + 'static) -> ChangeListener {
        self.game().change_listeners.add(Box::new(wake))
    }

    /// Has all listeners look at the game again, because something beside it has
    /// changed.
    pub fn notify(&self) {
        self.game().listeners.tell(&HostEvent::Changed);
    }

    /// The key of the game, once it was saved.
    pub fn key(&self) -> Option<GameKey> {
        self.game().key()
    }

    /// The time of the runner, in which sessions count.
    pub fn now(&self) -> Duration {
        self.game().now()
    }

    /// Has another engine analyze for all viewers, from the next question on.
    pub fn set_analyst(&self, analyst: AnalystChoice) {
        self.game().set_analyst(analyst);
    }

    /// Has every move of the record judged by the analyst, or goes on with
    /// that: quickly first, then deeper where it matters.
    ///
    /// It yields to moves and hints. Listeners hear of each result by
    /// [`HostEvent::Review`], and what was found is kept with the record.
    /// Without a plan it is the usual one.
    pub fn start_review(&self, plan: Option<Plan>) {
        self.game().start_review(plan);
    }

    /// Stops the review; [`GameHandle::start_review`] goes on with it.
    pub fn pause_review(&self) {
        self.game().pause_review();
    }

    /// What reviews have found so far, at once: this evaluates nothing.
    pub fn review(&self) -> ReviewSnapshot {
        self.game().review()
    }

    /// Has a review that runs evaluate this position before others.
    pub fn review_first(&self, node: NodeId) {
        self.game().review_first(node);
    }

    /// Whether a review is under way; cheaper than [`GameHandle::review`].
    pub fn is_reviewing(&self) -> bool {
        self.game().is_reviewing()
    }

    /// Asks the analyst about a single position; listeners hear the answer by
    /// [`HostEvent::Consulted`].
    pub fn consult(&self, consultation: Consultation) -> ConsultationId {
        self.game().consult(consultation)
    }

    /// Takes a question back; there is no answer then.
    pub fn cancel_consultation(&self, id: ConsultationId) {
        self.game().cancel_consultation(id);
    }

    /// Waits until every change so far is on the disk, where it outlives the
    /// program; `false` if it takes longer, or cannot be saved.
    pub fn wait_until_saved(&self, timeout: Duration) -> bool {
        self.game().flush(timeout)
    }

    /// Saves the game in its document, together with all its other games.
    ///
    /// Without a path, that is the file of the document; a path becomes the
    /// file of the document.
    ///
    /// # Errors
    ///
    /// Returns [`DocumentError`] if there is no file, or if it cannot be
    /// written.
    pub fn save(
        &self,
        document: &mut Document,
        game_idx: usize,
        path: Option<&Path>,
    ) -> Result<(), DocumentError> {
        let revision = self.read(|session, _| {
            document.keep(game_idx, session);
            session.record().revision()
        });
        let origins = document.origins();
        match path {
            Some(path) => document.save_as(path)?,
            None => document.save()?,
        }
        let origin = document.origin(game_idx);
        for action in [Action::SetOrigin(origin), Action::MarkSaved(revision)] {
            // The owner may always do this.
            let _ = self.apply(Actor::Owner, action);
        }
        self.remove_drafts_of(&origins);
        Ok(())
    }

    /// Removes the draft of edits that are not wanted; later edits get one
    /// again.
    pub fn discard_draft(&self) {
        self.game().discard_draft();
    }

    /// Removes the drafts of all games of a document, as
    /// [`GameHandle::discard_draft`] does for this one.
    pub fn discard_drafts(&self, document: &Document) {
        self.discard_draft();
        self.remove_drafts_of(&document.origins());
    }

    fn remove_drafts_of(&self, origins: &[String]) {
        // A draft too many is offered again, and does no harm.
        let _ = self.0.runner.remove_drafts_of(origins);
    }
}
