//! Streams of lines: each line is everything there is to know.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Extension, Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at, timeout};

use super::caller::Caller;
use super::game;
use crate::games::{Client, CloseCode, Outgoing, Request};
use crate::http::{App, Peer, WebError, game_id};
use crate::id::GameId;
use crate::wire::{ApiError, GameLine};

/// How often comes an empty line, so that both ends notice a dead connection;
/// and how often it is looked whether the token still works.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(7);

/// How long a program may take to read a line.
const READ_PATIENCE: Duration = Duration::from_secs(10);

/// The writing end of a stream.
#[derive(Debug)]
pub(super) struct Lines(mpsc::Sender<Bytes>);

/// The program is gone, or does not read.
#[derive(Copy, Clone, Debug)]
pub(super) struct Gone;

impl Lines {
    /// A stream, and the answer that a program reads it from.
    pub(super) fn new() -> (Lines, Response) {
        let (lines, receiver) = mpsc::channel::<Bytes>(1);
        let next = async |mut receiver: mpsc::Receiver<Bytes>| {
            let line = receiver.recv().await?;
            Some((Ok::<_, Infallible>(line), receiver))
        };
        let body = Body::from_stream(futures_util::stream::unfold(receiver, next));
        let headers = [
            (header::CONTENT_TYPE, "application/x-ndjson"),
            (header::CACHE_CONTROL, "no-store"),
            // Proxies would collect lines otherwise.
            (header::HeaderName::from_static("x-accel-buffering"), "no"),
        ];
        (Lines(lines), (headers, body).into_response())
    }

    pub(super) async fn send(&self, line: &impl Serialize) -> Result<(), Gone> {
        let mut bytes = serde_json::to_vec(line).expect("lines can be written");
        bytes.push(b'\n');
        self.write(bytes.into()).await
    }

    pub(super) async fn beat(&self) -> Result<(), Gone> {
        self.write(Bytes::from_static(b"\n")).await
    }

    async fn write(&self, bytes: Bytes) -> Result<(), Gone> {
        match timeout(READ_PATIENCE, self.0.send(bytes)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Gone),
        }
    }

    /// The last line, which says why there are no more.
    pub(super) async fn end(&self, code: &str, text: &str) {
        let reason = ApiError { code: code.to_owned(), text: text.to_owned() };
        // Who is gone needs no farewell.
        let _ = self.send(&reason).await;
    }

    /// Says that the token does not work any more.
    pub(super) async fn end_token(&self) {
        self.end("unauthorized", "This token is not valid any more.").await;
    }

    /// Waits until the program is gone.
    pub(super) async fn gone(&self) {
        self.0.closed().await;
    }
}

/// Opens the stream of a game. A player whose stream is open is there.
pub(super) async fn open(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    peer: Peer,
) -> Result<Response, WebError> {
    let id = game_id(&id)?;
    game::look(&app, id, caller.person).await?;
    let opened = app.take_socket(peer.0)?;
    let (lines, answer) = Lines::new();
    let (client, outgoing) = Client::new(Some(caller.person));
    tokio::spawn(async move {
        metrics::gauge!("tengen_streams").increment(1.0);
        let stream = GameStream { app, id, caller, lines, told: None };
        stream.run(client, outgoing).await;
        metrics::gauge!("tengen_streams").decrement(1.0);
        drop(opened);
    });
    Ok(answer)
}

struct GameStream {
    app: Arc<App>,
    id: GameId,
    caller: Caller,
    lines: Lines,
    /// The last line.
    told: Option<GameLine>,
}

impl GameStream {
    async fn run(mut self, client: Client, mut outgoing: mpsc::Receiver<Outgoing>) {
        let (client_id, close_code) = (client.id, client.close_code());
        self.app.games.send(self.id, Request::Hello { client, have: None }).await;
        let mut beats = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
        loop {
            let told = tokio::select! {
                message = outgoing.recv() => {
                    if message.is_none() {
                        return self.say_why(close_code.load(Ordering::Acquire)).await;
                    }
                    // A line has all that has happened meanwhile.
                    while outgoing.try_recv().is_ok() {}
                    self.tell().await
                }
                _ = beats.tick() => {
                    if !self.caller.is_let_in(&self.app).await {
                        self.lines.end_token().await;
                        break;
                    }
                    self.lines.beat().await
                }
                () = self.lines.gone() => Err(Gone),
            };
            if told.is_err() {
                break;
            }
        }
        self.app.games.send(self.id, Request::Gone(client_id)).await;
    }

    async fn tell(&mut self) -> Result<(), Gone> {
        // A game that cannot be seen any more closes the connection itself.
        let Ok(line) = game::look(&self.app, self.id, self.caller.person).await else {
            return Ok(());
        };
        if self.told.as_ref().is_some_and(|it| says_the_same(it, &line)) {
            return Ok(());
        }
        self.lines.send(&line).await?;
        self.told = Some(line);
        Ok(())
    }

    async fn say_why(&self, close_code: u16) {
        if close_code == CloseCode::NoGame as u16 {
            self.lines.end("no_game", "The game is gone, or only its players can see it.").await;
        } else if close_code == CloseCode::TooSlow as u16 {
            self.lines.end("too_slow", "You read too slowly. Open the stream again.").await;
        } else {
            self.lines.end("restart", "The server restarts. Open the stream again.").await;
        }
    }
}

/// Whether lines differ in nothing but the time.
fn says_the_same(a: &GameLine, b: &GameLine) -> bool {
    (a.state.v, a.role, &a.presence, &a.chat) == (b.state.v, b.role, &b.presence, &b.chat)
}
