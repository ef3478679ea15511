//! Who asks: a guest, known by the cookie of a browser, or somebody who is
//! logged in.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;

use super::cookie::Cookie;
use super::{App, WebError};
use crate::account::LoggedIn;
use crate::api;
use crate::id::{GuestToken, PersonId};
use crate::secret::Secret;
use crate::store::{Account, Guest, LoginSession};
use crate::wire;

/// Who asks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visitor {
    headers: HeaderMap,
    guest: Option<GuestToken>,
    logged_in: Option<Arc<LoggedIn>>,
    /// The account whose token a program has sent.
    program: Option<Account>,
}

impl Visitor {
    /// Who has sent a request with these headers.
    pub(crate) async fn find(app: &App, headers: &HeaderMap) -> Result<Visitor, WebError> {
        // Whoever sends a token is asked for no cookie.
        if let Some(account) = api::owner(app, headers).await? {
            let headers = headers.clone();
            return Ok(Visitor { headers, program: Some(account), ..Visitor::default() });
        }
        let guest = Cookie::Guest.find(headers, |it| it.parse().ok());
        let secret = Cookie::Session.find(headers, |it| Some(Secret::typed(it)));
        let logged_in = match secret {
            Some(it) => app.accounts.logged_in(&it).await.map_err(WebError::store)?.map(Arc::new),
            None => None,
        };
        Ok(Visitor { headers: headers.clone(), guest, logged_in, program: None })
    }

    /// Who the visitor is in games, if known.
    pub(crate) fn person(&self) -> Option<PersonId> {
        match self.program.as_ref().or(self.account()) {
            Some(account) => Some(account.id),
            None => self.guest(),
        }
    }

    /// The guest that the browser has been, also when somebody is logged in.
    pub(crate) fn guest(&self) -> Option<PersonId> {
        self.guest.as_ref().map(GuestToken::guest)
    }

    /// The account, if somebody is logged in.
    pub(crate) fn account(&self) -> Option<&Account> {
        self.logged_in.as_ref().map(|it| &it.account)
    }

    /// The session, if somebody is logged in.
    pub(crate) fn session(&self) -> Option<&LoginSession> {
        self.logged_in.as_ref().map(|it| &it.session)
    }

    /// The account and its session, or an error with the way to log in.
    pub(crate) fn logged_in(&self) -> Result<&LoggedIn, WebError> {
        self.logged_in.as_deref().ok_or_else(WebError::log_in_first)
    }

    /// Whether it is a program with a token, of which no origin is asked.
    pub(crate) const fn is_program(&self) -> bool {
        self.program.is_some()
    }

    /// The headers of the request.
    pub(crate) fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The name under which the visitor plays: that of the account, or the one
    /// that a guest has given.
    pub(crate) fn name_or(&self, given: String) -> String {
        let account = self.program.as_ref().or(self.account());
        account.map_or(given, |it| it.role.shown_name(&it.name))
    }

    /// The person that plays: an account, or a guest who is stored with this
    /// name; a new one also needs the cookie.
    pub(crate) async fn sign_in(
        self,
        app: &App,
        name: &str,
    ) -> Result<(PersonId, HeaderMap), WebError> {
        if let Some(account) = self.program.as_ref().or(self.account()) {
            return Ok((account.id, HeaderMap::new()));
        }
        let token = self.guest.unwrap_or_else(GuestToken::random);
        let id = token.guest();
        let seen_at = wire::millis(app.clock.now());
        let guest = Guest { id, name: wire::plain_name(name), seen_at };
        app.store.put_guest(guest).await.map_err(WebError::store)?;
        Ok((id, Cookie::Guest.set(&self.headers, &token.to_text())))
    }
}

/// The gate has found out who asks.
impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Visitor, Infallible> {
        Ok(parts.extensions.get::<Visitor>().cloned().unwrap_or_default())
    }
}
