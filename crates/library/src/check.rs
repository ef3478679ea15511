//! Whether a library is sound, and making it sound again.

use std::fmt;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use crate::error::Explain;
use crate::fingerprint::{Key, key_of};
use crate::store::Piece;
use crate::{Access, Cancel, GameId, Library, LibraryError};

/// What is wrong with a library.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Defect {
    /// The database is damaged; the text is what it says.
    Database(String),
    /// The text of a game is not as it was stored.
    Text(GameId),
    /// A game has no text.
    NoText(GameId),
    /// What the library knows of a game is not what its text says.
    Facts(GameId),
    /// The searches do not know a game, or not as it is.
    Index(GameId),
    /// The searches know a game that does not exist.
    Stray(GameId),
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Defect::Database(text) => f.write_str(text),
            Defect::Text(id) => write!(f, "the text of game {id} was changed"),
            Defect::NoText(id) => write!(f, "game {id} has no text"),
            Defect::Facts(id) => write!(f, "the entry of game {id} is not what its text says"),
            Defect::Index(id) => write!(f, "game {id} is not in the search index as it is"),
            Defect::Stray(id) => write!(f, "the search index has game {id}, which does not exist"),
        }
    }
}

/// What a rebuild did.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct RebuildReport {
    /// The games of the library.
    pub n_games: u32,
    /// Texts that could not be read any more.
    pub n_lost: u32,
    /// The damaged file, which was put aside.
    pub damaged: Option<PathBuf>,
}

impl Library {
    /// Looks for everything that could be wrong; nothing is found in a sound
    /// library.
    ///
    /// Every game is read again and compared with what is known of it, so this
    /// takes as long as an import.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read at all, and
    /// [`LibraryError::Cancelled`] if it was stopped.
    pub fn check(
        &mut self,
        cancel: &Cancel,
        progress: &mut dyn FnMut(u32, u32),
    ) -> Result<Vec<Defect>, LibraryError> {
        let mut defects = self.database_defects()?;
        if !defects.is_empty() {
            return Ok(defects);
        }
        // All is read at one moment, whatever other programs do meanwhile.
        self.connection.execute_batch("BEGIN").explain()?;
        let checked = self.check_games(&mut defects, cancel, progress);
        let ended = self.connection.execute_batch("COMMIT").explain();
        checked.and(ended)?;
        Ok(defects)
    }

    fn database_defects(&self) -> Result<Vec<Defect>, LibraryError> {
        let mut statement = self.connection.prepare("PRAGMA integrity_check").explain()?;
        let lines = statement.query_map([], |row| row.get::<_, String>(0)).explain()?;
        let mut defects = Vec::new();
        for line in lines {
            match line {
                Ok(line) if line == "ok" => (),
                Ok(line) => defects.push(Defect::Database(line)),
                Err(error) => defects.push(Defect::Database(error.to_string())),
            }
        }
        Ok(defects)
    }

