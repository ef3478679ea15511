//! `tengen serve` as a process: starting, ending, and being killed.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

#[path = "../../server/tests/client/mod.rs"]
mod client;

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

use client::{BY_LINK, Browser, PASSWORD, Socket, TestFolder};
use serde_json::{Value, json};

fn tengen() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tengen"))
}

/// A server in a process of its own, which is killed with the value.
struct ServerProcess {
    child: Child,
    out: BufReader<ChildStdout>,
    address: SocketAddr,
}

impl ServerProcess {
    fn start(data: &Path) -> ServerProcess {
        ServerProcess::start_with(data, &[])
    }

    fn start_with(data: &Path, more: &[&str]) -> ServerProcess {
        let mut command = tengen();
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data).args(more);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/');
        ServerProcess { address: address.parse().unwrap(), child, out }
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn run(command: &mut Command) -> Output {
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn port_in_use_is_one_sentence() {
    let folder = TestFolder::new();
    let server = ServerProcess::start(&folder.0);
    let address = server.address.to_string();
    let other = TestFolder::new();
    let output = run(tengen().args(["serve", "--listen", &address, "--data"]).arg(&other.0));
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(error.contains("is in use") && error.lines().count() == 1, "{error}");
}

#[test]
fn running_server_is_backed_up_and_checked() {
    let folder = TestFolder::new();
    let server = ServerProcess::start(&folder.0);
    let mut ana = Browser::new(server.address);
    let game = ana.create(BY_LINK);
    let copy = TestFolder::new();
    let file = copy.0.join("tengen.sqlite");
    let output = run(tengen().args(["serve", "backup"]).arg(&file).arg("--data").arg(&folder.0));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let again = run(tengen().args(["serve", "backup"]).arg(&file).arg("--data").arg(&folder.0));
    assert_eq!(again.status.code(), Some(2));
    for data in [&folder.0, &copy.0] {
        let output = run(tengen().args(["serve", "check", "--data"]).arg(data));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("is sound."));
    }
    // The copy is a whole server.
    let second = ServerProcess::start(&copy.0);
    let mut ana = Browser { address: second.address, ..ana };
    assert_eq!(ana.get(&format!("/g/{game}")).status, 200);
    let nothing = TestFolder::new();
    let output = run(tengen().args(["serve", "check", "--data"]).arg(&nothing.0));
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("name it with --data"));
}

#[test]
fn metrics_have_a_port_of_their_own() {
    let folder = TestFolder::new();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let server = ServerProcess::start_with(&folder.0, &["--metrics", &port.to_string()]);
    let mut ana = Browser::new(server.address);
    ana.create("opponent=pass-and-play&size=9&color=black");
    assert_eq!(ana.get("/metrics").status, 404, "not where people play");
    let mut prometheus = Browser::new(SocketAddr::from(([127, 0, 0, 1], port)));
    let metrics = prometheus.get("/metrics").text();
    let has = |line: &str| metrics.lines().any(|it| it == line);
    assert!(has("tengen_games_created_total 1"), "{metrics}");
    assert!(metrics.contains("tengen_requests_total"), "{metrics}");
}

