//! Forms: creating a game, and taking a seat.

use std::sync::Arc;

use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tengen_front::words;

use super::answer::{Page, WebError};
use super::{App, Peer, Visitor, game_id};
use crate::games::CreateError;
use crate::id::GameId;
use crate::page::{self, CreateForm, Problem};
use crate::rated::{self, NotRated};
use crate::room::NewGame;

pub(super) async fn create(
    State(app): State<Arc<App>>,
    peer: Peer,
    visitor: Visitor,
    form: Result<Form<CreateForm>, FormRejection>,
) -> Result<Response, WebError> {
    let mut form = unpack(form)?;
    form.name = visitor.name_or(form.name);
    app.take_change(peer.0)?;
    // The color is drawn once the rest is known to be right.
    if let Err(problem) = form.read(crate::id::PersonId::from_bytes([0; 32])) {
        return Ok(again(&app, &visitor, &form, &problem).await);
    }
    let (guest, headers) = visitor.clone().sign_in(&app, &form.name).await?;
    let terms = match form.read(guest) {
        Ok(terms) => terms,
        Err(problem) => return Ok(again(&app, &visitor, &form, &problem).await),
    };
    let terms = match app.rate(&visitor, &form, terms).await? {
        Ok(terms) => terms,
        Err(reason) => {
            let problem = Problem { field: "rated", text: reason.text() };
            return Ok(again(&app, &visitor, &form, &problem).await);
        }
    };
    match app.games.create(terms).await {
        Ok(id) => Ok((StatusCode::SEE_OTHER, headers, location(id)).into_response()),
        Err(CreateError::BadSetup(reason)) => {
            let problem = Problem { field: "handicap", text: words::bad_setup(&reason) };
            Ok(again(&app, &visitor, &form, &problem).await)
        }
        Err(CreateError::Store(error)) => Err(WebError::store(error)),
    }
}

impl App {
    /// The game as a rated one, if that is wanted.
    async fn rate(
        &self,
        visitor: &Visitor,
        form: &CreateForm,
        mut game: NewGame,
    ) -> Result<Result<NewGame, NotRated>, WebError> {
        if form.rated != "on" {
            return Ok(Ok(game));
        }
        let Some(account) = visitor.account() else { return Ok(Err(NotRated::NoAccount)) };
        let ratings = self.store.ratings(account.id).await.map_err(WebError::store)?;
        let rated = rated::against_level(&mut game, ratings.as_ref(), self.clock.now());
        Ok(rated.map(|()| game))
    }
}

/// The same page again, with what is wrong.
async fn again(app: &App, visitor: &Visitor, form: &CreateForm, problem: &Problem) -> Response {
    let lists = app.lists(visitor).await;
    let assets = app.files();
    let html = page::create(&assets, form, Some(problem), &lists);
    Page::new(&assets, html).with_status(StatusCode::BAD_REQUEST).into_response()
}

/// What a person gives who takes a seat, or takes part in a study.
#[derive(Debug, Deserialize)]
pub(super) struct JoinForm {
    #[serde(default)]
    pub(super) name: String,
}

pub(super) async fn join(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    peer: Peer,
    visitor: Visitor,
    form: Result<Form<JoinForm>, FormRejection>,
) -> Result<Response, WebError> {
    let form = unpack(form)?;
    let id = game_id(&id)?;
    app.take_change(peer.0)?;
    let name = visitor.name_or(form.name);
    let (guest, headers) = visitor.sign_in(&app, &name).await?;
    match app.games.join(id, guest, name).await {
        None => Err(WebError::no_game()),
        Some(Ok(())) => Ok((StatusCode::SEE_OTHER, headers, location(id)).into_response()),
        Some(Err(refusal)) => Err(WebError::new(StatusCode::CONFLICT, &refusal.text())),
    }
}

fn location(id: GameId) -> [(header::HeaderName, HeaderValue); 1] {
    let address = HeaderValue::from_str(&format!("/g/{id}"));
    [(header::LOCATION, address.unwrap_or(HeaderValue::from_static("/")))]
}

pub(super) fn unpack<T>(form: Result<Form<T>, FormRejection>) -> Result<T, WebError> {
    form.map(|Form(form)| form).map_err(|error| {
        let text = match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => "The form is too large.",
            _ => "The form cannot be read. Go back and send it again.",
        };
        WebError::new(error.status(), text)
    })
}
