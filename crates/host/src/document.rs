//! A file of the user with all its games, and their edits.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tengen_record::{GameSummary, NoRecord, NodeEvaluation, NodeId, Record, Revision};
use tengen_rules::Ruleset;
use tengen_session::Session;
use tengen_sgf::{self as sgf, Collection, Encoding, Format, Severity, ValueBuf, Warning};

use crate::file;

/// A file of the user with all its games, and their edits.
///
/// A game is edited in a [`Session`], and comes back by [`Document::keep`].
/// What is saved is always the whole file: the games that were not edited
/// stay as they are.
#[derive(Clone, Debug, Default)]
pub struct Document {
    path: Option<PathBuf>,
    collection: Arc<Collection>,
    /// The games that were edited, and those that are not in the file.
    edited: BTreeMap<usize, Kept>,
}

/// A game that was edited.
#[derive(Clone, Debug)]
struct Kept {
    record: Record,
    /// The same record with engine evaluations, as it is written.
    evaluated: Record,
    /// The state of it that is in the file.
    saved: Option<Revision>,
    /// What reviews found, which the record itself does not have.
    found: HashMap<NodeId, NodeEvaluation>,
    /// Whether that is in the file.
    is_found_saved: bool,
}

impl Kept {
    fn is_saved(&self) -> bool {
        self.is_found_saved && self.saved == Some(self.record.revision())
    }
}

impl Document {
    /// A document without a file and without games; what is
    /// [kept](Document::keep) is in it.
    pub fn new() -> Document {
        Document::default()
    }

    /// Reads a file of any format that is known.
    ///
    /// # Errors
    ///
    /// Returns [`DocumentError`] if the file cannot be read, or has no game.
    pub fn open(path: &Path) -> Result<Document, DocumentError> {
        let bytes = fs::read(path).map_err(|error| DocumentError::Read(path.to_owned(), error))?;
        Document::read(&bytes, path)
    }

    /// Takes the content of a file.
    ///
    /// A file that is not SGF is not where the document is saved.
    ///
    /// # Errors
    ///
    /// Returns [`DocumentError`] if there is no game in it.
    pub fn read(bytes: &[u8], path: &Path) -> Result<Document, DocumentError> {
        let no_game = |reason| DocumentError::NoGame(path.to_owned(), reason);
        let collection = sgf::read(bytes).map_err(|_| no_game(NoRecord::TooLarge))?;
        if collection.games().len() == 0 {
            return Err(no_game(NoRecord::NoGame));
        }
        let is_sgf = Format::of(bytes) == Format::Sgf;
        let path = is_sgf.then(|| path.to_owned());
        Ok(Document { path, collection: Arc::new(collection), edited: BTreeMap::new() })
    }

    /// Takes games that are in no file.
    ///
    /// # Errors
    ///
    /// Returns [`DocumentError`] if there is no game in it.
    pub fn without_file(bytes: &[u8]) -> Result<Document, DocumentError> {
        Ok(Document { path: None, ..Document::read(bytes, Path::new(""))? })
    }

    /// The file where it is saved, if there is one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The number of games.
    pub fn n_games(&self) -> usize {
        let n_kept = self.edited.last_key_value().map_or(0, |(idx, _)| idx + 1);
        self.collection.games().len().max(n_kept)
    }

    /// Warnings about the file, with lines and columns, the most serious
    /// flaws only.
    pub fn warnings(&self) -> Vec<&Warning> {
        let is_serious = |it: &&Warning| it.code.severity() == Severity::Error;
        self.collection.warnings().iter().filter(is_serious).collect()
    }

    /// A list of all games, as they were edited.
    ///
    /// This reads all of the file: keep it rather than ask for it again.
    pub fn games(&self) -> Vec<GameSummary> {
        (0..self.n_games()).map(|idx| self.summary(idx)).collect()
    }

    /// What the list shows of a game.
    pub fn summary(&self, game_idx: usize) -> GameSummary {
        match self.edited.get(&game_idx) {
            Some(kept) => GameSummary::of_record(game_idx, &kept.record),
            None => match self.collection.game(game_idx) {
                Some(game) => GameSummary::of_game(game_idx, game),
                None => GameSummary { game_idx, ..GameSummary::default() },
            },
        }
    }

    /// A game as it was left.
    ///
    /// # Errors
    ///
    /// Returns [`NoRecord`] if there is no such game, or if it is not Go on a
    /// board that the rules know.
    pub fn record(&self, game_idx: usize) -> Result<Record, NoRecord> {
        match self.edited.get(&game_idx) {
            Some(kept) => Ok(kept.record.clone()),
            None => Record::from_collection(Arc::clone(&self.collection), game_idx),
        }
    }

    /// A game to look at and edit, as it was left.
    ///
    /// # Errors
    ///
    /// Returns [`NoRecord`] as [`Document::record`] does.
    pub fn review(&self, game_idx: usize, ruleset: Ruleset) -> Result<Session, NoRecord> {
        let session = Session::review(self.record(game_idx)?, ruleset);
        let session = match self.edited.get(&game_idx) {
            Some(kept) => session
                .with_saved(kept.saved)
                .with_node_evaluations(kept.found.clone(), kept.is_found_saved),
            None => session,
        };
        Ok(session.with_origin(self.origin(game_idx)))
    }

    /// The name of a game by its file and its place there, for
    /// [`Session::with_origin`].
    pub fn origin(&self, game_idx: usize) -> String {
        let Some(path) = &self.path else { return String::new() };
        match game_idx {
            0 => path.display().to_string(),
            _ => format!("{}#{}", path.display(), game_idx + 1),
        }
    }

