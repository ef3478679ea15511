//! What can happen to a game.

use tengen_engine::{Decision, Proposal, Report};
use tengen_record::NodeId;
use tengen_rules::{ByPoint, Color, Move, Point};

use crate::{Seat, Ticket};

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
    /// Looks at another position; the game stays where it is.
    Go(Step),
    /// Changes the comment of the position that is being looked at.
    Comment(String),
    /// Asks for good moves.
    Hint,
    /// Asks who will own which point.
    Estimate,
    /// Hides hints and estimates.
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
        proposal: Box<Proposal>,
    },
}

/// A way to another position of the record.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Step {
    /// To this node.
    Node(NodeId),
    /// So many nodes toward the start, or as many as there are.
    Back(usize),
    /// So many nodes toward the end, or as many as there are: toward the
    /// position of the game if that is ahead, else along the main line.
    Forward(usize),
    /// To the start.
    First,
    /// To the end of this line.
    Last,
    /// To the position of the game.
    Live,
    /// To the next of the variations at this move.
    NextVariation,
    /// To the one before among the variations at this move.
    PreviousVariation,
}

/// What an engine thinks of a position.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The chance that the player to move wins, from 0 to 1.
    pub win_rate: f32,
    /// The expected lead of the player to move, in points.
    pub lead: f32,
    /// Good moves, the best first.
    pub hints: Vec<Hint>,
    /// Who will own each point: from -1 for White to 1 for Black.
    pub ownership: Option<ByPoint<f32>>,
}

/// A move that an engine thinks is good.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// The chance that it wins, from 0 to 1, for the player to move.
    pub win_rate: f32,
    /// The expected lead after it, in points, for the player to move.
    pub lead: f32,
    /// How often it was tried.
    pub n_visits: u32,
    /// How the game would go on, this move first.
    pub variation: Vec<Move>,
}

impl From<Report> for Analysis {
    fn from(report: Report) -> Analysis {
        let hints = report.candidates.into_iter().map(|it| Hint {
            mv: it.mv,
            win_rate: it.win_rate,
            lead: it.lead,
            n_visits: it.n_visits,
            variation: it.variation,
        });
        Analysis {
            win_rate: report.win_rate,
            lead: report.lead,
            hints: hints.collect(),
            ownership: Some(report.ownership),
        }
    }
}
