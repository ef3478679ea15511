//! The API as programs use it. All that they send and get is compared with
//! `openapi.json`.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod client;
mod program;

use std::net::SocketAddr;

use client::{Browser, PASSWORD, TestFolder, start, start_at};
use program::{Program, two_programs};
use serde_json::{Value, json};
use tengen_server::{AddressLimits, Server, ServerOptions, SignUp};

/// A small game of programs.
fn small() -> Value {
    json!({"size": "9", "rules": "chinese", "clock": "10m", "color": "black"})
}

fn sign_in(program: &Program, name: &str) -> Program {
    let mut browser = Browser::new(program.address);
    browser.sign_up(name);
    token(program, name, json!(["read", "play", "offer", "chat"]))
}

/// The program of an account, with a token for this.
#[expect(clippy::needless_pass_by_value, reason = "who calls it makes the value for it")]
fn token(program: &Program, name: &str, scopes: Value) -> Program {
    let wanted = json!({"name": name, "password": PASSWORD.replace('+', " "), "scopes": scopes});
    let created = program.post("/tokens", wanted);
    program.with_token(created["token"].as_str().unwrap())
}

fn ana_and_ben(address: SocketAddr) -> [Program; 2] {
    let program = Program::new(address);
    ["Ana", "Ben"].map(|name| sign_in(&program, name))
}

/// Plays until both have passed.
fn play_to_scoring(id: &str, black: &Program, white: &Program) {
    for (n, at) in ["D5", "F5", "D4", "F4", "D6", "F6"].into_iter().enumerate() {
        let player = if n % 2 == 0 { black } else { white };
        player.post(&format!("/games/{id}/play"), json!({"n": n, "at": at}));
    }
    black.post(&format!("/games/{id}/pass"), json!({"n": 6}));
    white.post(&format!("/games/{id}/pass"), json!({"n": 7}));
}

#[test]
fn every_operation_is_as_described() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let [ana, ben] = ana_and_ben(server.address());
    ana.get("/openapi.json");
    assert_eq!(ana.get("/account")["name"], "Ana");
    let mut events = ben.stream("/stream");
    assert_eq!(events.line()["offers"], json!([]));

    // An offer is seen, withdrawn, made again and accepted.
    let first = ana.post("/offers", json!({"size": "13x9", "komi": "0.5", "clock": "none"}));
    let first = first["game"].as_str().unwrap();
    let seen = events.wait_for(|it| it["offers"][0]["id"] == first);
    assert_eq!(seen["offers"][0]["from"], "Ana");
    assert_eq!(ana.get("/offers")[0]["own"], true);
    let address = format!("/offers/{first}");
    assert_eq!(ben.refused("delete", &address, json!({})), (403, "not_allowed".into()));
    assert_eq!(ana.call("delete", &address, None).status, 200);
    assert_eq!(ana.refused("delete", &address, json!({})), (409, "over".into()));
    events.wait_for(|it| it["offers"] == json!([]));
    let (id, [mut black, mut white]) = two_programs(&ana, &ben, small());
    assert_eq!(ana.get(&format!("/games/{id}"))["role"], "black");
    let own = events.wait_for(|it| it["games"][0]["phase"] == "playing");
    assert_eq!(own["games"][0]["opponent"], "Ana");

    // Taking back, pausing, talking.
    let post = |who: &Program, command: &str, body: Value| {
        who.post(&format!("/games/{id}/{command}"), body)
    };
    post(&ana, "play", json!({"n": 0, "at": "A1", "c": 1}));
    post(&ana, "undo", json!({"op": "ask", "n": 1}));
    white.wait_for(|it| it["state"]["request"]["what"] == "undo");
    post(&ben, "undo", json!({"op": "yes", "n": 1}));
    // The same command again, after its move was taken back.
    post(&ana, "play", json!({"n": 0, "at": "A1", "c": 1}));
    assert_eq!(ana.get(&format!("/games/{id}"))["state"]["moves"], "");
    post(&ben, "pause", json!({"op": "ask"}));
    post(&ana, "pause", json!({"op": "yes"}));
    black.wait_for(|it| it["state"]["phase"] == "paused");
    post(&ana, "continue", json!({}));
    post(&ben, "say", json!({"text": "Have a good game."}));
    black.wait_for(|it| it["chat"][0]["text"] == "Have a good game.");

    // Scoring, playing on, scoring again.
    play_to_scoring(&id, &ana, &ben);
    let scored = black.wait_for(|it| it["state"]["scoring"]["pending"] == false);
    let rev = &scored["state"]["scoring"]["rev"];
    post(&ben, "resume", json!({"rev": rev}));
    // After that, one pass is enough.
    post(&ana, "pass", json!({"n": 8}));
    let scored = black.wait_for(|it| {
        it["state"]["scoring"]["pending"] == false && &it["state"]["scoring"]["rev"] != rev
    });
    let scoring = &scored["state"]["scoring"];
    let (rev, dead) = (&scoring["rev"], &scoring["dead"]);
    post(&ana, "agree", json!({"rev": rev, "dead": dead}));
    post(&ben, "agree", json!({"rev": rev, "dead": dead}));
    let over = white.wait_for(|it| it["state"]["phase"] == "over");
    assert!(over["state"]["result"]["winner"].is_string());
    assert!(ben.call("get", &format!("/games/{id}/record"), None).text().starts_with("(;"));

    // Another game of the same players, given up.
    post(&ana, "rematch", json!({"op": "ask"}));
    post(&ben, "rematch", json!({"op": "yes"}));
    let next = white.wait_for(|it| it["state"]["rematch"].is_string());
    let next = next["state"]["rematch"].as_str().unwrap().to_owned();
    let _streams = [&ana, &ben].map(|it| {
        let mut stream = it.stream(&format!("/games/{next}/stream"));
        stream.line();
        stream
    });
    let games = ana.get("/games");
    assert_eq!(games[0]["role"], "white");
    events.wait_for(|it| it["games"][0]["id"] == *next && it["games"][0]["phase"] == "playing");
    ana.post(&format!("/games/{next}/resign"), json!({}));
    events.wait_for(|it| it["games"] == json!([]));

    // What remains has no time to come to pass here, and is refused.
    let refused =
        |command: &str, body: Value| ana.refused("post", &format!("/games/{id}/{command}"), body);
    assert_eq!(refused("claim", json!({"what": "win"})), (409, "no_claim".into()));
    assert_eq!(refused("cancel", json!({})), (409, "over".into()));
    assert_eq!(refused("mark", json!({"rev": 1, "at": "D5"})), (409, "over".into()));
    // A bot is marked for ever, and only if it has not played.
    assert_eq!(ana.refused("post", "/account/bot", json!({})), (409, "has_played".into()));
    let bot = sign_in(&ana.without_token(), "Robbie");
    assert_eq!(bot.post("/account/bot", json!({}))["bot"], true);
    assert_eq!(bot.post("/account/bot", json!({}))["bot"], true);
    bot.post("/offers", json!({}));
    assert_eq!(ana.get("/offers")[0]["from"], "Robbie (bot)");
    assert_eq!(bot.call("delete", "/token", None).status, 200);
    assert_eq!(bot.refused("get", "/account", json!({})), (401, "unauthorized".into()));
    // All count what they have called together.
    assert_eq!(*ana.called.lock().unwrap(), ana.operations());
}

