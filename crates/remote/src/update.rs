//! What a person wants of a game on a server, and what comes back.

use tengen_rules::{Color, Point, PointSet};
use tengen_session::RemoteGame;
use tengen_wire::ChatLine;

/// What a person wants.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum GameRequest {
    /// To put a stone on a point.
    Play(Point),
    /// To pass.
    Pass,
    /// To give up.
    Resign,
    /// To take back a move, which the opponent must agree to.
    Undo,
    /// To stop the clocks, which the opponent must agree to.
    Pause,
    /// To end a pause.
    Continue,
    /// To agree to what the opponent asked for.
    Accept,
    /// To refuse what the opponent asked for, or to withdraw the own request.
    Decline,
    /// To mark a group as dead, or as alive again.
    Mark(Point),
    /// To agree that exactly these stones are dead.
    Agree(PointSet),
    /// To play on instead of scoring.
    Resume,
    /// To win a game whose opponent is gone.
    ClaimWin,
    /// To end a game whose opponent is gone without a result.
    ClaimVoid,
    /// To cancel a game that has not really begun.
    Cancel,
    /// To play again.
    Rematch,
    /// To say something.
    Say(String),
}

/// What a client has to tell.
#[derive(Clone, Debug, PartialEq)]
pub enum Update {
    /// The game is like this now.
    State(Box<RemoteGame>),
    /// Someone has said something.
    Said(ChatLine),
    /// A request was refused.
    Refused(Refused),
    /// A request was answered, one way or the other.
    Answered,
    /// The next game of the same players has this id.
    Rematch(String),
    /// An engine could not go on with this color, or with the scoring.
    EngineFailed(Option<Color>),
    /// The game is no longer there, so nothing more will come.
    Gone,
}

/// Why a request was refused.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Refused {
    /// The server said so, in this sentence.
    ByServer(String),
    /// The last move was not answered yet.
    MovePending,
    /// There is no request to answer.
    NoRequest,
}
