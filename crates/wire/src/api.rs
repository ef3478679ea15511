//! What programs are told by the HTTP API, as lines of JSON.
//!
//! What they send are [`ClientMessage`](crate::ClientMessage)s without their
//! kind, which is in the address. In the crate `server`, `openapi.json`
//! describes all of it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tengen_rules::{Color, Komi, Size};

use crate::{ChatLine, PhaseName, Presence, Role, State};

/// Who asks, and what the token allows.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Account {
    /// The name that others see.
    pub name: String,
    /// Whether a program plays, which is marked for ever.
    pub bot: bool,
    /// What the token allows.
    pub scopes: Vec<Scope>,
}

/// What a token allows.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// To see the own games, and those of others.
    Read,
    /// To move, and to do what else a player does.
    Play,
    /// To make, accept and withdraw offers.
    Offer,
    /// To say something.
    Chat,
}

impl Scope {
    /// All of them.
    pub const ALL: [Scope; 4] = [Scope::Read, Scope::Play, Scope::Offer, Scope::Chat];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Offer => "offer",
            Scope::Chat => "chat",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text is not a scope.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ParseScopeError(String);

impl fmt::Display for ParseScopeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown scope {:?}, expected read, play, offer or chat", self.0)
    }
}

impl std::error::Error for ParseScopeError {}

impl FromStr for Scope {
    type Err = ParseScopeError;

    fn from_str(text: &str) -> Result<Scope, ParseScopeError> {
        let scope = Scope::ALL.into_iter().find(|it| it.name() == text);
        scope.ok_or_else(|| ParseScopeError(text.to_owned()))
    }
}

/// A new token, which is shown once.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenCreated {
    /// The token.
    pub token: String,
    /// Whose it is, and what it allows.
    pub account: Account,
    /// When it stops to work, in milliseconds since 1970.
    pub expires_at: Option<u64>,
}

/// A line of the stream of events: everything that concerns an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overview {
    /// The own games that are not over, the last one first.
    pub games: Vec<OwnGame>,
    /// The offers that are open, the last one first.
    pub offers: Vec<Offer>,
}

/// One of the own games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnGame {
    /// The id of the game.
    pub id: String,
    /// The own color.
    pub role: Role,
    /// The name of the opponent, empty if there is none yet.
    pub opponent: String,
    /// The size of the board.
    pub size: Size,
    /// What is going on.
    pub phase: PhaseName,
    /// How many moves there are.
    pub n_moves: u32,
    /// Who is to play.
    pub to_play: Color,
    /// How the game ended, as in SGF.
    pub result: Option<String>,
    /// The time of the last change, in milliseconds since 1970.
    pub changed_at: u64,
}

impl OwnGame {
    /// Whether the game waits for the own move.
    pub fn is_own_turn(&self) -> bool {
        let is_on = matches!(self.phase, PhaseName::Placing | PhaseName::Playing);
        is_on
            && match self.role {
                Role::Black => self.to_play == Color::Black,
                Role::White => self.to_play == Color::White,
                Role::Both => true,
                Role::Spectator => false,
            }
    }
}

/// A game that waits for a second player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// The id; the game that comes of it may have another one.
    pub id: String,
    /// Who offers it.
    pub from: String,
    /// Whether the own account offers it.
    pub own: bool,
    /// Whether it is for the own account alone.
    pub direct: bool,
    /// The color of who accepts, if that is not left to chance.
    pub color: Option<Color>,
    /// The size of the board.
    pub size: Size,
    /// The name of the rules.
    pub rules: String,
    /// White's compensation.
    pub komi: Komi,
    /// How many stones Black has in advance.
    pub handicap: u8,
    /// The time of each player, such as `5m+3x30s` or `none`.
    pub clock: String,
    /// Whether it counts for ratings.
    pub rated: bool,
}

/// What came of an offer.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offered {
    /// The id of the offer.
    pub offer: String,
    /// The id of the game, if it is there already and waits for somebody.
    pub game: Option<String>,
}

/// The game that came of something.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameCreated {
    /// The id of the game.
    pub game: String,
}

/// A line of the stream of a game: everything about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// What the account may do here.
    pub role: Role,
    /// The game.
    pub state: State,
    /// Who is there.
    pub presence: Presence,
    /// The last lines of chat that the account may read, the oldest first.
    pub chat: Vec<ChatLine>,
}

/// A command was carried out, and stored.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// The version of the game afterwards.
    pub v: u64,
}

/// Why something was not done, or why a stream has ended.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiError {
    /// The reason, for programs: one of [`Why`](crate::Why), or one of those
    /// that `openapi.json` has besides.
    pub code: String,
    /// The reason, for people.
    pub text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_read_back() {
        for scope in Scope::ALL {
            assert_eq!(scope.to_string().parse(), Ok(scope));
        }
        let error = "admin".parse::<Scope>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown scope \"admin\", expected read, play, offer or chat"
        );
    }
}