    /// The origins of the games that were edited.
    pub(crate) fn origins(&self) -> Vec<String> {
        let origins = self.edited.keys().map(|&idx| self.origin(idx));
        origins.filter(|it| !it.is_empty()).collect()
    }

    /// The document of an origin, with the place of the game, for a draft that
    /// is recovered: its file, or one without a file if that is gone.
    pub fn of_origin(origin: &str) -> (Document, usize) {
        let whole = || (Document::open(Path::new(origin)).ok(), 0);
        let (document, game_idx) = match origin.rsplit_once('#') {
            Some((path, number)) if !Path::new(origin).exists() => {
                let idx = number.parse().ok().and_then(|it: usize| it.checked_sub(1));
                let document = Document::open(Path::new(path)).ok();
                document.zip(idx).map_or((None, 0), |(it, idx)| (Some(it), idx))
            }
            _ => whole(),
        };
        (document.unwrap_or_default(), game_idx)
    }

    /// Takes a game as it stands in a session.
    pub fn keep(&mut self, game_idx: usize, session: &Session) {
        let is_here = self.edited.contains_key(&game_idx);
        let is_in_file = game_idx < self.collection.games().len();
        if session.has_unsaved_changes() || is_here || !is_in_file {
            let saved = session.saved_revision().filter(|_| self.path.is_some());
            let (record, evaluated) = (session.record().clone(), session.record_with_evaluations());
            let found = session.node_evaluations().clone();
            let is_found_saved = !session.has_unsaved_evaluations();
            let kept = Kept { record, evaluated, saved, found, is_found_saved };
            self.edited.insert(game_idx, kept);
        }
    }

    /// The games with changes that are not in the file.
    pub fn unsaved(&self) -> Vec<usize> {
        let unsaved = self.edited.iter().filter(|(_, kept)| !kept.is_saved());
        unsaved.map(|(&idx, _)| idx).collect()
    }

    /// Writes all games to the file that they are from, replaced as a whole.
    ///
    /// The file stays in its encoding if that has all characters, and is in
    /// UTF-8 otherwise.
    ///
    /// # Errors
    ///
    /// Returns [`DocumentError`] if there is no file, or it cannot be written.
    pub fn save(&mut self) -> Result<(), DocumentError> {
        let path = self.path.clone().ok_or(DocumentError::NoPath)?;
        self.save_as(&path)
    }

    /// Writes all games to a file, which is the one of the document from then
    /// on.
    ///
    /// # Errors
    ///
    /// Returns [`DocumentError`] if the file cannot be written.
    pub fn save_as(&mut self, path: &Path) -> Result<(), DocumentError> {
        let bytes = self.to_bytes().map_err(|reason| DocumentError::NoGame(path.into(), reason))?;
        file::replace(path, &bytes)
            .map_err(|error| DocumentError::Write(path.to_owned(), error))?;
        self.path = Some(path.to_owned());
        for kept in self.edited.values_mut() {
            kept.saved = Some(kept.record.revision());
            kept.is_found_saved = true;
        }
        Ok(())
    }

    /// All games as the bytes of a file.
    ///
    /// # Errors
    ///
    /// Returns [`NoRecord::TooLarge`] if they would not fit into 4 GiB.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NoRecord> {
        let encoding = self.collection.encoding();
        let named = |kept: &Kept| with_encoding(&kept.evaluated, encoding);
        let edited = self.edited.iter().map(|(&idx, kept)| (idx, named(kept))).collect();
        if let Ok(mut bytes) = Record::merge_bytes(&self.collection, &edited) {
            // The last game may come from a draft, which has only the game.
            if self.collection.to_sgf().ends_with('\n') && !bytes.ends_with(b"\n") {
                bytes.push(b'\n');
            }
            return Ok(bytes);
        }
        let text = Record::merge(Arc::clone(&self.collection), &edited);
        let mut collection = sgf::parse_text(&text).map_err(|_| NoRecord::TooLarge)?;
        collection.set_encoding(Encoding::Utf8).map_err(|_| NoRecord::TooLarge)?;
        Ok(collection.to_sgf().into_bytes())
    }
}

/// A record that says that it is in UTF-8, if that makes a difference and
/// nothing is said so far.
fn with_encoding(record: &Record, encoding: Encoding) -> Record {
    let mut record = record.clone();
    let root = record.root();
    let is_named = record.node(root).raw().property("CA").is_some();
    if encoding == Encoding::Utf8 && !is_named && !record.to_sgf().is_ascii() {
        let named = record.set_property(root, "CA", vec![ValueBuf::from("UTF-8")]);
        debug_assert!(named.is_ok(), "a root can name its encoding");
    }
    record
}

/// The reason why a document cannot be opened or saved.
#[derive(Debug)]
pub enum DocumentError {
    /// The file cannot be read.
    Read(PathBuf, io::Error),
    /// The file cannot be written.
    Write(PathBuf, io::Error),
    /// There is no game in the file, or too much of it.
    NoGame(PathBuf, NoRecord),
    /// The document has no file yet.
    NoPath,
}

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DocumentError::Read(path, error) => {
                write!(f, "cannot read {}: {error}", path.display())
            }
            DocumentError::Write(path, error) => {
                write!(f, "cannot write {}: {error}", path.display())
            }
            DocumentError::NoGame(path, reason) => write!(f, "{}: {reason}", path.display()),
            DocumentError::NoPath => {
                f.write_str("the games are not in a file yet, expected a name")
            }
        }
    }
}

impl Error for DocumentError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            DocumentError::Read(_, error) | DocumentError::Write(_, error) => Some(error),
            DocumentError::NoGame(_, reason) => Some(reason),
            DocumentError::NoPath => None,
        }
    }
}
