//! Games, their changes, and the lists of them.

use deadpool_postgres::{GenericClient, Object};
use tokio_postgres::Row;

use super::rating;
use super::row::{bytes, count, from_json, get, json, number};
use crate::id::{GameId, PersonId};
use crate::store::{
    Expiry, FinishedAfter, Listing, StoreError, StoredChange, StoredGame, StoredSgf,
};
use crate::wire::{PhaseName, Visibility};

pub(super) async fn create(client: Object, game: StoredGame) -> Result<(), StoreError> {
    let sql = "INSERT INTO games (id, version, epoch, sgf, room, listing, black, white,
            is_over, is_listed, is_clocked, changed_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        ON CONFLICT (id) DO NOTHING";
    let statement = client.prepare_cached(sql).await?;
    let columns = Columns::of(&game.listing)?;
    let n = client
        .execute(
            &statement,
            &[
                &game.listing.id.as_str(),
                &number(game.version),
                &number(game.epoch),
                &game.sgf,
                &game.room,
                &columns.listing,
                &columns.black,
                &columns.white,
                &columns.is_over,
                &columns.is_listed,
                &columns.is_clocked,
                &columns.changed_at,
            ],
        )
        .await?;
    if n == 0 { Err(StoreError::Conflict) } else { Ok(()) }
}

/// What lists are made of, as columns.
struct Columns {
    listing: String,
    black: Option<Vec<u8>>,
    white: Option<Vec<u8>>,
    is_over: bool,
    is_listed: bool,
    is_clocked: bool,
    changed_at: i64,
}

impl Columns {
    fn of(listing: &Listing) -> Result<Columns, StoreError> {
        Ok(Columns {
            listing: json(listing)?,
            black: listing.guests.black.map(bytes),
            white: listing.guests.white.map(bytes),
            is_over: listing.phase == PhaseName::Over,
            is_listed: listing.visibility == Visibility::Listed,
            is_clocked: listing.is_clocked,
            changed_at: number(listing.changed_at),
        })
    }
}

pub(super) async fn append(mut client: Object, mut change: StoredChange) -> Result<(), StoreError> {
    let Some(rated) = change.rated.take() else { return append_in(&client, change).await };
    let transaction = client.transaction().await?;
    append_in(&transaction, change).await?;
    rating::finish(&transaction, *rated).await?;
    Ok(transaction.commit().await?)
}

/// One statement: the fence, the new row, and the line behind it.
async fn append_in(client: &impl GenericClient, change: StoredChange) -> Result<(), StoreError> {
    let sql = "WITH fenced AS (
            UPDATE games SET version = $4, sgf = coalesce($5::text, sgf), room = $6, listing = $7,
                black = $8, white = $9, is_over = $10, is_listed = $11, is_clocked = $12,
                changed_at = $13
            WHERE id = $1 AND version = $2 AND epoch = $3 RETURNING id
        ), replaced AS (
            DELETE FROM lines USING fenced WHERE lines.game = fenced.id AND $5::text IS NOT NULL
        ), added AS (
            INSERT INTO lines (game, version, line)
            SELECT id, $4, $14::text FROM fenced WHERE $14::text IS NOT NULL
        )
        SELECT count(*) FROM fenced";
    let statement = client.prepare_cached(sql).await?;
    let columns = Columns::of(&change.listing)?;
    let (whole, line) = match change.sgf {
        StoredSgf::Same => (None, None),
        StoredSgf::Line(line) => (None, Some(line)),
        StoredSgf::Whole(sgf) => (Some(sgf), None),
    };
    let row = client
        .query_one(
            &statement,
            &[
                &change.listing.id.as_str(),
                &number(change.before),
                &number(change.epoch),
                &number(change.version),
                &whole,
                &change.room,
                &columns.listing,
                &columns.black,
                &columns.white,
                &columns.is_over,
                &columns.is_listed,
                &columns.is_clocked,
                &columns.changed_at,
                &line,
            ],
        )
        .await?;
    if count(&row, 0)? == 0 { Err(StoreError::Conflict) } else { Ok(()) }
}

