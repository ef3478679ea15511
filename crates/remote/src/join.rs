//! Asks a server for a game, and for a seat in it.

use std::error::Error;
use std::fmt;
use std::io;
use std::time::Duration;

use tengen_wire::{PhaseName, SeatKind, ServerMessage, State};
use ureq::Agent;
use ureq::http::{Response, StatusCode, header};

use crate::credential::{COOKIE, Credential};
use crate::{GameLink, GuestFile};

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most bytes of an answer.
const MAX_ANSWER: u64 = 1 << 20;

/// What a person wants in a game.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Wish {
    /// To play, if a seat is free, or else to watch.
    #[default]
    Play,
    /// To watch.
    Watch,
}

/// A game that was found, perhaps with a seat in it.
#[derive(Clone, Debug)]
pub struct Joined {
    pub(crate) link: GameLink,
    pub(crate) state: State,
    /// By what the server knows this user, if it does.
    pub(crate) token: Option<Credential>,
    /// Whether it could not be kept for the next time.
    keep_error: Option<io::ErrorKind>,
}

/// Finds the game behind a link, and takes the open seat in it if there is one
/// and the person wants it.
///
/// This waits for the server, at most about 30 seconds.
///
/// # Errors
///
/// Returns [`JoinError`] if the server does not answer, or has no such game.
pub fn join(
    link: &GameLink,
    name: &str,
    wish: Wish,
    guests: &GuestFile,
) -> Result<Joined, JoinError> {
    let token = guests.token(link.authority()).map_err(JoinError::Guests)?;
    let mut visit = Visit { agent: agent(), link: link.clone(), token };
    let mut state = visit.state()?;
    let mut keep_error = None;
    if wish == Wish::Play && has_open_seat(&state) && visit.take_seat(name)? {
        if let Some(token) = &visit.token {
            keep_error = guests.keep(link.authority(), token).err().map(|it| it.kind());
        }
        state = visit.state()?;
    }
    Ok(Joined { link: visit.link, state, token: visit.token, keep_error })
}

impl Joined {
    /// The link.
    pub const fn link(&self) -> &GameLink {
        &self.link
    }

    /// Why the user will be a stranger to the server the next time.
    pub const fn keep_error(&self) -> Option<io::ErrorKind> {
        self.keep_error
    }
}

fn has_open_seat(state: &State) -> bool {
    let is_open = |kind| kind == SeatKind::Open;
    let seats = &state.seats;
    state.phase != PhaseName::Over && (is_open(seats.black.kind) || is_open(seats.white.kind))
}

pub(crate) fn agent() -> Agent {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_global(Some(PATIENCE))
        // The socket goes the direct way, so the rest does too.
        .proxy(None)
        .build();
    config.into()
}

/// Requests to one server.
struct Visit {
    agent: Agent,
    link: GameLink,
    token: Option<Credential>,
}

impl Visit {
    fn state(&self) -> Result<State, JoinError> {
        let address = format!("{}/g/{}/state", self.link.origin(), self.link.id());
        let mut request = self.agent.get(address);
        if let Some(token) = &self.token {
            let (name, value) = token.header();
            request = request.header(name, value);
        }
        let mut answer = request.call().map_err(|it| self.unreachable(&it))?;
        if answer.status() != StatusCode::OK {
            return Err(self.refused(answer.status()));
        }
        let body = answer.body_mut().with_config().limit(MAX_ANSWER).read_to_vec();
        let body = body.map_err(|it| self.unreachable(&it))?;
        match serde_json::from_slice(&body) {
            Ok(ServerMessage::State(state)) => Ok(*state),
            _ => Err(JoinError::NotOurs(self.link.authority().to_owned())),
        }
    }

