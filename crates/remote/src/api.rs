//! The HTTP API of a server, as a program uses it.

mod stream;

use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tengen_wire::{
    Account, ApiError, ClientMessage, Done, GameCreated, GameLine, Offer, Offered, Overview,
    OwnGame, TokenCreated,
};
use ureq::Agent;
use ureq::http::{Response, StatusCode, header};

use crate::ServerAddress;
use crate::join::agent;

pub use stream::{LineStream, StreamCloser, StreamLine};

/// The most bytes of an answer.
const MAX_ANSWER: u64 = 4 << 20;

/// How long to wait after a refusal for haste that says nothing about it.
const HASTE: Duration = Duration::from_secs(5);

/// A server, and the token by which it knows an account.
#[derive(Clone)]
pub struct Api {
    agent: Agent,
    server: ServerAddress,
    token: Arc<str>,
}

/// Why a server did not do something.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ApiFailure {
    /// It does not answer.
    Unreachable {
        /// The server.
        server: ServerAddress,
        /// The reason, in the words of the system.
        reason: String,
    },
    /// Its answer is none of this API.
    NotOurs(ServerAddress),
    /// It refuses.
    Refused {
        /// The status of the answer.
        status: u16,
        /// The reason, for programs and for people.
        reason: ApiError,
        /// How long to wait before the next request.
        retry_after: Option<Duration>,
    },
}

impl ApiFailure {
    /// The reason for programs, if the server has refused something.
    pub fn code(&self) -> Option<&str> {
        match self {
            ApiFailure::Refused { reason, .. } => Some(&reason.code),
            ApiFailure::Unreachable { .. } | ApiFailure::NotOurs(_) => None,
        }
    }

    /// How long to wait, if the same request may succeed later.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            ApiFailure::Unreachable { .. } => Some(Duration::from_secs(1)),
            ApiFailure::Refused { status: 429, retry_after, .. } => {
                Some(retry_after.unwrap_or(HASTE))
            }
            ApiFailure::Refused { status: 408 | 500..=599, retry_after, .. } => {
                Some(retry_after.unwrap_or(Duration::from_secs(2)))
            }
            ApiFailure::NotOurs(_) | ApiFailure::Refused { .. } => None,
        }
    }

    pub(crate) fn unreachable(server: &ServerAddress, error: impl fmt::Display) -> ApiFailure {
        ApiFailure::Unreachable { server: server.clone(), reason: error.to_string() }
    }
}

impl fmt::Display for ApiFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ApiFailure::Unreachable { server, reason } => {
                write!(f, "{server} does not answer: {reason}")
            }
            ApiFailure::NotOurs(server) => write!(f, "{server} is not a server of Tengen"),
            ApiFailure::Refused { reason, .. } => f.write_str(&reason.text),
        }
    }
}

impl Error for ApiFailure {}

/// Shows no token.
impl fmt::Debug for Api {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Api").field("server", &self.server).finish_non_exhaustive()
    }
}

impl Api {
    /// A server that is asked with a token.
    pub fn new(server: ServerAddress, token: &str) -> Api {
        Api { agent: agent(), server, token: token.trim().into() }
    }

    /// Logs in to a server with a name and a password, for a token by which it
    /// knows this program from now on.
    ///
    /// # Errors
    ///
    /// Returns [`ApiFailure`] if the server refuses or does not answer.
    pub fn log_in(
        server: &ServerAddress,
        name: &str,
        password: &str,
        label: &str,
    ) -> Result<TokenCreated, ApiFailure> {
        let wanted = serde_json::json!({"name": name, "password": password, "label": label});
        Api::new(server.clone(), "").post("tokens", &wanted)
    }

    /// Logs out: the token does not work any more.
    ///
    /// # Errors
    ///
    /// Returns errors as [`Api::account`] does.
    pub fn log_out(&self) -> Result<(), ApiFailure> {
        let request = self.agent.delete(self.address("token"));
        let answer = request.header(header::AUTHORIZATION, self.bearer()).call();
        self.read::<Value>(answer).map(|_| ())
    }

    /// The server.
    pub const fn server(&self) -> &ServerAddress {
        &self.server
    }

    /// Who the token is for, and what it allows.
    ///
    /// # Errors
    ///
    /// Returns [`ApiFailure`] if the server refuses or does not answer, as all
    /// requests do.
    pub fn account(&self) -> Result<Account, ApiFailure> {
        self.get("account")
    }

    /// The own games, the last one first.
    ///
    /// # Errors
    ///
    /// Returns errors as [`Api::account`] does.
    pub fn games(&self) -> Result<Vec<OwnGame>, ApiFailure> {
        self.get("games")
    }

    /// A game.
    ///
    /// # Errors
    ///
    /// Returns errors as [`Api::account`] does.
    pub fn game(&self, id: &str) -> Result<GameLine, ApiFailure> {
        self.get(&format!("games/{id}"))
    }

