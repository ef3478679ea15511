//! Whole games over HTTP and sockets.

mod client;

use client::{BY_LINK, Browser, TestFolder, start, start_at, two_players};
use serde_json::json;

#[test]
fn two_people_play_by_link_to_an_agreed_score() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let (game, [mut ana, _], [mut black, mut white]) = two_players(server.address(), BY_LINK);
    let moves =
        "D1 F1 D2 F2 D3 F3 D4 F4 D5 F5 D6 F6 D7 F7 D8 F8 D9 F9 E1 B5 E2 E3 E4 E5 E6 E7 E8 E9";
    for (n, at) in moves.split_whitespace().enumerate() {
        let (player, other) =
            if n % 2 == 0 { (&mut black, &mut white) } else { (&mut white, &mut black) };
        player.ok(json!({"t": "play", "n": n, "at": at}));
        assert!(other.wait_for_move(n + 1).contains(at));
    }
    black.ok(json!({"t": "pass", "n": 28}));
    white.ok(json!({"t": "pass", "n": 29}));
    // The engine proposes, and both agree to that.
    let scoring = loop {
        let scoring = black.wait_for("scoring");
        if scoring["pending"] == false {
            break scoring;
        }
    };
    assert_eq!(scoring["dead"], json!(["B5"]));
    let agree = json!({"t": "agree", "rev": scoring["rev"], "dead": scoring["dead"]});
    black.ok(agree.clone());
    white.ok(agree);
    let over = black.wait_for("over");
    assert_eq!(over["result"], scoring["score"]);
    assert!(over["text"].as_str().unwrap().contains("wins by"));
    // What is left: the record, a picture, the list of this browser's games.
    let sgf = ana.get(&format!("/g/{game}/game.sgf"));
    assert!(sgf.text().contains("PW[Ben]") && sgf.text().contains(";B[di]"), "{}", sgf.text());
    assert!(!sgf.text().contains("TGN["), "what only a session knows stays here");
    let png = ana.get(&format!("/g/{game}/board.png?move=3"));
    assert!(png.body.starts_with(b"\x89PNG"));
    let list = ana.get("/games").text();
    assert!(list.contains(&format!("/g/{game}")) && list.contains("over: "), "{list}");
}

/// A wall with a gap at the edge, which nobody has closed.
#[test]
fn open_border_is_named_at_the_gap() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let (_, _people, [mut black, mut white]) = two_players(server.address(), BY_LINK);
    for row in 1..=8 {
        let n = 2 * (row - 1);
        black.ok(json!({"t": "play", "n": n, "at": format!("C{row}")}));
        white.ok(json!({"t": "play", "n": n + 1, "at": format!("D{row}")}));
    }
    black.ok(json!({"t": "pass", "n": 16}));
    white.ok(json!({"t": "pass", "n": 17}));
    let scoring = loop {
        let scoring = black.wait_for("scoring");
        if scoring["pending"] == false {
            break scoring;
        }
    };
    assert_eq!(scoring["open"], json!(["C9", "D9"]));
}

#[test]
fn page_works_without_a_script() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    let page = ana.get("/");
    assert_eq!(page.status, 200);
    assert!(page.header("set-cookie").is_none(), "looking makes no guest");
    let wrong = ana.post("/games", "name=%3Cb%3E&opponent=link&size=99");
    assert_eq!(wrong.status, 400);
    let text = wrong.text();
    assert!(text.contains("role=\"alert\"") && text.contains("aria-invalid=\"true\""), "{text}");
    assert!(text.contains("value=\"&lt;b&gt;\"") && text.contains("value=\"99\""), "{text}");
    let game = ana.create("name=%3Cscript%3E&opponent=link&size=9&color=white");
    let page = ana.get(&format!("/g/{game}")).text();
    assert!(page.contains("data-role=\"white\"") && page.contains("id=\"invite\""), "{page}");
    assert!(page.contains("&lt;script&gt;") && !page.contains("\"<script>"), "{page}");
    let mut ben = Browser::new(server.address());
    let page = ben.get(&format!("/g/{game}")).text();
    assert!(page.contains("data-role=\"guest\"") && page.contains("id=\"join\""), "{page}");
    ben.join(&game, "Ben");
    assert!(ben.get(&format!("/g/{game}")).text().contains("data-role=\"black\""));
    let mut eve = Browser::new(server.address());
    assert!(eve.get(&format!("/g/{game}")).text().contains("data-role=\"spectator\""));
    assert_eq!(eve.post(&format!("/g/{game}/join"), "name=Eve").status, 409);
}

#[test]
fn level_answers_at_once() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let mut ana = Browser::new(server.address());
    let game = ana.create("opponent=level&level=28k&size=9&color=black&clock=none");
    let mut socket = ana.watch(&game);
    socket.wait_for("started");
    socket.ok(json!({"t": "play", "n": 0, "at": "E5"}));
    assert!(socket.wait_for_move(2).starts_with('W'));
    socket.ok(json!({"t": "undo", "op": "ask", "n": 2}));
    let state = ana.get(&format!("/g/{game}/state")).text();
    assert!(state.contains("\"moves\":\"\""), "{state}");
    socket.ok(json!({"t": "resign"}));
    socket.ok(json!({"t": "rematch", "op": "ask"}));
    let next = socket.wait_for("rematched")["game"].as_str().unwrap().to_owned();
    let mut socket = ana.watch(&next);
    // This time the engine is Black, and begins.
    assert!(socket.wait_for_move(1).starts_with('B'));
}

