//! The examples of `docs/api.md`, run as they stand there.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod client;
mod program;

use std::path::PathBuf;
use std::process::Command;

use client::{Browser, PASSWORD, TestFolder, start};
use program::Program;
use serde_json::{Value, json};

/// The blocks of a kind in a text.
fn blocks<'a>(text: &'a str, kind: &str) -> Vec<&'a str> {
    let fence = format!("```{kind}\n");
    text.split(&fence).skip(1).map(|it| it.split("```").next().unwrap()).collect()
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|it| it.status.success())
}

#[test]
fn examples_for_authors_of_bots_work() {
    if !["bash", "curl", "jq"].into_iter().all(has) {
        #[expect(clippy::print_stderr, reason = "nothing else tells it")]
        {
            eprintln!("skipped: the examples of docs/api.md, which need bash, curl and jq");
        }
        return;
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/api.md");
    let text = std::fs::read_to_string(path).unwrap();
    let folder = TestFolder::new();
    let server = start(&folder.0);
    for name in ["Robbie", "Ana"] {
        Browser::new(server.address()).sign_up(name);
    }
    let password = PASSWORD.replace('+', " ");
    assert!(text.contains(&password), "the password of the example is that of the tests");
    let program = Program::new(server.address());
    let other = program.post("/tokens", json!({"name": "Ana", "password": password}));
    let examples = blocks(&text, "sh");
    assert!(examples.len() >= 8, "{}", examples.len());
    let script = format!("set -euo pipefail\n{}\nkill $(jobs -p) || true\n", examples.join("\n"));
    let output = Command::new("bash")
        .args(["-c", &script])
        .current_dir(&folder.0)
        .env("SERVER", format!("http://{}", server.address()))
        .env("OTHER", other["token"].as_str().unwrap())
        .output()
        .unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{out}\n{error}");
    // The answer that the page shows is the one that comes.
    let shown: Value = serde_json::from_str(blocks(&text, "json")[0]).unwrap();
    assert!(out.starts_with(&shown.to_string()), "{out}");
    assert!(out.contains("\"black\"") && out.contains("BE5 Wpass") && out.contains("(;"), "{out}");
    assert!(out.ends_with("{}"), "{out}");
}
