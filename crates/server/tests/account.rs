//! Accounts over HTTP: signing up, logging in and out, sessions, guests.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod client;

use client::{BY_LINK, Browser, PASSWORD, TestFolder, start, two_players};
use serde_json::{Value, json};
use tengen_server::admin::{AdminAnswer, AdminOrder, carry_out_in};
use tengen_server::{Server, ServerOptions};

#[test]
fn account_needs_a_name_and_a_password_and_nothing_else() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    assert!(ana.get("/signup").text().contains("no e-mail address"));
    for (name, password, sentence) in [
        ("a", "a+quiet+ko+threat", "A name has 2 to 20 characters."),
        ("%3Cb%3E", "a+quiet+ko+threat", "“&lt;” cannot stand there"),
        ("admin", "a+quiet+ko+threat", "Choose another one."),
        ("Ana", "short", "at least 8 characters"),
        ("Ana", "password1", "one of the first that others would try"),
    ] {
        let answer = ana.post("/signup", &format!("name={name}&password={password}"));
        assert_eq!(answer.status, 400, "{name}");
        assert!(answer.text().contains(sentence), "{name}: {}", answer.text());
        assert!(answer.text().contains("aria-invalid=\"true\""), "{name}");
        assert!(ana.session.is_none());
    }
    ana.sign_up("Ana");
    let page = ana.get("/account").text();
    assert!(page.contains("<h1>Ana</h1>") && page.contains("this browser"), "{page}");
    let mut eve = Browser::new(server.address());
    let answer = eve.post("/signup", &format!("name=%C3%81na&password={PASSWORD}"));
    assert_eq!(answer.status, 303, "another letter is another name");
    let answer =
        Browser::new(server.address()).post("/signup", &format!("name=ana&password={PASSWORD}"));
    assert_eq!(answer.status, 409);
    assert!(answer.text().contains("There is an account named ana already"));
}

#[test]
fn wrong_names_and_wrong_passwords_are_answered_alike() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    Browser::new(server.address()).sign_up("Ana");
    let mut ana = Browser::new(server.address());
    let wrong = ana.log_in("Ana", "not+her+password");
    let unknown = ana.log_in("Nobody", "not+her+password");
    assert_eq!((wrong.status, unknown.status), (403, 403));
    let plain = |text: String, name: &str| text.replace(name, "");
    assert_eq!(plain(wrong.text(), "Ana"), plain(unknown.text(), "Nobody"));
    assert!(ana.session.is_none());
    // Capitals do not matter in a name, and do in a password.
    assert_eq!(ana.log_in("ana", &PASSWORD.to_uppercase()).status, 403);
    assert_eq!(ana.log_in(" aNA ", PASSWORD).status, 303);
}

#[test]
fn guesses_are_limited_by_name_and_by_address() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    ana.sign_up("Ana");
    let mut eve = Browser::new(server.address());
    let tries: Vec<u16> = (0..11).map(|_| eve.log_in("Ana", "wrong+password").status).collect();
    assert_eq!(tries[..10], [403; 10]);
    assert_eq!(tries[10], 429);
    let late = eve.log_in("Ana", PASSWORD);
    assert_eq!(late.status, 429);
    assert!(late.header("retry-after").is_some());
    assert_eq!(eve.log_in("Ben", "wrong+password").status, 403);
    // Whoever is logged in already goes on.
    assert_eq!(ana.get("/account").status, 200);
}

#[test]
fn session_gets_a_new_id_and_ends_on_the_server() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    ana.sign_up("Ana");
    let mut elsewhere = Browser::new(server.address());
    assert_eq!(elsewhere.log_in("Ana", PASSWORD).status, 303);
    assert_ne!(ana.session, elsewhere.session);
    let old = ana.clone();
    assert_eq!(ana.log_in("Ana", PASSWORD).status, 303);
    assert_ne!(ana.session, old.session, "a new id at each login");
    assert_eq!(old.clone().get("/account").header("location"), Some("/login?next=/account"));
    // All but one's own.
    assert_eq!(ana.post("/account/sessions", "which=others").status, 303);
    assert_eq!(elsewhere.get("/account").status, 303);
    let before = ana.clone();
    assert_eq!(ana.post("/logout", "").header("location"), Some("/"));
    assert!(ana.session.is_none());
    assert_eq!(before.clone().get("/account").status, 303, "the cookie alone opens nothing");
    assert_eq!(before.clone().post("/account/sessions", "which=others").status, 401);
}