    /// The offers that are open.
    ///
    /// # Errors
    ///
    /// Returns errors as [`Api::account`] does.
    pub fn offers(&self) -> Result<Vec<Offer>, ApiFailure> {
        self.get("offers")
    }

    /// Offers a game, with the fields of `NewOffer` in the server's
    /// description, and returns its id.
    ///
    /// # Errors
    ///
    /// Returns errors as [`Api::account`] does.
    pub fn offer(&self, offer: &Value) -> Result<String, ApiFailure> {
        self.post::<Offered>("offers", offer).map(|it| it.offer)
    }

    /// Accepts an offer, and returns the id of the game.
    ///
    /// # Errors
    ///
    /// Returns errors as [`Api::account`] does.
    pub fn accept(&self, offer: &str) -> Result<String, ApiFailure> {
        let path = format!("offers/{offer}/accept");
        self.post::<GameCreated>(&path, &Value::Object(serde_json::Map::new())).map(|it| it.game)
    }

    /// Withdraws an offer.
    ///
    /// # Errors
    ///
    /// Returns errors as [`Api::account`] does.
    pub fn withdraw(&self, offer: &str) -> Result<(), ApiFailure> {
        let request = self.agent.delete(self.address(&format!("offers/{offer}")));
        let answer = request.header(header::AUTHORIZATION, self.bearer()).call();
        self.read::<Value>(answer).map(|_| ())
    }

    /// Sends a command in a game, and returns the version afterwards.
    ///
    /// # Errors
    ///
    /// Returns errors as [`Api::account`] does.
    pub fn command(&self, game: &str, message: &ClientMessage) -> Result<u64, ApiFailure> {
        let mut fields = serde_json::to_value(message).unwrap_or_default();
        let kind = fields.as_object_mut().and_then(|it| it.remove("t"));
        let kind = kind.as_ref().and_then(Value::as_str).unwrap_or_default();
        self.post::<Done>(&format!("games/{game}/{kind}"), &fields).map(|it| it.v)
    }

    /// Opens the stream of everything that concerns the account.
    ///
    /// # Errors
    ///
    /// Returns errors as [`Api::account`] does.
    pub fn events(&self) -> Result<LineStream<Overview>, ApiFailure> {
        LineStream::open(&self.server, "/api/v1/stream", &self.token)
    }

    /// Opens the stream of a game; a player is there as long as it is open.
    ///
    /// # Errors
    ///
    /// Returns errors as [`Api::account`] does.
    pub fn game_stream(&self, id: &str) -> Result<LineStream<GameLine>, ApiFailure> {
        LineStream::open(&self.server, &format!("/api/v1/games/{id}/stream"), &self.token)
    }

    fn address(&self, path: &str) -> String {
        format!("{}/api/v1/{path}", self.server)
    }

    fn bearer(&self) -> String {
        format!("Bearer {}", self.token)
    }

    fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, ApiFailure> {
        let request = self.agent.get(self.address(path));
        self.read(request.header(header::AUTHORIZATION, self.bearer()).call())
    }

    fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, ApiFailure> {
        let text = serde_json::to_vec(body)
            .map_err(|error| ApiFailure::unreachable(&self.server, error))?;
        let request = self.agent.post(self.address(path));
        let request = request.header(header::CONTENT_TYPE, "application/json");
        self.read(request.header(header::AUTHORIZATION, self.bearer()).send(&text[..]))
    }

    fn read<T: DeserializeOwned>(
        &self,
        answer: Result<Response<ureq::Body>, ureq::Error>,
    ) -> Result<T, ApiFailure> {
        let unreachable = |error: ureq::Error| ApiFailure::unreachable(&self.server, error);
        let mut answer = answer.map_err(unreachable)?;
        let status = answer.status();
        let retry_after = answer.headers().get(header::RETRY_AFTER);
        let retry_after = retry_after.and_then(|it| it.to_str().ok()?.parse().ok());
        let body = answer.body_mut().with_config().limit(MAX_ANSWER).read_to_vec();
        let body = body.map_err(unreachable)?;
        if status == StatusCode::OK {
            return serde_json::from_slice(&body)
                .map_err(|_| ApiFailure::NotOurs(self.server.clone()));
        }
        Err(refused(&self.server, status.as_u16(), &body, retry_after))
    }
}

fn refused(
    server: &ServerAddress,
    status: u16,
    body: &[u8],
    retry_after: Option<u64>,
) -> ApiFailure {
    match serde_json::from_slice(body) {
        Ok(reason) => ApiFailure::Refused {
            status,
            reason,
            retry_after: retry_after.map(Duration::from_secs),
        },
        // A proxy whose server is away answers for itself.
        Err(_) if status >= 500 => {
            ApiFailure::unreachable(server, io::Error::other(format!("status {status}")))
        }
        Err(_) => ApiFailure::NotOurs(server.clone()),
    }
}
