//! Reviews of games that are over: asking for one, its page, its files.
//!
//! Nothing here is told of a game that goes on, to anyone.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tengen_record::Record;
use tengen_review::exercise::exercises;
use tengen_review::{Plan, Review};

use super::answer::{Page, WebError};
use super::download::attachment;
use super::{App, Peer, Visitor, game_id};
use crate::id::GameId;
use crate::page::{self, ReviewPage, Reviewed};
use crate::reviews::{self, MAX_IN_A_DAY, ReviewNow};
use crate::store::{Asked, ReviewStage};
use crate::wire::Role;

/// A review evaluates nothing when it is only shown.
const NOTHING: Plan = Plan { quick: 1, deep: 1, budget: Some(0) };

/// What a move must have lost to be an exercise, in points.
const LEAST_LOSS: f32 = 1.5;

/// What of a game has to do with its review.
struct Subject {
    id: GameId,
    title: String,
    /// Whether the visitor has played it.
    is_player: bool,
}

impl App {
    /// A game that is over, as a visitor may see it.
    async fn subject(&self, id: &str, visitor: &Visitor) -> Result<Subject, WebError> {
        let id = game_id(id)?;
        let guest = visitor.person();
        let look = move |room: &crate::room::Room| {
            let is_over = room.session().is_over();
            let is_player = room.role(guest) != Role::Spectator;
            is_over.then(|| Subject { id, title: page::title(&room.state()), is_player })
        };
        let subject = self.look(id, visitor, look).await?;
        subject.ok_or_else(|| {
            let text = "This game is not over yet: it can be reviewed after its end.";
            WebError::new(StatusCode::CONFLICT, text)
        })
    }

    /// What was found of a game, as a record; an error if that is nothing yet.
    async fn reviewed(&self, id: &str, visitor: &Visitor) -> Result<(GameId, String), WebError> {
        let subject = self.subject(id, visitor).await?;
        let now = self.reviews.now(subject.id).await.map_err(WebError::store)?;
        let sgf = now.map(|it| it.stored.sgf).filter(|it| !it.is_empty());
        let none = || WebError::new(StatusCode::NOT_FOUND, "This game has not been reviewed yet.");
        Ok((subject.id, sgf.ok_or_else(none)?))
    }
}

/// Asks for the review, and shows its page.
pub(super) async fn ask(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    peer: Peer,
    visitor: Visitor,
) -> Result<Response, WebError> {
    let subject = app.subject(&id, &visitor).await?;
    let Some(guest) = visitor.person().filter(|_| subject.is_player) else {
        return Err(WebError::forbidden("Only those who played a game can have it reviewed."));
    };
    app.take_change(peer.0)?;
    match app.reviews.ask(subject.id, guest).await.map_err(WebError::store)? {
        Asked::Queued | Asked::There => {
            let address = HeaderValue::from_str(&format!("/g/{}/review", subject.id));
            let location = address.unwrap_or(HeaderValue::from_static("/"));
            Ok((StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response())
        }
        Asked::OneAtATime(_) => {
            let text = "Another game of yours is being reviewed. Wait until that is done.";
            Err(WebError::new(StatusCode::TOO_MANY_REQUESTS, text))
        }
        Asked::Enough => {
            let text = format!(
                "You have had {MAX_IN_A_DAY} games reviewed within a day. Come back tomorrow."
            );
            Err(WebError::new(StatusCode::TOO_MANY_REQUESTS, &text))
        }
    }
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<Page, WebError> {
    let subject = app.subject(&id, &visitor).await?;
    let now = app.reviews.now(subject.id).await.map_err(WebError::store)?;
    let assets = app.files();
    let Subject { id, title, is_player } = subject;
    let made = tokio::task::spawn_blocking(move || {
        // Replaying a game takes a while, so it is done elsewhere.
        let reviewed = now.as_ref().and_then(|it| read(&it.stored.sgf));
        page::review(&assets, &ReviewPage { id, title, is_player, now, reviewed })
    });
    Ok(Page::new(&app.files(), made.await.map_err(|_| broken())?))
}

/// How far it is, as JSON.
pub(super) async fn state(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<Response, WebError> {
    let subject = app.subject(&id, &visitor).await?;
    let now = app.reviews.now(subject.id).await.map_err(WebError::store)?;
    let now = now.ok_or_else(WebError::not_found)?;
    let json = state_json(&now).to_string();
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, json).into_response())
}

fn state_json(now: &ReviewNow) -> serde_json::Value {
    serde_json::json!({
        "is_waiting": now.stored.stage == ReviewStage::Waiting,
        "has_found": !now.stored.sgf.is_empty(),
        "text": page::review_progress(now),
        "share": now.share(),
    })
}

/// The record with the review in it.
pub(super) async fn sgf(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<Response, WebError> {
    let (id, sgf) = app.reviewed(&id, &visitor).await?;
    let name = format!("tengen-{id}-review.sgf");
    Ok(attachment(sgf.into_bytes(), "application/x-go-sgf", &name))
}

/// The review as one page that needs no server.
pub(super) async fn html(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<Response, WebError> {
    let (id, sgf) = app.reviewed(&id, &visitor).await?;
    let made = tokio::task::spawn_blocking(move || {
        read(&sgf).map(|it| tengen_report::page(&it.record, &it.report))
    });
    let page = made.await.ok().flatten().ok_or_else(broken)?;
    let name = format!("tengen-{id}-review.html");
    // As a download it is no page of this server, whatever is in it.
    Ok(attachment(page.into_bytes(), "text/html; charset=utf-8", &name))
}

fn read(sgf: &str) -> Option<Reviewed> {
    let record = Record::from_sgf(sgf).ok().filter(|_| !sgf.is_empty())?;
    let review = Review::new(&record, reviews::rules(), NOTHING);
    let report = review.report(&record);
    let exercises = exercises(&review, &record, LEAST_LOSS);
    Some(Reviewed { record, report, exercises })
}

fn broken() -> WebError {
    let text = "The review cannot be shown. The record can still be downloaded.";
    WebError::new(StatusCode::INTERNAL_SERVER_ERROR, text)
}
