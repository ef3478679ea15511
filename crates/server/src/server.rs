//! The server as a whole: starting, serving, ending.

use std::error::Error;
use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tengen_host::{Limits as EngineLimits, Precedence, Runner, RunnerOptions};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::account::{Accounts, AttemptLimits, OpenSessions};
use crate::admin;
use crate::api::EventStreams;
use crate::asset::AssetSource;
#[cfg(feature = "cluster")]
use crate::bus::{Bus, NatsBus};
use crate::bus::{Inbox, LocalBus, Post};
use crate::games::Games;
use crate::http::{self, AddressLimits, App, HostNames};
use crate::ladders::Ladders;
use crate::library::{self, GameLibrary};
use crate::metric;
use crate::reviews::Reviews;
use crate::socket::SocketCount;
use crate::store::{AccountRole, Expiry, LinkPurpose, NodeId, SqliteStore, Store, StoreError};
#[cfg(feature = "cluster")]
use crate::store::{LEASE, PostgresStore};
use crate::studies::Studies;
use crate::time::ServerClock;
use crate::tournaments::Tournaments;
use crate::wire;

/// The name of the database in its folder.
const DATABASE: &str = "tengen.sqlite";

/// How long open connections may take to end.
const FAREWELL: Duration = Duration::from_secs(5);

/// How long a game waits for an opponent, in days.
pub(crate) const DAYS_TO_JOIN: u32 = 7;

const DAY: Duration = Duration::from_secs(24 * 3_600);

/// Guests without a game, and games that hardly began, are forgotten after
/// this long, and chat after three times as long.
const MONTH: Duration = Duration::from_secs(30 * DAY.as_secs());

/// How a server runs.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Where it listens; port 0 is any that is free.
    pub listen: SocketAddr,
    /// The folder of its data.
    pub data: PathBuf,
    /// The names by which it may be called, besides addresses.
    pub names: Vec<String>,
    /// Where metrics are served, on loopback.
    pub metrics: Option<SocketAddr>,
    /// How many engines think at the same time.
    pub engines: usize,
    /// How much one address may do.
    pub limits: AddressLimits,
    /// The proxies in front of this server, which say for whom they ask.
    pub proxies: Vec<IpAddr>,
    /// Who may sign up.
    pub sign_up: SignUp,
    /// What several servers share; one alone keeps its games in its folder.
    pub cluster: Option<Cluster>,
}

impl ServerOptions {
    /// A server at this address with its data in this folder; all else as
    /// usual.
    pub fn new(listen: SocketAddr, data: PathBuf) -> ServerOptions {
        ServerOptions {
            listen,
            data,
            names: Vec::new(),
            metrics: None,
            engines: 1,
            limits: AddressLimits::default(),
            proxies: Vec::new(),
            sign_up: SignUp::default(),
            cluster: None,
        }
    }
}

/// What several servers share.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Cluster {
    /// The address of the PostgreSQL database: `postgres://…`.
    pub database: String,
    /// The address of the NATS server: `nats://…`; a single server needs none.
    pub bus: Option<String>,
}

/// Who may sign up.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum SignUp {
    /// Everyone.
    Open,
    /// Whoever has an invitation.
    #[default]
    Invited,
}

/// A server that runs, in threads of its own.
///
/// It ends with [`Server::stop`], or when it is dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    first_admin: Option<String>,
    stop: watch::Sender<bool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

/// Why a server did not start.
#[derive(Debug)]
pub enum StartError {
    /// The address cannot be listened at.
    Listen(SocketAddr, io::Error),
    /// The folder of the data cannot be made.
    Folder(PathBuf, io::Error),
    /// The database cannot be opened.
    Store(PathBuf, StoreError),
    /// The database of several servers cannot be used.
    Database(StoreError),
    /// The bus of several servers cannot be used.
    Bus(String),
    /// The system has no threads.
    Threads(io::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Listen(address, error) => write!(f, "cannot listen at {address}: {error}"),
            StartError::Folder(folder, error) => {
                write!(f, "cannot use the folder {}: {error}", folder.display())
            }
            StartError::Store(file, error) => write!(f, "cannot open {}: {error}", file.display()),
            StartError::Database(error) => write!(f, "cannot use the database: {error}"),
            StartError::Bus(error) => write!(f, "cannot use the bus: {error}"),
            StartError::Threads(error) => write!(f, "cannot start: {error}"),
        }
    }
}

impl Error for StartError {}

