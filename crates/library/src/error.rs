//! What can go wrong with a library.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::GameId;
use crate::query::QueryError;

/// The reason why something was not done. The library is as it was before.
#[derive(Debug)]
#[non_exhaustive]
pub enum LibraryError {
    /// The file is of a later version of the format, and was not touched.
    Newer {
        /// The version of the file.
        found: u32,
        /// The latest version that is known here.
        supported: u32,
    },
    /// The file is something else than a library, and was not touched.
    NotALibrary,
    /// There is no such file.
    Missing,
    /// The file is damaged; a rebuild saves what can be read.
    Damaged,
    /// The file is so damaged that nothing can be saved; it was not touched.
    BeyondRepair,
    /// The file can be read, but not written.
    ReadOnly,
    /// There is no space left.
    Full,
    /// Another program is writing, and did not finish in time.
    Busy,
    /// The caller stopped it.
    Cancelled,
    /// There is no such game.
    NoGame(GameId),
    /// A text is not of this game.
    OtherGame(GameId),
    /// A query cannot be understood.
    Query(QueryError),
    /// A file beside the library cannot be read or written.
    File(PathBuf, io::Error),
    /// A name has nothing in it, or something that no name can have.
    BadName(String),
    /// Something else went wrong with the file; the text says what.
    Failed(String),
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LibraryError::Newer { found, supported } => write!(
                f,
                "the library has format {found}, expected {supported} at most; it was left \
                 untouched"
            ),
            LibraryError::NotALibrary => f.write_str("the file is not a library of games"),
            LibraryError::Missing => f.write_str("there is no such library"),
            LibraryError::Damaged => f.write_str("the library is damaged"),
            LibraryError::BeyondRepair => {
                f.write_str("nothing can be read of the library, which was left as it was")
            }
            LibraryError::ReadOnly => f.write_str("the library cannot be written"),
            LibraryError::Full => f.write_str("the disk is full"),
            LibraryError::Busy => f.write_str("another program is writing the library"),
            LibraryError::Cancelled => f.write_str("stopped"),
            LibraryError::NoGame(id) => write!(f, "there is no game {id}"),
            LibraryError::OtherGame(id) => write!(f, "the text is not of game {id}"),
            LibraryError::Query(error) => error.fmt(f),
            LibraryError::File(path, error) => write!(f, "{}: {error}", path.display()),
            LibraryError::BadName(name) => write!(f, "{name:?} cannot be a name"),
            LibraryError::Failed(reason) => write!(f, "the library failed: {reason}"),
        }
    }
}

impl Error for LibraryError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            LibraryError::File(_, error) => Some(error),
            LibraryError::Query(error) => Some(error),
            _ => None,
        }
    }
}

impl From<QueryError> for LibraryError {
    fn from(error: QueryError) -> LibraryError {
        LibraryError::Query(error)
    }
}

impl LibraryError {
    /// What an error of the database means for its caller.
    pub(crate) fn of_database(error: &rusqlite::Error) -> LibraryError {
        use rusqlite::ErrorCode as Code;
        match error.sqlite_error_code() {
            Some(Code::DatabaseCorrupt) => LibraryError::Damaged,
            Some(Code::NotADatabase) => LibraryError::NotALibrary,
            Some(Code::ReadOnly | Code::PermissionDenied) => LibraryError::ReadOnly,
            Some(Code::DiskFull) => LibraryError::Full,
            Some(Code::DatabaseBusy | Code::DatabaseLocked) => LibraryError::Busy,
            Some(Code::OperationInterrupted) => LibraryError::Cancelled,
            _ => LibraryError::Failed(error.to_string()),
        }
    }
}

/// Kept private, so that no type of the database is in the interface.
pub(crate) trait Explain<T> {
    fn explain(self) -> Result<T, LibraryError>;
}

impl<T> Explain<T> for rusqlite::Result<T> {
    fn explain(self) -> Result<T, LibraryError> {
        self.map_err(|error| LibraryError::of_database(&error))
    }
}
