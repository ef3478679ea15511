//! What has changed in a game, as data.

use std::time::Duration;

use tengen_record::NodeId;
use tengen_rules::{Color, Move, Point, PointSet};

use crate::{Effect, Ended, EngineProblem, Request};

/// What an accepted action did.
#[derive(Clone, Debug)]
pub struct Changes {
    /// The version of the game afterwards.
    pub version: u64,
    /// What has changed, in this order.
    pub events: Vec<Event>,
    /// What the outside must do.
    pub effects: Vec<Effect>,
    /// Where the actor wants to look now, if that may be elsewhere.
    pub node: Option<NodeId>,
}

/// Something that has changed in a game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Event {
    /// Clocks run and engines think.
    Started,
    /// Clocks and engines stand still.
    Paused,
    /// A player has made a move.
    Moved {
        /// The node of the move.
        node: NodeId,
        /// Who made it.
        color: Color,
        /// The move.
        mv: Move,
        /// How many stones it captured.
        n_captured: u16,
    },
    /// Black has placed a handicap stone.
    HandicapPlaced(Point),
    /// Black has taken back a handicap stone.
    HandicapTaken(Point),
    /// The game goes on at another node: moves were taken back or made again,
    /// or a game begins there.
    WentTo(NodeId),
    /// Something else about a game that is played elsewhere: who is there, or
    /// the connection.
    RemoteChanged,
    /// Another player has this color.
    SeatChanged(Color),
    /// The game was left for a review.
    ReviewBegan,
    /// A player has asked the opponent for something.
    Asked(Color, Request),
    /// What was asked is settled: accepted, declined, withdrawn or overtaken.
    RequestClosed {
        /// What was asked.
        request: Request,
        /// Whether the opponent consented.
        is_accepted: bool,
    },
    /// Both have passed: players find out which stones are dead.
    ScoringBegan,
    /// These stones are marked dead now.
    DeadChanged(PointSet),
    /// A player agrees with the dead stones.
    Agreed(Color),
    /// The game goes on after scoring, and this player moves first.
    PlayResumed(Color),
    /// The game is over.
    Ended(Ended),
    /// A player got more time.
    TimeCredited(Color, Duration),
    /// A person has this many seconds left before the clock falls.
    SecondsLeft(Color, u64),
    /// Something went wrong with an engine.
    Failed(EngineProblem),
    /// The record was edited at this node.
    Edited(NodeId),
    /// A move that is no move of the game was added to the record, or is there
    /// already and was followed.
    MoveAdded {
        /// The node of the move.
        node: NodeId,
        /// Who made it.
        color: Color,
        /// The move.
        mv: Move,
        /// How many stones it captured.
        n_captured: u16,
    },
    /// An evaluation of this node is known.
    Evaluated(NodeId),
    /// The record was saved in a file, or its file has another name.
    FileChanged,
}

impl Event {
    /// The sound of the event.
    pub fn sound(&self) -> Option<Sound> {
        match *self {
            Event::Moved { mv, n_captured, .. } | Event::MoveAdded { mv, n_captured, .. } => {
                Some(Sound::of_move(mv, n_captured))
            }
            Event::HandicapPlaced(_) => Some(Sound::Stone),
            Event::SecondsLeft(_, seconds) => Some(Sound::SecondsLeft(seconds)),
            Event::Ended(_) => Some(Sound::End),
            Event::Started
            | Event::Paused
            | Event::HandicapTaken(_)
            | Event::WentTo(_)
            | Event::SeatChanged(_)
            | Event::RemoteChanged
            | Event::ReviewBegan
            | Event::Asked(..)
            | Event::RequestClosed { .. }
            | Event::ScoringBegan
            | Event::DeadChanged(_)
            | Event::Agreed(_)
            | Event::PlayResumed(_)
            | Event::TimeCredited(..)
            | Event::Failed(_)
            | Event::Edited(_)
            | Event::Evaluated(_)
            | Event::FileChanged => None,
        }
    }

    /// Whether something is different by it: time passes by itself, and a
    /// move that was added is an edit as well.
    pub(crate) const fn is_change(&self) -> bool {
        !matches!(self, Event::SecondsLeft(..) | Event::MoveAdded { .. })
    }
}

/// Sounds.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Sound {
    /// A stone was put down.
    Stone,
    /// A stone was put down and captured this many.
    Capture(u16),
    /// A player passed.
    Pass,
    /// A person has this many seconds left.
    SecondsLeft(u64),
    /// The game is over.
    End,
}

impl Sound {
    const fn of_move(mv: Move, n_captured: u16) -> Sound {
        match (mv, n_captured) {
            (Move::Pass, _) => Sound::Pass,
            (Move::Play(_), 0) => Sound::Stone,
            (Move::Play(_), _) => Sound::Capture(n_captured),
        }
    }
}
