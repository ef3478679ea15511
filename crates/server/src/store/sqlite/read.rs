//! What is read from the database.

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension as _, Params, Row, params};
use serde::de::DeserializeOwned;

use super::write::number;
use crate::id::{GameId, PersonId};
use crate::store::{Expiry, FinishedAfter, Guest, Listing, StoredGame};
use crate::wire::ChatLine;

pub(super) fn guest(reader: &Connection, id: PersonId) -> rusqlite::Result<Option<Guest>> {
    let sql = "SELECT name, seen_at FROM guests WHERE id = ?1";
    let mut statement = reader.prepare_cached(sql)?;
    let guest = statement.query_row(params![id.as_bytes()], |row| {
        Ok(Guest { id, name: row.get(0)?, seen_at: row.get::<_, i64>(1)?.unsigned_abs() })
    });
    guest.optional()
}

pub(super) fn load(reader: &Connection, id: GameId) -> rusqlite::Result<Option<StoredGame>> {
    // Both tables must be read as of the same moment.
    let is_alone = reader.is_autocommit();
    let transaction = is_alone.then(|| reader.unchecked_transaction()).transpose()?;
    let reader = transaction.as_deref().unwrap_or(reader);
    let sql = "SELECT version, sgf, room, listing, epoch FROM games WHERE id = ?1";
    let mut statement = reader.prepare_cached(sql)?;
    let game = statement.query_row(params![id.as_str()], |row| {
        Ok(StoredGame {
            version: row.get::<_, i64>(0)?.unsigned_abs(),
            sgf: row.get(1)?,
            room: row.get(2)?,
            listing: json(row, 3)?,
            epoch: row.get::<_, i64>(4)?.unsigned_abs(),
        })
    });
    let Some(mut game) = game.optional()? else { return Ok(None) };
    let sql = "SELECT line FROM lines WHERE game = ?1 ORDER BY version";
    let mut statement = reader.prepare_cached(sql)?;
    let lines = statement.query_map(params![id.as_str()], |row| row.get::<_, String>(0))?;
    for line in lines {
        game.sgf.push_str(&line?);
        game.sgf.push('\n');
    }
    Ok(Some(game))
}

pub(super) fn games_of(
    reader: &Connection,
    guest: PersonId,
    max: usize,
) -> rusqlite::Result<Vec<Listing>> {
    let sql = "SELECT listing FROM games WHERE black = ?1 OR white = ?1
        ORDER BY changed_at DESC, id LIMIT ?2";
    listings(reader, sql, params![guest.as_bytes(), number(max as u64)])
}

pub(super) fn listed(reader: &Connection, max: usize) -> rusqlite::Result<Vec<Listing>> {
    let sql = "SELECT listing FROM games WHERE is_listed AND NOT is_over
        ORDER BY changed_at DESC, id LIMIT ?1";
    listings(reader, sql, params![number(max as u64)])
}

pub(super) fn finished(
    reader: &Connection,
    after: FinishedAfter,
    max: usize,
) -> rusqlite::Result<Vec<Listing>> {
    let sql = "SELECT listing FROM games WHERE is_over AND (changed_at, id) > (?1, ?2)
        ORDER BY changed_at, id LIMIT ?3";
    // No id comes before the empty text.
    let id = after.id.map(|it| it.to_string()).unwrap_or_default();
    listings(reader, sql, params![number(after.changed_at), id, number(max as u64)])
}

pub(super) fn last_results(reader: &Connection, max: usize) -> rusqlite::Result<Vec<Listing>> {
    let sql = "SELECT listing FROM games WHERE is_listed AND is_over
        ORDER BY changed_at DESC, id LIMIT ?1";
    listings(reader, sql, params![number(max as u64)])
}

pub(super) fn chat(
    reader: &Connection,
    game: GameId,
    max: usize,
) -> rusqlite::Result<Vec<ChatLine>> {
    let sql = "SELECT line FROM chat WHERE game = ?1 ORDER BY id DESC LIMIT ?2";
    let mut statement = reader.prepare_cached(sql)?;
    let lines =
        statement.query_map(params![game.as_str(), number(max as u64)], |row| json(row, 0))?;
    let mut lines = lines.collect::<rusqlite::Result<Vec<ChatLine>>>()?;
    lines.reverse();
    Ok(lines)
}

/// The games that are removed.
pub(super) fn expired(reader: &Connection, expiry: &Expiry) -> rusqlite::Result<Vec<GameId>> {
    let sql = "SELECT listing FROM games WHERE NOT is_over AND changed_at < ?1";
    let last = expiry.unjoined.max(expiry.abandoned);
    let mut games = listings(reader, sql, params![number(last)])?;
    games.retain(|it| expiry.removes(it));
    Ok(games.into_iter().map(|it| it.id).collect())
}

/// What is wrong with the database, by its own check and by reading each game.
pub(super) fn problems(reader: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut statement = reader.prepare("PRAGMA integrity_check(20)")?;
    let found = statement.query_map([], |row| row.get::<_, String>(0))?;
    let mut problems = found.collect::<rusqlite::Result<Vec<String>>>()?;
    problems.retain(|it| it != "ok");
    let mut statement = reader.prepare("SELECT id FROM games ORDER BY id")?;
    let ids = statement.query_map([], |row| row.get::<_, String>(0))?;
    for id in ids {
        let id = id?;
        if let Err(reason) = check_game(reader, &id) {
            problems.push(format!("game {id}: {reason}"));
        }
    }
    Ok(problems)
}

fn check_game(reader: &Connection, id: &str) -> Result<(), String> {
    let id: GameId = id.parse().map_err(|_| "not an id".to_owned())?;
    let game = load(reader, id).map_err(|error| error.to_string())?;
    let game = game.ok_or("not found")?;
    if game.listing.id != id {
        return Err("the listing is that of another game".to_owned());
    }
    crate::room::Room::restore(&game).map(|_| ()).map_err(|error| error.to_string())
}

fn listings(reader: &Connection, sql: &str, values: impl Params) -> rusqlite::Result<Vec<Listing>> {
    let mut statement = reader.prepare_cached(sql)?;
    let listings = statement.query_map(values, |row| json(row, 0))?;
    listings.collect()
}

fn json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| unreadable(column, error))
}

pub(super) fn text<T: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<T> {
    row.get::<_, String>(column)?.parse().map_err(|error| unreadable(column, error))
}

fn unreadable(
    column: usize,
    error: impl std::error::Error + Send + Sync + 'static,
) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
}
