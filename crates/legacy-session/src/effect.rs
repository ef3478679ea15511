//! What the outside must do for a game.

use std::fmt;

use tengen_clock::{TimeControl, TimeLeft};
use tengen_rules::{ByColor, Color, Game, Move};

use crate::Seat;

/// The name of a question, by which its answer is known.
///
/// Answers to questions that have become pointless are ignored.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Ticket(pub(crate) u64);

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
    /// Have a position analyzed, then send
    /// [`Action::Analyzed`](crate::Action::Analyzed), as often as there is
    /// news.
    Analyze {
        /// Goes back with the answer.
        ticket: Ticket,
        /// The game up to the position.
        game: Box<Game>,
        /// What is wanted.
        wanted: Wanted,
    },
    /// Find out which stones are dead, then send
    /// [`Action::DeadProposed`](crate::Action::DeadProposed).
    ProposeDead {
        /// Goes back with the answer.
        ticket: Ticket,
        /// The game that is over.
        game: Box<Game>,
    },
    /// Have the engine move as soon as it can.
    Hurry(Ticket),
    /// Stop working on a question: its answer will be ignored.
    Cancel(Ticket),
    /// Keep this, so that
    /// [`Session::resume`](crate::Session::resume) can go on from it.
    Save {
        /// The whole session as SGF.
        sgf: String,
    },
    /// Keep nothing of this session: all of it is in a file.
    Discard,
    /// Make a sound.
    Ring(Sound),
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
    pub game: Game,
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

/// What there is to hear.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Sound {
    /// A stone was put down.
    Stone,
    /// A stone was put down, and so many were taken.
    Capture(u16),
    /// Somebody passed.
    Pass,
    /// So many seconds are left before a person loses on time.
    SecondsLeft(u64),
    /// The game is over.
    End,
}

impl Sound {
    /// The sound of a move that took so many stones.
    pub(crate) fn of_move(mv: Move, n_taken: usize) -> Sound {
        match (mv, n_taken) {
            (Move::Pass, _) => Sound::Pass,
            (Move::Play(_), 0) => Sound::Stone,
            (Move::Play(_), _) => Sound::Capture(n_taken as u16),
        }
    }
}
