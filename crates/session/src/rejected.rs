//! Why an action is refused.

use std::error::Error;
use std::fmt;

use tengen_record::{EditError, NoRecord};
use tengen_rules::{Color, IllegalMove, Point};

use crate::Actor;

/// The reason why an action is refused; nothing has changed.
///
/// `Display` is for developers: sentences for people are made by front ends.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Rejected {
    /// The actor has no right to the action.
    NotAllowed(Actor),
    /// The answer comes too late: the question was settled or canceled.
    Late,
    /// The game is played elsewhere, and only followed here.
    Elsewhere,
    /// The clock has fallen; [`Action::Tick`](crate::Action::Tick) ends the
    /// game or its scoring.
    TimeUp,
    /// The rules forbid the move.
    Illegal(IllegalMove),
    /// It is this player's turn.
    NotYourTurn(Color),
    /// No person plays this color.
    NotAPerson(Color),
    /// The viewed position is not the live one of the running game.
    LookingBack,
    /// Black has handicap stones to place before anything else.
    Handicap,
    /// The game is over.
    Over,
    /// The game is paused.
    Paused,
    /// The game runs already.
    Running,
    /// The game is being scored.
    Scoring,
    /// The game is not being scored.
    NotScoring,
    /// This group looks alive; only a forced mark takes it for dead.
    Alive(Point),
    /// The engine holds its group at this point for alive.
    EngineDisagrees(Point),
    /// The stones marked dead are no longer those agreed to.
    DeadStonesChanged,
    /// There is no stone at this point.
    NoStone(Point),
    /// Players of this game cannot take back moves.
    NoTakebacks,
    /// Players of this game cannot do that without the opponent's consent.
    NeedsConsent,
    /// Players of this game cannot pause it.
    NoPause,
    /// Players of this game cannot edit the record.
    NoEdits,
    /// The running game may not be analyzed.
    NoAnalysis,
    /// Another request waits for an answer.
    RequestPending,
    /// There is no request that this player can answer.
    NoRequest,
    /// There are no moves to take back.
    NothingToUndo,
    /// There are no moves to make again.
    NothingToRedo,
    /// There is no such position.
    NoSuchNode,
    /// No engine is thinking about its move.
    NotThinking,
    /// No game is in progress: the record is being reviewed.
    NotPlaying,
    /// The edit would change the game in progress.
    InPlay,
    /// The record cannot be edited so.
    Edit(EditError),
    /// There is no edit to take back.
    NothingToUndoEdit,
    /// There is no edit to do again.
    NothingToRedoEdit,
    /// Nothing was cut or copied.
    NothingToPaste,
    /// There is no game in the pasted text.
    NoRecord(NoRecord),
    /// Nothing of that kind is in the record.
    NotFound,
}

impl From<IllegalMove> for Rejected {
    fn from(reason: IllegalMove) -> Rejected {
        Rejected::Illegal(reason)
    }
}

impl From<EditError> for Rejected {
    fn from(reason: EditError) -> Rejected {
        Rejected::Edit(reason)
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Rejected::NotAllowed(actor) => return write!(f, "not allowed for {actor:?}"),
            Rejected::Illegal(reason) => return reason.fmt(f),
            Rejected::NotYourTurn(color) => return write!(f, "{color} is to play"),
            Rejected::NotAPerson(color) => return write!(f, "{color} is played by an engine"),
            Rejected::Alive(point) => return write!(f, "{point} looks alive"),
            Rejected::EngineDisagrees(point) => {
                return write!(f, "the engine holds {point} for alive");
            }
            Rejected::NoStone(point) => return write!(f, "{point} has no stone"),
            Rejected::Edit(reason) => return reason.fmt(f),
            Rejected::NoRecord(reason) => return reason.fmt(f),
            Rejected::Elsewhere => "the game is played elsewhere",
            Rejected::Late => "the answer is late",
            Rejected::TimeUp => "time is up",
            Rejected::LookingBack => "not the live position",
            Rejected::Handicap => "handicap stones come first",
            Rejected::Over => "the game is over",
            Rejected::Paused => "the game is paused",
            Rejected::Running => "the game is running",
            Rejected::Scoring => "the game is being scored",
            Rejected::NotScoring => "the game is not being scored",
            Rejected::DeadStonesChanged => "the dead stones have changed",
            Rejected::NoTakebacks => "no takebacks in this game",
            Rejected::NeedsConsent => "the opponent must consent",
            Rejected::NoPause => "no pauses in this game",
            Rejected::NoEdits => "no edits in this game",
            Rejected::NoAnalysis => "no analysis of a running game",
            Rejected::RequestPending => "another request is pending",
            Rejected::NoRequest => "no request to answer",
            Rejected::NothingToUndo => "no move to take back",
            Rejected::NothingToRedo => "no move to make again",
            Rejected::NoSuchNode => "no such node",
            Rejected::NotThinking => "no engine is thinking",
            Rejected::NotPlaying => "no game in progress",
            Rejected::InPlay => "the edit would change the game in progress",
            Rejected::NothingToUndoEdit => "no edit to take back",
            Rejected::NothingToRedoEdit => "no edit to do again",
            Rejected::NothingToPaste => "nothing was cut or copied",
            Rejected::NotFound => "nothing found",
        };
        f.write_str(text)
    }
}

impl Error for Rejected {}
