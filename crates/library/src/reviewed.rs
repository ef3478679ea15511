//! Texts of games that were reviewed here: kept beside the texts of files, each
//! in place of the one before.

use std::path::{Path, PathBuf};

use rusqlite::{OptionalExtension, params};
use tengen_rules::{ByColor, Color};
use tengen_sgf::{self as sgf, Encoding, ParseOptions};

use crate::error::Explain;
use crate::facts::Facts;
use crate::fingerprint::{Key, key_of};
use crate::path::to_bytes;
use crate::timeline::Timeline;
use crate::{GameId, Library, LibraryError};

/// The name under which the reviewed text of a game is kept. Files have
/// absolute names, so none of them is meant.
fn source_of(id: GameId) -> PathBuf {
    PathBuf::from(format!("review of game {id}"))
}

impl Library {
    /// The games of a file that was added, with their places in it from zero.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read.
    pub fn games_of_file(&self, path: &Path) -> Result<Vec<(u32, GameId)>, LibraryError> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let mut statement = self
            .connection
            .prepare_cached(
                "SELECT source.piece, record.game FROM file \
                 JOIN source ON source.file = file.id JOIN record ON record.id = source.record \
                 WHERE file.path = ?1 AND record.game IS NOT NULL ORDER BY source.piece",
            )
            .explain()?;
        let games = statement
            .query_map([to_bytes(&path)], |row| Ok((row.get(0)?, GameId(row.get(1)?))))
            .explain()?;
        games.collect::<Result<_, _>>().explain()
    }

    /// Which players of a game are the user, by name or because the game was
    /// played here.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if there is no such game, or the library
    /// cannot be read.
    pub fn own_colors(&mut self, id: GameId) -> Result<ByColor<bool>, LibraryError> {
        let me = self.own_name_ids()?;
        let (own, black, white): (u8, u32, u32) = self
            .connection
            .query_row("SELECT own, black, white FROM game WHERE id = ?1", [id.0], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .optional()
            .explain()?
            .ok_or(LibraryError::NoGame(id))?;
        let name = |color| if color == Color::Black { black } else { white };
        Ok(ByColor::from_fn(|color| own >> (color as u8) & 1 == 1 || me.contains(&name(color))))
    }

    /// Keeps the text of a game with a review in it. An earlier one from here
    /// is replaced; the texts of files stay as they are.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if there is no such game, if the text is of
    /// another one, or if the library cannot be written.
    pub fn keep_reviewed(&mut self, id: GameId, text: &str) -> Result<(), LibraryError> {
        self.transact(|library| library.replace_reviewed(id, text))
    }

    fn replace_reviewed(&mut self, id: GameId, text: &str) -> Result<(), LibraryError> {
        self.shown_record(id)?;
        let bytes = text.as_bytes();
        let hash = key_of(bytes);
        let known = self
            .connection
            .query_row("SELECT 1 FROM record WHERE hash = ?1", [hash], |_| Ok(()))
            .optional()
            .explain()?;
        if known.is_some() {
            return Ok(());
        }
        let options = ParseOptions { encoding: Some(Encoding::Utf8) };
        let facts = sgf::read_with(bytes, options)
            .ok()
            .and_then(|it| it.game(0).and_then(|game| Facts::of(game).ok()));
        let key: Key = self
            .connection
            .query_row("SELECT key FROM game WHERE id = ?1", [id.0], |row| row.get(0))
            .explain()?;
        let facts = facts.filter(|it| it.key == key).ok_or(LibraryError::OtherGame(id))?;
        let (n_nodes, n_comment_bytes, own): (i64, i64, u8) = self
            .connection
            .query_row("SELECT nodes, comment_bytes, own FROM game WHERE id = ?1", [id.0], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .explain()?;
        let known = (n_nodes, n_comment_bytes, self.n_losses(id.0)?);
        let dropped = self.drop_reviewed(id)?;
        let record = self.insert_reviewed(id, bytes)?;
        self.write_texts(record, &facts)?;
        let says = (facts.summary.n_nodes as i64, facts.n_comment_bytes as i64, facts.losses.len());
        match dropped {
            // The searches know it already.
            Some(Dropped { record: was, timeline: Some(timeline) })
                if was == record && timeline == facts.timeline =>
            {
                self.write_game(Some(id.0), record, &facts, own).map(|_| ())
            }
            Some(Dropped { timeline: Some(_), .. }) => self.show_record(id.0, record, facts, own),
            _ if says >= known => self.show_record(id.0, record, facts, own),
            _ => Ok(()),
        }
    }

    fn insert_reviewed(&mut self, id: GameId, bytes: &[u8]) -> Result<i64, LibraryError> {
        self.connection
            .execute(
                "INSERT INTO file (path, size, modified, n_done, is_complete) \
                 VALUES (?1, ?2, 0, ?2, 1)",
                params![to_bytes(&source_of(id)), bytes.len() as i64],
            )
            .explain()?;
        let file = self.connection.last_insert_rowid();
        self.connection
            .execute(
                "INSERT INTO record (hash, game, encoding, bytes) VALUES (?1, ?2, ?3, ?4)",
                params![key_of(bytes), id.0, Encoding::Utf8.name(), bytes],
            )
            .explain()?;
        let record = self.connection.last_insert_rowid();
        self.connection
            .execute(
                "INSERT INTO source (file, piece, record) VALUES (?1, 0, ?2)",
                params![file, record],
            )
            .explain()?;
        Ok(record)
    }

    /// Removes the reviewed text of a game that was kept before, if there is
    /// one.
    fn drop_reviewed(&mut self, id: GameId) -> Result<Option<Dropped>, LibraryError> {
        let earlier: Option<(i64, i64)> = self
            .connection
            .query_row(
                "SELECT file.id, source.record FROM file JOIN source ON source.file = file.id \
                 WHERE file.path = ?1",
                [to_bytes(&source_of(id))],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()
            .explain()?;
        let Some((file, record)) = earlier else { return Ok(None) };
        for sql in ["DELETE FROM source WHERE file = ?1", "DELETE FROM file WHERE id = ?1"] {
            self.connection.execute(sql, [file]).explain()?;
        }
        // A file may have the very text.
        let is_needed: bool = self
            .connection
            .query_row("SELECT EXISTS (SELECT 1 FROM source WHERE record = ?1)", [record], |row| {
                row.get(0)
            })
            .explain()?;
        if is_needed {
            return Ok(None);
        }
        let is_shown = self.shown_record(id)? == record;
        let facts = if is_shown { self.facts_of_record(record)? } else { None };
        for sql in [
            "DELETE FROM words WHERE rowid = ?1",
            "DELETE FROM loss WHERE record = ?1",
            "DELETE FROM record WHERE id = ?1",
        ] {
            self.connection.execute(sql, [record]).explain()?;
        }
        Ok(Some(Dropped { record, timeline: facts.map(|it| it.timeline) }))
    }
}

/// A reviewed text that was removed.
struct Dropped {
    record: i64,
    /// What the searches know, if it was the text that is shown.
    timeline: Option<Timeline>,
}
