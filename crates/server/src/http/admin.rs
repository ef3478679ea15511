//! The page of those who run the server: accounts, invitations, links.

use std::sync::Arc;

use axum::extract::rejection::FormRejection;
use axum::extract::{Form, State};
use serde::Deserialize;

use super::answer::{Page, WebError};
use super::form::unpack;
use super::{App, Visitor, gate};
use crate::admin::{self, AdminAnswer, AdminError, AdminOrder};
use crate::page::{self, AdminPage};
use crate::store::AccountRole;

/// The most accounts of the list.
const MAX_LISTED: usize = 1_000;

/// What is done, for whom.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct AdminForm {
    action: String,
    name: String,
    role: String,
}

fn check(visitor: &Visitor) -> Result<(), WebError> {
    match visitor.logged_in()?.account.role {
        AccountRole::Admin => Ok(()),
        _ => Err(WebError::forbidden("This page is for those who run the server.")),
    }
}

pub(super) async fn show(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Page, WebError> {
    check(&visitor)?;
    admin_page(&app, None, None).await
}

async fn admin_page(app: &App, link: Option<&str>, done: Option<&str>) -> Result<Page, WebError> {
    let accounts = app.store.accounts(MAX_LISTED).await.map_err(WebError::store)?;
    let assets = app.files();
    let page = AdminPage { accounts: &accounts, link, done };
    Ok(Page::new(&assets, page::admin(&assets, &page)))
}

/// Does something, and says what; a link is shown this once.
pub(super) async fn act(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    form: Result<Form<AdminForm>, FormRejection>,
) -> Result<Page, WebError> {
    let form = unpack(form)?;
    check(&visitor)?;
    let role = AccountRole::of_name(&form.role);
    let name = form.name;
    let order = match (form.action.as_str(), role) {
        ("invite", Some(role)) => AdminOrder::Invite(role),
        ("reset", _) => AdminOrder::Reset(name),
        ("lock", _) => AdminOrder::SetLocked(name, true),
        ("unlock", _) => AdminOrder::SetLocked(name, false),
        ("role", Some(role)) => AdminOrder::Promote(name, role),
        _ => return Err(WebError::not_found()),
    };
    let answer = admin::carry_out(&*app.store, order.clone()).await.map_err(as_page)?;
    app.check_sessions().await;
    match answer {
        AdminAnswer::Link(path) => {
            let link = gate::link(visitor.headers(), &path);
            admin_page(&app, Some(&link), None).await
        }
        AdminAnswer::Changed(name) => {
            admin_page(&app, None, Some(&page::admin_done(&name, &order))).await
        }
    }
}

fn as_page(error: AdminError) -> WebError {
    use axum::http::StatusCode;
    match error {
        AdminError::NoAccount(name) => {
            WebError::new(StatusCode::NOT_FOUND, &format!("No account is named {name}."))
        }
        AdminError::Bot(_) => {
            let text = "A program stays a program, and nobody becomes one.";
            WebError::new(StatusCode::CONFLICT, text)
        }
        AdminError::Store(error) => WebError::store(error),
    }
}
