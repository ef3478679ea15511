//! The window without its frame: messages in, and what has become of them.

mod edit;
mod file;
mod game;
mod join;
mod keyboard;
mod learn;
mod library;
mod menu;
mod play;
mod review;
mod scenario;
mod score;
mod start;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use iced::keyboard::{Key, Modifiers};
use tengen_front::FrontEnd;
use tengen_front::command::Command;
use tengen_front::form::{Form, Player};
use tengen_front::question::Question;
use tengen_front::workspace::WorkspaceOptions;
use tengen_host::{Dirs, ManualTime};
use tengen_picture::Stone;
use tengen_rules::{Color, Point, Ruleset, Size};
use tengen_session::{Phase, View};

use crate::app::{App, Page};
use crate::board::{Held, Input, Spot};
use crate::dialog::Dialog;
use crate::message::{BoardInput, DialogInput, FormChange, FormInput, Message, Purpose};

/// The weakest opponent, who answers at once.
fn light() -> Player {
    Player::Level("light".parse().expect("there is such a level"))
}

/// A window that is played with.
struct Window {
    app: App,
}

impl Window {
    /// At the start page, without any files.
    fn new() -> Window {
        Window { app: App::new(None).0 }
    }

    /// With a game of two people whose time passes only by hand.
    fn with_manual_time(clock: &str) -> (Window, Arc<ManualTime>) {
        let time = Arc::new(ManualTime::new());
        let mut options = WorkspaceOptions::new(FrontEnd::Window, None);
        options.runner.time = time.clone();
        let mut window = Window { app: App::with_options(options).0 };
        window.start(|form| form.clock = clock.to_owned());
        (window, time)
    }

    /// With a game of two people.
    fn of_people(size: Size) -> Window {
        Window::playing(|form| form.size = size.to_string())
    }

    /// With a game against the light opponent, who plays White.
    fn against_light() -> Window {
        Window::playing(|form| form.players.white = light())
    }

    fn with_clock(clock: &str) -> Window {
        Window::playing(|form| form.clock = clock.to_owned())
    }

    /// With a game by Japanese rules, by default of two people on 9×9.
    fn playing(change: impl FnOnce(&mut Form)) -> Window {
        let mut window = Window::new();
        window.start(change);
        window
    }

    /// Begins a game of two people on 9×9, unless the form is changed.
    fn start(&mut self, change: impl FnOnce(&mut Form)) {
        let form = &mut self.app.form;
        form.players.black = Player::Person;
        form.players.white = Player::Person;
        form.size = "9".to_owned();
        form.rules = Ruleset::JAPANESE;
        change(form);
        self.send(Message::Form(FormInput(FormChange::Start)));
        assert_eq!(self.app.page, Page::Board, "{:?}", self.app.notice);
    }

    fn send(&mut self, message: Message) {
        drop(self.app.update(message));
    }

    fn press(&mut self, command: Command) {
        self.send(Message::Do(command));
    }

    /// Presses a key: a letter, or a named one.
    fn key(&mut self, key: Key, held: Modifiers) {
        self.send(Message::Key(key, held));
    }

    fn type_letter(&mut self, letter: &str) {
        self.key(Key::Character(letter.into()), Modifiers::empty());
    }

    fn input(&mut self, input: Input) {
        self.send(Message::Board(BoardInput(input)));
    }

    fn hover(&mut self, point: &str) {
        self.input(Input::Hover(Some(at(point))));
    }

    fn click(&mut self, point: &str) {
        self.hover(point);
        self.input(Input::Press(at(point), Held::Nothing));
        self.input(Input::Release(Some(at(point))));
    }

    fn click_all(&mut self, points: &[&str]) {
        for point in points {
            self.click(point);
        }
    }

    fn answer(&mut self, input: DialogInput) {
        self.send(Message::Dialog(input));
    }

    /// Types into the dialog that is open, and confirms.
    fn type_and_confirm(&mut self, text: &str) {
        self.answer(DialogInput::Type(text.into()));
        self.answer(DialogInput::Confirm);
    }

    /// What is asked, if anything.
    fn question(&self) -> Option<&Question> {
        match &self.app.dialog {
            Some(Dialog::Question(question)) => Some(question),
            _ => None,
        }
    }

    fn view(&self) -> &View {
        self.app.view_of_game().expect("there is a game")
    }

    fn phase(&self) -> Phase {
        self.view().game.phase
    }

    fn move_number(&self) -> u32 {
        self.view().position.move_number
    }

    fn n_moves(&self) -> usize {
        self.view().position.moves.len()
    }

    fn status(&self) -> String {
        self.app.workspace.status()
    }

    fn stone(&self, point: &str) -> Option<Color> {
        self.view().position.board.stone(at(point))
    }

    fn told(&self) -> &str {
        self.app.notice.as_ref().map_or("", |it| &it.text)
    }

    fn sgf(&self) -> String {
        let game = self.app.workspace.game().expect("there is a game");
        game.read(|session, _| session.record().to_sgf())
    }

    /// Takes news until something is so.
    #[track_caller]
    fn wait(&mut self, is_so: impl Fn(&App) -> bool) {
        let end = Instant::now() + Duration::from_secs(30);
        while !is_so(&self.app) {
            assert!(Instant::now() < end, "nothing has come of it: {:?}", self.app.notice);
            thread::sleep(Duration::from_millis(2));
            self.send(Message::News);
        }
    }
}

fn at(point: &str) -> Point {
    point.parse().expect("a point")
}

fn stone(point: &str, color: Color) -> Stone {
    Stone { point: at(point), color }
}

/// A folder of its own for each test, which is gone when the test is.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("tengen-desktop-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, content).unwrap();
        path
    }

    fn window(&self) -> Window {
        Window { app: App::new(Some(Dirs::under(&self.0))).0 }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const RECORD: &str = "(;GM[1]FF[4]SZ[9]PB[Ada]PW[Bea];B[ee];W[cc];B[gc])\n";