    fn check_games(
        &mut self,
        defects: &mut Vec<Defect>,
        cancel: &Cancel,
        progress: &mut dyn FnMut(u32, u32),
    ) -> Result<(), LibraryError> {
        let n_games = self.len()?;
        self.index = None;
        let index = self.index()?;
        let sql = "SELECT game.id, record.id, record.hash, game.key, game.moves, game.own \
                   FROM game LEFT JOIN record ON record.id = game.record ORDER BY game.id";
        let mut games = self.connection.prepare(sql).explain()?;
        let mut rows = games.query([]).explain()?;
        let mut n_done = 0;
        while let Some(row) = rows.next().explain()? {
            cancel.check()?;
            n_done += 1;
            if n_done % 256 == 0 {
                progress(n_done, n_games);
            }
            let id: u32 = row.get(0).explain()?;
            let Some(record) = row.get::<_, Option<i64>>(1).explain()? else {
                defects.push(Defect::NoText(GameId(id)));
                continue;
            };
            let (bytes, _) = self.record_bytes(record)?;
            if row.get::<_, Key>(2).explain()? != key_of(&bytes) {
                defects.push(Defect::Text(GameId(id)));
                continue;
            }
            let facts = self.facts_of_record(record)?;
            let (key, n_moves): (Key, i64) = (row.get(3).explain()?, row.get(4).explain()?);
            let Some(facts) =
                facts.filter(|it| it.key == key && it.summary.n_moves as i64 == n_moves)
            else {
                defects.push(Defect::Facts(GameId(id)));
                continue;
            };
            let is_indexed = index.find(id).is_some_and(|(size, slot)| {
                let known = &size.slots[slot];
                i64::from(known.record) == record
                    && known.facts.winner == facts.winner()
                    && size.timeline(slot) == facts.timeline
            });
            if !is_indexed {
                defects.push(Defect::Index(GameId(id)));
            }
        }
        drop(rows);
        drop(games);
        for slot in index.sizes.iter().flat_map(|it| &it.slots).filter(|it| it.game != 0) {
            if self.shown_record(GameId(slot.game)).is_err() {
                defects.push(Defect::Stray(GameId(slot.game)));
            }
        }
        progress(n_games, n_games);
        Ok(())
    }

    /// Makes everything anew that follows from the texts: what is known of the
    /// games, the full text, the columns of the searches.
    ///
    /// Games keep their numbers, tags and losses.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be written, and leaves it
    /// as it was; see [`rebuild_damaged`] for a file that cannot be read.
    pub fn rebuild(
        &mut self,
        cancel: &Cancel,
        progress: &mut dyn FnMut(u32, u32),
    ) -> Result<RebuildReport, LibraryError> {
        self.index = None;
        self.transact(|library| {
            library
                .connection
                .execute_batch(
                    "DELETE FROM chunk; INSERT INTO words (words) VALUES ('delete-all'); \
                     DELETE FROM player;",
                )
                .explain()?;
            let mut records: Vec<(i64, Option<u32>)> = Vec::new();
            let sql = "SELECT id, game FROM record ORDER BY id";
            let mut statement = library.connection.prepare(sql).explain()?;
            let mut rows = statement.query([]).explain()?;
            while let Some(row) = rows.next().explain()? {
                records.push((row.get(0).explain()?, row.get(1).explain()?));
            }
            drop(rows);
            drop(statement);
            let n_records = records.len() as u32;
            for (n_done, (record, game)) in (1..).zip(records) {
                cancel.check()?;
                library.rebuild_record(record, game)?;
                if n_done % 256 == 0 || n_done == n_records {
                    progress(n_done, n_records);
                }
            }
            let sql = "DELETE FROM game WHERE id NOT IN (SELECT game FROM record WHERE game > 0)";
            library.connection.execute(sql, []).explain()?;
            Ok(RebuildReport { n_games: library.len()?, ..RebuildReport::default() })
        })
    }

    fn rebuild_record(&mut self, record: i64, game: Option<u32>) -> Result<(), LibraryError> {
        let Some(facts) = self.facts_of_record(record)? else { return Ok(()) };
        let own: Option<u8> = game
            .map(|id| {
                self.connection
                    .query_row("SELECT own FROM game WHERE id = ?1", [id], |row| row.get(0))
                    .optional()
            })
            .transpose()
            .explain()?
            .flatten();
        let shown = game.and_then(|id| self.shown_record(GameId(id)).ok());
        let own_flags = own.unwrap_or(0);
        match game {
            Some(id) if own.is_some() => {
                self.connection
                    .prepare_cached("INSERT INTO words (rowid, info, comments) VALUES (?1, ?2, ?3)")
                    .and_then(|mut it| {
                        it.execute(params![record, facts.info_words, facts.comment_words])
                    })
                    .explain()?;
                if shown == Some(record) {
                    self.rewrite_game(id, record, facts, own_flags)
                } else {
                    self.add_players(id, &facts)
                }
            }
            _ => {
                let piece = Piece {
                    bytes: &[],
                    encoding: None,
                    own: own_flags,
                    is_kept: true,
                    earlier: None,
                };
                self.store_game(record, facts, piece).map(|_| ())
            }
        }
    }
}

