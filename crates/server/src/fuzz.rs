//! What fuzz targets reach of the inside; it is there for them alone.

use axum::body::Body;
use axum::extract::{Form, FromRequest as _, Request};
use axum::http::{Method, header};
use futures_util::FutureExt as _;

use crate::asset::AssetSource;
use crate::id::PersonId;
use crate::page::{self, CreateForm, Lists};
use crate::room::NewGame;
use crate::wire::ClientMessage;

/// Reads a text as a socket does: a message, or the number of a command that
/// is refused.
#[expect(clippy::missing_errors_doc, reason = "only fuzz targets call it")]
pub fn read_message(text: &str) -> Result<ClientMessage, Option<u32>> {
    serde_json::from_str(text).map_err(|_| crate::socket::command_number(text))
}

/// The form of the first page.
#[derive(Debug)]
pub struct Pages(AssetSource);

impl Pages {
    /// With the files that are embedded.
    #[expect(clippy::new_without_default, reason = "only fuzz targets call it")]
    pub fn new() -> Pages {
        Pages(AssetSource::new())
    }

    /// Reads the body of a form as the server does: the game, or the page that
    /// comes back; `None` if it is no form at all.
    pub fn create(&self, body: &[u8], guest: PersonId) -> Option<Result<NewGame, String>> {
        let request = Request::builder()
            .method(Method::POST)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from(body.to_vec()))
            .ok()?;
        let Form(form) = Form::<CreateForm>::from_request(request, &()).now_or_never()?.ok()?;
        Some(form.read(guest).map_err(|problem| {
            let lists = Lists::default();
            page::create(&self.0.assets(), &form, Some(&problem), &lists).into_string()
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_of_forms_are_games_or_pages() {
        let pages = Pages::new();
        let create = |body| pages.create(body, PersonId::numbered(1)).unwrap();
        assert!(create(include_bytes!("../fuzz/seeds/form/link")).is_ok());
        assert!(create(include_bytes!("../fuzz/seeds/form/level")).is_ok());
        let page = create(include_bytes!("../fuzz/seeds/form/wrong")).unwrap_err();
        assert!(page.contains(r#"id="problem""#));
    }

    #[test]
    fn seeds_of_messages_are_read() {
        let play = include_str!("../fuzz/seeds/messages/play");
        let sent = play.lines().filter(|it| it.starts_with(['0', '1', '2']));
        let read = sent.map(|it| read_message(&it[1..]).is_ok()).collect::<Vec<_>>();
        assert!(read.len() > 3 && read.iter().all(|it| *it), "{read:?}");
        assert_eq!(read_message(r#"{"t":"tick","c":7}"#).unwrap_err(), Some(7));
    }
}
