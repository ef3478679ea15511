//! A browser as the tests need it: pages, a cookie, a socket.
#![allow(dead_code, unreachable_pub, reason = "not every test needs all of it")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]
#![allow(clippy::needless_pass_by_value, reason = "messages are written where they are sent")]

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tengen_server::{Server, ServerOptions, SignUp, StartError};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

/// A folder that is removed with the value.
#[derive(Debug)]
pub struct TestFolder(pub PathBuf);

impl TestFolder {
    pub fn new() -> TestFolder {
        static N: AtomicU32 = AtomicU32::new(0);
        let number = N.fetch_add(1, Ordering::Relaxed);
        let name = format!("tengen-server-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        TestFolder(folder)
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn start(folder: &Path) -> Server {
    start_at(folder, "127.0.0.1:0".parse().unwrap())
}

pub fn start_at(folder: &Path, listen: SocketAddr) -> Server {
    Server::start(options(folder, listen)).unwrap()
}

pub fn try_start(folder: &Path) -> Result<Server, StartError> {
    Server::start(options(folder, "127.0.0.1:0".parse().unwrap()))
}

fn options(folder: &Path, listen: SocketAddr) -> ServerOptions {
    ServerOptions { sign_up: SignUp::Open, ..ServerOptions::new(listen, folder.to_owned()) }
}

/// The answer to a request.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers(name).next()
    }

    fn headers(&self, name: &str) -> impl Iterator<Item = &str> {
        let lines = self.head.lines().filter_map(|it| it.split_once(": "));
        lines.filter(move |(it, _)| it.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// One browser with its cookies.
#[derive(Clone, Debug)]
pub struct Browser {
    pub address: SocketAddr,
    /// The token of the guest.
    pub cookie: Option<String>,
    /// The session of the account.
    pub session: Option<String>,
}

impl Browser {
    pub fn new(address: SocketAddr) -> Browser {
        Browser { address, cookie: None, session: None }
    }

    pub fn get(&mut self, path: &str) -> Answer {
        self.request("GET", path, &[], "")
    }

    pub fn post(&mut self, path: &str, form: &str) -> Answer {
        let origin = format!("http://{}", self.address);
        let headers =
            [("origin", origin.as_str()), ("content-type", "application/x-www-form-urlencoded")];
        self.request("POST", path, &headers, form)
    }

    pub fn request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let mut text = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            text.extend(["host: ", &self.address.to_string(), "\r\n"]);
        }
        if let Some(cookies) = self.cookies() {
            text.extend(["cookie: ", &cookies, "\r\n"]);
        }
        for (name, value) in headers {
            text.extend([name, ": ", value, "\r\n"]);
        }
        text.extend(["content-length: ", &body.len().to_string(), "\r\n\r\n", body]);
        stream.write_all(text.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|it| it == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let answer = Answer { status, head, body: bytes[end + 4..].to_vec() };
        for cookie in answer.headers("set-cookie") {
            let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
            let value = (!value.is_empty()).then(|| value.to_owned());
            match name {
                "tengen" => self.cookie = value,
                "tengen-session" => self.session = value,
                other => panic!("the cookie {other} is unknown"),
            }
        }
        answer
    }

    /// What the browser sends.
    fn cookies(&self) -> Option<String> {
        let guest = self.cookie.as_ref().map(|it| format!("tengen={it}"));
        let session = self.session.as_ref().map(|it| format!("tengen-session={it}"));
        let cookies: Vec<String> = guest.into_iter().chain(session).collect();
        (!cookies.is_empty()).then(|| cookies.join("; "))
    }

    /// Signs up with a password that all have.
    #[track_caller]
    pub fn sign_up(&mut self, name: &str) {
        let answer = self.post("/signup", &format!("name={name}&password={PASSWORD}"));
        assert_eq!(answer.status, 303, "{}", answer.text());
        assert!(self.session.is_some());
    }

    pub fn log_in(&mut self, name: &str, password: &str) -> Answer {
        self.post("/login", &format!("name={name}&password={password}"))
    }

    /// Creates a game, and returns its id.
    #[track_caller]
    pub fn create(&mut self, form: &str) -> String {
        let answer = self.post("/games", form);
        assert_eq!(answer.status, 303, "{}", answer.text());
        answer.header("location").unwrap().strip_prefix("/g/").unwrap().to_owned()
    }

    #[track_caller]
    pub fn join(&mut self, game: &str, name: &str) {
        let answer = self.post(&format!("/g/{game}/join"), &format!("name={name}"));
        assert_eq!(answer.status, 303, "{}", answer.text());
    }

    pub fn try_socket(&self, game: &str, origin: Option<&str>) -> Result<Socket, u16> {
        let headers: Vec<(&'static str, &str)> =
            origin.map(|it| ("origin", it)).into_iter().collect();
        self.try_socket_with(game, &headers)
    }

    pub fn try_socket_with(
        &self,
        game: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, u16> {
        self.try_socket_at(&format!("/g/{game}/socket"), headers)
    }

    pub fn try_socket_at(
        &self,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, u16> {
        let url = format!("ws://{}{path}", self.address);
        let mut request = url.into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        if let Some(cookies) = self.cookies() {
            request.headers_mut().insert("cookie", cookies.parse().unwrap());
        }
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => {
                Ok(Socket { stream: socket, c: 0, skipped: VecDeque::new(), v: None })
            }
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// A socket that has said nothing.
    #[track_caller]
    pub fn socket(&self, game: &str) -> Socket {
        let origin = format!("http://{}", self.address);
        self.try_socket(game, Some(&origin)).unwrap()
    }

    /// A socket of a study that has said hello and was greeted.
    #[track_caller]
    pub fn watch_study(&self, study: &str) -> Socket {
        let origin = format!("http://{}", self.address);
        let path = format!("/s/{study}/socket");
        let mut socket = self.try_socket_at(&path, &[("origin", &origin)]).unwrap();
        socket.hello(None);
        socket
    }

    /// A socket that has said hello and was greeted.
    #[track_caller]
    pub fn watch(&self, game: &str) -> Socket {
        let mut socket = self.socket(game);
        socket.hello(None);
        socket
    }
}

/// A socket of a game.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocket<TcpStream>,
    c: u32,
    /// What came before the answer to a command.
    skipped: VecDeque<Value>,
    /// The version that it has.
    pub v: Option<u64>,
}

impl Socket {
    pub fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string());
    }

    pub fn send_text(&mut self, text: &str) {
        self.stream.send(Message::text(text)).unwrap();
    }

    pub fn try_send(&mut self, message: &Value) -> Result<(), tungstenite::Error> {
        self.stream.send(Message::text(message.to_string()))
    }

    /// The next message, also one that came before the answer to a command.
    fn next(&mut self) -> Result<Value, u16> {
        self.skipped.pop_front().map_or_else(|| self.receive(), Ok)
    }

    /// The next message from the line, or the close code.
    pub fn receive(&mut self) -> Result<Value, u16> {
        loop {
            match self.stream.read() {
                Ok(Message::Text(text)) => {
                    let message: Value = serde_json::from_str(text.as_str()).unwrap();
                    if matches!(message["t"].as_str(), Some("event" | "state")) {
                        self.v = message["v"].as_u64();
                    }
                    return Ok(message);
                }
                Ok(Message::Close(frame)) => return Err(frame.map_or(1005, |it| it.code.into())),
                Ok(_) => (),
                Err(_) => return Err(1006),
            }
        }
    }

    /// Says hello, and returns the greeting up to who is there.
    #[track_caller]
    pub fn hello(&mut self, have: Option<u64>) -> Vec<Value> {
        self.send(&json!({"t": "hello", "have": have}));
        let mut greeting = Vec::new();
        loop {
            let message = self.receive().unwrap();
            let is_last = message["t"] == "crowd";
            greeting.push(message);
            if is_last {
                return greeting;
            }
        }
    }

    /// Sends a command, and returns its answer.
    #[track_caller]
    pub fn command(&mut self, mut message: Value) -> Value {
        self.c += 1;
        message["c"] = self.c.into();
        self.send(&message);
        loop {
            let answer = self.receive().unwrap();
            // Events of studies name the command that they come from, too.
            if answer["c"] == self.c && answer["t"] != "event" {
                return answer;
            }
            self.skipped.push_back(answer);
        }
    }

    /// Sends a command, and returns its answer, or the close code.
    pub fn try_command(&mut self, mut message: Value) -> Result<Value, u16> {
        self.c += 1;
        message["c"] = self.c.into();
        self.try_send(&message).map_err(|_| 1006_u16)?;
        loop {
            let answer = self.receive()?;
            if answer["c"] == self.c {
                return Ok(answer);
            }
            self.skipped.push_back(answer);
        }
    }

    /// Says hello, and returns the state, unless the line breaks.
    pub fn try_hello(&mut self) -> Option<Value> {
        self.try_send(&json!({"t": "hello", "have": null})).ok()?;
        let mut state = None;
        loop {
            let message = self.receive().ok()?;
            match message["t"].as_str() {
                Some("state") => state = Some(message),
                Some("crowd") => return state,
                _ => (),
            }
        }
    }

    #[track_caller]
    pub fn ok(&mut self, message: Value) -> u64 {
        let answer = self.command(message.clone());
        assert_eq!(answer["t"], "ok", "{message}: {answer}");
        answer["v"].as_u64().unwrap()
    }

    #[track_caller]
    pub fn no(&mut self, message: Value) -> String {
        let answer = self.command(message.clone());
        assert_eq!(answer["t"], "no", "{message}: {answer}");
        answer["why"].as_str().unwrap().to_owned()
    }

    /// Waits for a change.
    #[track_caller]
    pub fn wait_for(&mut self, change: &str) -> Value {
        loop {
            let message = self.next().unwrap();
            if message["t"] == "event" && message["change"]["is"] == change {
                return message["change"].clone();
            }
        }
    }

    /// Waits for a move.
    #[track_caller]
    pub fn wait_for_move(&mut self, n: usize) -> String {
        loop {
            let played = self.wait_for("played");
            if played["n"] == n {
                return played["move"].as_str().unwrap().to_owned();
            }
        }
    }

    /// Waits for a kind of message.
    #[track_caller]
    pub fn wait_for_message(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().unwrap();
            if message["t"] == kind {
                return message;
            }
        }
    }
}

/// The password of everyone here.
pub const PASSWORD: &str = "a+quiet+ko+threat";

/// The form of a small game by link.
pub const BY_LINK: &str = "name=Ana&opponent=link&size=9&rules=chinese&clock=10m&color=black";

/// Two people at a game by link, Black first, with their sockets.
pub fn two_players(address: SocketAddr, form: &str) -> (String, [Browser; 2], [Socket; 2]) {
    let mut ana = Browser::new(address);
    let game = ana.create(form);
    let mut ben = Browser::new(address);
    ben.join(&game, "Ben");
    let mut black = ana.watch(&game);
    let white = ben.watch(&game);
    black.wait_for("started");
    (game, [ana, ben], [black, white])
}