    /// Takes the open seat, and says whether it was free.
    fn take_seat(&mut self, name: &str) -> Result<bool, JoinError> {
        let address = format!("{}/g/{}/join", self.link.origin(), self.link.id());
        let mut request = self.agent.post(address).header(header::ORIGIN, self.link.origin());
        if let Some(token) = &self.token {
            let (name, value) = token.header();
            request = request.header(name, value);
        }
        let answer = request.send_form([("name", name)]).map_err(|it| self.unreachable(&it))?;
        match answer.status() {
            StatusCode::SEE_OTHER => {
                // An account stays logged in, and needs no cookie.
                if !matches!(self.token, Some(Credential::Account(_))) {
                    self.token = cookie(&answer).map(Credential::Guest).or(self.token.take());
                }
                Ok(true)
            }
            // Another person was faster.
            StatusCode::CONFLICT => Ok(false),
            status => Err(self.refused(status)),
        }
    }

    fn refused(&self, status: StatusCode) -> JoinError {
        let authority = self.link.authority().to_owned();
        match status {
            StatusCode::NOT_FOUND => JoinError::NoGame(self.link.clone()),
            StatusCode::UNAUTHORIZED => JoinError::LoggedOut(authority),
            StatusCode::MISDIRECTED_REQUEST => JoinError::WrongName(authority),
            StatusCode::TOO_MANY_REQUESTS => JoinError::TooFast(authority),
            StatusCode::SERVICE_UNAVAILABLE => JoinError::Unavailable(authority),
            _ => JoinError::NotOurs(authority),
        }
    }

    fn unreachable(&self, error: &ureq::Error) -> JoinError {
        let authority = self.link.authority().to_owned();
        match error {
            ureq::Error::Io(error) => JoinError::Unreachable(authority, error.kind()),
            ureq::Error::Timeout(_) => JoinError::Unreachable(authority, io::ErrorKind::TimedOut),
            ureq::Error::HostNotFound => JoinError::UnknownHost(authority),
            ureq::Error::ConnectionFailed => {
                JoinError::Unreachable(authority, io::ErrorKind::ConnectionRefused)
            }
            _ => JoinError::NotOurs(authority),
        }
    }
}

/// The token that a server gives with an answer.
fn cookie<T>(answer: &Response<T>) -> Option<String> {
    let cookies = answer.headers().get_all(header::SET_COOKIE);
    let mut values = cookies.iter().filter_map(|it| it.to_str().ok());
    let token = values.find_map(|it| it.strip_prefix(COOKIE)?.strip_prefix('=')?.split(';').next());
    let is_token = |it: &&str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_graphic());
    token.filter(is_token).map(str::to_owned)
}

/// Why a game cannot be joined.
#[derive(Debug)]
pub enum JoinError {
    /// There is no game behind the link, or it is private.
    NoGame(GameLink),
    /// The server does not answer.
    Unreachable(String, io::ErrorKind),
    /// No server has this name.
    UnknownHost(String),
    /// The server has another name.
    WrongName(String),
    /// The server does not know the token of the account any more.
    LoggedOut(String),
    /// The server is asked for too much.
    TooFast(String),
    /// The server cannot do it at the moment.
    Unavailable(String),
    /// What answers is not a server of games, or one of another version.
    NotOurs(String),
    /// The file of guests cannot be read.
    Guests(io::Error),
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JoinError::NoGame(link) => write!(f, "no game at {link}"),
            JoinError::Unreachable(server, kind) => write!(f, "cannot reach {server}: {kind}"),
            JoinError::UnknownHost(server) => write!(f, "unknown host {server}"),
            JoinError::WrongName(server) => write!(f, "{server} does not go by that name"),
            JoinError::LoggedOut(server) => write!(f, "{server} has ended the login"),
            JoinError::TooFast(server) => write!(f, "{server} was asked too often"),
            JoinError::Unavailable(server) => write!(f, "{server} is unavailable"),
            JoinError::NotOurs(server) => write!(f, "{server} is not a server of games"),
            JoinError::Guests(error) => write!(f, "cannot read the file of guests: {error}"),
        }
    }
}

impl Error for JoinError {}
