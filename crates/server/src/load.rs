//! Load on a server, from many clients on this machine.
//!
//! The server runs in another process. Clients have addresses of the loopback
//! network of their own, as different households have, so that the limits by
//! address are those of real life.

mod client;
mod sample;
mod scenario;

use std::error::Error;
use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

pub use sample::Percentiles;

/// How much load.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// The servers; people are spread over them, also those of one game.
    pub servers: Vec<SocketAddr>,
    /// Their processes, for their memory.
    pub processes: Vec<u32>,
    /// Sockets that only wait.
    pub sockets: usize,
    /// Games of two people with a move a second each.
    pub games: usize,
    /// Spectators of one game.
    pub spectators: usize,
    /// Games against the engine beside the others.
    pub engine_games: usize,
    /// How long games are played.
    pub time: Duration,
}

impl LoadOptions {
    /// The server of a person.
    fn server(&self, number: usize) -> SocketAddr {
        self.servers[number % self.servers.len()]
    }
}

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct LoadReport {
    /// The bytes of memory that the server needs for each idle socket, where
    /// the system tells.
    pub bytes_by_socket: Option<u64>,
    /// How long idle sockets took to be there, all together.
    pub connected_in: Duration,
    /// From the move of a player to the opponent.
    pub moves: Percentiles,
    /// The bytes of memory of the servers while people play: after a tenth of
    /// the time, and at the end, where the system tells.
    pub memory: Option<[u64; 2]>,
    /// From the move of a player to each spectator.
    pub watched: Percentiles,
    /// From a move to the answer of the engine.
    pub engine: Percentiles,
    /// From the move of a player to the opponent while engines think.
    pub beside_engine: Percentiles,
}

/// Why there is no report.
#[derive(Debug)]
pub enum LoadError {
    /// The system refuses what the clients need.
    System(std::io::Error),
    /// The server does not answer as it should, in words for developers.
    Server(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::System(error) => write!(f, "the system refuses: {error}"),
            LoadError::Server(text) => write!(f, "the server does not answer as it should: {text}"),
        }
    }
}

impl Error for LoadError {}

impl From<std::io::Error> for LoadError {
    fn from(error: std::io::Error) -> LoadError {
        LoadError::System(error)
    }
}

/// Puts load on a server, and measures; `progress` hears what comes next.
///
/// # Errors
///
/// Returns [`LoadError`] if there are too few sockets, or the server fails.
pub fn run(options: LoadOptions, progress: &dyn Fn(&str)) -> Result<LoadReport, LoadError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(measure(options, progress))
}

async fn measure(options: LoadOptions, progress: &dyn Fn(&str)) -> Result<LoadReport, LoadError> {
    let mut report = LoadReport::default();
    if options.games > 0 {
        progress("games of two people");
        let played = scenario::games(&options, 0).await?;
        (report.moves, report.memory) = (played.moves, played.memory);
    }
    if options.spectators > 0 {
        progress("spectators of one game");
        report.watched = scenario::spectators(&options).await?;
    }
    if options.engine_games > 0 {
        progress("games against the engine beside the others");
        let played = scenario::games(&options, options.engine_games).await?;
        report.beside_engine = played.moves;
        report.engine = played.engine;
    }
    if options.sockets > 0 {
        progress("idle sockets");
        let idle = scenario::idle(&options).await?;
        report.bytes_by_socket = idle.bytes_by_socket;
        report.connected_in = idle.connected_in;
    }
    Ok(report)
}
