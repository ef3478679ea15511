//! Everything that can happen to a game.

use std::time::Duration;

use tengen_analysis::{DeadStones, Decision, Evaluation};
use tengen_clock::TimeControl;
use tengen_record::{NodeEvaluation, NodeId, Revision};
use tengen_rules::{ByColor, Color, Point, PointSet};

use crate::{Edit, Ending, RemoteGame, Request, Seat, Ticket};

/// An action on a game.
///
/// [`Session::apply`](crate::Session::apply) names the [`Actor`](crate::Actor)
/// beside it.
#[derive(Clone, Debug)]
pub enum Action {
    /// The game begins, or goes on after a pause: clocks run, engines think.
    Start,
    /// Clocks and engines stop.
    Pause,
    /// A player puts a stone on a point of the live position.
    ///
    /// During handicap placement this is one of the handicap stones.
    Play(Point),
    /// A player passes.
    Pass,
    /// A player gives up.
    Resign,
    /// Takes back moves, to the turn of a person.
    ///
    /// Where takebacks need consent, this asks the opponent.
    Undo,
    /// Makes the moves again that were taken back last.
    Redo,
    /// The game goes on from this node with the same players.
    ///
    /// If it is over, another game begins there, and the end of the first one
    /// stays in the record.
    PlayFrom(NodeId),
    /// A game with these players begins at a node.
    PlayOn {
        /// Where.
        node: NodeId,
        /// Who plays.
        seats: Box<ByColor<Seat>>,
        /// The time that each player has.
        time: TimeControl,
    },
    /// The game is left for a review of its record.
    Review,
    /// Another player takes a seat.
    ChangeSeat(Color, Seat),
    /// A player asks the opponent for something.
    Ask(Request),
    /// The opponent consents to what was asked.
    Accept,
    /// The opponent declines what was asked, or the asker withdraws it.
    Decline,
    /// Asks an engine that thinks to move at once.
    MoveNow,
    /// The game is played elsewhere, and this is its state.
    Follow(Box<RemoteGame>),
    /// During scoring, marks a group as dead, or as alive again.
    ToggleDead {
        /// A stone of the group.
        point: Point,
        /// Whether to mark even a group that looks alive.
        is_forced: bool,
    },
    /// A player agrees that exactly these stones are dead.
    Agree(PointSet),
    /// A player wants to play on instead of scoring.
    ResumePlay,
    /// The game is ended from outside.
    End(Ending),
    /// A player gets more time.
    CreditTime(Color, Duration),
    /// Changes the record at a node.
    Edit {
        /// Where.
        node: NodeId,
        /// What to change.
        edit: Edit,
    },
    /// Takes back the last edit, as opposed to moves of the game.
    UndoEdit,
    /// Does the edit again that was taken back last.
    RedoEdit,
    /// The record is in a file, as it was at this revision.
    MarkSaved(Revision),
    /// The record is from elsewhere, for example from the file where it was
    /// just saved.
    SetOrigin(String),
    /// Keeps the evaluation of an analysis with the record.
    NoteEvaluation {
        /// The position.
        node: NodeId,
        /// Who is ahead there.
        evaluation: Evaluation,
    },
    /// Keeps what a review found with the record: it is in everything that is
    /// written, and no step of the edits that can be undone.
    KeepEvaluations(Vec<(NodeId, NodeEvaluation)>),
    /// Time has passed; due at [`Session::falls_at`](crate::Session::falls_at),
    /// and about every second while a clock is shown.
    Tick,
    /// An engine has decided.
    EngineMoved {
        /// The one of [`Effect::Think`](crate::Effect::Think).
        ticket: Ticket,
        /// What it does.
        decision: Decision,
        /// What it thought of the position before the move.
        evaluation: Option<Evaluation>,
    },
    /// An engine cannot answer.
    EngineFailed {
        /// The one of the effect that asked.
        ticket: Ticket,
        /// What went wrong, in the words of the engine or its runner.
        reason: String,
    },
    /// An engine has looked at the end of the game.
    DeadProposed {
        /// The one of [`Effect::ProposeDead`](crate::Effect::ProposeDead).
        ticket: Ticket,
        /// What seems dead, and which borders are open.
        proposal: Box<DeadStones>,
    },
}

impl Action {
    /// Whether it is refused once the clock has fallen.
    ///
    /// Actions that do not depend on the state of the game are never late.
    pub(crate) const fn depends_on_time(&self) -> bool {
        !matches!(
            self,
            Action::Tick
                | Action::Follow(_)
                | Action::Edit { .. }
                | Action::UndoEdit
                | Action::RedoEdit
                | Action::MarkSaved(_)
                | Action::SetOrigin(_)
                | Action::NoteEvaluation { .. }
                | Action::KeepEvaluations(_)
        )
    }
}
