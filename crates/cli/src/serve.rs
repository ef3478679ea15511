//! `tengen serve`: games in the browser by sending a link.

mod address;
mod admin;

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use tengen_host::Dirs;
use tengen_server::store::{backup_file, check_file};
use tengen_server::{
    AddressLimits, Cluster, Server, ServerOptions, SignUp, database, log_to_stderr,
};

use crate::failure::Failure;
use crate::outcome::Outcome;

/// The port if none is given.
const PORT: u16 = 8361;

/// What the network is told that can play here.
const LAN_WARNING: &str = "Everyone on this network can open these pages, and the connection is \
    not encrypted: others on the network could read or change what is sent. Use it where you \
    trust the network.";

/// Serves games in the browser: send a link, and play
///
/// Two people play by a link, or one against the computer; others watch.
/// An account needs a name and a password, no e-mail address, and is not needed
/// to play. Nothing is sent anywhere else.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[expect(clippy::doc_markdown, reason = "help is no Markdown")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Address and port to listen at [default: 127.0.0.1:8361]
    #[arg(long, value_name = "ADDR", value_parser = parse_address)]
    listen: Option<SocketAddr>,
    #[command(flatten)]
    data: DataArgument,
    /// Let others on this network play: listens at all addresses of this
    /// machine, and shows them with a QR code
    #[arg(long)]
    lan: bool,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// A name by which the server is called, besides its addresses; may be
    /// repeated
    #[arg(long, value_name = "HOST")]
    name: Vec<String>,
    /// Address of a proxy in front of this server, which is believed for whom
    /// it asks (X-Forwarded-For), so that limits are those of each visitor; may
    /// be repeated
    #[arg(long, value_name = "ADDR")]
    proxy: Vec<IpAddr>,
    /// Let everyone sign up who finds the server; otherwise, one that listens at
    /// a public address is for those with an invitation
    #[arg(long)]
    open_sign_up: bool,
    /// How many engines think at the same time [default: one less than the
    /// machine has processors]
    #[arg(long, value_name = "N")]
    engines: Option<usize>,
    /// Serve metrics for Prometheus at this port of 127.0.0.1
    #[arg(long, value_name = "PORT")]
    metrics: Option<u16>,
    /// Keep games in this PostgreSQL database, which several servers can share
    /// (postgres://user:password@host/name), or in that of the environment
    /// variable TENGEN_DATABASE; the folder has only what can be made again
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// The NATS server by which servers that share a database talk to each
    /// other (nats://host:4222), or that of TENGEN_BUS
    #[arg(long, value_name = "URL")]
    bus: Option<String>,
}

impl Arguments {
    /// The database and the bus; a folder that was named has neither.
    fn cluster(&self) -> Option<Cluster> {
        let of_environment = |name| std::env::var(name).ok().filter(|it| !it.is_empty());
        let named = self.database.clone();
        let database = match &self.data.data {
            Some(_) => named,
            // A password does not belong into a command line, which all can see.
            None => named.or_else(|| of_environment("TENGEN_DATABASE")),
        };
        let bus = self.bus.clone().or_else(|| of_environment("TENGEN_BUS"));
        database.map(|database| Cluster { database, bus })
    }
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Backup(Backup),
    Check(Check),
    Admin(admin::Admin),
}

/// Copies the data of a server, which may be running
#[derive(Debug, clap::Args)]
struct Backup {
    /// The file to write; it must not be there yet
    file: PathBuf,
    #[command(flatten)]
    data: DataArgument,
}

/// Verifies the data of a server, which may be running
#[derive(Debug, clap::Args)]
struct Check {
    #[command(flatten)]
    data: DataArgument,
}

#[derive(Debug, clap::Args)]
struct DataArgument {
    /// Folder of the data [default: among your other data of Tengen]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl DataArgument {
    fn folder(&self) -> Result<PathBuf, Failure> {
        match &self.data {
            Some(folder) => Ok(folder.clone()),
            None => Ok(Dirs::find().map_err(Failure::NoHome)?.state.join("server")),
        }
    }

    /// The database, which must be there.
    fn database(&self) -> Result<PathBuf, Failure> {
        let file = database(&self.folder()?);
        if file.is_file() { Ok(file) } else { Err(Failure::NoServerData(file)) }
    }
}

/// Reads an address with a port, or one of the two.
fn parse_address(text: &str) -> Result<SocketAddr, &'static str> {
    let loopback = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let port = text.strip_prefix(':').unwrap_or(text);
    text.parse()
        .ok()
        .or_else(|| Some(SocketAddr::new(text.parse().ok()?, PORT)))
        .or_else(|| Some(SocketAddr::new(loopback, port.parse().ok()?)))
        .ok_or("not an address, expected one such as 127.0.0.1:8361 or 0.0.0.0:80")
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    match &arguments.command {
        Some(Command::Backup(backup)) => back_up(backup, out),
        Some(Command::Check(check)) => verify(&check.data, out),
        Some(Command::Admin(admin)) => admin::run(admin, out),
        None => serve(arguments, out),
    }
}

