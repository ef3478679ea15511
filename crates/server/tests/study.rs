//! Studies over the wire: made of anything, edited by two, kept over restarts.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod client;

use client::{Answer, BY_LINK, Browser, Socket, TestFolder, start, two_players};
use serde_json::{Value, json};

#[track_caller]
fn make(browser: &mut Browser, form: &str) -> String {
    id_of(&browser.post("/studies", form))
}

#[track_caller]
fn id_of(answer: &Answer) -> String {
    assert_eq!(answer.status, 303, "{}", answer.text());
    answer.header("location").unwrap().strip_prefix("/s/").unwrap().to_owned()
}

#[track_caller]
fn take_part(browser: &mut Browser, study: &str, name: &str) {
    let answer = browser.post(&format!("/s/{study}/join"), &format!("name={name}"));
    assert_eq!(answer.status, 303, "{}", answer.text());
}

fn state(browser: &mut Browser, study: &str) -> Value {
    let answer = browser.get(&format!("/s/{study}/state"));
    assert_eq!(answer.status, 200);
    serde_json::from_slice(&answer.body).unwrap()
}

fn edit(rev: u64, edit: &Value) -> Value {
    json!({"t": "edit", "rev": rev, "edit": edit})
}

fn play(at: u64, color: &str, point: &str) -> Value {
    json!({"do": "play", "at": at, "color": color, "move": point})
}

#[test]
fn two_editors_see_the_same_and_nothing_is_lost_by_a_restart() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    let study = make(&mut ana, "name=Ana&size=9&title=Opening+%3Cb%3E");
    let mut ben = Browser::new(server.address());
    let page = ben.get(&format!("/s/{study}")).text();
    assert!(page.contains("Opening &lt;b&gt;") && page.contains("Take part"), "{page}");
    let mut watcher = ben.watch_study(&study);
    assert_eq!(watcher.no(json!({"t": "say", "text": "Hi"})), "not_allowed");
    take_part(&mut ben, &study, "Ben");
    let [mut first, mut second] = [&ana, &ben].map(|it| it.watch_study(&study));
    let begin = state(&mut ana, &study);
    let root = begin["nodes"][0]["n"].as_u64().unwrap();
    let v = begin["v"].as_u64().unwrap();
    let after = first.ok(edit(v, &play(root, "black", "E5")));
    let event = second.wait_for("edited");
    let at = event["at"].as_u64().unwrap();
    assert_eq!(event["nodes"][1]["move"], "BE5");
    assert_eq!(second.no(edit(after, &play(at, "white", "C3"))), "not_allowed");
    second.ok(json!({"t": "ask"}));
    first.wait_for("asked");
    let v = first.ok(json!({"t": "give", "to": 1}));
    let v = second.ok(edit(v, &play(at, "white", "C3")));
    second.ok(json!({"t": "say", "text": "<script>"}));
    assert_eq!(second.no(edit(v - 2, &play(at, "white", "D3"))), "stale");
    assert_eq!(second.no(json!({"t": "look", "at": 999})), "stale");
    second.ok(json!({"t": "look", "at": at}));
    for socket in [&mut first, &mut watcher] {
        assert_eq!(socket.wait_for("said")["line"]["text"], "<script>");
        assert_eq!(socket.wait_for("looked")["at"], at);
    }
    let before = state(&mut ana, &study);
    server.stop();
    let server = start(&folder.0);
    let mut ana = Browser { address: server.address(), ..ana };
    assert_eq!(state(&mut ana, &study), before);
    assert_eq!(before["at"], at);
    let page = ana.get(&format!("/s/{study}")).text();
    assert!(page.contains("&lt;script&gt;") && !page.contains(": <script>"), "{page}");
    let sgf = ana.get(&format!("/s/{study}/study.sgf"));
    assert!(sgf.text().contains(";B[ee];W[cg])"), "{}", sgf.text());
    let list = ana.get("/studies").text();
    assert!(list.contains(&format!("/s/{study}")) && list.contains("Opening &lt;b&gt;"), "{list}");
    let mut ben = Browser { address: server.address(), ..ben };
    assert!(!ben.get("/studies").text().contains(&study), "it is not listed");
}

