//! Why a command is refused: as a code for programs, and as a sentence.

use tengen_front::FrontEnd;
use tengen_front::key::KeyTable;
use tengen_front::words;
use tengen_session::Rejected;

use crate::wire::Why;

/// Why a command is refused; nothing has changed, except that a clock may have
/// fallen before.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Refusal {
    /// The session refuses it.
    Rejected(Rejected),
    /// Only players may do it.
    OnlyPlayers,
    /// The sender has not seen the last moves.
    Stale,
    /// The game has not begun.
    NotStarted,
    /// Against an engine, no one marks stones.
    EngineCounts,
    /// The time for scoring is almost over.
    TooLateToMark,
    /// The game was resumed as often as it can be.
    NoMoreResumes,
    /// The opponent has declined too often.
    DeclinedTooOften,
    /// The opponent is not there.
    OpponentAway,
    /// There is nothing to claim, or not yet.
    NoClaim,
    /// A game that has begun cannot be cancelled.
    TooLateToCancel,
    /// The game is not over.
    NotOver,
    /// There is a next game already.
    Rematched,
    /// No seat is open, or the guest has one.
    NoSeat,
    /// A text is empty or too long.
    BadText,
    /// The message is none that this server knows.
    Malformed,
    /// Too many messages in too short a time.
    TooFast,
    /// The change could not be stored.
    NotStored,
    /// The server that has the game refuses it, in these words.
    Elsewhere(Why, String),
}

impl From<Rejected> for Refusal {
    fn from(reason: Rejected) -> Refusal {
        Refusal::Rejected(reason)
    }
}

impl Refusal {
    /// The code for programs.
    pub const fn why(&self) -> Why {
        match self {
            Refusal::Rejected(reason) => why_rejected(reason),
            Refusal::OnlyPlayers | Refusal::EngineCounts | Refusal::NoSeat => Why::NotAllowed,
            Refusal::Stale => Why::Stale,
            Refusal::NotStarted | Refusal::OpponentAway => Why::NotStarted,
            Refusal::NoMoreResumes | Refusal::DeclinedTooOften => Why::TooOften,
            Refusal::TooLateToMark => Why::TimeUp,
            Refusal::NoClaim => Why::NoClaim,
            Refusal::TooLateToCancel | Refusal::NotOver => Why::Phase,
            Refusal::Rematched => Why::Nothing,
            Refusal::BadText => Why::BadText,
            Refusal::Malformed => Why::Malformed,
            Refusal::TooFast => Why::TooFast,
            Refusal::NotStored => Why::NotStored,
            Refusal::Elsewhere(why, _) => *why,
        }
    }

    /// The sentence for people.
    pub fn text(&self) -> String {
        match self {
            Refusal::Rejected(reason) => rejected(reason),
            Refusal::Elsewhere(_, text) => text.clone(),
            other => other.plain().to_owned(),
        }
    }

    const fn plain(&self) -> &'static str {
        match self {
            Refusal::Rejected(_) | Refusal::Elsewhere(..) => "That is not possible.",
            Refusal::OnlyPlayers => "You are only watching this game.",
            Refusal::Stale => "A move was made meanwhile. Look at the board again.",
            Refusal::NotStarted => "The game begins when both players are here.",
            Refusal::EngineCounts => {
                "The computer says which stones are dead. If you disagree, play on."
            }
            Refusal::TooLateToMark => {
                "In the last 30 seconds the marks stay as they are. Agree, or play on."
            }
            Refusal::NoMoreResumes => {
                "This game was resumed three times already. Agree on the dead stones."
            }
            Refusal::DeclinedTooOften => {
                "Your opponent has declined three times. Ask again later in the game."
            }
            Refusal::OpponentAway => "Your opponent is not here. Wait until both of you are.",
            Refusal::NoClaim => {
                "You can claim the game once your opponent has been gone for a while at their turn."
            }
            Refusal::TooLateToCancel => "The game has begun. You can resign, or play on.",
            Refusal::NotOver => "The game is not over yet.",
            Refusal::Rematched => "The next game has begun already.",
            Refusal::NoSeat => "This game has two players already. You can watch it.",
            Refusal::BadText => "Write something of at most 500 characters.",
            Refusal::Malformed => "The server does not understand that. Reload the page.",
            Refusal::TooFast => "That was too fast. Wait a moment.",
            Refusal::NotStored => {
                "The server cannot store the game at the moment, so nothing has happened. Try again."
            }
        }
    }
}

const fn why_rejected(reason: &Rejected) -> Why {
    match reason {
        Rejected::NotAllowed(_)
        | Rejected::Elsewhere
        | Rejected::NotAPerson(_)
        | Rejected::NoTakebacks
        | Rejected::NeedsConsent
        | Rejected::NoPause
        | Rejected::NoEdits
        | Rejected::NoAnalysis
        | Rejected::EngineDisagrees(_) => Why::NotAllowed,
        Rejected::TimeUp => Why::TimeUp,
        Rejected::Illegal(_) => Why::Illegal,
        Rejected::NotYourTurn(_) => Why::NotYourTurn,
        Rejected::Over => Why::Over,
        Rejected::Paused => Why::Paused,
        Rejected::Alive(_) => Why::Alive,
        Rejected::DeadStonesChanged => Why::Changed,
        Rejected::Handicap | Rejected::Scoring | Rejected::NotScoring | Rejected::NotPlaying => {
            Why::Phase
        }
        Rejected::Late
        | Rejected::LookingBack
        | Rejected::Running
        | Rejected::NoStone(_)
        | Rejected::RequestPending
        | Rejected::NoRequest
        | Rejected::NothingToUndo
        | Rejected::NothingToRedo
        | Rejected::NoSuchNode
        | Rejected::NotThinking
        | Rejected::InPlay
        | Rejected::Edit(_)
        | Rejected::NothingToUndoEdit
        | Rejected::NothingToRedoEdit
        | Rejected::NothingToPaste
        | Rejected::NoRecord(_)
        | Rejected::NotFound => Why::Nothing,
    }
}

/// Sentences that name what to press are different on a page.
fn rejected(reason: &Rejected) -> String {
    match reason {
        Rejected::Over => "The game is over.".to_owned(),
        Rejected::Paused => "The game is paused.".to_owned(),
        Rejected::Scoring => "The game is being scored. To move, play on first.".to_owned(),
        Rejected::NotPlaying => "No game is in progress.".to_owned(),
        Rejected::Alive(point) => {
            format!("{point} looks alive. If you think that it is dead, play on and capture it.")
        }
        Rejected::EngineDisagrees(point) => {
            format!("The computer says that {point} is alive. Play on to capture it.")
        }
        Rejected::DeadStonesChanged => {
            "The dead stones have changed. Look again, then agree.".to_owned()
        }
        reason => words::rejected(reason, &KeyTable::new(FrontEnd::Window)),
    }
}
