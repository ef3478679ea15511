//! What the server sends.

use serde::{Deserialize, Serialize};
use tengen_rules::{Color, Point};

use crate::{Clocks, PlayedMove, Requested, ResultState, ScoringState, State};

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
#[expect(clippy::large_enum_variant, reason = "messages are made to be written at once")]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// What the client may do here.
        role: Role,
        /// The server's time, in milliseconds since a fixed moment.
        now: u64,
        /// Which build of the page the server has.
        build: String,
    },
    /// Everything about the game.
    State(Box<State>),
    /// A change of the game; its version is one more than the last.
    Event(Event),
    /// A command was carried out, and stored.
    Ok {
        /// The number of the command.
        c: u32,
        /// The version of the game afterwards.
        v: u64,
    },
    /// A command was refused, and nothing has changed.
    No {
        /// The number of the command.
        c: u32,
        /// The reason, for programs.
        why: Why,
        /// The reason, for people.
        text: String,
    },
    /// Who is there.
    Crowd(Presence),
    /// What was said before, the oldest line first.
    Chat {
        /// The lines.
        lines: Vec<ChatLine>,
    },
    /// A line of chat.
    Said(ChatLine),
    /// The answer to `ping`.
    Pong {
        /// What the client sent.
        at: f64,
        /// The server's time.
        now: u64,
    },
}

/// A change of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// The version of the game after it.
    pub v: u64,
    /// Both clocks after it.
    pub clocks: Clocks,
    /// What has changed.
    pub change: Change,
}

/// What has changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// A person took a seat.
    Joined {
        /// Which.
        color: Color,
        /// Who.
        name: String,
    },
    /// The game begins, or goes on after a pause.
    Started {},
    /// The clocks stand still.
    Paused {},
    /// A player made a move.
    Played {
        /// The number of the move, from one.
        n: u32,
        /// The move with what it captured.
        #[serde(rename = "move")]
        mv: PlayedMove,
        /// Who is to play next.
        to_play: Color,
    },
    /// Black placed a handicap stone.
    Placed {
        /// Where.
        at: Point,
        /// How many are left to place.
        left: u32,
        /// Who is to play next.
        to_play: Color,
    },
    /// Black took back the last handicap stone.
    Unplaced {
        /// Where it was.
        at: Point,
        /// How many are left to place.
        left: u32,
    },
    /// Moves were taken back.
    Undone {
        /// How many moves the game has now.
        n: u32,
        /// Who is to play.
        to_play: Color,
    },
    /// A player asked the opponent for something.
    Asked {
        /// Who asked.
        by: Color,
        /// For what.
        what: Requested,
    },
    /// What was asked is settled.
    Answered {
        /// What was asked.
        what: Requested,
        /// Whether the opponent agreed.
        accepted: bool,
    },
    /// Both passed, or something about the scoring is different.
    Scoring(ScoringState),
    /// The game goes on after scoring.
    Resumed {
        /// Who is to play.
        to_play: Color,
        /// How many times it can be resumed again.
        resumes_left: u32,
    },
    /// A player got more time.
    Credited {
        /// Who.
        color: Color,
        /// How many milliseconds.
        ms: u64,
    },
    /// An engine could not go on, so the game is paused.
    EngineFailed {
        /// Which color it plays.
        color: Option<Color>,
    },
    /// The game is over.
    Over(ResultState),
    /// Another game of the same players has begun.
    Rematched {
        /// Its id.
        game: String,
    },
}

/// What a client may do in a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Plays Black.
    Black,
    /// Plays White.
    White,
    /// Plays both colors, on one screen.
    Both,
    /// Watches.
    Spectator,
}

/// Who is there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Presence {
    /// Whether Black is connected.
    pub black: bool,
    /// Whether White is connected.
    pub white: bool,
    /// How many others watch.
    pub spectators: u32,
    /// A player who is gone at the own turn, so that the other may claim.
    pub claim: Option<ClaimOffer>,
}

/// A claim that can be made.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimOffer {
    /// The player who is gone.
    pub gone: Color,
    /// From when on, in the server's time.
    pub at: u64,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatLine {
    /// Grows with each line of the game.
    pub id: u64,
    /// Who can read it while the game is played.
    pub room: ChatRoom,
    /// The color of a player who said it.
    pub color: Option<Color>,
    /// The name of who said it.
    pub name: String,
    /// What was said.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// Where something is said.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatRoom {
    /// Among the players; spectators can read it.
    Players,
    /// Among the spectators; players can read it after the end.
    Spectators,
}

/// Why a command is refused.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The message is not one of these.
    Malformed,
    /// Too many messages in too short a time.
    TooFast,
    /// The sender has no right to it.
    NotAllowed,
    /// The sender has not seen the last moves.
    Stale,
    /// The dead stones have changed since.
    Changed,
    /// It is not the sender's turn.
    NotYourTurn,
    /// The rules forbid the move.
    Illegal,
    /// The game has not begun.
    NotStarted,
    /// The game is paused.
    Paused,
    /// The game is being scored, or is not.
    Phase,
    /// The game is over.
    Over,
    /// The time was up.
    TimeUp,
    /// The group looks alive.
    Alive,
    /// There is nothing to answer or to take back, or something else waits.
    Nothing,
    /// It cannot be claimed, or not yet.
    NoClaim,
    /// It was resumed too often.
    TooOften,
    /// The text is empty or too long.
    BadText,
    /// The change could not be stored, so nothing has happened.
    NotStored,
}

impl Why {
    /// The word for it, as in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Why::Malformed => "malformed",
            Why::TooFast => "too_fast",
            Why::NotAllowed => "not_allowed",
            Why::Stale => "stale",
            Why::Changed => "changed",
            Why::NotYourTurn => "not_your_turn",
            Why::Illegal => "illegal",
            Why::NotStarted => "not_started",
            Why::Paused => "paused",
            Why::Phase => "phase",
            Why::Over => "over",
            Why::TimeUp => "time_up",
            Why::Alive => "alive",
            Why::Nothing => "nothing",
            Why::NoClaim => "no_claim",
            Why::TooOften => "too_often",
            Why::BadText => "bad_text",
            Why::NotStored => "not_stored",
        }
    }
}
