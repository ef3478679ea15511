//! The tables, and how a file of an earlier version gets them.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::store::StoreError;

/// What each version adds, the first one first.
///
/// A version that was released never changes: what is new is a new one.
const MIGRATIONS: [&str; 3] =
    [include_str!("version-1.sql"), include_str!("version-2.sql"), include_str!("version-3.sql")];

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
