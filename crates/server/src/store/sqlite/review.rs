//! Reviews in the database.

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::read::text;
use super::write::{execute, number};
use crate::id::{GameId, PersonId};
use crate::store::{
    Asked, MAX_TRIES, NodeId, ReviewRequest, ReviewStage, StoreError, StoredReview,
};

pub(super) fn ask(writer: &Connection, request: &ReviewRequest) -> Result<Asked, StoreError> {
    let &ReviewRequest { game, guest, asked_at, .. } = request;
    let before = load(writer, game)?;
    if before.is_some_and(|it| it.stage != ReviewStage::Failed) {
        return Ok(Asked::There);
    }
    let sql = "SELECT game FROM reviews WHERE guest = ?1 AND stage = 'waiting'";
    let mut statement = writer.prepare_cached(sql)?;
    let other = statement.query_row(params![guest.as_bytes()], |row| text(row, 0)).optional()?;
    if let Some(other) = other {
        return Ok(Asked::OneAtATime(other));
    }
    let sql = "SELECT count(*) FROM reviews WHERE guest = ?1 AND asked_at > ?2";
    let mut statement = writer.prepare_cached(sql)?;
    let values = params![guest.as_bytes(), number(request.counts_from())];
    let n_lately: i64 = statement.query_row(values, |row| row.get(0))?;
    if n_lately >= number(request.max_in_a_day as u64) {
        return Ok(Asked::Enough);
    }
    let sql = "INSERT INTO reviews (game, guest, asked_at, stage, sgf)
        VALUES (?1, ?2, ?3, 'waiting', '')
        ON CONFLICT (game) DO UPDATE
        SET guest = excluded.guest, asked_at = excluded.asked_at, stage = excluded.stage,
            node = NULL, tries = 0";
    execute(writer, sql, params![game.as_str(), guest.as_bytes(), number(asked_at)])?;
    Ok(Asked::Queued)
}

pub(super) fn load(reader: &Connection, game: GameId) -> rusqlite::Result<Option<StoredReview>> {
    let sql = "SELECT guest, asked_at, stage, sgf FROM reviews WHERE game = ?1";
    let mut statement = reader.prepare_cached(sql)?;
    let review = statement.query_row(params![game.as_str()], |row| {
        Ok(StoredReview {
            guest: PersonId::from_bytes(row.get(0)?),
            asked_at: row.get::<_, i64>(1)?.unsigned_abs(),
            stage: stage(row, 2)?,
            sgf: row.get(3)?,
        })
    });
    review.optional()
}

pub(super) fn waiting(reader: &Connection) -> rusqlite::Result<Vec<GameId>> {
    let sql = "SELECT game FROM reviews WHERE stage = 'waiting' ORDER BY asked_at, game";
    let mut statement = reader.prepare_cached(sql)?;
    let games = statement.query_map([], |row| text(row, 0))?;
    games.collect()
}

pub(super) fn take(writer: &Connection, node: NodeId) -> Result<Option<GameId>, StoreError> {
    let free = "stage = 'waiting' AND (node IS NULL OR node = ?1 OR node NOT IN
        (SELECT id FROM nodes WHERE lease_until > CAST(unixepoch('subsec') * 1000 AS INTEGER)))";
    let sql = format!("UPDATE reviews SET stage = 'failed' WHERE tries >= ?2 AND {free}");
    execute(writer, &sql, params![node.to_signed(), MAX_TRIES])?;
    let sql = format!("SELECT game FROM reviews WHERE {free} ORDER BY asked_at, game LIMIT 1");
    let mut statement = writer.prepare_cached(&sql)?;
    let first = statement.query_row(params![node.to_signed()], |row| text(row, 0)).optional()?;
    let Some(game): Option<GameId> = first else { return Ok(None) };
    let sql = "UPDATE reviews SET node = ?2, tries = tries + 1 WHERE game = ?1";
    execute(writer, sql, params![game.as_str(), node.to_signed()])?;
    Ok(Some(game))
}

pub(super) fn keep(
    writer: &Connection,
    game: GameId,
    stage: ReviewStage,
    sgf: &str,
) -> Result<(), StoreError> {
    let sql = "UPDATE reviews SET stage = ?2, sgf = ?3, tries = 0
        WHERE game = ?1 AND stage = 'waiting'";
    match execute(writer, sql, params![game.as_str(), stage.as_str(), sgf])? {
        0 => Err(StoreError::Conflict),
        _ => Ok(()),
    }
}

fn stage(row: &Row<'_>, column: usize) -> rusqlite::Result<ReviewStage> {
    let name: String = row.get(column)?;
    ReviewStage::of_name(&name).ok_or_else(|| {
        let error = format!("{name} is no stage of a review").into();
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error)
    })
}
