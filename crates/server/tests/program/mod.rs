//! A program that uses the API, and compares all that it sends and gets with
//! the description that the server gives of itself.
#![allow(dead_code, unreachable_pub, reason = "not every test needs all of it")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod schema;

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Answer, Browser};
use schema::Description;

/// What programs have called so far: the ids of operations.
pub type Called = Arc<Mutex<BTreeSet<String>>>;

/// A program with a token.
#[derive(Clone, Debug)]
pub struct Program {
    pub address: SocketAddr,
    pub token: Option<String>,
    description: Arc<Description>,
    pub called: Called,
}

impl Program {
    /// A program without a token.
    pub fn new(address: SocketAddr) -> Program {
        let answer = Browser::new(address).get("/api/v1/openapi.json");
        let description = Arc::new(Description::new(answer.json()));
        Program { address, token: None, description, called: Called::default() }
    }

    pub fn with_token(&self, token: &str) -> Program {
        Program { token: Some(token.to_owned()), ..self.clone() }
    }

    pub fn without_token(&self) -> Program {
        Program { token: None, ..self.clone() }
    }

    /// The ids of all operations.
    pub fn operations(&self) -> BTreeSet<String> {
        self.description.ids().map(str::to_owned).collect()
    }

    /// Calls an operation, whatever comes of it.
    #[track_caller]
    pub fn call(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let operation = self.description.operation(method, path);
        self.called.lock().unwrap().insert(operation.id().to_owned());
        let text = body.map(Value::to_string).unwrap_or_default();
        let answer = self.request(&method.to_uppercase(), path, &text);
        if answer.status != 400 {
            operation.check_request(body);
        }
        operation.check_answer(&answer);
        answer
    }

    /// Sends a request that need not fit.
    pub fn request(&self, method: &str, path: &str, body: &str) -> Answer {
        let bearer = self.token.as_ref().map(|it| format!("Bearer {it}"));
        let headers: Vec<(&str, &str)> =
            bearer.iter().map(|it| ("authorization", it.as_str())).collect();
        let path = format!("/api/v1{path}");
        Browser::new(self.address).request(method, &path, &headers, body)
    }

    #[track_caller]
    pub fn get(&self, path: &str) -> Value {
        let answer = self.call("get", path, None);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    #[track_caller]
    #[allow(clippy::needless_pass_by_value, reason = "who calls it makes the value for it")]
    pub fn post(&self, path: &str, body: Value) -> Value {
        let answer = self.call("post", path, Some(&body));
        assert_eq!(answer.status, 200, "{path} {body}: {}", answer.text());
        answer.json()
    }

    /// Calls an operation that is refused, and returns the status and the code.
    #[track_caller]
    #[allow(clippy::needless_pass_by_value, reason = "who calls it makes the value for it")]
    pub fn refused(&self, method: &str, path: &str, body: Value) -> (u16, String) {
        let answer = self.call(method, path, Some(&body));
        assert_ne!(answer.status, 200, "{path} {body}: {}", answer.text());
        (answer.status, answer.json()["code"].as_str().unwrap().to_owned())
    }

    /// Opens a stream.
    #[track_caller]
    pub fn stream(&self, path: &str) -> LineStream {
        let operation = self.description.operation("get", path);
        self.called.lock().unwrap().insert(operation.id().to_owned());
        let token = self.token.as_deref().unwrap_or_default();
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let request = format!(
            "GET /api/v1{path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\r\n",
            self.address
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(reader.read_line(&mut head).unwrap(), 0, "{head}");
        }
        assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
        assert!(head.contains("content-type: application/x-ndjson"), "{head}");
        let (description, id) = (Arc::clone(&self.description), operation.id().to_owned());
        LineStream { reader, description, operation: id, rest: String::new() }
    }
}

/// A stream of lines.
#[derive(Debug)]
pub struct LineStream {
    reader: BufReader<TcpStream>,
    description: Arc<Description>,
    operation: String,
    /// What came of a line so far.
    rest: String,
}

impl LineStream {
    /// The next line, perhaps empty; `None` at the end.
    pub fn next(&mut self) -> Option<String> {
        loop {
            if let Some((line, rest)) = self.rest.split_once('\n') {
                let (line, rest) = (line.to_owned(), rest.to_owned());
                self.rest = rest;
                return Some(line);
            }
            let mut size = String::new();
            if self.reader.read_line(&mut size).ok()? == 0 {
                return None;
            }
            let size = usize::from_str_radix(size.trim(), 16).unwrap();
            let mut chunk = vec![0; size + 2];
            self.reader.read_exact(&mut chunk).ok()?;
            if size == 0 {
                return None;
            }
            self.rest.push_str(std::str::from_utf8(&chunk[..size]).unwrap());
        }
    }

    /// The next line that says something.
    #[track_caller]
    pub fn line(&mut self) -> Value {
        loop {
            let line = self.next().expect("the stream goes on");
            if !line.is_empty() {
                let line: Value = serde_json::from_str(&line).unwrap();
                self.description.check_line(&self.operation, &line);
                return line;
            }
        }
    }

    /// Waits for a line of some kind.
    #[track_caller]
    pub fn wait_for(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let line = self.line();
            assert!(line["code"].is_null() || is_wanted(&line), "{line}");
            if is_wanted(&line) {
                return line;
            }
        }
    }

    /// Waits for the last line, and returns its code.
    pub fn end(&mut self) -> Option<String> {
        let mut last = Value::Null;
        while let Some(line) = self.next() {
            if !line.is_empty() {
                last = serde_json::from_str(&line).unwrap();
                self.description.check_line(&self.operation, &last);
            }
        }
        last["code"].as_str().map(str::to_owned)
    }
}

/// Two programs at a game of their own, with their streams, Black first.
pub fn two_programs(ana: &Program, ben: &Program, offer: Value) -> (String, [LineStream; 2]) {
    let offered = ana.post("/offers", offer);
    let id = offered["game"].as_str().unwrap().to_owned();
    ben.post(&format!("/offers/{id}/accept"), json!({}));
    let path = format!("/games/{id}/stream");
    let mut streams = [ana.stream(&path), ben.stream(&path)];
    for stream in &mut streams {
        stream.wait_for(|it| it["state"]["phase"] != "waiting");
    }
    (id, streams)
}
