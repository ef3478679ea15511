//! Links to games.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// The address of a game on a server.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub struct GameLink {
    /// Name or address, with the port if the link has one.
    authority: String,
    id: String,
}

/// The address of a server.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub struct ServerAddress {
    authority: String,
}

impl ServerAddress {
    /// Name or address of the server, with the port if there is one.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// The link to a game of this server.
    pub fn game(&self, id: &str) -> GameLink {
        GameLink { authority: self.authority.clone(), id: id.to_owned() }
    }

    /// Name or address without brackets, and the port.
    pub(crate) fn host_and_port(&self) -> (&str, u16) {
        host_and_port(&self.authority)
    }
}

/// Writes it as a browser shows it, without a slash at the end.
impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}", self.authority)
    }
}

/// Why a text is not the address of a server.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum BadServerAddress {
    /// It needs a secure connection, which is not supported.
    Secure(String),
    /// It is something else.
    NotAServer(String),
}

impl fmt::Display for BadServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadServerAddress::Secure(text) => {
                write!(f, "unsupported secure address {text}, expected http")
            }
            BadServerAddress::NotAServer(text) => {
                write!(f, "{text:?} is not the address of a server, expected http://HOST:PORT")
            }
        }
    }
}

impl Error for BadServerAddress {}

impl FromStr for ServerAddress {
    type Err = BadServerAddress;

    /// Reads `http://HOST:PORT`, also without the scheme or with a slash at
    /// the end.
    fn from_str(text: &str) -> Result<ServerAddress, BadServerAddress> {
        let text = text.trim();
        let (scheme, rest) = text.split_once("://").unwrap_or(("http", text));
        let authority = rest.strip_suffix('/').unwrap_or(rest);
        match scheme.to_ascii_lowercase().as_str() {
            "https" => Err(BadServerAddress::Secure(text.to_owned())),
            "http" if is_authority(authority) => {
                Ok(ServerAddress { authority: authority.to_ascii_lowercase() })
            }
            _ => Err(BadServerAddress::NotAServer(text.to_owned())),
        }
    }
}

/// Why a text is not a link to a game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum BadLink {
    /// It needs a secure connection, which is not supported.
    Secure(String),
    /// It is of another kind, or leads to something else than a game.
    NotAGame(String),
}

impl GameLink {
    /// Name or address of the server, with the port if the link has one.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// The id of the game.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The link to another game of the same server.
    #[must_use]
    pub fn with_id(&self, id: &str) -> GameLink {
        GameLink { id: id.to_owned(), ..self.clone() }
    }

    /// The server, as pages name where they come from.
    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.authority)
    }

    /// The address of the server's socket for the game.
    pub(crate) fn socket(&self) -> String {
        format!("ws://{}/g/{}/socket", self.authority, self.id)
    }

    /// Name or address without brackets, and the port.
    pub(crate) fn host_and_port(&self) -> (&str, u16) {
        host_and_port(&self.authority)
    }
}

fn host_and_port(authority: &str) -> (&str, u16) {
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port.parse().unwrap_or(80)),
        _ => (authority, 80),
    };
    (host.trim_start_matches('[').trim_end_matches(']'), port)
}

/// Writes it as a browser shows it.
impl fmt::Display for GameLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}/g/{}", self.authority, self.id)
    }
}

impl FromStr for GameLink {
    type Err = BadLink;

    /// Reads `http://HOST:PORT/g/ID`, also without the scheme, as a socket's
    /// address, or with something behind it.
    fn from_str(text: &str) -> Result<GameLink, BadLink> {
        let text = text.trim();
        let not_a_game = || BadLink::NotAGame(text.to_owned());
        let (scheme, rest) = text.split_once("://").unwrap_or(("http", text));
        match scheme.to_ascii_lowercase().as_str() {
            "http" | "ws" => (),
            "https" | "wss" => return Err(BadLink::Secure(text.to_owned())),
            _ => return Err(not_a_game()),
        }
        let (authority, path) = rest.split_once('/').ok_or_else(not_a_game)?;
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let parts: Vec<&str> = path.split('/').collect();
        let (["g", id] | ["g", id, "" | "socket" | "join" | "state"]) = parts[..] else {
            return Err(not_a_game());
        };
        let is_id = !id.is_empty() && id.bytes().all(|it| it.is_ascii_alphanumeric());
        if !is_id || !is_authority(authority) {
            return Err(not_a_game());
        }
        Ok(GameLink { authority: authority.to_ascii_lowercase(), id: id.to_owned() })
    }
}

