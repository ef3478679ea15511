//! What can happen to a game.

use tengen_analysis::{Analysis, DeadStones, Decision, Evaluation};
use tengen_clock::TimeControl;
use tengen_record::{Direction, NodeId, Revision};
use tengen_rules::{ByColor, Color, Point};

use crate::{Edit, Find, Seat, Ticket};

/// What can happen to a game, whoever it comes from.
#[derive(Clone, Debug)]
pub enum Action {
    /// The game begins, or goes on after a pause: clocks run, engines think.
    Start,
    /// Clocks and engines stop.
    Pause,
    /// Somebody else plays a color from now on.
    ChangeSeat(Color, Seat),
    /// A person puts a stone on a point.
    ///
    /// If an earlier position is being looked at, the game goes on from
    /// there, and what was played before is kept as a variation.
    Play(Point),
    /// A person passes.
    Pass,
    /// A person gives up.
    Resign(Color),
    /// Takes back moves, to the turn of a person.
    Undo,
    /// Makes the moves again that were taken back last.
    Redo,
    /// The game goes on from the position that is being looked at, whoever
    /// is to move there.
    PlayFromHere,
    /// A game begins at the position that is being looked at.
    PlayOn {
        /// Who plays.
        seats: Box<ByColor<Seat>>,
        /// The time that each player has.
        time: TimeControl,
    },
    /// Nobody plays any more: the record is looked at and edited.
    Review,
    /// Looks at another position; the game stays where it is.
    Go(Step),
    /// Looks at the next position of the record that has something, beginning
    /// anew at the other end.
    Find(Find, Direction),
    /// Changes the record at the position that is being looked at.
    Edit(Edit),
    /// Takes back the last edit, as opposed to moves of the game.
    UndoEdit,
    /// Does the edit again that was taken back last.
    RedoEdit,
    /// The record is in a file, as it was at this revision.
    MarkSaved(Revision),
    /// The record is from elsewhere, for example from the file where it was
    /// just saved.
    SetOrigin(String),
    /// Asks for good moves.
    Hint,
    /// Asks who will own which point.
    Estimate,
    /// Has every position that is looked at analyzed until that is switched
    /// off, or no longer.
    SetAnalysis(bool),
    /// Hides hints and estimates, and switches analysis off.
    HideAnalysis,
    /// Asks an engine that thinks to move at once.
    MoveNow,
    /// In the scoring phase, takes a group for dead, or for alive again.
    ToggleDead {
        /// A stone of the group.
        point: Point,
        /// Whether even a group can be dead that obviously lives.
        is_forced: bool,
    },
    /// A person agrees with the stones that are taken for dead.
    Agree(Color),
    /// A person wants to play on instead of scoring.
    ResumePlay(Color),
    /// Time has passed.
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
        /// What went wrong, for people.
        reason: String,
    },
    /// A position was analyzed; may come several times with more and more.
    Analyzed {
        /// The one of [`Effect::Analyze`](crate::Effect::Analyze).
        ticket: Ticket,
        /// What is known by now.
        analysis: Box<Analysis>,
        /// Whether there will be no more.
        is_last: bool,
    },
    /// The end of a game was looked at.
    DeadProposed {
        /// The one of [`Effect::ProposeDead`](crate::Effect::ProposeDead).
        ticket: Ticket,
        /// What seems dead, and which borders are open.
        proposal: Box<DeadStones>,
    },
}

/// A way to another position of the record.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Step {
    /// To this node.
    Node(NodeId),
    /// So many nodes toward the start, or as many as there are.
    Back(usize),
    /// So many nodes toward the end, or as many as there are: along the line
    /// that was looked at last, then along the main line.
    Forward(usize),
    /// To the start.
    First,
    /// To the end of this line.
    Last,
    /// To the position of the game.
    Live,
    /// To the move of this number in the line that is being looked at, or to
    /// the start for zero.
    Number(u32),
    /// To the next of the variations at this move.
    NextVariation,
    /// To the one before among the variations at this move.
    PreviousVariation,
    /// Toward the end, to the next node of this line that goes on in several
    /// ways.
    NextFork,
    /// Toward the start, to the last node that goes on in several ways.
    PreviousFork,
}
