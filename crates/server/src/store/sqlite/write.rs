//! The thread that writes.

use std::path::Path;
use std::sync::mpsc::Receiver;

use rusqlite::{Connection, ToSql, params};
use serde::Serialize;

use super::{WriteJob, WriteKind, rating, read};
use crate::id::{GameId, PersonId};
use crate::metric;
use crate::store::{Expiry, Guest, Listing, StoreError, StoredChange, StoredGame, StoredSgf};
use crate::wire::{ChatLine, PhaseName, Visibility};

/// The most changes of one transaction.
const MAX_GROUP: usize = 256;

/// Writes all changes that come, until the store is closed or dropped.
pub(super) fn run(writer: &Connection, jobs: &Receiver<WriteJob>) {
    while let Ok(first) = jobs.recv() {
        let mut group = vec![first];
        while group.len() < MAX_GROUP && group.last().is_some_and(|it| it.kind == WriteKind::Change)
        {
            match jobs.try_recv() {
                Ok(job) => group.push(job),
                Err(_) => break,
            }
        }
        let last = group.pop_if(|it| it.kind != WriteKind::Change);
        write_group(writer, group);
        if let Some(job) = last {
            // Who has asked may be gone.
            let _ = job.answer.send((job.run)(writer));
            if job.kind == WriteKind::Close {
                return;
            }
        }
    }
}

/// Writes changes in one transaction, and answers when they are on the disk.
fn write_group(writer: &Connection, group: Vec<WriteJob>) {
    if group.is_empty() {
        return;
    }
    metrics::histogram!("tengen_store_group_size").record(metric::number(group.len()));
    let begun = writer.execute_batch("BEGIN IMMEDIATE").map_err(StoreError::from);
    let mut results = Vec::with_capacity(group.len());
    let mut failure = begun.err();
    for job in group {
        let result = match &failure {
            Some(error) => Err(error.clone()),
            None => (job.run)(writer),
        };
        // A conflict has changed nothing, and concerns no other change.
        if let Err(error @ StoreError::Failed(_)) = &result {
            failure.get_or_insert_with(|| error.clone());
        }
        results.push((job.answer, result));
    }
    if failure.is_none() {
        failure = writer.execute_batch("COMMIT").map_err(StoreError::from).err();
    }
    if failure.is_some() && !writer.is_autocommit() {
        // If even this fails, the next transaction fails as well.
        let _ = writer.execute_batch("ROLLBACK");
    }
    for (answer, result) in results {
        let result = failure.as_ref().map_or(result, |error| Err(error.clone()));
        // Who has asked may be gone.
        let _ = answer.send(result);
    }
}

pub(super) fn put_guest(writer: &Connection, guest: &Guest) -> Result<(), StoreError> {
    let sql = "INSERT INTO guests (id, name, seen_at) VALUES (?1, ?2, ?3)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at";
    execute(writer, sql, params![guest.id.as_bytes(), guest.name, number(guest.seen_at)])?;
    Ok(())
}

pub(super) fn create(writer: &Connection, game: &StoredGame) -> Result<(), StoreError> {
    let sql = "SELECT 1 FROM games WHERE id = ?1";
    let mut statement = writer.prepare_cached(sql)?;
    if statement.exists(params![game.listing.id.as_str()])? {
        return Err(StoreError::Conflict);
    }
    // The columns for lists are filled as they are for each later change.
    let sql = "INSERT INTO games
        (id, version, sgf, room, epoch, listing, is_over, is_listed, is_clocked, changed_at)
        VALUES (?1, ?2, ?3, ?4, ?5, '', 0, 0, 0, 0)";
    let id = game.listing.id.as_str();
    let (version, epoch) = (number(game.version), number(game.epoch));
    execute(writer, sql, params![id, version, game.sgf, game.room, epoch])?;
    set_listing(writer, &game.listing)
}

