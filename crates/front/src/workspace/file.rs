//! Files: opened, saved, recovered, exported.

use std::fs;
use std::path::{Path, PathBuf};

use tengen_host::{Document, GameKey, Keep, Store};
use tengen_picture::{PngOptions, SvgOptions, TextStyle};
use tengen_record::GameSummary;
use tengen_rules::Ruleset;
use tengen_session::{Action, Actor, Phase, Session, Setup, View};

use super::{Done, Screen, Workspace};
use crate::file_kind::FileKind;
use crate::notice::{Flaw, Notice, Opened};
use crate::question::{Next, Question};
use crate::refusal::Refusal;

/// Files of up to this many bytes are read at once, others in the background.
const MAX_AT_ONCE: u64 = 200_000;

/// A file that was read, with a game that can be shown.
#[derive(Debug)]
pub struct LoadedFile {
    path: PathBuf,
    document: Document,
    session: Session,
    game_idx: usize,
    flaws: Vec<Flaw>,
}

impl LoadedFile {
    /// Reads a file; the rules are for a record that names none.
    ///
    /// This takes a moment for a large file, and can be done in any thread.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it cannot be read, or has no game of Go.
    pub fn read(path: &Path, game_idx: usize, ruleset: Ruleset) -> Result<LoadedFile, Refusal> {
        let document = Document::open(path)?;
        let n_games = document.n_games();
        if game_idx >= n_games {
            return Err(Refusal::NoSuchGame { number: game_idx + 1, n_games });
        }
        let session = review(&document, game_idx, ruleset, path)?;
        let flaws = flaws(&session);
        Ok(LoadedFile { path: path.to_owned(), document, session, game_idx, flaws })
    }

    /// Whether a file is better read in the background.
    pub fn is_large(path: &Path) -> bool {
        fs::metadata(path).is_ok_and(|it| it.len() > MAX_AT_ONCE)
    }

    /// A game of a document.
    fn of_document(
        document: Document,
        game_idx: usize,
        ruleset: Ruleset,
    ) -> Result<LoadedFile, Refusal> {
        let path = document.path().unwrap_or(Path::new("")).to_owned();
        let session = review(&document, game_idx, ruleset, &path)?;
        let flaws = flaws(&session);
        Ok(LoadedFile { path, document, session, game_idx, flaws })
    }

    fn opened(&self) -> Opened {
        Opened {
            path: self.path.clone(),
            game_idx: self.game_idx,
            n_games: self.document.n_games(),
            warnings: self.document.warnings().iter().map(ToString::to_string).collect(),
            flaws: self.flaws.clone(),
        }
    }
}

fn review(
    document: &Document,
    game_idx: usize,
    ruleset: Ruleset,
    path: &Path,
) -> Result<Session, Refusal> {
    let session = document.review(game_idx, ruleset);
    session.map_err(|reason| Refusal::NoRecord(path.to_owned(), reason))
}

/// Moves of a record that are illegal by the rules.
fn flaws(session: &Session) -> Vec<Flaw> {
    let record = session.record();
    let mut positions = tengen_record::Positions::new();
    let mut flaw = |(node, problem)| {
        let move_number = positions.at(record, node).move_number;
        Flaw { move_number, problem }
    };
    record.problems().into_iter().map(&mut flaw).collect()
}

impl Workspace {
    /// Opens a file to look at, or goes on with it if it is one of our own
    /// unfinished games.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it cannot be opened; what is open stays open.
    pub fn open_file(&mut self, path: &Path) -> Result<Done, Refusal> {
        self.unless_unsaved(Next::Open(path.to_owned()))
    }

    pub(super) fn open_now(&mut self, path: &Path) -> Result<Done, Refusal> {
        if let Some(key) = self.unfinished_key(path) {
            return self.continue_game(key);
        }
        if LoadedFile::is_large(path) {
            return Ok(Done::Load(path.to_owned()));
        }
        self.open_loaded(path)
    }

    /// Reads a file and shows it, however long that takes.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it cannot be opened; what is open stays open.
    pub fn open_loaded(&mut self, path: &Path) -> Result<Done, Refusal> {
        let loaded = LoadedFile::read(path, 0, self.settings.game.rules);
        match loaded {
            Ok(loaded) => self.show_file(loaded),
            Err(reason) => {
                self.forget_missing(path);
                Err(reason)
            }
        }
    }

    /// Shows a file that was read.
    ///
    /// # Errors
    ///
    /// Never fails today; a front end treats it as any other opening.
    pub fn show_file(&mut self, loaded: LoadedFile) -> Result<Done, Refusal> {
        let opened = loaded.opened();
        let LoadedFile { path, document, session, game_idx, .. } = loaded;
        if self.is_kept() {
            self.notices.push(Notice::Kept);
        }
        self.start(session, Keep::Draft(None));
        self.take_document(document, game_idx);
        if path.file_name().is_some() {
            self.add_recent(&path);
        }
        if opened.is_remarkable() {
            self.notices.push(Notice::Opened(opened));
        }
        Ok(Done::Show(Screen::Game))
    }

