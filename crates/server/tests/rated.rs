//! Rated games over HTTP: against levels, by the lobby, and what they change.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod client;

use client::{Browser, TestFolder, start};
use serde_json::{Value, json};

const AGAINST_LEVEL: &str =
    "opponent=level&level=28k&size=9&rules=chinese&clock=none&color=black&rated=on";

/// What the page of a game tells of the ratings.
fn rating(browser: &mut Browser, game: &str) -> String {
    browser.get(&format!("/g/{game}/rating")).text()
}

/// What the lobby tells somebody who has seen nothing of it yet.
fn live(browser: &mut Browser) -> Value {
    serde_json::from_str(&browser.get("/lobby/live?v=999999").text()).unwrap()
}

/// The number of the first offer that somebody sees.
fn first_offer(browser: &mut Browser) -> Option<String> {
    let html = live(browser)["html"].as_str().unwrap().to_owned();
    let (_, rest) = html.split_once("data-offer=\"")?;
    Some(rest.split('"').next().unwrap().to_owned())
}

#[test]
fn first_game_against_a_level_places_a_newcomer() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    let guest = ana.post("/games", AGAINST_LEVEL);
    assert_eq!(guest.status, 400);
    assert!(guest.text().contains("Rated games need an account"));
    ana.sign_up("Ana");
    for (form, sentence) in [
        ("opponent=link&size=9&rated=on", "Offer it in the lobby"),
        ("opponent=level&level=28k&size=11&rated=on", "9×9, 13×13 or 19×19"),
        ("opponent=level&level=full&size=9&rated=on", "rank of this level is not known"),
        ("opponent=level&level=28k&size=9&visibility=private&rated=on", "can be seen by others"),
    ] {
        let answer = ana.post("/games", form);
        assert_eq!(answer.status, 400, "{form}");
        assert!(answer.text().contains(sentence), "{form}: {}", answer.text());
    }
    assert!(ana.get("/u/ana").text().contains("No rated games yet."));
    let game = ana.create(&format!("{AGAINST_LEVEL}&handicap=9&komi=99"));
    assert!(rating(&mut ana, &game).contains("It counts for the ranks of both."));
    let mut socket = ana.socket(&game);
    let state = &socket.hello(None)[1];
    assert_eq!(state["game"]["handicap"], 0, "the handicap is that of the ratings");
    assert_eq!(state["game"]["komi"], 7.5);
    socket.ok(json!({"t": "resign"}));
    let text = rating(&mut ana, &game);
    assert!(text.contains("href=\"/u/Ana\"") && text.contains("28k (computer)"), "{text}");
    assert!(text.contains("6k? ±") && text.contains('→'), "{text}");
    let profile = ana.get("/u/Ana").text();
    assert!(profile.contains("1 game") && profile.contains("lost"), "{profile}");
}

#[test]
fn game_of_the_lobby_changes_the_ratings_of_both_at_once() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let [mut ana, mut ben, mut eve] = ["Ana", "Ben", "Eve"].map(|name| {
        let mut browser = Browser::new(server.address());
        browser.sign_up(name);
        browser
    });
    let offer = "size=9&rules=japanese&clock=5m%2B3x30s&rated=yes";
    assert_eq!(ana.post("/lobby/offers", offer).status, 303);
    let id = first_offer(&mut ben).unwrap();
    assert_eq!(ana.post(&format!("/lobby/offers/{id}"), "action=take").status, 409);
    assert_eq!(eve.post(&format!("/lobby/offers/{id}"), "action=withdraw").status, 303);
    let taken = ben.post(&format!("/lobby/offers/{id}"), "action=take");
    assert_eq!(taken.status, 303, "{}", taken.text());
    let path = taken.header("location").unwrap().to_owned();
    assert_eq!(live(&mut ana)["game"], path.as_str());
    assert_eq!(eve.post(&format!("/lobby/offers/{id}"), "action=take").status, 409);
    let game = path.strip_prefix("/g/").unwrap();
    let (mut one, mut other) = (ana.watch(game), ben.watch(game));
    one.wait_for("started");
    let state = ana.socket(game).hello(None)[1].clone();
    let is_black = state["seats"]["black"]["name"] == "Ana";
    let (black, white) = if is_black { (&mut one, &mut other) } else { (&mut other, &mut one) };
    black.ok(json!({"t": "play", "n": 0, "at": "E5"}));
    assert_eq!(black.no(json!({"t": "undo", "op": "ask", "n": 1})), "not_allowed");
    white.ok(json!({"t": "play", "n": 1, "at": "C3"}));
    white.ok(json!({"t": "resign"}));
    let text = rating(&mut eve, game);
    assert!(text.contains("/u/Ana") && text.contains("/u/Ben") && text.contains("6k? ±"), "{text}");
    // The winner is above the loser from now on.
    let rank = |name: &str, browser: &mut Browser| {
        let page = browser.get(&format!("/u/{name}")).text();
        let (_, rest) = page.split_once("<td><strong>").unwrap();
        rest.split('<').next().unwrap().to_owned()
    };
    let (first, second) = (rank("Ana", &mut eve), rank("Ben", &mut eve));
    assert_ne!(first, second);
    assert!(first.contains('±'), "{first}");
}

#[test]
fn challenge_is_for_one_person_and_pairs_are_found() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let [mut ana, mut ben, mut eve] = ["Ana", "Ben", "Eve"].map(|name| {
        let mut browser = Browser::new(server.address());
        browser.sign_up(name);
        browser
    });
    let challenge = "to=ben&size=9&rules=japanese&clock=none&rated=no";
    assert_eq!(ana.post("/lobby/offers", challenge).status, 303);
    assert_eq!(ana.post("/lobby/offers", "to=Nobody&size=9&clock=none").status, 400);
    let id = first_offer(&mut ben).unwrap();
    assert_eq!(first_offer(&mut eve), None);
    assert_eq!(eve.post(&format!("/lobby/offers/{id}"), "action=take").status, 409);
    ben.post(&format!("/lobby/offers/{id}"), "action=decline");
    assert_eq!(first_offer(&mut ben), None);
    assert!(live(&mut ana)["html"].as_str().unwrap().contains("Ben has declined"));
    let seek = "action=seek&small=on&normal=on&rules=japanese&ranks=9&rated=preferred";
    for browser in [&mut ana, &mut eve] {
        assert_eq!(browser.post("/lobby/seek", seek).status, 303);
    }
    // Each page waits until there is news, so this ends with a game.
    let game = |browser: &mut Browser| loop {
        let news = live(browser);
        if let Some(game) = news["game"].as_str() {
            break game.to_owned();
        }
    };
    assert_eq!(game(&mut ana), game(&mut eve));
}