#[test]
fn password_is_changed_with_the_old_one_alone() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let (mut ana, mut elsewhere) = (Browser::new(server.address()), Browser::new(server.address()));
    ana.sign_up("Ana");
    assert_eq!(elsewhere.log_in("Ana", PASSWORD).status, 303);
    let wrong = "password=nonsense&new_password=another+ko+threat";
    let answer = ana.post("/account/password", wrong);
    assert_eq!(answer.status, 400);
    assert!(answer.text().contains("That is not your password."));
    let weak = ana.post("/account/password", &format!("password={PASSWORD}&new_password=12345678"));
    assert_eq!(weak.status, 400);
    let right = format!("password={PASSWORD}&new_password=another+ko+threat");
    assert_eq!(ana.post("/account/password", &right).status, 303);
    assert_eq!(ana.get("/account").status, 200);
    assert_eq!(elsewhere.get("/account").status, 303, "other browsers are logged out");
    assert_eq!(elsewhere.log_in("Ana", PASSWORD).status, 403);
    assert_eq!(elsewhere.log_in("Ana", "another+ko+threat").status, 303);
}

#[test]
fn games_of_a_guest_become_those_of_the_account() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let (game, [mut ana, mut ben], [mut black, mut white]) = two_players(server.address(), BY_LINK);
    black.ok(json!({"t": "play", "n": 0, "at": "D4"}));
    let guest = ana.clone();
    ana.sign_up("Anastasia");
    assert!(ana.cookie.is_none(), "the token of the guest is gone");
    // The socket of the guest is closed, and the opponent sees the name.
    while black.receive() != Err(4001) {}
    assert_eq!(white.wait_for("joined")["name"], "Anastasia");
    assert!(ana.get("/games").text().contains(&game));
    assert!(!guest.clone().get("/games").text().contains(&game));
    let mut stranger = guest.watch(&game);
    assert_eq!(stranger.no(json!({"t": "pass", "n": 1})), "not_allowed");
    white.ok(json!({"t": "play", "n": 1, "at": "F4"}));
    let mut black = ana.watch(&game);
    black.ok(json!({"t": "play", "n": 2, "at": "E5"}));
    // After the server has restarted as well, and for the other one by login.
    drop(server);
    let server = start(&folder.0);
    (ana.address, ben.address) = (server.address(), server.address());
    assert_eq!(ana.socket(&game).hello(None)[1]["seats"]["black"]["name"], "Anastasia");
    Browser::new(server.address()).sign_up("Benedict");
    assert_eq!(ben.log_in("Benedict", PASSWORD).status, 303);
    ben.watch(&game).ok(json!({"t": "play", "n": 3, "at": "C3"}));
}

#[test]
fn account_plays_under_its_own_name() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    ana.sign_up("Anastasia");
    let game = ana.create("name=Mallory&opponent=link&size=9&rules=chinese&color=black");
    let mut ben = Browser::new(server.address());
    ben.sign_up("Benedict");
    ben.join(&game, "Mallory");
    let state = &ben.socket(&game).hello(None)[1];
    assert_eq!(state["seats"]["black"]["name"], "Anastasia");
    assert_eq!(state["seats"]["white"]["name"], "Benedict");
    assert!(ana.cookie.is_none(), "an account needs no guest");
}

#[test]
fn public_server_is_for_those_who_are_invited() {
    let folder = TestFolder::new();
    let options = ServerOptions::new("127.0.0.1:0".parse().unwrap(), folder.0.clone());
    let server = Server::start(options).unwrap();
    let mut eve = Browser::new(server.address());
    assert!(eve.get("/signup").text().contains("You need an invitation"));
    let form = format!("name=Eve&password={PASSWORD}");
    assert_eq!(eve.post("/signup", &form).status, 403);
    let guess = eve.post("/signup", &format!("{form}&invitation=k3v9x2pq"));
    assert_eq!(guess.status, 404);
    assert!(guess.text().contains("used already, or it is too old"));
    assert_eq!(eve.get("/invite/k3v9x2pq").status, 404);
}

