//! Cookies: that of a guest, and that of somebody who is logged in.
//!
//! Over https their names begin with `__Host-`, so that no other server of the
//! same domain can set them. Browsers refuse such names without TLS.

use axum::http::{HeaderMap, HeaderValue, header};

use super::gate::scheme;

/// How long a browser keeps a cookie: a year. Sessions end earlier by
/// themselves.
const MAX_AGE: u32 = 365 * 24 * 3_600;

const SECURE_PREFIX: &str = "__Host-";

/// A cookie of this server.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Cookie {
    /// The token of a guest.
    Guest,
    /// The session of an account.
    Session,
}

impl Cookie {
    const fn name(self) -> &'static str {
        match self {
            Cookie::Guest => "tengen",
            Cookie::Session => "tengen-session",
        }
    }

    /// What a browser has sent, if it can be read.
    pub(super) fn find<T>(
        self,
        headers: &HeaderMap,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let of = |wanted: &str| {
            let cookies = headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok());
            let pairs = cookies.flat_map(|it| it.split(';'));
            let mut pairs = pairs.filter_map(|it| it.trim().split_once('='));
            pairs.find_map(|(name, value)| (name == wanted).then(|| read(value)).flatten())
        };
        if scheme(headers) != "https" {
            return of(self.name());
        }
        let secure = of(&format!("{SECURE_PREFIX}{}", self.name()));
        // A guest of the time before keeps the games; a session must be ours.
        secure.or_else(|| of(self.name()).filter(|_| self == Cookie::Guest))
    }

    /// Has the browser that sent these headers keep a value.
    pub(super) fn set(self, headers: &HeaderMap, value: &str) -> HeaderMap {
        self.write(headers, value, MAX_AGE)
    }

    /// Has the browser forget it.
    pub(super) fn clear(self, headers: &HeaderMap) -> HeaderMap {
        self.write(headers, "", 0)
    }

    fn write(self, headers: &HeaderMap, value: &str, max_age: u32) -> HeaderMap {
        let (prefix, secure) = match scheme(headers) {
            "https" => (SECURE_PREFIX, " Secure;"),
            _ => ("", ""),
        };
        let name = self.name();
        let text = format!(
            "{prefix}{name}={value}; Path=/; Max-Age={max_age};{secure} HttpOnly; SameSite=Lax"
        );
        let cookie = HeaderValue::from_str(&text).ok();
        cookie.into_iter().map(|it| (header::SET_COOKIE, it)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(cookie: &str, scheme: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_str(cookie).unwrap());
        headers.insert("x-forwarded-proto", HeaderValue::from_static(scheme));
        headers
    }

    fn of(cookie: Cookie, text: &str, scheme: &'static str) -> Option<u32> {
        cookie.find(&headers(text, scheme), |it| it.parse().ok())
    }

    #[test]
    fn own_cookie_is_found_among_others() {
        let guest = |text| of(Cookie::Guest, text, "http");
        assert_eq!(guest("a=b; tengen=7; c=d"), Some(7));
        assert_eq!(guest("tengen=x; tengen=7"), Some(7));
        assert_eq!(guest("xtengen=7"), None);
        assert_eq!(guest("tengen=; tengen=../.."), None);
        assert_eq!(guest("tengen-session=7"), None);
        assert_eq!(of(Cookie::Session, "tengen=1; tengen-session=7", "http"), Some(7));
    }

    #[test]
    fn session_over_https_is_one_that_only_this_server_can_set() {
        let session = |text| of(Cookie::Session, text, "https");
        assert_eq!(session("__Host-tengen-session=7; tengen-session=8"), Some(7));
        assert_eq!(session("tengen-session=8"), None);
        let guest = |text| of(Cookie::Guest, text, "https");
        assert_eq!(guest("tengen=8; __Host-tengen=7"), Some(7));
        assert_eq!(guest("tengen=8"), Some(8));
    }

    #[test]
    fn cookies_are_for_this_server_and_no_script() {
        let set = |scheme| {
            let set = Cookie::Session.set(&headers("", scheme), "7");
            set[header::SET_COOKIE].to_str().unwrap().to_owned()
        };
        let rest = "HttpOnly; SameSite=Lax";
        assert_eq!(set("http"), format!("tengen-session=7; Path=/; Max-Age=31536000; {rest}"));
        let secure = format!("__Host-tengen-session=7; Path=/; Max-Age=31536000; Secure; {rest}");
        assert_eq!(set("https"), secure);
        let cleared = Cookie::Guest.clear(&headers("", "http"));
        assert!(
            cleared[header::SET_COOKIE].to_str().unwrap().starts_with("tengen=; Path=/; Max-Age=0")
        );
    }
}
