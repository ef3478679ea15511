//! Everything there is to draw of a game, as plain data.

use std::time::Duration;

use tengen_front::review::ReviewView;
use tengen_front::words::{self, Context};
use tengen_front::workspace::Workspace;
use tengen_picture::Scene;
use tengen_session::{Phase, View};

/// Everything there is to draw of a game.
///
/// It is taken out of the workspace first, so that nothing is drawn while a
/// game is locked; tests make their own.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The game.
    pub view: View,
    /// The board, without a cursor.
    pub scene: Scene,
    /// What happened last and what comes next.
    pub status: String,
    /// The time of the view.
    pub now: Duration,
    /// The playouts of the engine that thinks about its move, if it counts
    /// them.
    pub n_playouts: Option<u32>,
    /// The tool with which the record is edited, if it is.
    pub tool: Option<&'static str>,
    /// What a review found, if there is one.
    pub review: Option<ReviewView>,
    /// Whether arrows go through the moves instead of over the board.
    pub is_browsing: bool,
    /// Whether the board asks for the answer to an exercise.
    pub is_practicing: bool,
    /// The file of a record, and whether all of it is saved.
    pub file: Option<String>,
    /// The status in the fewest words, where there are fewer.
    pub short_status: Option<String>,
}

impl Shown {
    /// What a workspace shows, if a game is open.
    pub fn new(workspace: &Workspace) -> Option<Shown> {
        Some(Shown {
            view: workspace.view()?.clone(),
            scene: workspace.scene()?,
            status: workspace.status(),
            now: workspace.now(),
            n_playouts: workspace.n_playouts(),
            review: workspace.review().cloned(),
            is_browsing: false,
            is_practicing: workspace.practice().is_some(),
            file: workspace.file_line(),
            short_status: workspace.practice().map(words::short_practice),
            tool: (workspace.is_editing() && workspace.practice().is_none())
                .then(|| workspace.tool().name()),
        })
    }

    /// What is going on at the viewed position, as far as keys are concerned.
    pub(crate) const fn context(&self, is_browsing: bool) -> Context {
        let game = &self.view.game;
        match game.phase {
            _ if self.is_practicing => Context::Practicing,
            _ if is_browsing => Context::Browsing,
            _ if self.tool.is_some() => Context::Editing,
            Phase::Scoring if self.view.tree.is_live => Context::Scoring,
            Phase::Over(_) if self.view.tree.is_live => Context::Over,
            _ => Context::Playing,
        }
    }
}
