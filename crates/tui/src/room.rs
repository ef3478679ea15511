//! The game that is being played, with files and settings around it.

use std::error::Error;
use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tengen_host::{
    Characters, Chronicle, ChronicleError, ColorDepth, Config, ConfigError, Deed, Document,
    DocumentError, EngineEntry, Event, Host, Options, Places, Profile, Store, StoreError,
};
use tengen_record::NoRecord;
use tengen_session::{Action, BadSetup, Phase, Rejected, Seat, Session, Setup, View};

use crate::app::{Table, Taste};
use crate::keys::{BadKeys, Keys};
use crate::theme::{Depth, Theme};

/// The fewest moves for which a game is worth keeping when another begins.
const MIN_MOVES: usize = 4;

/// The game that is being played, with files and settings around it.
#[derive(Debug)]
pub struct Room {
    host: Option<Host>,
    /// The file that the game is from.
    document: Option<Document>,
    /// Whether the game is a record that was only looked at so far, so that
    /// the saved game stays.
    is_visit: bool,
    options: Options,
    config: Config,
    config_path: Option<PathBuf>,
    n_playouts: Option<u32>,
    profile_path: Option<PathBuf>,
    /// The career, once somebody has asked for it.
    chronicle: Option<Chronicle>,
}

impl Room {
    /// A room without a game, with the files of the user, and what was wrong
    /// with them.
    pub fn open() -> (Room, Vec<String>) {
        let mut problems = Vec::new();
        let places = Places::find().map_err(|error| problems.push(error.to_string())).ok();
        let config_path = places.as_ref().map(Places::config_file);
        let profile_path = places.as_ref().map(Places::profile_file);
        let (config, odd) = Config::load_or_default(config_path.as_deref());
        problems.extend(odd);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let store = places.map(|it| Store::new(it.state));
        let options = Options { store, threads, ..Options::default() };
        let room = Room {
            host: None,
            document: None,
            is_visit: false,
            options,
            config,
            config_path,
            n_playouts: None,
            profile_path,
            chronicle: None,
        };
        (room, problems)
    }

    /// What a new game is played with, unless somebody says otherwise.
    pub fn wish(&self) -> Setup {
        self.config.game.setup()
    }

    /// The programs that the user has, to play against.
    pub(crate) fn engines(&self) -> Vec<Seat> {
        self.config.engines.iter().map(EngineEntry::seat).collect()
    }

    /// The keys that the user has chosen, and what of them makes no sense.
    pub(crate) fn keys(&self) -> (Keys, Vec<BadKeys>) {
        Keys::with(&self.config.keys)
    }

    /// What the user likes to see on this terminal.
    pub(crate) fn taste(&self, environment: impl Fn(&str) -> Option<String>) -> Taste {
        let mut theme = Theme::from_environment(environment);
        match self.config.color_depth {
            ColorDepth::Auto => (),
            ColorDepth::Mono => theme.depth = Depth::None,
            ColorDepth::Sixteen => theme.depth = Depth::Sixteen,
            ColorDepth::Palette => theme.depth = Depth::Palette,
            ColorDepth::True => theme.depth = Depth::True,
        }
        match self.config.characters {
            Characters::Auto => (),
            Characters::Unicode => theme.is_ascii = false,
            Characters::Ascii => theme.is_ascii = true,
        }
        let name = self.config.theme.as_str();
        theme.is_light = name.contains("light") || theme.is_light && !name.contains("dark");
        theme.is_color_blind = name.contains("color-blind");
        Taste { theme, has_coordinates: true }
    }

    /// Keeps what the user likes to see.
    pub(crate) fn keep_taste(&mut self, taste: Taste) -> Result<(), CannotDo> {
        let theme = taste.theme;
        let ground = if theme.is_light { "light" } else { "dark" };
        let more = if theme.is_color_blind { "-color-blind" } else { "" };
        self.config.theme = format!("{ground}{more}");
        self.config.color_depth = match theme.depth {
            Depth::None => ColorDepth::Mono,
            Depth::Sixteen => ColorDepth::Sixteen,
            Depth::Palette => ColorDepth::Palette,
            Depth::True => ColorDepth::True,
        };
        self.config.characters =
            if theme.is_ascii { Characters::Ascii } else { Characters::Unicode };
        match &self.config_path {
            Some(path) => self.config.save(path).map_err(CannotDo::Config),
            None => Ok(()),
        }
    }

    /// The game that can be continued, in a few words.
    pub(crate) fn saved(&self) -> Option<String> {
        let session = self.options.store.as_ref()?.saved_game().ok()??;
        Some(crate::describe(&session.view(Duration::ZERO)))
    }

    /// Where games are kept that are over.
    pub(crate) fn games(&self) -> Option<PathBuf> {
        self.options.store.as_ref().map(Store::games)
    }

    /// Begins a game.
    pub(crate) fn begin(&mut self, mut setup: Setup) -> Result<(), CannotDo> {
        if setup.date.is_empty() {
            setup.date = tengen_host::today();
        }
        let session = Session::new(setup).map_err(CannotDo::Setup)?;
        self.host = None;
        self.set_aside()?;
        self.run(session)
    }

