//! The program without its terminal: events in, requests and a picture out.

use std::path::PathBuf;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget, Wrap};
use tengen_host::{Deed, Profile};
use tengen_record::Record;
use tengen_session::{Action, Phase, Seat, Setup, View};

use crate::keys::{Command, Keys};
use crate::layout::LEAST;
use crate::line;
use crate::screen::career::{Career, Departure};
use crate::screen::files::Files;
use crate::screen::game::GameScreen;
use crate::screen::help;
use crate::screen::new_game::NewGame;
use crate::screen::settings::Settings;
use crate::screen::start::Start;
use crate::theme::{Role, Theme};

/// What the outside must do for the program.
#[derive(Clone, Debug)]
pub enum Request {
    /// Something for the game.
    Act(Action),
    /// Begin a game.
    NewGame(Box<Setup>),
    /// Go on with the game that was saved last.
    Continue,
    /// Open a record.
    Open(PathBuf),
    /// Write the record of the game to a file that does not exist, by this
    /// name or, if it is taken, by one like it.
    SaveNew(PathBuf),
    /// Write the record of the game to a file.
    Save {
        /// The file.
        path: PathBuf,
        /// Whether a file is replaced that exists.
        is_forced: bool,
    },
    /// Keep what the player likes.
    KeepTaste(Taste),
    /// Go on with the career, or begin it.
    Career,
    /// Write something down in the profile.
    Record(Deed),
    /// See what other programs have written into the profile.
    Refresh,
    /// End the program; the game stays saved.
    Quit,
}

/// What a player likes to see.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Taste {
    /// Colors and characters.
    pub theme: Theme,
    /// Whether coordinates are shown where there is space.
    pub has_coordinates: bool,
}

/// The game as the program sees it.
#[derive(Copy, Clone, Debug)]
pub struct Table<'a> {
    /// Everything there is to draw.
    pub view: &'a View,
    /// The record with all variations.
    pub record: &'a Record,
    /// The time of the view.
    pub now: Duration,
    /// The playouts of the engine that thinks about its move, if it counts
    /// them.
    pub n_playouts: Option<u32>,
    /// Whether this is a record that was only looked at so far, beside the
    /// game that can be continued.
    pub is_visit: bool,
}

/// What is said to the player, until the next key.
#[derive(Clone, Debug)]
pub(crate) enum Notice {
    Told(String),
    Refused(String),
}

#[derive(Debug)]
pub(crate) enum Screen {
    Start(Box<Start>),
    NewGame(Box<NewGame>),
    Files(Files),
    Settings(Settings),
    Game(GameScreen),
    Career(Box<Career>),
}

/// The program without its terminal.
#[derive(Debug)]
pub struct App {
    pub(crate) taste: Taste,
    pub(crate) keys: Keys,
    pub(crate) screen: Screen,
    pub(crate) notice: Option<Notice>,
    /// What is being typed after a colon.
    pub(crate) prompt: Option<String>,
    is_help_open: bool,
    /// What the new game screen starts with.
    wish: Setup,
    /// The programs that can be chosen as opponents.
    engines: Vec<Seat>,
    /// Where the games of the player are kept.
    games: Option<PathBuf>,
    /// Where records are looked for first.
    folder: PathBuf,
    /// The game that can be continued, in a few words.
    saved: Option<String>,
}

impl App {
    /// A program at its start screen.
    ///
    /// `saved` is a line about the game that can be continued, if there is
    /// one, and `wish` is what a new game is played with unless the player
    /// chooses otherwise.
    pub fn new(taste: Taste, keys: Keys, saved: Option<String>, wish: Setup) -> App {
        let screen = Screen::Start(Box::new(Start::new(saved.clone())));
        App {
            taste,
            keys,
            screen,
            notice: None,
            prompt: None,
            is_help_open: false,
            wish,
            engines: Vec::new(),
            games: None,
            folder: PathBuf::from("."),
            saved,
        }
    }

    /// The same with a folder where records are looked for first.
    #[must_use]
    pub fn with_folder(self, folder: PathBuf) -> App {
        App { folder, ..self }
    }

