//! Records are written as they were read.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use tengen_record::{NoRecord, Record};
use tengen_sgf::{parse, parse_text};

/// The records of a text one after the other are the text.
#[track_caller]
fn check(text: &str) {
    let collection = Arc::new(parse_text(text).unwrap());
    let expected = collection.to_sgf();
    let records = Record::all(Arc::clone(&collection));
    let mut written: Vec<String> = records.iter().map(|it| it.as_ref().unwrap().to_sgf()).collect();
    assert_eq!(written.concat(), expected);
    assert_eq!(Record::merge(Arc::clone(&collection), &BTreeMap::new()), expected);
    // An edited game has its place among the others.
    if let Some(Ok(mut record)) = records.into_iter().next_back() {
        record.set_comment(record.root(), "edited").unwrap();
        let idx = written.len() - 1;
        written[idx] = record.to_sgf();
        let merged = Record::merge(collection, &BTreeMap::from([(idx, record)]));
        assert_eq!(merged, written.concat());
    }
}

#[test]
fn space_around_brackets_stays() {
    check(
        "head (x) \n( ;SZ[9]\n(\n;B[aa] ) \n\t( ;B[bb]\n(;W[cc])) ) tail (y)\n(;SZ[5];B[aa];W[bb]) end",
    );
    check("(;)");
    check("(;SZ[9](;B[aa](;W[bb](;B[cc]))))");
    check("(;SZ[9];B[aa](;W[bb]C[(;)](;B[cc])(;B[dd])\n)\n(;W[ee])\n)\n\n(;)\n(;SZ[9])(;)");
}

#[test]
fn flaws_are_repaired_as_by_the_grammar() {
    check("(;SZ[9];B[aa](;W[bb])(;W[cc])C[late])");
    check("(;SZ[9];B[aa](;W[bb");
    check("(;SZ[9];B[aa];W[bb])) )(;SZ[9]");
    check(";B[aa](;W[bb])");
    check("((;SZ[9])(;B[aa]))");
    check("(;SZ[9]junk B[aa] here (;B[bb]) there (;W[cc]))");
}

#[test]
fn generated_trees_are_written_as_read() {
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..300 {
        let mut text = String::new();
        for _ in 0..rng.usize(1..4) {
            push_tree(&mut text, &mut rng);
        }
        check(&text);
    }
}

fn push_tree(text: &mut String, rng: &mut fastrand::Rng) {
    let space = |rng: &mut fastrand::Rng| *rng.choice(&["", "", "", " ", "\n", "\r\n"]).unwrap();
    text.extend(["(", space(rng), ";SZ[9]"]);
    let mut depth = 1;
    for _ in 0..rng.usize(0..40) {
        match rng.u8(0..6) {
            0 => {
                text.extend([space(rng), "(", space(rng), ";", space(rng), "C[(;x\\])]"]);
                depth += 1;
            }
            1 if depth > 1 => {
                text.extend([space(rng), ")", space(rng)]);
                depth -= 1;
                // Only another variation may follow here.
                text.push_str("(;N[a]");
                depth += 1;
            }
            _ => {
                let (column, row) = (rng.u8(b'a'..=b'i') as char, rng.u8(b'a'..=b'i') as char);
                write!(text, ";B[{column}{row}]{}", space(rng)).unwrap();
            }
        }
    }
    text.extend(std::iter::repeat_n(")", depth));
    text.push_str(space(rng));
}

#[test]
fn games_that_are_no_records() {
    for (text, expected) in [
        ("", "no game found, expected an SGF file that starts with (;"),
        ("(;GM[6])", "the game is not Go but GM[6], expected GM[1]"),
        ("(;SZ[52])", "unsupported board size 52, expected 1 to 25"),
    ] {
        assert_eq!(Record::from_sgf(text).unwrap_err().to_string(), expected);
    }
    let collection = parse_text("(;SZ[9])(;SZ[13])").unwrap();
    assert_eq!(Record::from_collection(collection.clone(), 1).unwrap().size().width(), 13);
    assert_eq!(Record::from_collection(collection, 2).unwrap_err(), NoRecord::NoGame);
}

#[test]
fn bytes_of_other_games_stay() {
    let bytes = b"(;CA[UTF-8]C[\xE6\x9F\xAF\xE6\xB4]SZ[9];B[aa])\n(;SZ[9];B[bb])\n";
    let collection = Arc::new(parse(bytes).unwrap());
    let written = Record::merge_bytes(&collection, &BTreeMap::new()).unwrap();
    assert_eq!(written, bytes);
    let mut record = Record::from_collection(Arc::clone(&collection), 1).unwrap();
    record.set_name(record.root(), "new").unwrap();
    let written = Record::merge_bytes(&collection, &BTreeMap::from([(1, record)])).unwrap();
    let first = bytes.split_inclusive(|&it| it == b'\n').next().unwrap();
    assert_eq!(written, [first, b"(;SZ[9]N[new];B[bb])\n"].concat());
}

#[test]
fn other_games_of_a_file_stay() {
    let text = "odd (;SZ[9];B[aa])\n\n(;GM[2];X[chess])  (;SZ[9]\n(;B[bb])(;W[cc]) ) (;SZ[40]) \n";
    let collection = Arc::new(parse_text(text).unwrap());
    assert_eq!(Record::merge(Arc::clone(&collection), &BTreeMap::new()), collection.to_sgf());
    for idx in [0, 2] {
        let mut record = Record::from_collection(Arc::clone(&collection), idx).unwrap();
        record.set_comment(record.root(), "new").unwrap();
        let merged = Record::merge(Arc::clone(&collection), &BTreeMap::from([(idx, record)]));
        assert_eq!(merged.replacen("C[new]", "", 1), collection.to_sgf());
        let expected =
            if idx == 0 { "odd (;SZ[9]C[new];B[aa])" } else { "(;SZ[9]C[new]\n(;B[bb])" };
        assert!(merged.contains(expected), "{merged}");
    }
    let added = Record::from_sgf("(;SZ[5])").unwrap();
    let merged = Record::merge(Arc::clone(&collection), &BTreeMap::from([(4, added)]));
    assert_eq!(merged, collection.to_sgf() + "(;SZ[5])");
}
