//! Every route times every kind of person: who gets in where.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod client;

use client::{BY_LINK, Browser, PASSWORD, TestFolder, start, two_players};

/// The routes themselves, so that a new one is noticed here.
const ROUTER: &str = include_str!("../src/http.rs");

/// Statuses for a stranger, a player of the game, a member, and an
/// administrator. The forms are empty and `{id}` is a private game that is
/// being played, unless the path says otherwise.
const TABLE: &[(&str, &str, [u16; 4])] = &[
    ("GET", "/", [200, 200, 200, 200]),
    ("GET", "/games", [200, 200, 200, 200]),
    ("POST", "/games", [303, 303, 303, 303]),
    ("GET", "/g/{id}", [404, 200, 404, 404]),
    ("POST", "/g/{id}/join", [409, 303, 409, 409]),
    ("GET", "/g/{id}/state", [404, 200, 404, 404]),
    ("GET", "/g/{id}/game.sgf", [404, 200, 404, 404]),
    ("GET", "/g/{id}/board.png", [404, 200, 404, 404]),
    ("GET", "/g/{id}/rating", [404, 200, 404, 404]),
    ("GET", "/g/{id}/review", [404, 409, 404, 404]),
    ("POST", "/g/{id}/review", [404, 409, 404, 404]),
    ("GET", "/g/{id}/review/state", [404, 409, 404, 404]),
    ("GET", "/g/{id}/review.sgf", [404, 409, 404, 404]),
    ("GET", "/g/{id}/review.html", [404, 409, 404, 404]),
    ("GET", "/g/{id}/why?at=A1", [404, 409, 404, 404]),
    ("GET", "/login", [200, 200, 303, 303]),
    ("POST", "/login", [403, 403, 403, 403]),
    ("GET", "/signup", [200, 200, 303, 303]),
    ("POST", "/signup", [400, 400, 400, 400]),
    ("GET", "/invite/{code}", [404, 404, 404, 404]),
    ("GET", "/recover", [200, 200, 200, 200]),
    ("POST", "/recover", [400, 400, 400, 400]),
    ("GET", "/reset/{code}", [404, 404, 404, 404]),
    ("POST", "/reset/{code}", [404, 404, 404, 404]),
    ("GET", "/account", [303, 303, 200, 200]),
    ("POST", "/account/sessions", [401, 401, 404, 404]),
    ("POST", "/account/password", [401, 401, 400, 400]),
    ("GET", "/account/recovery", [303, 303, 200, 200]),
    ("POST", "/account/recovery", [401, 401, 200, 200]),
    ("GET", "/account/export.json", [401, 401, 200, 200]),
    ("GET", "/account/games.sgf", [401, 401, 200, 200]),
    ("POST", "/account/delete", [401, 401, 400, 400]),
    ("GET", "/admin", [401, 401, 403, 200]),
    ("POST", "/admin", [401, 401, 403, 404]),
    ("GET", "/u/{name}", [404, 404, 404, 404]),
    ("GET", "/lobby", [303, 303, 200, 200]),
    ("GET", "/lobby/live?v=999999", [401, 401, 200, 200]),
    ("POST", "/lobby/offers", [303, 303, 303, 303]),
    ("POST", "/lobby/offers/{id}", [303, 303, 404, 404]),
    ("POST", "/lobby/seek", [303, 303, 400, 400]),
    ("GET", "/watch", [200, 200, 200, 200]),
    ("GET", "/watch/boards", [200, 200, 200, 200]),
    ("GET", "/library", [200, 200, 200, 200]),
    ("GET", "/library/position", [200, 200, 200, 200]),
    ("GET", "/club", [200, 200, 200, 200]),
    ("POST", "/club/ladder/{action}", [409, 404, 404, 404]),
    ("GET", "/tournaments", [200, 200, 200, 200]),
    ("POST", "/tournaments", [400, 400, 400, 400]),
    ("GET", "/t/{id}", [404, 404, 404, 404]),
    ("POST", "/t/{id}/enter", [400, 400, 400, 400]),
    ("POST", "/t/{id}/{action}", [404, 404, 404, 404]),
    ("GET", "/t/{id}/crosstable.csv", [404, 404, 404, 404]),
    ("GET", "/t/{id}/crosstable.txt", [404, 404, 404, 404]),
    ("GET", "/ready", [200, 200, 200, 200]),
    ("GET", "/studies", [200, 200, 200, 200]),
    ("POST", "/studies", [400, 400, 303, 303]),
    ("POST", "/studies/upload", [400, 400, 303, 303]),
    ("GET", "/s/{id}", [404, 404, 404, 404]),
    ("GET", "/s/{id}/state", [404, 404, 404, 404]),
    ("POST", "/s/{id}/join", [400, 400, 404, 404]),
    ("POST", "/s/{id}/review", [404, 404, 404, 404]),
    ("GET", "/s/{id}/study.sgf", [404, 404, 404, 404]),
    ("GET", "/learn", [200, 200, 200, 200]),
    ("GET", "/learn/{lesson}", [404, 404, 404, 404]),
    ("POST", "/learn/{lesson}", [400, 400, 400, 400]),
    ("GET", "/glossary", [200, 200, 200, 200]),
    ("GET", "/a/{hash}/{name}", [404, 404, 404, 404]),
    ("GET", "/favicon.svg", [200, 200, 200, 200]),
    ("GET", "/favicon.ico", [200, 200, 200, 200]),
    ("GET", "/robots.txt", [200, 200, 200, 200]),
    ("POST", "/logout", [303, 303, 303, 303]),
];