#[test]
fn refusals_have_a_status_and_a_code() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let [ana, ben] = ana_and_ben(server.address());
    let (id, _streams) = two_programs(&ana, &ben, small());
    let eve = sign_in(&Program::new(server.address()), "Eve");
    let play = format!("/games/{id}/play");
    ana.post(&play, json!({"n": 0, "at": "E5"}));
    for (who, body, expected) in [
        (&ana, json!({"n": 1, "at": "E4"}), (409, "not_your_turn")),
        (&ben, json!({"n": 1, "at": "E5"}), (422, "illegal")),
        (&ben, json!({"n": 0, "at": "E4"}), (409, "stale")),
        (&ben, json!({"n": 9, "at": "E4"}), (409, "stale")),
        (&ben, json!({"n": 1}), (400, "malformed")),
        (&ben, json!({"n": 1, "at": "I5"}), (400, "malformed")),
        (&ben, json!({"n": 1, "at": "E4", "force": true}), (400, "malformed")),
        (&eve, json!({"n": 1, "at": "E4"}), (403, "not_allowed")),
    ] {
        let (status, code) = expected;
        assert_eq!(who.refused("post", &play, body.clone()), (status, code.to_owned()), "{body}");
    }
    let nothing = ana.with_token("");
    assert_eq!(nothing.refused("get", "/games", json!({})), (401, "unauthorized".into()));
    let forged = ana.with_token(&"0".repeat(64));
    assert_eq!(forged.refused("get", "/games", json!({})), (401, "unauthorized".into()));
    assert_eq!(eve.refused("get", "/games/zzzzzzzz", json!({})), (404, "no_game".into()));
    assert_eq!(eve.refused("get", "/games/..", json!({})), (404, "no_game".into()));
    assert_eq!(ana.refused("post", "/offers", json!({"size": "99"})), (400, "malformed".into()));
    let wrong = json!({"name": "Ana", "password": "not her password"});
    assert_eq!(nothing.refused("post", "/tokens", wrong), (403, "wrong_password".into()));
    // Addresses that are not described, and other methods, are answered alike.
    for (method, path, status) in
        [("GET", "/nothing", 404), ("GET", "/games/x/play", 405), ("PUT", "/games", 405)]
    {
        let answer = ana.request(method, path, "");
        assert_eq!((answer.status, answer.json()["text"].is_string()), (status, true), "{path}");
    }
    let large = ana.request("POST", &play, &" ".repeat(17 << 10));
    assert_eq!((large.status, &large.json()["code"]), (413, &json!("too_large")));
}

