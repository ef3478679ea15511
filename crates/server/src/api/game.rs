//! Games, as they are now.

use std::sync::Arc;

use axum::extract::{Extension, Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::answer;
use super::caller::Caller;
use crate::http::{App, WebError, game_id};
use crate::id::{GameId, PersonId};
use crate::room::Room;
use crate::store::{Listing, StoreError};
use crate::wire::{GameLine, OwnGame, PhaseName, Role};

/// The most games in a list.
const MAX_GAMES: usize = 200;

/// How many lines of chat a program sees at once.
const MAX_LINES: usize = 20;

pub(super) async fn list(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, WebError> {
    let games = own_games(&app, caller.person).await.map_err(WebError::store)?;
    Ok(answer::json(&games))
}

/// The games of a person, the last one first.
async fn own_games(app: &App, person: PersonId) -> Result<Vec<OwnGame>, StoreError> {
    let listings = app.store.games_of(person, MAX_GAMES).await?;
    Ok(listings.into_iter().map(|it| own_game(it, person)).collect())
}

/// The games of a person that are not over.
pub(super) async fn running_games(app: &App, person: PersonId) -> Result<Vec<OwnGame>, StoreError> {
    let mut games = own_games(app, person).await?;
    games.retain(|it| it.phase != PhaseName::Over);
    Ok(games)
}

fn own_game(listing: Listing, person: PersonId) -> OwnGame {
    let has = |guest: Option<PersonId>| guest == Some(person);
    let (role, opponent) = match (has(listing.guests.black), has(listing.guests.white)) {
        (true, true) => (Role::Both, String::new()),
        (true, false) => (Role::Black, listing.names.white),
        (false, true) => (Role::White, listing.names.black),
        (false, false) => (Role::Spectator, String::new()),
    };
    OwnGame {
        id: listing.id.to_string(),
        role,
        opponent,
        size: listing.size,
        phase: listing.phase,
        n_moves: listing.n_moves,
        to_play: listing.to_play,
        result: listing.result,
        changed_at: listing.changed_at,
    }
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Response, WebError> {
    let id = game_id(&id)?;
    Ok(answer::json(&look(&app, id, caller.person).await?))
}

/// A game as a person sees it; what is hidden is not there.
pub(super) async fn look(app: &App, id: GameId, person: PersonId) -> Result<GameLine, WebError> {
    let seen = app
        .games
        .look(id, move |room| room.is_visible_to(Some(person)).then(|| line(room, person)));
    seen.await.flatten().ok_or_else(WebError::no_game)
}

fn line(room: &Room, person: PersonId) -> GameLine {
    let mut chat = room.chat_for(Some(person));
    chat.drain(..chat.len().saturating_sub(MAX_LINES));
    GameLine { role: room.role(Some(person)), state: room.state(), presence: room.crowd(), chat }
}

pub(super) async fn record(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Response, WebError> {
    let id = game_id(&id)?;
    let person = Some(caller.person);
    let sgf = app
        .games
        .look(id, move |room| room.is_visible_to(person).then(|| room.session().record().to_sgf()));
    let sgf = sgf.await.flatten().ok_or_else(WebError::no_game)?;
    let headers =
        [(header::CONTENT_TYPE, "application/x-go-sgf"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, sgf).into_response())
}
