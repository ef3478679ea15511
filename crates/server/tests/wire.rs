//! Every message has an example, and examples are read and written exactly.

use std::collections::BTreeSet;

use serde_json::Value;
use tengen_server::wire::{ClientMessage, ServerMessage, StudyMessage, StudyServerMessage};

const EXAMPLES: &str = include_str!("data/wire.jsonl");

/// The names of all messages and changes, to notice one without an example.
const NAMES: &str = "> agree cancel claim continue hello mark pass pause ping play rematch resign \
    resume say undo < chat crowd event no ok pong said state welcome = answered asked credited \
    engine_failed joined over paused placed played rematched resumed scoring started undone \
    unplaced";

fn examples(direction: &str) -> impl Iterator<Item = &str> {
    EXAMPLES.lines().filter_map(move |it| it.strip_prefix(direction)?.strip_prefix(' '))
}

#[test]
fn examples_are_read_and_written_exactly() {
    for text in examples(">") {
        let message: ClientMessage =
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(serde_json::to_string(&message).unwrap(), text);
    }
    for text in examples("<") {
        let message: ServerMessage =
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(serde_json::to_string(&message).unwrap(), text);
    }
}

#[test]
fn every_message_has_an_example() {
    let name = |value: &Value, tag: &str| value[tag].as_str().unwrap_or_default().to_owned();
    let values =
        |direction| examples(direction).map(|it| serde_json::from_str::<Value>(it).unwrap());
    let mut words = vec![">".to_owned()];
    words.extend(values(">").map(|it| name(&it, "t")).collect::<BTreeSet<_>>());
    words.push("<".to_owned());
    words.extend(values("<").map(|it| name(&it, "t")).collect::<BTreeSet<_>>());
    words.push("=".to_owned());
    let changes = values("<").filter(|it| it["t"] == "event");
    words.extend(changes.map(|it| name(&it["change"], "is")).collect::<BTreeSet<_>>());
    assert_eq!(words, NAMES.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn anything_else_is_refused() {
    for text in [
        "",
        "[]",
        "{}",
        r#"{"t":"play","c":1,"n":0,"at":"D4","force":true}"#,
        r#"{"t":"play","c":1,"n":0,"at":"I4"}"#,
        r#"{"t":"play","c":1,"n":-1,"at":"D4"}"#,
        r#"{"t":"play","c":1,"n":0}"#,
        r#"{"t":"resign","c":3,"x":1}"#,
        r#"{"t":"hello","have":null,"x":1}"#,
        r#"{"t":"ping","at":1,"x":1}"#,
        r#"{"t":"tick","c":1}"#,
        r#"{"t":"undo","c":4,"op":"take","n":7}"#,
        r#"{"t":"agree","c":8,"rev":3,"dead":"C3"}"#,
    ] {
        assert!(serde_json::from_str::<ClientMessage>(text).is_err(), "{text}");
    }
}

/// Messages that are almost right, and bytes that are not.
#[test]
fn mutated_messages_are_read_or_refused() {
    let mut rng = fastrand::Rng::with_seed(20);
    let texts: Vec<&str> = examples(">").chain(examples("<")).collect();
    let mut n_read = 0;
    for _ in 0..30_000 {
        let mut bytes = texts[rng.usize(..texts.len())].as_bytes().to_vec();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(..bytes.len());
            match rng.u32(0..5) {
                0 => bytes[at] = rng.u8(..),
                1 => bytes.truncate(at.max(1)),
                2 => bytes.insert(at, b"{}[]\",:0-"[rng.usize(..9)]),
                3 => {
                    let part = bytes[at..].to_vec();
                    bytes.extend(part);
                }
                _ => drop(bytes.remove(at)),
            }
            if bytes.is_empty() {
                bytes.push(b'{');
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        let client = serde_json::from_str::<ClientMessage>(&text);
        let server = serde_json::from_str::<ServerMessage>(&text);
        // What is read is written so that it is read again.
        if let Ok(message) = &client {
            let written = serde_json::to_string(message).unwrap();
            assert_eq!(serde_json::from_str::<ClientMessage>(&written).unwrap(), *message);
            n_read += 1;
        }
        n_read += usize::from(server.is_ok());
    }
    assert!(n_read > 100, "mutations are mild enough to be read sometimes: {n_read}");
}

#[test]
fn messages_of_studies_are_read_and_written_exactly() {
    let lines = include_str!("data/study.jsonl").lines();
    let mut names = BTreeSet::new();
    for line in lines {
        let (direction, text) = line.split_once(' ').unwrap();
        let written = match direction {
            ">" => serde_json::from_str::<StudyMessage>(text).map(|it| serde_json::to_string(&it)),
            _ => serde_json::from_str::<StudyServerMessage>(text)
                .map(|it| serde_json::to_string(&it)),
        };
        assert_eq!(written.unwrap_or_else(|error| panic!("{text}: {error}")).unwrap(), text);
        let value: Value = serde_json::from_str(text).unwrap();
        let parts = [&value["t"], &value["edit"]["do"], &value["change"]["is"]];
        names.extend(parts.into_iter().filter_map(|it| it.as_str().map(str::to_owned)));
    }
    let expected = "ask asked comment control crowd delete edit edited event give hello joined \
        label look looked mark no ok ping play pong promote redo reload reloaded said say stones \
        turn undo welcome";
    assert_eq!(
        names.into_iter().collect::<Vec<_>>().join(" "),
        expected.split_whitespace().collect::<Vec<_>>().join(" ")
    );
    for text in [
        r#"{"t":"edit","c":1,"rev":7,"edit":{"do":"undo","x":1}}"#,
        r#"{"t":"edit","c":1,"rev":7,"edit":{"do":"adopt","sgf":"(;)"}}"#,
        r#"{"t":"look","c":1,"at":-1}"#,
        r#"{"t":"control","c":1,"to":1}"#,
    ] {
        assert!(serde_json::from_str::<StudyMessage>(text).is_err(), "{text}");
    }
}
