//! A disk that is full, and a database that cannot be written.

use super::*;
use crate::store::StoredSgf;
use crate::store::conformance::{TestFolder, change, game, id, wait};

/// Adds lines until one is refused, and returns the version then, which is what
/// is in the file.
fn fill(store: &SqliteStore) -> u64 {
    let first = game("aaaaaaaa");
    let version = || wait(store.load(id("aaaaaaaa"))).unwrap().unwrap().version;
    for before in version().. {
        let line = StoredSgf::Line("x".repeat(2_000));
        if let Err(error) = wait(store.append(change(&first, before, line))) {
            assert_eq!(error, StoreError::Failed("database or disk is full".to_owned()));
            assert_eq!(version(), before, "what is refused is not there");
            return before;
        }
    }
    unreachable!("the database has no room for so many")
}

fn set(store: &SqliteStore, name: &'static str, value: i64) {
    let set = store.write(WriteKind::Alone, move |writer| {
        // Some answer with a row.
        writer.pragma_update_and_check(None, name, value, |_| Ok(())).or_else(|error| match error {
            rusqlite::Error::QueryReturnedNoRows => Ok(()),
            error => Err(error.into()),
        })
    });
    wait(set).unwrap();
}

#[test]
fn full_disk_is_refused_until_there_is_room() {
    let folder = TestFolder::new();
    let store = SqliteStore::open(&folder.file()).unwrap();
    wait(store.create(game("aaaaaaaa"))).unwrap();
    set(&store, "max_page_count", 40);
    let before = fill(&store);
    assert!(wait(store.create(StoredGame { sgf: "x".repeat(9_000), ..game("bbbbbbbb") })).is_err());
    set(&store, "max_page_count", 4_000);
    let line = StoredSgf::Line("x".repeat(2_000));
    wait(store.append(change(&game("aaaaaaaa"), before, line))).unwrap();
    assert!(wait(store.load(id("bbbbbbbb"))).unwrap().is_none());
    assert_eq!(wait(store.load(id("aaaaaaaa"))).unwrap().unwrap().version, before + 1);
}

#[test]
fn changes_beside_one_that_is_refused_are_refused_too() {
    let folder = TestFolder::new();
    let store = SqliteStore::open(&folder.file()).unwrap();
    for name in ["aaaaaaaa", "bbbbbbbb"] {
        wait(store.create(game(name))).unwrap();
    }
    set(&store, "max_page_count", 40);
    let before = fill(&store);
    // They wait together, so they may be written together: whatever is answered
    // is what is there.
    let large = StoredSgf::Line("x".repeat(20_000));
    let replies = [
        store.append(change(&game("bbbbbbbb"), 1, StoredSgf::Same)),
        store.append(change(&game("aaaaaaaa"), before, large)),
    ];
    let results = replies.map(|it| wait(it).is_ok());
    let version = |name| wait(store.load(id(name))).unwrap().unwrap().version;
    assert!(!results[1]);
    assert_eq!(version("bbbbbbbb") == 2, results[0]);
    assert_eq!(version("aaaaaaaa"), before);
}

#[test]
fn database_that_cannot_be_written_is_read() {
    let folder = TestFolder::new();
    let store = SqliteStore::open(&folder.file()).unwrap();
    wait(store.create(game("aaaaaaaa"))).unwrap();
    set(&store, "query_only", 1);
    let refused = StoreError::Failed("attempt to write a readonly database".to_owned());
    assert_eq!(wait(store.create(game("bbbbbbbb"))), Err(refused.clone()));
    let line = StoredSgf::Line(String::new());
    assert_eq!(wait(store.append(change(&game("aaaaaaaa"), 1, line.clone()))), Err(refused));
    assert_eq!(wait(store.load(id("aaaaaaaa"))).unwrap().unwrap().version, 1);
    set(&store, "query_only", 0);
    wait(store.append(change(&game("aaaaaaaa"), 1, line))).unwrap();
    wait(store.create(game("bbbbbbbb"))).unwrap();
}
