//! Signing up, logging in and out.

use std::sync::Arc;

use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::answer::{Page, WebError};
use super::cookie::Cookie;
use super::form::unpack;
use super::{App, Peer, Visitor};
use crate::account::{AccountName, LogInError, check_password};
use crate::page::{self, LogInPage, SignUpPage};
use crate::secret::{Secret, SecretHash};
use crate::store::{Account, LinkPurpose, SignedUp, WhichSessions};
use crate::wire;

/// Where somebody wants to go who logs in first.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Next {
    #[serde(default)]
    next: String,
}

/// The form to log in.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct LogInForm {
    name: String,
    password: String,
    next: String,
}

/// The form to sign up.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SignUpForm {
    name: String,
    password: String,
    invitation: String,
}

pub(super) async fn log_in_page(
    State(app): State<Arc<App>>,
    Query(next): Query<Next>,
    visitor: Visitor,
) -> Response {
    if visitor.account().is_some() {
        return see_other(HeaderMap::new(), own_path(&next.next));
    }
    let assets = app.files();
    let page = LogInPage { name: "", next: own_path(&next.next), problem: None };
    Page::new(&assets, page::log_in(&assets, &page)).into_response()
}

pub(super) async fn log_in(
    State(app): State<Arc<App>>,
    peer: Peer,
    visitor: Visitor,
    form: Result<Form<LogInForm>, FormRejection>,
) -> Result<Response, WebError> {
    let form = unpack(form)?;
    match app.accounts.log_in(peer.0.ip(), &form.name, form.password).await {
        Ok(account) => {
            let headers = let_in(&app, &visitor, &account).await?;
            Ok(see_other(headers, own_path(&form.next)))
        }
        Err(error) => {
            let (status, text) = refusal(error)?;
            let assets = app.files();
            let next = own_path(&form.next);
            let page = LogInPage { name: &form.name, next, problem: Some(&text) };
            let html = page::log_in(&assets, &page);
            Ok(Page::new(&assets, html).with_status(status).into_response())
        }
    }
}

/// What somebody reads who is not let in; some errors are pages of their own.
pub(crate) fn refusal(error: LogInError) -> Result<(StatusCode, String), WebError> {
    match error {
        LogInError::Wrong => {
            let text = "The name or the password is wrong.";
            Ok((StatusCode::FORBIDDEN, text.to_owned()))
        }
        LogInError::Locked => {
            let text = "This account is locked. Ask the people who run this server.";
            Ok((StatusCode::FORBIDDEN, text.to_owned()))
        }
        LogInError::TooMany(wait) => Err(WebError::too_many_attempts(wait)),
        LogInError::Busy => Err(WebError::busy()),
        LogInError::Store(error) => Err(WebError::store(error)),
    }
}

/// Why somebody is not let in, as a page of its own.
pub(super) fn as_page(error: LogInError) -> WebError {
    match refusal(error) {
        Ok((status, text)) => WebError::new(status, &text),
        Err(error) => error,
    }
}

/// Opens a session for an account; the games of the guest become its own.
pub(super) async fn let_in(
    app: &App,
    visitor: &Visitor,
    account: &Account,
) -> Result<HeaderMap, WebError> {
    let is_adopted = match visitor.guest() {
        Some(guest) => app.games.adopt(guest, account).await.map_err(WebError::store)?,
        None => false,
    };
    // Whoever was logged in here before is not any more.
    if let Some(session) = visitor.session() {
        let which = WhichSessions::One(session.id);
        app.store.end_sessions(session.account, which).await.map_err(WebError::store)?;
    }
    let browser = page::browser_name(visitor.headers());
    let secret = app.accounts.open_session(account.id, browser).await.map_err(WebError::store)?;
    let mut headers = Cookie::Session.set(visitor.headers(), secret.as_str());
    // A guest who still has a game is needed for it.
    if is_adopted {
        add(&mut headers, Cookie::Guest.clear(visitor.headers()));
    }
    Ok(headers)
}

/// Adds headers to others of the same name.
fn add(headers: &mut HeaderMap, more: HeaderMap) {
    for (name, value) in more {
        if let Some(name) = name {
            headers.append(name, value);
        }
    }
}

