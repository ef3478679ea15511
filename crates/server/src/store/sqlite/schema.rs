//! The tables, and how a file of an earlier version gets them.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::store::StoreError;

/// What each version adds, the first one first.
///
/// A version that was released never changes: what is new is a new one.
const MIGRATIONS: [&str; 8] = [
    include_str!("version-1.sql"),
    include_str!("version-2.sql"),
    include_str!("version-3.sql"),
    include_str!("version-4.sql"),
    include_str!("version-5.sql"),
    include_str!("version-6.sql"),
    include_str!("version-7.sql"),
    include_str!("version-8.sql"),
];

/// The version that this program writes.
pub(super) const VERSION: u32 = MIGRATIONS.len() as u32;

/// Brings the database to this version, after a copy of an earlier one.
pub(super) fn migrate(writer: &Connection, file: &Path) -> Result<(), StoreError> {
    writer.execute_batch(
        "CREATE TABLE IF NOT EXISTS schema (version INTEGER PRIMARY KEY, at INTEGER NOT NULL)",
    )?;
    let version = version(writer)?;
    if version > VERSION {
        return Err(StoreError::TooNew(version));
    }
    if version > 0 && version < VERSION {
        let copy = file.with_extension(format!("before-version-{VERSION}.sqlite"));
        if !copy.exists() {
            writer.execute("VACUUM INTO ?1", params![copy.to_string_lossy()])?;
        }
    }
    for (migration, number) in MIGRATIONS.iter().zip(1_u32..).skip(version as usize) {
        writer.execute_batch("BEGIN IMMEDIATE")?;
        writer.execute_batch(migration)?;
        writer.execute(
            "INSERT INTO schema (version, at) VALUES (?1, unixepoch())",
            params![number],
        )?;
        writer.execute_batch("COMMIT")?;
    }
    Ok(())
}

/// Says whether the database has this version.
pub(super) fn check_version(reader: &Connection) -> Result<(), StoreError> {
    match version(reader)? {
        VERSION => Ok(()),
        later if later > VERSION => Err(StoreError::TooNew(later)),
        _ => Err(StoreError::Failed("the database is of an earlier version".to_owned())),
    }
}

fn version(connection: &Connection) -> Result<u32, StoreError> {
    let version = connection
        .query_row("SELECT max(version) FROM schema", [], |row| row.get::<_, Option<u32>>(0))
        .optional()?;
    Ok(version.flatten().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::SqliteStore;
    use crate::store::conformance::{TestFolder, game, id, wait};
    use crate::store::{Guest, Store as _};

    /// What a database consists of, as SQLite has it.
    fn objects(file: &Path) -> Vec<(String, String)> {
        let connection = Connection::open(file).unwrap();
        let sql = "SELECT name, coalesce(sql, '') FROM sqlite_master ORDER BY name";
        let mut statement = connection.prepare(sql).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    }

    /// A database as a program of this version would have left it.
    fn write_old(file: &Path, version: usize) {
        let connection = Connection::open(file).unwrap();
        let schema = "CREATE TABLE IF NOT EXISTS schema (version INTEGER PRIMARY KEY, at INTEGER \
            NOT NULL)";
        connection.execute_batch(schema).unwrap();
        for (migration, number) in MIGRATIONS[..version].iter().zip(1..) {
            connection.execute_batch(migration).unwrap();
            let sql = "INSERT INTO schema (version, at) VALUES (?1, 0)";
            connection.execute(sql, params![number]).unwrap();
        }
        // Only what the first version had.
        let guest = crate::id::PersonId::numbered(1);
        let sql = "INSERT INTO guests (id, name, seen_at) VALUES (?1, 'Ana', 5)";
        connection.execute(sql, params![guest.as_bytes()]).unwrap();
        let first = game("aaaaaaaa");
        let sql = "INSERT INTO games (id, version, sgf, room, listing, black, white, is_over,
            is_listed, is_clocked, changed_at)
            VALUES ('aaaaaaaa', 1, ?1, ?2, ?3, ?4, NULL, 0, 0, 0, 1000)";
        let listing = serde_json::to_string(&first.listing).unwrap();
        let values = params![first.sgf, first.room, listing, guest.as_bytes()];
        connection.execute(sql, values).unwrap();
    }

    #[test]
    fn every_older_database_becomes_one_that_equals_a_fresh_one() {
        let folder = TestFolder::new();
        drop(SqliteStore::open(&folder.file()).unwrap());
        let fresh = objects(&folder.file());
        for version in 1..=MIGRATIONS.len() {
            let folder = TestFolder::new();
            write_old(&folder.file(), version);
            let store = SqliteStore::open(&folder.file()).unwrap();
            assert_eq!(wait(store.load(id("aaaaaaaa"))), Ok(Some(game("aaaaaaaa"))), "{version}");
            let guest = crate::id::PersonId::numbered(1);
            let expected = Guest { id: guest, name: "Ana".to_owned(), seen_at: 5 };
            assert_eq!(wait(store.guest(guest)), Ok(Some(expected)));
            drop(store);
            assert_eq!(objects(&folder.file()), fresh, "{version}");
            // The copy from before is of the earlier version.
            let copy = folder.file().with_extension(format!("before-version-{VERSION}.sqlite"));
            assert_eq!(copy.exists(), version < MIGRATIONS.len());
        }
    }
}
