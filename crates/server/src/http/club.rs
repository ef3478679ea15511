//! The page of the club, with its ladder.

use std::sync::Arc;

use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::answer::{Page, WebError};
use super::form::unpack;
use super::{App, Peer, Visitor};
use crate::documents::NotChanged;
use crate::ladder::LadderRefusal;
use crate::ladders::NoLadder;
use crate::page::{self, ClubPage};
use crate::store::DocumentKind;
use crate::tournament::Stage;
use crate::wire::plain_name;

/// The most games, results and tournaments that are shown.
const MAX_SHOWN: usize = 20;

fn to_error(reason: NoLadder) -> WebError {
    match reason {
        NotChanged::NotThere => WebError::not_found(),
        NotChanged::Refused(reason) => WebError::new(StatusCode::CONFLICT, reason.text()),
        NotChanged::Store(error) => WebError::store(error),
    }
}

pub(super) async fn show(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Page, WebError> {
    let ladder = app.ladders.now().await.map_err(to_error)?;
    let running = app.store.listed(MAX_SHOWN).await.map_err(WebError::store)?;
    let results = app.store.last_results(MAX_SHOWN).await.map_err(WebError::store)?;
    let kind = DocumentKind::Tournament;
    let listed = app.store.documents(kind, None, MAX_SHOWN).await.map_err(WebError::store)?;
    let mut tournaments = Vec::new();
    for it in listed {
        if let Ok(found) = app.tournaments.now(it.id).await
            && found.content.stage != Stage::Over
        {
            tournaments.push((it.id, found.content));
        }
    }
    let guest = visitor.person();
    let reachable = guest.map(|it| ladder.reachable(it, app.clock.now())).unwrap_or_default();
    let name = app.name(&visitor).await;
    let page = ClubPage { ladder, reachable, running, results, tournaments, guest, name };
    let assets = app.files();
    Ok(Page::new(&assets, page::club(&assets, &page)))
}

/// What is done on the ladder.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct LadderForm {
    name: String,
    player: Option<u32>,
}

pub(super) async fn act(
    State(app): State<Arc<App>>,
    Path(action): Path<String>,
    peer: Peer,
    visitor: Visitor,
    form: Result<Form<LadderForm>, FormRejection>,
) -> Result<Response, WebError> {
    let form = unpack(form)?;
    app.take_change(peer.0)?;
    let now = app.clock.now();
    let back = (StatusCode::SEE_OTHER, [(header::LOCATION, "/club#ladder")]);
    if action == "join" {
        let name = plain_name(&visitor.name_or(form.name));
        if name.is_empty() {
            return Err(to_error(NotChanged::Refused(LadderRefusal::NoName)));
        }
        let (guest, headers) = visitor.sign_in(&app, &name).await?;
        let joined = app.ladders.change(guest, |it| it.join(guest, name.clone()));
        joined.await.map_err(to_error)?;
        return Ok((headers, back).into_response());
    }
    let stranger = || to_error(NotChanged::Refused(LadderRefusal::NotOnLadder));
    let guest = visitor.person().ok_or_else(stranger)?;
    match action.as_str() {
        "leave" => app.ladders.change(guest, |it| it.leave(guest)).await.map_err(to_error)?,
        "challenge" => {
            let player = form.player.ok_or_else(stranger)?;
            let challenged = app.ladders.change(guest, |it| it.challenge(guest, player, now));
            challenged.await.map_err(to_error)?;
        }
        _ => return Err(WebError::not_found()),
    }
    app.ladders.now().await.map_err(to_error)?;
    Ok(back.into_response())
}
