//! The routes: pages, forms, files, downloads, sockets.

mod account;
mod admin;
mod answer;
mod club;
mod connection;
mod cookie;
mod download;
mod form;
mod gate;
mod learn;
mod library;
mod lobby;
mod login;
mod own_data;
mod profile;
mod recovery;
mod review;
mod study;
mod tournament;
mod visitor;

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::account::{Accounts, OpenSessions};
use crate::api::{self, EventStreams};
use crate::asset::{Asset, AssetSource, Assets};
use crate::games::Games;
use crate::id::{GameId, PersonId};
use crate::ladders::Ladders;
use crate::library::GameLibrary;
use crate::limit::{Buckets, OpenCounts, Opened};
use crate::page::{self, CreateForm, GamePage, Lists};
use crate::reviews::Reviews;
use crate::room::Room;
use crate::socket::{self, SocketCount};
use crate::store::{DocumentKind, DocumentListing, Store};
use crate::studies::{self, Studies};
use crate::time::ServerClock;
use crate::tournaments::Tournaments;
use crate::wire::ServerMessage;

use answer::Page;
pub(crate) use answer::WebError;
pub(crate) use connection::serve;
pub(crate) use gate::{HostNames, is_same_origin};
pub(crate) use lobby::{Here, LiveLobby, run as run_lobby, take_offer};
pub(crate) use login::refusal as log_in_refusal;
pub(crate) use study::{StudyForm, study_id};
pub(crate) use tournament::TournamentForm;
pub(crate) use visitor::Visitor;

/// The most bytes of a form.
const MAX_FORM: usize = 16 << 10;

/// The most games in a list.
const MAX_LISTED: usize = 30;
const MAX_MINE: usize = 200;

/// The most studies or tournaments in a list.
const MAX_DOCUMENTS: usize = 100;

/// What all handlers share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) games: Arc<Games>,
    pub(crate) reviews: Arc<Reviews>,
    pub(crate) accounts: Accounts,
    pub(crate) lobby: LiveLobby,
    /// Sessions with open sockets.
    pub(crate) open_sessions: Arc<OpenSessions>,
    /// Whether people may sign up without an invitation.
    pub(crate) is_open: bool,
    pub(crate) library: Arc<GameLibrary>,
    pub(crate) studies: Arc<Studies>,
    pub(crate) tournaments: Arc<Tournaments>,
    pub(crate) ladders: Arc<Ladders>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) assets: Arc<AssetSource>,
    pub(crate) clock: ServerClock,
    pub(crate) hosts: HostNames,
    /// Proxies in front of this server, which say for whom they ask.
    pub(crate) proxies: Vec<IpAddr>,
    pub(crate) limits: Limits,
    pub(crate) event_streams: EventStreams,
    pub(crate) sockets: SocketCount,
}

/// Limits by address, and by person.
#[derive(Debug)]
pub(crate) struct Limits {
    requests: Mutex<Buckets<IpAddr>>,
    changes: Mutex<Buckets<IpAddr>>,
    sockets: Mutex<Buckets<IpAddr>>,
    open_sockets: OpenCounts,
    /// Commands in games and questions of programs.
    commands: Mutex<Buckets<PersonId>>,
    lines: Mutex<Buckets<PersonId>>,
}

/// How much one address may do.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct AddressLimits {
    /// How many pages and files in a minute.
    pub requests: u32,
    /// How many games are created and joined in ten minutes.
    pub changes: u32,
    /// How many sockets are opened in a minute.
    pub sockets: u32,
    /// How many sockets are open at the same time.
    pub open_sockets: u32,
    /// How many connections that are no sockets are open at the same time.
    ///
    /// It does not hold for a proxy, which has those of everyone.
    pub connections: u32,
    /// How long a request may take to come.
    pub request_time: Duration,
    /// How many commands one person may send in 20 seconds, by sockets and the
    /// API together.
    pub commands: u32,
}

