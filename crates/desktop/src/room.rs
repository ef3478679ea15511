//! The game that is open, with the files and settings around it.

mod record;

pub(crate) use record::Opened;

use std::path::{Path, PathBuf};
use std::time::Duration;

use tengen_host::{Config, Document, Draft, Event, Host, Options, Places, Recent, Store};
use tengen_rules::Move;
use tengen_session::{Action, Phase, Session, Setup, Sound, View};

use crate::cannot::CannotDo;
use crate::wake::Bell;

/// The fewest moves for which a game is worth keeping when another begins.
const MIN_MOVES: usize = 4;

/// The game that is open, with the files and settings around it.
#[derive(Debug)]
pub(crate) struct Room {
    host: Option<Host>,
    /// The file of the record, with its other games.
    document: Option<Document>,
    /// Which game of the file it is.
    game_idx: usize,
    /// The games of the file: a title, and more about each.
    games: Vec<(String, String)>,
    options: Options,
    pub(crate) config: Config,
    config_path: Option<PathBuf>,
    recent: Option<Recent>,
    /// Records that were being edited when the program ended.
    drafts: Vec<Draft>,
    n_playouts: Option<u32>,
    bell: Bell,
}

/// What a game has told.
#[derive(Debug, Default)]
pub(crate) struct News {
    pub(crate) problems: Vec<String>,
    pub(crate) sounds: Vec<Sound>,
    /// Whether the view is another one.
    pub(crate) has_changed: bool,
}

impl Room {
    /// A room without a game, with the files of the user, and what was wrong
    /// with them.
    pub(crate) fn open(places: Option<Places>, bell: Bell) -> (Room, Vec<String>) {
        let config_path = places.as_ref().map(Places::config_file);
        let (config, mut problems) = Config::load_or_default(config_path.as_deref());
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let recent = places.as_ref().map(Recent::load);
        let store = places.map(|it| Store::new(it.state));
        let drafts = match store.as_ref().map(Store::drafts) {
            Some(Ok(drafts)) => drafts,
            Some(Err(error)) => {
                problems.push(error.to_string());
                Vec::new()
            }
            None => Vec::new(),
        };
        let options = Options { store, threads, ..Options::default() };
        let room = Room {
            host: None,
            document: None,
            game_idx: 0,
            games: Vec::new(),
            options,
            config,
            config_path,
            recent,
            drafts,
            n_playouts: None,
            bell,
        };
        (room, problems)
    }

    /// What a new game is played with, unless somebody says otherwise.
    pub(crate) fn wish(&self) -> Setup {
        self.config.game.setup()
    }

    /// Keeps what the user has chosen.
    pub(crate) fn keep_config(&self) -> Result<(), CannotDo> {
        match &self.config_path {
            Some(path) => self.config.save(path).map_err(CannotDo::Config),
            None => Ok(()),
        }
    }

    /// Where the configuration is.
    pub(crate) fn config_path(&self) -> Option<&Path> {
        self.config_path.as_deref()
    }

    /// Whether a game is being played, which is kept by itself.
    fn is_game(&self) -> bool {
        self.host.as_ref().is_some_and(|host| !host.read(|session, _| session.is_review()))
    }

    /// The game that can be continued.
    pub(crate) fn saved(&self) -> Option<View> {
        if let Some(host) = self.host.as_ref().filter(|_| self.is_game()) {
            return Some(host.view()).filter(|it| !matches!(it.phase, Phase::Over(_)));
        }
        let session = self.options.store.as_ref()?.saved_game().ok()??;
        Some(session.view(Duration::ZERO))
    }

    /// Begins a game.
    pub(crate) fn begin(&mut self, mut setup: Setup) -> Result<(), CannotDo> {
        if setup.date.is_empty() {
            setup.date = tengen_host::today();
        }
        let session = Session::new(setup).map_err(CannotDo::Setup)?;
        self.close();
        self.set_aside()?;
        self.run(session)
    }

    /// Goes on with the game that is open, or else with the saved one.
    pub(crate) fn resume(&mut self) -> Result<(), CannotDo> {
        if let Some(host) = self.host.as_ref().filter(|_| self.is_game()) {
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
        self.close();
        self.run(saved)
    }

    /// Nothing is open any more.
    fn close(&mut self) {
        self.host = None;
        self.document = None;
        self.game_idx = 0;
        self.games.clear();
    }

    fn run(&mut self, session: Session) -> Result<(), CannotDo> {
        let host = self.start(session, self.options.clone());
        match host.view().phase {
            Phase::Over(_) => Ok(()),
            Phase::Playing | Phase::Scoring(_) => Ok(host.apply(Action::Start)?),
        }
    }

    fn start(&mut self, session: Session, options: Options) -> &Host {
        self.n_playouts = None;
        let host = Host::start(session, options);
        let bell = self.bell.clone();
        host.set_waker(move || bell.ring());
        self.host.insert(host)
    }

    /// Moves a game that is not over out of the way of the next one.
    pub(crate) fn set_aside(&self) -> Result<(), CannotDo> {
        let Some(store) = &self.options.store else { return Ok(()) };
        let is_short = |session: &Session| session.view(Duration::ZERO).moves.len() < MIN_MOVES;
        // What cannot be read may be of use to somebody.
        if matches!(store.saved_game(), Ok(Some(session)) if is_short(&session)) {
            return store.forget_saved().map_err(CannotDo::Store);
        }
        store.set_aside().map(|_| ()).map_err(CannotDo::Store)
    }

    /// Does what an action asks for.
    pub(crate) fn act(&self, action: Action) -> Result<(), CannotDo> {
        let host = self.host.as_ref().ok_or(CannotDo::NoGame)?;
        Ok(host.apply(action)?)
    }

    /// Whether a person may make a move in the position on the screen.
    pub(crate) fn is_legal(&self, mv: Move) -> bool {
        let Some(host) = &self.host else { return false };
        host.read(|session, _| session.check(mv).is_ok())
    }

    /// The view of the game, and its time.
    pub(crate) fn view(&self) -> Option<(View, Duration)> {
        let host = self.host.as_ref()?;
        Some(host.read(|session, now| (session.view(now), now)))
    }

    /// The playouts of the engine that thinks about its move, if it counts
    /// them.
    pub(crate) fn n_playouts(&self) -> Option<u32> {
        self.n_playouts
    }

    /// What has happened since somebody asked last.
    pub(crate) fn news(&mut self) -> News {
        self.bell.answer();
        let mut news = News::default();
        let Some(host) = &self.host else { return news };
        for event in host.poll(Duration::ZERO) {
            match event {
                Event::Progress(progress) => self.n_playouts = Some(progress.n_playouts),
                Event::Problem(text) => news.problems.push(text),
                Event::Ring(sound) => news.sounds.push(sound),
                Event::Changed => news.has_changed = true,
            }
        }
        news
    }
}
