//! Everything a front end has open: a game or a record, files, settings.
//!
//! A front end sends commands, clicks and typed lines, draws
//! [`Workspace::view`], and asks what [`Done::Ask`] hands out. What is done,
//! refused or asked first is decided here, once for all front ends:
//!
//! - A click on an earlier position of a running game is a question.
//! - Opening a record or beginning a game leaves the game before in the list
//!   of unfinished games.
//! - A file of that list goes on with its own players and clock.

mod begin;
mod command;
mod counting;
mod edit;
mod file;
mod library;
mod list;
mod order;
mod play;
mod practice;
mod proof;
mod remote;
mod review;
mod teaching;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tengen_host::{
    Dirs, Document, GameHandle, HostEvent, Listener, Recent, Runner, RunnerOptions, Store,
    ViewerHandle,
};
use tengen_picture::{Scene, Stone};
use tengen_record::GameSummary;
use tengen_review::Band;
use tengen_rules::{Board, Move, Point};
use tengen_session::{Actor, Phase, Sound, View};

use crate::form::{Field, Form};
use crate::front_end::FrontEnd;
use crate::key::KeyTable;
use crate::learn::{Explanation, Learning};
use crate::library::Adder;
use crate::line::PositionWords;
use crate::notice::Notice;
use crate::practice::Practice;
use crate::proof::Proof;
use crate::question::Question;
use crate::refusal::Refusal;
use crate::scene::{self, SceneOptions};
use crate::settings::Settings;
use crate::teaching::Teaching;
use crate::tool::Tool;
use crate::words;

pub use file::LoadedFile;
pub use list::{FolderEntry, SavedRecord, file_entry, file_remark, folder_entries};
pub use order::Reply;
pub use play::Click;
pub use remote::{JoinTask, JoinedGame, guest_file};
pub use tengen_remote::Wish;

/// Called by other threads when there is news; see [`Workspace::poll`].
#[derive(Clone)]
pub struct Waker(Arc<dyn Fn() + Send + Sync>);

impl Waker {
    /// Calls a function, which should only wake a thread.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Waker {
        Waker(Arc::new(wake))
    }

    /// For those who poll by themselves.
    pub fn none() -> Waker {
        Waker::new(|| ())
    }

    /// Wakes the front end.
    pub(crate) fn wake(&self) {
        (self.0)();
    }
}

impl fmt::Debug for Waker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Waker")
    }
}

/// How a workspace is opened.
#[derive(Clone, Debug)]
pub struct WorkspaceOptions {
    /// Which front end it is for.
    pub front_end: FrontEnd,
    /// The folders of the user, or `None` for nothing that lasts.
    pub dirs: Option<Dirs>,
    /// How games are run; the store is that of the folders.
    pub runner: RunnerOptions,
    /// Called when there is news.
    pub wake: Waker,
}

impl WorkspaceOptions {
    /// The usual ones.
    pub fn new(front_end: FrontEnd, dirs: Option<Dirs>) -> WorkspaceOptions {
        let mut runner = RunnerOptions::default();
        runner.limits.threads = std::thread::available_parallelism().map_or(1, usize::from);
        WorkspaceOptions { front_end, dirs, runner, wake: Waker::none() }
    }

    /// A copy in which levels take a moment for each move, so that people see
    /// what has changed.
    #[must_use]
    pub const fn with_pace(mut self) -> WorkspaceOptions {
        self.runner.least_move_time = Duration::from_millis(500);
        self
    }

    /// A copy with a waker for the front end.
    #[must_use]
    pub fn with_waker(self, wake: Waker) -> WorkspaceOptions {
        WorkspaceOptions { wake, ..self }
    }
}