    /// The same with a folder where the games of the player are kept.
    #[must_use]
    pub fn with_games(self, games: Option<PathBuf>) -> App {
        App { games, ..self }
    }

    /// The same with programs that can be chosen as opponents.
    #[must_use]
    pub fn with_engines(self, engines: Vec<Seat>) -> App {
        App { engines, ..self }
    }

    /// Shows the game, which has just begun, been opened or gone on.
    pub fn show_game(&mut self, view: &View) {
        self.screen = Screen::Game(GameScreen::new(view));
        self.wish = wish(view);
    }

    /// Shows a record from its first move on, to look through it.
    pub fn show_record(&mut self, view: &View) {
        self.screen = Screen::Game(GameScreen::browsing(view));
    }

    /// Shows the career, and returns what is to be written down about it.
    pub fn show_career(&mut self, departure: Departure) -> Vec<Request> {
        let (career, requests) = Career::new(departure);
        self.screen = Screen::Career(Box::new(career));
        requests
    }

    /// Takes a profile that was read or written.
    pub fn set_profile(&mut self, profile: Profile) {
        if let Screen::Career(career) = &mut self.screen {
            career.set_profile(profile);
        }
    }

    /// Whether [`App::tick`] has a meaning.
    pub const fn is_ticking(&self) -> bool {
        matches!(self.screen, Screen::Career(_))
    }

    /// Lets a tenth of a second pass in the career.
    pub fn tick(&mut self) -> Vec<Request> {
        match &mut self.screen {
            Screen::Career(career) => career.tick(),
            _ => Vec::new(),
        }
    }

    /// What is still to be written down when the program ends.
    pub fn last_request(&mut self) -> Option<Request> {
        match &mut self.screen {
            Screen::Career(career) => career.note_time(),
            _ => None,
        }
    }

