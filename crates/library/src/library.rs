//! A library that is open.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension};
use tengen_record::{NoRecord, Record};
use tengen_sgf::{self as sgf, ParseOptions};

use crate::error::Explain;
use crate::index::Index;
use crate::name::Names;
use crate::path::{from_bytes, to_bytes};
use crate::query::Where;
use crate::store::{NameIds, NameKind, Pending};
use crate::{Access, Cancel, GameId, LibraryError, Query, Source, schema};

/// A library of games in one file.
///
/// Several programs may have the same file open, and read while one of them
/// writes. A library can be sent to another thread, but not shared: a front
/// end opens one for each thread.
pub struct Library {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
    pub(crate) name_ids: NameIds,
    pub(crate) pending: Pending,
    pub(crate) index: Option<Arc<Index>>,
    names: Option<(i64, Arc<[Names; 3]>)>,
}

impl Library {
    /// Opens a file.
    ///
    /// A file of a later version is left untouched.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the file cannot be opened or is no library.
    pub fn open(path: &Path, access: Access) -> Result<Library, LibraryError> {
        Ok(Library {
            connection: schema::open(path, access)?,
            path: path.to_path_buf(),
            name_ids: NameIds::default(),
            pending: Pending::default(),
            index: None,
            names: None,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of games.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read.
    pub fn len(&self) -> Result<u32, LibraryError> {
        self.connection.query_row("SELECT count(*) FROM game", [], |row| row.get(0)).explain()
    }

    /// Whether there is no game.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read.
    pub fn is_empty(&self) -> Result<bool, LibraryError> {
        Ok(self.len()? == 0)
    }

    /// The text of a game, to the byte as it was read.
    ///
    /// A game of a collection has the bytes from the end of the game before it
    /// to its own end.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if there is no such game, or the library
    /// cannot be read.
    pub fn bytes(&self, id: GameId) -> Result<Vec<u8>, LibraryError> {
        Ok(self.record_bytes(self.shown_record(id)?)?.0)
    }

    /// All texts of a game, the one that is shown first.
    ///
    /// # Errors
    ///
    /// As [`Library::bytes`].
    pub fn all_bytes(&self, id: GameId) -> Result<Vec<Vec<u8>>, LibraryError> {
        let shown = self.shown_record(id)?;
        let mut statement = self
            .connection
            .prepare_cached("SELECT bytes FROM record WHERE game = ?1 ORDER BY id <> ?2, id")
            .explain()?;
        let texts = statement.query_map([i64::from(id.0), shown], |row| row.get(0)).explain()?;
        texts.collect::<Result<_, _>>().explain()
    }

    /// A game as a record.
    ///
    /// # Errors
    ///
    /// As [`Library::bytes`].
    pub fn record(&self, id: GameId) -> Result<Record, LibraryError> {
        let (bytes, encoding) = self.record_bytes(self.shown_record(id)?)?;
        let collection = sgf::read_with(&bytes, ParseOptions { encoding });
        let record = collection
            .map_err(|_| NoRecord::TooLarge)
            .and_then(|collection| Record::from_collection(collection, 0));
        record.map_err(|_| LibraryError::Damaged)
    }

    /// Where a game is from.
    ///
    /// # Errors
    ///
    /// As [`Library::bytes`].
    pub fn sources(&self, id: GameId) -> Result<Vec<Source>, LibraryError> {
        let shown = self.shown_record(id)?;
        let mut statement = self
            .connection
            .prepare_cached(
                "SELECT file.path, source.piece, source.record FROM record \
                 JOIN source ON source.record = record.id JOIN file ON file.id = source.file \
                 WHERE record.game = ?1 ORDER BY file.path, source.piece",
            )
            .explain()?;
        let sources = statement.query_map([id.0], |row| {
            let record: i64 = row.get(2)?;
            Ok(Source {
                path: from_bytes(row.get(0)?),
                game_idx: row.get(1)?,
                is_shown: record == shown,
            })
        });
        sources.explain()?.collect::<Result<_, _>>().explain()
    }

    /// A file that was added, to the byte, or `None` if there was no such
    /// file.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read.
    pub fn file_bytes(&self, path: &Path) -> Result<Option<Vec<u8>>, LibraryError> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let file: Option<i64> = self
            .connection
            .query_row("SELECT id FROM file WHERE path = ?1", [to_bytes(&path)], |row| row.get(0))
            .optional()
            .explain()?;
        let Some(file) = file else { return Ok(None) };
        let mut statement = self
            .connection
            .prepare_cached(
                "SELECT record.bytes FROM source JOIN record ON record.id = source.record \
                 WHERE source.file = ?1 ORDER BY source.piece",
            )
            .explain()?;
        let mut bytes = Vec::new();
        let mut rows = statement.query([file]).explain()?;
        while let Some(row) = rows.next().explain()? {
            let piece = row.get_ref(0).explain()?;
            bytes.extend(piece.as_blob().map_err(|_| LibraryError::Damaged)?);
        }
        Ok(Some(bytes))
    }

    /// Lets the file grow to so many pages of 4 KiB at most, or without a
    /// limit; beyond it, writing fails with [`LibraryError::Full`].
    ///
    /// The limit holds as long as the library is open.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read.
    pub fn set_size_limit(&mut self, n_pages: Option<u32>) -> Result<(), LibraryError> {
        let limit = n_pages.unwrap_or(u32::MAX - 1);
        self.connection
            .query_row(&format!("PRAGMA max_page_count = {limit}"), [], |_| Ok(()))
            .explain()
    }

    pub(crate) fn shown_record(&self, id: GameId) -> Result<i64, LibraryError> {
        self.connection
            .prepare_cached("SELECT record FROM game WHERE id = ?1")
            .and_then(|mut it| it.query_row([id.0], |row| row.get(0)).optional())
            .explain()?
            .ok_or(LibraryError::NoGame(id))
    }

    /// The names under which the user plays.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read.
    pub fn own_names(&self) -> Result<Vec<String>, LibraryError> {
        let mut statement = self.connection.prepare("SELECT name FROM me").explain()?;
        let names = statement.query_map([], |row| row.get(0)).explain()?;
        names.collect::<Result<_, _>>().explain()
    }

    /// Says under which names the user plays, in any spelling.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be written.
    pub fn set_own_names(&mut self, names: &[String]) -> Result<(), LibraryError> {
        let names = names.to_vec();
        self.index = None;
        self.transact(|library| {
            library.connection.execute("DELETE FROM me", []).explain()?;
            for name in names.iter().map(|it| it.trim()).filter(|it| !it.is_empty()) {
                let sql = "INSERT OR IGNORE INTO me (name) VALUES (?1)";
                library.connection.execute(sql, [name]).explain()?;
            }
            Ok(())
        })
    }

    /// The numbers of the names of the user: those that are spelled like one
    /// of them, not those that only contain one.
    pub(crate) fn own_name_ids(&mut self) -> Result<Vec<u32>, LibraryError> {
        let own = self.own_names()?;
        let names = self.names()?;
        let players = &names[NameKind::Player as usize];
        Ok(own.iter().flat_map(|name| players.spelled(name)).collect())
    }

    /// All names, read again if there are more than before.
    pub(crate) fn names(&mut self) -> Result<Arc<[Names; 3]>, LibraryError> {
        let last: i64 = self
            .connection
            .query_row("SELECT coalesce(max(id), 0) FROM name", [], |row| row.get(0))
            .explain()?;
        if let Some((known, names)) = &self.names
            && *known == last
        {
            return Ok(Arc::clone(names));
        }
        let (mut known, mut names) = match self.names.take() {
            // After a rebuild there may be fewer.
            Some((known, names)) if known < last => (known, Arc::unwrap_or_clone(names)),
            _ => (0, <[Names; 3]>::default()),
        };
        let mut statement = self
            .connection
            .prepare_cached("SELECT id, kind, text FROM name WHERE id > ?1 ORDER BY id")
            .explain()?;
        let mut rows = statement.query([known]).explain()?;
        while let Some(row) = rows.next().explain()? {
            let (id, kind): (u32, u8) = (row.get(0).explain()?, row.get(1).explain()?);
            let text = row.get_ref(2).explain()?.as_str().map_err(|_| LibraryError::Damaged)?;
            names.get_mut(usize::from(kind)).ok_or(LibraryError::Damaged)?.add(id, text);
            known = id.into();
        }
        drop(rows);
        drop(statement);
        let names = Arc::new(names);
        self.names = Some((known, Arc::clone(&names)));
        Ok(names)
    }

    pub(crate) fn condition(&mut self, query: &Query) -> Result<Where, LibraryError> {
        let me = self.own_name_ids()?;
        let names = self.names()?;
        Ok(Where::of(query, &names, &me))
    }

    /// Runs something that is stopped when the caller wishes so.
    pub(crate) fn stoppable<T>(
        &mut self,
        cancel: &Cancel,
        run: impl FnOnce(&mut Library) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        cancel.check()?;
        let stop = cancel.clone();
        self.connection.progress_handler(4096, Some(move || stop.is_cancelled())).explain()?;
        let result = run(self);
        self.connection.progress_handler(0, None::<fn() -> bool>).explain()?;
        result
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library").field("path", &self.path).finish_non_exhaustive()
    }
}
