//! Random and damaged files: nothing panics, nothing is lost in writing.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use fastrand::Rng;
use tengen_sgf::{
    Collection, Encoding, GameReader, NodeId, ParseOptions, RawGame, Value, WarningCode, parse,
    parse_text, parse_with,
};

/// Bytes that have a meaning in the format, and some that are tricky.
const TOKENS: [&[u8]; 48] = [
    b"(",
    b")",
    b";",
    b"[",
    b"]",
    b"\\",
    b":",
    b" ",
    b"\n",
    b"\r",
    b"\t",
    b"B[aa]",
    b"W[]",
    b"W[bb",
    b"C[",
    b"AB",
    b"b[cc]",
    b"SiZe[9]",
    b"FF[3]",
    b"L1[x]",
    b"x",
    b"A",
    b"1",
    b"$",
    b"\0",
    b"(;",
    b");",
    b"[x [y] z",
    b"]]",
    "柯".as_bytes(),
    b"\xFF",
    b"\xEF\xBB\xBF",
    b"\xFF\xFE",
    b"CA[GB18030]",
    b"CA[Big5]",
    b"CA[Shift_JIS]",
    b"CA[EUC-JP]",
    b"CA[EUC-KR]",
    b"CA[UTF-8]",
    b"\x95\\\x83]",
    b"\xBF\xC2\xBD\xE0",
    b"\x8F\xB0\xA1",
    b"\x81\x30\x81",
    b"CA[ISO-2022-JP]",
    b"\x1B$B%]0f",
    b"\x1B(B",
    b"\x1B(J",
    b"(\0;\0B\0[\0",
];

/// The flaws that are gone once a file was written.
const REPAIRED: [WarningCode; 11] = [
    WarningCode::EndInsideValue,
    WarningCode::EndInsideTree,
    WarningCode::MissingBracket,
    WarningCode::MissingSemicolon,
    WarningCode::NodeAfterVariation,
    WarningCode::PropertyAfterVariation,
    WarningCode::MissingValue,
    WarningCode::DuplicateProperty,
    WarningCode::UnclosedValue,
    WarningCode::UnescapedBracket,
    WarningCode::SurplusBracket,
];

/// The flaws that are written as they are.
const UNCHANGED: [WarningCode; 8] = [
    WarningCode::TextBeforeGame,
    WarningCode::NoGame,
    WarningCode::MixedCaseName,
    WarningCode::LowerCaseName,
    WarningCode::DigitInName,
    WarningCode::NulByte,
    WarningCode::EncodingMismatch,
    WarningCode::InvalidBytes,
];

#[test]
fn random_tokens() {
    let mut rng = Rng::with_seed(0x5EED_0001);
    for _ in 0..120_000 {
        let bytes: Vec<u8> =
            (0..rng.u32(..40)).flat_map(|_| *choose(&mut rng, &TOKENS)).copied().collect();
        check(&bytes, &mut rng);
    }
}

#[test]
fn random_bytes() {
    let mut rng = Rng::with_seed(0x5EED_0002);
    for _ in 0..20_000 {
        let bytes: Vec<u8> = (0..rng.u32(..60)).map(|_| rng.u32(..256) as u8).collect();
        check(&bytes, &mut rng);
    }
}

#[test]
fn damaged_files() {
    let files = files();
    let mut rng = Rng::with_seed(0x5EED_0003);
    for _ in 0..20_000 {
        let mut bytes = choose(&mut rng, &files).clone();
        for _ in 0..=rng.u32(..6) {
            damage(&mut bytes, &mut rng);
        }
        check(&bytes, &mut rng);
    }
}

fn damage(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let at = rng.usize(..=bytes.len());
    let end = (at + rng.u32(..8) as usize).min(bytes.len());
    match rng.u32(..5) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..end)),
        2 => {
            let copy = bytes[at..end].to_vec();
            let target = rng.usize(..=bytes.len());
            bytes.splice(target..target, copy);
        }
        3 => drop(bytes.splice(at..end, choose(rng, &TOKENS).iter().copied())),
        _ => drop(bytes.splice(at..at, choose(rng, &TOKENS).iter().copied())),
    }
}

fn files() -> Vec<Vec<u8>> {
    let data: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data"].iter().collect();
    let folders = ["edge-cases", "games", "sabaki"].map(|it| data.join(it));
    let entries = folders.iter().flat_map(|it| fs::read_dir(it).unwrap());
    let mut paths: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    paths.retain(|it| it.extension().is_some_and(|it| it == "sgf"));
    // The order of a folder differs from machine to machine.
    paths.sort();
    paths.iter().map(|it| fs::read(it).unwrap()).collect()
}

