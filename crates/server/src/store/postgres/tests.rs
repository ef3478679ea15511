//! What only PostgreSQL can do: several servers, and several versions of the
//! program, on one database.

use std::sync::LazyLock;

use super::services::Postgres;
use super::*;
use crate::store::conformance::wait;

/// One server for all tests of this program, if PostgreSQL is installed.
static SERVER: LazyLock<Option<Postgres>> = LazyLock::new(Postgres::start);

static RUNTIME: LazyLock<tokio::runtime::Runtime> =
    LazyLock::new(|| tokio::runtime::Runtime::new().unwrap());

fn open_at(url: &str) -> Result<PostgresStore, StoreError> {
    RUNTIME.block_on(PostgresStore::open(url, RUNTIME.handle().clone()))
}

/// A store in a database of its own.
pub(crate) fn open() -> Option<PostgresStore> {
    SERVER.as_ref().map(|it| open_at(&it.database()).unwrap())
}

#[test]
fn servers_that_start_together_make_one_schema() {
    let Some(server) = SERVER.as_ref() else { return };
    let url = server.database();
    let open = |_| {
        let url = url.clone();
        RUNTIME.spawn(async move { PostgresStore::open(&url, RUNTIME.handle().clone()).await })
    };
    let opening: Vec<_> = (0..4).map(open).collect();
    for store in opening {
        RUNTIME.block_on(store).unwrap().unwrap();
    }
    let name = url.rsplit_once('/').unwrap().1;
    assert_eq!(server.psql(name, "SELECT count(*) FROM schema").as_deref(), Some("5"));
}

#[test]
fn later_schema_is_used_unless_it_says_otherwise() {
    let Some(server) = SERVER.as_ref() else { return };
    let url = server.database();
    open_at(&url).unwrap();
    let name = url.rsplit_once('/').unwrap().1;
    // Another version has added something, and this one works with it.
    assert!(server.run_sql(name, "ALTER TABLE games ADD COLUMN later text"));
    let later = "INSERT INTO schema (version, hash, works_since) VALUES (90, '', 1)";
    assert!(server.run_sql(name, later));
    let store = open_at(&url).unwrap();
    wait(store.create(crate::store::conformance::game("aaaaaaaa"))).unwrap();
    assert!(server.run_sql(name, "UPDATE schema SET works_since = 90 WHERE version = 90"));
    assert_eq!(open_at(&url).map(|_| ()), Err(StoreError::TooNew(90)));
    assert!(server.run_sql(name, "UPDATE schema SET hash = 'other' WHERE version = 1"));
    let text = "version 1 of the database is not that of this program".to_owned();
    assert_eq!(open_at(&url).map(|_| ()), Err(StoreError::Failed(text)));
}

#[test]
fn database_that_is_not_there_is_said_so() {
    let nowhere = format!("postgres://nobody@127.0.0.1:{}/none", super::services::free_port());
    let error = open_at(&nowhere).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("onnection refused"), "{error}");
    let error = open_at("nonsense").map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("invalid"), "{error}");
}