    /// Goes on with the game that is open, or else with the saved one.
    pub(crate) fn resume(&mut self) -> Result<(), CannotDo> {
        if let Some(host) = self.host.as_ref().filter(|_| !self.is_visit) {
            if host.view().is_paused {
                host.apply(Action::Start)?;
            }
            return Ok(());
        }
        let saved = match &self.options.store {
            Some(store) => store.saved_game().map_err(CannotDo::Store)?,
            None => None,
        };
        let saved = saved.ok_or(CannotDo::NothingSaved)?;
        self.host = None;
        self.run(saved)
    }

    /// Opens a record, for people of these seats.
    pub(crate) fn open_record(&mut self, path: &Path, setup: Setup) -> Result<(), CannotDo> {
        let document = Document::open(path)?;
        let record = document.record(0);
        let record = record.map_err(|reason| CannotDo::NoRecord(path.to_owned(), reason))?;
        self.host = None;
        self.document = Some(document);
        let session = Session::from_record(record, setup);
        let options = Options { store: None, ..self.options.clone() };
        self.host = Some(Host::start(session, options));
        self.is_visit = true;
        Ok(())
    }

    /// Makes a record that was looked at the game that is saved.
    fn adopt(&mut self) -> Result<(), CannotDo> {
        let Some(host) = &self.host else { return Ok(()) };
        host.apply(Action::HideAnalysis)?;
        let session = host.read(|session, _| session.clone());
        self.set_aside()?;
        self.host = Some(Host::start(session, self.options.clone()));
        self.is_visit = false;
        Ok(())
    }

    fn run(&mut self, session: Session) -> Result<(), CannotDo> {
        self.is_visit = false;
        self.document = None;
        let host = self.host.insert(Host::start(session, self.options.clone()));
        match host.view().phase {
            Phase::Over(_) => Ok(()),
            Phase::Playing | Phase::Scoring(_) => Ok(host.apply(Action::Start)?),
        }
    }

    /// Moves a game that is not over out of the way of the next one.
    fn set_aside(&self) -> Result<(), CannotDo> {
        let Some(store) = &self.options.store else { return Ok(()) };
        let is_short = |session: &Session| session.view(Duration::ZERO).moves.len() < MIN_MOVES;
        // What cannot be read may be of use to somebody.
        if matches!(store.saved_game(), Ok(Some(session)) if is_short(&session)) {
            return store.forget_saved().map_err(CannotDo::Store);
        }
        store.set_aside().map(|_| ()).map_err(CannotDo::Store)
    }

    /// Writes the record of the game to a file, which is replaced only by
    /// force. Other games of the file that was opened stay in it.
    pub(crate) fn save(&mut self, path: &Path, is_forced: bool) -> Result<(), CannotDo> {
        let host = self.host.as_ref().ok_or(CannotDo::NoGame)?;
        let is_same = |it: &&mut Document| it.path().is_some_and(|it| is_same_file(it, path));
        if is_forced && let Some(document) = self.document.as_mut().filter(is_same) {
            return Ok(host.save(document, 0, None)?);
        }
        let sgf = host.read(|session, _| session.record().to_sgf());
        let mut options = OpenOptions::new();
        options.write(true).truncate(true).create(is_forced).create_new(!is_forced);
        let written = options.open(path).and_then(|mut file| file.write_all(sgf.as_bytes()));
        written.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => CannotDo::Replace(path.to_owned()),
            _ => CannotDo::Write(path.to_owned(), error),
        })
    }

    /// Writes the record of the game to a new file: `game.sgf`, or else
    /// `game-2.sgf`, and so on.
    pub(crate) fn save_new(&mut self, path: &Path) -> Result<PathBuf, CannotDo> {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let later = (2..).map(|idx| path.with_file_name(format!("{stem}-{idx}.sgf")));
        let mut names = iter::once(path.to_owned()).chain(later);
        loop {
            let path = names.next().ok_or(CannotDo::NoGame)?;
            match self.save(&path, false) {
                Err(CannotDo::Replace(_)) => (),
                Err(reason) => return Err(reason),
                Ok(()) => return Ok(path),
            }
        }
    }

    /// The profile, as it is in its file, and what was wrong with that.
    pub(crate) fn career(&mut self) -> (Profile, Option<CannotDo>) {
        let (chronicle, problem) = match &self.profile_path {
            Some(path) => Chronicle::open(path),
            None => (Chronicle::in_memory(), None),
        };
        let chronicle = self.chronicle.insert(chronicle);
        let moved = chronicle.take_set_aside().map(CannotDo::Damaged);
        (chronicle.profile().clone(), problem.map(CannotDo::Profile).or(moved))
    }

    /// Writes something down in the profile, or only looks at it, and returns
    /// what it is then.
    pub(crate) fn record(&mut self, deed: Option<Deed>) -> (Option<Profile>, Option<CannotDo>) {
        let Some(chronicle) = &mut self.chronicle else { return (None, None) };
        let done = match deed {
            Some(deed) => chronicle.record(deed),
            None => chronicle.refresh(),
        };
        let moved = chronicle.take_set_aside().map(CannotDo::Damaged);
        (Some(chronicle.profile().clone()), done.err().map(CannotDo::Profile).or(moved))
    }

    /// Does what an action asks for.
    pub(crate) fn act(&mut self, action: Action) -> Result<(), CannotDo> {
        if self.is_visit && !is_looking(&action) {
            self.adopt()?;
        }
        let host = self.host.as_ref().ok_or(CannotDo::NoGame)?;
        Ok(host.apply(action)?)
    }

    /// Looks at the game.
    pub(crate) fn look<T>(&self, look: impl FnOnce(Option<Table<'_>>) -> T) -> T {
        let Some(host) = &self.host else { return look(None) };
        host.read(|session, now| {
            let view = session.view(now);
            let n_playouts = self.n_playouts.filter(|_| view.thinking.is_some());
            let is_visit = self.is_visit;
            look(Some(Table { view: &view, record: session.record(), now, n_playouts, is_visit }))
        })
    }

    /// The view of the game.
    pub(crate) fn view(&self) -> Option<View> {
        self.host.as_ref().map(Host::view)
    }

    /// What has gone wrong beside the game, after waiting for news for some
    /// time.
    pub(crate) fn news(&mut self, timeout: Duration) -> Vec<String> {
        let Some(host) = &self.host else { return Vec::new() };
        let mut problems = Vec::new();
        for event in host.poll(timeout) {
            match event {
                Event::Progress(progress) => self.n_playouts = Some(progress.n_playouts),
                Event::Problem(text) => problems.push(text),
                Event::Changed | Event::Ring(_) => (),
            }
        }
        problems
    }

    /// Calls a function whenever there is news.
    pub(crate) fn set_waker(&self, wake: impl Fn() + Send + Sync + 'static) {
        if let Some(host) = &self.host {
            host.set_waker(wake);
        }
    }
}

