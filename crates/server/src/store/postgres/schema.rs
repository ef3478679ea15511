//! The tables, and how a database of an earlier version gets them.
//!
//! Servers of two versions run together while they are replaced, so a
//! migration only ever adds. One that cannot do so names the earliest version
//! of the program that can work with what it makes.

use data_encoding::HEXLOWER;
use deadpool_postgres::Object;
use sha2::{Digest as _, Sha256};

use super::row::{get, unreadable};
use crate::store::StoreError;

struct Migration {
    sql: &'static str,
    /// The earliest version of the program that can work with it.
    works_since: i32,
}

/// What each version adds, the first one first.
///
/// A version that was released never changes: what is new is a new one.
const MIGRATIONS: &[Migration] = &[
    Migration { sql: include_str!("version-1.sql"), works_since: 1 },
    Migration { sql: include_str!("version-2.sql"), works_since: 1 },
    Migration { sql: include_str!("version-3.sql"), works_since: 1 },
    Migration { sql: include_str!("version-4.sql"), works_since: 1 },
    Migration { sql: include_str!("version-5.sql"), works_since: 1 },
];

/// The version that this program writes.
#[expect(clippy::cast_possible_wrap, reason = "there are few")]
pub(super) const VERSION: i32 = MIGRATIONS.len() as i32;

/// Stands for this program among all that lock something in the database.
const LOCK: i64 = 0x54_65_6e_67_65_6e;

/// Brings the database to this version, one server at a time.
pub(super) async fn migrate(mut client: Object) -> Result<(), StoreError> {
    let transaction = client.transaction().await?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    transaction
        .batch_execute(
            "CREATE TABLE IF NOT EXISTS schema (
                version integer PRIMARY KEY,
                hash text NOT NULL,
                works_since integer NOT NULL,
                at timestamptz NOT NULL DEFAULT now()
            )",
        )
        .await?;
    let sql = "SELECT version, hash, works_since FROM schema ORDER BY version";
    let applied = transaction.query(sql, &[]).await?;
    for row in &applied {
        let (version, hash): (i32, &str) = (get(row, 0)?, get(row, 1)?);
        let own = usize::try_from(version - 1).ok().and_then(|it| MIGRATIONS.get(it));
        match own {
            Some(own) if hash_of(own) != hash => {
                let text = format!("version {version} of the database is not that of this program");
                return Err(unreadable(text));
            }
            None if get::<i32>(row, 2)? > VERSION => {
                return Err(StoreError::TooNew(version.unsigned_abs()));
            }
            Some(_) | None => (),
        }
    }
    for (migration, version) in MIGRATIONS.iter().zip(1_i32..).skip(applied.len()) {
        transaction.batch_execute(migration.sql).await?;
        let sql = "INSERT INTO schema (version, hash, works_since) VALUES ($1, $2, $3)";
        let values = (version, hash_of(migration), migration.works_since);
        transaction.execute(sql, &[&values.0, &values.1, &values.2]).await?;
    }
    transaction.commit().await?;
    Ok(())
}

fn hash_of(migration: &Migration) -> String {
    HEXLOWER.encode(&Sha256::digest(migration.sql))
}