    /// Shows a game of a document.
    pub(super) fn show_document(
        &mut self,
        document: Document,
        game_idx: usize,
    ) -> Result<Done, Refusal> {
        let loaded = LoadedFile::of_document(document, game_idx, self.settings.game.rules)?;
        self.show_file(loaded)
    }

    /// Plays on from the end of a file's game with these players, or goes on
    /// with it if it is one of our own; a game that is over is looked at.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it cannot be opened.
    pub fn play_file(&mut self, path: &Path, setup: Setup) -> Result<Done, Refusal> {
        if let Some(key) = self.unfinished_key(path) {
            return self.continue_game(key);
        }
        let document = Document::open(path)?;
        let record = document.record(0);
        let record = record.map_err(|reason| Refusal::NoRecord(path.to_owned(), reason))?;
        let has_result = record.info().outcome().is_some();
        let session = Session::from_record(record, setup);
        let is_over = has_result || matches!(session.phase(), Phase::Over(_));
        let has_engine = session.seats().iter().any(|(_, it)| !it.is_person());
        if is_over || !has_engine {
            return self.open_now(path);
        }
        self.start(session, Keep::Game);
        self.act(Actor::Owner, Action::Start)?;
        Ok(Done::Show(Screen::Game))
    }

    /// The key of a file that is in our own folder of unfinished games.
    fn unfinished_key(&self, path: &Path) -> Option<GameKey> {
        let folder = Store::new(&self.dirs.as_ref()?.state).unfinished_games();
        let parent = fs::canonicalize(path.parent()?).ok()?;
        let is_ours = fs::canonicalize(folder).is_ok_and(|it| it == parent);
        path.file_stem().filter(|_| is_ours)?.to_str()?.parse().ok()
    }

    fn take_document(&mut self, document: Document, game_idx: usize) {
        let Some(open) = &mut self.open else { return };
        // Many games take a moment to be summed up, and one needs no list.
        if document.n_games() > 1 {
            open.games = document.games();
        }
        open.document = Some(document);
        open.game_idx = game_idx;
    }

    /// The games of the file, if it has several.
    pub fn games_of_file(&self) -> &[GameSummary] {
        self.open.as_ref().map_or(&[], |it| &it.games)
    }

    /// Which game of the file is open, from zero.
    pub fn game_idx(&self) -> usize {
        self.open.as_ref().map_or(0, |it| it.game_idx)
    }

    /// The file of the record.
    pub fn path(&self) -> Option<&Path> {
        self.open.as_ref()?.document.as_ref()?.path()
    }

    /// Shows another game of the file, from zero; edits of this one are kept
    /// with the file.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if there is no such game.
    pub fn show_game(&mut self, game_idx: usize) -> Result<Done, Refusal> {
        self.keep_record();
        let ruleset = self.settings.game.rules;
        let open = self.open_game()?;
        let n_games = open.document.as_ref().map_or(1, Document::n_games);
        let document = open.document.as_ref().filter(|_| game_idx < n_games);
        let document =
            document.ok_or(Refusal::NoSuchGame { number: game_idx + 1, n_games })?.clone();
        let path = document.path().unwrap_or(Path::new("")).to_owned();
        let session = review(&document, game_idx, ruleset, &path)?;
        let flaws = flaws(&session);
        self.start(session, Keep::Draft(None));
        self.take_document(document, game_idx);
        let opened = Opened { path, game_idx, n_games, warnings: Vec::new(), flaws };
        Ok(Done::Told(Notice::Opened(opened)))
    }

    pub(super) fn step_game(&mut self, step: isize) -> Result<Done, Refusal> {
        let n_games = self.games_of_file().len();
        match self.game_idx().checked_add_signed(step).filter(|&idx| idx < n_games) {
            Some(idx) => self.show_game(idx),
            None => Err(Refusal::NoSuchGame { number: 0, n_games: 1 }),
        }
    }

    /// Passes edits on to the file.
    pub(super) fn keep_record(&mut self) {
        if let Some(open) = &mut self.open
            && let Some(document) = &mut open.document
        {
            let game_idx = open.game_idx;
            open.handle.read(|session, _| document.keep(game_idx, session));
        }
    }

    /// Whether something would be lost if nothing were saved; a game that is
    /// being played is kept by itself.
    pub fn has_unsaved_changes(&mut self) -> bool {
        self.keep_record();
        let Some(open) = &self.open else { return false };
        let is_edited = open.handle.read(|it, _| it.is_review() && it.has_unsaved_changes());
        let others = open.document.as_ref().map(Document::unsaved).unwrap_or_default();
        is_edited || others.iter().any(|&idx| idx != open.game_idx)
    }

    /// Saves the record in its file; one without a file needs a name first.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it cannot be written.
    pub fn save(&mut self) -> Result<Done, Refusal> {
        self.open_game()?;
        match self.path().map(Path::to_owned) {
            Some(path) => self.write(&path),
            None => Ok(Done::Show(Screen::SaveAs)),
        }
    }

