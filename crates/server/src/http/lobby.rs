//! The lobby: offers, challenges, automatic pairing, running games.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;
use tokio::sync::watch;

use super::answer::{Page, WebError};
use super::form::unpack;
use super::login::see_other;
use super::{App, Peer, Visitor};
use crate::account::AccountName;
use crate::id::PersonId;
use crate::lobby::{Lobby, NoGame, OfferTerms, Seeker};
use crate::page::{self, LobbyForm, LobbyPage, RunningGame};
use crate::rated::{category, strength};
use crate::room::{NewGame, Room, speed};
use crate::store::Account;

/// How long a page waits for news before it asks again.
const WAIT: Duration = Duration::from_secs(20);

/// How long somebody counts as there whose browser does not wait for news.
const WITHOUT_SCRIPT: Duration = Duration::from_secs(30);

/// How often those who wait are paired.
const PAIRING: Duration = Duration::from_secs(1);

/// The most running games with a picture.
const MAX_BOARDS: usize = 12;

/// The lobby of a server, and who is told of its changes.
#[derive(Debug)]
pub(crate) struct LiveLobby {
    lobby: Mutex<Lobby>,
    version: watch::Sender<u64>,
}

impl LiveLobby {
    pub(crate) fn new() -> LiveLobby {
        LiveLobby { lobby: Mutex::default(), version: watch::Sender::new(0) }
    }