    /// Says something to the player.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::Told(text.into()));
    }

    /// Says that something is not possible.
    pub fn refuse(&mut self, reason: impl Into<String>) {
        let reason = reason.into();
        if let Screen::Career(career) = &mut self.screen {
            career.tell(sentence(&reason));
        }
        self.notice = Some(Notice::Refused(reason));
    }

    /// Takes what has happened in the terminal.
    pub fn handle(&mut self, event: &Event, table: Option<Table<'_>>) -> Vec<Request> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key, table),
            Event::Mouse(mouse) => self.point(*mouse, table),
            Event::Paste(text) => {
                if let Some(prompt) = &mut self.prompt {
                    prompt.extend(text.chars().filter(|it| !it.is_control()));
                }
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn press(&mut self, key: KeyEvent, table: Option<Table<'_>>) -> Vec<Request> {
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return vec![Request::Quit];
        }
        self.notice = None;
        if self.prompt.is_some() {
            return self.type_key(key, table);
        }
        if self.is_help_open {
            self.is_help_open = false;
            return Vec::new();
        }
        let command = self.keys.command(key);
        if let Screen::Career(career) = &mut self.screen
            && (command != Some(Command::Help) || career.wants_any_key())
        {
            let outcome = career.press(command, key);
            return self.follow(outcome, table);
        }
        match command {
            Some(Command::Help) => {
                self.is_help_open = true;
                Vec::new()
            }
            Some(Command::Prompt) if matches!(self.screen, Screen::Game(_)) => {
                self.prompt = Some(String::new());
                Vec::new()
            }
            Some(command) => self.obey(command, table),
            None => Vec::new(),
        }
    }

    fn type_key(&mut self, key: KeyEvent, table: Option<Table<'_>>) -> Vec<Request> {
        let Some(prompt) = &mut self.prompt else { return Vec::new() };
        match key.code {
            KeyCode::Char(letter) => prompt.push(letter),
            KeyCode::Backspace if prompt.pop().is_none() => self.prompt = None,
            KeyCode::Esc => self.prompt = None,
            KeyCode::Enter => {
                let text = self.prompt.take().unwrap_or_default();
                return self.obey_line(&text, table);
            }
            _ => (),
        }
        Vec::new()
    }

    /// Does what was typed after a colon.
    fn obey_line(&mut self, text: &str, table: Option<Table<'_>>) -> Vec<Request> {
        let Some(table) = table.filter(|_| !text.trim().is_empty()) else { return Vec::new() };
        match line::parse(text) {
            Ok(line::Order::Ask(question)) => self.tell(question.answer(table)),
            Ok(line::Order::Request(request)) => return vec![request],
            Ok(line::Order::Act(act)) => match act.actions(table.view) {
                Ok(actions) => return actions.into_iter().map(Request::Act).collect(),
                Err(reason) => self.refuse(reason.to_string()),
            },
            Ok(line::Order::Help) => self.is_help_open = true,
            Ok(line::Order::NewGame(changes)) => {
                match changes.apply(self.wish.clone(), &self.engines) {
                    Ok(setup) => return vec![Request::NewGame(Box::new(setup))],
                    Err(reason) => self.refuse(reason.to_string()),
                }
            }
            Err(reason) => self.refuse(reason.to_string()),
        }
        Vec::new()
    }

    fn obey(&mut self, command: Command, table: Option<Table<'_>>) -> Vec<Request> {
        let outcome = match &mut self.screen {
            Screen::Start(start) => start.obey(command),
            Screen::NewGame(new_game) => new_game.obey(command),
            Screen::Files(files) => files.obey(command),
            Screen::Settings(settings) => settings.obey(command, &mut self.taste),
            // Its keys have a way of their own.
            Screen::Career(_) => Outcome::Nothing,
            Screen::Game(game) => match table {
                Some(table) => game.obey(command, table, &mut self.taste),
                None => Outcome::GoTo(Goal::Start),
            },
        };
        self.follow(outcome, table)
    }

    fn point(&mut self, mouse: MouseEvent, table: Option<Table<'_>>) -> Vec<Request> {
        let outcome = match (&mut self.screen, table) {
            (Screen::Game(game), Some(table)) if !self.is_help_open => game.point(mouse, table),
            (Screen::Career(career), _) if !self.is_help_open => career.point(mouse),
            _ => Outcome::Nothing,
        };
        if !matches!(outcome, Outcome::Nothing) {
            self.notice = None;
        }
        self.follow(outcome, table)
    }

    fn follow(&mut self, outcome: Outcome, table: Option<Table<'_>>) -> Vec<Request> {
        match outcome {
            Outcome::Nothing => Vec::new(),
            Outcome::Tell(text) => {
                self.tell(text);
                Vec::new()
            }
            Outcome::Request(request) => vec![request],
            Outcome::Requests(requests) => requests,
            Outcome::RequestsAndGoTo(mut requests, goal) => {
                requests.extend(self.follow(Outcome::GoTo(goal), table));
                requests
            }
            Outcome::Act(actions) => actions.into_iter().map(Request::Act).collect(),
            Outcome::GoTo(goal) => {
                let mut requests = Vec::new();
                // A clock does not run behind other screens.
                if let (Screen::Game(_), Some(table)) = (&self.screen, table)
                    && !table.view.is_paused
                    && table.view.clocks.black.shown().is_some()
                {
                    requests.push(Request::Act(Action::Pause));
                }
                if let Some(table) = table.filter(|it| !it.is_visit) {
                    let is_over = matches!(table.view.phase, Phase::Over(_));
                    self.saved = (!is_over).then(|| describe(table.view));
                }
                self.screen = self.screen_of(goal, table);
                requests
            }
        }
    }

    fn screen_of(&self, goal: Goal, table: Option<Table<'_>>) -> Screen {
        match goal {
            Goal::Start => {
                let open = table.filter(|it| !it.is_visit).map(|it| describe(it.view));
                Screen::Start(Box::new(Start::new(open.or_else(|| self.saved.clone()))))
            }
            Goal::NewGame => Screen::NewGame(Box::new(NewGame::new(&self.wish, &self.engines))),
            Goal::Files => Screen::Files(Files::new(&self.folder, self.games.as_deref())),
            Goal::Settings => Screen::Settings(Settings::default()),
        }
    }

    /// Whether something moves on the screen by itself.
    pub fn is_lively(&self, view: Option<&View>) -> bool {
        let Some(view) = view else { return false };
        let is_clock = view.clocks.black.is_running || view.clocks.white.is_running;
        let has_clock = view.clocks.black.shown().is_some();
        view.thinking.is_some() || view.is_analyzing || is_clock && has_clock
    }

    /// Draws everything.
    pub fn draw(&mut self, table: Option<Table<'_>>, area: Rect, buffer: &mut Buffer) {
        if area.width < LEAST.0 || area.height < LEAST.1 {
            return draw_small(area, buffer);
        }
        let App { taste, keys, screen, notice, prompt, .. } = self;
        let look = Look { taste, keys, notice: notice.as_ref(), prompt: prompt.as_deref() };
        match (screen, table) {
            (Screen::Start(start), _) => start.draw(look, area, buffer),
            (Screen::NewGame(new_game), _) => new_game.draw(look, area, buffer),
            (Screen::Files(files), _) => files.draw(look, area, buffer),
            (Screen::Settings(settings), _) => settings.draw(look, area, buffer),
            (Screen::Game(game), Some(table)) => game.draw(look, table, area, buffer),
            (Screen::Game(_), None) => (),
            (Screen::Career(career), _) => career.draw(look, area, buffer),
        }
        if self.is_help_open {
            help::draw(&self.screen, table, &self.keys, (self.taste.theme, area, buffer));
        }
        if self.taste.theme.is_ascii {
            make_ascii(buffer);
        }
    }
}