pub(super) async fn log_out(
    State(app): State<Arc<App>>,
    visitor: Visitor,
) -> Result<Response, WebError> {
    if let Some(session) = visitor.session() {
        let which = WhichSessions::One(session.id);
        app.store.end_sessions(session.account, which).await.map_err(WebError::store)?;
        app.check_sessions().await;
    }
    Ok(see_other(Cookie::Session.clear(visitor.headers()), "/"))
}

pub(super) async fn sign_up_page(State(app): State<Arc<App>>, visitor: Visitor) -> Response {
    if visitor.account().is_some() {
        return see_other(HeaderMap::new(), "/account");
    }
    let assets = app.files();
    let page = SignUpPage { is_open: app.is_open, ..SignUpPage::default() };
    Page::new(&assets, page::sign_up(&assets, &page)).into_response()
}

/// The page to which an invitation leads.
pub(super) async fn invitation(
    State(app): State<Arc<App>>,
    Path(code): Path<String>,
) -> Result<Page, WebError> {
    let secret = Secret::typed(&code);
    let link = app.store.link(secret.hash(), wire::millis(app.clock.now())).await;
    let link = link.map_err(WebError::store)?;
    let is_invitation = link.is_some_and(|it| matches!(it.purpose, LinkPurpose::Invite(_)));
    if !is_invitation {
        return Err(WebError::no_link());
    }
    let assets = app.files();
    let page = SignUpPage { is_open: true, invitation: secret.as_str(), ..SignUpPage::default() };
    Ok(Page::new(&assets, page::sign_up(&assets, &page)))
}

pub(super) async fn sign_up(
    State(app): State<Arc<App>>,
    peer: Peer,
    visitor: Visitor,
    form: Result<Form<SignUpForm>, FormRejection>,
) -> Result<Response, WebError> {
    let form = unpack(form)?;
    app.take_change(peer.0)?;
    let page = SignUpPage {
        name: &form.name,
        invitation: &form.invitation,
        is_open: app.is_open || !form.invitation.is_empty(),
        problem: None,
    };
    let again = |status, field, text: String| {
        let assets = app.files();
        let problem = page::Problem { field, text };
        let html = page::sign_up(&assets, &SignUpPage { problem: Some(&problem), ..page });
        Ok(Page::new(&assets, html).with_status(status).into_response())
    };
    let name = match form.name.parse::<AccountName>() {
        Ok(name) => name,
        Err(bad) => return again(StatusCode::BAD_REQUEST, "name", page::bad_name(bad)),
    };
    if let Err(bad) = check_password(&form.password, name.as_str()) {
        return again(StatusCode::BAD_REQUEST, "password", page::bad_password(bad));
    }
    let invitation: Option<SecretHash> =
        (!form.invitation.is_empty()).then(|| Secret::typed(&form.invitation).hash());
    if invitation.is_none() && !app.is_open {
        return Err(WebError::not_invited());
    }
    let signed_up = app.accounts.sign_up(&name, form.password.clone(), invitation).await;
    match signed_up.map_err(as_page)? {
        Ok(account) => {
            let headers = let_in(&app, &visitor, &account).await?;
            Ok(see_other(headers, "/account/recovery"))
        }
        Err(SignedUp::NotInvited) => Err(WebError::no_link()),
        Err(SignedUp::NameTaken | SignedUp::Created(_)) => {
            let text = format!(
                "There is an account named {name} already, or one that looks \
                like it. Choose another name.",
                name = name.as_str()
            );
            again(StatusCode::CONFLICT, "name", text)
        }
    }
}

/// The path of this server that a text names, or that of the first page.
fn own_path(text: &str) -> &str {
    let is_own = text.starts_with('/')
        && !text.starts_with("//")
        && text.bytes().all(|it| it.is_ascii_graphic() && it != b'\\');
    if is_own { text } else { "/" }
}

/// Sends the browser to a page of this server.
pub(super) fn see_other(mut headers: HeaderMap, path: &str) -> Response {
    let location = HeaderValue::from_str(path).unwrap_or(HeaderValue::from_static("/"));
    headers.insert(header::LOCATION, location);
    (StatusCode::SEE_OTHER, headers).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_sent_to_pages_of_this_server_alone() {
        for path in ["/", "/g/aaaaaaaa", "/games?x=1"] {
            assert_eq!(own_path(path), path);
        }
        for path in [
            "",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "https://evil\\@host",
            "javascript:alert(1)",
            "/a\r\nset-cookie: x",
            "/é",
        ] {
            assert_eq!(own_path(path), "/", "{path}");
        }
    }
}