/// Everything a front end has open.
#[derive(Debug)]
pub struct Workspace {
    runner: Runner,
    front_end: FrontEnd,
    wake: Waker,
    settings: Settings,
    settings_path: Option<PathBuf>,
    keys: KeyTable,
    dirs: Option<Dirs>,
    recent: Option<Recent>,
    open: Option<OpenGame>,
    /// Whether the lead is to be guessed, and nothing may tell it.
    is_guessing_lead: bool,
    /// What is shown on the board.
    pub display: SceneOptions,
    is_editing: bool,
    tool: Tool,
    /// What was open before a position of it is counted.
    counted: Option<Box<counting::Counted>>,
    /// Where a line was begun that has no end yet.
    stroke_start: Option<Point>,
    /// The last search text.
    sought: String,
    /// What was wrong with the last files, until the front end asks.
    notices: Vec<Notice>,
    /// Why the rules refused the last move.
    explanation: Option<Explanation>,
    /// Brings games into the library.
    adder: Adder,
    /// The stones before the person's last step.
    previous: Option<Board>,
}

/// The game or record that is open.
#[derive(Debug)]
struct OpenGame {
    /// The connection, if the game is on a server.
    remote: Option<remote::OpenRemote>,
    // The listener and the viewer go before the game that they belong to.
    listener: Listener,
    viewer: ViewerHandle,
    handle: GameHandle,
    view: View,
    now: Duration,
    n_playouts: Option<u32>,
    /// The file of a record, with its other games.
    document: Option<Document>,
    game_idx: usize,
    /// The games of the file, if there are several.
    games: Vec<GameSummary>,
    /// The review of the record, if there is one.
    review: Option<review::OpenReview>,
    /// The exercises on the board.
    practice: Option<Practice>,
    /// A group that is attacked on a side board.
    proof: Option<Proof>,
    /// What is judged and taken back, if this is a teaching game.
    teaching: Teaching,
    /// A guess of the lead that is being checked.
    lead_guess: Option<teaching::LeadGuess>,
}

impl OpenGame {
    fn refresh(&mut self) {
        self.view = self.viewer.view();
        self.now = self.handle.now();
        self.follow_review();
        self.follow_proof();
    }

    fn is_game(&self) -> bool {
        !self.view.game.is_review
    }

    fn is_running(&self) -> bool {
        self.is_game() && !matches!(self.view.game.phase, Phase::Over(_))
    }

    /// The actor of the user in the game.
    fn player(&self) -> Actor {
        match self.view.game.actor {
            Some(color) => Actor::Player(color),
            None => Actor::Owner,
        }
    }
}

/// The result of a command.
#[derive(Debug)]
pub enum Done {
    /// It is done.
    Nothing,
    /// It is done, and this is to be told.
    Told(Notice),
    /// It is done only if a person says so: see [`Workspace::answer`].
    Ask(Question),
    /// The front end shows something else.
    Show(Screen),
    /// A large file is to be opened: the front end reads it by
    /// [`LoadedFile::read`] in another thread, then calls
    /// [`Workspace::show_file`], or opens it at once by
    /// [`Workspace::open_loaded`].
    Load(PathBuf),
    /// A game on a server is to be joined: the front end runs the task, in
    /// another thread if it has something else to do, then calls
    /// [`Workspace::show_joined`].
    Join(Box<JoinTask>),
    /// The command is the front end's own affair: cursor, fields, drawing.
    Local,
    /// The program ends.
    Quit,
}

/// What a front end shows, or asks to be filled in.
#[derive(Clone, Debug, PartialEq)]
pub enum Screen {
    /// The menu.
    Start,
    /// The board.
    Game,
    /// The form for a new game: [`Workspace::form`].
    NewGame,
    /// The form for who plays on from here: [`Workspace::play_on`].
    PlayOn,
    /// A choice of files.
    Open,
    /// A file is named by its path.
    OpenPath,
    /// A game on a server is named by its link: [`Workspace::join`].
    Join,
    /// A name for the record.
    SaveAs,
    /// A name for a picture.
    ExportPicture,
    /// The settings.
    Settings,
    /// Which keys there are.
    Help,
    /// What can be typed.
    TypedHelp,
    /// The games of the file.
    Games,
    /// The games that can be continued.
    Unfinished,
    /// The game info.
    Info,
    /// A word to be found; this one was the last.
    Find(String),
    /// The number of a move.
    GoToMove,
    /// A line is typed.
    Prompt,
    /// The comment is written.
    Comment,
    /// The name of the position is written.
    NodeName,
    /// A text for a point is written; this one is there.
    Label(Point, String),
    /// The moves that lost most: [`Workspace::review`].
    KeyMoves,
    /// The report of the review: [`Workspace::review`].
    Report,
    /// A guess of the lead: [`Workspace::guess_lead`].
    GuessLead,
    /// The library, with this query: [`Workspace::open_browser`].
    Library(String),
    /// The lessons: [`Workspace::open_lessons`].
    Learn,
    /// The glossary, at a word: [`Glossary`](crate::learn::Glossary).
    Glossary(String),
    /// A position in the library: [`Workspace::open_explorer`].
    Explorer(PositionWords),
    /// Statistics of the games of a query: [`Workspace::open_statistics`].
    Statistics(String),
}

