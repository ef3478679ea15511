//! What every request must pass, and what every answer carries.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::answer::{Page, WebError};
use super::{App, Peer, Visitor, lock};
use crate::{api, page};

/// How long a request with its body, and the answer, may take.
const ANSWER_TIME: Duration = Duration::from_secs(30);

/// The names by which the server may be called.
///
/// A page of another name could point that name at this machine and talk to
/// the server as if it were its own, so only addresses and known names pass.
#[derive(Clone, Debug, Default)]
pub(crate) struct HostNames(Vec<String>);

impl HostNames {
    pub(crate) fn new(names: impl IntoIterator<Item = String>) -> HostNames {
        HostNames(names.into_iter().map(|it| it.to_ascii_lowercase()).collect())
    }

    fn allows(&self, host: &str) -> bool {
        let name = without_port(host).to_ascii_lowercase();
        let address = name.trim_start_matches('[').trim_end_matches(']');
        name == "localhost"
            || address.parse::<IpAddr>().is_ok()
            || name.rsplit('.').next() == Some("local")
            || self.0.contains(&name)
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|it| it.is_ascii_digit()) => name,
        _ => host,
    }
}

/// What a browser makes of an answer.
#[derive(Copy, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they have nothing to do with each other")]
struct Browser {
    reads_gzip: bool,
    /// Whether it takes the address for one that no one else can have; some
    /// headers are errors elsewhere.
    trusts_us: bool,
    /// Whether it came by https.
    is_secure: bool,
    /// Whether it is a program, which reads errors as JSON.
    is_program: bool,
}

fn is_trusted(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let name = without_port(host).trim_start_matches('[').trim_end_matches(']');
    let is_loopback = name.parse::<IpAddr>().is_ok_and(|it| it.is_loopback());
    is_loopback || name == "localhost" || scheme(headers) == "https"
}

/// Lets a request through, and completes its answer.
pub(crate) async fn guard(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response {
    metrics::counter!("tengen_requests_total").increment(1);
    let browser = Browser {
        reads_gzip: accepts_gzip(request.headers()),
        trusts_us: is_trusted(request.headers()),
        is_secure: scheme(request.headers()) == "https",
        is_program: api::is_for_programs(request.uri().path()),
    };
    if let Some(Peer { 0: peer }) = request.extensions().get::<Peer>().copied() {
        let visitor = visitor_address(&app.proxies, peer.ip(), request.headers());
        request.extensions_mut().insert(axum::extract::ConnectInfo(SocketAddr::new(visitor, 0)));
    }
    let answer = match check(&app, &request) {
        // What comes after the head of a request must not take for ever either.
        Ok(()) => match tokio::time::timeout(ANSWER_TIME, answer(&app, request, next)).await {
            Ok(answer) => answer,
            Err(_) => WebError::too_slow().into_response(),
        },
        Err(error) => error.into_response(),
    };
    complete(&app, answer, browser)
}

/// Finds out who asks, and answers.
async fn answer(app: &App, mut request: Request, next: Next) -> Response {
    // Files are the same for all, and programs have tokens.
    let path = request.uri().path();
    if !path.starts_with("/a/") && !api::is_for_programs(path) {
        match Visitor::find(app, request.headers()).await {
            Ok(visitor) => drop(request.extensions_mut().insert(visitor)),
            Err(error) => return error.into_response(),
        }
    }
    next.run(request).await
}

/// Who asks: the other end of the connection, or for whom a proxy says that it
/// asks. What stands before the last address that is no proxy can be written by
/// anyone.
fn visitor_address(proxies: &[IpAddr], peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    if !proxies.contains(&peer.to_canonical()) {
        return peer;
    }
    let values = headers.get_all("x-forwarded-for").iter().filter_map(|it| it.to_str().ok());
    let mut hops: Vec<&str> = values.flat_map(|it| it.split(',')).map(str::trim).collect();
    hops.reverse();
    let hops = hops.into_iter().map_while(|it| it.parse::<IpAddr>().ok());
    hops.map(|it| it.to_canonical()).find(|it| !proxies.contains(it)).unwrap_or(peer)
}

fn check(app: &App, request: &Request) -> Result<(), WebError> {
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|it| it.to_str().ok()).unwrap_or_default();
    if !app.hosts.allows(host) {
        let text = "This server does not know itself by that name. Use its address, or start it \
            with --name.";
        return Err(WebError::new(StatusCode::MISDIRECTED_REQUEST, text));
    }
    if let Some(peer) = request.extensions().get::<Peer>() {
        let network = crate::limit::network(peer.0.ip());
        let taken = lock(&app.limits.requests).take(network, app.clock.now());
        taken.map_err(WebError::too_fast)?;
    }
    let changes_something = !matches!(*request.method(), Method::GET | Method::HEAD);
    // With a token, cookies are not asked for, so no page of another site can
    // make a browser do anything.
    let is_program = api::is_for_programs(request.uri().path()) || api::has_token(headers);
    let needs_origin = changes_something && !is_program;
    if needs_origin && !is_same_origin(headers) {
        return Err(WebError::forbidden("That came from a page of another site."));
    }
    Ok(())
}

