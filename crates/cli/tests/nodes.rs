//! Several servers with one PostgreSQL and one NATS, as processes that are
//! killed, stopped and started again in the middle of games.
//!
//! `TENGEN_KILLS` says how often the first server is killed, each time in the
//! middle of twenty games.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]
#![allow(clippy::print_stdout, reason = "a long run says what it has done")]

#[path = "../../server/tests/client/mod.rs"]
mod client;
#[path = "../../server/tests/services/mod.rs"]
mod services;

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use client::{Browser, Socket, TestFolder};
use serde_json::{Value, json};
use services::{Nats, Postgres};

/// How long anything may take that comes by itself.
const PATIENCE: Duration = Duration::from_secs(90);

const BY_LINK: &str = "name=Ana&opponent=link&size=9&rules=chinese&clock=30m&color=black";

/// A server in a process of its own, which is killed with the value.
struct Node {
    _folder: TestFolder,
    child: Child,
    _out: BufReader<ChildStdout>,
    address: SocketAddr,
}

impl Node {
    fn start(database: &str, bus: &str) -> Node {
        let folder = TestFolder::new();
        let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(["serve", "--listen", "127.0.0.1:0", "--engines", "1", "--data"])
            .arg(&folder.0)
            .args(["--database", database, "--bus", bus])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/');
        Node { _folder: folder, address: address.parse().unwrap(), child, _out: out }
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    }