/// Replaces what is left of other characters, in names and sentences.
fn make_ascii(buffer: &mut Buffer) {
    for cell in buffer.content.iter_mut().filter(|it| !it.symbol().is_ascii()) {
        cell.set_symbol(match cell.symbol() {
            "×" => "x",
            "·" | "–" => "-",
            "…" => ".",
            "‹" => "<",
            "›" => ">",
            _ => "?",
        });
    }
}

/// What all screens need to draw themselves.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Look<'a> {
    pub(crate) taste: &'a Taste,
    pub(crate) keys: &'a Keys,
    pub(crate) notice: Option<&'a Notice>,
    pub(crate) prompt: Option<&'a str>,
}

impl Look<'_> {
    /// What is said to the player, if anything.
    pub(crate) fn notice_lines(&self) -> Vec<Line<'static>> {
        let theme = self.taste.theme;
        let (text, role) = match self.notice {
            Some(Notice::Told(text)) => (text.clone(), Role::Accent),
            Some(Notice::Refused(reason)) => (sentence(reason), Role::Warning),
            None => return Vec::new(),
        };
        text.lines().map(|it| Line::styled(it.to_owned(), theme.text(role))).collect()
    }

    /// The same in one line.
    pub(crate) fn notice_line(&self) -> Option<Line<'static>> {
        self.notice_lines().into_iter().next()
    }
}

/// A reason as a whole sentence.
pub(crate) fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters.next().map(|it| it.to_uppercase().collect::<String>());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

/// What comes of a key on a screen.
#[derive(Debug)]
pub(crate) enum Outcome {
    Nothing,
    Tell(String),
    Request(Request),
    Requests(Vec<Request>),
    RequestsAndGoTo(Vec<Request>, Goal),
    Act(Vec<Action>),
    GoTo(Goal),
}

/// Another screen.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Goal {
    Start,
    NewGame,
    Files,
    Settings,
}

/// A game in a few words.
pub fn describe(view: &View) -> String {
    let size = view.board.size();
    let opponent = [&view.seats.black, &view.seats.white].into_iter().find(|it| !it.is_person());
    let against = opponent.map_or(String::new(), |it| format!(" against {it}"));
    format!("{}×{}{against}, move {}", size.width(), size.height(), view.move_number)
}

/// The set-up that a game was played with.
fn wish(view: &View) -> Setup {
    let mut setup = Setup::new(view.board.size(), view.ruleset);
    setup.seats = view.seats.clone();
    setup.with_time(view.time)
}

/// Says what the program needs.
fn draw_small(area: Rect, buffer: &mut Buffer) {
    let (width, height) = LEAST;
    let text =
        format!("Tengen needs {width}×{height} cells; here are {}×{}.", area.width, area.height);
    Paragraph::new(text).wrap(Wrap { trim: true }).render(area, buffer);
}
