//! Runs any number of games: one timer, one autosave thread, a pool of
//! engine workers.

use std::path::PathBuf;
use std::sync::Arc;

use tengen_session::{Action, Session};

use crate::engine_client::EngineClient;
use crate::game::Game;
use crate::game_handle::GameHandle;
use crate::services::Services;
use crate::store::{Claims, Draft, GameFile, GameKey, Stage, StoreError, UnfinishedGame};
use crate::{RunnerOptions, Store};

/// Runs any number of games.
///
/// Clones are the same runner. A program has one, and holds its games by
/// [`GameHandle`]s.
#[derive(Clone, Debug)]
pub struct Runner(Arc<Running>);

/// The threads of a runner, which end with the last handle.
#[derive(Debug)]
pub(crate) struct Running {
    services: Arc<Services>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.services.close();
    }
}

/// The key of a draft.
pub type DraftKey = GameKey;

/// How a game is saved.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Keep {
    /// Among the unfinished games, and among the finished ones after its end.
    Game,
    /// As a draft of a record that is edited, perhaps one that is there.
    Draft(Option<DraftKey>),
    /// Nowhere.
    Nothing,
}

impl Runner {
    /// A runner without games; its threads start when they are needed.
    pub fn start(options: RunnerOptions) -> Runner {
        Runner(Arc::new(Running { services: Arc::new(Services::new(options)) }))
    }

    /// Runs a session, which still waits for
    /// [`Action::Start`](tengen_session::Action::Start).
    ///
    /// It gets its key with the first change that is worth saving. A draft that
    /// another program has open is not touched: the edits get a draft of their
    /// own.
    pub fn open(&self, session: Session, keep: Keep) -> GameHandle {
        let file = self.0.services.store.as_ref().and_then(|(store, claims)| match keep {
            Keep::Nothing => None,
            Keep::Draft(Some(key)) => Some(
                GameFile::open(store, claims, Stage::Draft, &key)
                    .map_or_else(|_| GameFile::new(store, claims), |(file, _)| file),
            ),
            Keep::Game | Keep::Draft(None) => Some(GameFile::new(store, claims)),
        });
        self.run(session, file)
    }

    /// Engines for a session that the caller runs and stores; each answer is
    /// an action for it.
    ///
    /// `answer` is called by one thread for all sessions, and must not wait.
    pub fn engines(&self, answer: impl Fn(Action) + Send + Sync + 'static) -> EngineClient {
        EngineClient::new(self.clone(), &self.0.services, answer)
    }

    /// Goes on with a game of the list of unfinished ones, as it was after its
    /// last move.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::InUse`] if another program has the game open, and
    /// other errors if it cannot be read.
    pub fn resume(&self, key: &GameKey) -> Result<GameHandle, StoreError> {
        self.open_file(Stage::Unfinished, key)
    }

    /// Goes on with a draft.
    ///
    /// # Errors
    ///
    /// Returns errors as [`Runner::resume`] does.
    pub fn resume_draft(&self, key: &DraftKey) -> Result<GameHandle, StoreError> {
        self.open_file(Stage::Draft, key)
    }

    /// The games that were begun and are not over, the last one first.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if the folder cannot be read.
    pub fn unfinished(&self) -> Result<Vec<UnfinishedGame>, StoreError> {
        let Some((store, claims)) = &self.0.services.store else { return Ok(Vec::new()) };
        store.unfinished(claims)
    }

    /// The records that were edited and not saved, the last one first.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if the folder cannot be read.
    pub fn drafts(&self) -> Result<Vec<Draft>, StoreError> {
        let Some((store, claims)) = &self.0.services.store else { return Ok(Vec::new()) };
        store.list_drafts(claims)
    }

    /// The folder of games that are over.
    pub fn finished_games(&self) -> Option<PathBuf> {
        self.0.services.store.as_ref().map(|(store, _)| store.finished_games())
    }

    /// Moves an unfinished game to those that are over, and says where it is
    /// then.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::InUse`] if the game is open somewhere, and other
    /// errors if it cannot be moved.
    pub fn set_aside(&self, key: &GameKey) -> Result<PathBuf, StoreError> {
        let (store, claims) = self.store()?;
        store.set_aside(claims, key)
    }

    /// Removes an unfinished game for good.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::InUse`] if the game is open somewhere, and other
    /// errors if it cannot be removed.
    pub fn remove(&self, key: &GameKey) -> Result<(), StoreError> {
        let (store, claims) = self.store()?;
        store.remove(claims, Stage::Unfinished, key)
    }

    /// Removes a draft for good.
    ///
    /// # Errors
    ///
    /// Returns errors as [`Runner::remove`] does.
    pub fn remove_draft(&self, key: &DraftKey) -> Result<(), StoreError> {
        let (store, claims) = self.store()?;
        store.remove(claims, Stage::Draft, key)
    }

    /// Removes the drafts of records from one of these files.
    pub(crate) fn remove_drafts_of(&self, origins: &[String]) -> Result<(), StoreError> {
        let Ok((store, claims)) = self.store() else { return Ok(()) };
        store.remove_drafts_of(claims, origins)
    }

    fn open_file(&self, stage: Stage, key: &GameKey) -> Result<GameHandle, StoreError> {
        let (store, claims) = self.store()?;
        let (file, text) = GameFile::open(store, claims, stage, key)?;
        let session = Session::resume(&text)
            .map_err(|reason| StoreError::NoGame(store.path(stage, key), reason))?;
        Ok(self.run(session, Some(file)))
    }

    fn run(&self, session: Session, file: Option<GameFile>) -> GameHandle {
        GameHandle::new(Game::new(&self.0.services, session, file), self.clone())
    }

    fn store(&self) -> Result<&(Store, Arc<Claims>), StoreError> {
        self.0.services.store.as_ref().ok_or(StoreError::NoStore)
    }
}
