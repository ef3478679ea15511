//! Games on disk: the one that is being played, and those that are over.

use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tengen_legacy_session::Session;
use tengen_record::NoRecord;

use crate::{date, file};

/// The game that is being played.
const SAVED: &str = "autosave.sgf";

/// The folder of games that are over.
const GAMES: &str = "games";

/// The folder of records that were edited and not saved.
const DRAFTS: &str = "drafts";

/// A folder for the game that is being played, for those that are over, and
/// for records that were edited and not saved.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// A store in a folder, which is made when there is something to keep:
    /// see [`Places::state`](crate::Places::state).
    pub fn new(folder: impl Into<PathBuf>) -> Store {
        Store { folder: folder.into() }
    }

    /// The game that was being played when the program ended, as it was after
    /// the last move.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if there is a file that cannot be read, or that
    /// has no game.
    pub fn saved_game(&self) -> Result<Option<Session>, StoreError> {
        let path = self.saved();
        let text = file::read(&path).map_err(|error| StoreError::Read(path.clone(), error))?;
        let Some(text) = text else { return Ok(None) };
        Session::resume(&text).map(Some).map_err(|reason| StoreError::NoGame(path, reason))
    }

    /// Forgets the game that was being played.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if it cannot be removed.
    pub fn forget_saved(&self) -> Result<(), StoreError> {
        let path = self.saved();
        file::remove(&path).map_err(|error| StoreError::Write(path, error))
    }

    /// Moves the game that was being played to those that are over, so that
    /// another one can take its place, and says where it is then.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if it cannot be moved; then it stays.
    pub fn set_aside(&self) -> Result<Option<PathBuf>, StoreError> {
        let path = self.saved();
        let text = file::read(&path).map_err(|error| StoreError::Read(path, error))?;
        let Some(text) = text else { return Ok(None) };
        let name = self.new_name();
        self.keep(&name, &text)?;
        Ok(Some(self.games().join(name)))
    }

    /// The records that were edited and not saved when the program ended, the
    /// last one first. What cannot be read is not among them.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if the folder cannot be read.
    pub fn drafts(&self) -> Result<Vec<Draft>, StoreError> {
        let folder = self.folder.join(DRAFTS);
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            other => other.map_err(|error| StoreError::Read(folder, error))?,
        };
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let is_sgf = |path: &PathBuf| path.extension().is_some_and(|it| it == "sgf");
        let mut drafts: Vec<Draft> = paths.filter(is_sgf).filter_map(Draft::read).collect();
        drafts.sort_by_key(|it| std::cmp::Reverse((it.time, it.path.clone())));
        Ok(drafts)
    }

    /// Forgets the drafts of records that are from one of these places.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if one cannot be removed.
    pub(crate) fn forget_drafts(&self, origins: &[String]) -> Result<(), StoreError> {
        if origins.is_empty() {
            return Ok(());
        }
        let is_from_there = |it: &Draft| origins.iter().any(|origin| origin == it.session.origin());
        let mut drafts = self.drafts()?.into_iter().filter(is_from_there);
        drafts.try_for_each(|it| Draft::forget(&it.path))
    }

    /// A place for a record that is being edited, which no other one has.
    pub(crate) fn new_draft(&self) -> PathBuf {
        let folder = self.folder.join(DRAFTS);
        folder.join(free_name(&folder))
    }

    /// The folder of games that are over.
    pub fn games(&self) -> PathBuf {
        self.folder.join(GAMES)
    }

    /// Keeps the game that is being played.
    pub(crate) fn save(&self, sgf: &str) -> Result<(), StoreError> {
        write(&self.saved(), sgf)
    }

    /// Keeps a game that is over, and forgets that it was being played.
    pub(crate) fn keep(&self, name: &str, sgf: &str) -> Result<(), StoreError> {
        write(&self.games().join(name), sgf)?;
        self.forget_saved()
    }

    /// A name for a game that is over now, which no other game has.
    pub(crate) fn new_name(&self) -> String {
        free_name(&self.games())
    }

    fn saved(&self) -> PathBuf {
        self.folder.join(SAVED)
    }
}

/// A name for a file of this moment, which none in a folder has.
fn free_name(folder: &Path) -> String {
    let moment = date::now();
    let names = (1..).map(|idx| match idx {
        1 => format!("{moment}.sgf"),
        _ => format!("{moment}-{idx}.sgf"),
    });
    let is_free = |name: &String| !folder.join(name).exists();
    names.into_iter().find(is_free).unwrap_or_default()
}

/// A record that was edited and not saved.
///
/// Go on with its session by a [`Host`](crate::Host) that knows the
/// [draft](crate::Options::draft).
#[derive(Clone, Debug)]
pub struct Draft {
    /// Where it is.
    pub path: PathBuf,
    /// When it was written.
    pub time: SystemTime,
    /// The record as it was left; [`View::origin`](tengen_legacy_session::View::origin)
    /// names the file that it was opened from.
    pub session: Session,
}

impl Draft {
    /// Writes a draft to its place.
    pub(crate) fn save(path: &Path, sgf: &str) -> Result<(), StoreError> {
        write(path, sgf)
    }

    /// Forgets a draft.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if it cannot be removed.
    pub fn forget(path: &Path) -> Result<(), StoreError> {
        file::remove(path).map_err(|error| StoreError::Write(path.to_owned(), error))
    }

    fn read(path: PathBuf) -> Option<Draft> {
        let time = fs::metadata(&path).and_then(|it| it.modified()).ok()?;
        let text = file::read(&path).ok()??;
        Some(Draft { session: Session::resume(&text).ok()?, path, time })
    }
}

fn write(path: &Path, sgf: &str) -> Result<(), StoreError> {
    file::replace(path, sgf.as_bytes()).map_err(|error| StoreError::Write(path.to_owned(), error))
}

/// The reason why a game cannot be kept, or found again.
#[derive(Debug)]
pub enum StoreError {
    /// The file cannot be read.
    Read(PathBuf, io::Error),
    /// The file cannot be written or removed.
    Write(PathBuf, io::Error),
    /// There is no game in the file.
    NoGame(PathBuf, NoRecord),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            StoreError::Write(path, error) => {
                write!(f, "cannot write {}: {error}", path.display())
            }
            StoreError::NoGame(path, reason) => write!(f, "{}: {reason}", path.display()),
        }
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            StoreError::Read(_, error) | StoreError::Write(_, error) => Some(error),
            StoreError::NoGame(_, reason) => Some(reason),
        }
    }
}