    /// Saves the record in a file, and asks before replacing another file.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it cannot be written.
    pub fn save_as(&mut self, path: &Path) -> Result<Done, Refusal> {
        self.open_game()?;
        let is_own = self.path().is_some_and(|it| is_same_file(it, path));
        if path.exists() && !is_own {
            return Ok(Done::Ask(Question::Overwrite(path.to_owned())));
        }
        self.write(path)
    }

    /// Saves the record in a file, whatever is there.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it cannot be written.
    pub fn write(&mut self, path: &Path) -> Result<Done, Refusal> {
        let open = self.open.as_mut().ok_or(Refusal::NoGame)?;
        let document = open.document.get_or_insert_with(Document::new);
        let is_own = document.path().is_some_and(|it| is_same_file(it, path));
        let other = (!is_own).then_some(path);
        open.handle.save(document, open.game_idx, other)?;
        open.refresh();
        self.add_recent(path);
        Ok(Done::Told(Notice::Saved(path.to_owned())))
    }

    /// A name for the record in a folder that no file has.
    pub fn new_path(&self, folder: &Path) -> PathBuf {
        let known = self.path().and_then(Path::file_stem).map(|it| it.to_string_lossy());
        let stem = known.unwrap_or_else(|| "game".into()).into_owned();
        let numbered = (2..).map(|number| format!("{stem}-{number}.sgf"));
        let names = std::iter::once(format!("{stem}.sgf")).chain(numbered);
        let mut paths = names.map(|it| folder.join(it));
        paths.find(|it| !it.exists()).unwrap_or_else(|| folder.join("game.sgf"))
    }

    /// Writes a picture of the board, by the ending of the name, and asks
    /// before a file is replaced.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it cannot be made or written.
    pub fn export_picture(&mut self, path: &Path) -> Result<Done, Refusal> {
        self.open_game()?;
        if path.exists() {
            return Ok(Done::Ask(Question::OverwritePicture(path.to_owned())));
        }
        self.write_picture(path)
    }

    pub(super) fn write_picture(&mut self, path: &Path) -> Result<Done, Refusal> {
        let scene = self.scene().ok_or(Refusal::NoGame)?;
        let bytes = match FileKind::of(path) {
            Some(FileKind::Svg) => scene.to_svg(&SvgOptions::default()).into_bytes(),
            Some(FileKind::Text) => scene.to_text(TextStyle::Unicode).into_bytes(),
            Some(FileKind::Png) => {
                scene.to_png(&PngOptions::default()).map_err(Refusal::Picture)?
            }
            Some(FileKind::Record) | None => {
                return Err(Refusal::NotAPicture(path.to_owned()));
            }
        };
        let written = tengen_host::replace_file(path, &bytes);
        written.map_err(|error| Refusal::Write(path.to_owned(), error))?;
        Ok(Done::Told(Notice::Exported(path.to_owned())))
    }

    pub(super) fn recover_now(&mut self, idx: usize) -> Result<Done, Refusal> {
        let mut drafts = self.runner.drafts()?;
        drafts.retain(|it| !it.is_in_use);
        let draft = drafts.into_iter().nth(idx).ok_or(Refusal::NoGame)?;
        let (document, game_idx) = Document::of_origin(draft.session.origin());
        let handle = self.runner.resume_draft(&draft.key)?;
        self.show(handle);
        self.take_document(document, game_idx);
        self.notices.push(Notice::Recovered);
        Ok(Done::Show(Screen::Game))
    }

    /// The file of the record, its place among the games of the file, and
    /// whether there is something to save; `None` in a game.
    pub fn file_line(&self) -> Option<String> {
        let view = self.view().filter(|it| it.game.is_review)?;
        let file = self.path().and_then(Path::file_name).map(|it| it.to_string_lossy());
        let is_dirty = view.tree.has_unsaved_changes;
        let place = match self.games_of_file().len() {
            0 | 1 => None,
            n_games => Some((self.game_idx() + 1, n_games)),
        };
        (is_dirty || file.is_some())
            .then(|| crate::words::file_line(file.as_deref(), place, is_dirty))
    }

    /// A title for what is open: its file, its players, or the game.
    pub fn title(&self) -> Option<String> {
        let view: &View = self.view()?;
        if !view.game.is_review {
            return Some(crate::words::describe(view));
        }
        let file = self.path().and_then(Path::file_name).map(|it| it.to_string_lossy());
        let n_games = self.games_of_file().len();
        let place = match n_games {
            0 | 1 => String::new(),
            n => format!(" ({} of {n})", self.game_idx() + 1),
        };
        let file = file.map(|it| format!("{it}{place}: ")).unwrap_or_default();
        Some(format!("{file}{}", crate::words::players(view)))
    }
}

/// Whether two names are those of one file.
fn is_same_file(path: &Path, other: &Path) -> bool {
    let real = |path| fs::canonicalize(path).ok();
    path == other || real(path).is_some_and(|it| Some(it) == real(other))
}