#[test]
fn client_that_comes_back_gets_what_it_missed() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let (game, [_, ben], [mut black, mut white]) = two_players(server.address(), BY_LINK);
    black.ok(json!({"t": "play", "n": 0, "at": "D4"}));
    white.wait_for("played");
    let have = white.v;
    drop(white);
    let mut again = ben.socket(&game);
    let greeting = again.hello(have);
    let kinds: Vec<&str> = greeting.iter().map(|it| it["t"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["welcome", "chat", "crowd"]);
    again.ok(json!({"t": "play", "n": 1, "at": "E5"}));
    // The same command again, as after a break, is made once.
    again.ok(json!({"t": "play", "n": 1, "at": "E5"}));
    drop(again);
    let mut third = ben.socket(&game);
    let greeting = third.hello(have);
    assert_eq!(greeting[1]["change"]["move"], "WE5");
    let mut fourth = ben.socket(&game);
    let greeting = fourth.hello(None);
    assert_eq!(greeting[1]["moves"], "BD4 WE5");
}

#[test]
fn game_goes_on_after_a_restart() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let address = server.address();
    let (game, [ana, ben], [mut black, mut white]) = two_players(address, BY_LINK);
    black.ok(json!({"t": "play", "n": 0, "at": "D4"}));
    black.ok(json!({"t": "say", "text": "hello"}));
    let v = black.v;
    server.stop();
    assert_eq!(black.receive().unwrap_err(), 1012);
    while white.receive().is_ok() {}
    let server = start_at(&folder.0, "127.0.0.1:0".parse().unwrap());
    let at = |browser: &Browser| Browser { address: server.address(), ..browser.clone() };
    let mut black = at(&ana).socket(&game);
    let greeting = black.hello(v);
    assert_eq!((&greeting[1]["t"], &greeting[1]["moves"]), (&"state".into(), &"BD4".into()));
    assert_eq!(greeting[1]["clocks"]["running"], json!(null));
    assert_eq!(greeting[2]["lines"][0]["text"], "hello");
    let mut white = at(&ben).watch(&game);
    white.wait_for("started");
    white.ok(json!({"t": "play", "n": 1, "at": "E5"}));
}

#[test]
fn spectators_see_the_game_and_not_each_others_seats() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let (game, _, [mut black, mut white]) = two_players(server.address(), BY_LINK);
    let mut eve = Browser::new(server.address()).watch(&game);
    assert_eq!(eve.no(json!({"t": "play", "n": 0, "at": "D4"})), "not_allowed");
    eve.ok(json!({"t": "say", "text": "psst"}));
    black.ok(json!({"t": "play", "n": 0, "at": "D4"}));
    assert_eq!(eve.wait_for("played")["move"], "BD4");
    black.ok(json!({"t": "say", "text": "hi"}));
    let said = white.wait_for_message("said");
    assert_eq!((&said["text"], &said["room"]), (&"hi".into(), &"players".into()));
    white.ok(json!({"t": "resign"}));
    let chat = white.wait_for_message("chat");
    assert_eq!(chat["lines"][0]["text"], "psst");
}

/// The connection is cut behind each command, before its answer.
#[test]
fn connection_can_break_at_every_step() {
    let steps = [
        (0, json!({"t": "play", "n": 0, "at": "D4"})),
        (1, json!({"t": "play", "n": 1, "at": "E5"})),
        (0, json!({"t": "undo", "op": "ask", "n": 2})),
        (1, json!({"t": "undo", "op": "yes", "n": 2})),
        (0, json!({"t": "play", "n": 0, "at": "C3"})),
        (1, json!({"t": "pause", "op": "ask"})),
        (0, json!({"t": "pause", "op": "yes"})),
        (1, json!({"t": "continue"})),
        (1, json!({"t": "pass", "n": 1})),
        (0, json!({"t": "pass", "n": 2})),
    ];
    let folder = TestFolder::new();
    let server = start(&folder.0);
    for cut in 0..steps.len() {
        let (game, browsers, mut sockets) = two_players(server.address(), BY_LINK);
        for (idx, (who, message)) in steps.iter().enumerate() {
            if idx != cut {
                sockets[*who].ok(message.clone());
                continue;
            }
            let mut numbered = message.clone();
            numbered["c"] = 77.into();
            sockets[*who].send(&numbered);
            let have = sockets[*who].v;
            sockets[*who] = browsers[*who].socket(&game);
            sockets[*who].hello(have);
            // It was done, or is done now; what is settled is refused, and does
            // no harm.
            let answer = sockets[*who].command(message.clone());
            let is_settled = match answer["why"].as_str() {
                Some("nothing" | "paused") => true,
                Some("stale") => message["t"] == "undo",
                _ => false,
            };
            assert!(answer["t"] == "ok" || is_settled, "{message}: {answer}");
        }
        let greeting = browsers[0].socket(&game).hello(None);
        assert_eq!(greeting[1]["moves"], "BC3 Wpass Bpass", "cut at {cut}");
        assert_eq!(greeting[1]["phase"], "scoring", "cut at {cut}");
    }
}
