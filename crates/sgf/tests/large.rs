//! Long and deep files, in the small stack of a test's thread.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write;

use tengen_sgf::{Collection, parse};

const N_NODES: usize = 1_000_000;
const DEPTH: usize = 100_000;
const LENGTH: usize = 300_000;

/// Reads, walks, edits and writes.
#[track_caller]
fn check(text: &str, n_nodes: usize, n_main_line: usize) -> Collection {
    let mut collection = parse(text.as_bytes()).unwrap();
    let game = collection.game(0).unwrap();
    assert_eq!(game.nodes().count(), n_nodes);
    assert_eq!(game.main_line().count(), n_main_line);
    let last = game.main_line().last().unwrap().id();
    assert!(collection.to_sgf() == text, "the text has changed");

    collection.set_property(last, "C", ["the end"]).unwrap();
    let written = collection.to_sgf();
    assert_eq!(written.len(), text.len() + "C[the end]".len());
    collection
}

#[test]
fn a_game_of_a_million_nodes() {
    let text = format!("({})", ";B[aa]".repeat(N_NODES));
    assert!(check(&text, N_NODES, N_NODES).warnings().is_empty());
}

#[test]
fn a_hundred_thousand_nested_variations() {
    let text = format!("{}{}", "(;B[aa]".repeat(DEPTH), ")".repeat(DEPTH));
    assert!(check(&text, DEPTH, DEPTH).warnings().is_empty());
}

#[test]
fn a_hundred_thousand_nested_pairs() {
    let text = format!("{}{}", "(;B[aa](;W[bb])".repeat(DEPTH), ")".repeat(DEPTH));
    assert!(check(&text, 2 * DEPTH, 2).warnings().is_empty());
}

#[test]
fn a_million_children() {
    let text = format!("(;SZ[9]{})", "(;B[aa])".repeat(N_NODES));
    assert!(check(&text, N_NODES + 1, 2).warnings().is_empty());
}

#[test]
fn a_hundred_thousand_brackets_that_never_close() {
    let collection = parse("(;B[aa]".repeat(DEPTH).as_bytes()).unwrap();
    assert!(collection.is_truncated());
    assert_eq!(collection.warnings().len(), 1);
    assert_eq!(collection.to_sgf().len(), 8 * DEPTH);
}

/// Each of these would take minutes if reading it took time with its square.
#[test]
fn odd_files_are_read_in_one_pass() {
    let long_name = format!("(;A{}[x]", "a".repeat(LENGTH));
    for piece in [
        "(",
        ")",
        ";",
        "[",
        "]",
        "()",
        "(;",
        "(;A",
        "((;)",
        "() ",
        "(;)) ",
        ";A[](;)A[x]",
        "A[]",
        "[[] x",
        "a [",
        "(A",
        "( ;A",
        "\\",
        "(;A[]A[]",
        ")C[x]",
        "(;)C[x]",
        "$ ",
        "x;A[",
        "[x]",
        "Ab[x]",
        "B[;A[x]",
        ";B[",
    ] {
        for prefix in ["", "(;A[b](;)", "(;C[", "x(", "(;B[", &long_name] {
            let text = format!("{prefix}{}", piece.repeat(LENGTH / piece.len()));
            let collection = parse(text.as_bytes()).unwrap();
            assert!(!collection.to_sgf().is_empty(), "{prefix} {piece}");
        }
    }
}

#[test]
fn a_node_of_many_names() {
    let mut text = "(;".to_owned();
    for number in 0..LENGTH / 10 {
        write!(text, "X{number}[y]").unwrap();
    }
    let n_distinct = parse(text.as_bytes()).unwrap().warnings().len();
    text.push_str("X7[again])");
    let collection = parse(text.as_bytes()).unwrap();
    let codes = collection.warnings().iter().map(|it| it.code.as_str());
    assert_eq!(codes.filter(|&it| it == "duplicate-property").count(), 1);
    // Each name has a digit, and the file without its end is cut.
    assert_eq!(n_distinct, LENGTH / 10 + 1);
}
