//! One's own account: its sessions and its password.

use std::sync::Arc;

use axum::extract::rejection::FormRejection;
use axum::extract::{Form, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::answer::{Page, WebError};
use super::form::unpack;
use super::login::{as_page, see_other};
use super::{App, Peer, Visitor};
use crate::account::{LoggedIn, check_password};
use crate::page::{self, AccountPage, Problem};
use crate::store::{AccountChange, WhichSessions};

/// Which sessions are ended: the id of one, or `others`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SessionsForm {
    which: String,
}

/// A new password; the old one is asked for again.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PasswordForm {
    password: String,
    new_password: String,
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    visitor: Visitor,
) -> Result<Response, WebError> {
    if visitor.account().is_none() {
        return Ok(see_other(HeaderMap::new(), "/login?next=/account"));
    }
    account_page(&app, visitor.logged_in()?, None).await
}

async fn account_page(
    app: &App,
    logged_in: &LoggedIn,
    problem: Option<&Problem>,
) -> Result<Response, WebError> {
    let account = &logged_in.account;
    let n_codes = app.store.n_recovery_codes(account.id).await.map_err(WebError::store)?;
    let sessions = app.store.sessions_of(account.id).await.map_err(WebError::store)?;
    let assets = app.files();
    let page = AccountPage {
        account,
        current: logged_in.session.id,
        sessions: &sessions,
        n_codes,
        now: crate::wire::millis(app.clock.now()),
        problem,
    };
    let status = if problem.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    let html = page::account(&assets, &page);
    Ok(Page::new(&assets, html).with_status(status).into_response())
}

pub(super) async fn end_sessions(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    form: Result<Form<SessionsForm>, FormRejection>,
) -> Result<Response, WebError> {
    let form = unpack(form)?;
    let logged_in = visitor.logged_in()?;
    let which = match form.which.as_str() {
        "others" => WhichSessions::Others(logged_in.session.id),
        id => WhichSessions::One(id.parse().map_err(|_| WebError::not_found())?),
    };
    app.store.end_sessions(logged_in.account.id, which).await.map_err(WebError::store)?;
    app.check_sessions().await;
    Ok(see_other(HeaderMap::new(), "/account"))
}

pub(super) async fn change_password(
    State(app): State<Arc<App>>,
    peer: Peer,
    visitor: Visitor,
    form: Result<Form<PasswordForm>, FormRejection>,
) -> Result<Response, WebError> {
    let form = unpack(form)?;
    let logged_in = visitor.logged_in()?;
    let account = &logged_in.account;
    let is_right = app.accounts.is_password(peer.0.ip(), account, form.password).await;
    if !is_right.map_err(as_page)? {
        return wrong(&app, logged_in, "password", "That is not your password.").await;
    }
    if let Err(bad) = check_password(&form.new_password, &account.name) {
        return wrong(&app, logged_in, "new_password", &page::bad_password(bad)).await;
    }
    let hash = app.accounts.hash(form.new_password).await.map_err(as_page)?;
    let change = AccountChange::Password(hash);
    app.store.change_account(account.id, change).await.map_err(WebError::store)?;
    let others = WhichSessions::Others(logged_in.session.id);
    app.store.end_sessions(account.id, others).await.map_err(WebError::store)?;
    app.check_sessions().await;
    Ok(see_other(HeaderMap::new(), "/account"))
}

/// The page again, with what is wrong.
pub(super) async fn wrong(
    app: &App,
    logged_in: &LoggedIn,
    field: &'static str,
    text: &str,
) -> Result<Response, WebError> {
    account_page(app, logged_in, Some(&Problem { field, text: text.to_owned() })).await
}