impl Server {
    /// Starts a server, which then serves in the background.
    ///
    /// # Errors
    ///
    /// Returns [`StartError`] if it cannot listen or open its data.
    pub fn start(options: ServerOptions) -> Result<Server, StartError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .thread_name("server")
            .build()
            .map_err(StartError::Threads)?;
        // The address first: two servers on one folder would both be surprised.
        let listen = options.listen;
        let listener = runtime.block_on(TcpListener::bind(listen));
        let listener = listener.map_err(|error| StartError::Listen(listen, error))?;
        let address = listener.local_addr().map_err(|error| StartError::Listen(listen, error))?;
        let shared = runtime.block_on(Shared::open(&options))?;
        let first_admin = runtime.block_on(invite_first_admin(&*shared.store));
        let first_admin =
            first_admin.map_err(|error| StartError::Store(database(&options.data), error))?;
        let (stop, stopped) = watch::channel(false);
        let name = std::thread::Builder::new().name("server".to_owned());
        let thread = name
            .spawn(move || runtime.block_on(serve(listener, shared, options, stopped)))
            .map_err(StartError::Threads)?;
        Ok(Server { address, first_admin, stop, thread: Some(thread) })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The path of a link that works once, by which somebody signs up who may do
    /// everything; `None` if there is somebody already.
    pub fn first_admin(&self) -> Option<&str> {
        self.first_admin.as_deref()
    }