/// Saves what can be read of a damaged library into a new file, and puts the
/// damaged one aside under the name that the report tells.
///
/// Other programs must not have the file open.
///
/// # Errors
///
/// Returns [`LibraryError`] if the file is no library, if even its list of
/// tables cannot be read, or if the new one cannot be written; the damaged file
/// is then as it was.
pub fn rebuild_damaged(
    path: &Path,
    cancel: &Cancel,
    progress: &mut dyn FnMut(u32, u32),
) -> Result<RebuildReport, LibraryError> {
    let named = |ending: &str| {
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(ending);
        path.with_file_name(name)
    };
    let fresh = named(".rebuilt");
    remove_database(&fresh);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let damaged = Connection::open_with_flags(path, flags).explain()?;
    let mut library = Library::open(&fresh, Access::Create)?;
    let saved = salvage(&damaged, &mut library, cancel, progress);
    drop(damaged);
    let report = saved.and_then(|n_lost| {
        let n_games = library.len()?;
        // All is in one file before it is moved.
        library
            .connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
            .explain()?;
        Ok(RebuildReport { n_games, n_lost, damaged: None })
    });
    drop(library);
    let mut report = match report {
        Ok(report) => report,
        Err(LibraryError::Damaged) => {
            remove_database(&fresh);
            return Err(LibraryError::BeyondRepair);
        }
        Err(error) => {
            remove_database(&fresh);
            return Err(error);
        }
    };
    let mut aside = named(".damaged");
    let mut number = 2;
    while aside.exists() {
        aside = named(&format!(".damaged-{number}"));
        number += 1;
    }
    let moved = std::fs::rename(path, &aside).and_then(|()| {
        for suffix in ["-wal", "-shm"] {
            let mut to = aside.clone().into_os_string();
            to.push(suffix);
            // They need not exist.
            let _ = std::fs::rename(named(suffix), to);
        }
        std::fs::rename(&fresh, path)
    });
    moved.map_err(|error| LibraryError::File(path.to_path_buf(), error))?;
    report.damaged = Some(aside);
    Ok(report)
}

fn remove_database(path: &Path) {
    for suffix in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_os_string();
        name.push(suffix);
        // It need not exist.
        let _ = std::fs::remove_file(name);
    }
}

/// The least text with all that belongs to it takes 40 bytes.
const MAX_TEXTS_OF_PAGE: i64 = 100;

/// Files of which a text was lost are read again by the next import, and what
/// belongs to games that are not there any more goes.
const FORGET_LOST: &str = "
UPDATE file SET is_complete = 0, n_done = 0 WHERE size <> (
    SELECT coalesce(sum(length(record.bytes)), 0) FROM source
    JOIN record ON record.id = source.record WHERE source.file = file.id);
DELETE FROM source WHERE file NOT IN (SELECT id FROM file WHERE is_complete = 1);
DELETE FROM tag WHERE game NOT IN (SELECT id FROM game);
DELETE FROM loss WHERE record NOT IN (SELECT id FROM record);
";