/// The codes of a page, as they are written down.
fn codes(page: &str) -> Vec<String> {
    let parts = page.split("<code>").skip(1);
    parts.map(|it| it.split('<').next().unwrap().to_owned()).collect()
}

#[test]
fn recovery_codes_are_shown_once_and_each_works_once() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    ana.sign_up("Ana");
    assert!(ana.get("/account/recovery").text().contains("You have no codes yet."));
    let codes = codes(&ana.post("/account/recovery", "").text());
    assert_eq!(codes.len(), 8);
    let page = ana.get("/account/recovery").text();
    assert!(page.contains("You have 8 codes left.") && !page.contains(&codes[0]));
    let mut elsewhere = Browser::new(server.address());
    let mut recover = |name: &str, code: &str| {
        let form = format!("name={name}&code={code}&password=another+ko+threat");
        let answer = elsewhere.post("/recover", &form);
        (answer.status, answer.text())
    };
    let (wrong, unknown) = (recover("Ana", "k3v9-x2pq-7hmn-r4ts"), recover("Ben", &codes[0]));
    assert_eq!((wrong.0, unknown.0), (400, 400));
    assert_eq!(wrong.1.replace("Ana", ""), unknown.1.replace("Ben", ""));
    assert_eq!(recover("ana", &codes[0].to_uppercase()).0, 303);
    assert_eq!(recover("Ana", &codes[0]).0, 400, "a code works once");
    assert_eq!(ana.get("/account").status, 303, "all sessions have ended");
    assert_eq!(ana.log_in("Ana", PASSWORD).status, 403);
    assert_eq!(ana.log_in("Ana", "another+ko+threat").status, 303);
    assert!(ana.get("/account").text().contains("You have 7 recovery codes."));
    // New codes replace the old ones.
    ana.post("/account/recovery", "");
    assert_eq!(recover("Ana", &codes[1]).0, 400);
}

#[test]
fn first_admin_comes_by_a_link_and_invites_others() {
    let folder = TestFolder::new();
    let options = ServerOptions::new("127.0.0.1:0".parse().unwrap(), folder.0.clone());
    let server = Server::start(options.clone()).unwrap();
    let path = server.first_admin().unwrap().to_owned();
    let code = path.strip_prefix("/invite/").unwrap();
    let mut ana = Browser::new(server.address());
    assert_eq!(ana.get(&path).status, 200);
    assert_eq!(ana.get(&path).status, 200, "looking uses nothing up");
    let form =
        |name: &str, code: &str| format!("name={name}&password={PASSWORD}&invitation={code}");
    assert_eq!(ana.post("/signup", &form("Ana", code)).status, 303);
    assert_eq!(ana.get(&path).status, 404);
    let mut ben = Browser::new(server.address());
    assert_eq!(ben.post("/signup", &form("Ben", code)).status, 404, "it works once");
    assert_eq!((ben.get("/admin").status, ana.get("/admin").status), (401, 200));
    let link = |page: String| {
        let (_, rest) = page.split_once("readonly value=\"").unwrap();
        let link = rest.split('"').next().unwrap().to_owned();
        link.split_once("127.0.0.1:").unwrap().1.split_once('/').unwrap().1.to_owned()
    };
    let invited = link(ana.post("/admin", "action=invite&role=teacher").text());
    let code = invited.strip_prefix("invite/").unwrap();
    assert_eq!(ben.post("/signup", &form("Ben", code)).status, 303);
    assert!(ben.get("/account").text().contains("You have classes here."));
    assert_eq!(ben.get("/admin").status, 403);
    assert_eq!(ben.post("/admin", "action=role&name=Ben&role=admin").status, 403);
    // A link for a new password, which works once.
    let reset = link(ana.post("/admin", "action=reset&name=ben").text());
    let reset = format!("/{reset}");
    let mut elsewhere = Browser::new(server.address());
    assert!(elsewhere.get(&reset).text().contains("A new password for Ben"));
    assert_eq!(elsewhere.post(&reset, "password=12345678").status, 400);
    assert_eq!(elsewhere.post(&reset, "password=another+ko+threat").status, 303);
    assert_eq!(elsewhere.get("/account").status, 200);
    assert_eq!(ben.get("/account").status, 303);
    assert_eq!(ben.post(&reset, "password=a+third+ko+threat").status, 404);
    drop(server);
    let server = Server::start(options).unwrap();
    assert_eq!(server.first_admin(), None, "there is an admin now");
}

