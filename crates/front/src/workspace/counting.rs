//! Counting any position: a copy of the game is scored on the board, and what
//! was open comes back afterwards.

use tengen_clock::TimeControl;
use tengen_host::Keep;
use tengen_record::NodeId;
use tengen_rules::{ByColor, Move};
use tengen_session::{Action, Actor, Phase, Rejected, Seat, View};

use super::{Done, OpenGame, Workspace};
use crate::command::Command;
use crate::refusal::Refusal;

/// The most passes that any rules want before a game is scored.
const MAX_PASSES: usize = 4;

/// What was open before a position of it is counted.
#[derive(Debug)]
pub(super) struct Counted {
    open: OpenGame,
    is_editing: bool,
    /// Whether the game was paused for this.
    is_paused: bool,
}

impl Workspace {
    /// Whether a position is counted: what is on the board is a copy.
    pub const fn is_counting(&self) -> bool {
        self.counted.is_some()
    }

    /// Counts the viewed position, or goes back to where it is from.
    pub(super) fn toggle_counting(&mut self) -> Result<Done, Refusal> {
        if self.is_counting() {
            self.end_counting()?;
            return Ok(Done::Nothing);
        }
        let view = &self.open_game()?.view;
        if view.game.remote.is_some() {
            return Err(Rejected::Elsewhere.into());
        }
        if view.tree.is_live && view.game.phase == Phase::Scoring && !view.game.is_review {
            return Err(Rejected::Scoring.into());
        }
        if self.practice().is_some() {
            self.end_practice()?;
        }
        self.end_proof();
        let open = self.open_game()?;
        let node = before_passes(open);
        let session = open.handle.read(|session, _| session.clone()).with_origin("");
        let handle = self.runner.open(session, Keep::Nothing);
        let person = || Seat::Person { name: String::new() };
        let seats = Box::new(ByColor { black: person(), white: person() });
        handle.apply(Actor::Owner, Action::PlayOn { node, seats, time: TimeControl::None })?;
        let viewer = handle.viewer();
        if viewer.view().game.is_paused {
            handle.apply(Actor::Owner, Action::Start)?;
        }
        for _ in 0..MAX_PASSES {
            let View { game, .. } = viewer.view();
            if game.phase != Phase::Playing {
                break;
            }
            handle.apply(Actor::Player(game.to_play), Action::Pass)?;
        }
        let is_running = self.is_running();
        let was_paused = self.open_game()?.view.game.is_paused;
        self.leave_board();
        let is_paused = is_running && !was_paused && self.open_game()?.view.game.is_paused;
        let is_editing = self.is_editing;
        if let Some(open) = self.open.take() {
            self.counted = Some(Box::new(Counted { open, is_editing, is_paused }));
        }
        self.show(handle);
        self.is_editing = false;
        Ok(Done::Nothing)
    }

    /// Shows again what was open before a position of it was counted.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if a game that was paused cannot go on.
    pub fn end_counting(&mut self) -> Result<(), Refusal> {
        let Some(counted) = self.counted.take() else { return Ok(()) };
        let Counted { open, is_editing, is_paused } = *counted;
        self.open = Some(open);
        self.is_editing = is_editing;
        if is_paused {
            self.open_game()?.handle.apply(Actor::Owner, Action::Start)?;
        }
        self.refresh();
        Ok(())
    }
}

/// Whether a command is about the game itself, so that the count is over.
pub(super) const fn ends(command: Command) -> bool {
    !matches!(
        command,
        Command::Count
            | Command::Prove
            | Command::Cancel
            | Command::Confirm
            | Command::Other
            | Command::Left
            | Command::Right
            | Command::Up
            | Command::Down
            | Command::Help
            | Command::Menu
            | Command::Numbers
            | Command::Coordinates
            | Command::Theme
            | Command::Sounds
            | Command::Zen
            | Command::FullScreen
            | Command::TurnLeft
            | Command::TurnRight
            | Command::Flip
            | Command::FlipDown
            | Command::ExportPicture
    )
}

/// The viewed position, or the one before the passes that ended the game: the
/// stones are the same, and the game can go on from there.
fn before_passes(open: &OpenGame) -> NodeId {
    open.handle.read(|session, _| {
        let record = session.record();
        let mut node = open.view.tree.node;
        while matches!(record.node(node).mv(), Some((_, Move::Pass))) {
            let Some(parent) = record.parent(node) else { break };
            node = parent;
        }
        node
    })
}