/// Reads a file, writes it and reads it again, before and after an edit.
#[track_caller]
fn check(bytes: &[u8], rng: &mut Rng) {
    let text = String::from_utf8_lossy(bytes);
    let mut collection = parse(bytes).unwrap();
    let again = check_written(&collection, &text);
    check_bytes(&collection, bytes);
    check_games(&collection, bytes);
    let written = collection.to_sgf();
    assert_eq!(again.to_sgf(), written, "second round of {text:?}");
    let texts: String = collection.games().map(|game| game.to_sgf()).collect();
    assert!(collection.games().len() == 0 || texts == written, "games of {text:?}");
    if again.games().len() > 0 {
        let flaws = again.warnings().iter().map(|it| it.code);
        let left: Vec<WarningCode> = flaws.filter(|it| REPAIRED.contains(it)).collect();
        assert!(left.is_empty(), "{left:?} in {written:?} from {text:?}");
    }

    for _ in 0..=rng.u32(..3) {
        edit(&mut collection, rng);
    }
    check_written(&collection, &text);
    let _ = collection.to_bytes(collection.encoding());
}

/// Checks that games read one at a time are those of the whole file.
#[track_caller]
fn check_games(collection: &Collection, bytes: &[u8]) {
    let options = ParseOptions { encoding: Some(collection.encoding()) };
    let whole = parse_with(bytes, options).unwrap();
    let games: Vec<RawGame> = GameReader::with(bytes, options).map(|it| it.unwrap()).collect();
    let text = || bytes.escape_ascii().to_string();
    // Brackets without a node may have properties that make up a game, and
    // escape sequences outside values are not text.
    if whole.warnings().iter().any(|it| it.code == WarningCode::EmptyTree)
        || collection.encoding() == Encoding::Iso2022Jp
    {
        return;
    }
    assert_eq!(games.len(), whole.games().len(), "{} of {}", collection.encoding(), text());
    let alone: Vec<Collection> = games.iter().map(|it| it.parse().unwrap()).collect();
    // What ends a value that lacks its bracket may stand behind the game.
    let is_damaged = whole.warnings().iter().any(|it| REPAIRED.contains(&it.code));
    if !is_damaged {
        let outlines: String = alone.iter().map(outline).collect();
        assert_eq!(outlines, outline(&whole), "{}", text());
    }
}

/// Checks that a file without repairs is written with the same bytes.
#[track_caller]
fn check_bytes(collection: &Collection, bytes: &[u8]) {
    let encoding = collection.encoding();
    let is_as_it_was = collection.warnings().iter().all(|it| UNCHANGED.contains(&it.code));
    // The name behind a value with a bracket may have to be changed, lest it
    // be taken for a part of the value.
    let mut nodes = collection.games().flat_map(|game| game.nodes());
    let has_bracket = nodes
        .any(|node| node.properties().any(|it| it.values().any(|value| value.raw().contains('['))));
    if is_as_it_was && !has_bracket {
        let written = collection.to_bytes(encoding).unwrap();
        assert_eq!(written, bytes, "{encoding} of {:?}", bytes.escape_ascii().to_string());
    }
    for encoding in [Encoding::Utf16Be, Encoding::ShiftJis, encoding] {
        // An edited text may have characters that the encoding lacks.
        let _ = collection.to_bytes(encoding);
    }
}

/// Checks that a written collection is read as the same trees.
#[track_caller]
fn check_written(collection: &Collection, text: &str) -> Collection {
    let written = collection.to_sgf();
    // What is written is UTF-8, whatever it names; escape sequences are ASCII
    // as well, so they alone cannot tell.
    let is_escaped = written.contains('\x1B') || written.contains('\0');
    let again = if is_escaped { parse_text(&written) } else { parse(written.as_bytes()) };
    let again = again.unwrap();
    assert_eq!(outline(&again), outline(collection), "{written:?} from {text:?}");
    again
}

fn edit(collection: &mut Collection, rng: &mut Rng) {
    let ids: Vec<NodeId> =
        collection.games().flat_map(|game| game.nodes()).map(|node| node.id()).collect();
    if ids.is_empty() {
        collection.add_game();
        return;
    }
    let id = *choose(rng, &ids);
    match rng.u32(..3) {
        0 => collection.set_property(id, "AB", ["aa", "x[y", "]"]).unwrap(),
        1 => {
            collection.add_game();
        }
        _ => collection.set_property(id, "C", ["a]\\"]).unwrap(),
    }
}

/// All that a collection means: depths, names and values.
fn outline(collection: &Collection) -> String {
    let mut out = String::new();
    for game in collection.games() {
        out.push_str("game\n");
        let mut depths = HashMap::new();
        for node in game.nodes() {
            let depth = node.parent().map_or(0, |parent| depths[&parent.id()] + 1);
            depths.insert(node.id(), depth);
            out.push_str(&depth.to_string());
            for property in node.properties() {
                let values: Vec<&str> = property.values().map(Value::raw).collect();
                write!(out, " {}{values:?}", property.name()).unwrap();
            }
            out.push('\n');
        }
    }
    out
}

/// One of several.
fn choose<'a, T>(rng: &mut Rng, all: &'a [T]) -> &'a T {
    &all[rng.usize(..all.len())]
}
