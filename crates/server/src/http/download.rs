//! The record and a picture of a game.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tengen_picture::{NodeOptions, PngOptions, Scene};

use super::answer::WebError;
use super::{App, Visitor, game_id};

/// The width of a picture in pixels.
const WIDTH: u32 = 800;

/// The record, without what only the server knows.
pub(super) async fn sgf(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<Response, WebError> {
    let id = game_id(&id)?;
    let sgf = app.look(id, &visitor, |room| room.session().record().to_sgf()).await?;
    Ok(attachment(sgf.into_bytes(), "application/x-go-sgf", &format!("tengen-{id}.sgf")))
}

/// Which position.
#[derive(Debug, Deserialize)]
pub(super) struct Position {
    #[serde(rename = "move")]
    number: Option<u32>,
}

pub(super) async fn png(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(position): Query<Position>,
    visitor: Visitor,
) -> Result<Response, WebError> {
    let id = game_id(&id)?;
    let looked = app.look(id, &visitor, |room| {
        let session = room.session();
        (session.record().clone(), session.live_node())
    });
    let (record, live) = looked.await?;
    // Drawing takes a while, so it is done elsewhere.
    let drawn = tokio::task::spawn_blocking(move || {
        let path = record.path(live);
        let has_number = |number: u32| {
            path.iter().copied().find(|&it| record.position(it).move_number == number)
        };
        let node = match position.number {
            Some(number) => has_number(number).unwrap_or(live),
            None => live,
        };
        let scene = Scene::of_node(&record, node, &NodeOptions::default());
        scene.to_png(&PngOptions { width: WIDTH, ..PngOptions::default() })
    });
    let Ok(Ok(png)) = drawn.await else {
        let text = "The picture could not be drawn. The record can still be downloaded.";
        return Err(WebError::new(StatusCode::INTERNAL_SERVER_ERROR, text));
    };
    Ok(attachment(png, "image/png", &format!("tengen-{id}.png")))
}

pub(super) fn attachment(body: Vec<u8>, content_type: &'static str, name: &str) -> Response {
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    response
}
