//! Why a game cannot be saved or found again.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use tengen_record::NoRecord;

use super::GameKey;

/// The reason why a game cannot be saved, or opened again.
#[derive(Debug)]
pub enum StoreError {
    /// The file cannot be read.
    Read(PathBuf, io::Error),
    /// The file cannot be written or removed.
    Write(PathBuf, io::Error),
    /// The file has no game.
    NoGame(PathBuf, NoRecord),
    /// There is no such game.
    NotFound(GameKey),
    /// Another program has the game open, or another part of this one.
    InUse(GameKey),
    /// The runner has no store.
    NoStore,
}

impl StoreError {
    /// Whether both are the same trouble with the same file.
    pub(crate) fn is_same(&self, other: &StoreError) -> bool {
        match (self, other) {
            (StoreError::Read(path, error), StoreError::Read(other_path, other))
            | (StoreError::Write(path, error), StoreError::Write(other_path, other)) => {
                path == other_path && error.kind() == other.kind()
            }
            (StoreError::NoGame(path, _), StoreError::NoGame(other, _)) => path == other,
            (StoreError::InUse(key), StoreError::InUse(other))
            | (StoreError::NotFound(key), StoreError::NotFound(other)) => key == other,
            (StoreError::NoStore, StoreError::NoStore) => true,
            _ => false,
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            StoreError::Write(path, error) => {
                write!(f, "cannot write {}: {error}", path.display())
            }
            StoreError::NoGame(path, reason) => write!(f, "{}: {reason}", path.display()),
            StoreError::NotFound(key) => write!(f, "there is no game {key}"),
            StoreError::InUse(key) => write!(f, "game {key} is open in another program"),
            StoreError::NoStore => f.write_str("no folder for saved games"),
        }
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            StoreError::Read(_, error) | StoreError::Write(_, error) => Some(error),
            StoreError::NoGame(_, reason) => Some(reason),
            StoreError::NotFound(_) | StoreError::InUse(_) | StoreError::NoStore => None,
        }
    }
}
