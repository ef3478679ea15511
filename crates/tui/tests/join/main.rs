//! A game on a server in the terminal, against a browser, over a connection
//! that breaks.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../../server/tests/client/mod.rs"]
mod client;
mod proxy;

use std::path::Path;
use std::time::{Duration, Instant};

use client::{Browser, Socket, TestFolder};
use proxy::Proxy;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use serde_json::json;
use tengen_front::FrontEnd;
use tengen_front::notice::{Notice, RemoteNotice};
use tengen_front::refusal::Refusal;
use tengen_front::words;
use tengen_front::workspace::{Done, Wish, Workspace, WorkspaceOptions};
use tengen_host::Dirs;
use tengen_session::{Phase, View};
use tengen_tui::{App, DisplaySettings};

const FORM: &str = "name=Ana&opponent=link&size=5&rules=chinese&clock=10m&color=black";

/// How long anything may take on a machine that has much to do.
const PATIENCE: Duration = Duration::from_secs(60);

fn workspace(home: &Path) -> Workspace {
    let options = WorkspaceOptions::new(FrontEnd::Terminal, Some(Dirs::under(home)));
    Workspace::open(options).0
}

fn try_join(workspace: &mut Workspace, link: &str, name: &str) -> Result<Done, Refusal> {
    match workspace.join(link, Some(name), Wish::Play)? {
        Done::Join(task) => workspace.run_join(*task),
        done => panic!("{done:?}"),
    }
}

/// The terminal of a person who has joined a game.
struct Terminal {
    app: App,
}

impl Terminal {
    fn new(home: &Path, link: &str, name: &str) -> Terminal {
        let mut workspace = workspace(home);
        let done = try_join(&mut workspace, link, name).unwrap();
        let display = DisplaySettings::new(&workspace.settings().terminal, |_| None);
        let mut app = App::new(workspace, display, &[]);
        app.follow(Ok(done));
        Terminal { app }
    }

