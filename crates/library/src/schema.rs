//! The tables of a library, and opening its file.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::LibraryError;
use crate::error::Explain;

/// The version of the format that is written, which `FORMAT.md` describes.
pub(crate) const VERSION: u32 = 1;

/// What marks a file of SQLite as a library: "TGLB".
const APPLICATION: u32 = u32::from_be_bytes(*b"TGLB");

const TABLES: &str = "
CREATE TABLE name (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (kind, text)
);
CREATE TABLE file (
    id INTEGER PRIMARY KEY,
    path BLOB NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    n_done INTEGER NOT NULL,
    is_complete INTEGER NOT NULL
);
CREATE TABLE record (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    game INTEGER,
    encoding TEXT,
    bytes BLOB NOT NULL
);
CREATE INDEX record_game ON record (game);
CREATE TABLE source (
    file INTEGER NOT NULL,
    piece INTEGER NOT NULL,
    record INTEGER NOT NULL,
    PRIMARY KEY (file, piece)
) WITHOUT ROWID;
CREATE INDEX source_record ON source (record);
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key BLOB NOT NULL UNIQUE,
    record INTEGER NOT NULL,
    black INTEGER NOT NULL,
    white INTEGER NOT NULL,
    black_rank INTEGER,
    white_rank INTEGER,
    event INTEGER NOT NULL,
    place INTEGER NOT NULL,
    round TEXT NOT NULL,
    date TEXT NOT NULL,
    first_day INTEGER NOT NULL,
    last_day INTEGER NOT NULL,
    result TEXT NOT NULL,
    winner INTEGER NOT NULL,
    margin INTEGER,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    rules TEXT NOT NULL,
    handicap INTEGER NOT NULL,
    komi REAL,
    moves INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    variations INTEGER NOT NULL,
    comment_bytes INTEGER NOT NULL,
    opening TEXT NOT NULL,
    own INTEGER NOT NULL,
    added INTEGER NOT NULL
);
CREATE INDEX game_day ON game (first_day);
CREATE INDEX game_black ON game (black);
CREATE INDEX game_white ON game (white);
CREATE TABLE player (
    game INTEGER NOT NULL,
    color INTEGER NOT NULL,
    name INTEGER NOT NULL,
    PRIMARY KEY (name, game, color)
) WITHOUT ROWID;
CREATE TABLE tag (
    tag TEXT NOT NULL,
    game INTEGER NOT NULL,
    PRIMARY KEY (tag, game)
) WITHOUT ROWID;
CREATE INDEX tag_game ON tag (game);
CREATE TABLE chunk (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    bytes BLOB NOT NULL
);
CREATE TABLE loss (
    record INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL
);
CREATE TABLE me (
    name TEXT PRIMARY KEY
) WITHOUT ROWID;
CREATE TABLE watched (
    path BLOB PRIMARY KEY
) WITHOUT ROWID;
CREATE TABLE exercise (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER,
    node INTEGER,
    position TEXT NOT NULL UNIQUE,
    answers TEXT NOT NULL,
    added INTEGER NOT NULL,
    due INTEGER NOT NULL,
    stability REAL NOT NULL,
    difficulty REAL NOT NULL,
    last INTEGER
);
CREATE INDEX exercise_due ON exercise (due);
CREATE TABLE answer (
    exercise INTEGER NOT NULL,
    time INTEGER NOT NULL,
    grade INTEGER NOT NULL,
    PRIMARY KEY (exercise, time)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5(
    info, comments, content='', contentless_delete=1,
    tokenize=\"unicode61 remove_diacritics 0 categories 'L* N* Co M* S*'\"
);
";

/// How a library is opened.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Access {
    /// To read and write; the file is made if there is none.
    #[default]
    Create,
    /// To read and write a file that exists.
    Write,
    /// To read a file that exists.
    Read,
}

/// What kind of file is at a path, by its first bytes.
enum Kind {
    None,
    Empty,
    Library { version: u32 },
    Other,
}