/// Whether a text is a name or an address, perhaps with a port.
fn is_authority(text: &str) -> bool {
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (text, None),
    };
    let is_name = |it: &str| {
        let is_letter = |it: u8| it.is_ascii_alphanumeric() || it == b'-' || it == b'.';
        !it.is_empty() && it.bytes().all(is_letter)
    };
    let is_ip6 = |it: &str| {
        let inner = it.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
        inner.is_some_and(|it| it.parse::<std::net::Ipv6Addr>().is_ok())
    };
    (is_name(host) || is_ip6(host)) && port.is_none_or(|it| it.parse::<u16>().is_ok())
}

impl fmt::Display for BadLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadLink::Secure(text) => write!(f, "unsupported secure link {text}, expected http"),
            BadLink::NotAGame(text) => {
                write!(f, "{text:?} is not a link to a game, expected http://HOST/g/GAME")
            }
        }
    }
}

impl Error for BadLink {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, shown: &str, host: &str, port: u16) {
        let link: GameLink = text.parse().unwrap();
        assert_eq!(link.to_string(), shown);
        assert_eq!(link.host_and_port(), (host, port));
        assert_eq!(shown.parse(), Ok(link));
    }

    #[test]
    fn links_of_all_kinds_are_read() {
        let shown = "http://192.0.2.7:8080/g/k3v9x2pq";
        for text in [
            "http://192.0.2.7:8080/g/k3v9x2pq",
            " http://192.0.2.7:8080/g/k3v9x2pq/\n",
            "HTTP://192.0.2.7:8080/g/k3v9x2pq#17",
            "192.0.2.7:8080/g/k3v9x2pq?x=1",
            "ws://192.0.2.7:8080/g/k3v9x2pq/socket",
        ] {
            check(text, shown, "192.0.2.7", 8080);
        }
        check("Box.local/g/abc", "http://box.local/g/abc", "box.local", 80);
        check("http://[::1]:81/g/abc", "http://[::1]:81/g/abc", "::1", 81);
        check("http://[::1]/g/abc", "http://[::1]/g/abc", "::1", 80);
    }

    #[test]
    fn servers_have_a_name_and_a_port() {
        for text in ["box.local:8361", "http://box.local:8361/", " HTTP://Box.local:8361 "] {
            let server: ServerAddress = text.parse().unwrap();
            assert_eq!(server.to_string(), "http://box.local:8361");
            assert_eq!(server.game("k3v9x2pq").to_string(), "http://box.local:8361/g/k3v9x2pq");
        }
        let bad = |text: &str| text.parse::<ServerAddress>().unwrap_err().to_string();
        assert!(bad("https://go.example").starts_with("unsupported secure address"));
        for text in ["", "http://", "box/g/abc", "user@box", "ftp://box", "a b"] {
            assert!(bad(text).contains("is not the address of a server"), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "k3v9x2pq",
            "http://",
            "http://box/",
            "http://box/games",
            "http://box/g/",
            "http://box/g/a b",
            "http://box/g/../x",
            "http:///g/abc",
            "http://box:x/g/abc",
            "http://box:99999/g/abc",
            "http://a b/g/abc",
            "http://user@box/g/abc",
            "http://[::1/g/abc",
            "ftp://box/g/abc",
            "file:///g/abc",
        ] {
            assert_eq!(text.parse::<GameLink>(), Err(BadLink::NotAGame(text.to_owned())), "{text}");
        }
        let secure = "https://go.example/g/abc";
        assert_eq!(secure.parse::<GameLink>(), Err(BadLink::Secure(secure.to_owned())));
    }
}
