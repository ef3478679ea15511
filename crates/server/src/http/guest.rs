//! The cookie by which a browser is known again.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};

use super::{App, WebError};
use crate::id::{GuestToken, PersonId};
use crate::store::Guest;
use crate::wire;

/// The name of the cookie. `__Host-` and `Secure` would be better, but
/// browsers refuse them where there is no TLS.
const COOKIE: &str = "tengen";

/// How long a browser keeps it: a year.
const MAX_AGE: u32 = 365 * 24 * 3_600;

/// A browser, known or not.
#[derive(Clone, Debug)]
pub(crate) struct Visitor(Option<GuestToken>);

impl Visitor {
    pub(crate) fn of(headers: &HeaderMap) -> Visitor {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok());
        let pairs = cookies.flat_map(|it| it.split(';')).filter_map(|it| it.trim().split_once('='));
        let mut own = pairs.filter(|(name, _)| *name == COOKIE);
        Visitor(own.find_map(|(_, value)| value.parse().ok()))
    }

    /// The guest, if the browser is known.
    pub(crate) fn guest(&self) -> Option<PersonId> {
        self.0.as_ref().map(GuestToken::guest)
    }

    /// The guest with a name, now stored; a new one also needs the cookie.
    pub(crate) async fn sign_in(
        self,
        app: &App,
        name: &str,
    ) -> Result<(PersonId, HeaderMap), WebError> {
        let token = self.0.unwrap_or_else(GuestToken::random);
        let id = token.guest();
        let seen_at = wire::millis(app.clock.now());
        let guest = Guest { id, name: wire::plain_name(name), seen_at };
        app.store.put_guest(guest).await.map_err(WebError::store)?;
        let text = token.to_text();
        let cookie = format!("{COOKIE}={text}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax");
        let mut headers = HeaderMap::new();
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            headers.insert(header::SET_COOKIE, cookie);
        }
        Ok((id, headers))
    }
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Visitor, Infallible> {
        Ok(Visitor::of(&parts.headers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_cookie_is_found_among_others() {
        let token = GuestToken::random();
        let of = |cookie: String| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_str(&cookie).unwrap());
            Visitor::of(&headers).guest()
        };
        let text = token.to_text();
        assert_eq!(of(format!("a=b; tengen={text}; c=d")), Some(token.guest()));
        assert_eq!(of(format!("tengen=x; tengen={text}")), Some(token.guest()));
        assert_eq!(of(format!("xtengen={text}")), None);
        assert_eq!(of("tengen=; tengen=../..".to_owned()), None);
    }
}