/// Copies what can be read, text by text. Returns how many texts cannot.
fn salvage(
    damaged: &Connection,
    library: &mut Library,
    cancel: &Cancel,
    progress: &mut dyn FnMut(u32, u32),
) -> Result<u32, LibraryError> {
    let number = |sql: &str| damaged.query_row(sql, [], |row| row.get::<_, i64>(0));
    // The numbers go up to the last that can be found in any way.
    let ways = [
        "SELECT max(id) FROM record",
        "SELECT max(record) FROM game",
        "SELECT max(record) FROM source",
    ];
    let last = ways.iter().filter_map(|sql| number(sql).ok()).max();
    // If none of them can be read: no page has more texts than this.
    let bound = || number("PRAGMA page_count").map(|n_pages| MAX_TEXTS_OF_PAGE * n_pages);
    let last = last.map_or_else(bound, Ok).explain()?;
    let mut unreadable = Vec::new();
    let mut last_saved = 0;
    library.transact(|library| {
        for table in ["tag", "loss", "me", "watched", "exercise", "answer", "file", "source"] {
            copy_rows(damaged, library, table)?;
        }
        for id in 1..=last {
            cancel.check()?;
            if id % 256 == 0 || id == last {
                progress(id as u32, last as u32);
            }
            let row = damaged
                .query_row(
                    "SELECT hash, game, encoding, bytes FROM record WHERE id = ?1",
                    [id],
                    |row| {
                        Ok((
                            row.get::<_, Key>(0)?,
                            row.get::<_, Option<u32>>(1)?,
                            row.get::<_, Option<String>>(2)?,
                            row.get::<_, Vec<u8>>(3)?,
                        ))
                    },
                )
                .optional();
            let (hash, game, encoding, bytes) = match row {
                Ok(Some(row)) if row.0 == key_of(&row.3) => row,
                Ok(None) => continue,
                Ok(Some(_)) | Err(_) => {
                    unreadable.push(id);
                    continue;
                }
            };
            last_saved = id;
            library
                .connection
                .execute(
                    "INSERT OR IGNORE INTO record (id, hash, encoding, bytes) \
                     VALUES (?1, ?2, ?3, ?4)",
                    params![id, hash, encoding, bytes],
                )
                .explain()?;
            library.salvage_game(damaged, id, game)?;
        }
        library.connection.execute_batch(FORGET_LOST).explain()
    })?;
    Ok(unreadable.iter().filter(|&&id| id < last_saved).count() as u32)
}

impl Library {
    /// Makes the game of a text that was saved, with its number.
    fn salvage_game(
        &mut self,
        damaged: &Connection,
        record: i64,
        game: Option<u32>,
    ) -> Result<(), LibraryError> {
        let Some(facts) = self.facts_of_record(record)? else { return Ok(()) };
        let own = game.and_then(|id| {
            let sql = "SELECT own FROM game WHERE id = ?1";
            damaged.query_row(sql, [id], |row| row.get::<_, u8>(0)).ok()
        });
        let id = game.filter(|&id| id > 0 && self.shown_record(GameId(id)).is_err());
        let own = own.unwrap_or(0);
        if let Some(id) = id
            && !self.has_key(facts.key)?
        {
            self.connection
                .execute(
                    "INSERT INTO words (rowid, info, comments) VALUES (?1, ?2, ?3)",
                    params![record, facts.info_words, facts.comment_words],
                )
                .explain()?;
            self.set_record_game(record, id)?;
            return self.rewrite_game(id, record, facts, own);
        }
        let piece = Piece { bytes: &[], encoding: None, own, is_kept: true, earlier: game };
        self.store_game(record, facts, piece).map(|_| ())
    }

    fn has_key(&self, key: Key) -> Result<bool, LibraryError> {
        self.connection
            .query_row("SELECT count(*) > 0 FROM game WHERE key = ?1", [key], |row| row.get(0))
            .explain()
    }
}

/// Copies the rows of a table, as far as they can be read.
fn copy_rows(damaged: &Connection, library: &Library, table: &str) -> Result<(), LibraryError> {
    let Ok(mut select) = damaged.prepare(&format!("SELECT * FROM {table}")) else { return Ok(()) };
    let n_columns = select.column_count();
    let places: Vec<String> = (1..=n_columns).map(|idx| format!("?{idx}")).collect();
    let sql = format!("INSERT OR IGNORE INTO {table} VALUES ({})", places.join(", "));
    let mut insert = library.connection.prepare(&sql).explain()?;
    let Ok(mut rows) = select.query([]) else { return Ok(()) };
    while let Ok(Some(row)) = rows.next() {
        let values = (0..n_columns).map(|idx| row.get::<_, rusqlite::types::Value>(idx));
        let Ok(values) = values.collect::<Result<Vec<_>, _>>() else { continue };
        insert.execute(rusqlite::params_from_iter(values)).explain()?;
    }
    Ok(())
}
