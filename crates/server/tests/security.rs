//! Who gets in, and what is refused.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod client;

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{IpAddr, TcpStream};
use std::time::Duration;

use client::{BY_LINK, Browser, TestFolder, start, two_players};
use serde_json::json;
use tengen_server::{AddressLimits, Server, ServerOptions};

#[test]
fn sockets_are_for_pages_of_this_server() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    let game = ana.create(BY_LINK);
    for origin in [None, Some("null"), Some("http://evil.example"), Some("http://127.0.0.1:1")] {
        assert_eq!(ana.try_socket(&game, origin).map(|_| ()), Err(403), "{origin:?}");
    }
    let origin = format!("http://{}", server.address());
    assert!(ana.try_socket(&game, Some(&origin)).is_ok());
    assert_eq!(ana.try_socket("zzzzzzz", Some(&origin)).map(|_| ()), Err(404));
    // A game that is not there is found out after the handshake.
    let mut socket = ana.try_socket("zzzzzzzz", Some(&origin)).unwrap();
    socket.send(&json!({"t": "hello", "have": null}));
    assert_eq!(socket.receive(), Err(4004));
}

#[test]
fn forms_of_other_sites_do_nothing() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    let form = ("content-type", "application/x-www-form-urlencoded");
    for headers in [
        vec![form],
        vec![form, ("origin", "http://evil.example")],
        vec![form, ("origin", "null")],
        vec![form, ("sec-fetch-site", "cross-site")],
    ] {
        let answer = ana.request("POST", "/games", &headers, BY_LINK);
        assert_eq!(answer.status, 403, "{headers:?}");
        assert!(answer.header("set-cookie").is_none());
    }
    let answer = ana.request("GET", "/", &[("host", "evil.example")], "");
    assert_eq!(answer.status, 421);
}

#[test]
fn private_game_is_not_there_for_others() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let form = format!("{BY_LINK}&visibility=private");
    let (game, [mut ana, _], _sockets) = two_players(server.address(), &form);
    let mut eve = Browser::new(server.address());
    let other = eve.create(BY_LINK);
    for path in ["", "/state", "/game.sgf", "/board.png"] {
        let mine = eve.get(&format!("/g/{game}{path}"));
        let none = eve.get(&format!("/g/zzzzzzzz{path}"));
        assert_eq!((mine.status, none.status), (404, 404), "{path}");
        assert_eq!(mine.text(), none.text(), "{path}");
        assert_eq!(ana.get(&format!("/g/{game}{path}")).status, 200, "{path}");
        assert_eq!(eve.get(&format!("/g/{other}{path}")).status, 200, "{path}");
    }
    let mut socket = eve.socket(&game);
    socket.send(&json!({"t": "hello", "have": null}));
    assert_eq!(socket.receive(), Err(4004));
    // A command without a greeting reaches no game.
    let mut socket = eve.socket(&game);
    assert_eq!(socket.no(json!({"t": "resign"})), "malformed");
}

#[test]
fn large_and_strange_messages_are_refused() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let (game, [ana, _], [mut black, _white]) = two_players(server.address(), BY_LINK);
    assert_eq!(black.no(json!({"t": "play", "n": 0, "at": "D4", "force": true})), "malformed");
    assert_eq!(black.no(json!({"t": "tick"})), "malformed");
    assert_eq!(black.no(json!({"t": "play", "n": 0, "at": "Z25"})), "illegal");
    assert_eq!(black.no(json!({"t": "say", "text": "x".repeat(501)})), "bad_text");
    for text in ["", "[]", "nonsense", &"[".repeat(4_000), &"9".repeat(8_000)] {
        black.send_text(text);
    }
    black.ok(json!({"t": "play", "n": 0, "at": "D4"}));
    black.send_text(&"x".repeat((8 << 10) + 1));
    while black.receive().is_ok() {}
    assert_eq!(ana.socket(&game).hello(None)[1]["moves"], "BD4");
}

#[test]
fn floods_are_refused_and_then_closed() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let (_, _, [mut black, mut white]) = two_players(server.address(), BY_LINK);
    for c in 0..10 {
        white.send(&json!({"t": "say", "c": c, "text": "spam"}));
    }
    let mut answers = Vec::new();
    while answers.len() < 10 {
        let message = white.receive().unwrap();
        if !message["c"].is_null() {
            answers.push(message["t"] == "ok");
        }
    }
    assert_eq!(answers.iter().filter(|it| **it).count(), 5);
    let mut code = None;
    for c in 0..400 {
        if black.try_send(&json!({"t": "undo", "c": c, "op": "no", "n": 0})).is_err() {
            break;
        }
    }
    while code.is_none() {
        code = black.receive().err();
    }
    assert!(matches!(code, Some(1008 | 1006)), "{code:?}");
}