    fn is_ready(&self) -> bool {
        Browser::new(self.address).get("/ready").status == 200
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // A process that is stopped is killed all the same.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Two servers on one database and one bus.
struct World {
    nodes: Vec<Node>,
    database: String,
    nats: Nats,
    postgres: Postgres,
}

impl World {
    /// Starts all, if what they need is installed.
    fn start() -> Option<World> {
        let postgres = Postgres::start()?;
        let nats = Nats::start()?;
        let database = postgres.database();
        let nodes = (0..2).map(|_| Node::start(&database, &nats.url())).collect();
        Some(World { nodes, database, nats, postgres })
    }

    fn address(&self, node: usize) -> SocketAddr {
        self.nodes[node].address
    }
}

/// A game whose moves are known beforehand: Black fills the lower half of the
/// board from the left, White the upper one.
struct Script {
    game: String,
    /// Black and White, and where they are.
    people: [Browser; 2],
    lines: [Option<Socket>; 2],
    /// How many moves were acknowledged, or seen in a state.
    n: usize,
}

fn point(n: usize) -> String {
    let (number, is_white) = (n / 2, n % 2 == 1);
    let column = b"ABCDEFGHJ"[number % 9] as char;
    let row = if is_white { 9 - number / 9 } else { 1 + number / 9 };
    format!("{column}{row}")
}

impl Script {
    /// Creates a game whose owner is the server of Black.
    fn begin(black_at: SocketAddr, white_at: SocketAddr) -> Script {
        let mut black = Browser::new(black_at);
        let game = black.create(BY_LINK);
        let mut line = black.watch(&game);
        let mut white = Browser::new(white_at);
        white.join(&game, "Ben");
        let white_line = white.watch(&game);
        line.wait_for("started");
        let lines = [Some(line), Some(white_line)];
        Script { game, people: [black, white], lines, n: 0 }
    }

    /// Plays the next move once; says whether it was acknowledged.
    fn try_move(&mut self) -> bool {
        let mover = self.n % 2;
        let Some(line) = &mut self.lines[mover] else { return false };
        let play = json!({"t": "play", "n": self.n, "at": point(self.n)});
        match line.try_command(play) {
            Ok(answer) if answer["t"] == "ok" => {
                self.n += 1;
                true
            }
            Ok(_) => false,
            Err(_) => {
                self.lines[mover] = None;
                false
            }
        }
    }

    /// Connects again whoever is not connected, and takes what is stored for
    /// the truth: every move that was acknowledged, and at most the one that
    /// was under way.
    fn reconnect(&mut self, at: SocketAddr) -> bool {
        for (person, line) in self.people.iter_mut().zip(&mut self.lines) {
            if line.is_none() {
                person.address = at;
                let origin = format!("http://{at}");
                let Ok(mut socket) = person.try_socket(&self.game, Some(&origin)) else {
                    return false;
                };
                let Some(state) = socket.try_hello() else { return false };
                let n = moves(&state).len();
                assert!(n == self.n || n == self.n + 1, "{n} moves, {} acknowledged", self.n);
                self.n = n;
                *line = Some(socket);
            }
        }
        true
    }

    /// Plays on to a number of moves, whatever happens to the first server.
    fn play_to(&mut self, end: usize, refuge: &Mutex<SocketAddr>) {
        let begin = Instant::now();
        while self.n < end {
            assert!(begin.elapsed() < 3 * PATIENCE, "game {} stands at {}", self.game, self.n);
            if self.try_move() {
                continue;
            }
            // One that was refused may have been stored by a server that died.
            let mover = self.n % 2;
            self.lines[mover] = None;
            let at = *refuge.lock().unwrap();
            if !self.reconnect(at) {
                std::thread::sleep(Duration::from_millis(100));
            }
        }
    }

    /// The moves as a server shows them.
    fn shown(&self, at: SocketAddr) -> Vec<String> {
        let state = Browser { address: at, ..self.people[0].clone() };
        let answer = { state }.get(&format!("/g/{}/state", self.game));
        assert_eq!(answer.status, 200, "{}", answer.text());
        moves(&serde_json::from_str(&answer.text()).unwrap())
    }

    fn expected(&self) -> Vec<String> {
        (0..self.n).map(point).collect()
    }
}

/// The moves of a state, as points: each has its color before it.
fn moves(state: &Value) -> Vec<String> {
    let moves = state["moves"].as_str().unwrap().split_whitespace();
    moves.map(|it| it[1..].to_owned()).collect()
}

#[test]
fn killed_server_loses_no_move_and_doubles_none() {
    let Some(mut world) = World::start() else { return };
    let n_kills = std::env::var("TENGEN_KILLS").ok().and_then(|it| it.parse().ok()).unwrap_or(1);
    let n_games = if n_kills == 1 { 6 } else { 20 };
    let mut slowest = Duration::ZERO;
    for kill in 0..n_kills {
        let refuge = Arc::new(Mutex::new(world.address(1)));
        let playing: Vec<_> = (0..n_games)
            .map(|number| {
                let (black, white) = (world.address(number % 2), world.address((number + 1) % 2));
                let refuge = Arc::clone(&refuge);
                let mut script = Script::begin(black, white);
                std::thread::spawn(move || {
                    script.play_to(60, &refuge);
                    script
                })
            })
            .collect();
        std::thread::sleep(Duration::from_millis(150 + (kill * 37 % 11) * 40));
        world.nodes[0].kill();
        let begin = Instant::now();
        let scripts: Vec<Script> = playing.into_iter().map(|it| it.join().unwrap()).collect();
        slowest = slowest.max(begin.elapsed());
        world.nodes[0] = Node::start(&world.database, &world.nats.url());
        for script in &scripts {
            for node in 0..2 {
                assert_eq!(script.shown(world.address(node)), script.expected());
            }
        }
    }
    println!("{} games were played on, the slowest in {slowest:?}", n_kills * n_games as u64);
}

#[test]
fn stopped_server_that_wakes_up_writes_nothing() {
    let Some(world) = World::start() else { return };
    let mut script = Script::begin(world.address(0), world.address(1));
    let refuge = Mutex::new(world.address(1));
    script.play_to(4, &refuge);
    // The socket of Black stays open at the server that is stopped.
    let mut asleep = script.lines[0].take().unwrap();
    world.nodes[0].signal("-STOP");
    script.play_to(9, &refuge);
    world.nodes[0].signal("-CONT");
    let late = asleep.try_command(json!({"t": "play", "n": 4, "at": "J5"}));
    assert_ne!(late.as_ref().map(|it| it["t"].as_str()), Ok(Some("ok")), "{late:?}");
    // It relays from now on, and shows what happened.
    let begin = Instant::now();
    while script.shown(world.address(0)) != script.expected() {
        assert!(begin.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(100));
    }
    script.play_to(12, &refuge);
    assert_eq!(script.shown(world.address(0)), script.expected());
    assert_eq!(script.shown(world.address(1)), script.expected());
    assert!(world.nodes[0].is_ready());
}

#[test]
fn database_that_crashes_acknowledges_nothing_and_play_goes_on() {
    let Some(mut world) = World::start() else { return };
    let mut script = Script::begin(world.address(0), world.address(1));
    let refuge = Mutex::new(world.address(0));
    script.play_to(5, &refuge);
    world.postgres.kill();
    for _ in 0..3 {
        assert!(!script.try_move(), "nothing is stored, so nothing is acknowledged");
    }
    world.postgres.start_again();
    script.play_to(12, &refuge);
    for node in 0..2 {
        assert_eq!(script.shown(world.address(node)), script.expected());
    }
    // Nobody has lost time by it: each has half an hour.
    let answer = Browser::new(world.address(0)).get(&format!("/g/{}/state", script.game));
    let state: Value = serde_json::from_str(&answer.text()).unwrap();
    assert!(state["phase"] == "playing", "{state}");
}

#[test]
fn bus_that_is_down_holds_up_nobody_at_the_server_of_the_game() {
    let Some(mut world) = World::start() else { return };
    let mut script = Script::begin(world.address(0), world.address(0));
    let browser = Browser::new(world.address(1));
    let mut watcher = browser.watch(&script.game);
    let refuge = Mutex::new(world.address(0));
    script.play_to(3, &refuge);
    wait_for_moves(&mut watcher, &browser, &script.game, 3);
    world.nats.kill();
    script.play_to(8, &refuge);
    // Another server shows what is stored.
    wait_for_moves(&mut watcher, &browser, &script.game, 8);
    world.nats.start_again();
    script.play_to(10, &refuge);
    wait_for_moves(&mut watcher, &browser, &script.game, 10);
    // And what goes through it works again.
    let begin = Instant::now();
    script.people[1].address = world.address(1);
    script.lines[1] = None;
    while !script.reconnect(world.address(1)) {
        assert!(begin.elapsed() < PATIENCE);
    }
    script.play_to(14, &Mutex::new(world.address(1)));
    assert_eq!(script.shown(world.address(1)), script.expected());
}

/// Waits until a watcher has seen so many moves, in whatever way; one who may
/// have missed an answer is sent away, and comes again.
fn wait_for_moves(watcher: &mut Socket, browser: &Browser, game: &str, n: usize) {
    loop {
        let Ok(message) = watcher.receive() else {
            *watcher = browser.socket(game);
            watcher.try_send(&json!({"t": "hello", "have": null})).unwrap();
            continue;
        };
        let seen = match message["t"].as_str() {
            Some("state") => moves(&message).len(),
            Some("event") => message["change"]["n"].as_u64().unwrap_or(0) as usize,
            _ => 0,
        };
        if seen >= n {
            return;
        }
    }
}

#[test]
fn server_that_ends_hands_its_games_over_at_once() {
    let Some(mut world) = World::start() else { return };
    let mut script = Script::begin(world.address(0), world.address(1));
    let refuge = Mutex::new(world.address(1));
    script.play_to(5, &refuge);
    world.nodes[0].signal("-TERM");
    let mut black = script.lines[0].take().unwrap();
    let code = loop {
        if let Err(code) = black.receive() {
            break code;
        }
    };
    assert_eq!(code, 1012, "come again, elsewhere");
    script.play_to(12, &refuge);
    assert!(world.nodes[0].child.wait().unwrap().success());
    assert_eq!(script.shown(world.address(1)), script.expected());
    let sql = "SELECT count(*) FROM nodes";
    let name = world.database.rsplit_once('/').unwrap().1;
    assert_eq!(world.postgres.psql(name, sql).as_deref(), Some("1"));
}

#[test]
fn addresses_that_lead_nowhere_are_said_in_one_sentence() {
    let port = services::free_port();
    let database = format!("postgres://nobody@127.0.0.1:{port}/none");
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["serve", "--listen", "127.0.0.1:0", "--database", &database])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    let last = error.trim().lines().last().unwrap();
    assert!(last.contains("cannot use the database"), "{error}");
}
