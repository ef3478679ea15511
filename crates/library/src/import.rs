//! Adding files and folders, a batch of games in each transaction.

use std::collections::VecDeque;
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, UNIX_EPOCH};

use rusqlite::{OptionalExtension, params};
use tengen_rules::{ByColor, Color};
use tengen_sgf::{self as sgf, Encoding, GameIndex};

use crate::error::Explain;
use crate::path::to_bytes;
use crate::store::{Added, Piece};
use crate::{Cancel, GameId, Library, LibraryError};

/// The extensions of the records that are looked for in folders.
const ENDINGS: [&str; 5] = ["sgf", "gib", "ngf", "ugf", "ugi"];

/// A transaction ends after so many games, or so much time, that other
/// programs have their turn and little is done twice after an interruption.
const BATCH: usize = 1000;
const BATCH_TIME: Duration = Duration::from_millis(400);

/// Files up to this size are read at once.
const SMALL_FILE: u64 = 16 << 20;

/// How far an import is.
#[derive(Copy, Clone, Debug)]
pub struct ImportProgress<'a> {
    /// The number of files to be read.
    pub n_files: usize,
    /// How many of them are done.
    pub n_files_done: usize,
    /// The games that were found in them.
    pub n_games: u64,
    /// The file that is being read.
    pub path: &'a Path,
}

/// What an import did.
#[derive(Debug, Default)]
pub struct ImportReport {
    /// The files that were looked at.
    pub n_files: usize,
    /// Files that had been read before and have not changed since.
    pub n_unchanged: usize,
    /// Games that are new in the library.
    pub n_new: u64,
    /// Games that the library had with another text.
    pub n_duplicates: u64,
    /// Games that the library had with the very text, or in an earlier version
    /// of the file.
    pub n_known: u64,
    /// Games that are not Go, or on boards that no rules know.
    pub n_unusable: u64,
    /// Files without any game.
    pub without_game: Vec<PathBuf>,
    /// Files and folders that cannot be read.
    pub unreadable: Vec<(PathBuf, io::Error)>,
    /// Whether it was stopped before its end. What was done is kept, and the
    /// same import again goes on.
    pub is_stopped: bool,
}

impl ImportReport {
    /// All games that were found.
    pub fn n_games(&self) -> u64 {
        self.n_new + self.n_duplicates + self.n_known
    }

    fn count(&mut self, added: Added) {
        match added {
            Added::New(_) => self.n_new += 1,
            Added::Duplicate(_) => self.n_duplicates += 1,
            Added::Known(_) => self.n_known += 1,
            Added::NoGame => self.n_unusable += 1,
        }
    }
}