#[cfg(unix)]
#[test]
fn interrupt_ends_the_server_in_order() {
    let folder = TestFolder::new();
    let mut server = ServerProcess::start(&folder.0);
    let mut ana = Browser::new(server.address);
    let game = ana.create("opponent=pass-and-play&size=9&color=black");
    let mut socket = ana.watch(&game);
    socket.wait_for("started");
    socket.ok(json!({"t": "play", "n": 0, "at": "D4"}));
    let pid = rustix::process::Pid::from_child(&server.child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(socket.receive(), Err(1012));
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    let mut rest = String::new();
    server.out.read_to_string(&mut rest).unwrap();
    assert!(rest.ends_with("Ending.\n"), "{rest}");
    let server = ServerProcess::start(&folder.0);
    let ana = Browser { address: server.address, ..ana };
    assert_eq!(ana.socket(&game).hello(None)[1]["moves"], "BD4");
}

/// Two people whose server is killed again and again.
struct Match {
    game: String,
    browsers: [Browser; 2],
    /// The moves that were acknowledged.
    moves: Vec<String>,
    begin: Instant,
}

impl Match {
    fn new(address: SocketAddr) -> Match {
        let mut ana = Browser::new(address);
        let game = ana.create(&BY_LINK.replace("size=9", "size=19"));
        let mut ben = Browser::new(address);
        ben.join(&game, "Ben");
        Match { game, browsers: [ana, ben], moves: Vec::new(), begin: Instant::now() }
    }

    /// Connects both, and checks that the server knows what it has said.
    fn connect(&mut self, address: SocketAddr) -> [Socket; 2] {
        for browser in &mut self.browsers {
            browser.address = address;
        }
        let mut black = self.browsers[0].socket(&self.game);
        let greeting = black.hello(None);
        self.check(&greeting[1]);
        let white = self.browsers[1].watch(&self.game);
        black.wait_for("started");
        [black, white]
    }

    /// Every acknowledged move is there once, and no one has lost time.
    fn check(&mut self, state: &Value) {
        let stored: Vec<&str> = state["moves"].as_str().unwrap().split_whitespace().collect();
        let n_known = self.moves.len();
        assert!(stored.len() == n_known || stored.len() == n_known + 1, "{stored:?}");
        assert_eq!(stored[..n_known], self.moves[..]);
        let spent: u64 = ["black", "white"]
            .map(|it| 600_000 - state["clocks"][it]["main"].as_u64().unwrap())
            .iter()
            .sum();
        let passed = u64::try_from(self.begin.elapsed().as_millis()).unwrap();
        assert!(spent <= passed + 1, "{spent} ms of {passed} were spent");
        assert_eq!(state["clocks"]["running"], Value::Null, "it waits for both");
    }

    fn message(&self) -> (usize, Value) {
        let n = self.moves.len();
        // Each second point, so that nothing is captured.
        let (column, row) = (2 * n % 19, 2 * n / 19);
        let letter = b"ABCDEFGHJKLMNOPQRST"[column];
        let at = format!("{}{}", char::from(letter), row + 1);
        (n % 2, json!({"t": "play", "n": n, "at": at}))
    }

    fn play(&mut self, sockets: &mut [Socket; 2]) {
        let (mover, message) = self.message();
        sockets[mover].ok(message.clone());
        self.note(mover, &message);
    }

    fn note(&mut self, mover: usize, message: &Value) {
        let color = ["B", "W"][mover];
        self.moves.push(format!("{color}{}", message["at"].as_str().unwrap()));
    }
}

/// Waits for a moment without giving up the processor.
fn spin(time: Duration) {
    let begin = Instant::now();
    while begin.elapsed() < time {
        std::hint::spin_loop();
    }
}

/// `TENGEN_KILLS` sets how many times the server is killed.
#[test]
fn killed_server_has_every_acknowledged_move_once() {
    let n_kills = std::env::var("TENGEN_KILLS").ok().and_then(|it| it.parse().ok());
    let folder = TestFolder::new();
    let mut server = ServerProcess::start(&folder.0);
    let mut games = vec![Match::new(server.address)];
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = move |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..n_kills.unwrap_or(12) {
        if games.last().is_none_or(|it| it.moves.len() > 100) {
            games.push(Match::new(server.address));
        }
        let game = games.last_mut().unwrap();
        let mut sockets = game.connect(server.address);
        for _ in 0..random(4) {
            game.play(&mut sockets);
        }
        // The next move is on its way when the server dies.
        let (mover, mut message) = game.message();
        message["c"] = 999.into();
        sockets[mover].send(&message);
        spin(Duration::from_micros(random(4_000)));
        server.kill();
        // What was still said before counts as well.
        let mut is_acknowledged = false;
        while let Ok(answer) = sockets[mover].receive() {
            is_acknowledged |= answer["c"] == 999 && answer["t"] == "ok";
        }
        if is_acknowledged {
            game.note(mover, &message);
        }
        server = ServerProcess::start(&folder.0);
        // Sent again, the move is there once.
        if !is_acknowledged {
            let n_moves = game.moves.len();
            let mut sockets = game.connect(server.address);
            sockets[mover].ok(message.clone());
            game.note(mover, &message);
            assert_eq!(game.moves.len(), n_moves + 1);
            drop(sockets);
            server.kill();
            server = ServerProcess::start(&folder.0);
        }
    }
    for game in &mut games {
        let mut sockets = game.connect(server.address);
        game.play(&mut sockets);
    }
    drop(server);
    let output = run(tengen().args(["serve", "check", "--data"]).arg(&folder.0));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

/// What a command beside the server prints.
fn admin(data: &Path, arguments: &[&str]) -> Output {
    run(tengen().args(["serve", "admin"]).args(arguments).arg("--data").arg(data))
}

#[test]
fn accounts_are_helped_from_beside_the_server() {
    let folder = TestFolder::new();
    let mut server = ServerProcess::start(&folder.0);
    let (mut sentence, mut link) = (String::new(), String::new());
    server.out.read_line(&mut sentence).unwrap();
    assert!(sentence.contains("sign up here, once"), "{sentence}");
    server.out.read_line(&mut link).unwrap();
    let address = format!("http://{}", server.address);
    let code = link.trim().strip_prefix(&format!("{address}/invite/")).unwrap().to_owned();
    let mut ana = Browser::new(server.address);
    let form = format!("name=Ana&password={PASSWORD}&invitation={code}");
    assert_eq!(ana.post("/signup", &form).status, 303);
    assert_eq!(ana.get("/admin").status, 200);
    let mut ben = Browser::new(server.address);
    ben.sign_up("Ben");

    let reset = text(&admin(&folder.0, &["reset", "ben"]).stdout);
    let path = reset.lines().next().unwrap().strip_prefix(&address).unwrap().to_owned();
    assert_eq!(ben.post(&path, "password=another+ko+threat").status, 303);
    assert_eq!(ben.post(&path, "password=another+ko+threat").status, 404);
    assert_eq!(
        text(&admin(&folder.0, &["promote", "Ben", "teacher"]).stdout),
        "Ben is teacher now.\n"
    );
    let lock = text(&admin(&folder.0, &["lock", "Ben"]).stdout);
    assert_eq!(lock, "Ben is locked, and logged out everywhere within seconds.\n");
    assert_eq!(ben.get("/account").status, 303);
    assert_eq!(text(&admin(&folder.0, &["unlock", "Ben"]).stdout), "Ben can log in again.\n");
    assert_eq!(ben.log_in("Ben", "another+ko+threat").status, 303);
    let invite = text(&admin(&folder.0, &["invite"]).stdout);
    assert!(invite.starts_with(&format!("{address}/invite/")), "{invite}");

    let nobody = admin(&folder.0, &["lock", "Nobody"]);
    assert_eq!(nobody.status.code(), Some(2));
    assert!(text(&nobody.stderr).contains("no account is named Nobody"));
    let role = admin(&folder.0, &["promote", "Ben", "king"]);
    assert_eq!(role.status.code(), Some(2));
    assert!(text(&role.stderr).contains("expected member, teacher, moderator or admin"));
}
