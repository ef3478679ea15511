//! The thread that keeps the connection to a server.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use tengen_session::Setup;
use tengen_wire::ServerMessage;
use tokio::net::TcpStream;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderValue, Request, StatusCode, header};
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::client::{Client, Output};
use crate::{GameRequest, Joined, Update, told};

/// How long a connection may take to open.
const CONNECT_PATIENCE: Duration = Duration::from_secs(10);

/// The time between two looks at the clock.
const TICK: Duration = Duration::from_secs(1);

/// The wait after a limit was broken.
const PENALTY: Duration = Duration::from_secs(10);

/// A game on a server that is followed.
///
/// When it is dropped, the connection is closed.
#[derive(Debug)]
pub struct Remote {
    requests: UnboundedSender<GameRequest>,
}

impl Remote {
    /// Asks the server for something; the answer comes as an [`Update`].
    pub fn send(&self, request: GameRequest) {
        // A thread that has ended has told so.
        let _ = self.requests.send(request);
    }
}

impl Joined {
    /// The set-up of the game, or `None` if this version does not know its
    /// rules or its clock.
    pub fn setup(&self) -> Option<Setup> {
        told::setup(&self.state)
    }

    /// Follows the game from a background thread, which calls `tell`.
    ///
    /// # Errors
    ///
    /// Returns the error of the system if it has no thread or no sockets.
    pub fn start(self, tell: impl Fn(Update) + Send + 'static) -> io::Result<Remote> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (requests, receiver) = mpsc::unbounded_channel();
        let connection = Connection {
            request: socket_request(&self).map_err(io::Error::other)?,
            client: Client::new(self.state, fastrand::u32(..u32::MAX / 2)),
            link: self.link,
            start: Instant::now(),
            requests: receiver,
            tell: Box::new(tell),
        };
        let thread = thread::Builder::new().name("remote".into());
        thread.spawn(move || runtime.block_on(connection.run()))?;
        Ok(Remote { requests })
    }
}

/// The request that opens the socket, as a page of the server would make it.
fn socket_request(joined: &Joined) -> tungstenite::Result<Request<()>> {
    let mut request = joined.link.socket().into_client_request()?;
    let headers = request.headers_mut();
    headers.insert(header::ORIGIN, HeaderValue::from_str(&joined.link.origin())?);
    if let Some(token) = &joined.token {
        let (name, value) = token.header();
        headers.insert(name, HeaderValue::from_str(&value)?);
    }
    Ok(request)
}

type Socket = WebSocketStream<TcpStream>;

/// Why a connection is over.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Over {
    /// It broke, or could not be opened.
    Broken,
    /// A limit was broken.
    Penalty,
    /// There is no such game any more.
    Gone,
    /// The program wants no more of it.
    Left,
}

struct Connection {
    client: Client,
    link: crate::GameLink,
    request: Request<()>,
    start: Instant,
    requests: UnboundedReceiver<GameRequest>,
    tell: Box<dyn Fn(Update) + Send>,
}

impl Connection {
    async fn run(mut self) {
        let mut n_failures = 0;
        loop {
            let over = match self.connect().await {
                Ok(socket) => self.talk(socket).await,
                Err(over) => over,
            };
            if self.client.is_synced() {
                n_failures = 0;
            }
            let outputs = self.client.closed(self.now());
            self.tell_all(outputs);
            let pause = match over {
                Over::Left => return,
                Over::Gone => return (self.tell)(Update::Gone),
                Over::Penalty => PENALTY,
                Over::Broken => pause(n_failures),
            };
            n_failures += 1;
            if self.wait(pause).await == Over::Left {
                return;
            }
        }
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    async fn connect(&self) -> Result<Socket, Over> {
        let opening = async {
            let stream = TcpStream::connect(self.link.host_and_port()).await?;
            stream.set_nodelay(true)?;
            client_async(self.request.clone(), stream).await
        };
        match timeout(CONNECT_PATIENCE, opening).await {
            Ok(Ok((socket, _))) => Ok(socket),
            Ok(Err(tungstenite::Error::Http(answer)))
                if answer.status() == StatusCode::NOT_FOUND =>
            {
                Err(Over::Gone)
            }
            Ok(Err(tungstenite::Error::Http(answer)))
                if answer.status() == StatusCode::TOO_MANY_REQUESTS =>
            {
                Err(Over::Penalty)
            }
            Ok(Err(_)) | Err(_) => Err(Over::Broken),
        }
    }

    /// Waits without a connection; requests wait with it.
    async fn wait(&mut self, pause: Duration) -> Over {
        let end = sleep(pause);
        tokio::pin!(end);
        loop {
            tokio::select! {
                () = &mut end => return Over::Broken,
                request = self.requests.recv() => match request {
                    Some(request) => {
                        let outputs = self.client.request(request);
                        self.tell_all(outputs);
                    }
                    None => return Over::Left,
                },
            }
        }
    }

    /// Talks to the server until the connection is over.
    async fn talk(&mut self, mut socket: Socket) -> Over {
        let mut outputs = self.client.opened(self.now());
        let mut ticks = tokio::time::interval(TICK);
        loop {
            if let Err(over) = self.carry_out(&mut socket, outputs).await {
                return over;
            }
            outputs = tokio::select! {
                message = socket.next() => match self.read(message) {
                    Ok(outputs) => outputs,
                    Err(over) => return over,
                },
                request = self.requests.recv() => {
                    let Some(request) = request else {
                        // The server notices a broken connection as well.
                        let _ = timeout(TICK, socket.close(None)).await;
                        return Over::Left;
                    };
                    self.client.request(request)
                }
                _ = ticks.tick() => self.client.tick(self.now()),
            };
        }
    }

    fn read(&mut self, message: Option<tungstenite::Result<Message>>) -> Result<Vec<Output>, Over> {
        match message {
            Some(Ok(Message::Text(text))) => {
                let now = self.now();
                // A message of a later version has nothing for this one.
                let message = serde_json::from_str::<ServerMessage>(text.as_str());
                Ok(message.map_or_else(|_| Vec::new(), |it| self.client.received(it, now)))
            }
            Some(Ok(Message::Close(frame))) => Err(match frame.map_or(1005, |it| it.code.into()) {
                1008 => Over::Penalty,
                4004 => Over::Gone,
                _ => Over::Broken,
            }),
            Some(Ok(_)) => Ok(Vec::new()),
            Some(Err(_)) | None => Err(Over::Broken),
        }
    }

    async fn carry_out(&self, socket: &mut Socket, outputs: Vec<Output>) -> Result<(), Over> {
        for output in outputs {
            match output {
                Output::Tell(update) => (self.tell)(update),
                Output::Reconnect => return Err(Over::Broken),
                Output::Send(message) => {
                    let text = serde_json::to_string(&message).map_err(|_| Over::Broken)?;
                    let sent = timeout(CONNECT_PATIENCE, socket.send(Message::text(text))).await;
                    sent.map_err(|_| Over::Broken)?.map_err(|_| Over::Broken)?;
                }
            }
        }
        Ok(())
    }

    /// Tells what is to be told; without a connection, nothing is sent.
    fn tell_all(&self, outputs: Vec<Output>) {
        for output in outputs {
            if let Output::Tell(update) = output {
                (self.tell)(update);
            }
        }
    }
}

/// The wait before the next try, so that not all come back at once.
fn pause(n_failures: u32) -> Duration {
    let millis = match n_failures {
        0 => 50,
        1 => fastrand::u64(100..=300),
        _ => fastrand::u64(250..=750),
    };
    Duration::from_millis(millis)
}