impl Library {
    /// Adds files, and all records in folders and below.
    ///
    /// Games are stored batch by batch: an import that was stopped or killed
    /// goes on where it was if it is started again. Files that have not
    /// changed since they were read are passed over. A file that cannot be
    /// read stops nothing and is in the report.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be written; the batches
    /// before stay.
    pub fn import(
        &mut self,
        paths: &[PathBuf],
        cancel: &Cancel,
        progress: &mut dyn FnMut(&ImportProgress<'_>),
    ) -> Result<ImportReport, LibraryError> {
        let mut report = ImportReport::default();
        let mut files = VecDeque::new();
        for path in paths {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            if let Err(error) = collect(&path, &mut files) {
                report.unreadable.push((path, error));
            }
        }
        report.n_files = files.len();
        let mut import = Import { files, open: None, report };
        loop {
            if cancel.is_cancelled() {
                import.report.is_stopped = !import.is_done();
                break;
            }
            if import.is_done() {
                break;
            }
            self.transact(|library| import.run_batch(library))?;
            let path = import.open.as_ref().map(|it| it.path.clone()).unwrap_or_default();
            progress(&ImportProgress {
                n_files: import.report.n_files,
                n_files_done: import.report.n_files
                    - import.files.len()
                    - usize::from(import.open.is_some()),
                n_games: import.report.n_games(),
                path: &path,
            });
        }
        Ok(import.report)
    }

    /// Adds one record under the name of a file, which need not exist.
    ///
    /// The same name again, between the same players, is a later version of
    /// the same game. `is_own` says which players are the user.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be written.
    pub fn add(
        &mut self,
        path: &Path,
        bytes: &[u8],
        is_own: ByColor<bool>,
    ) -> Result<Added, LibraryError> {
        let own = u8::from(is_own[Color::Black]) | u8::from(is_own[Color::White]) << 1;
        self.transact(|library| {
            // If it is a file, an import finds it unchanged.
            let size = bytes.len() as i64;
            let stamp = fs::metadata(path).ok().as_ref().map(Stamp::of);
            let stamp = stamp.filter(|it| it.size == size).unwrap_or(Stamp { size, modified: 0 });
            let start = library.begin_file(path, stamp)?;
            let piece =
                Piece { bytes, encoding: None, own, is_kept: false, earlier: start.earlier };
            let stored = library.store(piece)?;
            if let Some(record) = stored.record {
                library.add_source(start.file, 0, record)?;
            }
            library.end_piece(start.file, bytes.len() as u64, true)?;
            Ok(stored.added)
        })
    }

    /// Removes a game with all its texts. Its number is not used again.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if there is no such game, or the library
    /// cannot be written.
    pub fn remove(&mut self, id: GameId) -> Result<(), LibraryError> {
        self.transact(|library| {
            let removed =
                library.connection.execute("DELETE FROM game WHERE id = ?1", [id.0]).explain()?;
            if removed == 0 {
                return Err(LibraryError::NoGame(id));
            }
            for sql in [
                "DELETE FROM words WHERE rowid IN (SELECT id FROM record WHERE game = ?1)",
                "DELETE FROM loss WHERE record IN (SELECT id FROM record WHERE game = ?1)",
                "DELETE FROM source WHERE record IN (SELECT id FROM record WHERE game = ?1)",
                "DELETE FROM record WHERE game = ?1",
                "DELETE FROM tag WHERE game = ?1",
                "DELETE FROM player WHERE game = ?1",
            ] {
                library.connection.execute(sql, [id.0]).explain()?;
            }
            library.push_removal(id.0)
        })
    }

    /// Finds out what is known of a file, and prepares to read it.
    fn begin_file(&self, path: &Path, stamp: Stamp) -> Result<FileStart, LibraryError> {
        let path = to_bytes(path);
        let known = self
            .connection
            .prepare_cached(
                "SELECT id, size, modified, n_done, is_complete FROM file WHERE path = ?1",
            )
            .and_then(|mut it| {
                it.query_row([&path], |row| {
                    let stamp = Stamp { size: row.get(1)?, modified: row.get(2)? };
                    Ok((row.get(0)?, stamp, row.get(3)?, row.get(4)?))
                })
                .optional()
            })
            .explain()?;
        let Some((file, known_stamp, n_done, is_complete)) = known else {
            self.connection
                .prepare_cached(
                    "INSERT INTO file (path, size, modified, n_done, is_complete) \
                     VALUES (?1, ?2, ?3, 0, 0)",
                )
                .and_then(|mut it| it.execute(params![path, stamp.size, stamp.modified]))
                .explain()?;
            let file = self.connection.last_insert_rowid();
            return Ok(FileStart { file, ..FileStart::default() });
        };
        let mut start = FileStart { file, ..FileStart::default() };
        if known_stamp == stamp && stamp.modified != 0 {
            (start.n_done, start.is_complete) = (n_done, is_complete);
            start.n_pieces = self
                .connection
                .query_row("SELECT count(*) FROM source WHERE file = ?1", [file], |row| row.get(0))
                .explain()?;
            return Ok(start);
        }
        // The file has changed. Its earlier text stays with its game.
        start.earlier = self
            .connection
            .query_row(
                "SELECT max(record.game) FROM source JOIN record ON record.id = source.record \
                 WHERE file = ?1 HAVING count(*) = 1",
                [file],
                |row| row.get(0),
            )
            .optional()
            .explain()?
            .flatten();
        self.connection.execute("DELETE FROM source WHERE file = ?1", [file]).explain()?;
        self.connection
            .execute(
                "UPDATE file SET size = ?2, modified = ?3, n_done = 0, is_complete = 0 \
                 WHERE id = ?1",
                params![file, stamp.size, stamp.modified],
            )
            .explain()?;
        Ok(start)
    }

    fn add_source(&self, file: i64, piece: u32, record: i64) -> Result<(), LibraryError> {
        self.connection
            .prepare_cached(
                "INSERT OR REPLACE INTO source (file, piece, record) VALUES (?1, ?2, ?3)",
            )
            .and_then(|mut it| it.execute(params![file, piece, record]))
            .explain()?;
        Ok(())
    }

    fn end_piece(&self, file: i64, n_done: u64, is_complete: bool) -> Result<(), LibraryError> {
        self.connection
            .prepare_cached("UPDATE file SET n_done = ?2, is_complete = ?3 WHERE id = ?1")
            .and_then(|mut it| it.execute(params![file, n_done as i64, is_complete]))
            .explain()?;
        Ok(())
    }
}

/// By what it is noticed that a file has changed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Stamp {
    size: i64,
    /// Nanoseconds since 1970, or 0 if they are unknown.
    modified: i64,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Stamp {
        let modified = metadata.modified().ok().and_then(|it| it.duration_since(UNIX_EPOCH).ok());
        let modified = modified.and_then(|it| it.as_nanos().try_into().ok()).unwrap_or(0);
        Stamp { size: metadata.len() as i64, modified }
    }
}

