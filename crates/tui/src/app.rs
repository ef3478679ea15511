//! The program without its terminal: takes events, draws into a buffer.

mod answer;
mod career;
mod draw;
mod learn;
mod library;
mod navigate;

pub(crate) use draw::Look;
pub(crate) use navigate::{Next, any_seed};

use std::cell::RefCell;
use std::path::PathBuf;

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;
use tengen_front::command::Command;
use tengen_front::notice::Notice;
use tengen_front::question::Question;
use tengen_front::refusal::Refusal;
use tengen_front::words;
use tengen_front::workspace::{Done, Workspace};
use tengen_host::ProfileFile;
use tengen_rules::Point;
use tengen_session::Sound;

use crate::display::DisplaySettings;
use crate::input::{chord, event, is_control, types};
use crate::message::Message;
use crate::panel::FooterKey;
use crate::prompt::{Prompt, Typed};
use crate::screen::Screen;
use crate::screen::game::GameScreen;
use crate::screen::help::Help;
use crate::screen::start::Start;

/// The program without its terminal.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that is or is not so")]
pub struct App {
    workspace: Workspace,
    display: DisplaySettings,
    screen: Screen,
    /// The cursor and whatever else belongs to the board.
    game: GameScreen,
    /// Whether other screens lead back to the board.
    is_board_below: bool,
    help: Option<Help>,
    /// Whether the reason of a refusal is shown at length.
    is_explaining: bool,
    prompt: Option<Prompt>,
    /// What was typed after a colon, the newest last.
    history: Vec<String>,
    /// The keys below the screen, where they were drawn last.
    footer: RefCell<Vec<FooterKey>>,
    /// Whether the bell is to ring.
    rings: bool,
    question: Option<Question>,
    message: Option<Message>,
    /// The career, once it was opened.
    profile_file: Option<ProfileFile>,
    /// Where records are looked for first.
    folder: PathBuf,
    has_quit: bool,
    /// Whether what the last key asked for was refused.
    is_refused: bool,
}

impl App {
    /// The program at its start screen, with notices to show.
    pub fn new(workspace: Workspace, display: DisplaySettings, notices: &[Notice]) -> App {
        let mut workspace = workspace;
        let message = Message::of_notices(notices, workspace.keys());
        App {
            screen: Screen::Start(Box::new(Start::new(&mut workspace))),
            workspace,
            display,
            game: GameScreen::default(),
            is_board_below: false,
            help: None,
            is_explaining: false,
            prompt: None,
            history: Vec::new(),
            footer: RefCell::new(Vec::new()),
            rings: false,
            question: None,
            message,
            profile_file: None,
            folder: PathBuf::from("."),
            has_quit: false,
            is_refused: false,
        }
    }

    /// A copy with a folder where records are looked for first.
    #[must_use]
    pub fn with_folder(self, folder: PathBuf) -> App {
        App { folder, ..self }
    }

    /// The game, files and settings.
    pub const fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// Mutable access, for tests that set up a game.
    pub const fn workspace_mut(&mut self) -> &mut Workspace {
        &mut self.workspace
    }

    /// Whether the player has left.
    pub const fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// The message that is shown, if any.
    pub fn message(&self) -> Option<&str> {
        self.message.as_ref().map(|it| it.text.as_str())
    }

    /// Whether what the last key or click asked for was refused.
    pub const fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// The question that is to be answered.
    pub const fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// The cell in the middle of a point, as the board was drawn last.
    pub fn cell(&self, point: Point) -> Option<Position> {
        if let Screen::Learn(lessons) = &self.screen {
            return lessons.cell(point);
        }
        self.game.cell(point)
    }

    /// Handles the result of a command: shows, reports or asks something.
    pub fn follow(&mut self, done: Result<Done, Refusal>) {
        self.is_refused = done.is_err();
        match done {
            Ok(Done::Nothing | Done::Local) => (),
            Ok(Done::Told(notice)) => self.tell(&[notice]),
            Ok(Done::Ask(question)) => self.question = Some(question),
            Ok(Done::Show(screen)) => self.show(screen),
            Ok(Done::Load(path)) => {
                let done = self.workspace.open_loaded(&path);
                return self.follow(done);
            }
            Ok(Done::Join(task)) => {
                let done = self.workspace.run_join(*task);
                return self.follow(done);
            }
            Ok(Done::Quit) => self.has_quit = true,
            Err(reason) => {
                let text = words::refusal(&reason, self.workspace.keys());
                self.say(Message::urgent(text));
            }
        }
        self.collect_news();
    }

    fn tell(&mut self, notices: &[Notice]) {
        if let Some(message) = Message::of_notices(notices, self.workspace.keys()) {
            self.say(message);
        }
    }

    fn say(&mut self, message: Message) {
        if let Screen::Career(career) = &mut self.screen {
            career.tell(message.text.clone());
        }
        match &mut self.message {
            Some(before) => before.join(&message),
            None => self.message = Some(message),
        }
    }

    /// Handles events of other threads since the last call.
    pub fn collect_news(&mut self) {
        let news = self.workspace.poll();
        self.rings |= self.display.has_bell && news.sounds.iter().any(|it| self.is_heard(*it));
        self.tell(&news.notices);
        self.collect_library_news();
    }

    /// Whether the bell rings for something: the last ten seconds, the end, and
    /// a move of the opponent where one does not wait for it.
    fn is_heard(&self, sound: Sound) -> bool {
        let Some(view) = self.workspace.view() else { return false };
        let game = &view.game;
        let has_clock = game.clocks.black.shown().is_some() || game.clocks.white.shown().is_some();
        match sound {
            Sound::SecondsLeft(seconds) => seconds <= 10,
            _ if !has_clock && game.remote.is_none() => false,
            Sound::End => true,
            Sound::Stone | Sound::Capture(_) | Sound::Pass => {
                let mover = view.position.last_move.map(|it| it.0);
                let is_other = mover.is_some_and(|it| {
                    game.remote.map_or_else(|| !game.seats[it].is_person(), |about| !about.own[it])
                });
                is_other && game.actor.is_some()
            }
        }
    }

