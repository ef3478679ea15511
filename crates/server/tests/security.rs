//! Who gets in, and what is refused.

mod client;

use client::{BY_LINK, Browser, TestFolder, start, two_players};
use serde_json::json;

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