    /// What tells of each change.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Does something in the lobby, and tells everyone if that changes it.
    pub(crate) fn with<T>(&self, act: impl FnOnce(&mut Lobby) -> T) -> T {
        let mut lobby = self.lock();
        let done = act(&mut lobby);
        let version = lobby.version();
        drop(lobby);
        self.version.send_if_modified(|it| std::mem::replace(it, version) != version);
        done
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Lobby> {
        self.lobby.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Pairs those who wait, and forgets those who are gone, while the server runs.
pub(crate) async fn run(app: Arc<App>) {
    let mut interval = tokio::time::interval(PAIRING);
    loop {
        interval.tick().await;
        let now = app.clock.now();
        let games = app.lobby.with(|it| {
            it.tick(now);
            it.pair(now, u64::from_le_bytes(crate::id::random_bytes()))
        });
        for game in games {
            if let Err(error) = app.begin(game).await {
                tracing::error!(?error, "a pair has no game");
            }
        }
    }
}

/// Somebody is there, as long as the value lives.
pub(crate) struct Here {
    app: Arc<App>,
    person: PersonId,
}

impl Here {
    pub(crate) fn new(app: &Arc<App>, person: PersonId) -> Here {
        let now = app.clock.now();
        app.lobby.with(|it| it.arrived(person, now));
        Here { app: Arc::clone(app), person }
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        let now = self.app.clock.now();
        self.app.lobby.with(|it| it.left(self.person, now));
    }
}

impl App {
    /// Creates the game of two people, and sends both there.
    async fn begin(&self, game: NewGame) -> Result<crate::id::GameId, WebError> {
        let second = game.second.as_ref().map(|(it, _)| *it);
        let players = [game.guest, second.unwrap_or(game.guest)];
        let id = self.games.create(game).await.map_err(|error| match error {
            crate::games::CreateError::Store(error) => WebError::store(error),
            crate::games::CreateError::BadSetup(_) => {
                WebError::new(StatusCode::CONFLICT, "The handicap does not fit on this board.")
            }
        })?;
        self.lobby.with(|it| it.begin(id, players));
        Ok(id)
    }

    /// Somebody who looks for such a game.
    pub(crate) async fn seeker(
        &self,
        account: &Account,
        terms: &OfferTerms,
    ) -> Result<Seeker, WebError> {
        let ratings = self.store.ratings(account.id).await.map_err(WebError::store)?;
        let clock = terms.clock.parse().unwrap_or_default();
        let category = category(terms.size, speed(clock, terms.size));
        let rating = strength(ratings.as_ref(), category, self.clock.now());
        let name = account.role.shown_name(&account.name);
        Ok(Seeker { person: account.id, name, rating })
    }

    async fn lobby_page(&self, account: &Account) -> LobbyPage {
        let listed = self.store.listed(MAX_BOARDS).await.unwrap_or_default();
        let lobby = self.lobby.lock();
        LobbyPage {
            version: lobby.version(),
            person: account.id,
            offers: lobby.offers_for(account.id).cloned().collect(),
            is_waiting: lobby.is_waiting(account.id),
            n_waiting: lobby.n_waiting(),
            running: listed,
        }
    }
}

/// The lobby is for those who have an account.
fn log_in_first() -> Response {
    see_other(HeaderMap::new(), "/login?next=/lobby")
}

/// For whom a challenge is, from a link on a page of somebody.
#[derive(Debug, Default, Deserialize)]
pub(super) struct To {
    #[serde(default)]
    to: String,
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Query(To { to }): Query<To>,
    visitor: Visitor,
) -> Response {
    let Some(account) = visitor.account() else { return log_in_first() };
    lobby(&app, account, &LobbyForm { to, ..LobbyForm::default() }, None).await
}

/// The page of the lobby; whoever has a game goes there instead.
async fn lobby(
    app: &App,
    account: &Account,
    form: &LobbyForm,
    problem: Option<&page::Problem>,
) -> Response {
    let until = app.clock.now() + WITHOUT_SCRIPT;
    let begun = app.lobby.with(|it| {
        it.seen(account.id, until);
        it.take_begun(account.id)
    });
    if let Some(game) = begun {
        return see_other(HeaderMap::new(), &format!("/g/{game}"));
    }
    let page = app.lobby_page(account).await;
    let assets = app.files();
    let html = page::lobby(&assets, &page, form, problem);
    let status = if problem.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    Page::new(&assets, html).with_status(status).into_response()
}

/// Which version a page has.
#[derive(Debug, Deserialize)]
pub(super) struct Have {
    v: u64,
}

/// What a page shows of the lobby, once it is another version, or after a
/// while; a game that has begun comes first.
pub(super) async fn live(
    State(app): State<Arc<App>>,
    Query(Have { v }): Query<Have>,
    visitor: Visitor,
) -> Result<Response, WebError> {
    let account = visitor.logged_in()?.account.clone();
    let here = Here::new(&app, account.id);
    let mut versions = app.lobby.version.subscribe();
    let changed = versions.wait_for(|it| *it != v);
    // After a while, the page asks again; the sender lives as long as we do.
    let _ = tokio::time::timeout(WAIT, changed).await;
    let begun = app.lobby.with(|it| it.take_begun(account.id));
    drop(here);
    if let Some(game) = begun {
        let path = format!("/g/{game}");
        return Ok(json(&serde_json::json!({ "game": path })));
    }
    let page = app.lobby_page(&account).await;
    let html = page::lobby_lists(&page).into_string();
    Ok(json(&serde_json::json!({ "v": page.version, "html": html })))
}

fn json(value: &serde_json::Value) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, value.to_string()).into_response()
}

/// Makes an offer to everyone, or to somebody.
pub(super) async fn offer(
    State(app): State<Arc<App>>,
    peer: Peer,
    visitor: Visitor,
    form: Result<Form<LobbyForm>, FormRejection>,
) -> Result<Response, WebError> {
    let form = unpack(form)?;
    let Some(account) = visitor.account() else { return Ok(log_in_first()) };
    app.take_change(peer.0)?;
    let terms = match form.terms() {
        Ok(terms) => terms,
        Err(problem) => return Ok(lobby(&app, account, &form, Some(&problem)).await),
    };
    let to = match form.to.trim() {
        "" => None,
        name => {
            let key = AccountName::key_of(name);
            let found = app.store.account_named(key).await.map_err(WebError::store)?;
            let Some(other) = found else {
                let text = format!("There is no account named {name}.");
                let problem = page::Problem { field: "to", text };
                return Ok(lobby(&app, account, &form, Some(&problem)).await);
            };
            Some((other.id, other.name))
        }
    };
    let by = app.seeker(account, &terms).await?;
    let now = app.clock.now();
    let until = now + WITHOUT_SCRIPT;
    let offered = app.lobby.with(|it| {
        it.seen(account.id, until);
        it.offer(by, to, terms, now)
    });
    match offered {
        Ok(_) => Ok(see_other(HeaderMap::new(), "/lobby")),
        Err(reason) => {
            let problem = page::Problem { field: "to", text: reason.text() };
            Ok(lobby(&app, account, &form, Some(&problem)).await)
        }
    }
}

/// What is done with an offer.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct OfferForm {
    action: String,
}

