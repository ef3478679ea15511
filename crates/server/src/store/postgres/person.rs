//! Guests, and what was said.

use deadpool_postgres::Object;

use super::row::{bytes, count, from_json, get, json, number};
use crate::id::{GameId, PersonId};
use crate::store::{Guest, StoreError};
use crate::wire::ChatLine;

pub(super) async fn put_guest(client: Object, guest: Guest) -> Result<(), StoreError> {
    let sql = "INSERT INTO guests (id, name, seen_at) VALUES ($1, $2, $3)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at";
    let statement = client.prepare_cached(sql).await?;
    let values = (bytes(guest.id), guest.name, number(guest.seen_at));
    client.execute(&statement, &[&values.0, &values.1, &values.2]).await?;
    Ok(())
}

pub(super) async fn guest(client: Object, id: PersonId) -> Result<Option<Guest>, StoreError> {
    let sql = "SELECT name, seen_at FROM guests WHERE id = $1";
    let statement = client.prepare_cached(sql).await?;
    let row = client.query_opt(&statement, &[&bytes(id)]).await?;
    row.map(|row| Ok(Guest { id, name: get(&row, 0)?, seen_at: count(&row, 1)? })).transpose()
}

pub(super) async fn say(client: Object, game: GameId, line: ChatLine) -> Result<(), StoreError> {
    let sql = "INSERT INTO chat (game, id, line, at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (game, id) DO UPDATE SET line = excluded.line, at = excluded.at";
    let statement = client.prepare_cached(sql).await?;
    let values = (number(line.id), json(&line)?, number(line.at));
    client.execute(&statement, &[&game.as_str(), &values.0, &values.1, &values.2]).await?;
    Ok(())
}

pub(super) async fn chat(
    client: Object,
    game: GameId,
    max: usize,
) -> Result<Vec<ChatLine>, StoreError> {
    let sql = "SELECT line FROM chat WHERE game = $1 ORDER BY id DESC LIMIT $2";
    let statement = client.prepare_cached(sql).await?;
    let rows = client.query(&statement, &[&game.as_str(), &number(max as u64)]).await?;
    rows.iter().rev().map(|row| from_json(row, 0)).collect()
}