/// Changes since the last poll.
#[derive(Debug, Default)]
pub struct News {
    /// Whether the view has changed.
    pub has_changed: bool,
    /// Sounds to play.
    pub sounds: Vec<Sound>,
    /// Notices to show.
    pub notices: Vec<Notice>,
}

impl Workspace {
    /// A workspace without a game, and everything that was wrong with the
    /// files of the user.
    pub fn open(options: WorkspaceOptions) -> (Workspace, Vec<Notice>) {
        let WorkspaceOptions { front_end, dirs, mut runner, wake } = options;
        let mut notices = Vec::new();
        let settings_path = dirs.as_ref().map(Dirs::config_file);
        let settings = load_settings(settings_path.as_deref(), &mut notices);
        let recent = dirs.as_ref().map(Recent::load);
        runner.store = dirs.as_ref().map(|it| Store::new(&it.state));
        let library = dirs.as_ref().filter(|_| settings.keeps_games);
        runner.library = library.map(Dirs::library_file);
        if !settings.analyst.is_empty() {
            runner.analyst = settings.analyst();
        }
        let workspace = Workspace {
            runner: Runner::start(runner),
            front_end,
            wake,
            keys: settings.keys(front_end),
            settings,
            settings_path,
            dirs,
            recent,
            open: None,
            is_guessing_lead: false,
            display: SceneOptions::default(),
            is_editing: false,
            tool: Tool::Play,
            counted: None,
            stroke_start: None,
            sought: String::new(),
            notices: Vec::new(),
            explanation: None,
            adder: Adder::default(),
            previous: None,
        };
        (workspace, notices)
    }

    /// The lessons of the user.
    pub fn open_lessons(&self) -> Learning {
        Learning::open(self.dirs.as_ref())
    }

    /// Why the rules refused the last move, if they did.
    pub const fn explanation(&self) -> Option<&Explanation> {
        self.explanation.as_ref()
    }

    /// Whether the user has never started this program: there are no settings,
    /// no games and no lessons.
    pub fn is_first_start(&mut self) -> bool {
        let Some(dirs) = self.dirs.clone() else { return false };
        let files = [dirs.config_file(), dirs.progress_file(), dirs.profile_file()];
        let is_used = files.iter().any(|it| it.exists()) || dirs.library_file().exists();
        !is_used && self.unfinished().is_empty() && self.finished().is_empty()
    }

    /// Remembers that the user was asked what is asked at the first start.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if the settings cannot be written.
    pub fn end_welcome(&mut self) -> Result<(), Refusal> {
        self.change_settings(|_| ())
    }

    /// The kind of front end.
    pub const fn front_end(&self) -> FrontEnd {
        self.front_end
    }

    /// The keys, with the changes of the user.
    pub const fn keys(&self) -> &KeyTable {
        &self.keys
    }

    /// The settings.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The file of the settings, if there is a place for one.
    pub fn settings_path(&self) -> Option<&Path> {
        self.settings_path.as_deref()
    }

    /// The folders of the user.
    pub const fn dirs(&self) -> Option<&Dirs> {
        self.dirs.as_ref()
    }

