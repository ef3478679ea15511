//! A store in PostgreSQL, for several servers at once.
//!
//! Each verb is one transaction, most are one statement. Which server may
//! change a game is decided in the statement that changes it, and all times
//! that servers compare are those of the database.

mod account;
mod document;
mod game;
mod node;
mod person;
mod rating;
mod review;
mod row;
mod schema;
#[cfg(test)]
#[path = "../../tests/services/mod.rs"]
mod services;
#[cfg(test)]
pub(super) mod tests;

use std::path::PathBuf;
use std::str::FromStr as _;
use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::{
    Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime, Timeouts,
};
use tokio::runtime::Handle;
use tokio::sync::RwLock;
use tokio_postgres::{Config, NoTls};

use super::{
    Asked, Expiry, FinishedAfter, Guest, Listing, NodeId, Renewal, Reply, ReviewRequest,
    ReviewStage, Store, StoreError, StoredChange, StoredGame, StoredReview, Taken,
};
use crate::id::{GameId, PersonId};
use crate::wire::ChatLine;

/// How many connections a server has.
const CONNECTIONS: usize = 16;

/// How long the database may take for a connection, and for a verb.
const CONNECT_TIME: Duration = Duration::from_secs(3);
const VERB_TIME: Duration = Duration::from_secs(8);

/// A store in PostgreSQL.
#[derive(Clone, Debug)]
pub struct PostgresStore {
    pool: Pool,
    /// Where its work is done, whoever waits for it.
    runtime: Handle,
    /// Whoever works holds it for reading, so that closing can wait.
    work: Arc<RwLock<()>>,
}

impl PostgresStore {
    /// Connects to the database, and brings it to this version.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if the address is none, the database does not
    /// answer, or is of a version that this program cannot work with.
    pub async fn open(url: &str, runtime: Handle) -> Result<PostgresStore, StoreError> {
        let mut config =
            Config::from_str(url).map_err(|error| StoreError::Failed(row::words(&error)))?;
        config
            .application_name("tengen")
            .connect_timeout(CONNECT_TIME)
            .tcp_user_timeout(VERB_TIME)
            .keepalives_idle(Duration::from_secs(30));
        let recycling_method = RecyclingMethod::Fast;
        let manager = Manager::from_config(config, NoTls, ManagerConfig { recycling_method });
        let timeouts = Timeouts {
            wait: Some(CONNECT_TIME),
            create: Some(CONNECT_TIME),
            recycle: Some(CONNECT_TIME),
        };
        let pool = Pool::builder(manager)
            .max_size(CONNECTIONS)
            .timeouts(timeouts)
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        let store = PostgresStore { pool, runtime, work: Arc::default() };
        store.run(schema::migrate).await?;
        Ok(store)
    }

    /// Does something with a connection of its own.
    fn run<T, F>(&self, verb: impl FnOnce(Object) -> F + Send + 'static) -> Reply<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send,
    {
        let (pool, work) = (self.pool.clone(), Arc::clone(&self.work));
        let task = self.runtime.spawn(async move {
            let _working = work.read().await;
            let done = async { verb(pool.get().await?).await };
            let slow = || StoreError::Failed("the database does not answer".to_owned());
            tokio::time::timeout(VERB_TIME, done).await.unwrap_or_else(|_| Err(slow()))
        });
        Box::pin(async move { task.await.unwrap_or(Err(StoreError::Closed)) })
    }
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> StoreError {
        StoreError::Failed(row::words(&error))
    }
}

impl From<PoolError> for StoreError {
    fn from(error: PoolError) -> StoreError {
        match error {
            PoolError::Closed => StoreError::Closed,
            PoolError::Backend(error) => error.into(),
            PoolError::Timeout(_) => {
                StoreError::Failed("the database has no connection left".to_owned())
            }
            error => StoreError::Failed(error.to_string()),
        }
    }
}

impl Store for PostgresStore {
    fn put_guest(&self, guest: Guest) -> Reply<()> {
        self.run(|it| person::put_guest(it, guest))
    }

    fn guest(&self, id: PersonId) -> Reply<Option<Guest>> {
        self.run(move |it| person::guest(it, id))
    }

    fn create(&self, game: StoredGame) -> Reply<()> {
        self.run(|it| game::create(it, game))
    }

    fn append(&self, change: StoredChange) -> Reply<()> {
        self.run(|it| game::append(it, change))
    }

    fn take(&self, id: GameId, by: NodeId) -> Reply<Taken> {
        self.run(move |it| node::take(it, id, by))
    }

    fn release(&self, id: GameId, epoch: u64) -> Reply<()> {
        self.run(move |it| node::release(it, id, epoch))
    }

    fn renew(&self, id: NodeId, lease: Duration) -> Reply<Renewal> {
        self.run(move |it| node::renew(it, id, lease))
    }

    fn leave(&self, id: NodeId) -> Reply<()> {
        self.run(move |it| node::leave(it, id))
    }

    fn load(&self, id: GameId) -> Reply<Option<StoredGame>> {
        self.run(move |it| game::load(it, id))
    }

    fn games_of(&self, guest: PersonId, max: usize) -> Reply<Vec<Listing>> {
        self.run(move |it| game::games_of(it, guest, max))
    }

    fn listed(&self, max: usize) -> Reply<Vec<Listing>> {
        self.run(move |it| game::listed(it, max))
    }

    fn finished(&self, after: FinishedAfter, max: usize) -> Reply<Vec<Listing>> {
        self.run(move |it| game::finished(it, after, max))
    }

    fn last_results(&self, max: usize) -> Reply<Vec<Listing>> {
        self.run(move |it| game::last_results(it, max))
    }

    fn running(&self, by: NodeId) -> Reply<Vec<GameId>> {
        self.run(move |it| node::running(it, by))
    }

    fn say(&self, game: GameId, line: ChatLine) -> Reply<()> {
        self.run(move |it| person::say(it, game, line))
    }

    fn chat(&self, game: GameId, max: usize) -> Reply<Vec<ChatLine>> {
        self.run(move |it| person::chat(it, game, max))
    }

    fn ask_review(&self, request: ReviewRequest) -> Reply<Asked> {
        self.run(move |it| review::ask(it, request))
    }

    fn review(&self, game: GameId) -> Reply<Option<StoredReview>> {
        self.run(move |it| review::load(it, game))
    }

    fn reviews_waiting(&self) -> Reply<Vec<GameId>> {
        self.run(review::waiting)
    }

    fn take_review(&self, by: NodeId) -> Reply<Option<GameId>> {
        self.run(move |it| review::take(it, by))
    }

    fn keep_review(&self, game: GameId, stage: ReviewStage, sgf: String) -> Reply<()> {
        self.run(move |it| review::keep(it, game, stage, sgf))
    }

    fn purge(&self, expiry: Expiry) -> Reply<usize> {
        self.run(move |it| game::purge(it, expiry))
    }

    fn backup(&self, _file: PathBuf) -> Reply<()> {
        let text = "a PostgreSQL database is copied with pg_dump";
        Box::pin(std::future::ready(Err(StoreError::Failed(text.to_owned()))))
    }

    fn close(&self) -> Reply<()> {
        let (pool, work) = (self.pool.clone(), Arc::clone(&self.work));
        let task = self.runtime.spawn(async move {
            // Whoever works is waited for; whoever comes finds it closed.
            let _idle = work.write().await;
            pool.close();
        });
        Box::pin(async move { task.await.map_err(|_| StoreError::Closed) })
    }
}
