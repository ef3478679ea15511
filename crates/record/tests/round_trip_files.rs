//! Records of files, sound and damaged, are written as they were read.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tengen_record::{NoRecord, Record};
use tengen_sgf::{parse, parse_text};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "sgf"))
        .collect();
    files.sort();
    files
}

#[test]
fn files_are_written_as_read() {
    let mut n_records = 0;
    for path in files("games").into_iter().chain(files("edge-cases")) {
        let bytes = fs::read(&path).unwrap();
        let collection = parse(&bytes).unwrap();
        let expected = collection.to_sgf();
        assert_eq!(Record::merge(collection.clone(), &BTreeMap::new()), expected);
        let mut written = String::new();
        for record in Record::all(collection) {
            match record {
                Ok(record) => written.push_str(&record.to_sgf()),
                Err(NoRecord::OtherGame(_) | NoRecord::Size(_)) => continue,
                Err(error) => panic!("{}: {error}", path.display()),
            }
            n_records += 1;
        }
        if !written.is_empty() {
            assert_eq!(written, expected, "{}", path.display());
        }
    }
    assert_eq!(n_records, 18);
}

/// Whatever is wrong with a file, its records are its text.
#[test]
fn damaged_files_are_written_as_repaired() {
    let mut rng = fastrand::Rng::with_seed(11);
    let sources: Vec<String> = files("edge-cases")
        .into_iter()
        .filter_map(|path| String::from_utf8(fs::read(path).unwrap()).ok())
        .collect();
    for _ in 0..3_000 {
        let mut text: Vec<char> = (0..rng.usize(1..3))
            .flat_map(|_| rng.choice(&sources).unwrap().chars().collect::<Vec<_>>())
            .collect();
        for _ in 0..rng.usize(0..6) {
            let (at, other) = (rng.usize(0..text.len()), rng.usize(0..text.len()));
            match rng.u8(0..3) {
                0 => drop(text.remove(at)),
                1 => text
                    .insert(at, *rng.choice(&['(', ')', ';', '[', ']', '\\', ' ', 'é']).unwrap()),
                _ => text.swap(at, other),
            }
        }
        let text: String = text.into_iter().collect();
        let collection = parse_text(&text).unwrap();
        let expected = collection.to_sgf();
        let records = Record::all(collection);
        if records.is_empty() || records.iter().any(Result::is_err) {
            continue;
        }
        let written: String = records.iter().flatten().map(Record::to_sgf).collect();
        assert_eq!(written, expected, "{text:?}");
        for record in records.iter().flatten() {
            record.problems();
        }
    }
}