#[test]
fn records_come_from_text_files_and_games() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    let text = "name=Ana&listed=on&sgf=(%3BSZ%5B9%5DPB%5BEve%5DKGSDE%5Bx%5D%3BB%5Bee%5DC%5Bhi%5D)";
    let pasted = make(&mut ana, text);
    let sgf = ana.get(&format!("/s/{pasted}/study.sgf")).text();
    assert!(sgf.contains("C[hi]") && !sgf.contains("KGSDE"), "{sgf}");
    let page = Browser::new(server.address()).get("/studies").text();
    assert!(page.contains("Eve – White"), "{page}");
    for (form, sentence) in [
        ("name=Ana&sgf=hello", "That cannot be used"),
        ("name=Ana&size=99", "no size"),
        ("size=9", "Enter your name"),
    ] {
        let answer = ana.post("/studies", form);
        assert_eq!(answer.status, 400, "{form}");
        assert!(answer.text().contains(sentence), "{form}: {}", answer.text());
    }
    let (game, [mut black, _], mut sockets) = two_players(server.address(), BY_LINK);
    let of_game = format!("name=Ana&game={game}");
    assert_eq!(black.post("/studies", &of_game).status, 409, "a game that goes on");
    sockets[0].ok(json!({"t": "play", "n": 0, "at": "E5"}));
    sockets[0].ok(json!({"t": "resign"}));
    sockets[1].wait_for("over");
    let study = make(&mut black, &of_game);
    let found = state(&mut black, &study);
    assert_eq!((&found["game"], &found["title"]), (&json!(game), &json!("Ana – Ben")));
    assert_eq!(found["nodes"].as_array().unwrap().len(), 2);
    assert_eq!(black.post("/studies", "name=Ana&game=zzzzzzzz").status, 404);
}

#[test]
fn files_are_sent_as_they_are_and_large_ones_are_refused() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    let origin = format!("http://{}", server.address());
    let headers = [("origin", origin.as_str()), ("content-type", "application/octet-stream")];
    let mut upload = |body: &str| ana.request("POST", "/studies/upload?name=Ana", &headers, body);
    id_of(&upload("(;SZ[9];B[ee](;W[cc])(;W[gg]))"));
    let large = format!("(;SZ[9]C[{}])", "x".repeat(1 << 20));
    assert_eq!(upload(&large).status, 413);
    let deep = format!("(;SZ[9]{})", ";B[]".repeat(20_001));
    let refused = upload(&deep);
    assert_eq!(refused.status, 400);
    assert!(refused.text().contains("more than 20000 moves"), "{}", refused.text());
    let nested = "(;SZ[9]".to_owned() + &"(;B[ee]".repeat(19_000);
    id_of(&upload(&nested));
}

#[test]
fn demonstration_is_fed_by_its_owner_alone() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    let study = make(&mut ana, "name=Ana&size=19&demonstration=on");
    let mut ben = Browser::new(server.address());
    take_part(&mut ben, &study, "Ben");
    let mut second: Socket = ben.watch_study(&study);
    assert_eq!(second.no(json!({"t": "ask"})), "not_allowed");
    second.ok(json!({"t": "say", "text": "What about C3?"}));
    assert_eq!(state(&mut ben, &study)["mode"], "demonstration");
    assert_eq!(ben.post(&format!("/s/{study}/review"), "").status, 409);
}

#[test]
fn strangers_sockets_and_studies_that_are_not_there() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    let study = make(&mut ana, "name=Ana&size=9");
    let path = format!("/s/{study}/socket");
    for headers in [vec![], vec![("origin", "null")], vec![("origin", "http://evil.example")]] {
        assert_eq!(ana.try_socket_at(&path, &headers).map(|_| ()), Err(403), "{headers:?}");
    }
    for path in ["/s/zzzzzzzz", "/s/zzzzzzzz/state", "/s/x", "/s/zzzzzzzz/study.sgf"] {
        assert_eq!(ana.get(path).status, 404, "{path}");
    }
    assert_eq!(ana.post("/s/zzzzzzzz/join", "name=Ana").status, 404);
    assert_eq!(ana.post(&format!("/s/{study}/join"), "name=+").status, 400);
    let mut socket = ana.watch_study(&study);
    socket.send_text("[");
    assert_eq!(socket.no(json!({"t": "nothing"})), "malformed");
}
