//! What the reference checker SGFC flags is flagged here, on the same lines.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use tengen_sgf::{Warning, parse};

fn read(name: &str) -> Vec<u8> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", "sgfc"].iter().collect();
    fs::read(folder.join(name)).unwrap()
}

/// The lines that SGFC flags.
fn expected_lines(name: &str) -> BTreeSet<u32> {
    let output = read(&format!("{name}-output.txt"));
    let output = String::from_utf8_lossy(&output).into_owned();
    let line = |it: &str| it.strip_prefix("Line:")?.split(' ').next()?.parse().ok();
    output.lines().filter_map(line).collect()
}

/// All that is wrong with a file, by grammar and by meaning.
fn warnings(name: &str) -> Vec<Warning> {
    let collection = parse(&read(&format!("{name}.sgf"))).unwrap();
    let mut warnings = collection.warnings().to_vec();
    warnings.extend(collection.check());
    warnings
}

/// The lines that SGFC flags and we do not, and the share of the others in
/// percent.
fn missed_lines(name: &str) -> (Vec<u32>, usize) {
    let found: BTreeSet<u32> = warnings(name).iter().map(|it| it.line).collect();
    let expected = expected_lines(name);
    let missed: Vec<u32> = expected.difference(&found).copied().collect();
    let share = (expected.len() - missed.len()) * 100 / expected.len();
    (missed, share)
}

#[test]
fn nearly_all_lines_are_flagged_too() {
    let (missed, share) = missed_lines("test");
    assert!(share >= 90, "{share} %, without the lines {missed:?}");
    // Both need a board with captures: a stone set up where it stands, and a
    // move on a stone.
    assert_eq!(missed, [39, 58]);
}

#[test]
fn strict_checks() {
    // Stones without a handicap may be a problem to solve, and white stones
    // beside a handicap may be a position to play from.
    let (missed, _) = missed_lines("strict");
    assert_eq!(missed, [3, 4]);
}

#[test]
fn other_games_are_left_alone() {
    let (missed, _) = missed_lines("escaping");
    assert_eq!(missed, []);
    let codes: Vec<&str> = warnings("escaping").iter().map(|it| it.code.as_str()).collect();
    assert_eq!(codes, ["not-go"]);
}

#[test]
fn variations_that_replace_a_move() {
    let (missed, _) = missed_lines("reorder");
    // SGFC guesses that a variation which takes back a move was meant to be
    // one of the move before it.
    assert_eq!(missed, [3, 6]);
}
