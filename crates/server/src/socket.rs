//! One WebSocket: messages in and out, limits, and the delay of the line.

mod delay;

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant as Moment, timeout};

use crate::games::{Client, ClientId, CloseCode, Outgoing, Request};
use crate::http::{App, Peer, Visitor, WebError, game_id, is_same_origin};
use crate::id::{GameId, PersonId, random_bytes};
use crate::limit::{Bucket, Rate};
use crate::room::Refusal;
use crate::wire::{self, ClientMessage, ServerMessage};

use delay::Delay;

/// How often the delay of an idle line is measured.
const PING_INTERVAL: Duration = Duration::from_secs(30);

/// A line on which nothing came for so long is dead.
const SILENCE: Duration = Duration::from_secs(75);

/// How long a client may take to read one message.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest that a socket waits before it says farewell.
const LONGEST_FAREWELL: Duration = Duration::from_secs(4);

/// How many messages a client may send.
const MESSAGES: Rate = Rate::new(100, Duration::from_secs(20));

/// How many lines of chat.
const LINES: Rate = Rate::new(5, Duration::from_secs(10));

/// How many refusals for haste before the line is closed.
const MAX_HASTY: u32 = 50;

/// Opens a socket of a game.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    peer: Peer,
    headers: HeaderMap,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response, WebError> {
    let id = game_id(&id)?;
    if !visitor.is_program() && !is_same_origin(&headers) {
        return Err(WebError::forbidden("Sockets are for pages of this server."));
    }
    let opened = app.take_socket(peer.0)?;
    // By default a socket would take 128 KB for reading alone.
    let upgrade = upgrade
        .read_buffer_size(2 << 10)
        .write_buffer_size(0)
        .max_write_buffer_size(256 << 10)
        .max_message_size(wire::MAX_MESSAGE)
        .max_frame_size(wire::MAX_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| async move {
        Connection::run(socket, app, id, &visitor).await;
        drop(opened);
    }))
}

/// One connection.
struct Connection {
    socket: WebSocket,
    app: Arc<App>,
    game: GameId,
    guest: Option<PersonId>,
    /// Whether the session of the account has ended.
    ended: Option<watch::Receiver<bool>>,
    client: ClientId,
    /// The reason for which the game has closed the connection.
    close_code: Arc<AtomicU16>,
    /// Whether it has said hello.
    is_greeted: bool,
    delay: Delay,
    messages: Bucket,
    lines: Bucket,
    n_hasty: u32,
    heard_at: Instant,
}

/// The connection is over, with a reason for the client.
struct Over(CloseCode);

impl Connection {
    async fn run(socket: WebSocket, app: Arc<App>, game: GameId, visitor: &Visitor) {
        let guest = visitor.person();
        let ended = visitor.session().map(|it| app.open_sessions.follow(it.id));
        metrics::gauge!("tengen_sockets").increment(1.0);
        let _open = app.sockets.open();
        let (client, outgoing) = Client::new(guest);
        let mut connection = Connection {
            socket,
            app,
            game,
            guest,
            ended,
            client: client.id,
            close_code: client.close_code(),
            is_greeted: false,
            delay: Delay::default(),
            messages: Bucket::new(),
            lines: Bucket::new(),
            n_hasty: 0,
            heard_at: Instant::now(),
        };
        let Over(code) = connection.serve(client, outgoing).await;
        if code == CloseCode::Restart {
            tokio::time::sleep(farewell(connection.app.sockets.n_open())).await;
        }
        let frame = CloseFrame { code: code as u16, reason: "".into() };
        // Who is gone needs no farewell.
        let _ = timeout(SEND_TIMEOUT, connection.socket.send(Message::Close(Some(frame)))).await;
        if connection.is_greeted {
            let gone = Request::Gone(connection.client);
            connection.app.games.send(game, gone).await;
        }
        metrics::gauge!("tengen_sockets").decrement(1.0);
    }

