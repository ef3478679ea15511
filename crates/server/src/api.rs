//! The HTTP API for programs: JSON under `/api/v1`, with a token.
//!
//! `openapi.json` describes every operation, and a test compares it with
//! [`OPERATIONS`] and with what is answered. The API has no rules of its own:
//! commands go to rooms as those of sockets do, and limits are the same.

mod answer;
mod caller;
mod command;
mod event;
mod game;
mod offer;
mod stream;
mod token;

use std::sync::Arc;

use axum::Router;
use axum::middleware;
use axum::response::Response;
use axum::routing::{MethodRouter, delete, get, post};

use crate::http::{App, WebError};
use crate::wire::Scope;

pub(crate) use answer::error;
pub(crate) use caller::{has_token, owner};
pub(crate) use event::EventStreams;

/// Where the API is.
const PREFIX: &str = "/api/v1";

/// The description of all operations.
const DESCRIPTION: &str = include_str!("api/openapi.json");

/// What a program can ask for.
struct Operation {
    #[cfg_attr(not(test), expect(dead_code, reason = "compared with the description"))]
    method: &'static str,
    path: &'static str,
    /// What the token must allow; `None` for everyone.
    scope: Option<Scope>,
    handler: fn() -> MethodRouter<Arc<App>>,
}

const fn read(path: &'static str, handler: fn() -> MethodRouter<Arc<App>>) -> Operation {
    Operation { method: "get", path, scope: Some(Scope::Read), handler }
}

const fn command(path: &'static str) -> Operation {
    Operation { method: "post", path, scope: Some(Scope::Play), handler: || post(command::play) }
}

/// All operations.
const OPERATIONS: &[Operation] = &[
    Operation { method: "get", path: "/openapi.json", scope: None, handler: || get(description) },
    Operation { method: "post", path: "/tokens", scope: None, handler: || post(token::create) },
    Operation {
        method: "delete",
        path: "/token",
        scope: Some(Scope::Read),
        handler: || delete(token::end),
    },
    read("/account", || get(caller::show)),
    Operation {
        method: "post",
        path: "/account/bot",
        scope: Some(Scope::Play),
        handler: || post(token::mark_as_bot),
    },
    read("/stream", || get(event::open)),
    read("/games", || get(game::list)),
    read("/games/{id}", || get(game::show)),
    read("/games/{id}/record", || get(game::record)),
    read("/games/{id}/stream", || get(stream::open)),
    command("/games/{id}/play"),
    command("/games/{id}/pass"),
    command("/games/{id}/resign"),
    command("/games/{id}/undo"),
    command("/games/{id}/pause"),
    command("/games/{id}/continue"),
    command("/games/{id}/mark"),
    command("/games/{id}/agree"),
    command("/games/{id}/resume"),
    command("/games/{id}/claim"),
    command("/games/{id}/cancel"),
    command("/games/{id}/rematch"),
    Operation {
        method: "post",
        path: "/games/{id}/say",
        scope: Some(Scope::Chat),
        handler: || post(command::say),
    },
    read("/offers", || get(offer::list)),
    Operation {
        method: "post",
        path: "/offers",
        scope: Some(Scope::Offer),
        handler: || post(offer::create),
    },
    Operation {
        method: "post",
        path: "/offers/{id}/accept",
        scope: Some(Scope::Offer),
        handler: || post(offer::accept),
    },
    Operation {
        method: "delete",
        path: "/offers/{id}",
        scope: Some(Scope::Offer),
        handler: || delete(offer::withdraw),
    },
];

/// The routes of the API; each asks for a token that allows it.
pub(crate) fn routes(app: &Arc<App>) -> Router<Arc<App>> {
    let mut routes = Router::new();
    for it in OPERATIONS {
        let mut handler = (it.handler)();
        if let Some(scope) = it.scope {
            let state = (Arc::clone(app), scope);
            handler = handler.layer(middleware::from_fn_with_state(state, caller::authorize));
        }
        // Several methods of one address are merged.
        routes = routes.route(&format!("{PREFIX}{}", it.path), handler);
    }
    routes
}

/// Whether an address is one of the API, so that errors are JSON.
pub(crate) fn is_for_programs(path: &str) -> bool {
    path.strip_prefix("/api").is_some_and(|it| it.is_empty() || it.starts_with('/'))
}

async fn description() -> Response {
    answer::text(DESCRIPTION)
}

/// There is an address like this, but nothing to do so there.
pub(crate) async fn wrong_method() -> WebError {
    let text = "That address has no such method. See /api/v1/openapi.json.";
    WebError::new(axum::http::StatusCode::METHOD_NOT_ALLOWED, text)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn operations_are_those_of_the_description() {
        let description: Value = serde_json::from_str(DESCRIPTION).unwrap();
        let mut described = Vec::new();
        for (path, methods) in description["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                let scope = operation["security"][0]["token"][0].as_str();
                described.push((method.clone(), path.clone(), scope.map(str::to_owned)));
            }
        }
        let mut routed: Vec<_> = OPERATIONS
            .iter()
            .map(|it| {
                let scope = it.scope.map(|it| it.name().to_owned());
                (it.method.to_owned(), it.path.to_owned(), scope)
            })
            .collect();
        described.sort();
        routed.sort();
        assert_eq!(described, routed);
    }

    #[test]
    fn scopes_and_reasons_are_those_of_the_description() {
        let description: Value = serde_json::from_str(DESCRIPTION).unwrap();
        let schemas = &description["components"]["schemas"];
        let names = Scope::ALL.map(|it| Value::from(it.name()));
        assert_eq!(schemas["Scope"]["enum"], Value::from(names.to_vec()));
    }
}
