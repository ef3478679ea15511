//! Reviews, and which node makes them.

use deadpool_postgres::Object;

use super::row::{bytes, count, get, guest, number, text, unreadable};
use crate::id::GameId;
use crate::store::{
    Asked, MAX_TRIES, NodeId, ReviewRequest, ReviewStage, StoreError, StoredReview,
};

pub(super) async fn ask(mut client: Object, request: ReviewRequest) -> Result<Asked, StoreError> {
    let ReviewRequest { game, guest, asked_at, max_in_a_day } = request;
    let transaction = client.transaction().await?;
    // One person asks one question at a time, on whatever servers.
    let sql = "SELECT pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))";
    let statement = transaction.prepare_cached(sql).await?;
    transaction.execute(&statement, &[&bytes(guest)]).await?;
    let sql = "SELECT stage FROM reviews WHERE game = $1 FOR UPDATE";
    let before = transaction.query_opt(sql, &[&game.as_str()]).await?;
    if let Some(row) = before
        && get::<&str>(&row, 0)? != ReviewStage::Failed.as_str()
    {
        return Ok(Asked::There);
    }
    let sql = "SELECT game FROM reviews WHERE guest = $1 AND stage = 'waiting'";
    if let Some(row) = transaction.query_opt(sql, &[&bytes(guest)]).await? {
        return Ok(Asked::OneAtATime(text(&row, 0)?));
    }
    let sql = "SELECT count(*) FROM reviews WHERE guest = $1 AND asked_at > $2";
    let since = number(request.counts_from());
    let row = transaction.query_one(sql, &[&bytes(guest), &since]).await?;
    if count(&row, 0)? >= max_in_a_day as u64 {
        return Ok(Asked::Enough);
    }
    let sql = "INSERT INTO reviews (game, guest, asked_at, stage, sgf)
        VALUES ($1, $2, $3, 'waiting', '')
        ON CONFLICT (game) DO UPDATE
        SET guest = excluded.guest, asked_at = excluded.asked_at, stage = excluded.stage,
            node = NULL, tries = 0";
    transaction.execute(sql, &[&game.as_str(), &bytes(guest), &number(asked_at)]).await?;
    transaction.commit().await?;
    Ok(Asked::Queued)
}

pub(super) async fn load(client: Object, game: GameId) -> Result<Option<StoredReview>, StoreError> {
    let sql = "SELECT guest, asked_at, stage, sgf FROM reviews WHERE game = $1";
    let statement = client.prepare_cached(sql).await?;
    let row = client.query_opt(&statement, &[&game.as_str()]).await?;
    row.map(|row| {
        let name: &str = get(&row, 2)?;
        let stage = ReviewStage::of_name(name);
        Ok(StoredReview {
            guest: guest(&row, 0)?,
            asked_at: count(&row, 1)?,
            stage: stage.ok_or_else(|| unreadable(format!("{name} is no stage of a review")))?,
            sgf: get(&row, 3)?,
        })
    })
    .transpose()
}

pub(super) async fn waiting(client: Object) -> Result<Vec<GameId>, StoreError> {
    let sql = "SELECT game FROM reviews WHERE stage = 'waiting' ORDER BY asked_at, game";
    let statement = client.prepare_cached(sql).await?;
    let rows = client.query(&statement, &[]).await?;
    rows.iter().map(|row| text(row, 0)).collect()
}

/// What no living node but this one makes.
const FREE: &str = "stage = 'waiting' AND (node IS NULL OR node = $1
    OR node NOT IN (SELECT id FROM nodes WHERE lease_until > now()))";

pub(super) async fn take(client: Object, node: NodeId) -> Result<Option<GameId>, StoreError> {
    let max_tries = i32::try_from(MAX_TRIES).unwrap_or(i32::MAX);
    let sql = format!("UPDATE reviews SET stage = 'failed' WHERE tries >= $2 AND {FREE}");
    let statement = client.prepare_cached(&sql).await?;
    client.execute(&statement, &[&node.to_signed(), &max_tries]).await?;
    // Other nodes look for the next one meanwhile, and need not wait.
    let sql = format!(
        "UPDATE reviews SET node = $1, tries = tries + 1 WHERE game = (
            SELECT game FROM reviews WHERE {FREE} ORDER BY asked_at, game
            LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING game"
    );
    let statement = client.prepare_cached(&sql).await?;
    let row = client.query_opt(&statement, &[&node.to_signed()]).await?;
    row.map(|row| text(&row, 0)).transpose()
}

pub(super) async fn keep(
    client: Object,
    game: GameId,
    stage: ReviewStage,
    sgf: String,
) -> Result<(), StoreError> {
    let sql = "UPDATE reviews SET stage = $2, sgf = $3, tries = 0
        WHERE game = $1 AND stage = 'waiting'";
    let statement = client.prepare_cached(sql).await?;
    match client.execute(&statement, &[&game.as_str(), &stage.as_str(), &sgf]).await? {
        0 => Err(StoreError::Conflict),
        _ => Ok(()),
    }
}
