//! Games that are over are found by those who may see them, and by no one
//! else.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod client;

use client::{BY_LINK, Browser, Socket, TestFolder, start, two_players};
use serde_json::json;
use tengen_server::Server;

/// Plays some moves by turns, and Black resigns.
fn play([black, white]: &mut [Socket; 2], moves: &[&str]) {
    for (n, at) in moves.iter().enumerate() {
        let player = if n % 2 == 0 { &mut *black } else { &mut *white };
        player.ok(json!({"t": "play", "n": n, "at": at}));
    }
    black.ok(json!({"t": "resign"}));
    white.wait_for("over");
}

/// A finished game with its players.
fn game(server: &Server, visibility: &str, moves: &[&str]) -> (String, [Browser; 2]) {
    let form = format!("{BY_LINK}&visibility={visibility}");
    let (game, browsers, mut sockets) = two_players(server.address(), &form);
    play(&mut sockets, moves);
    (game, browsers)
}

fn list(browser: &mut Browser, query: &str) -> String {
    let answer = browser.get(&format!("/library?{query}"));
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.text()
}

#[test]
fn finished_games_are_found_by_who_may_see_them() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let (listed, [mut ana, mut ben]) = game(&server, "listed", &["E5", "G5", "C3"]);
    let (by_link, [mut cleo, _]) = game(&server, "link", &["E5", "G5", "C4"]);
    // A mirror image, which is the same game for the library.
    let (private, [mut dora, _]) = game(&server, "private", &["E5", "G5", "C6"]);
    let mut eve = Browser::new(server.address());
    let all = [&listed, &by_link, &private].map(|it| format!("href=\"/g/{it}\""));
    let seen = |page: &str| all.each_ref().map(|it| page.contains(it));
    assert_eq!(seen(&list(&mut eve, "")), [true, false, false]);
    assert_eq!(seen(&list(&mut ana, "q=player:ana+result:W%2BR")), [true, false, false]);
    assert_eq!(seen(&list(&mut cleo, "")), [true, true, false]);
    assert_eq!(seen(&list(&mut dora, "q=size:9+moves:3")), [true, false, true]);
    assert_eq!(seen(&list(&mut dora, "q=is:mine")), [false, false, true]);
    assert_eq!(seen(&list(&mut dora, "mine=yes&q=moves:4")), [false; 3]);
    let own = list(&mut ben, "mine=yes");
    assert!(own.contains("you won") && own.contains("1 game."), "{own}");
    // Nothing of a hidden game is counted.
    let position = "/library/position?size=9&moves=BE5.WG5";
    let counted = |browser: &mut Browser| browser.get(position).text();
    assert!(counted(&mut eve).contains("In 1 of 1 game."), "{}", counted(&mut eve));
    let is_told = |page: &str| page.contains(">Black C4</a>") || page.contains(">Black C6</a>");
    assert!(!is_told(&counted(&mut eve)));
    let page = counted(&mut dora);
    assert!(page.contains("In 2 of 2 games.") && is_told(&page), "{page}");
    let from_game = |browser: &mut Browser, game: &str| {
        browser.get(&format!("/library/position?game={game}&move=2")).status
    };
    assert_eq!([from_game(&mut dora, &private), from_game(&mut eve, &private)], [200, 404]);
    server.stop();
    // The library is filled again from what is stored.
    std::fs::remove_file(folder.0.join("library.db")).unwrap();
    let server = start(&folder.0);
    let mut dora = Browser { address: server.address(), ..dora };
    assert_eq!(seen(&list(&mut dora, "")), [true, false, true]);
    server.stop();
    std::fs::write(folder.0.join("library.db"), "something else").unwrap();
    let server = start(&folder.0);
    let mut dora = Browser { address: server.address(), ..dora };
    let answer = dora.get("/library");
    assert_eq!(answer.status, 503);
    assert!(answer.text().contains("They are all still there."), "{}", answer.text());
    assert_eq!(dora.get(&format!("/g/{private}")).status, 200);
}

#[test]
fn running_games_tell_nothing() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let listed = format!("{BY_LINK}&visibility=listed");
    let (game, [mut ana, _], mut sockets) = two_players(server.address(), &listed);
    sockets[0].ok(json!({"t": "play", "n": 0, "at": "E5"}));
    assert!(list(&mut ana, "").contains("No game has ended here yet"));
    assert_eq!(ana.get(&format!("/library/position?game={game}")).status, 409);
}

#[test]
fn wrong_and_hostile_searches_get_a_sentence() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let hostile = "%22%3E%3Cscript%3Ealert(1)%3C/script%3E%E2%80%AE";
    let form = format!("{}&visibility=listed", BY_LINK.replace("Ana", hostile));
    let (_, [mut ana, _], mut sockets) = two_players(server.address(), &form);
    play(&mut sockets, &["E5", "G5", "C3"]);
    for (path, status, sentence) in [
        ("/library?q=size:nineteen", 400, "size:nineteen is not a board size. Use 19 or 13x9."),
        ("/library?q=(ana", 400, "Close the bracket ("),
        ("/library?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", 400, "Close the quotation mark"),
        ("/library?q=script", 200, "&lt;script&gt;alert(1)"),
        ("/library/position?size=9", 200, "&lt;script&gt;alert(1)"),
        ("/library?start=-5&sort=nonsense&q=%27%20OR%201%3D1%20--%20x", 400, "Type what to search"),
        ("/library?start=4000000000", 200, "1 game"),
        ("/library/position?moves=BZ99", 400, "Those moves cannot be played."),
        ("/library/position?size=9&moves=BE5.WE5", 400, "Those moves cannot be played."),
        ("/library/position?size=9&area=A1:T19", 400, "A1:T19 is no part of the board."),
        ("/library/position?size=99", 200, "This occurs in none of"),
        ("/library/position?size=9&q=plyer:x", 400, "There is no field plyer:"),
        ("/library/position?game=nothing", 404, "There is no such game here"),
    ] {
        let answer = ana.get(path);
        let text = answer.text();
        assert_eq!(answer.status, status, "{path}: {text}");
        assert!(text.contains(sentence), "{path}: {text}");
        assert!(!text.contains("<script>alert") && !text.contains('\u{202e}'), "{path}: {text}");
    }
}
