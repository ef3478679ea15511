//! Reviews of games that are over: who may ask, how many, and what is kept.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod client;

use client::{BY_LINK, Browser, Socket, TestFolder, two_players};
use serde_json::{Value, json};
use tengen_server::{AddressLimits, Server, ServerOptions};

/// A server that can be asked again and again how far it is.
fn start(folder: &TestFolder) -> Server {
    let limits = AddressLimits { requests: u32::MAX, ..AddressLimits::default() };
    let options = ServerOptions::new("127.0.0.1:0".parse().unwrap(), folder.0.clone());
    Server::start(ServerOptions { limits, ..options }).unwrap()
}

/// Black throws a stone away, and resigns.
fn play([black, white]: &mut [Socket; 2]) {
    for (n, at) in ["E5", "G5", "A1", "G3", "B1", "C7"].into_iter().enumerate() {
        let player = if n % 2 == 0 { &mut *black } else { &mut *white };
        player.ok(json!({"t": "play", "n": n, "at": at}));
    }
    black.ok(json!({"t": "resign"}));
    white.wait_for("over");
}

fn state(browser: &mut Browser, game: &str) -> Value {
    let answer = browser.get(&format!("/g/{game}/review/state"));
    assert_eq!(answer.status, 200, "{}", answer.text());
    serde_json::from_slice(&answer.body).unwrap()
}

fn wait_for_review(browser: &mut Browser, game: &str) {
    while state(browser, game)["is_waiting"] == true {
        std::thread::yield_now();
    }
}

#[test]
fn finished_game_is_reviewed_and_the_review_is_kept() {
    let folder = TestFolder::new();
    let server = start(&folder);
    let (game, [mut ana, mut ben], mut sockets) = two_players(server.address(), BY_LINK);
    play(&mut sockets);
    let review = format!("/g/{game}/review");
    let page = ana.get(&review).text();
    assert!(page.contains("Review this game"), "{page}");
    assert_eq!(ana.get(&format!("/g/{game}/review.sgf")).status, 404);
    let asked = ana.post(&review, "");
    assert_eq!((asked.status, asked.header("location")), (303, Some(review.as_str())));
    // Who comes second sees the same review.
    assert_eq!(ben.post(&review, "").status, 303);
    wait_for_review(&mut ana, &game);
    let page = ben.get(&review).text();
    for part in ["class=\"graph\"", "class=\"key-moves\"", "id=\"review-data\"", "\"candidates\":"]
    {
        assert!(page.contains(part), "{part} is missing: {page}");
    }
    assert!(!page.contains("id=\"progress\"") && page.contains("A1"), "{page}");
    let sgf = ana.get(&format!("/g/{game}/review.sgf"));
    assert!(sgf.text().contains("TGNJ[") && sgf.text().contains("PB[Ana]"), "{}", sgf.text());
    assert!(!sgf.text().contains("TGN["), "what only a session knows stays here");
    let html = ana.get(&format!("/g/{game}/review.html"));
    assert!(html.text().starts_with("<!DOCTYPE html>"));
    assert!(html.header("content-disposition").unwrap().starts_with("attachment"));
    // The record of the game is as it was.
    assert!(!ana.get(&format!("/g/{game}/game.sgf")).text().contains("TGNJ["));
    server.stop();
    let server = start(&folder);
    let mut ana = Browser { address: server.address(), ..ana };
    assert!(ana.get(&review).text().contains("class=\"graph\""));
    assert_eq!(state(&mut ana, &game)["is_waiting"], false);
}

#[test]
fn running_games_and_strangers_get_no_review() {
    let folder = TestFolder::new();
    let server = start(&folder);
    let (game, [mut ana, _], mut sockets) = two_players(server.address(), BY_LINK);
    let mut eve = Browser::new(server.address());
    let private = format!("{BY_LINK}&visibility=private");
    let (hidden, [mut cleo, _], mut others) = two_players(server.address(), &private);
    for path in ["review", "review/state", "review.sgf", "review.html"] {
        let answer = ana.get(&format!("/g/{game}/{path}"));
        assert_eq!(answer.status, 409, "{path}");
        assert!(!answer.text().contains("candidates"), "{path}");
    }
    assert_eq!(ana.post(&format!("/g/{game}/review"), "").status, 409);
    play(&mut sockets);
    play(&mut others);
    // Who only watches may read a review, and cannot ask for one.
    let page = eve.get(&format!("/g/{game}/review"));
    assert!(page.text().contains("Only those who played it can ask"), "{}", page.text());
    assert_eq!(eve.post(&format!("/g/{game}/review"), "").status, 403);
    assert_eq!(cleo.post(&format!("/g/{hidden}/review"), "").status, 303);
    for path in ["review", "review/state", "review.sgf", "review.html"] {
        assert_eq!(eve.get(&format!("/g/{hidden}/{path}")).status, 404, "{path}");
    }
    assert_eq!(eve.post(&format!("/g/{hidden}/review"), "").status, 404);
}

#[test]
fn one_review_at_a_time_and_it_survives_a_restart() {
    let folder = TestFolder::new();
    let server = start(&folder);
    let mut ana = Browser::new(server.address());
    let mut games = Vec::new();
    for _ in 0..2 {
        let game = ana.create("name=Ana&opponent=pass-and-play&size=9&clock=none");
        let mut socket = ana.watch(&game);
        for (n, at) in ["E5", "G5", "A1"].into_iter().enumerate() {
            socket.ok(json!({"t": "play", "n": n, "at": at}));
        }
        socket.ok(json!({"t": "resign"}));
        games.push(game);
    }
    assert_eq!(ana.post(&format!("/g/{}/review", games[0]), "").status, 303);
    // Where the first one is done already, the second one may be asked for.
    let second = ana.post(&format!("/g/{}/review", games[1]), "");
    let is_waiting = state(&mut ana, &games[0])["is_waiting"] == true;
    assert!(second.status == 429 || !is_waiting, "{}", second.status);
    if second.status == 429 {
        assert!(second.text().contains("Another game of yours"), "{}", second.text());
    }
    server.stop();
    let server = start(&folder);
    let mut ana = Browser { address: server.address(), ..ana };
    wait_for_review(&mut ana, &games[0]);
    assert_eq!(state(&mut ana, &games[0])["text"], "The review is finished.");
    assert_eq!(ana.post(&format!("/g/{}/review", games[1]), "").status, 303);
    wait_for_review(&mut ana, &games[1]);
}
