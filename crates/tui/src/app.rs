//! The program without its terminal: events in, a picture out.

mod answer;
mod draw;
mod navigate;

pub(crate) use draw::Look;
pub(crate) use navigate::{Next, any_seed};

use std::path::PathBuf;

use ratatui::crossterm::event::{Event, KeyEvent, KeyEventKind, MouseEvent};
use tengen_front::command::Command;
use tengen_front::notice::Notice;
use tengen_front::question::Question;
use tengen_front::refusal::Refusal;
use tengen_front::words;
use tengen_front::workspace::{Done, Workspace};
use tengen_host::{Profile, ProfileEvent, ProfileFile};

use crate::display::DisplaySettings;
use crate::input::{chord, is_control};
use crate::message::Message;
use crate::prompt::{Prompt, Typed};
use crate::screen::Screen;
use crate::screen::career::{Career, CareerNews, Departure};
use crate::screen::game::GameScreen;
use crate::screen::help::Help;
use crate::screen::start::Start;

/// The program without its terminal.
#[derive(Debug)]
pub struct App {
    workspace: Workspace,
    display: DisplaySettings,
    screen: Screen,
    /// The cursor and whatever else belongs to the board.
    game: GameScreen,
    /// Whether other screens lead back to the board.
    is_board_below: bool,
    help: Option<Help>,
    prompt: Option<Prompt>,
    question: Option<Question>,
    message: Option<Message>,
    /// The career, once somebody has asked for it.
    profile_file: Option<ProfileFile>,
    /// Where records are looked for first.
    folder: PathBuf,
    has_quit: bool,
}

impl App {
    /// The program at its start screen, with what there is to tell.
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
            prompt: None,
            question: None,
            message,
            profile_file: None,
            folder: PathBuf::from("."),
            has_quit: false,
        }
    }

    /// The same with a folder where records are looked for first.
    #[must_use]
    pub fn with_folder(self, folder: PathBuf) -> App {
        App { folder, ..self }
    }

    /// The game, files and settings.
    pub const fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// The same, for a test that sets up a game.
    pub const fn workspace_mut(&mut self) -> &mut Workspace {
        &mut self.workspace
    }

    /// Whether the player has left.
    pub const fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// What the player is told, if anything.
    pub fn message(&self) -> Option<&str> {
        self.message.as_ref().map(|it| it.text.as_str())
    }

    /// Takes what came of a command: shows, tells or asks something.
    pub fn follow(&mut self, done: Result<Done, Refusal>) {
        match done {
            Ok(Done::Nothing | Done::Local) => (),
            Ok(Done::Told(notice)) => self.tell(&[notice]),
            Ok(Done::Ask(question)) => self.question = Some(question),
            Ok(Done::Show(screen)) => self.show(screen),
            Ok(Done::Load(path)) => {
                let done = self.workspace.open_loaded(&path);
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
            Some(before) if *before != message => before.join(message),
            other => *other = Some(message),
        }
    }

    /// Takes what has happened in other threads since the last time.
    pub fn collect_news(&mut self) {
        let news = self.workspace.poll();
        self.tell(&news.notices);
    }

    /// Brings clocks up to date; whether something moves by itself.
    pub fn refresh(&mut self) -> bool {
        let is_lively = matches!(self.screen, Screen::Game) && self.workspace.is_lively();
        if is_lively {
            self.workspace.refresh_clocks();
        }
        is_lively
    }

    /// Takes what has happened in the terminal.
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
        if let Screen::Career(career) = &mut self.screen
            && (command != Some(Command::Help) || career.wants_any_key())
        {
            let news = career.press(command, key);
            return self.follow_career(news);
        }
        if let Some(command) = command {
            self.obey(command);
        }
    }

    /// Quits; a second time without asking, as drafts are kept anyway.
    fn quit(&mut self) {
        match self.question.take() {
            Some(_) => self.has_quit = true,
            None => {
                let done = self.workspace.command(Command::Quit);
                self.follow(done);
            }
        }
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
        if self.help.is_some() || self.prompt.is_some() {
            return;
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
            Screen::Career(career) => {
                let news = career.point(mouse);
                self.follow_career(news);
            }
            _ => (),
        }
    }

    /// Shows the career.
    pub fn show_career(&mut self, departure: Departure) {
        let (career, news) = Career::new(departure);
        self.screen = Screen::Career(Box::new(career));
        self.follow_career(news);
    }

    /// Shows the career of the profile's file.
    pub(crate) fn set_out(&mut self, seed: u64, is_debug: bool) {
        let path = self.workspace.dirs().map(|it| it.profile_file());
        let (file, problem) = match path {
            Some(path) => ProfileFile::open(path),
            None => (ProfileFile::in_memory(), None),
        };
        let profile = file.profile().clone();
        self.profile_file = Some(file);
        self.leave_board();
        self.show_career(Departure { profile, seed, is_debug });
        if let Some(problem) = problem {
            self.follow(Err(Refusal::Profile(problem)));
        }
        self.tell_damage();
    }

    fn follow_career(&mut self, news: CareerNews) {
        let CareerNews { events, is_stale, is_left } = news;
        let events = events.into_iter().map(Some).chain(is_stale.then_some(None));
        for event in events {
            self.record(event);
        }
        if is_left {
            self.show_start();
        }
    }

    /// Adds an event to the profile, or reads what others have added.
    fn record(&mut self, event: Option<ProfileEvent>) {
        let file = self.profile_file.get_or_insert_with(ProfileFile::in_memory);
        let done = match event {
            Some(event) => file.record(event),
            None => file.refresh(),
        };
        let profile = file.profile().clone();
        if let Screen::Career(career) = &mut self.screen {
            career.set_profile(profile);
        }
        if let Err(problem) = done {
            self.follow(Err(Refusal::Profile(problem)));
        }
        self.tell_damage();
    }

    fn tell_damage(&mut self) {
        let moved = self.profile_file.as_mut().and_then(ProfileFile::take_set_aside);
        if let Some(path) = moved {
            self.tell(&[Notice::ProfileDamaged(path)]);
        }
    }

    /// The career so far, for tests.
    pub fn profile(&self) -> Option<&Profile> {
        self.profile_file.as_ref().map(ProfileFile::profile)
    }

    /// Takes a profile that is in no file, for tests.
    pub fn set_profile_file(&mut self, file: ProfileFile) {
        self.profile_file = Some(file);
    }

    /// Whether [`App::tick`] has a meaning.
    pub const fn is_ticking(&self) -> bool {
        matches!(self.screen, Screen::Career(_))
    }

    /// Lets a tenth of a second pass in the career.
    pub fn tick(&mut self) {
        if let Screen::Career(career) = &mut self.screen {
            let news = career.tick();
            self.follow_career(news);
        }
    }

    /// Ends the program without a question, as when its terminal has gone.
    pub(crate) const fn stop(&mut self) {
        self.has_quit = true;
    }

    /// Writes what is still to be written when the program ends.
    pub(crate) fn finish(&mut self) {
        if let Screen::Career(career) = &mut self.screen
            && let Some(event) = career.note_time()
        {
            self.record(Some(event));
        }
    }
}
