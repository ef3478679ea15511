//! What the outside must do for a game.

use std::fmt;
use std::sync::Arc;

use tengen_analysis::Evaluation;
use tengen_clock::{TimeControl, TimeLeft};
use tengen_record::NodeId;
use tengen_rules::{ByColor, Color, Game, IllegalMove, Move};

use crate::Seat;

/// The number of a question, by which its answer is known.
///
/// Numbers are unique within a game: the session uses those below 2³², and
/// each viewer those of its own id.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Ticket(u64);

impl Ticket {
    /// The ticket with this number.
    pub const fn new(number: u64) -> Ticket {
        Ticket(number)
    }

    /// The number, for messages to other programs.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The ticket of a viewer, or of the session for zero.
    pub(crate) fn of_viewer(id: u32, count: u32) -> Ticket {
        Ticket(u64::from(id) << 32 | u64::from(count))
    }
}

impl fmt::Display for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What the outside must do for a game.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Have an engine decide on a move, then send
    /// [`Action::EngineMoved`](crate::Action::EngineMoved) or
    /// [`Action::EngineFailed`](crate::Action::EngineFailed).
    Think(Box<Think>),
    /// Find out which stones are dead, then send
    /// [`Action::DeadProposed`](crate::Action::DeadProposed) or
    /// [`Action::EngineFailed`](crate::Action::EngineFailed).
    ProposeDead {
        /// Goes back with the answer.
        ticket: Ticket,
        /// The game that is over.
        game: Arc<Game>,
    },
    /// Have a position analyzed, then send
    /// [`ViewerAction::Analyzed`](crate::ViewerAction::Analyzed) to the viewer
    /// that asked, as often as there is news.
    Analyze {
        /// Goes back with the answer.
        ticket: Ticket,
        /// The game up to the position.
        game: Arc<Game>,
        /// What is wanted.
        wanted: Wanted,
    },
    /// Send [`Action::NoteEvaluation`](crate::Action::NoteEvaluation) to the
    /// session, as its owner.
    NoteEvaluation {
        /// The position.
        node: NodeId,
        /// Who is ahead there.
        evaluation: Evaluation,
    },
    /// Have the engine move as soon as it can.
    Hurry(Ticket),
    /// Stop working on a question: its answer would be refused as late.
    Cancel(Ticket),
    /// Bring what is saved of the session up to date.
    Save(Save),
}

/// How to bring what is saved of a session up to date.
///
/// The file is the text of [`Session::to_sgf`](crate::Session::to_sgf) and
/// behind it lines that were appended since.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Save {
    /// Append this line and a line feed.
    ///
    /// If an earlier [`Save::Whole`] was not carried out yet, that one covers
    /// this as well; to append it all the same does no harm.
    Appended(String),
    /// Replace the file by [`Session::to_sgf`](crate::Session::to_sgf).
    Whole,
    /// Keep nothing: all of it is in a file of the user.
    Discard,
}

/// A question to an engine that is at the move.
#[derive(Clone, Debug)]
pub struct Think {
    /// Goes back with the answer.
    pub ticket: Ticket,
    /// Who is to move.
    pub color: Color,
    /// Who decides; never a person.
    pub seat: Seat,
    /// The game so far.
    ///
    /// Drop it before answering: the next move copies a game that is still shared.
    pub game: Arc<Game>,
    /// The time that each player had at first.
    pub control: TimeControl,
    /// The time that each player has left.
    pub left: ByColor<TimeLeft>,
}

/// What an analysis is for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Wanted {
    /// Good moves.
    Hints,
    /// Who owns what.
    Ownership,
    /// Both, until the question is canceled.
    Everything,
}

/// What went wrong with an engine.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum EngineProblem {
    /// It could not decide on its move, so the game is paused.
    NoMove {
        /// Which color it plays.
        color: Color,
        /// The words of the engine or its runner.
        reason: String,
    },
    /// Its move was illegal, so the game is paused.
    IllegalMove {
        /// Which color it plays.
        color: Color,
        /// The move.
        mv: Move,
        /// What the rules have against it.
        reason: IllegalMove,
    },
    /// It could not say which stones are dead.
    NoDeadStones(String),
    /// It could not analyze the position.
    NoAnalysis(String),
}