pub(super) async fn answer(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
    peer: Peer,
    visitor: Visitor,
    form: Result<Form<OfferForm>, FormRejection>,
) -> Result<Response, WebError> {
    let form = unpack(form)?;
    let Some(account) = visitor.account() else { return Ok(log_in_first()) };
    app.take_change(peer.0)?;
    match form.action.as_str() {
        "take" => take(&app, account, id).await,
        "decline" => {
            app.lobby.with(|it| it.decline(id, account.id));
            Ok(see_other(HeaderMap::new(), "/lobby"))
        }
        "withdraw" => {
            app.lobby.with(|it| it.withdraw(id, account.id));
            Ok(see_other(HeaderMap::new(), "/lobby"))
        }
        _ => Err(WebError::not_found()),
    }
}

async fn take(app: &App, account: &Account, id: u64) -> Result<Response, WebError> {
    let game = take_offer(app, account, id).await?;
    Ok(see_other(HeaderMap::new(), &format!("/g/{game}")))
}

/// Begins the game that somebody offers.
pub(crate) async fn take_offer(
    app: &App,
    account: &Account,
    id: u64,
) -> Result<crate::id::GameId, WebError> {
    let conflict = |reason: NoGame| WebError::new(StatusCode::CONFLICT, &reason.text());
    let terms = app.lobby.lock().find(id, account.id).map(|it| it.terms.clone());
    let seeker = app.seeker(account, &terms.map_err(conflict)?).await?;
    let game = app.lobby.with(|it| it.take(id, &seeker)).map_err(conflict)?;
    let game = app.begin(game).await?;
    // Who takes goes there at once.
    app.lobby.with(|it| it.take_begun(account.id));
    Ok(game)
}

/// Waits to be paired, or no longer.
pub(super) async fn seek(
    State(app): State<Arc<App>>,
    peer: Peer,
    visitor: Visitor,
    form: Result<Form<page::SeekForm>, FormRejection>,
) -> Result<Response, WebError> {
    let form = unpack(form)?;
    let Some(account) = visitor.account() else { return Ok(log_in_first()) };
    app.take_change(peer.0)?;
    if form.action == "stop" {
        app.lobby.with(|it| it.stop_seeking(account.id));
        return Ok(see_other(HeaderMap::new(), "/lobby"));
    }
    let mut wishes = match form.wishes() {
        Ok(wishes) => wishes,
        Err(problem) => {
            return Ok(lobby(&app, account, &LobbyForm::default(), Some(&problem)).await);
        }
    };
    let terms = OfferTerms {
        size: wishes.sizes[0],
        ruleset: wishes.rulesets[0],
        clock: wishes.clocks[0].clone(),
        is_rated: true,
    };
    let seeker = app.seeker(account, &terms).await?;
    let now = app.clock.now();
    wishes.rating = seeker.rating;
    wishes.since = now;
    app.lobby.with(|it| {
        it.seen(account.id, now + WITHOUT_SCRIPT);
        it.seek(seeker, wishes);
    });
    Ok(see_other(HeaderMap::new(), "/lobby"))
}

/// Running games with their boards, for everyone.
pub(super) async fn watch(State(app): State<Arc<App>>) -> Result<Page, WebError> {
    let games = app.running_games().await?;
    let assets = app.files();
    Ok(Page::new(&assets, page::watch(&assets, &games)))
}

/// The boards alone, to bring a page up to date.
pub(super) async fn boards(State(app): State<Arc<App>>) -> Result<Html<String>, WebError> {
    Ok(Html(page::boards(&app.running_games().await?).into_string()))
}

impl App {
    async fn running_games(&self) -> Result<Vec<RunningGame>, WebError> {
        let listed = self.store.listed(MAX_BOARDS).await.map_err(WebError::store)?;
        let mut games = Vec::with_capacity(listed.len());
        for listing in listed {
            let board = self.games.look(listing.id, |room: &mut Room| page::board(room)).await;
            if let Some(board) = board {
                games.push(RunningGame { listing, board });
            }
        }
        Ok(games)
    }
}
