//! The stream of events of an account: its games, and open offers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{Extension, State};
use axum::response::Response;
use tokio::sync::watch;
use tokio::time::{Instant, interval_at};

use super::caller::{Caller, TokenKey};
use super::stream::{Gone, HEARTBEAT, Lines};
use super::{game, offer};
use crate::games::Listener;
use crate::http::{App, Here, Peer, WebError};
use crate::store::StoreError;
use crate::wire::Overview;

/// The shortest time between two lines.
const INTERVAL: Duration = Duration::from_millis(250);

/// The open streams of events: one a token, and the last one counts.
///
/// So a program that comes back after its connection broke is not kept out by
/// itself, and two programs with one token notice each other.
#[derive(Debug, Default)]
pub(crate) struct EventStreams(Mutex<HashMap<TokenKey, watch::Sender<()>>>);

impl EventStreams {
    /// Ends the stream that the token had, and says when this one must end.
    fn replace(&self, token: TokenKey) -> watch::Receiver<()> {
        let (sender, receiver) = watch::channel(());
        let mut streams = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        streams.retain(|_, it| !it.is_closed());
        streams.insert(token, sender);
        receiver
    }

    /// Ends the stream of a token that does not work any more.
    pub(super) fn end(&self, token: TokenKey) {
        let mut streams = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stream) = streams.remove(&token) {
            stream.send_replace(());
        }
    }
}

pub(super) async fn open(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    peer: Peer,
) -> Result<Response, WebError> {
    let opened = app.take_socket(peer.0)?;
    let replaced = app.event_streams.replace(caller.token);
    let listener = app.games.listeners().listen(caller.person);
    let lobby = app.lobby.changes();
    // Offers of a program stand as long as its stream is open.
    let here = Here::new(&app, caller.person);
    let (lines, answer) = Lines::new();
    tokio::spawn(async move {
        metrics::gauge!("tengen_streams").increment(1.0);
        EventStream { app, caller, lines, told: None }.run(listener, lobby, replaced).await;
        drop(here);
        metrics::gauge!("tengen_streams").decrement(1.0);
        drop(opened);
    });
    Ok(answer)
}

struct EventStream {
    app: Arc<App>,
    caller: Caller,
    lines: Lines,
    /// The last line.
    told: Option<Overview>,
}

impl EventStream {
    async fn run(
        mut self,
        mut listener: Listener,
        mut lobby: watch::Receiver<u64>,
        mut replaced: watch::Receiver<()>,
    ) {
        if self.tell(false).await.is_err() {
            return;
        }
        let mut beats = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
        loop {
            let told = tokio::select! {
                told = listener.next() => {
                    if told.is_none() {
                        let text = "The server restarts. Open the stream again.";
                        return self.lines.end("restart", text).await;
                    }
                    tokio::time::sleep(INTERVAL).await;
                    self.tell(false).await
                }
                // The lobby lives as long as the server.
                Ok(()) = lobby.changed() => {
                    tokio::time::sleep(INTERVAL).await;
                    self.tell(false).await
                }
                // What another machine has changed is seen here at the latest.
                _ = beats.tick() => {
                    if !self.caller.is_let_in(&self.app).await {
                        return self.lines.end_token().await;
                    }
                    self.tell(true).await
                }
                changed = replaced.changed() => {
                    if changed.is_ok() {
                        return self.lines.end_token().await;
                    }
                    let text = "Another program has opened a stream with this token.";
                    return self.lines.end("replaced", text).await;
                }
                () = self.lines.gone() => Err(Gone),
            };
            if told.is_err() {
                return;
            }
        }
    }

    async fn tell(&mut self, is_beat: bool) -> Result<(), Gone> {
        let overview = match overview(&self.app, &self.caller).await {
            Ok(overview) => overview,
            Err(error) => {
                tracing::error!(%error, "the games of an account cannot be read");
                return self.lines.beat().await;
            }
        };
        if self.told.as_ref() != Some(&overview) {
            self.lines.send(&overview).await?;
            self.told = Some(overview);
        } else if is_beat {
            self.lines.beat().await?;
        }
        Ok(())
    }
}

async fn overview(app: &App, caller: &Caller) -> Result<Overview, StoreError> {
    let games = game::running_games(app, caller.person).await?;
    let offers = offer::open_offers(app, caller.person).await?;
    if caller.account.bot {
        // A bot sees its games here, and goes to no page.
        app.lobby.with(|it| it.take_begun(caller.person));
    }
    Ok(Overview { games, offers })
}