/// A whole class behind one address must get in.
impl Default for AddressLimits {
    fn default() -> AddressLimits {
        AddressLimits {
            requests: 3_000,
            changes: 200,
            sockets: 600,
            open_sockets: 500,
            connections: 1_000,
            request_time: Duration::from_secs(20),
            commands: 200,
        }
    }
}

impl Limits {
    pub(crate) fn new(limits: AddressLimits) -> Limits {
        use crate::limit::Rate;
        let minutes = |n: u64| Duration::from_secs(60 * n);
        let buckets = |n, per| Mutex::new(Buckets::new(Rate::new(n, per)));
        let by_person = |n, per| Mutex::new(Buckets::new(Rate::new(n, per)));
        Limits {
            requests: buckets(limits.requests, minutes(1)),
            changes: buckets(limits.changes, minutes(10)),
            sockets: buckets(limits.sockets, minutes(1)),
            open_sockets: OpenCounts::new(limits.open_sockets),
            commands: by_person(limits.commands, Duration::from_secs(20)),
            lines: by_person(5, Duration::from_secs(10)),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All routes.
pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(create_page))
        .route("/games", get(games_page).post(form::create))
        .route("/g/{id}", get(game_page))
        .route("/g/{id}/join", post(form::join))
        .route("/g/{id}/state", get(state))
        .route("/g/{id}/socket", get(socket::open))
        .route("/g/{id}/game.sgf", get(download::sgf))
        .route("/g/{id}/board.png", get(download::png))
        .route("/g/{id}/review", get(review::show).post(review::ask))
        .route("/g/{id}/review/state", get(review::state))
        .route("/g/{id}/review.sgf", get(review::sgf))
        .route("/g/{id}/review.html", get(review::html))
        .route("/g/{id}/why", get(learn::why))
        .route("/login", get(login::log_in_page).post(login::log_in))
        .route("/logout", post(login::log_out))
        .route("/signup", get(login::sign_up_page).post(login::sign_up))
        .route("/invite/{code}", get(login::invitation))
        .route("/account", get(account::show))
        .route("/account/sessions", post(account::end_sessions))
        .route("/account/password", post(account::change_password))
        .route("/account/recovery", get(recovery::codes_page).post(recovery::make_codes))
        .route("/account/export.json", get(own_data::export))
        .route("/account/games.sgf", get(own_data::sgf))
        .route("/account/delete", post(own_data::delete))
        .route("/recover", get(recovery::recover_page).post(recovery::recover))
        .route("/reset/{code}", get(recovery::reset_page).post(recovery::reset))
        .route("/admin", get(admin::show).post(admin::act))
        .route("/lobby", get(lobby::show))
        .route("/lobby/live", get(lobby::live))
        .route("/lobby/offers", post(lobby::offer))
        .route("/lobby/offers/{id}", post(lobby::answer))
        .route("/lobby/seek", post(lobby::seek))
        .route("/watch", get(lobby::watch))
        .route("/watch/boards", get(lobby::boards))
        .route("/u/{name}", get(profile::show))
        .route("/g/{id}/rating", get(profile::of_game))
        .route("/library", get(library::games))
        .route("/library/position", get(library::position))
        .merge(study_routes())
        .route("/club", get(club::show))
        .route("/club/ladder/{action}", post(club::act))
        .route("/tournaments", get(tournament::list).post(tournament::create))
        .route("/t/{id}", get(tournament::show))
        .route("/t/{id}/enter", post(tournament::enter))
        .route("/t/{id}/{action}", post(tournament::act))
        .route("/t/{id}/crosstable.csv", get(tournament::csv))
        .route("/t/{id}/crosstable.txt", get(tournament::text))
        .route("/learn", get(learn::lessons))
        .route("/learn/{lesson}", get(learn::lesson).post(learn::walk))
        .route("/glossary", get(learn::glossary))
        .route("/a/{hash}/{name}", get(asset))
        .route("/favicon.svg", get(favicon))
        .route("/favicon.ico", get(favicon))
        .route("/ready", get(ready))
        .route("/robots.txt", get(|| async { "User-agent: *\nDisallow: /\n" }))
        .merge(api::routes(&app))
        .fallback(not_found)
        .method_not_allowed_fallback(api::wrong_method)
        .layer(DefaultBodyLimit::max(MAX_FORM))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), gate::guard))
        .with_state(app)
}

