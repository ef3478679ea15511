//! Answers: pages and errors.

use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use maud::Markup;

use crate::asset::{Assets, gzip_quickly};
use crate::store::StoreError;

/// A page with the policy that fits it.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    status: StatusCode,
    html: String,
    policy: String,
}

impl Page {
    pub(crate) fn new(assets: &Assets, html: Markup) -> Page {
        Page { status: StatusCode::OK, html: html.into_string(), policy: policy(assets) }
    }

    pub(crate) fn with_status(self, status: StatusCode) -> Page {
        Page { status, ..self }
    }
}

impl Page {
    /// The answer, compressed if the browser can read that.
    pub(crate) fn answer(self, is_gzipped: bool) -> Response {
        let mut response = if is_gzipped {
            (self.status, Html(gzip_quickly(self.html.as_bytes()))).into_response()
        } else {
            (self.status, Html(self.html)).into_response()
        };
        let headers = response.headers_mut();
        if is_gzipped {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding, cookie"));
        if let Ok(policy) = HeaderValue::from_str(&self.policy) {
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

/// Nothing for now: the gate knows how the browser wants it.
impl IntoResponse for Page {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// What a page may load: its own files alone.
fn policy(assets: &Assets) -> String {
    let (_, hash) = assets.import_map();
    format!(
        "default-src 'none'; script-src 'self' 'sha256-{hash}'; style-src 'self'; \
         img-src 'self' data:; connect-src 'self'; media-src 'self'; base-uri 'none'; \
         frame-ancestors 'none'; form-action 'self'; object-src 'none'"
    )
}

/// Why there is no answer; the gate makes a page of it, or JSON for programs.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct WebError {
    pub(crate) status: StatusCode,
    pub(crate) text: String,
    code: Option<String>,
    retry_after: Option<Duration>,
}

impl WebError {
    pub(crate) fn new(status: StatusCode, text: &str) -> WebError {
        WebError { status, text: text.to_owned(), code: None, retry_after: None }
    }

    /// The same error with a code of its own for programs.
    pub(crate) fn with_code(self, code: &str) -> WebError {
        WebError { code: Some(code.to_owned()), ..self }
    }

    /// The reason, for programs.
    pub(crate) fn code(&self) -> &str {
        self.code.as_deref().unwrap_or(match self.status {
            StatusCode::UNAUTHORIZED => "unauthorized",
            StatusCode::FORBIDDEN => "not_allowed",
            StatusCode::NOT_FOUND => "not_found",
            StatusCode::METHOD_NOT_ALLOWED => "method",
            StatusCode::REQUEST_TIMEOUT => "timeout",
            StatusCode::PAYLOAD_TOO_LARGE => "too_large",
            StatusCode::MISDIRECTED_REQUEST => "wrong_name",
            StatusCode::TOO_MANY_REQUESTS => "too_fast",
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::INTERNAL_SERVER_ERROR => "not_stored",
            _ => "malformed",
        })
    }

    pub(crate) fn not_found() -> WebError {
        WebError::new(StatusCode::NOT_FOUND, "There is no such page.")
    }

    pub(crate) fn no_game() -> WebError {
        let text = "There is no such game here, or only its players can see it. Check the link.";
        WebError::new(StatusCode::NOT_FOUND, text).with_code("no_game")
    }

    pub(crate) fn no_link() -> WebError {
        let text = "This link has been used already, or it is too old. Ask for a new one.";
        WebError::new(StatusCode::NOT_FOUND, text)
    }

    pub(crate) fn nobody() -> WebError {
        WebError::new(StatusCode::NOT_FOUND, "There is no account of that name here.")
    }

    pub(crate) fn not_invited() -> WebError {
        let text = "You need an invitation to sign up here. Ask the people who run this server \
            for a link.";
        WebError::new(StatusCode::FORBIDDEN, text)
    }

    pub(crate) fn log_in_first() -> WebError {
        WebError::new(StatusCode::UNAUTHORIZED, "Log in first. Your account is needed for that.")
    }

    pub(crate) fn too_many_attempts(wait: Duration) -> WebError {
        let text = "That was tried too often. Wait a few minutes, then try again.";
        WebError {
            retry_after: Some(wait.max(Duration::from_secs(1))),
            ..WebError::new(StatusCode::TOO_MANY_REQUESTS, text)
        }
    }

    pub(crate) fn busy() -> WebError {
        let text = "Too many people are logging in right now. Try again in a moment.";
        WebError {
            retry_after: Some(Duration::from_secs(2)),
            ..WebError::new(StatusCode::SERVICE_UNAVAILABLE, text)
        }
    }

    pub(crate) fn forbidden(text: &str) -> WebError {
        WebError::new(StatusCode::FORBIDDEN, text)
    }

    pub(crate) fn too_fast(wait: Duration) -> WebError {
        let text = "That was too much in too short a time. Wait a moment, then try again.";
        WebError {
            retry_after: Some(wait.max(Duration::from_secs(1))),
            ..WebError::new(StatusCode::TOO_MANY_REQUESTS, text)
        }
    }

    pub(crate) fn too_many() -> WebError {
        let text = "Too many pages of this server are open at your address. Close some, then try \
            again.";
        WebError {
            retry_after: Some(Duration::from_secs(10)),
            ..WebError::new(StatusCode::TOO_MANY_REQUESTS, text)
        }
    }

    pub(crate) fn too_slow() -> WebError {
        let text = "That took too long to arrive. Try again.";
        WebError::new(StatusCode::REQUEST_TIMEOUT, text)
    }

    #[expect(clippy::needless_pass_by_value, reason = "errors are mapped by it")]
    pub(crate) fn store(error: StoreError) -> WebError {
        tracing::error!(%error, "the store has failed");
        let text = "The server cannot read or write its data at the moment, so nothing has \
            happened. Try again later.";
        WebError::new(StatusCode::SERVICE_UNAVAILABLE, text)
    }
}

/// Plain for now: the gate, which has the files, makes a page of it.
impl IntoResponse for WebError {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        if let Some(wait) = self.retry_after {
            let seconds = HeaderValue::from(wait.as_secs() + 1);
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response.extensions_mut().insert(self);
        response
    }
}
