//! Answers as JSON, and requests that are.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::http::WebError;
use crate::room::Refusal;
use crate::wire::{ApiError, Why};

/// How long a program waits that was refused for haste in a game.
const HASTE: Duration = Duration::from_secs(2);

/// An answer that is written already.
pub(super) fn text(json: impl Into<Bytes>) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, json.into()).into_response()
}

pub(super) fn json(value: &impl Serialize) -> Response {
    text(serde_json::to_vec(value).expect("answers can be written"))
}

/// An error as programs read it.
pub(crate) fn error(error: &WebError) -> Response {
    let body = ApiError { code: error.code().to_owned(), text: error.text.clone() };
    let mut response = (error.status, json(&body)).into_response();
    if error.status == StatusCode::UNAUTHORIZED {
        let scheme = HeaderValue::from_static("Bearer");
        response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
    }
    response
}

/// What a request has to say; an empty one says nothing, as `{}` does.
pub(super) fn read<T: DeserializeOwned>(
    body: Result<Bytes, BytesRejection>,
) -> Result<T, WebError> {
    let body = body.map_err(|rejection| {
        let text = "The request is too large, or it broke off.";
        WebError::new(rejection.status(), text)
    })?;
    let body = if body.is_empty() { &b"{}"[..] } else { &body };
    serde_json::from_slice(body).map_err(|error| malformed(&error))
}

pub(super) fn malformed(error: &serde_json::Error) -> WebError {
    let text = format!("The request does not fit: {error}. See /api/v1/openapi.json.");
    WebError::new(StatusCode::BAD_REQUEST, &text)
}

/// Why a room has refused something.
pub(super) fn refused(refusal: &Refusal) -> WebError {
    let why = refusal.why();
    let error = match why {
        Why::TooFast => return WebError::too_fast(HASTE),
        Why::Malformed | Why::BadText => StatusCode::BAD_REQUEST,
        Why::NotAllowed => StatusCode::FORBIDDEN,
        Why::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
        Why::NotStored => StatusCode::SERVICE_UNAVAILABLE,
        Why::Stale
        | Why::Changed
        | Why::NotYourTurn
        | Why::NotStarted
        | Why::Paused
        | Why::Phase
        | Why::Over
        | Why::TimeUp
        | Why::Alive
        | Why::Nothing
        | Why::NoClaim
        | Why::TooOften => StatusCode::CONFLICT,
    };
    WebError::new(error, &refusal.text()).with_code(why.name())
}
