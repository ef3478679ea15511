//! Who asks: the token of a request, what it allows, and how often.

use std::sync::Arc;

use axum::extract::{ConnectInfo, Extension, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::answer;
use crate::http::{App, Peer, WebError};
use crate::id::PersonId;
use crate::secret::{Secret, SecretHash};
use crate::store::{self, AccountRole, ApiToken};
use crate::wire::{self, Account, Scope};

/// Tells tokens apart without being one.
pub(super) type TokenKey = SecretHash;

/// Who asks, and what the token allows.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    pub(super) person: PersonId,
    pub(super) token: TokenKey,
    pub(super) account: Account,
    pub(super) role: AccountRole,
}

impl Caller {
    /// Whether the token still works.
    pub(super) async fn is_let_in(&self, app: &App) -> bool {
        let found = app.store.token(self.token, wire::millis(app.clock.now())).await;
        // A store that fails says nothing about tokens.
        !matches!(found, Ok(None))
    }

    /// The name at a board, which shows who is a program.
    pub(super) fn seat_name(&self) -> String {
        self.role.shown_name(&self.account.name)
    }
}

/// Lets a request through whose token allows it, within the limits.
pub(super) async fn authorize(
    State((app, scope)): State<(Arc<App>, Scope)>,
    mut request: Request,
    next: Next,
) -> Response {
    let token = bearer(request.headers()).map(str::to_owned);
    let peer = request.extensions().get::<Peer>().copied();
    match check(&app, scope, token, peer).await {
        Ok(caller) => {
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
        Err(error) => error.into_response(),
    }
}

async fn check(
    app: &App,
    scope: Scope,
    token: Option<String>,
    peer: Option<Peer>,
) -> Result<Caller, WebError> {
    let caller = find(app, token.as_deref()).await?;
    // Programs of many people may share an address, so each has a limit of
    // its own; who has no token is limited by the address alone.
    if let Some(ConnectInfo(peer)) = peer {
        app.give_back_request(peer);
    }
    app.take_command(caller.person)?;
    if !caller.account.scopes.contains(&scope) {
        let text = format!("This token does not allow that. It needs the scope {scope}.");
        return Err(WebError::forbidden(&text).with_code("scope"));
    }
    Ok(caller)
}

/// The token of a request; cookies are for pages.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

async fn find(app: &App, token: Option<&str>) -> Result<Caller, WebError> {
    let Some(text) = token else {
        let text = "A token is needed: send the header \"Authorization: Bearer TOKEN\".";
        return Err(WebError::new(StatusCode::UNAUTHORIZED, text));
    };
    let unknown = || {
        let text = "This token is unknown, or not valid any more.";
        WebError::new(StatusCode::UNAUTHORIZED, text)
    };
    let now = wire::millis(app.clock.now());
    let found = app.store.token(Secret::typed(text).hash(), now).await.map_err(WebError::store)?;
    let (token, owner) = found.ok_or_else(unknown)?;
    let account = account(&token, &owner);
    Ok(Caller { person: owner.id, token: token.id, account, role: owner.role })
}

/// Whose token a request outside of the API has: a program of a person that
/// shows pages of games, and acts as its owner there. So the token must allow
/// everything that it could do.
pub(crate) async fn owner(
    app: &App,
    headers: &HeaderMap,
) -> Result<Option<store::Account>, WebError> {
    let Some(token) = bearer(headers) else { return Ok(None) };
    let caller = find(app, Some(token)).await?;
    let missing = Scope::ALL.into_iter().find(|it| !caller.account.scopes.contains(it));
    if let Some(scope) = missing {
        let text = format!("This token does not allow that. It needs the scope {scope}.");
        return Err(WebError::forbidden(&text).with_code("scope"));
    }
    app.store.account(caller.person).await.map_err(WebError::store)
}

/// Whether a request has a token, which no page of another site can make a
/// browser send.
pub(crate) fn has_token(headers: &HeaderMap) -> bool {
    bearer(headers).is_some()
}

/// What a program is told of its token.
pub(super) fn account(token: &ApiToken, owner: &store::Account) -> Account {
    Account {
        name: owner.name.clone(),
        bot: owner.role == AccountRole::Bot,
        // A scope of a later version is none that this one could grant.
        scopes: token.scopes.iter().filter_map(|it| it.parse().ok()).collect(),
    }
}

pub(super) async fn show(Extension(caller): Extension<Caller>) -> Response {
    answer::json(&caller.account)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_is_in_one_header_alone() {
        let check = |name: &'static str, value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            bearer(&headers).map(str::to_owned)
        };
        assert_eq!(check("authorization", "Bearer abc").as_deref(), Some("abc"));
        assert_eq!(check("authorization", "bearer  abc ").as_deref(), Some("abc"));
        assert_eq!(check("authorization", "Basic abc"), None);
        assert_eq!(check("authorization", "abc"), None);
        assert_eq!(check("cookie", "tengen=abc"), None);
    }
}