/// Whether an action changes nothing that somebody would miss.
const fn is_looking(action: &Action) -> bool {
    matches!(
        action,
        Action::Go(_)
            | Action::Find(..)
            | Action::Hint
            | Action::Estimate
            | Action::SetAnalysis(_)
            | Action::HideAnalysis
            | Action::Pause
    )
}

/// Whether two names are those of one file.
fn is_same_file(path: &Path, other: &Path) -> bool {
    let real = |path| fs::canonicalize(path).ok();
    real(path).is_some_and(|it| Some(it) == real(other))
}

/// The reason why something cannot be done.
#[derive(Debug)]
pub enum CannotDo {
    /// The game does not allow it.
    Rejected(Rejected),
    /// A game cannot begin so.
    Setup(BadSetup),
    /// There is no game.
    NoGame,
    /// No game was saved.
    NothingSaved,
    /// A file cannot be read.
    Read(PathBuf, io::Error),
    /// A file cannot be written.
    Write(PathBuf, io::Error),
    /// A file exists already.
    Replace(PathBuf),
    /// A file has no game in it.
    NoRecord(PathBuf, NoRecord),
    /// The saved game cannot be read.
    Store(StoreError),
    /// The settings cannot be kept.
    Config(ConfigError),
    /// The profile cannot be kept.
    Profile(ChronicleError),
    /// The profile was damaged, and is in this file now.
    Damaged(PathBuf),
    /// There is no career without a terminal.
    NeedsTerminal,
}

impl From<DocumentError> for CannotDo {
    fn from(error: DocumentError) -> CannotDo {
        match error {
            DocumentError::Read(path, error) => CannotDo::Read(path, error),
            DocumentError::Write(path, error) => CannotDo::Write(path, error),
            DocumentError::NoGame(path, reason) => CannotDo::NoRecord(path, reason),
            DocumentError::NoPath => CannotDo::NoGame,
        }
    }
}

impl From<Rejected> for CannotDo {
    fn from(reason: Rejected) -> CannotDo {
        CannotDo::Rejected(reason)
    }
}

impl fmt::Display for CannotDo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotDo::Rejected(reason) => reason.fmt(f),
            CannotDo::Setup(reason) => reason.fmt(f),
            CannotDo::NoGame => f.write_str("there is no game, expected a new one first"),
            CannotDo::NothingSaved => f.write_str("no game was saved"),
            CannotDo::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            CannotDo::Write(path, error) => write!(f, "cannot write {}: {error}", path.display()),
            CannotDo::Replace(path) => {
                write!(f, "{} exists already, save! replaces it", path.display())
            }
            CannotDo::NoRecord(path, reason) => {
                write!(f, "{} has no game: {reason}", path.display())
            }
            CannotDo::Store(error) => error.fmt(f),
            CannotDo::Config(error) => error.fmt(f),
            CannotDo::Profile(error) => error.fmt(f),
            CannotDo::Damaged(path) => {
                write!(f, "the profile was damaged, it is kept as {}", path.display())
            }
            CannotDo::NeedsTerminal => f.write_str("a career needs a terminal"),
        }
    }
}

impl Error for CannotDo {}