    /// Whether the bell is to ring; it then has.
    pub const fn take_bell(&mut self) -> bool {
        std::mem::replace(&mut self.rings, false)
    }

    /// Brings clocks up to date; whether something moves by itself.
    pub fn refresh(&mut self) -> bool {
        let is_lively = matches!(self.screen, Screen::Game) && self.workspace.is_lively();
        if is_lively {
            self.workspace.refresh_clocks();
        }
        is_lively
    }

    /// Handles an event of the terminal.
    pub fn handle(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key),
            Event::Mouse(mouse) => self.point(*mouse),
            Event::Paste(text) => {
                if let Some(prompt) = &mut self.prompt {
                    prompt.paste(text);
                }
            }
            _ => (),
        }
    }

    fn press(&mut self, key: KeyEvent) {
        let chord = chord(key);
        let command = chord.and_then(|it| self.workspace.keys().command(it));
        if is_control(key, 'c') {
            return self.quit();
        }
        self.message = None;
        if std::mem::take(&mut self.is_explaining) {
            return;
        }
        let was_refused = std::mem::take(&mut self.is_refused);
        if let Some(question) = self.question.take() {
            let is_answered = self.answer(question, key, command);
            if is_answered {
                return;
            }
        }
        if self.prompt.is_some() {
            return self.type_key(key);
        }
        if let Some(help) = &mut self.help {
            if !command.is_some_and(|it| help.scroll(it)) {
                self.help = None;
            }
            return;
        }
        let is_why = was_refused && command == Some(Command::Help);
        if is_why && self.workspace.explanation().is_some() {
            self.is_explaining = true;
            return;
        }
        if let Screen::Career(career) = &mut self.screen
            && (command != Some(Command::Help) || career.wants_any_key())
        {
            let news = career.press(command, key);
            return self.follow_career(news);
        }
        if let Screen::Library(library) = &mut self.screen
            && !(command == Some(Command::Help) && matches!(key.code, KeyCode::F(_)))
        {
            let next = library.press(key, command);
            return self.proceed(next);
        }
        match &mut self.screen {
            Screen::Learn(lessons) => {
                let next = lessons.press(key, command);
                self.proceed(next);
            }
            Screen::Glossary(glossary) => {
                let next = glossary.press(key, command);
                self.proceed(next);
            }
            _ => {
                if let Some(command) = command {
                    self.obey(command);
                }
            }
        }
    }

    /// Quits; a second time without asking, as drafts are kept anyway.
    fn quit(&mut self) {
        if self.question.take().is_some() {
            return self.stop();
        }
        let done = self.workspace.command(Command::Quit);
        self.follow(done);
    }

    fn type_key(&mut self, key: KeyEvent) {
        let Some(prompt) = &mut self.prompt else { return };
        match prompt.press(key) {
            Typed::Going => (),
            Typed::Cancelled => self.prompt = None,
            Typed::Finished(text) => {
                let purpose = prompt.purpose;
                self.prompt = None;
                self.finish_prompt(purpose, &text);
            }
        }
    }

    fn point(&mut self, mouse: MouseEvent) {
        if let Some(help) = &mut self.help {
            match mouse.kind {
                MouseEventKind::ScrollUp => _ = help.scroll(Command::Up),
                MouseEventKind::ScrollDown => _ = help.scroll(Command::Down),
                MouseEventKind::Down(_) => self.help = None,
                _ => (),
            }
            return;
        }
        if self.prompt.is_some() {
            return;
        }
        if let Some(key) = self.footer_key(mouse) {
            return self.press(key);
        }
        let next = match &mut self.screen {
            Screen::Start(start) => start.point(mouse),
            Screen::Form(form) => form.point(mouse),
            Screen::List(list) => list.point(mouse),
            Screen::Settings(settings) => {
                settings.point(mouse, &mut self.display, &mut self.workspace)
            }
            _ => Next::Stay,
        };
        if !matches!(next, Next::Stay) {
            self.message = None;
            return self.proceed(next);
        }
        match &mut self.screen {
            Screen::Game => {
                let done = self.game.point(mouse, &mut self.workspace);
                if let Some(done) = done {
                    self.message = None;
                    self.question = None;
                    self.follow(done);
                }
            }
            Screen::Library(library) => library.point(mouse),
            Screen::Explorer(explorer) => explorer.point(mouse),
            Screen::Learn(lessons) => lessons.point(mouse),
            Screen::Welcome(welcome) => {
                let at = Position { x: mouse.column, y: mouse.row };
                let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
                if is_click && welcome.click(at) {
                    self.proceed(Next::Welcomed);
                }
            }
            Screen::Career(career) => {
                let news = career.point(mouse);
                self.follow_career(news);
            }
            _ => (),
        }
    }

    /// The key of the footer that is clicked.
    fn footer_key(&self, mouse: MouseEvent) -> Option<KeyEvent> {
        let at = Position { x: mouse.column, y: mouse.row };
        let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        let keys = self.footer.borrow();
        let clicked = keys.iter().find(|it| it.area.contains(at)).filter(|_| is_click)?;
        let mut chords = self.workspace.keys().chords(clicked.command);
        let chord = chords.find(|it| !clicked.is_typing || !types(*it))?;
        Some(event(chord))
    }

    /// Ends the program without a question, as when its terminal has gone.
    pub(crate) const fn stop(&mut self) {
        self.has_quit = true;
    }
}