    /// Finishes what is being written, says farewell to all clients, and ends.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        // A server that has ended hears nothing.
        let _ = self.stop.send(true);
        if let Some(thread) = self.thread.take() {
            // A thread that has failed has nothing more to say.
            let _ = thread.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// The database in a folder.
pub fn database(folder: &Path) -> PathBuf {
    folder.join(DATABASE)
}

fn open_store(folder: &Path) -> Result<Arc<dyn Store>, StartError> {
    std::fs::create_dir_all(folder)
        .map_err(|error| StartError::Folder(folder.to_owned(), error))?;
    let file = database(folder);
    let store = SqliteStore::open(&file).map_err(|error| StartError::Store(file, error))?;
    Ok(Arc::new(store))
}

async fn invite_first_admin(store: &dyn Store) -> Result<Option<String>, StoreError> {
    if store.has_admin().await? {
        return Ok(None);
    }
    let purpose = LinkPurpose::Invite(AccountRole::Admin);
    let secret = admin::put_link(store, purpose, DAY).await?;
    Ok(Some(format!("/invite/{}", secret.as_str())))
}

/// What outlives the server, and what others see of it.
struct Shared {
    store: Arc<dyn Store>,
    clock: ServerClock,
    post: Post,
    inbox: Inbox,
}

impl Shared {
    async fn open(options: &ServerOptions) -> Result<Shared, StartError> {
        if let Some(cluster) = &options.cluster {
            // For what follows from the database and can be thrown away.
            std::fs::create_dir_all(&options.data)
                .map_err(|error| StartError::Folder(options.data.clone(), error))?;
            return Shared::join(cluster).await;
        }
        let (store, node, bus) = (open_store(&options.data)?, NodeId::ONLY, LocalBus::new());
        let inbox = bus.join(node);
        let post = Post { bus: Arc::new(bus), node };
        Ok(Shared { store, clock: ServerClock::new(), post, inbox })
    }

    #[cfg(not(feature = "cluster"))]
    async fn join(_cluster: &Cluster) -> Result<Shared, StartError> {
        let text = "this program was built without what several servers need";
        Err(StartError::Bus(text.to_owned()))
    }

    /// Joins others, as a server that was never there before.
    #[cfg(feature = "cluster")]
    async fn join(cluster: &Cluster) -> Result<Shared, StartError> {
        let runtime = tokio::runtime::Handle::current();
        let store = PostgresStore::open(&cluster.database, runtime).await;
        let store: Arc<dyn Store> = Arc::new(store.map_err(StartError::Database)?);
        let node = NodeId::random();
        let renewal = store.renew(node, LEASE).await.map_err(StartError::Database)?;
        let clock = ServerClock::following(renewal.now);
        let (bus, inbox): (Arc<dyn Bus>, Inbox) = if let Some(url) = &cluster.bus {
            let (bus, inbox) = NatsBus::join(url, node).await.map_err(StartError::Bus)?;
            (Arc::new(bus), inbox)
        } else {
            let bus = LocalBus::new();
            let inbox = bus.join(node);
            (Arc::new(bus), inbox)
        };
        tracing::info!(%node, "joined the other servers");
        Ok(Shared { store, clock, post: Post { bus, node }, inbox })
    }
}

async fn serve(
    listener: TcpListener,
    shared: Shared,
    options: ServerOptions,
    mut stopped: watch::Receiver<bool>,
) {
    let Shared { store, clock, post, inbox } = shared;
    let node = post.node;
    let runner = Runner::start(RunnerOptions {
        // However many engines think, people must not wait for them.
        limits: EngineLimits {
            workers: options.engines.max(1),
            precedence: Precedence::Others,
            ..EngineLimits::default()
        },
        move_time: Duration::from_secs(2),
        ..RunnerOptions::default()
    });
    let assets = Arc::new(AssetSource::new());
    let accounts = match Accounts::new(Arc::clone(&store), clock, AttemptLimits::default()) {
        Ok(accounts) => accounts,
        Err(error) => return tracing::error!(%error, "passwords have no thread"),
    };
    let open_sessions = Arc::new(OpenSessions::default());
    let library = GameLibrary::start(Arc::clone(&store), options.data.join(library::FILE));
    let told = Arc::clone(&library);
    let reviews = Reviews::new(Arc::clone(&store), runner.clone(), clock, post.clone())
        .telling(move |game| told.reviewed(game));
    let reviews = Arc::new(reviews);
    let studies = Studies::new(Arc::clone(&store), clock, Arc::clone(&assets));
    let games = Games::new(Arc::clone(&store), runner, clock, Arc::clone(&assets), post);
    let app = Arc::new(App {
        games: Arc::clone(&games),
        reviews: Arc::clone(&reviews),
        accounts,
        lobby: http::LiveLobby::new(),
        open_sessions: Arc::clone(&open_sessions),
        is_open: options.sign_up == SignUp::Open,
        library: Arc::clone(&library),
        studies: Arc::clone(&studies),
        ladders: Ladders::new(Arc::clone(&store), Arc::clone(&games), clock),
        tournaments: Tournaments::new(Arc::clone(&store), Arc::clone(&games), clock),
        store: Arc::clone(&store),
        assets,
        clock,
        hosts: HostNames::new(options.names),
        proxies: options.proxies,
        limits: http::Limits::new(options.limits),
        event_streams: EventStreams::default(),
        sockets: SocketCount::default(),
    });
    let sockets = app.sockets.clone();
    tokio::spawn(Arc::clone(&games).take_letters(inbox));
    tokio::spawn(Arc::clone(&games).take_news());
    if let Err(error) = games.renew().await {
        tracing::error!(%error, "the lease was not renewed");
    }
    match games.wake().await {
        Ok(0) => (),
        Ok(n) => tracing::info!(n, "games go on"),
        Err(error) => tracing::error!(%error, "running games cannot be found"),
    }
    if let Some(address) = options.metrics {
        tokio::spawn(metric::serve(address));
    }
    if node != NodeId::ONLY {
        tokio::spawn(Arc::clone(&games).keep_lease(stopped.clone()));
    }
    let purge = tokio::spawn(purge(Arc::clone(&store), clock));
    let watching = tokio::spawn(crate::account::watch(open_sessions, Arc::clone(&store), clock));
    let pairing = tokio::spawn(http::run_lobby(Arc::clone(&app)));
    let reviewing = tokio::spawn(reviews.run(Arc::clone(&games), stopped.clone()));
    let following = tokio::spawn(Arc::clone(&library).follow(stopped.clone()));
    let serving = tokio::spawn(http::serve(listener, app, options.limits, stopped.clone()));
    let _ = stopped.wait_for(|it| *it).await;
    purge.abort();
    watching.abort();
    pairing.abort();
    if let Err(error) = reviewing.await {
        tracing::error!(%error, "reviews have stopped");
    }
    games.close().await;
    if let Err(error) = following.await {
        tracing::error!(%error, "the library has stopped");
    }
    studies.close().await;
    // Sockets end with their games; a client that does not read is left.
    let farewell = async {
        // Requests that have failed were told so.
        let _ = serving.await;
        sockets.all_closed().await;
    };
    let _ = tokio::time::timeout(FAREWELL, farewell).await;
    let _ = tokio::task::spawn_blocking(move || library.close()).await;
    if let Err(error) = store.leave(node).await {
        tracing::warn!(%error, "others wait until the lease of this server is over");
    }
    if let Err(error) = store.close().await {
        tracing::error!(%error, "the store was not closed");
    }
}

/// Forgets what is old, once a day.
async fn purge(store: Arc<dyn Store>, clock: ServerClock) {
    let mut daily = tokio::time::interval(DAY);
    loop {
        daily.tick().await;
        let before = |age: Duration| wire::millis(clock.now().saturating_sub(age));
        let expiry = Expiry {
            unjoined: before(DAYS_TO_JOIN * DAY),
            abandoned: before(MONTH),
            guests: before(MONTH),
            chat: before(3 * MONTH),
        };
        match store.purge(expiry).await {
            Ok(0) => (),
            Ok(n) => tracing::info!(n, "games that hardly began were removed"),
            Err(error) => tracing::error!(%error, "old data was not removed"),
        }
        if let Err(error) = store.purge_logins(wire::millis(clock.now())).await {
            tracing::error!(%error, "old sessions were not removed");
        }
    }
}
