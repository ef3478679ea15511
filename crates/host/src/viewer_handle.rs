//! One person's look at a game that runs.

use std::sync::Arc;

use tengen_record::NodeId;
use tengen_rules::Move;
use tengen_session::{Action, Actor, Changes, Rejected, View, Viewer, ViewerAction, ViewerEdit};

use crate::GameHandle;

/// One person's look at a game that runs.
///
/// Any number of viewers look at one game; none changes what another sees.
/// Clones are the same viewer. A viewer keeps its game open.
#[derive(Clone, Debug)]
pub struct ViewerHandle(Arc<OpenViewer>);

#[derive(Debug)]
struct OpenViewer {
    game: GameHandle,
    id: u32,
}

impl Drop for OpenViewer {
    fn drop(&mut self) {
        self.game.game().remove_viewer(self.id);
    }
}

impl ViewerHandle {
    pub(crate) fn new(game: GameHandle) -> ViewerHandle {
        let id = game.game().add_viewer();
        ViewerHandle(Arc::new(OpenViewer { game, id }))
    }

    /// The game.
    pub fn game(&self) -> &GameHandle {
        &self.0.game
    }

    /// Looks elsewhere, or asks for an analysis.
    ///
    /// # Errors
    ///
    /// Returns [`Rejected`] if that is not possible.
    pub fn apply(&self, action: ViewerAction) -> Result<(), Rejected> {
        self.0.game.game().apply_viewer(self.0.id, action)
    }

    /// Applies an action to the game, and moves the viewer to the result.
    ///
    /// # Errors
    ///
    /// Returns [`Rejected`] as [`GameHandle::apply`] does.
    pub fn act(&self, actor: Actor, action: Action) -> Result<Changes, Rejected> {
        self.0.game.game().act_by_viewer(self.0.id, actor, action)
    }

    /// Edits the record where the viewer looks.
    ///
    /// # Errors
    ///
    /// Returns [`Rejected`] if the record, or the game in progress, does not
    /// allow it.
    pub fn edit(&self, edit: ViewerEdit, actor: Actor) -> Result<Changes, Rejected> {
        self.0.game.game().edit_by_viewer(self.0.id, edit, actor)
    }

    /// Everything there is to draw, as plain data.
    pub fn view(&self) -> View {
        let (game, id) = (self.0.game.game(), self.0.id);
        game.with_viewer(id, Viewer::look)
    }

    /// Whether a move could be made at the viewed position.
    ///
    /// # Errors
    ///
    /// Returns [`Rejected`] if it could not.
    pub fn check(&self, actor: Actor, mv: Move) -> Result<(), Rejected> {
        let (game, id) = (self.0.game.game(), self.0.id);
        game.with_viewer(id, |viewer, session, _| viewer.check(session, actor, mv))
    }

    /// The viewed node.
    pub fn node(&self) -> NodeId {
        let (game, id) = (self.0.game.game(), self.0.id);
        game.with_viewer(id, |viewer, session, _| viewer.node(session))
    }

    /// The game up to the viewed node.
    pub fn position(&self) -> tengen_rules::Game {
        let (game, id) = (self.0.game.game(), self.0.id);
        game.with_viewer(id, |viewer, session, _| viewer.game(session))
    }

    /// The clipboard, as SGF.
    pub fn clip(&self) -> Option<String> {
        let (game, id) = (self.0.game.game(), self.0.id);
        game.with_viewer(id, |viewer, _, _| viewer.clip())
    }
}
