//! Ways back into an account: recovery codes, and links from those who run the
//! server.

use std::sync::Arc;

use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::answer::{Page, WebError};
use super::form::unpack;
use super::login::{as_page, let_in, see_other};
use super::{App, Peer, Visitor};
use crate::account::check_password;
use crate::page::{self, RecoverPage};
use crate::secret::{Secret, SecretHash};
use crate::store::{Account, LinkPurpose};
use crate::wire;

/// The form to recover an account.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct RecoverForm {
    name: String,
    code: String,
    password: String,
}

/// The form to set a new password by a link.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ResetForm {
    password: String,
}

/// What recovery codes are, with the button to get some.
pub(super) async fn codes_page(
    State(app): State<Arc<App>>,
    visitor: Visitor,
) -> Result<Response, WebError> {
    let Some(account) = visitor.account() else {
        return Ok(see_other(HeaderMap::new(), "/login?next=/account/recovery"));
    };
    let n_left = app.store.n_recovery_codes(account.id).await.map_err(WebError::store)?;
    let assets = app.files();
    Ok(Page::new(&assets, page::recovery(&assets, n_left)).into_response())
}

/// Makes recovery codes, and shows them this once.
pub(super) async fn make_codes(
    State(app): State<Arc<App>>,
    peer: Peer,
    visitor: Visitor,
) -> Result<Page, WebError> {
    let account = &visitor.logged_in()?.account;
    app.take_change(peer.0)?;
    let codes = app.accounts.new_recovery_codes(account.id).await.map_err(WebError::store)?;
    let assets = app.files();
    Ok(Page::new(&assets, page::recovery_codes(&assets, &account.name, &codes)))
}

pub(super) async fn recover_page(State(app): State<Arc<App>>) -> Page {
    let assets = app.files();
    Page::new(&assets, page::recover(&assets, &RecoverPage::default()))
}

/// Sets a new password by a recovery code, and logs in.
pub(super) async fn recover(
    State(app): State<Arc<App>>,
    peer: Peer,
    visitor: Visitor,
    form: Result<Form<RecoverForm>, FormRejection>,
) -> Result<Response, WebError> {
    let form = unpack(form)?;
    let again = |field, text: String| {
        let assets = app.files();
        let problem = page::Problem { field, text };
        let page = RecoverPage { name: &form.name, problem: Some(&problem) };
        let html = page::recover(&assets, &page);
        Page::new(&assets, html).with_status(StatusCode::BAD_REQUEST).into_response()
    };
    if let Err(bad) = check_password(&form.password, &form.name) {
        return Ok(again("password", page::bad_password(bad)));
    }
    let code = Secret::typed(&form.code);
    let password = form.password.clone();
    let recovered = app.accounts.recover(peer.0.ip(), &form.name, &code, password).await;
    let Some(account) = recovered.map_err(as_page)? else {
        let text = "The name or the code is wrong, or the code was used already.";
        return Ok(again("code", text.to_owned()));
    };
    let headers = let_in(&app, &visitor, &account).await?;
    Ok(see_other(headers, "/account"))
}

/// Whose password a link sets.
async fn reset_account(app: &App, id: SecretHash) -> Result<Account, WebError> {
    let now = wire::millis(app.clock.now());
    let link = app.store.link(id, now).await.map_err(WebError::store)?;
    let Some(LinkPurpose::Reset(account)) = link.map(|it| it.purpose) else {
        return Err(WebError::no_link());
    };
    let account = app.store.account(account).await.map_err(WebError::store)?;
    account.ok_or_else(WebError::no_link)
}

pub(super) async fn reset_page(
    State(app): State<Arc<App>>,
    Path(code): Path<String>,
) -> Result<Page, WebError> {
    let code = Secret::typed(&code);
    let account = reset_account(&app, code.hash()).await?;
    let assets = app.files();
    Ok(Page::new(&assets, page::reset(&assets, &account.name, code.as_str(), None)))
}

/// Sets a new password by a link, and logs in.
pub(super) async fn reset(
    State(app): State<Arc<App>>,
    Path(code): Path<String>,
    visitor: Visitor,
    form: Result<Form<ResetForm>, FormRejection>,
) -> Result<Response, WebError> {
    let form = unpack(form)?;
    let code = Secret::typed(&code);
    let account = reset_account(&app, code.hash()).await?;
    if let Err(bad) = check_password(&form.password, &account.name) {
        let assets = app.files();
        let text = page::bad_password(bad);
        let html = page::reset(&assets, &account.name, code.as_str(), Some(&text));
        return Ok(Page::new(&assets, html).with_status(StatusCode::BAD_REQUEST).into_response());
    }
    let hash = app.accounts.hash(form.password).await.map_err(as_page)?;
    let now = wire::millis(app.clock.now());
    let set = app.store.reset_password(code.hash(), hash, now).await.map_err(WebError::store)?;
    if set != Some(account.id) {
        return Err(WebError::no_link());
    }
    if account.is_locked {
        return Ok(see_other(HeaderMap::new(), "/login"));
    }
    let headers = let_in(&app, &visitor, &account).await?;
    Ok(see_other(headers, "/account"))
}
