//! Files of other programs in many encodings.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::PathBuf;

use tengen_sgf::{Encoding, parse};

#[test]
fn files_of_others_are_read() {
    for (name, encoding, property, expected) in [
        ("chinese", Encoding::Gb18030, "PB", "古力"),
        ("chinese", Encoding::Gb18030, "PW", "柯洁"),
        ("japanese", Encoding::ShiftJis, "PB", "井山 裕太"),
        ("japanese", Encoding::ShiftJis, "PW", "山下 敬吾"),
        ("korean", Encoding::EucKr, "PB", "이세돌"),
        ("korean", Encoding::EucKr, "PW", "박정환"),
        (
            "japanese_bad",
            Encoding::Utf8,
            "PB",
            "\u{FFFD}\u{FFFD}\u{FFFD}R \u{FFFD}T\u{FFFD}\u{FFFD}",
        ),
        ("nihon-kiin", Encoding::ShiftJis, "PW", "党毅飛"),
        ("nihon-kiin", Encoding::ShiftJis, "PB", "申眞ソ"),
        ("nihon-kiin", Encoding::ShiftJis, "TE", "第1回ソパルコサノル世界最高棋士決定戦第9戦"),
        ("utf16le", Encoding::Utf16Le, "PW", "Go Seigen"),
        ("utf8bom", Encoding::Utf8, "PW", "Go Seigen"),
    ] {
        let collection = parse(&file(name)).unwrap();
        assert_eq!(collection.encoding(), encoding, "{name}");
        let value = collection.game(0).unwrap().root().value(property).unwrap();
        assert_eq!(value.simple_text(), expected, "{name}");
    }
    let collection = parse(&file("no-ca")).unwrap();
    assert_eq!(collection.encoding(), Encoding::Gb18030);
    let comment = collection.game(0).unwrap().root().value("C").unwrap().text();
    assert!(comment.starts_with("【第三型】 黑先"), "{comment}");
}

#[test]
fn files_of_others_are_written_as_they_were() {
    let paths = fs::read_dir(folder()).unwrap().map(|it| it.unwrap().path());
    for path in paths.filter(|it| it.extension().is_some_and(|it| it == "sgf")) {
        let bytes = fs::read(&path).unwrap();
        let collection = parse(&bytes).unwrap();
        let written = collection.to_bytes(collection.encoding()).unwrap();
        // This one lacks its first semicolon.
        if path.file_stem().unwrap() != "nihon-kiin" {
            assert_eq!(written, bytes, "{}", path.display());
        }
    }
}

fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "data", "sabaki"].iter().collect()
}

fn file(name: &str) -> Vec<u8> {
    fs::read(folder().join(name).with_extension("sgf")).unwrap()
}