/// Whether a request comes from a page of this server.
pub(crate) fn is_same_origin(headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|it| it.to_str().ok());
    match (text(header::ORIGIN), text(header::HOST)) {
        (Some(origin), Some(host)) => {
            let name = origin.strip_prefix("http://").or(origin.strip_prefix("https://"));
            name.is_some_and(|it| it.eq_ignore_ascii_case(host))
        }
        _ => text(HeaderName::from_static("sec-fetch-site")) == Some("same-origin"),
    }
}

/// Whether a browser can read what is compressed.
pub(crate) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|it| it.to_str().ok());
    accepted.is_some_and(|it| it.contains("gzip"))
}

/// The scheme by which a visitor came.
pub(crate) fn scheme(headers: &HeaderMap) -> &'static str {
    let forwarded = headers.get("x-forwarded-proto").and_then(|it| it.to_str().ok());
    if forwarded == Some("https") { "https" } else { "http" }
}

/// A path of this server as a link, by the name that the visitor has used.
pub(crate) fn link(headers: &HeaderMap, path: &str) -> String {
    let host = headers.get(header::HOST).and_then(|it| it.to_str().ok()).unwrap_or_default();
    format!("{}://{host}{path}", scheme(headers))
}

/// Makes a page of an error, and adds what every answer carries.
fn complete(app: &App, mut response: Response, browser: Browser) -> Response {
    let is_gzipped = browser.reads_gzip;
    if let Some(error) = response.extensions_mut().remove::<WebError>() {
        let retry_after = response.headers_mut().remove(header::RETRY_AFTER);
        response = if browser.is_program {
            api::error(&error)
        } else {
            let assets = app.files();
            let html = page::error(&assets, error.status, &error.text);
            Page::new(&assets, html).with_status(error.status).answer(is_gzipped)
        };
        if let Some(retry_after) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, retry_after);
        }
    }
    if let Some(page) = response.extensions_mut().remove::<Page>() {
        let earlier = std::mem::take(response.headers_mut());
        response = page.answer(is_gzipped);
        response.headers_mut().extend(earlier);
    }
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if browser.is_secure {
        let name = header::STRICT_TRANSPORT_SECURITY;
        headers.insert(name, HeaderValue::from_static("max-age=31536000"));
    }
    if browser.trusts_us {
        let name = HeaderName::from_static("cross-origin-opener-policy");
        headers.insert(name, HeaderValue::from_static("same-origin"));
    }
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        let nothing = "default-src 'none'; frame-ancestors 'none'";
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(nothing));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair = |&(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn only_pages_of_this_server_may_change_something() {
        let host = ("host", "192.0.2.1:8080");
        let check = |pairs: &[_]| is_same_origin(&headers(pairs));
        assert!(check(&[host, ("origin", "http://192.0.2.1:8080")]));
        assert!(check(&[host, ("sec-fetch-site", "same-origin")]));
        assert!(!check(&[host]));
        assert!(!check(&[host, ("origin", "null")]));
        assert!(!check(&[host, ("origin", "http://192.0.2.1")]));
        assert!(!check(&[host, ("origin", "http://192.0.2.1:8080.evil.example")]));
        assert!(!check(&[host, ("origin", "http://evil.example")]));
        assert!(!check(&[host, ("origin", "ws://192.0.2.1:8080")]));
        let foreign = ("origin", "http://evil.example");
        assert!(!check(&[host, foreign, ("sec-fetch-site", "same-origin")]));
    }

    #[test]
    fn visitors_behind_a_proxy_are_told_apart_and_no_one_else_is_believed() {
        let proxies = ["10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()];
        let check = |peer: &str, forwarded: &'static str| {
            let headers = headers(&[("x-forwarded-for", forwarded)]);
            visitor_address(&proxies, peer.parse().unwrap(), &headers).to_string()
        };
        assert_eq!(check("10.0.0.1", "192.0.2.7"), "192.0.2.7");
        assert_eq!(check("10.0.0.1", "198.51.100.9, 192.0.2.7, 10.0.0.2"), "192.0.2.7");
        assert_eq!(check("::ffff:10.0.0.1", "192.0.2.7"), "192.0.2.7");
        assert_eq!(check("192.0.2.9", "192.0.2.7"), "192.0.2.9");
        for forged in ["", "unknown", "192.0.2.7, nonsense", "10.0.0.2"] {
            assert_eq!(check("10.0.0.1", forged), "10.0.0.1", "{forged}");
        }
    }

    #[test]
    fn other_names_are_refused() {
        let hosts = HostNames::new(["go.example".to_owned()]);
        for host in ["localhost:8080", "127.0.0.1", "[::1]:8080", "box.local:80", "go.example"] {
            assert!(hosts.allows(host), "{host}");
        }
        for host in ["", "evil.example", "127.0.0.1.evil.example", "go.example.evil:80"] {
            assert!(!hosts.allows(host), "{host}");
        }
    }
}
