//! Lessons, the glossary, and why a move is refused.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;
use tengen_rules::{Move, Point};

use super::answer::{Page, WebError};
use super::{App, Visitor, game_id};
use crate::learn::{self, Walk};
use crate::page;

pub(super) async fn lessons(State(app): State<Arc<App>>) -> Page {
    let assets = app.files();
    Page::new(&assets, page::lessons(&assets))
}

pub(super) async fn lesson(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Page, WebError> {
    let assets = app.files();
    let page = page::lesson(&assets, &id).ok_or_else(WebError::not_found)?;
    Ok(Page::new(&assets, page))
}

/// What comes of what was done in a lesson.
pub(super) async fn walk(Path(id): Path<String>, body: Bytes) -> Result<Response, WebError> {
    let bad = || WebError::new(StatusCode::BAD_REQUEST, "The lesson cannot go on from there.");
    let walk: Walk = serde_json::from_slice(&body).map_err(|_| bad())?;
    // The opponent of a first game reads ahead, which takes a while.
    let walked =
        tokio::task::spawn_blocking(move || walk.through(&id).map(|it| learn::walked(&it)));
    let walked = walked.await.ok().flatten().ok_or_else(bad)?;
    Ok(json(&walked))
}

/// What somebody looks for in the glossary.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Search {
    #[serde(default)]
    q: String,
}

pub(super) async fn glossary(State(app): State<Arc<App>>, Query(search): Query<Search>) -> Page {
    let assets = app.files();
    Page::new(&assets, page::glossary(&assets, &search.q))
}

/// A move that was refused.
#[derive(Debug, Deserialize)]
pub(super) struct Refused {
    at: Point,
}

/// Why a move cannot be made in a game as it is now, with a diagram.
pub(super) async fn why(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(refused): Query<Refused>,
    visitor: Visitor,
) -> Result<Response, WebError> {
    let id = game_id(&id)?;
    let looked = app.look(id, &visitor, move |room| {
        let (game, to_play) = (room.session().game(), room.session().to_play());
        let reason = game.check(Move::Play(refused.at)).err()?;
        Some(learn::refusal(reason, game.board(), to_play))
    });
    let text = "That move is allowed now. Look at the board again.";
    let refusal = looked.await?.ok_or_else(|| WebError::new(StatusCode::CONFLICT, text))?;
    Ok(json(&refusal))
}

fn json(value: &Value) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, value.to_string()).into_response()
}