pub(crate) fn open(path: &Path, access: Access) -> Result<Connection, LibraryError> {
    let is_new = match kind(path)? {
        Kind::None | Kind::Empty if access == Access::Create => true,
        Kind::None => return Err(LibraryError::Missing),
        Kind::Library { version } if version > VERSION => {
            return Err(LibraryError::Newer { found: version, supported: VERSION });
        }
        Kind::Library { .. } => false,
        Kind::Empty | Kind::Other => return Err(LibraryError::NotALibrary),
    };
    if is_new && let Some(folder) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
        let made = std::fs::create_dir_all(folder);
        made.map_err(|error| LibraryError::File(folder.to_path_buf(), error))?;
    }
    let flags = match access {
        Access::Create => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
        Access::Write => OpenFlags::SQLITE_OPEN_READ_WRITE,
        Access::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
    };
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = Connection::open_with_flags(path, flags).explain();
    let connection = opened.map_err(|error| match error {
        LibraryError::Failed(_) if access == Access::Create => cannot_open(path, error),
        error => error,
    })?;
    connection.busy_timeout(BUSY).explain()?;
    if is_new {
        create(&connection)?;
    }
    if access != Access::Read {
        // Readers go on while somebody writes. Where that cannot be (some
        // network disks), the library works without it.
        let _: rusqlite::Result<String> =
            connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0));
    }
    // A damaged file is to be known before anything is done with it.
    let connection = match look_into(&connection) {
        // The file is there, but nothing can be written beside it.
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::CannotOpen) => match access {
            Access::Read => open_immutable(path)?,
            Access::Create | Access::Write => return Err(LibraryError::ReadOnly),
        },
        looked => {
            looked.explain()?;
            connection
        }
    };
    connection.pragma_update(None, "synchronous", "NORMAL").explain()?;
    connection.pragma_update(None, "cache_size", -32_768).explain()?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

fn look_into(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("SELECT count(*) FROM watched", [], |_| Ok(()))
}

/// Opens a file on a disk that cannot be written, where the database cannot
/// keep note of its readers.
fn open_immutable(path: &Path) -> Result<Connection, LibraryError> {
    let mut log = path.as_os_str().to_os_string();
    log.push("-wal");
    if std::fs::metadata(log).is_ok_and(|it| it.len() > 0) {
        // What was written last is in the log, which cannot be read so.
        return Err(LibraryError::ReadOnly);
    }
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let text = absolute.to_str().ok_or(LibraryError::ReadOnly)?;
    let escaped = text.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let uri = format!("file:///{}?immutable=1", escaped.replace('\\', "/").trim_start_matches('/'));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(uri, flags).explain()?;
    look_into(&connection).explain()?;
    Ok(connection)
}

/// How long a program waits for another one that writes.
const BUSY: Duration = Duration::from_secs(20);

/// Says why the system does not let the file be made.
fn cannot_open(path: &Path, error: LibraryError) -> LibraryError {
    match std::fs::OpenOptions::new().append(true).create(true).open(path) {
        Err(reason) if reason.kind() == ErrorKind::StorageFull => LibraryError::Full,
        Err(reason) => LibraryError::File(path.to_path_buf(), reason),
        Ok(_) => error,
    }
}

fn kind(path: &Path) -> Result<Kind, LibraryError> {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(100).read_to_end(&mut head));
    match read {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Kind::None),
        Err(error) => return Err(LibraryError::File(path.to_path_buf(), error)),
        Ok(0) => return Ok(Kind::Empty),
        Ok(_) => (),
    }
    if !head.starts_with(b"SQLite format 3\0") {
        return Ok(Kind::Other);
    }
    let number = |at: usize| {
        let bytes = head.get(at..at + 4).and_then(|it| it.try_into().ok());
        bytes.map_or(0, u32::from_be_bytes)
    };
    // Offsets of `user_version` and `application_id` in the header of SQLite.
    Ok(match (number(60), number(68)) {
        (version, APPLICATION) => Kind::Library { version },
        // Somebody is just making it.
        (0, 0) => Kind::Empty,
        _ => Kind::Other,
    })
}

/// Makes the tables, unless another program has done so in the meantime.
fn create(connection: &Connection) -> Result<(), LibraryError> {
    connection.execute_batch("BEGIN IMMEDIATE").explain()?;
    let is_made: bool = connection
        .query_row("SELECT count(*) > 0 FROM sqlite_schema", [], |row| row.get(0))
        .explain()?;
    let application: u32 =
        connection.query_row("PRAGMA application_id", [], |row| row.get(0)).explain()?;
    let end = if is_made {
        let end = connection.execute_batch("ROLLBACK");
        if application != APPLICATION {
            return Err(LibraryError::NotALibrary);
        }
        end
    } else {
        connection.execute_batch(TABLES).and_then(|()| {
            connection.execute_batch(&format!(
                "PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; COMMIT"
            ))
        })
    };
    end.explain().inspect_err(|_| {
        // The error that is told is the first one.
        let _ = connection.execute_batch("ROLLBACK");
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_on_a_disk_that_cannot_be_written_is_read() {
        let name = format!("tengen-library 100% ?#-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&folder);
        let path = folder.join("library.db");
        let connection = open(&path, Access::Create).unwrap();
        connection.execute("INSERT INTO me (name) VALUES ('Anna')", []).unwrap();
        // The other program has its log still open.
        assert!(matches!(open_immutable(&path), Err(LibraryError::ReadOnly)));
        drop(connection);
        let connection = open_immutable(&path).unwrap();
        let name: String =
            connection.query_row("SELECT name FROM me", [], |row| row.get(0)).unwrap();
        assert_eq!(name, "Anna");
        assert!(connection.execute("DELETE FROM me", []).is_err());
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is made beside it");
        drop(connection);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
