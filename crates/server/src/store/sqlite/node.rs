//! Nodes and the games they have.
//!
//! One machine needs no more than epochs; but a store is a store, and two
//! programs on one file are kept apart.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, params};

use super::read;
use super::write::{execute, number};
use crate::id::GameId;
use crate::store::{NodeId, Renewal, StoreError, Taken};

/// The time of the database in milliseconds.
const NOW: &str = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

pub(super) fn take(writer: &Connection, id: GameId, node: NodeId) -> Result<Taken, StoreError> {
    let sql = format!(
        "UPDATE games SET owner = ?2, epoch = epoch + 1
        WHERE id = ?1 AND (owner IS NULL OR owner = ?2
            OR owner NOT IN (SELECT id FROM nodes WHERE lease_until > {NOW}))"
    );
    if execute(writer, &sql, params![id.as_str(), node.to_signed()])? > 0 {
        let game = read::load(writer, id)?;
        return Ok(game.map_or(Taken::Nowhere, |it| Taken::Here(Box::new(it))));
    }
    let mut statement = writer.prepare_cached("SELECT owner FROM games WHERE id = ?1")?;
    let owner = statement.query_row(params![id.as_str()], |row| row.get(0)).optional()?;
    Ok(owner.map_or(Taken::Nowhere, |it| Taken::Elsewhere(NodeId::from_signed(it))))
}

pub(super) fn release(writer: &Connection, id: GameId, epoch: u64) -> Result<(), StoreError> {
    let sql = "UPDATE games SET owner = NULL WHERE id = ?1 AND epoch = ?2";
    execute(writer, sql, params![id.as_str(), number(epoch)])?;
    Ok(())
}

pub(super) fn renew(
    writer: &Connection,
    node: NodeId,
    lease: Duration,
) -> Result<Renewal, StoreError> {
    let sql = format!("SELECT lease_until > {NOW} FROM nodes WHERE id = ?1");
    let mut statement = writer.prepare_cached(&sql)?;
    let is_on = statement.query_row(params![node.to_signed()], |row| row.get(0)).optional()?;
    let sql = format!("INSERT OR REPLACE INTO nodes (id, lease_until) VALUES (?1, {NOW} + ?2)");
    let lease = number(crate::wire::millis(lease));
    execute(writer, &sql, params![node.to_signed(), lease])?;
    execute(writer, &format!("DELETE FROM nodes WHERE lease_until < {NOW} - 86400000"), params![])?;
    let now: i64 = writer.query_row(&format!("SELECT {NOW}"), [], |row| row.get(0))?;
    let now = Duration::from_millis(now.unsigned_abs());
    Ok(Renewal { now, was_over: is_on != Some(true) })
}

pub(super) fn leave(writer: &Connection, node: NodeId) -> Result<(), StoreError> {
    execute(writer, "DELETE FROM nodes WHERE id = ?1", params![node.to_signed()])?;
    Ok(())
}

/// The games whose clock was running, and which no node has but this one.
pub(super) fn running(reader: &Connection, node: NodeId) -> rusqlite::Result<Vec<GameId>> {
    let sql = format!(
        "SELECT id FROM games WHERE is_clocked AND (owner IS NULL OR owner = ?1
            OR owner NOT IN (SELECT id FROM nodes WHERE lease_until > {NOW})) ORDER BY id"
    );
    let mut statement = reader.prepare_cached(&sql)?;
    let ids = statement.query_map(params![node.to_signed()], |row| read::text(row, 0))?;
    ids.collect()
}