/// Reads a game as of one moment, since it is one statement.
pub(super) async fn load(client: Object, id: GameId) -> Result<Option<StoredGame>, StoreError> {
    read(&client, id).await
}

pub(super) async fn read(
    client: &impl GenericClient,
    id: GameId,
) -> Result<Option<StoredGame>, StoreError> {
    let sql = "SELECT version, epoch, room, listing, sgf || coalesce(
            (SELECT string_agg(line || chr(10), '' ORDER BY version) FROM lines WHERE game = id),
            '')
        FROM games WHERE id = $1";
    let statement = client.prepare_cached(sql).await?;
    let row = client.query_opt(&statement, &[&id.as_str()]).await?;
    row.map(|row| {
        Ok(StoredGame {
            version: count(&row, 0)?,
            epoch: count(&row, 1)?,
            room: get(&row, 2)?,
            listing: from_json(&row, 3)?,
            sgf: get(&row, 4)?,
        })
    })
    .transpose()
}

pub(super) async fn games_of(
    client: Object,
    guest: PersonId,
    max: usize,
) -> Result<Vec<Listing>, StoreError> {
    let sql = "SELECT listing FROM games WHERE black = $1 OR white = $1
        ORDER BY changed_at DESC, id LIMIT $2";
    let statement = client.prepare_cached(sql).await?;
    listings(&client.query(&statement, &[&bytes(guest), &number(max as u64)]).await?)
}

pub(super) async fn listed(client: Object, max: usize) -> Result<Vec<Listing>, StoreError> {
    let sql = "SELECT listing FROM games WHERE is_listed AND NOT is_over
        ORDER BY changed_at DESC, id LIMIT $1";
    let statement = client.prepare_cached(sql).await?;
    listings(&client.query(&statement, &[&number(max as u64)]).await?)
}

pub(super) async fn finished(
    client: Object,
    after: FinishedAfter,
    max: usize,
) -> Result<Vec<Listing>, StoreError> {
    let sql = "SELECT listing FROM games
        WHERE is_over AND (changed_at, id COLLATE \"C\") > ($1, $2)
        ORDER BY changed_at, id COLLATE \"C\" LIMIT $3";
    let statement = client.prepare_cached(sql).await?;
    // No id comes before the empty text.
    let id = after.id.map(|it| it.to_string()).unwrap_or_default();
    let values = (number(after.changed_at), number(max as u64));
    listings(&client.query(&statement, &[&values.0, &id, &values.1]).await?)
}

pub(super) async fn last_results(client: Object, max: usize) -> Result<Vec<Listing>, StoreError> {
    let sql = "SELECT listing FROM games WHERE is_listed AND is_over
        ORDER BY changed_at DESC, id LIMIT $1";
    let statement = client.prepare_cached(sql).await?;
    listings(&client.query(&statement, &[&number(max as u64)]).await?)
}

fn listings(rows: &[Row]) -> Result<Vec<Listing>, StoreError> {
    rows.iter().map(|row| from_json(row, 0)).collect()
}

pub(super) async fn purge(mut client: Object, expiry: Expiry) -> Result<usize, StoreError> {
    let transaction = client.transaction().await?;
    let sql = "SELECT listing FROM games WHERE NOT is_over AND changed_at < $1 FOR UPDATE";
    let last = number(expiry.unjoined.max(expiry.abandoned));
    let mut games = listings(&transaction.query(sql, &[&last]).await?)?;
    games.retain(|it| expiry.removes(it));
    let ids: Vec<String> = games.iter().map(|it| it.id.to_string()).collect();
    // Their lines, chat and reviews go with them.
    transaction.execute("DELETE FROM games WHERE id = ANY($1)", &[&ids]).await?;
    transaction.execute("DELETE FROM chat WHERE at < $1", &[&number(expiry.chat)]).await?;
    let sql = "DELETE FROM guests WHERE seen_at < $1
        AND NOT EXISTS (SELECT 1 FROM games WHERE black = guests.id)
        AND NOT EXISTS (SELECT 1 FROM games WHERE white = guests.id)";
    transaction.execute(sql, &[&number(expiry.guests)]).await?;
    transaction.commit().await?;
    Ok(ids.len())
}
