//! One's own data: taking all of it along, and deleting the account.

use std::sync::Arc;

use axum::extract::rejection::FormRejection;
use axum::extract::{Form, State};
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::answer::WebError;
use super::cookie::Cookie;
use super::download::attachment;
use super::form::unpack;
use super::login::{as_page, see_other};
use super::{App, Peer, Visitor};
use crate::id::PersonId;
use crate::room::Room;
use crate::store::Listing;

/// The most games of one file.
const MAX_GAMES: usize = 10_000;

/// Everything that the server knows of a person.
#[derive(Debug, Serialize)]
struct OwnData {
    name: String,
    role: &'static str,
    created_at: u64,
    sessions: Vec<OwnSession>,
    games: Vec<OwnGame>,
}

#[derive(Debug, Serialize)]
struct OwnSession {
    browser: String,
    created_at: u64,
    seen_at: u64,
}

#[derive(Debug, Serialize)]
struct OwnGame {
    listing: Listing,
    sgf: String,
}

/// Everything as one file of JSON.
pub(super) async fn export(
    State(app): State<Arc<App>>,
    visitor: Visitor,
) -> Result<Response, WebError> {
    let account = visitor.logged_in()?.account.clone();
    let sessions = app.store.sessions_of(account.id).await.map_err(WebError::store)?;
    let sessions = sessions.into_iter().map(|it| OwnSession {
        browser: it.browser,
        created_at: it.created_at,
        seen_at: it.seen_at,
    });
    let data = OwnData {
        name: account.name,
        role: account.role.as_str(),
        created_at: account.created_at,
        sessions: sessions.collect(),
        games: games(&app, account.id).await?,
    };
    let json = serde_json::to_string_pretty(&data).expect("names and numbers can be written");
    Ok(attachment(json.into_bytes(), "application/json", "tengen.json"))
}

/// All games as one collection.
pub(super) async fn sgf(
    State(app): State<Arc<App>>,
    visitor: Visitor,
) -> Result<Response, WebError> {
    let account = visitor.logged_in()?.account.id;
    let games = games(&app, account).await?;
    let collection: String = games.into_iter().map(|it| it.sgf).collect();
    Ok(attachment(collection.into_bytes(), "application/x-go-sgf", "tengen.sgf"))
}

/// The games of a person; one that cannot be read is left out.
async fn games(app: &App, person: PersonId) -> Result<Vec<OwnGame>, WebError> {
    let listings = app.store.games_of(person, MAX_GAMES).await.map_err(WebError::store)?;
    let mut games = Vec::with_capacity(listings.len());
    for listing in listings {
        let stored = app.store.load(listing.id).await.map_err(WebError::store)?;
        let room = stored.and_then(|it| Room::restore(&it).ok());
        if let Some(room) = room {
            games.push(OwnGame { listing, sgf: room.session().record().to_sgf() });
        }
    }
    Ok(games)
}

/// The password, once more, since deleting cannot be undone.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct DeleteForm {
    delete_password: String,
}

/// Deletes the account; in games, a dash stands for the name.
pub(super) async fn delete(
    State(app): State<Arc<App>>,
    peer: Peer,
    visitor: Visitor,
    form: Result<Form<DeleteForm>, FormRejection>,
) -> Result<Response, WebError> {
    let form = unpack(form)?;
    let logged_in = visitor.logged_in()?;
    let account = &logged_in.account;
    let is_right = app.accounts.is_password(peer.0.ip(), account, form.delete_password).await;
    if !is_right.map_err(as_page)? {
        let text = "That is not your password, so nothing was deleted.";
        return super::account::wrong(&app, logged_in, "delete_password", text).await;
    }
    app.games.forget_person(account.id).await.map_err(WebError::store)?;
    app.store.delete_account(account.id).await.map_err(WebError::store)?;
    app.check_sessions().await;
    Ok(see_other(Cookie::Session.clear(visitor.headers()), "/"))
}