#[test]
fn move_that_comes_again_is_made_once() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let [ana, ben] = ana_and_ben(server.address());
    let (id, _streams) = two_programs(&ana, &ben, small());
    let play = format!("/games/{id}/play");
    // The version may differ: a slow disk gives players time back.
    for _ in 0..3 {
        ana.post(&play, json!({"n": 0, "at": "E5"}));
    }
    assert_eq!(ana.get(&format!("/games/{id}"))["state"]["moves"], "BE5");
    ben.post(&play, json!({"n": 1, "at": "E4"}));
    ana.post(&play, json!({"n": 0, "at": "E5"}));
    assert_eq!(ana.get(&format!("/games/{id}"))["state"]["moves"], "BE5 WE4");
}

#[test]
fn private_game_is_not_there_for_programs_of_others() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let [ana, ben] = ana_and_ben(server.address());
    let mut offer = small();
    offer["visibility"] = "private".into();
    let (id, _streams) = two_programs(&ana, &ben, offer);
    let eve = sign_in(&Program::new(server.address()), "Eve");
    let path = |rest: &str| format!("/games/{id}{rest}");
    for (method, path, body) in [
        ("get", path(""), json!({})),
        ("get", path("/record"), json!({})),
        ("get", path("/stream"), json!({})),
        ("post", path("/play"), json!({"n": 0, "at": "E5"})),
        ("post", path("/say"), json!({"text": "Hello."})),
        ("post", path("/resign"), json!({})),
        ("delete", format!("/offers/{id}"), json!({})),
    ] {
        assert_eq!(eve.refused(method, &path, body), (404, "no_game".into()), "{path}");
    }
}

#[test]
fn cookie_is_not_enough_and_token_needs_no_origin() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let [ana, ben] = ana_and_ben(server.address());
    let (id, _streams) = two_programs(&ana, &ben, small());
    let mut browser = Browser::new(server.address());
    assert_eq!(browser.log_in("Ana", PASSWORD).status, 303);
    let path = format!("/api/v1/games/{id}/resign");
    assert_eq!(browser.post(&path, "").status, 401);
    assert_eq!(browser.get("/api/v1/games").status, 401);
    let answer = ana.request("GET", "/games", "");
    assert_eq!(answer.status, 200);
    for name in ["access-control-allow-origin", "set-cookie"] {
        assert_eq!(answer.header(name), None);
    }
    for (name, value) in [("cache-control", "no-store"), ("x-content-type-options", "nosniff")] {
        assert_eq!(answer.header(name), Some(value));
    }
}

#[test]
fn haste_has_its_limit_by_person() {
    let folder = TestFolder::new();
    let limits = AddressLimits { commands: 8, ..AddressLimits::default() };
    let listen = "127.0.0.1:0".parse().unwrap();
    let options = ServerOptions::new(listen, folder.0.clone());
    let server = Server::start(ServerOptions { limits, sign_up: SignUp::Open, ..options }).unwrap();
    let [ana, ben] = ana_and_ben(server.address());
    let answers = [(); 9].map(|()| ana.call("get", "/account", None));
    let refused = answers.iter().find(|it| it.status == 429).unwrap();
    assert_eq!(refused.json()["code"], "too_fast");
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=20).contains(&wait), "{wait}");
    // It is not for others at the same address.
    assert_eq!(ben.get("/account")["name"], "Ben");
}

#[test]
fn stream_of_events_is_one_for_each_token() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let [ana, ben] = ana_and_ben(server.address());
    let mut first = ana.stream("/stream");
    first.line();
    let mut bens = ben.stream("/stream");
    bens.line();
    let mut second = ana.stream("/stream");
    second.line();
    assert_eq!(first.end().as_deref(), Some("replaced"));
    // A quiet stream is kept alive by empty lines.
    assert_eq!(second.next().as_deref(), Some(""));
    server.stop();
    assert_eq!(second.end().as_deref(), Some("restart"));
    assert_eq!(bens.end().as_deref(), Some("restart"));
}