pub(super) fn append(writer: &Connection, change: &StoredChange) -> Result<(), StoreError> {
    let id = change.listing.id;
    let sql = "SELECT 1 FROM games WHERE id = ?1 AND version = ?2 AND epoch = ?3";
    let mut statement = writer.prepare_cached(sql)?;
    let fence = params![id.as_str(), number(change.before), number(change.epoch)];
    if !statement.exists(fence)? {
        return Err(StoreError::Conflict);
    }
    match &change.sgf {
        StoredSgf::Same => (),
        StoredSgf::Line(line) => {
            let sql = "INSERT INTO lines (game, version, line) VALUES (?1, ?2, ?3)";
            execute(writer, sql, params![id.as_str(), number(change.version), line])?;
        }
        StoredSgf::Whole(sgf) => {
            execute(writer, "DELETE FROM lines WHERE game = ?1", params![id.as_str()])?;
            execute(writer, "UPDATE games SET sgf = ?2 WHERE id = ?1", params![id.as_str(), sgf])?;
        }
    }
    let sql = "UPDATE games SET version = ?2, room = ?3 WHERE id = ?1";
    execute(writer, sql, params![id.as_str(), number(change.version), change.room])?;
    if let Some(rated) = &change.rated {
        rating::finish(writer, rated)?;
    }
    set_listing(writer, &change.listing)
}

fn set_listing(writer: &Connection, listing: &Listing) -> Result<(), StoreError> {
    let sql = "UPDATE games SET listing = ?2, black = ?3, white = ?4, is_over = ?5,
        is_listed = ?6, is_clocked = ?7, changed_at = ?8 WHERE id = ?1";
    let guest = |guest: &Option<PersonId>| guest.map(|it| it.as_bytes().to_vec());
    execute(
        writer,
        sql,
        params![
            listing.id.as_str(),
            json(listing)?,
            guest(&listing.guests.black),
            guest(&listing.guests.white),
            listing.phase == PhaseName::Over,
            listing.visibility == Visibility::Listed,
            listing.is_clocked,
            number(listing.changed_at),
        ],
    )?;
    Ok(())
}

pub(super) fn say(writer: &Connection, game: GameId, line: &ChatLine) -> Result<(), StoreError> {
    let sql = "INSERT OR REPLACE INTO chat (game, id, line, at) VALUES (?1, ?2, ?3, ?4)";
    let values = params![game.as_str(), number(line.id), json(line)?, number(line.at)];
    execute(writer, sql, values)?;
    Ok(())
}

pub(super) fn purge(writer: &Connection, expiry: &Expiry) -> Result<usize, StoreError> {
    let expired = read::expired(writer, expiry)?;
    for id in &expired {
        for sql in [
            "DELETE FROM chat WHERE game = ?1",
            "DELETE FROM lines WHERE game = ?1",
            "DELETE FROM games WHERE id = ?1",
        ] {
            execute(writer, sql, params![id.as_str()])?;
        }
    }
    execute(writer, "DELETE FROM chat WHERE at < ?1", params![number(expiry.chat)])?;
    let sql = "DELETE FROM guests WHERE seen_at < ?1
        AND NOT EXISTS (SELECT 1 FROM games WHERE black = guests.id)
        AND NOT EXISTS (SELECT 1 FROM games WHERE white = guests.id)";
    execute(writer, sql, params![number(expiry.guests)])?;
    Ok(expired.len())
}

pub(super) fn backup(writer: &Connection, file: &Path) -> Result<(), StoreError> {
    if file.exists() {
        return Err(StoreError::Failed("the file is there already".to_owned()));
    }
    writer.execute("VACUUM INTO ?1", params![file.to_string_lossy()])?;
    Ok(())
}

/// Moves the log into the database, so that one file has everything.
pub(super) fn checkpoint(writer: &Connection) {
    // A reader may hold it up, which does no harm.
    let _ = writer.pragma_update(None, "wal_checkpoint", "TRUNCATE");
}

pub(super) fn execute(
    writer: &Connection,
    sql: &str,
    values: &[&dyn ToSql],
) -> Result<usize, StoreError> {
    Ok(writer.prepare_cached(sql)?.execute(values)?)
}

fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Failed(error.to_string()))
}

/// SQLite has no unsigned numbers, and ours stay far below the limit.
pub(super) fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