/// The routes of studies; some take more than a form usually has.
fn study_routes() -> Router<Arc<App>> {
    let large = DefaultBodyLimit::max(study::MAX_STUDY_FORM);
    let file = DefaultBodyLimit::max(crate::study::MAX_UPLOAD);
    Router::new()
        .route("/studies", get(study::list).post(study::create).layer(large))
        .route("/studies/upload", post(study::upload).layer(file))
        .route("/s/{id}", get(study::show))
        .route("/s/{id}/state", get(study::state))
        .route("/s/{id}/join", post(study::join))
        .route("/s/{id}/review", post(study::review))
        .route("/s/{id}/socket", get(studies::open_socket))
        .route("/s/{id}/study.sgf", get(study::sgf))
}

impl App {
    pub(crate) fn files(&self) -> Arc<Assets> {
        self.assets.assets()
    }

    /// Closes the sockets of sessions that have ended.
    pub(crate) async fn check_sessions(&self) {
        let now = crate::wire::millis(self.clock.now());
        if let Err(error) = self.open_sessions.check(&*self.store, now).await {
            tracing::error!(%error, "sessions were not checked");
        }
    }

    /// Takes one of the changes that an address may make.
    pub(crate) fn take_change(&self, peer: SocketAddr) -> Result<(), WebError> {
        let now = self.clock.now();
        let taken = lock(&self.limits.changes).take(crate::limit::network(peer.ip()), now);
        taken.map_err(WebError::too_fast)
    }

    /// Takes one of the sockets that an address may open, and have open.
    pub(crate) fn take_socket(&self, peer: SocketAddr) -> Result<Opened, WebError> {
        let now = self.clock.now();
        let taken = lock(&self.limits.sockets).take(crate::limit::network(peer.ip()), now);
        taken.map_err(WebError::too_fast)?;
        self.limits.open_sockets.open(peer.ip()).ok_or_else(WebError::too_many)
    }

    /// Gives back the request that an address has made, if others are limited
    /// by something else.
    pub(crate) fn give_back_request(&self, peer: SocketAddr) {
        lock(&self.limits.requests).give_back(&crate::limit::network(peer.ip()));
    }

    /// Takes one of the commands that a person may send.
    pub(crate) fn take_command(&self, person: PersonId) -> Result<(), WebError> {
        let taken = lock(&self.limits.commands).take(person, self.clock.now());
        taken.map_err(WebError::too_fast)
    }

    /// Takes one of the lines of chat that a person may write.
    pub(crate) fn take_line(&self, person: PersonId) -> Result<(), WebError> {
        let taken = lock(&self.limits.lines).take(person, self.clock.now());
        taken.map_err(WebError::too_fast)
    }

    /// The documents of a kind: those of a visitor, and those that are listed.
    async fn documents(
        &self,
        kind: DocumentKind,
        visitor: &Visitor,
    ) -> Result<(Vec<DocumentListing>, Vec<DocumentListing>), WebError> {
        let mine = match visitor.person() {
            Some(guest) => self.store.documents(kind, Some(guest), MAX_DOCUMENTS).await,
            None => Ok(Vec::new()),
        };
        let listed = self.store.documents(kind, None, MAX_DOCUMENTS).await;
        Ok((mine.map_err(WebError::store)?, listed.map_err(WebError::store)?))
    }

    /// The lists of the first page.
    pub(crate) async fn lists(&self, visitor: &Visitor) -> Lists {
        let guest = visitor.person();
        let mine = match guest {
            Some(guest) => self.store.games_of(guest, MAX_LISTED).await.unwrap_or_default(),
            None => Vec::new(),
        };
        let listed = self.store.listed(MAX_LISTED).await.unwrap_or_default();
        Lists { mine, listed, guest, account: visitor.account().map(|it| it.name.clone()) }
    }

