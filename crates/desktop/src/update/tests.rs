//! The window without its frame: messages in, and what has become of them.

mod edit;
mod file;
mod keyboard;
mod play;
mod score;
mod start;

use std::thread;
use std::time::{Duration, Instant};

use iced::keyboard::{Key, Modifiers};
use tengen_clock::TimeControl;
use tengen_engine::Level;
use tengen_host::level_seat;
use tengen_rules::{Color, Point, Ruleset, Size};
use tengen_session::{Seat, Setup, View};

use crate::app::{App, Notice, Screen};
use crate::board::{Held, Input};
use crate::form::Form;
use crate::keys::Command;
use crate::message::{BoardInput, DialogInput, FormChange, FormInput, Message};

/// A window that is played with.
struct Window {
    app: App,
}

impl Window {
    /// At the start screen, without any files.
    fn new() -> Window {
        Window { app: App::new(None).0 }
    }

    /// With a game of two people.
    fn of_people(size: Size) -> Window {
        Window::playing(&Setup::new(size, Ruleset::JAPANESE))
    }

    /// With a game against the light opponent, who plays White.
    fn against_light() -> Window {
        let setup = Setup::new(Size::NINE, Ruleset::CHINESE);
        Window::playing(&setup.with_seat(Color::White, level_seat(Level::LIGHT)))
    }

    fn playing(setup: &Setup) -> Window {
        let mut window = Window::new();
        window.app.form = Form::new(setup, &[]);
        window.send(Message::Form(FormInput(FormChange::Start)));
        assert_eq!(window.app.screen, Screen::Game, "{:?}", window.app.notice);
        window
    }

    fn with_clock(clock: TimeControl) -> Window {
        Window::playing(&Setup::new(Size::NINE, Ruleset::JAPANESE).with_time(clock))
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

    fn view(&self) -> &View {
        self.app.view_of_game().expect("there is a game")
    }

    fn stone(&self, point: &str) -> Option<Color> {
        self.view().board.stone(at(point))
    }

    fn told(&self) -> &str {
        match &self.app.notice {
            Some(Notice::Told(text) | Notice::Refused(text)) => text,
            None => "",
        }
    }

    fn sgf(&self) -> String {
        self.app.room.sgf()
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
