//! Offers: games that wait for a second player.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use tengen_front::words;

use super::answer;
use super::caller::Caller;
use crate::account::AccountName;
use crate::games::CreateError;
use crate::http::{App, Peer, WebError, game_id, take_offer};
use crate::id::{PersonId, random_bytes};
use crate::page::{CreateForm, LobbyForm, Problem};
use crate::room::Room;
use crate::store::{self, StoreError};
use crate::wire::{ClientMessage, GameCreated, Offer, Offered, PhaseName};

/// How long an offer stands of a program that has no stream of events.
const WITHOUT_STREAM: Duration = Duration::from_secs(30);

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
    /// For whom alone it is.
    to: Option<String>,
    rated: Option<bool>,
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
    if offer.to.is_some() || offer.rated.unwrap_or(false) {
        return challenge(&app, &caller, offer).await;
    }
    let form = offer.into_form(caller.seat_name());
    let terms = form.read(caller.person).map_err(|problem| bad_offer(&problem))?;
    match app.games.create(terms).await {
        Ok(id) => Ok(answer::json(&Offered { offer: id.to_string(), game: Some(id.to_string()) })),
        Err(CreateError::BadSetup(reason)) => {
            let problem = Problem { field: "handicap", text: words::bad_setup(&reason) };
            Err(bad_offer(&problem))
        }
        Err(CreateError::Store(error)) => Err(WebError::store(error)),
    }
}

/// Offers a game to somebody, or a rated one to everyone: in the lobby, as
/// long as the program is there.
async fn challenge(app: &App, caller: &Caller, offer: NewOffer) -> Result<Response, WebError> {
    let fixed = [&offer.komi, &offer.placement, &offer.color, &offer.visibility];
    if fixed.iter().any(|it| it.is_some()) || offer.handicap.is_some() {
        let text = "Color, komi and handicap follow from the strength of both players.";
        return Err(WebError::new(StatusCode::BAD_REQUEST, text));
    }
    let NewOffer { size, rules, clock, to, rated, .. } = offer;
    let form = LobbyForm::default();
    let form = LobbyForm {
        size: size.unwrap_or(form.size),
        rules: rules.unwrap_or(form.rules),
        clock: clock.unwrap_or(form.clock),
        rated: if rated.unwrap_or(false) { "yes" } else { "no" }.to_owned(),
        ..LobbyForm::default()
    };
    let terms = form.terms().map_err(|problem| bad_offer(&problem))?;
    let to = match to {
        Some(name) => Some(find_account(app, &name).await?),
        None => None,
    };
    let by = app.seeker(&own_account(app, caller).await?, &terms).await?;
    let now = app.clock.now();
    let offered = app.lobby.with(|it| {
        it.seen(caller.person, now + WITHOUT_STREAM);
        it.offer(by, to, terms, now)
    });
    match offered {
        Ok(number) => Ok(answer::json(&Offered { offer: lobby_id(number), game: None })),
        Err(reason) => {
            let error = WebError::new(StatusCode::CONFLICT, &reason.text());
            Err(error.with_code("no_offer"))
        }
    }
}

async fn find_account(app: &App, name: &str) -> Result<(PersonId, String), WebError> {
    let key = AccountName::key_of(name);
    let found = app.store.account_named(key).await.map_err(WebError::store)?;
    let found = found.ok_or_else(|| {
        let text = format!("There is no account named {name}.");
        WebError::new(StatusCode::NOT_FOUND, &text)
    })?;
    Ok((found.id, found.name))
}

async fn own_account(app: &App, caller: &Caller) -> Result<store::Account, WebError> {
    let account = app.store.account(caller.person).await.map_err(WebError::store)?;
    account.ok_or_else(|| WebError::new(StatusCode::UNAUTHORIZED, "This account is gone."))
}

/// The id of an offer in the lobby, which no game can have.
fn lobby_id(number: u64) -> String {
    format!("o{number}")
}

fn lobby_number(id: &str) -> Option<u64> {
    id.strip_prefix('o')?.parse().ok()
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
    let mut offers = lobby_offers(app, person);
    for listing in waiting {
        let seen = app.games.look(listing.id, move |room| offer(room, person)).await;
        offers.extend(seen.flatten());
    }
    Ok(offers)
}

fn lobby_offers(app: &App, person: PersonId) -> Vec<Offer> {
    let lobby = app.lobby.lock();
    let open = lobby.offers_for(person).filter(|it| !it.is_declined);
    let told = open.map(|it| Offer {
        id: lobby_id(it.id),
        from: it.by.name.clone(),
        own: it.by.person == person,
        direct: it.to.as_ref().is_some_and(|(to, _)| *to == person),
        color: None,
        size: it.terms.size,
        rules: it.terms.ruleset.name().unwrap_or_default().to_owned(),
        komi: it.terms.ruleset.komi,
        handicap: 0,
        clock: it.terms.clock.clone(),
        rated: it.terms.is_rated,
    });
    told.collect()
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
    if let Some(number) = lobby_number(&id) {
        app.take_change(peer.0)?;
        let account = own_account(&app, &caller).await?;
        let game = take_offer(&app, &account, number).await;
        let game = game.map_err(|error| match error.status {
            StatusCode::CONFLICT => error.with_code("no_offer"),
            _ => error,
        })?;
        return Ok(answer::json(&GameCreated { game: game.to_string() }));
    }
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
    let person = caller.person;
    if let Some(number) = lobby_number(&id) {
        // A challenge of somebody else is declined.
        app.lobby.with(|it| {
            it.withdraw(number, person);
            it.decline(number, person);
        });
        return Ok(answer::json(&serde_json::json!({})));
    }
    let id = game_id(&id)?;
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