    async fn serve(&mut self, client: Client, mut outgoing: mpsc::Receiver<Outgoing>) -> Over {
        let mut client = Some(client);
        let mut ping = tokio::time::interval_at(Moment::now() + PING_INTERVAL, PING_INTERVAL);
        loop {
            let result = tokio::select! {
                message = outgoing.recv() => match message {
                    Some(message) => self.tell(message).await,
                    None => return Over(self.reason()),
                },
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.hear(message, &mut client).await,
                    Some(Err(_)) | None => return Over(CloseCode::Normal),
                },
                _ = ping.tick() => self.check_line().await,
                () = has_ended(&mut self.ended) => return Over(CloseCode::LoggedIn),
            };
            if let Err(over) = result {
                return over;
            }
        }
    }

    /// The reason for which the game has closed the connection.
    fn reason(&self) -> CloseCode {
        CloseCode::of_number(self.close_code.load(Ordering::Acquire))
    }

    async fn tell(&mut self, message: Outgoing) -> Result<(), Over> {
        self.send(Message::Text(message)).await?;
        // The delay is measured with what a player answers next.
        if self.guest.is_some() && self.delay.is_due() {
            self.measure().await?;
        }
        Ok(())
    }

    async fn send(&mut self, message: Message) -> Result<(), Over> {
        match timeout(SEND_TIMEOUT, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Over(CloseCode::Normal)),
            Err(_) => Err(Over(CloseCode::TooSlow)),
        }
    }

    async fn check_line(&mut self) -> Result<(), Over> {
        if self.heard_at.elapsed() > SILENCE {
            return Err(Over(CloseCode::Normal));
        }
        self.measure().await
    }

    async fn measure(&mut self) -> Result<(), Over> {
        let payload = self.delay.ping(Instant::now());
        self.send(Message::Ping(Bytes::copy_from_slice(&payload))).await
    }

    async fn hear(&mut self, message: Message, client: &mut Option<Client>) -> Result<(), Over> {
        let received = self.app.clock.now();
        self.heard_at = Instant::now();
        match message {
            Message::Text(text) => self.hear_text(text.as_str(), received, client).await,
            Message::Pong(payload) => {
                self.delay.pong(&payload, Instant::now());
                Ok(())
            }
            // The library answers pings.
            Message::Ping(_) => Ok(()),
            Message::Binary(_) => Err(Over(CloseCode::Limit)),
            Message::Close(_) => Err(Over(CloseCode::Normal)),
        }
    }

    async fn hear_text(
        &mut self,
        text: &str,
        received: Duration,
        client: &mut Option<Client>,
    ) -> Result<(), Over> {
        metrics::counter!("tengen_messages_total").increment(1);
        let message: Option<ClientMessage> = serde_json::from_str(text).ok();
        if self.messages.take(MESSAGES, received).is_err() {
            return self.refuse_haste(message.as_ref()).await;
        }
        match message {
            None => self.refuse(command_number(text), &Refusal::Malformed).await,
            Some(ClientMessage::Ping { at }) => {
                let pong = ServerMessage::Pong { at, now: wire::millis(self.app.clock.now()) };
                self.send_message(&pong).await
            }
            Some(ClientMessage::Hello { have }) => {
                let request = match client.take() {
                    Some(client) => Request::Hello { client, have },
                    None => Request::HelloAgain { client: self.client, have },
                };
                self.is_greeted = true;
                self.app.games.send(self.game, request).await;
                Ok(())
            }
            Some(message) if !self.is_greeted => {
                self.refuse(message.command(), &Refusal::Malformed).await
            }
            Some(message) => self.command(message, received).await,
        }
    }

    async fn command(&mut self, message: ClientMessage, received: Duration) -> Result<(), Over> {
        if self.is_hasty(&message, received) {
            return self.refuse_haste(Some(&message)).await;
        }
        let request = Request::Command {
            client: self.client,
            message,
            received,
            lag: self.delay.round_trip(),
        };
        self.app.games.send(self.game, request).await;
        Ok(())
    }

    /// Whether a command is one too many: of this connection, or of the person,
    /// who may have others and programs.
    fn is_hasty(&mut self, message: &ClientMessage, received: Duration) -> bool {
        let is_line = matches!(message, ClientMessage::Say { .. });
        if is_line && self.lines.take(LINES, received).is_err() {
            return true;
        }
        let Some(person) = self.guest else { return false };
        self.app.take_command(person).is_err() || is_line && self.app.take_line(person).is_err()
    }

    async fn refuse_haste(&mut self, message: Option<&ClientMessage>) -> Result<(), Over> {
        self.n_hasty += 1;
        if self.n_hasty > MAX_HASTY {
            return Err(Over(CloseCode::Limit));
        }
        self.refuse(message.and_then(ClientMessage::command), &Refusal::TooFast).await
    }

    /// Refuses a command; what has no number has no answer.
    async fn refuse(&mut self, c: Option<u32>, refusal: &Refusal) -> Result<(), Over> {
        let Some(c) = c else { return Ok(()) };
        let no = ServerMessage::No { c, why: refusal.why(), text: refusal.text() };
        self.send_message(&no).await
    }

    async fn send_message(&mut self, message: &ServerMessage) -> Result<(), Over> {
        let text = serde_json::to_string(message).expect("messages can be written");
        self.send(Message::Text(text.into())).await
    }
}

/// Waits until a session has ended; that of a guest never does.
async fn has_ended(ended: &mut Option<watch::Receiver<bool>>) {
    if let Some(ended) = ended
        && ended.wait_for(|it| *it).await.is_ok()
    {
        return;
    }
    std::future::pending::<()>().await;
}

/// How many sockets are open, which a server that ends waits for.
#[derive(Clone, Debug, Default)]
pub(crate) struct SocketCount(watch::Sender<usize>);

impl SocketCount {
    /// Counts a socket until what it returns is dropped.
    pub(crate) fn open(&self) -> OpenSocket {
        self.0.send_modify(|n| *n += 1);
        OpenSocket(self.clone())
    }

    fn n_open(&self) -> usize {
        *self.0.borrow()
    }

    pub(crate) async fn all_closed(&self) {
        // The sender is here, so the channel is open.
        let _ = self.0.subscribe().wait_for(|n| *n == 0).await;
    }
}

/// A socket that is open.
#[derive(Debug)]
pub(crate) struct OpenSocket(SocketCount);

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.0.0.send_modify(|n| *n -= 1);
    }
}

/// How long a socket waits before it says farewell, so that not all come to
/// another server in the same moment: a thousand in a second.
fn farewell(n_sockets: usize) -> Duration {
    let longest = Duration::from_millis(n_sockets as u64).min(LONGEST_FAREWELL);
    let share = u16::from_le_bytes(random_bytes());
    longest * u32::from(share) / u32::from(u16::MAX)
}

/// The number of a command that cannot be read otherwise.
pub(crate) fn command_number(text: &str) -> Option<u32> {
    #[derive(serde::Deserialize)]
    struct Numbered {
        c: u32,
    }
    serde_json::from_str::<Numbered>(text).ok().map(|it| it.c)
}