#[test]
fn restart_loses_nothing_and_streams_go_on() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let address = server.address();
    let [ana, ben] = ana_and_ben(address);
    let (id, [mut black, white]) = two_programs(&ana, &ben, small());
    ana.post(&format!("/games/{id}/play"), json!({"n": 0, "at": "E5"}));
    drop(white);
    black.wait_for(|it| it["presence"]["white"] == false);
    server.stop();
    assert_eq!(black.end().as_deref(), Some("restart"));
    let _server = start_at(&folder.0, address);
    let path = format!("/games/{id}/stream");
    let [mut black, _white] = [ana.stream(&path), ben.stream(&path)];
    let line = black.wait_for(|it| it["state"]["clocks"]["running"] == "white");
    assert_eq!(line["state"]["moves"], "BE5");
    ben.post(&format!("/games/{id}/play"), json!({"n": 1, "at": "E4"}));
    black.wait_for(|it| it["state"]["moves"] == "BE5 WE4");
}

#[test]
fn token_allows_what_it_was_made_for() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let [ana, ben] = ana_and_ben(server.address());
    let (id, _streams) = two_programs(&ana, &ben, small());
    let operations = [
        ("read", "get", "/account".to_owned(), json!({})),
        ("read", "get", "/games".to_owned(), json!({})),
        ("read", "get", format!("/games/{id}"), json!({})),
        ("read", "get", "/offers".to_owned(), json!({})),
        ("play", "post", format!("/games/{id}/play"), json!({"n": 0, "at": "E5"})),
        ("chat", "post", format!("/games/{id}/say"), json!({"text": "Hello."})),
        ("offer", "post", "/offers".to_owned(), small()),
    ];
    for allowed in ["read", "play", "chat", "offer"] {
        let program = token(&Program::new(server.address()), "Ana", json!([allowed]));
        for (scope, method, path, body) in &operations {
            let answer = program.call(method, path, Some(body));
            let expected = if *scope == allowed { 200 } else { 403 };
            assert_eq!(answer.status, expected, "{allowed}: {path}: {}", answer.text());
            if expected == 403 {
                assert_eq!(answer.json()["code"], "scope");
            }
        }
    }
}

#[test]
fn streams_end_with_their_token() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let [ana, ben] = ana_and_ben(server.address());
    let (id, [mut game, _white]) = two_programs(&ana, &ben, small());
    let mut events = ana.stream("/stream");
    events.line();
    assert_eq!(ana.call("delete", "/token", None).status, 200);
    assert_eq!(events.end().as_deref(), Some("unauthorized"));
    assert_eq!(game.end().as_deref(), Some("unauthorized"));
    let refused = ana.refused("get", &format!("/games/{id}/stream"), json!({}));
    assert_eq!(refused, (401, "unauthorized".into()));
}

#[test]
fn challenge_is_for_one_account_and_rated_offer_for_all() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let [ana, ben] = ana_and_ben(server.address());
    let eve = sign_in(&Program::new(server.address()), "Eve");
    let mut anas = ana.stream("/stream");
    let mut bens = ben.stream("/stream");
    let challenge = json!({"to": "Ben", "size": "9", "clock": "5m+3x30s"});
    let id = ana.post("/offers", challenge.clone())["offer"].as_str().unwrap().to_owned();
    let seen = bens.wait_for(|it| it["offers"][0]["id"] == *id);
    assert_eq!(
        (&seen["offers"][0]["direct"], &seen["offers"][0]["from"]),
        (&json!(true), &json!("Ana"))
    );
    assert_eq!(eve.get("/offers"), json!([]));
    let accept = format!("/offers/{id}/accept");
    assert_eq!(eve.refused("post", &accept, json!({})), (409, "no_offer".into()));
    assert_eq!(ben.call("delete", &format!("/offers/{id}"), None).status, 200);
    bens.wait_for(|it| it["offers"] == json!([]));
    let id = ana.post("/offers", challenge)["offer"].as_str().unwrap().to_owned();
    bens.wait_for(|it| it["offers"][0]["id"] == *id);
    let game = ben.post(&format!("/offers/{id}/accept"), json!({}))["game"].clone();
    anas.wait_for(|it| it["games"][0]["id"] == game);
    for (wrong, expected) in [
        (json!({"to": "Nobody"}), (404, "not_found")),
        (json!({"to": "Ana"}), (409, "no_offer")),
        (json!({"to": "Ben", "komi": "0.5"}), (400, "malformed")),
        (json!({"rated": true, "size": "7"}), (400, "malformed")),
    ] {
        let (status, code) = expected;
        assert_eq!(ana.refused("post", "/offers", wrong), (status, code.to_owned()));
    }
    // A rated one is for all.
    let mut eves = eve.stream("/stream");
    ana.post("/offers", json!({"rated": true, "size": "9", "clock": "5m+3x30s"}));
    eves.wait_for(|it| it["offers"][0]["rated"] == true);
}