#[test]
fn answers_carry_the_policy() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    let game = ana.create(BY_LINK);
    for path in ["/", "/games", &format!("/g/{game}"), "/nowhere"] {
        let answer = ana.get(path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'sha256-"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let text = answer.text();
        assert!(!text.contains(" style=\"") && !text.contains(" onclick="), "{path}");
        assert!(!text.contains("http://") || path.starts_with("/g/"), "{path} has no foreign link");
    }
    assert!(ana.get("/nowhere").text().contains("There is no such page."));
    let compressed = ana.request("GET", "/", &[("accept-encoding", "gzip")], "");
    assert_eq!(compressed.header("content-encoding"), Some("gzip"));
    assert_eq!(ana.post("/games", &"x=y&".repeat(10_000)).status, 413);
}

/// A server with limits that are soon reached.
fn start_with(folder: &TestFolder, limits: AddressLimits, proxies: Vec<IpAddr>) -> Server {
    let options = ServerOptions::new("127.0.0.1:0".parse().unwrap(), folder.0.clone());
    Server::start(ServerOptions { limits, proxies, ..options }).unwrap()
}

/// What a connection hears until it is closed.
fn rest(mut stream: TcpStream) -> String {
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    let mut bytes = Vec::new();
    // A connection that is reset is closed as well.
    let read = stream.read_to_end(&mut bytes);
    assert!(!read.is_err_and(|it| it.kind() == ErrorKind::WouldBlock), "it was not closed");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn request_that_takes_too_long_is_dropped() {
    let folder = TestFolder::new();
    let request_time = Duration::from_millis(200);
    let limits = AddressLimits { request_time, ..AddressLimits::default() };
    let server = start_with(&folder, limits, Vec::new());
    // A head that never ends, none at all, and silence after an answer.
    for begin in [
        "GET / HTTP/1.1\r\nhost: localhost\r\nx: ",
        "",
        "GET /robots.txt HTTP/1.1\r\nhost: localhost\r\n\r\n",
    ] {
        let mut stream = TcpStream::connect(server.address()).unwrap();
        stream.write_all(begin.as_bytes()).unwrap();
        let heard = rest(stream);
        assert_eq!(heard.contains("Disallow"), begin.contains("robots"), "{heard}");
    }
    assert_eq!(Browser::new(server.address()).get("/").status, 200);
}

#[test]
fn one_address_has_so_many_connections_and_no_more() {
    let folder = TestFolder::new();
    let limits = AddressLimits { connections: 3, ..AddressLimits::default() };
    let server = start_with(&folder, limits, Vec::new());
    let mut held: Vec<TcpStream> =
        (0..3).map(|_| TcpStream::connect(server.address()).unwrap()).collect();
    for stream in &mut held {
        let request = "GET /robots.txt HTTP/1.1\r\nhost: localhost\r\n\r\n";
        stream.write_all(request.as_bytes()).unwrap();
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
    }
    let refused = rest(TcpStream::connect(server.address()).unwrap());
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    assert!(refused.contains("Too many connections"), "{refused}");
    drop(held);
    // It takes a moment until the server has seen that they are closed.
    let mut stream = loop {
        let stream = TcpStream::connect(server.address()).unwrap();
        let mut copy = stream.try_clone().unwrap();
        let _ = copy
            .write_all(b"GET /robots.txt HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let mut first = [0; 12];
        if copy.read_exact(&mut first).is_ok() && first.ends_with(b"200") {
            break stream;
        }
    };
    stream.read_to_end(&mut Vec::new()).unwrap();
}

#[test]
fn visitors_behind_a_proxy_have_limits_of_their_own() {
    let folder = TestFolder::new();
    let limits = AddressLimits { connections: 1, open_sockets: 2, ..AddressLimits::default() };
    let server = start_with(&folder, limits, vec!["127.0.0.1".parse().unwrap()]);
    let ana = Browser::new(server.address());
    let mut creator = ana.clone();
    let game = creator.create(BY_LINK);
    let origin = format!("http://{}", server.address());
    let open = |visitor: &str| {
        let headers = [("origin", origin.as_str()), ("x-forwarded-for", visitor)];
        ana.try_socket_with(&game, &headers)
    };
    let first = open("192.0.2.1").unwrap();
    let _second = open("192.0.2.1").unwrap();
    assert_eq!(open("192.0.2.1").map(|_| ()), Err(429));
    let _other = open("198.51.100.7, 192.0.2.2").unwrap();
    drop(first);
    while open("192.0.2.1").is_err() {}
}
