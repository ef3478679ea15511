//! `tengen bench serve`: load on a server of one's own, on this machine.

use std::io::{BufRead as _, BufReader, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::json;
use tengen_server::load::{self, LoadOptions, LoadReport, Percentiles};

use crate::failure::Failure;

/// Measures a server under load, on this machine alone
///
/// Starts a server with data of its own, which are removed afterwards, and
/// plays against it with many clients. Times are from a move to the one who
/// sees it, and depend on what else the machine does.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Sockets that only wait
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = parse_count)]
    sockets: usize,
    /// Games of two people with a move a second each
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = parse_count)]
    games: usize,
    /// Spectators of one game
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = parse_count)]
    spectators: usize,
    /// Games against the engine, beside those of two people
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = parse_count)]
    engine_games: usize,
    /// Seconds for which games are played
    #[arg(long, value_name = "S", default_value = "20", value_parser = super::parse_seconds)]
    seconds: Duration,
    /// How many servers; more than one need a database and a bus
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_nodes)]
    nodes: usize,
    /// The PostgreSQL database of the servers, which must be on this machine and
    /// whose games stay there
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// The NATS server of the servers
    #[arg(long, value_name = "URL", requires = "database")]
    bus: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Reads a number of clients.
fn parse_count(text: &str) -> Result<usize, &'static str> {
    let count = text.parse().ok().filter(|it| *it <= 9_000);
    count.ok_or("not a number of clients, expected 0 to 9000")
}

/// Reads a number of servers.
fn parse_nodes(text: &str) -> Result<usize, &'static str> {
    let count = text.parse().ok().filter(|it| (1..=8).contains(it));
    count.ok_or("not a number of servers, expected 1 to 8")
}

/// A server that ends with the value, together with its data.
struct OwnServer {
    child: Child,
    /// A server that cannot say where it is would end.
    _out: Option<BufReader<ChildStdout>>,
    address: SocketAddr,
    folder: PathBuf,
}

impl OwnServer {
    fn start(arguments: &Arguments, number: usize) -> Result<OwnServer, Failure> {
        let program = std::env::current_exe().map_err(Failure::Ourselves)?;
        let name = format!("tengen-bench-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(&folder);
        match (&arguments.database, &arguments.bus) {
            (None, _) => &mut command,
            (Some(database), None) => command.args(["--database", database]),
            (Some(database), Some(bus)) => command.args(["--database", database, "--bus", bus]),
        };
        let mut child = command.stdout(Stdio::piped()).spawn().map_err(Failure::Ourselves)?;
        let mut out = child.stdout.take().map(BufReader::new);
        let mut line = String::new();
        if let Some(out) = &mut out {
            // A line that does not come is no address.
            let _ = out.read_line(&mut line);
        }
        let address = line.trim().strip_prefix("http://").map(|it| it.trim_end_matches('/'));
        let Some(address) = address.and_then(|it| it.parse().ok()) else {
            end(&mut child, &folder);
            return Err(Failure::NoServer);
        };
        Ok(OwnServer { child, _out: out, address, folder })
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        end(&mut self.child, &self.folder);
    }
}

fn end(child: &mut Child, folder: &Path) {
    // What has ended already needs no end, and what is left is temporary.
    let _ = child.kill();
    let _ = child.wait();
    let _ = std::fs::remove_dir_all(folder);
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    if arguments.nodes > 1 && arguments.bus.is_none() {
        return Err(Failure::BenchNodes);
    }
    let servers: Vec<OwnServer> =
        (0..arguments.nodes).map(|it| OwnServer::start(arguments, it)).collect::<Result<_, _>>()?;
    let options = LoadOptions {
        servers: servers.iter().map(|it| it.address).collect(),
        processes: servers.iter().map(|it| it.child.id()).collect(),
        sockets: arguments.sockets,
        games: arguments.games,
        spectators: arguments.spectators,
        engine_games: arguments.engine_games,
        time: arguments.seconds,
    };
    let report = load::run(options, &|what| {
        // Progress that cannot be shown is not missed.
        let _ = writeln!(std::io::stderr(), "{what} …");
    });
    let report = report.map_err(Failure::Load)?;
    drop(servers);
    if arguments.json {
        writeln!(out, "{:#}", to_json(arguments, &report))?;
    } else {
        print(arguments, &report, out)?;
    }
    Ok(())
}

fn print(arguments: &Arguments, report: &LoadReport, out: &mut impl Write) -> Result<(), Failure> {
    if arguments.games > 0 {
        writeln!(out, "{} games, a move a second each", arguments.games)?;
        writeln!(out, "  move to opponent: {}", report.moves)?;
        if let Some([early, late]) = report.memory {
            let (early, late) = (early >> 10, late >> 10);
            writeln!(
                out,
                "  memory after a tenth of the time and at the end: {early} KB, {late} KB"
            )?;
        }
    }
    if arguments.spectators > 0 {
        writeln!(out, "{} spectators of one game", arguments.spectators)?;
        writeln!(out, "  move to spectator: {}", report.watched)?;
    }
    if arguments.engine_games > 0 {
        writeln!(out, "{} games against the engine beside them", arguments.engine_games)?;
        writeln!(out, "  move to opponent: {}", report.beside_engine)?;
        writeln!(out, "  move to answer of the engine: {}", report.engine)?;
    }
    if arguments.sockets > 0 {
        let seconds = report.connected_in.as_secs_f64();
        writeln!(out, "{} idle sockets, connected in {seconds:.1} s", arguments.sockets)?;
        if let Some(bytes) = report.bytes_by_socket {
            writeln!(out, "  memory of the server for each: {bytes} bytes")?;
        }
    }
    if let Some(load) = load_average() {
        writeln!(out, "load of the machine: {load}")?;
    }
    Ok(())
}

/// How busy the machine was, where the system tells.
fn load_average() -> Option<String> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    let numbers: Vec<&str> = text.split_whitespace().take(3).collect();
    let n_processors = std::thread::available_parallelism().map_or(1, usize::from);
    Some(format!("{} with {n_processors} processors", numbers.join(" ")))
}

fn to_json(arguments: &Arguments, report: &LoadReport) -> serde_json::Value {
    let times = |it: &Percentiles| {
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        json!({
            "n": it.n,
            "p50_ms": millis(it.p50),
            "p99_ms": millis(it.p99),
            "p999_ms": millis(it.p999),
            "max_ms": millis(it.max),
        })
    };
    json!({
        "games": arguments.games,
        "move_to_opponent": times(&report.moves),
        "spectators": arguments.spectators,
        "move_to_spectator": times(&report.watched),
        "engine_games": arguments.engine_games,
        "move_to_opponent_beside_engines": times(&report.beside_engine),
        "move_to_engine_answer": times(&report.engine),
        "idle_sockets": arguments.sockets,
        "bytes_by_idle_socket": report.bytes_by_socket,
        "load": load_average(),
    })
}
