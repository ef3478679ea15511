//! One WebSocket of a study.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use tokio::sync::mpsc;
use tokio::time::{Instant as Moment, timeout};

use super::Request;
use crate::games::{Client, ClientId, CloseCode, Outgoing};
use crate::http::{App, Peer, Visitor, WebError, is_same_origin, study_id};
use crate::id::DocumentId;
use crate::limit::{Bucket, Rate};
use crate::socket::command_number;
use crate::study::StudyRefusal;
use crate::wire::{self, StudyMessage, StudyServerMessage};

const PING_INTERVAL: Duration = Duration::from_secs(30);

/// A line on which nothing came for so long is dead.
const SILENCE: Duration = Duration::from_secs(75);

/// How long a client may take to read one message.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// How many messages a client may send: who holds an arrow key down, steps
/// through a game quickly.
const MESSAGES: Rate = Rate::new(400, Duration::from_secs(20));

/// How many lines of chat.
const LINES: Rate = Rate::new(5, Duration::from_secs(10));

/// How many refusals for haste before the line is closed.
const MAX_HASTY: u32 = 50;

/// Opens a socket of a study.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    peer: Peer,
    headers: HeaderMap,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response, WebError> {
    let id = study_id(&id)?;
    if !is_same_origin(&headers) {
        return Err(WebError::forbidden("Sockets are for pages of this server."));
    }
    let opened = app.take_socket(peer.0)?;
    let upgrade = upgrade
        .read_buffer_size(2 << 10)
        .write_buffer_size(0)
        .max_write_buffer_size(256 << 10)
        .max_message_size(2 * wire::MAX_MESSAGE)
        .max_frame_size(2 * wire::MAX_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let (client, outgoing) = Client::new(visitor.person());
        Connection::run(socket, app, id, client, outgoing).await;
        drop(opened);
    }))
}

/// One connection.
struct Connection {
    socket: WebSocket,
    app: Arc<App>,
    study: DocumentId,
    client: ClientId,
    /// The reason for which the study has closed the connection.
    close_code: Arc<AtomicU16>,
    is_greeted: bool,
    messages: Bucket,
    lines: Bucket,
    n_hasty: u32,
    heard_at: Instant,
}

/// The connection is over, with a reason for the client.
struct Over(CloseCode);

impl Connection {
    async fn run(
        socket: WebSocket,
        app: Arc<App>,
        study: DocumentId,
        client: Client,
        outgoing: mpsc::Receiver<Outgoing>,
    ) {
        metrics::gauge!("tengen_sockets").increment(1.0);
        let _open = app.sockets.open();
        let mut connection = Connection {
            socket,
            app,
            study,
            client: client.id,
            close_code: client.close_code(),
            is_greeted: false,
            messages: Bucket::new(),
            lines: Bucket::new(),
            n_hasty: 0,
            heard_at: Instant::now(),
        };
        let Over(code) = connection.serve(client, outgoing).await;
        let frame = CloseFrame { code: code as u16, reason: "".into() };
        // Who is gone needs no farewell.
        let _ = timeout(SEND_TIMEOUT, connection.socket.send(Message::Close(Some(frame)))).await;
        if connection.is_greeted {
            connection.ask(Request::Gone(connection.client)).await;
        }
        metrics::gauge!("tengen_sockets").decrement(1.0);
    }

    async fn ask(&mut self, request: Request) {
        self.app.studies.send(self.study, request).await;
    }

    async fn serve(&mut self, client: Client, mut outgoing: mpsc::Receiver<Outgoing>) -> Over {
        let mut client = Some(client);
        let mut ping = tokio::time::interval_at(Moment::now() + PING_INTERVAL, PING_INTERVAL);
        loop {
            let result = tokio::select! {
                message = outgoing.recv() => match message {
                    Some(message) => self.send(Message::Text(message)).await,
                    None => return Over(self.reason()),
                },
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.hear(message, &mut client).await,
                    Some(Err(_)) | None => return Over(CloseCode::Normal),
                },
                _ = ping.tick() => if self.heard_at.elapsed() > SILENCE {
                    Err(Over(CloseCode::Normal))
                } else {
                    self.send(Message::Ping(Bytes::new())).await
                },
            };
            if let Err(over) = result {
                return over;
            }
        }
    }

    fn reason(&self) -> CloseCode {
        match self.close_code.load(Ordering::Acquire) {
            1012 => CloseCode::Restart,
            1013 => CloseCode::TooSlow,
            4001 => CloseCode::LoggedIn,
            4004 => CloseCode::NoGame,
            _ => CloseCode::Normal,
        }
    }

    async fn send(&mut self, message: Message) -> Result<(), Over> {
        match timeout(SEND_TIMEOUT, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Over(CloseCode::Normal)),
            Err(_) => Err(Over(CloseCode::TooSlow)),
        }
    }

    async fn hear(&mut self, message: Message, client: &mut Option<Client>) -> Result<(), Over> {
        self.heard_at = Instant::now();
        match message {
            Message::Text(text) => self.hear_text(text.as_str(), client).await,
            Message::Pong(_) | Message::Ping(_) => Ok(()),
            Message::Binary(_) => Err(Over(CloseCode::Limit)),
            Message::Close(_) => Err(Over(CloseCode::Normal)),
        }
    }

    async fn hear_text(&mut self, text: &str, client: &mut Option<Client>) -> Result<(), Over> {
        metrics::counter!("tengen_messages_total").increment(1);
        let now = self.app.clock.now();
        let message: Option<StudyMessage> = serde_json::from_str(text).ok();
        let is_line = matches!(message, Some(StudyMessage::Say { .. }));
        if self.messages.take(MESSAGES, now).is_err()
            || (is_line && self.lines.take(LINES, now).is_err())
        {
            self.n_hasty += 1;
            if self.n_hasty > MAX_HASTY {
                return Err(Over(CloseCode::Limit));
            }
            return self.refuse(command_number(text), &StudyRefusal::TooFast).await;
        }
        match message {
            None => self.refuse(command_number(text), &StudyRefusal::Malformed).await,
            Some(StudyMessage::Ping { at }) => {
                let pong = StudyServerMessage::Pong { at, now: wire::millis(now) };
                self.send_message(&pong).await
            }
            Some(StudyMessage::Hello { have }) => {
                self.is_greeted = true;
                self.ask(match client.take() {
                    Some(client) => Request::Hello { client, have },
                    None => Request::HelloAgain { client: self.client, have },
                })
                .await;
                Ok(())
            }
            Some(message) if !self.is_greeted => {
                self.refuse(message.command(), &StudyRefusal::Malformed).await
            }
            Some(message) => {
                self.ask(Request::Command { client: self.client, message }).await;
                Ok(())
            }
        }
    }

    /// Refuses a command; what has no number has no answer.
    async fn refuse(&mut self, c: Option<u32>, refusal: &StudyRefusal) -> Result<(), Over> {
        let Some(c) = c else { return Ok(()) };
        let no = StudyServerMessage::No { c, why: refusal.why(), text: refusal.text() };
        self.send_message(&no).await
    }

    async fn send_message(&mut self, message: &StudyServerMessage) -> Result<(), Over> {
        let text = serde_json::to_string(message).expect("messages can be written");
        self.send(Message::Text(text.into())).await
    }
}