fn serve(arguments: &Arguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    let folder = arguments.data.folder()?;
    let listen = listen_address(arguments);
    log_to_stderr();
    raise_file_limit();
    let server = Server::start(ServerOptions {
        listen,
        data: folder.clone(),
        names: arguments.name.clone(),
        metrics: arguments.metrics.map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port))),
        engines: arguments.engines.unwrap_or_else(spare_processors),
        limits: AddressLimits::default(),
        proxies: arguments.proxy.clone(),
        sign_up: sign_up(arguments, listen),
        cluster: arguments.cluster(),
    })
    .map_err(Failure::Server)?;
    let (interrupt, interrupted) = mpsc::channel();
    let handled = ctrlc::set_handler(move || {
        // The second one finds the program ending.
        let _ = interrupt.send(());
    });
    announce(arguments, &server, &folder, out)?;
    if handled.is_err() {
        writeln!(out, "Ctrl-C cannot be noticed here, so end the program by other means.")?;
        out.flush()?;
    }
    // A sender that is gone was never set, and then the server runs on.
    if interrupted.recv().is_err() {
        std::thread::park();
    }
    writeln!(out, "Ending.")?;
    out.flush()?;
    server.stop();
    Ok(Outcome::Done)
}

/// Lets the server have as many connections as the system allows: many systems
/// begin with a thousand files.
#[cfg(unix)]
fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    // With fewer, connections that are too many wait.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

#[cfg(not(unix))]
fn raise_file_limit() {}

/// Engines leave a processor to the people.
fn spare_processors() -> usize {
    let n_processors = std::thread::available_parallelism().map_or(1, usize::from);
    n_processors.saturating_sub(1).max(1)
}

fn listen_address(arguments: &Arguments) -> SocketAddr {
    let local = if arguments.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let asked = arguments.listen.unwrap_or(SocketAddr::from((local, PORT)));
    if arguments.lan && asked.ip().is_loopback() {
        SocketAddr::from((Ipv4Addr::UNSPECIFIED, asked.port()))
    } else {
        asked
    }
}

/// Who may sign up: where strangers can come, whoever is invited.
fn sign_up(arguments: &Arguments, listen: SocketAddr) -> SignUp {
    let is_among_friends = arguments.lan || listen.ip().is_loopback();
    if arguments.open_sign_up || is_among_friends { SignUp::Open } else { SignUp::Invited }
}

/// Says where the pages are.
fn announce(
    arguments: &Arguments,
    server: &Server,
    folder: &Path,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let addresses = address::all(server.address());
    for it in &addresses {
        writeln!(out, "{it}")?;
    }
    if let Some(address) = addresses.first() {
        let address = address.trim_end_matches('/');
        admin::note_address(folder, address);
        if let Some(path) = server.first_admin() {
            writeln!(
                out,
                "To run this server from the browser, sign up here, once, within a day:"
            )?;
            writeln!(out, "{address}{path}")?;
        }
    }
    if arguments.lan {
        let link = addresses.iter().find(|it| !it.contains("//127.")).or(addresses.first());
        if let Some(code) = link.and_then(|it| address::qr_code(it)) {
            writeln!(out)?;
            for line in code.lines() {
                writeln!(out, "{}", address::black_on_white(line))?;
            }
        }
        writeln!(out, "{LAN_WARNING}")?;
    }
    match arguments.cluster() {
        Some(_) => writeln!(out, "Games are kept in the database. Press Ctrl-C to end.")?,
        None => writeln!(out, "Games are kept in {}. Press Ctrl-C to end.", folder.display())?,
    }
    out.flush()?;
    if arguments.open
        && let Some(link) = addresses.first()
        && open::that_detached(link).is_err()
    {
        writeln!(out, "No browser was found. Open the address above.")?;
        out.flush()?;
    }
    Ok(())
}

fn back_up(arguments: &Backup, out: &mut impl Write) -> Result<Outcome, Failure> {
    let database = arguments.data.database()?;
    let file = &arguments.file;
    backup_file(&database, file).map_err(|error| Failure::ServerData(file.clone(), error))?;
    writeln!(out, "{} has a copy of all games.", file.display())?;
    out.flush()?;
    Ok(Outcome::Done)
}

fn verify(data: &DataArgument, out: &mut impl Write) -> Result<Outcome, Failure> {
    let database = data.database()?;
    let problems =
        check_file(&database).map_err(|error| Failure::ServerData(database.clone(), error))?;
    for problem in &problems {
        writeln!(out, "{problem}")?;
    }
    let outcome = if problems.is_empty() {
        writeln!(out, "{} is sound.", database.display())?;
        Outcome::Done
    } else {
        Outcome::No
    };
    out.flush()?;
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_or_port_is_enough() {
        let parse = |text| parse_address(text).map(|it| it.to_string());
        assert_eq!(parse("0.0.0.0:80").as_deref(), Ok("0.0.0.0:80"));
        assert_eq!(parse("192.0.2.1").as_deref(), Ok("192.0.2.1:8361"));
        assert_eq!(parse(":9000").as_deref(), Ok("127.0.0.1:9000"));
        assert_eq!(parse("9000").as_deref(), Ok("127.0.0.1:9000"));
        assert_eq!(parse("[::1]:9000").as_deref(), Ok("[::1]:9000"));
        assert!(parse("here").is_err());
    }
}