/// Where reading a file begins.
#[derive(Debug, Default)]
struct FileStart {
    file: i64,
    n_done: i64,
    n_pieces: u32,
    is_complete: bool,
    /// The game that the file had before it was changed.
    earlier: Option<u32>,
}

/// An import between two transactions.
struct Import {
    files: VecDeque<PathBuf>,
    open: Option<OpenFile>,
    report: ImportReport,
}

/// A file of which not all games are stored.
struct OpenFile {
    path: PathBuf,
    start: FileStart,
    contents: Contents,
    /// Where each piece ends, with its encoding. The pieces are the file.
    pieces: Vec<(u64, Option<Encoding>)>,
    at: usize,
    n_games: u32,
}

enum Contents {
    Memory(Vec<u8>),
    Disk(File),
}

impl Import {
    fn is_done(&self) -> bool {
        self.files.is_empty() && self.open.is_none()
    }

    fn run_batch(&mut self, library: &mut Library) -> Result<(), LibraryError> {
        let start = Instant::now();
        for _ in 0..BATCH {
            if self.open.is_none() {
                let Some(path) = self.files.pop_front() else { return Ok(()) };
                self.open = self.open_file(library, path)?;
            }
            self.store_piece(library)?;
            if start.elapsed() > BATCH_TIME {
                break;
            }
        }
        Ok(())
    }

    /// Opens a file, unless there is nothing to be done with it.
    fn open_file(
        &mut self,
        library: &mut Library,
        path: PathBuf,
    ) -> Result<Option<OpenFile>, LibraryError> {
        let stamp = match fs::metadata(&path) {
            Ok(metadata) => Stamp::of(&metadata),
            Err(error) => {
                self.report.unreadable.push((path, error));
                return Ok(None);
            }
        };
        let start = library.begin_file(&path, stamp)?;
        if start.is_complete {
            self.report.n_unchanged += 1;
            return Ok(None);
        }
        let (contents, pieces) = match read(&path, stamp.size as u64) {
            Ok(read) => read,
            Err(error) => {
                self.report.unreadable.push((path, error));
                return Ok(None);
            }
        };
        let at = pieces.iter().take_while(|(end, _)| *end as i64 <= start.n_done).count();
        let at = if start.n_done == 0 { 0 } else { at };
        let n_games = start.n_pieces;
        Ok(Some(OpenFile { path, start, contents, pieces, at, n_games }))
    }

