//! Nodes, and the games they have.

use std::time::Duration;

use deadpool_postgres::Object;

use super::game;
use super::row::{count, get, number, text};
use crate::id::GameId;
use crate::store::{NodeId, Renewal, StoreError, Taken};
use crate::wire;

pub(super) async fn take(
    mut client: Object,
    id: GameId,
    node: NodeId,
) -> Result<Taken, StoreError> {
    let transaction = client.transaction().await?;
    let sql = "UPDATE games SET owner = $2, epoch = epoch + 1
        WHERE id = $1 AND (owner IS NULL OR owner = $2
            OR owner NOT IN (SELECT id FROM nodes WHERE lease_until > now()))";
    let statement = transaction.prepare_cached(sql).await?;
    let n = transaction.execute(&statement, &[&id.as_str(), &node.to_signed()]).await?;
    let taken = if n > 0 {
        // As of a moment when no one else can write any more.
        let game = game::read(&transaction, id).await?;
        game.map_or(Taken::Nowhere, |it| Taken::Here(Box::new(it)))
    } else {
        let statement = transaction.prepare_cached("SELECT owner FROM games WHERE id = $1").await?;
        match transaction.query_opt(&statement, &[&id.as_str()]).await? {
            // An owner that has let go just now can be asked like any other,
            // and does not answer.
            Some(row) => {
                let owner: Option<i64> = get(&row, 0)?;
                Taken::Elsewhere(NodeId::from_signed(owner.unwrap_or_default()))
            }
            None => Taken::Nowhere,
        }
    };
    transaction.commit().await?;
    Ok(taken)
}

pub(super) async fn release(client: Object, id: GameId, epoch: u64) -> Result<(), StoreError> {
    let sql = "UPDATE games SET owner = NULL WHERE id = $1 AND epoch = $2";
    let statement = client.prepare_cached(sql).await?;
    client.execute(&statement, &[&id.as_str(), &number(epoch)]).await?;
    Ok(())
}

pub(super) async fn renew(
    client: Object,
    node: NodeId,
    lease: Duration,
) -> Result<Renewal, StoreError> {
    // The subquery sees the row as it was before.
    let sql = "WITH forgotten AS (
            DELETE FROM nodes WHERE lease_until < now() - interval '1 day' AND id <> $1
        )
        INSERT INTO nodes (id, lease_until) VALUES ($1, now() + $2 * interval '1 millisecond')
        ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until
        RETURNING (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
            EXISTS (SELECT 1 FROM nodes AS before WHERE before.id = $1
                AND before.lease_until > now())";
    let statement = client.prepare_cached(sql).await?;
    #[expect(clippy::cast_precision_loss, reason = "some seconds")]
    let lease = wire::millis(lease) as f64;
    let row = client.query_one(&statement, &[&node.to_signed(), &lease]).await?;
    let was_on: bool = get(&row, 1)?;
    Ok(Renewal { now: Duration::from_millis(count(&row, 0)?), was_over: !was_on })
}

pub(super) async fn leave(client: Object, node: NodeId) -> Result<(), StoreError> {
    let statement = client.prepare_cached("DELETE FROM nodes WHERE id = $1").await?;
    client.execute(&statement, &[&node.to_signed()]).await?;
    Ok(())
}

pub(super) async fn running(client: Object, node: NodeId) -> Result<Vec<GameId>, StoreError> {
    let sql = "SELECT id FROM games WHERE is_clocked AND (owner IS NULL OR owner = $1
        OR owner NOT IN (SELECT id FROM nodes WHERE lease_until > now())) ORDER BY id";
    let statement = client.prepare_cached(sql).await?;
    let rows = client.query(&statement, &[&node.to_signed()]).await?;
    rows.iter().map(|row| text(row, 0)).collect()
}