    /// Changes settings, and saves them.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if they cannot be saved; they hold until the
    /// program ends.
    pub fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) -> Result<(), Refusal> {
        change(&mut self.settings);
        self.keys = self.settings.keys(self.front_end);
        match &self.settings_path {
            Some(path) => Ok(self.settings.save(path)?),
            None => Ok(()),
        }
    }

    /// The game or record, as it was after the last command or
    /// [`Workspace::poll`].
    pub fn view(&self) -> Option<&View> {
        self.open.as_ref().map(|it| &it.view)
    }

    /// The time of the view, in which clocks and engines count.
    pub fn now(&self) -> Duration {
        self.open.as_ref().map_or(Duration::ZERO, |it| it.now)
    }

    /// The playouts of the engine that thinks about its move.
    pub fn n_playouts(&self) -> Option<u32> {
        let open = self.open.as_ref().filter(|it| it.view.engine.thinking.is_some())?;
        open.n_playouts
    }

    /// The game that is open, for what a front end does beside commands.
    pub fn game(&self) -> Option<&GameHandle> {
        self.open.as_ref().map(|it| &it.handle)
    }

    /// Changes since the last poll, without waiting.
    pub fn poll(&mut self) -> News {
        self.wait(Duration::ZERO)
    }

    /// Changes since the last poll, after waiting up to `timeout` for one.
    pub fn wait(&mut self, timeout: Duration) -> News {
        let mut news = News { notices: std::mem::take(&mut self.notices), ..News::default() };
        let Some(open) = &mut self.open else { return news };
        let mut has_reviewed = false;
        for event in open.listener.poll(timeout) {
            match event {
                HostEvent::Changed => news.has_changed = true,
                HostEvent::Progress(progress) => open.n_playouts = Some(progress.n_playouts),
                HostEvent::Ring(sound) => news.sounds.push(sound),
                HostEvent::Problem(problem) => news.notices.push(Notice::Host(problem)),
                HostEvent::Review => has_reviewed = true,
                HostEvent::Consulted { id, analysis } => {
                    open.take_proof(id, analysis.as_ref().ok());
                    open.take_practice_answer(id, analysis.as_ref().ok());
                    news.notices.extend(open.take_verdict(id, analysis.as_ref().ok()));
                    news.has_changed = true;
                }
            }
        }
        if let Some(remote) = &mut open.remote {
            news.notices.extend(remote.take_notices());
        }
        if news.has_changed {
            open.refresh();
        }
        if has_reviewed {
            open.update_review();
            news.has_changed = true;
        }
        news
    }

    /// Brings the clocks of the view up to date, between two changes.
    pub fn refresh_clocks(&mut self) {
        if let Some(open) = &mut self.open {
            open.now = open.handle.now();
            open.view.game.clocks = open.handle.read(tengen_session::Session::clocks);
        }
    }

    /// Brings all of the view up to date.
    pub fn refresh(&mut self) {
        if let Some(open) = &mut self.open {
            open.refresh();
        }
    }

    /// Whether something moves on the screen by itself.
    pub fn is_lively(&self) -> bool {
        let Some(view) = self.view() else { return false };
        let clocks = &view.game.clocks;
        let is_running = |it: &tengen_session::ClockView| it.is_running && it.shown().is_some();
        let is_clock = is_running(&clocks.black) || is_running(&clocks.white);
        view.engine.thinking.is_some() || view.engine.is_analyzing || is_clock
    }

    /// Whether an engine still has to say something about the game, or a server
    /// to answer.
    pub fn is_busy(&self) -> bool {
        let Some(open) = &self.open else { return false };
        let game = &open.view.game;
        // Those who play on a server can do something while others think.
        if let (Some(remote), Some(about)) = (&open.remote, &game.remote) {
            return remote.is_waiting() && about.is_connected;
        }
        let is_pending = game.scoring.as_ref().is_some_and(|it| it.is_proposal_pending);
        let is_checking = open.practice.as_ref().is_some_and(Practice::is_waiting);
        let is_busy = open.view.engine.thinking.is_some() || is_pending || is_checking;
        is_busy || open.is_judging() || open.proof.as_ref().is_some_and(|it| it.id.is_some())
    }

    /// What happened last and what comes next.
    pub fn status(&self) -> String {
        if let Some(practice) = self.practice() {
            return words::practice(practice, &self.keys);
        }
        if let Some(proof) = self.proof() {
            return words::proof(proof, &self.keys);
        }
        match self.view() {
            Some(view) => {
                let status = words::status(view, &self.keys, self.settings.announces_atari);
                let judged = self.review().and_then(|it| Some((it, it.move_here()?)));
                match judged.filter(|_| self.front_end == FrontEnd::Text) {
                    Some((review, judged)) if judged.band >= Band::Inaccuracy => {
                        format!("{status} {}", words::judged_move(judged, review.is_hidden))
                    }
                    _ => status,
                }
            }
            None => words::refusal(&Refusal::NoGame, &self.keys),
        }
    }

    /// The board as it is to be drawn, without pointer and cursor.
    pub fn scene(&self) -> Option<Scene> {
        let has_variations = self.display.has_variations || self.is_editing;
        let options = SceneOptions { has_variations, ..self.display };
        let view = self.view()?;
        if let Some(practice) = self.practice() {
            return Some(scene::of_practice(view, practice));
        }
        if let Some(proof) = self.proof() {
            return Some(scene::of_proof(view, proof));
        }
        let mut scene = scene::of_view(view, options);
        if let Some(teaching) = self.teaching() {
            scene::add_teaching(&mut scene, view, teaching);
        }
        if let Some(review) = self.review() {
            scene::add_review(&mut scene, view, review, options);
        }
        Some(scene)
    }

    /// Whether a person could put a stone on a point of the viewed position.
    pub fn is_legal(&self, point: Point) -> bool {
        let Some(open) = &self.open else { return false };
        if open.remote.is_some() && open.view.game.is_waiting {
            return false;
        }
        open.viewer.check(open.player(), Move::Play(point)).is_ok()
    }

    /// The stone that a click on a point would put there, if it would.
    pub fn ghost(&self, point: Point) -> Option<Stone> {
        let view = self.view()?;
        if let Some(practice) = self.practice() {
            let color = practice.color;
            let is_free = practice.is_asking() && view.position.stone(point).is_none();
            return is_free.then_some(Stone { point, color });
        }
        let tool = if self.is_editing { self.tool } else { Tool::Play };
        let color = match tool {
            Tool::Play if self.is_legal(point) => view.position.to_play,
            Tool::Stone(color) if view.position.stone(point).is_none() => color,
            _ => return None,
        };
        Some(Stone { point, color })
    }

    /// Whether a record is being edited.
    pub const fn is_editing(&self) -> bool {
        self.is_editing
    }

    /// The tool that a click uses while a record is edited.
    pub const fn tool(&self) -> Tool {
        self.tool
    }

    /// Takes another tool.
    pub fn set_tool(&mut self, tool: Tool) {
        self.tool = tool;
        self.stroke_start = None;
    }

    /// Where a line was begun that has no end yet.
    pub const fn stroke_start(&self) -> Option<Point> {
        self.stroke_start
    }

    /// A form for the next game: like the one that is open, or else like the
    /// last one.
    pub fn form(&self) -> Form {
        let game = &self.settings.game;
        let engines = &self.settings.engines;
        match self.open.as_ref().filter(|it| it.is_game()) {
            Some(open) => Form::of_setup(&begin::setup_of(&open.view), game, engines),
            None => Form::new(game, engines),
        }
    }

    /// A form for who plays on from a position of a record.
    pub fn play_on_form(&self) -> Form {
        self.form().with_fields(&Field::OF_PLAYERS)
    }

    /// The cut or copied variation as SGF, for the system clipboard.
    pub fn clip(&self) -> Option<String> {
        self.open.as_ref()?.viewer.clip()
    }
}

fn load_settings(path: Option<&Path>, notices: &mut Vec<Notice>) -> Settings {
    match path.map(Settings::load) {
        Some(Ok(loaded)) => {
            notices.extend(loaded.problems.into_iter().map(Notice::Setting));
            loaded.settings
        }
        Some(Err(error)) => {
            notices.push(Notice::Settings(Arc::new(error)));
            Settings::default()
        }
        None => Settings::default(),
    }
}