#[test]
fn locked_account_is_out_at_once_in_the_socket_too() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    ana.sign_up("Ana");
    let game = ana.create(BY_LINK);
    let mut socket = ana.watch(&game);
    // Another program on the same database.
    let database = tengen_server::database(&folder.0);
    let lock = |is_locked| {
        carry_out_in(&database, AdminOrder::SetLocked("ana".to_owned(), is_locked)).unwrap()
    };
    assert_eq!(lock(true), AdminAnswer::Changed("Ana".to_owned()));
    assert_eq!(ana.get("/account").status, 303);
    while socket.receive() != Err(4001) {}
    let answer = ana.log_in("Ana", PASSWORD);
    assert!(answer.text().contains("This account is locked."));
    lock(false);
    assert_eq!(ana.log_in("Ana", PASSWORD).status, 303);
    // Logging out closes the sockets of the session, and of no other.
    let mut elsewhere = Browser::new(server.address());
    assert_eq!(elsewhere.log_in("Ana", PASSWORD).status, 303);
    let (mut here, mut there) = (ana.watch(&game), elsewhere.watch(&game));
    ana.post("/logout", "");
    while here.receive() != Err(4001) {}
    there.ok(json!({"t": "cancel"}));
}

#[test]
fn own_data_is_taken_along_and_deleted() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    ana.sign_up("Anastasia");
    let game = ana.create(BY_LINK);
    let mut ben = Browser::new(server.address());
    ben.join(&game, "Ben");
    let (mut black, mut white) = (ana.watch(&game), ben.watch(&game));
    black.wait_for("started");
    for (n, at) in ["D4", "F6"].iter().enumerate() {
        let player = if n == 0 { &mut black } else { &mut white };
        player.ok(json!({"t": "play", "n": n, "at": at}));
    }
    black.ok(json!({"t": "say", "text": "hello"}));
    let export: Value = serde_json::from_str(&ana.get("/account/export.json").text()).unwrap();
    assert_eq!(export["name"], "Anastasia");
    assert_eq!(export["sessions"].as_array().unwrap().len(), 1);
    assert!(export["games"][0]["sgf"].as_str().unwrap().contains("PB[Anastasia]"));
    let sgf = ana.get("/account/games.sgf").text();
    assert!(sgf.contains(";B[df]"), "{sgf}");
    let delete = |ana: &mut Browser, password: &str| {
        ana.post("/account/delete", &format!("delete_password={password}")).status
    };
    assert_eq!(delete(&mut ana, "wrong+password"), 400);
    assert_eq!(delete(&mut ana, PASSWORD), 303);
    assert!(ana.session.is_none());
    while black.receive() != Err(4001) {}
    assert_eq!(white.wait_for("over")["result"], "W+R");
    assert_eq!(ana.log_in("Anastasia", PASSWORD).status, 403);
    drop(server);
    let server = start(&folder.0);
    ben.address = server.address();
    let greeting = ben.socket(&game).hello(None);
    assert_eq!(greeting[1]["seats"]["black"]["name"], "–");
    assert_eq!(greeting[2]["lines"][0]["name"], "–");
    let sgf = ben.get(&format!("/g/{game}/game.sgf")).text();
    assert!(sgf.contains("PB[–]") && !sgf.contains("Anastasia"), "{sgf}");
    // The name is free again.
    Browser::new(server.address()).sign_up("Anastasia");
}