    fn store_piece(&mut self, library: &mut Library) -> Result<(), LibraryError> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let is_single = open.pieces.len() == 1;
        let Some(&(end, encoding)) = open.pieces.get(open.at) else {
            self.open = None;
            return Ok(());
        };
        let begin = open.at.checked_sub(1).map_or(0, |idx| open.pieces[idx].0);
        let bytes = match open.contents.range(begin, end) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.report.unreadable.push((open.path.clone(), error));
                self.open = None;
                return Ok(());
            }
        };
        let earlier = open.start.earlier.filter(|_| is_single);
        let piece = Piece { bytes: &bytes, encoding, own: 0, is_kept: !is_single, earlier };
        let stored = library.store(piece)?;
        if let Some(record) = stored.record {
            library.add_source(open.start.file, open.at as u32, record)?;
        }
        open.at += 1;
        open.n_games += u32::from(stored.added.game().is_some());
        let is_complete = open.at == open.pieces.len();
        library.end_piece(open.start.file, end, is_complete)?;
        if is_complete && open.n_games == 0 {
            self.report.without_game.push(open.path.clone());
        } else {
            self.report.count(stored.added);
        }
        if is_complete {
            self.open = None;
        }
        Ok(())
    }
}

impl Contents {
    fn range(&mut self, begin: u64, end: u64) -> io::Result<Vec<u8>> {
        match self {
            Contents::Memory(bytes) => {
                let range = bytes.get(begin as usize..end as usize);
                range.map(<[u8]>::to_vec).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
            }
            Contents::Disk(file) => {
                let mut bytes = Vec::new();
                file.seek(SeekFrom::Start(begin))?;
                file.take(end - begin).read_to_end(&mut bytes)?;
                if bytes.len() as u64 == end - begin {
                    Ok(bytes)
                } else {
                    Err(io::ErrorKind::UnexpectedEof.into())
                }
            }
        }
    }
}

type Pieces = Vec<(u64, Option<Encoding>)>;

/// Reads a file and finds out where its games are.
fn read(path: &Path, size: u64) -> io::Result<(Contents, Pieces)> {
    let mut file = File::open(path)?;
    if size > SMALL_FILE {
        let index = GameIndex::read(&mut file)?;
        return Ok((Contents::Disk(file), pieces(&index, size)));
    }
    let mut bytes = Vec::with_capacity(size as usize);
    file.read_to_end(&mut bytes)?;
    let len = bytes.len() as u64;
    // Most files have one game, which is found out without reading it.
    let n_begins = bytes.windows(2).filter(|it| it == b"(;").take(2).count();
    let is_single = n_begins == 1
        || sgf::Format::of(&bytes) != sgf::Format::Sgf
        || sgf::parse(&bytes).is_ok_and(|it| it.games().len() <= 1);
    let pieces =
        if is_single { vec![(len, None)] } else { pieces(&GameIndex::read(&bytes[..])?, len) };
    Ok((Contents::Memory(bytes), pieces))
}

/// The ends of the pieces: each begins where the one before ends, the last
/// one has what follows its game.
fn pieces(index: &GameIndex, size: u64) -> Pieces {
    let mut pieces: Pieces =
        index.spans().iter().map(|span| (span.range.end, Some(span.encoding))).collect();
    match pieces.last_mut() {
        Some(last) => last.0 = size,
        None => pieces.push((size, None)),
    }
    pieces
}

/// Adds a file, or all records in a folder and below, in order of their names.
pub(crate) fn collect(path: &Path, files: &mut VecDeque<PathBuf>) -> io::Result<()> {
    if !fs::metadata(path)?.is_dir() {
        files.push_back(path.to_path_buf());
        return Ok(());
    }
    let mut found = Vec::new();
    let mut folders = vec![path.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let path = entry.path();
            // A link to a folder could lead around in circles.
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if is_record(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    files.extend(found);
    Ok(())
}

fn is_record(path: &Path) -> bool {
    path.extension()
        .and_then(|ending| ending.to_str())
        .is_some_and(|ending| ENDINGS.iter().any(|it| it.eq_ignore_ascii_case(ending)))
}
