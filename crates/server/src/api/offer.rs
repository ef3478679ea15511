//! Offers: games that wait for a second player.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use tengen_front::words;

use super::answer;
use super::caller::Caller;
use crate::games::CreateError;
use crate::http::{App, Peer, WebError, game_id};
use crate::id::{PersonId, random_bytes};
use crate::page::{CreateForm, Problem};
use crate::room::Room;
use crate::store::StoreError;
use crate::wire::{ClientMessage, GameCreated, Offer, PhaseName};

/// The most offers in a list.
const MAX_OFFERS: usize = 100;

/// What a program offers, in the words of the form for a new game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewOffer {
    size: Option<String>,
    rules: Option<String>,
    komi: Option<String>,
    handicap: Option<u8>,
    placement: Option<String>,
    clock: Option<String>,
    color: Option<String>,
    visibility: Option<String>,
}

impl NewOffer {
    fn into_form(self, name: String) -> CreateForm {
        let form = CreateForm::default();
        CreateForm {
            name,
            size: self.size.unwrap_or(form.size),
            rules: self.rules.unwrap_or(form.rules),
            komi: self.komi.unwrap_or(form.komi),
            handicap: self.handicap.map_or(form.handicap, |it| it.to_string()),
            placement: self.placement.unwrap_or(form.placement),
            clock: self.clock.unwrap_or(form.clock),
            color: self.color.unwrap_or(form.color),
            visibility: self.visibility.unwrap_or_else(|| "listed".to_owned()),
            ..form
        }
    }
}

pub(super) async fn create(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    peer: Peer,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, WebError> {
    let offer: NewOffer = answer::read(body)?;
    app.take_change(peer.0)?;
    let form = offer.into_form(caller.seat_name());
    let terms = form.read(caller.person).map_err(|problem| bad_offer(&problem))?;
    match app.games.create(terms).await {
        Ok(id) => Ok(answer::json(&GameCreated { game: id.to_string() })),
        Err(CreateError::BadSetup(reason)) => {
            let problem = Problem { field: "handicap", text: words::bad_setup(&reason) };
            Err(bad_offer(&problem))
        }
        Err(CreateError::Store(error)) => Err(WebError::store(error)),
    }
}

fn bad_offer(problem: &Problem) -> WebError {
    let text = format!("{}: {}", problem.field, problem.text);
    WebError::new(StatusCode::BAD_REQUEST, &text)
}

pub(super) async fn list(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, WebError> {
    let offers = open_offers(&app, caller.person).await.map_err(WebError::store)?;
    Ok(answer::json(&offers))
}

/// The offers that a person can see, the last one first.
pub(super) async fn open_offers(app: &App, person: PersonId) -> Result<Vec<Offer>, StoreError> {
    let listings = app.store.listed(MAX_OFFERS).await?;
    let waiting = listings.into_iter().filter(|it| it.phase == PhaseName::Waiting);
    let mut offers = Vec::new();
    for listing in waiting {
        let seen = app.games.look(listing.id, move |room| offer(room, person)).await;
        offers.extend(seen.flatten());
    }
    Ok(offers)
}

fn offer(room: &Room, person: PersonId) -> Option<Offer> {
    let color = room.open_seat()?;
    let game = room.state().game;
    Some(Offer {
        id: game.id,
        from: room.name(!color),
        own: room.player(!color) == Some(person),
        direct: false,
        color: Some(color),
        size: game.size,
        rules: game.rules,
        komi: game.komi,
        handicap: game.handicap,
        clock: game.clock,
        rated: false,
    })
}

pub(super) async fn accept(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    peer: Peer,
    Path(id): Path<String>,
) -> Result<Response, WebError> {
    let id = game_id(&id)?;
    app.take_change(peer.0)?;
    let joined = app.games.join(id, caller.person, caller.seat_name()).await;
    match joined.ok_or_else(WebError::no_game)? {
        Ok(()) => Ok(answer::json(&GameCreated { game: id.to_string() })),
        Err(refusal) => Err(answer::refused(&refusal)),
    }
}

pub(super) async fn withdraw(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Response, WebError> {
    let id = game_id(&id)?;
    let person = caller.person;
    let is_open = app
        .games
        .look(id, move |room| room.is_visible_to(Some(person)).then(|| room.open_seat().is_some()));
    if !is_open.await.flatten().ok_or_else(WebError::no_game)? {
        let text = "That offer was accepted already, or withdrawn.";
        return Err(WebError::new(StatusCode::CONFLICT, text).with_code("over"));
    }
    let cancel = ClientMessage::Cancel { c: u32::from_le_bytes(random_bytes()) };
    let done = app.games.order(id, person, cancel, app.clock.now()).await;
    match done.ok_or_else(WebError::no_game)? {
        Ok(_) => Ok(answer::json(&serde_json::json!({}))),
        Err(refusal) => Err(answer::refused(&refusal)),
    }
}
