//! Commands in a game, one address for each.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Extension, Path, State};
use axum::http::Uri;
use axum::response::Response;
use serde_json::{Map, Value};

use super::answer;
use super::caller::Caller;
use crate::http::{App, WebError, game_id};
use crate::id::random_bytes;
use crate::wire::{ClientMessage, Done};

type Body = Result<Bytes, BytesRejection>;

pub(super) async fn play(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    address: Uri,
    body: Body,
) -> Result<Response, WebError> {
    let kind = address.path().rsplit('/').next().unwrap_or_default();
    carry_out(&app, &caller, &id, message(kind, answer::read(body)?)?).await
}

pub(super) async fn say(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    body: Body,
) -> Result<Response, WebError> {
    app.take_line(caller.person)?;
    carry_out(&app, &caller, &id, message("say", answer::read(body)?)?).await
}

/// The same message as a socket would bring.
fn message(kind: &str, mut fields: Map<String, Value>) -> Result<ClientMessage, WebError> {
    // A command without a number is another one each time.
    let number = fields.remove("c").unwrap_or_else(|| u32::from_le_bytes(random_bytes()).into());
    // What is not a field of the command is refused below, also this one.
    let kind_field = if fields.contains_key("t") { "kind" } else { "t" };
    fields.insert(kind_field.to_owned(), kind.into());
    fields.insert("c".to_owned(), number);
    serde_json::from_value(fields.into()).map_err(|error| answer::malformed(&error))
}

async fn carry_out(
    app: &App,
    caller: &Caller,
    id: &str,
    message: ClientMessage,
) -> Result<Response, WebError> {
    let id = game_id(id)?;
    let received = app.clock.now();
    let done = app.games.order(id, caller.person, message, received).await;
    match done.ok_or_else(WebError::no_game)? {
        Ok(v) => Ok(answer::json(&Done { v })),
        Err(refusal) => Err(answer::refused(&refusal)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(kind: &str, body: Value) -> Result<ClientMessage, WebError> {
        let Value::Object(fields) = body else { panic!("not an object") };
        message(kind, fields)
    }

    #[test]
    fn commands_are_those_of_sockets() {
        let play = read("play", json!({"n": 3, "at": "D4", "c": 7})).unwrap();
        assert_eq!(play, ClientMessage::Play { c: 7, n: 3, at: "D4".parse().unwrap() });
        assert!(matches!(read("resign", json!({})), Ok(ClientMessage::Resign { .. })));
    }

    #[test]
    fn nothing_else_is_taken() {
        for (kind, body) in [
            ("play", json!({"n": 3})),
            ("play", json!({"n": -1, "at": "D4"})),
            ("play", json!({"n": 3, "at": "D4", "force": true})),
            ("pass", json!({"n": 3, "t": "resign"})),
            ("pass", json!({"n": 3, "t": "pass"})),
            ("pass", json!({"n": 3, "c": "7"})),
            ("undo", json!({"n": 3, "op": "force"})),
        ] {
            let error = read(kind, body.clone()).unwrap_err();
            assert_eq!((error.status.as_u16(), error.code()), (400, "malformed"), "{body}");
        }
    }
}
