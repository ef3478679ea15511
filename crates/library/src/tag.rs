//! Tags: words of the user for games.

use rusqlite::params;

use crate::error::Explain;
use crate::{GameId, Library, LibraryError};

impl Library {
    /// All tags, with the number of their games.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read.
    pub fn tags(&self) -> Result<Vec<(String, u32)>, LibraryError> {
        let sql = "SELECT tag, count(*) FROM tag GROUP BY tag ORDER BY tag";
        let mut statement = self.connection.prepare_cached(sql).explain()?;
        let tags = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).explain()?;
        tags.collect::<Result<_, _>>().explain()
    }

    /// The tags of a game.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read.
    pub fn tags_of(&self, id: GameId) -> Result<Vec<String>, LibraryError> {
        let sql = "SELECT tag FROM tag WHERE game = ?1 ORDER BY tag";
        let mut statement = self.connection.prepare_cached(sql).explain()?;
        let tags = statement.query_map([id.0], |row| row.get(0)).explain()?;
        tags.collect::<Result<_, _>>().explain()
    }

    /// Gives games a tag. Case does not matter.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the tag is empty, if there is no such game,
    /// or if the library cannot be written.
    pub fn add_tag(&mut self, games: &[GameId], tag: &str) -> Result<(), LibraryError> {
        let name = clean(tag)?;
        self.transact(|library| {
            for &id in games {
                library.shown_record(id)?;
                library
                    .connection
                    .prepare_cached("INSERT OR IGNORE INTO tag (tag, game) VALUES (?1, ?2)")
                    .and_then(|mut it| it.execute(params![name, id.0]))
                    .explain()?;
            }
            Ok(())
        })
    }

    /// Takes a tag from games.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the tag is empty, or if the library cannot
    /// be written.
    pub fn remove_tag(&mut self, games: &[GameId], tag: &str) -> Result<(), LibraryError> {
        let name = clean(tag)?;
        self.transact(|library| {
            for &id in games {
                library
                    .connection
                    .prepare_cached("DELETE FROM tag WHERE tag = ?1 AND game = ?2")
                    .and_then(|mut it| it.execute(params![name, id.0]))
                    .explain()?;
            }
            Ok(())
        })
    }
}

/// A tag in the form in which it is kept.
fn clean(tag: &str) -> Result<String, LibraryError> {
    let name = tag.trim().to_lowercase();
    if name.is_empty() || name.chars().any(char::is_control) {
        return Err(LibraryError::BadName(tag.to_owned()));
    }
    Ok(name)
}