    /// The name that a visitor has given before.
    pub(crate) async fn name(&self, visitor: &Visitor) -> String {
        if let Some(account) = visitor.account() {
            return account.name.clone();
        }
        match visitor.person() {
            Some(guest) => {
                self.store.guest(guest).await.ok().flatten().map(|it| it.name).unwrap_or_default()
            }
            None => String::new(),
        }
    }
}

async fn create_page(State(app): State<Arc<App>>, visitor: Visitor) -> Page {
    let form = CreateForm { name: app.name(&visitor).await, ..CreateForm::default() };
    let lists = app.lists(&visitor).await;
    let assets = app.files();
    Page::new(&assets, page::create(&assets, &form, None, &lists))
}

async fn games_page(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Page, WebError> {
    let guest = visitor.person();
    let mine = match guest {
        Some(guest) => app.store.games_of(guest, MAX_MINE).await.map_err(WebError::store)?,
        None => Vec::new(),
    };
    let assets = app.files();
    Ok(Page::new(&assets, page::games(&assets, &mine, guest)))
}

impl App {
    /// What is seen of a game by a visitor who may see it; to all others it is
    /// a game that is not there.
    async fn look<T: Send + 'static>(
        &self,
        id: GameId,
        visitor: &Visitor,
        see: impl FnOnce(&Room) -> T + Send + 'static,
    ) -> Result<T, WebError> {
        let guest = visitor.person();
        let looked = self.games.look(id, move |room| room.is_visible_to(guest).then(|| see(room)));
        looked.await.flatten().ok_or_else(WebError::no_game)
    }
}

/// The id in an address; whatever is none is a game that is not there.
pub(crate) fn game_id(text: &str) -> Result<GameId, WebError> {
    text.parse().map_err(|_| WebError::no_game())
}

async fn game_page(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Result<Page, WebError> {
    let id = game_id(&id)?;
    let guest = visitor.person();
    let mut page = app.look(id, &visitor, move |room| GamePage::new(room, guest)).await?;
    page.rating = app.rating_page(id).await?;
    let name = match visitor.account() {
        Some(account) => page::JoinName::Account(account.name.clone()),
        None => page::JoinName::Guest(app.name(&visitor).await),
    };
    let link = gate::link(&headers, &format!("/g/{id}"));
    let assets = app.files();
    Ok(Page::new(&assets, page::game(&assets, &page, &link, &name)))
}

async fn state(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<Response, WebError> {
    let id = game_id(&id)?;
    let state = app.look(id, &visitor, Room::state).await?;
    let message = ServerMessage::State(Box::new(state));
    let json = serde_json::to_string(&message).expect("messages can be written");
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, json).into_response())
}

async fn asset(
    State(app): State<Arc<App>>,
    Path((hash, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let assets = app.files();
    let asset = assets.get(&hash, &name).ok_or_else(WebError::not_found)?;
    Ok(file(asset, &headers, "public, max-age=31536000, immutable"))
}

async fn favicon(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, WebError> {
    let assets = app.files();
    let asset = assets.named("icon.svg").ok_or_else(WebError::not_found)?;
    Ok(file(asset, &headers, "public, max-age=86400"))
}

fn file(asset: &Asset, headers: &HeaderMap, cache: &'static str) -> Response {
    let is_gzipped = gate::accepts_gzip(headers);
    let body = if is_gzipped { asset.gzipped.clone() } else { asset.plain.clone() };
    let mut response = body.into_response();
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.content_type));
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if is_gzipped {
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

/// Whether this server should be sent visitors, for what spreads them.
async fn ready(State(app): State<Arc<App>>) -> (StatusCode, &'static str) {
    if app.games.is_ready() {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready\n")
    }
}

async fn not_found() -> WebError {
    WebError::not_found()
}

/// Who asks: the other end of the connection, or for whom a proxy asks.
pub(crate) type Peer = ConnectInfo<SocketAddr>;
