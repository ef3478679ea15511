//! `tengen play --server`: logging in, choosing a game, logging out.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

#[path = "../../server/tests/client/mod.rs"]
mod client;

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};

use client::{Browser, PASSWORD, TestFolder, start};
use serde_json::{Value, json};

/// What the program says to these lines, and its exit code.
fn play(home: &Path, server: SocketAddr, options: &[&str], input: &str) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(["play", "--server", &server.to_string()]).args(options);
    command.env("TENGEN_HOME", home).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8(text).unwrap(), output.status.code())
}

fn token(address: SocketAddr, name: &str) -> String {
    let wanted = json!({"name": name, "password": PASSWORD.replace('+', " ")}).to_string();
    let answer = Browser::new(address).request("POST", "/api/v1/tokens", &[], &wanted);
    answer.json()["token"].as_str().unwrap().to_owned()
}

fn call(address: SocketAddr, token: &str, method: &str, path: &str, body: &str) -> Value {
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str())];
    Browser::new(address).request(method, &format!("/api/v1{path}"), &headers, body).json()
}

#[test]
fn user_logs_in_once_and_plays() {
    let folder = TestFolder::new();
    let server = start(&folder.0);
    let address = server.address();
    for name in ["Ana", "Ben"] {
        Browser::new(address).sign_up(name);
    }
    let home = TestFolder::new();
    let password = PASSWORD.replace('+', " ");
    let (text, code) = play(&home.0, address, &["--name", "Ana"], "not her password\n");
    assert_eq!(code, Some(2), "{text}");
    assert!(text.ends_with("The name or the password is wrong.\n"), "{text}");

    let ben = token(address, "Ben");
    let offer = r#"{"size": "9", "rules": "chinese", "clock": "10m", "color": "black"}"#;
    let game = call(address, &ben, "POST", "/offers", offer)["game"].as_str().unwrap().to_owned();
    let input = format!("Ana\n{password}\nwhat\n7\nquit\n");
    let (text, code) = play(&home.0, address, &[], &input);
    assert_eq!(code, Some(0), "{text}");
    for sentence in [
        "Logged in as Ana at http://127.0.0.1:",
        "  1  Ben: 9x9, chinese, 10m, you are White\n",
        "Unknown command \"what\".",
        "There is no number 7 in the list.",
    ] {
        assert!(text.contains(sentence), "{sentence} is not in {text}");
    }
    assert!(!text.contains(&password));

    // Logged in already; the seat is that of the account.
    let (text, code) = play(&home.0, address, &["--text"], "1\n");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains(&format!("/g/{game}")), "{text}");
    let line = call(address, &ben, "GET", &format!("/games/{game}"), "");
    assert_eq!(line["state"]["seats"]["white"], json!({"kind": "person", "name": "Ana"}));
    let (text, _) = play(&home.0, address, &[], "quit\n");
    assert!(text.contains("  1  against Ben, 9x9, 0 moves"), "{text}");

    let (text, code) = play(&home.0, address, &["--logout"], "");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("You are logged out"), "{text}");
    let (text, _) = play(&home.0, address, &["--logout"], "");
    assert!(text.starts_with("You are not logged in"), "{text}");
}