    fn press(&mut self, code: KeyCode) {
        self.app.handle(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    fn type_line(&mut self, text: &str) {
        for letter in format!(":{text}").chars() {
            self.press(KeyCode::Char(letter));
        }
        self.press(KeyCode::Enter);
    }

    /// Waits until the view is as it should be.
    #[track_caller]
    fn wait(&mut self, is_so: impl Fn(&View) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !is_so(self.app.workspace().view().unwrap()) {
            assert!(Instant::now() < end, "{}", self.app.workspace().status());
            self.app.workspace_mut().wait(Duration::from_secs(1));
        }
    }

    #[track_caller]
    fn wait_for_move(&mut self, number: u32) {
        self.wait(|view| view.position.move_number == number && view.tree.is_live);
    }

    fn screen(&mut self) -> String {
        let area = Rect::new(0, 0, 80, 24);
        let mut buffer = Buffer::empty(area);
        self.app.refresh();
        self.app.draw(area, &mut buffer);
        let row = |y| (0..area.width).map(move |x| (x, y));
        let rows = (0..area.height).map(|y| {
            row(y).map(|it| buffer[it].symbol()).collect::<String>().trim_end().to_owned()
        });
        rows.collect::<Vec<_>>().join("\n")
    }
}

fn link(proxy: &Proxy, game: &str) -> String {
    format!("http://{}/g/{game}", proxy.address)
}

/// A browser's move, or a pass.
#[track_caller]
fn browser_plays(socket: &mut Socket, n: u32, at: &str) {
    socket.ok(match at {
        "pass" => json!({"t": "pass", "n": n}),
        at => json!({"t": "play", "n": n, "at": at}),
    });
}

#[test]
fn whole_game_against_a_browser_survives_a_broken_connection() {
    let folder = TestFolder::new();
    let server = client::start(&folder.0.join("server"));
    let proxy = Proxy::new(server.address());
    let mut ana = Browser::new(server.address());
    let game = ana.create(FORM);
    let mut black = ana.watch(&game);
    let mut ben = Terminal::new(&folder.0.join("ben"), &link(&proxy, &game), "Ben");
    black.wait_for("started");
    ben.wait(|view| !view.game.is_waiting);
    assert!(ben.screen().contains("Ben (you)"), "{}", ben.screen());

    // Nothing is shown before the server has told it, and a refusal changes
    // nothing.
    ben.type_line("C3");
    assert_eq!(ben.app.message(), Some("It is Black's turn."));
    let moves = "C5 D5 C4 D4 C3 D3 C2 D2 C1 D1 pass pass".split(' ');
    for (n, at) in (0..).zip(moves) {
        if n % 2 == 0 {
            browser_plays(&mut black, n, at);
            ben.wait_for_move(n + 1);
            continue;
        }
        if n == 5 || n == 9 {
            // The move is made while the connection is gone.
            proxy.cut();
        }
        ben.type_line(at);
        black.wait_for_move(n as usize + 1);
        ben.wait_for_move(n + 1);
    }
    ben.wait(|view| view.game.scoring.as_ref().is_some_and(|it| !it.is_proposal_pending));
    ben.press(KeyCode::Char('a'));
    ben.wait(|view| view.game.scoring.as_ref().is_some_and(|it| it.agreed.white));
    let scoring = loop {
        let scoring = black.wait_for("scoring");
        if scoring["agreed"]["white"] == true {
            break scoring;
        }
    };
    black.ok(json!({"t": "agree", "rev": scoring["rev"], "dead": scoring["dead"]}));
    let over = black.wait_for("over");
    ben.wait(|view| matches!(view.game.phase, Phase::Over(_)));
    let Phase::Over(ended) = ben.app.workspace().view().unwrap().game.phase else { panic!() };
    assert_eq!(ended.outcome.to_string(), over["result"].as_str().unwrap());
    assert_eq!(over["result"], "W+2.5");
    let screen = ben.screen();
    assert!(screen.contains("White wins by 2.5"), "{screen}");
}

#[test]
fn requests_chat_and_seats_go_both_ways() {
    let folder = TestFolder::new();
    let server = client::start(&folder.0.join("server"));
    let proxy = Proxy::new(server.address());
    let mut ana = Browser::new(server.address());
    let game = ana.create(FORM);
    let mut black = ana.watch(&game);
    let home = folder.0.join("ben");
    let mut ben = Terminal::new(&home, &link(&proxy, &game), "Ben");
    black.wait_for("started");
    browser_plays(&mut black, 0, "C3");
    ben.wait_for_move(1);

    black.ok(json!({"t": "undo", "op": "ask", "n": 1}));
    ben.wait(|view| view.game.request.is_some());
    assert!(ben.app.workspace().status().contains("Press + to agree"));
    ben.press(KeyCode::Char('+'));
    black.wait_for("undone");
    ben.wait_for_move(0);

    ben.type_line("say Well, well.");
    assert_eq!(black.wait_for_message("said")["text"], "Well, well.");
    black.ok(json!({"t": "say", "text": "Sorry!"}));
    let end = Instant::now() + PATIENCE;
    loop {
        let news = ben.app.workspace_mut().wait(Duration::from_secs(1));
        let is_said = |it: &Notice| matches!(it, Notice::Remote(RemoteNotice::Said(line)) if line.text == "Sorry!");
        if news.notices.iter().any(is_said) {
            break;
        }
        assert!(Instant::now() < end);
    }

    // The same user comes back to the seat, and another one watches.
    drop(ben);
    let ben = Terminal::new(&home, &link(&proxy, &game), "Ben");
    let own = ben.app.workspace().view().unwrap().game.remote.unwrap().own;
    assert!(own.white && !own.black);
    let mut eve = Terminal::new(&folder.0.join("eve"), &link(&proxy, &game), "Eve");
    let told = eve.app.message().unwrap();
    assert!(told.starts_with("Both seats are taken, so you are watching.\n"), "{told}");
    assert!(told.ends_with("Ana: Sorry!"), "{told}");
    eve.type_line("C3");
    assert_eq!(eve.app.message(), Some("You are only watching this game."));
    eve.press(KeyCode::Char('p'));
    assert_eq!(eve.app.message(), Some("You are only watching this game."));
    browser_plays(&mut black, 0, "B2");
    eve.wait_for_move(1);
}

#[test]
fn what_cannot_be_joined_is_said_in_one_sentence() {
    let folder = TestFolder::new();
    let server = client::start(&folder.0.join("server"));
    let mut workspace = workspace(&folder.0.join("ben"));
    let address = server.address();
    let refusal = |workspace: &mut Workspace, link: &str| {
        let reason = try_join(workspace, link, "Ben").unwrap_err();
        words::refusal(&reason, workspace.keys())
    };
    assert!(refusal(&mut workspace, "no link").contains("is not a link to a game"));
    let missing = format!("http://{address}/g/23456789");
    assert!(refusal(&mut workspace, &missing).starts_with("There is no game at"));
    // A port that was free a moment ago has no server.
    let unused = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let nowhere = format!("{unused}/g/23456789");
    assert!(refusal(&mut workspace, &nowhere).starts_with("No server answers at"));
    assert!(workspace.view().is_none());
}
