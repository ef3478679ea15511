//! Tokens: how a program is let in, and how an account becomes that of one.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use super::answer;
use super::caller::{Caller, account};
use crate::http::{App, Peer, WebError, log_in_refusal};
use crate::secret::Secret;
use crate::store::{AccountChange, AccountRole, ApiToken};
use crate::wire::{self, Scope, TokenCreated};

/// How long a token works if nothing else is said, in days.
const DAYS: u32 = 365;

/// The longest that a token works, in days.
const MAX_DAYS: u32 = 10 * 365;

/// The most tokens of an account.
const MAX_TOKENS: usize = 50;

/// Who wants a token, and for what.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewToken {
    name: String,
    password: String,
    #[serde(default)]
    label: String,
    scopes: Option<Vec<Scope>>,
    days: Option<u32>,
}

/// Makes a token for whoever knows the password.
pub(super) async fn create(
    State(app): State<Arc<App>>,
    peer: Peer,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, WebError> {
    let wanted: NewToken = answer::read(body)?;
    let days = wanted.days.unwrap_or(DAYS);
    if !(1..=MAX_DAYS).contains(&days) {
        let text = "A token works for 1 to 3650 days.";
        return Err(WebError::new(StatusCode::BAD_REQUEST, text));
    }
    let owner = app.accounts.log_in(peer.0.ip(), &wanted.name, wanted.password).await;
    let owner = match owner {
        Ok(owner) => owner,
        Err(error) => {
            let (status, text) = log_in_refusal(error)?;
            return Err(WebError::new(status, &text).with_code("wrong_password"));
        }
    };
    let others = app.store.tokens_of(owner.id).await.map_err(WebError::store)?;
    if others.len() >= MAX_TOKENS {
        let text = "This account has 50 tokens already. End one that you do not need.";
        return Err(WebError::new(StatusCode::CONFLICT, text).with_code("too_often"));
    }
    let mut scopes = wanted.scopes.unwrap_or_else(|| Scope::ALL.to_vec());
    scopes.sort_unstable();
    scopes.dedup();
    let secret = Secret::random();
    let now = app.clock.now();
    let life = Duration::from_secs(24 * 3_600) * days;
    let token = ApiToken {
        id: secret.hash(),
        account: owner.id,
        label: wire::plain_name(&wanted.label),
        scopes: scopes.iter().map(ToString::to_string).collect(),
        created_at: wire::millis(now),
        expires_at: Some(wire::millis(now + life)),
    };
    let created = TokenCreated {
        token: secret.as_str().to_owned(),
        account: account(&token, &owner),
        expires_at: token.expires_at,
    };
    app.store.put_token(token).await.map_err(WebError::store)?;
    Ok(answer::json(&created))
}

/// Ends the token of the request.
pub(super) async fn end(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, WebError> {
    app.store.end_token(caller.person, caller.token).await.map_err(WebError::store)?;
    app.event_streams.end(caller.token);
    Ok(answer::json(&serde_json::json!({})))
}

/// Marks an account as that of a program, for ever.
///
/// Only one that has not played: nobody should find out later that an opponent
/// was a program.
pub(super) async fn mark_as_bot(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, WebError> {
    let conflict =
        |text: &str, code: &str| Err(WebError::new(StatusCode::CONFLICT, text).with_code(code));
    let mut account = caller.account.clone();
    if !account.bot {
        if caller.role != AccountRole::Member {
            return conflict("Only the account of a member can become that of a bot.", "phase");
        }
        let games = app.store.games_of(caller.person, 1).await.map_err(WebError::store)?;
        if !games.is_empty() {
            let text = "This account has played. Make another one for the bot.";
            return conflict(text, "has_played");
        }
        let change = AccountChange::Role(AccountRole::Bot);
        app.store.change_account(caller.person, change).await.map_err(WebError::store)?;
        account.bot = true;
    }
    Ok(answer::json(&account))
}
