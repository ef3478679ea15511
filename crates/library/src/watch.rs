//! Folders whose files are added again and again.

use std::path::{Path, PathBuf};

use crate::error::Explain;
use crate::path::{from_bytes, to_bytes};
use crate::{Cancel, ImportProgress, ImportReport, Library, LibraryError};

impl Library {
    /// The folders that are watched.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read.
    pub fn watched(&self) -> Result<Vec<PathBuf>, LibraryError> {
        let mut statement =
            self.connection.prepare_cached("SELECT path FROM watched ORDER BY path").explain()?;
        let paths = statement.query_map([], |row| row.get(0).map(from_bytes)).explain()?;
        paths.collect::<Result<_, _>>().explain()
    }

    /// Watches a folder from now on: [`Library::import_watched`] adds what is
    /// new there.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if there is no such folder, or the library
    /// cannot be written.
    pub fn watch(&mut self, folder: &Path) -> Result<(), LibraryError> {
        let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
        std::fs::read_dir(&absolute)
            .map_err(|error| LibraryError::File(folder.to_path_buf(), error))?;
        self.transact(|library| {
            let sql = "INSERT OR IGNORE INTO watched (path) VALUES (?1)";
            library.connection.execute(sql, [to_bytes(&absolute)]).explain()?;
            Ok(())
        })
    }

    /// Watches a folder no longer; its games stay. Says whether it was watched.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be written.
    pub fn unwatch(&mut self, folder: &Path) -> Result<bool, LibraryError> {
        let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
        self.transact(|library| {
            let sql = "DELETE FROM watched WHERE path = ?1";
            Ok(library.connection.execute(sql, [to_bytes(&absolute)]).explain()? > 0)
        })
    }

    /// Adds what is new in the folders that are watched. Files that have not
    /// changed cost a look at their date only.
    ///
    /// # Errors
    ///
    /// As [`Library::import`].
    pub fn import_watched(
        &mut self,
        cancel: &Cancel,
        progress: &mut dyn FnMut(&ImportProgress<'_>),
    ) -> Result<ImportReport, LibraryError> {
        let folders = self.watched()?;
        self.import(&folders, cancel, progress)
    }
}