/// What a browser cannot ask for without an upgrade; `security.rs` has its
/// cases.
const SOCKETS: [&str; 2] = ["/g/{id}/socket", "/s/{id}/socket"];

#[test]
fn every_route_lets_in_whom_it_should() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let private = format!("{BY_LINK}&visibility=private");
    let (game, [player, _], _sockets) = two_players(server.address(), &private);
    let mut member = Browser::new(server.address());
    member.sign_up("Ana");
    let mut admin = Browser::new(server.address());
    let code = server.first_admin().unwrap().strip_prefix("/invite/").unwrap();
    let form = format!("name=Olga&password={PASSWORD}&invitation={code}");
    assert_eq!(admin.post("/signup", &form).status, 303);
    let people = [Browser::new(server.address()), player, member, admin];
    for &(method, path, expected) in TABLE {
        let filled = match path {
            "/lobby/offers/{id}" => "/lobby/offers/77".to_owned(),
            path => path
                .replace("{id}", &game)
                .replace("{code}", "k3v9x2pq")
                .replace("{action}", "none")
                .replace("{name}", "nobody.js")
                .replace("{lesson}", "none")
                .replace("{hash}", "0000"),
        };
        let statuses = people.each_ref().map(|person| {
            // What one does must not matter for the next.
            let mut person = person.clone();
            match method {
                "GET" => person.get(&filled).status,
                _ => person.post(&filled, "").status,
            }
        });
        // Logging out ends the sessions, so it comes last.
        assert_eq!(statuses, expected, "{method} {path}");
    }
}

#[test]
fn no_route_is_missing_in_the_table() {
    let mut routes = ROUTER.split(".route(\"").skip(1).peekable();
    assert!(routes.peek().is_some());
    for route in routes {
        let (path, handlers) = route.split_once('"').unwrap();
        let handlers = handlers.split(".route(").next().unwrap();
        let is_there = |method: &str| {
            TABLE.iter().any(|(it, row, _)| *it == method && row.split('?').next() == Some(path))
        };
        if SOCKETS.contains(&path) {
            continue;
        }
        if handlers.contains("get(") {
            assert!(is_there("GET"), "GET {path}");
        }
        if handlers.contains("post(") {
            assert!(is_there("POST"), "POST {path}");
        }
    }
}
