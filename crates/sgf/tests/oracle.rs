//! Two other readers agree with ours on main line, stones and comments.
//!
//! The folder `oracle` has the script that asks them, and what they said.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json, json};
use tengen_sgf::{Node, Size, parse};

/// Files that we read otherwise on purpose.
const DIFFERENT: [&str; 1] = [
    // The name `b` stands for nothing to them and for a black move to us.
    "edge-cases/40_lowercase_value_case.sgf",
];

/// Compares our reading of files below `root` with a fixture, and returns how
/// many files there are.
fn compare(fixture: &Path, root: &Path) -> usize {
    let lines = fs::read_to_string(fixture).unwrap();
    for line in lines.lines() {
        let expected: Json = serde_json::from_str(line).unwrap();
        let name = expected["file"].as_str().unwrap();
        if DIFFERENT.contains(&name) {
            continue;
        }
        let nodes = read(&fs::read(root.join(name)).unwrap());
        for (idx, (ours, theirs)) in
            nodes.iter().zip(expected["nodes"].as_array().unwrap()).enumerate()
        {
            assert_eq!(ours, theirs, "node {idx} of {name}");
        }
        assert_eq!(nodes.len(), expected["nodes"].as_array().unwrap().len(), "{name}");
    }
    lines.lines().count()
}

fn read(bytes: &[u8]) -> Vec<Json> {
    let collection = parse(bytes).unwrap();
    let game = collection.game(0).unwrap();
    game.main_line().map(|node| read_node(node, game.size())).collect()
}

fn read_node(node: Node<'_>, size: Size) -> Json {
    let mut out = Map::new();
    for color in ["B", "W"] {
        if let Some(value) = node.value(color) {
            out.insert(color.to_owned(), json!(value.mv(size).unwrap().to_string()));
        }
    }
    for name in ["AB", "AW", "AE"] {
        let Some(property) = node.property(name) else { continue };
        let mut points: Vec<String> =
            property.points(size).map(|it| it.unwrap().to_string()).collect();
        points.sort();
        if !points.is_empty() {
            out.insert(name.to_owned(), json!(points));
        }
    }
    if let Some(comment) = node.value("C") {
        out.insert("C".to_owned(), json!(comment.text()));
    }
    out.into()
}

#[test]
fn two_other_readers_agree() {
    let tests: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests"].iter().collect();
    let n_files = compare(&tests.join("oracle/fixture.jsonl"), &tests.join("data"));
    assert!(n_files > 30, "{n_files} files");
}

/// Compares a folder of the caller, if there is one.
#[test]
fn two_other_readers_agree_on_a_folder_that_is_named() {
    let [fixture, root] = ["ORACLE_FIXTURE", "ORACLE_ROOT"].map(std::env::var_os);
    if let (Some(fixture), Some(root)) = (fixture, root) {
        assert!(compare(Path::new(&fixture), Path::new(&root)) > 0);
    }
}
