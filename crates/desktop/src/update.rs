//! What happens, and what becomes of it.

mod board;
mod dialog;
mod edit;
mod file;
mod form;
mod play;
mod setting;
#[cfg(test)]
mod tests;

use std::time::Instant;

use iced::keyboard::key::Named;
use iced::{Task, keyboard, window};
use tengen_rules::Move;
use tengen_session::{Action, Edit, Phase, Step};

use crate::app::{ARRIVAL, App, Screen, Table};
use crate::compose;
use crate::dialog::{Dialog, Next};
use crate::form::Form;
use crate::keys::Command;
use crate::message::{DialogInput, Message};

impl App {
    /// Takes what has happened.
    pub fn update(&mut self, message: Message) -> Task<Message> {
        match message {
            Message::News => self.take_news(),
            Message::Tick => self.look_at_clocks(),
            Message::Frame(now) => self.animate(now),
            Message::Key(key, held) => return self.press(&key, held),
            Message::Do(command) => {
                self.notice = None;
                return self.obey(command);
            }
            Message::Board(input) => return self.point(input.0),
            Message::Visit(node) => self.go(Step::Node(node)),
            Message::ScrollTree(columns, rows) => self.scroll_tree(columns, rows),
            Message::Form(input) => return self.change_form(input.0),
            Message::Dialog(input) => return self.answer(input),
            Message::Setting(setting) => self.set(setting),
            Message::Comment(action) => self.write_comment(action),
            Message::NodeName(name) => self.name_node(name),
            Message::Tool(choice) => self.display.tool = choice.0,
            Message::Annotate(annotation) => self.annotate(annotation),
            Message::ToPlay(color) => self.edit(Edit::ToPlay(Some(color))),
            Message::Chosen(purpose, path) => return self.chosen(purpose, path),
            Message::OpenFile(path) => return self.ask_to_open(path),
            Message::Loaded(path, parcel) => self.take_parcel(&path, &parcel),
            Message::Recover(idx) => return self.ask_to_recover(idx),
            Message::Game(idx) => self.show_game_of_file(idx),
            Message::Pasted(text) => self.paste(text),
            Message::EngineChecked(color, outcome) => self.engine_checked(color, outcome),
            Message::CloseRequested => return self.ask_to_quit(),
            Message::Rescaled(scale) => {
                self.scale = scale;
                self.board.all_changed();
            }
            Message::Resized(size) => self.size = size,
        }
        Task::none()
    }

    /// Looks at the game again.
    pub(crate) fn refresh(&mut self) {
        let Some((view, now)) = self.room.view() else { return };
        let is_known = self.table.as_ref().is_some_and(|table| {
            let known = &table.view;
            known.node == view.node && known.board.size() == view.board.size()
        });
        if !is_known {
            self.welcome_stone(&view);
            self.display.tree_offset = (0.0, 0.0);
        }
        self.table = Some(Table { view, now });
        self.follow_comment();
        self.compose();
    }

    /// Looks at what changes by itself, which is nothing on the board.
    fn look_at_clocks(&mut self) {
        if let (Some((view, now)), Some(table)) = (self.room.view(), &mut self.table) {
            table.now = now;
            table.view.clocks = view.clocks;
            table.view.thinking = view.thinking;
        }
    }

    /// Draws the board anew.
    pub(crate) fn compose(&mut self) {
        let Some(table) = &self.table else { return };
        if self.scene.size != table.view.board.size() {
            self.board.all_changed();
        }
        let arriving = self.scene.arriving.filter(|_| self.display.arrived.is_some());
        self.scene = compose::scene(&table.view, &self.display);
        self.scene.arriving = arriving;
        self.follow_pointer();
        self.board.stones_changed();
    }

    /// Lets a stone come to the board that was played just now.
    fn welcome_stone(&mut self, view: &tengen_session::View) {
        let before = self.table.as_ref().map(|it| it.view.moves.len());
        let is_next = before.is_some_and(|it| it + 1 == view.moves.len());
        let point = view.last_move.and_then(|(_, mv)| mv.point());
        let is_welcome = is_next && self.has_animation() && point.is_some();
        self.scene.arriving = point.filter(|_| is_welcome);
        self.display.arrived = is_welcome.then(Instant::now);
    }

    fn animate(&mut self, now: Instant) {
        let Some(arrived) = self.display.arrived else { return };
        if now.saturating_duration_since(arrived) >= ARRIVAL {
            self.display.arrived = None;
            self.scene.arriving = None;
        }
        self.board.stones_changed();
    }

    fn take_news(&mut self) {
        let news = self.room.news();
        if self.has_sounds() {
            for sound in news.sounds {
                self.player.play(sound);
            }
        }
        for problem in news.problems {
            self.refuse(&problem);
        }
        if news.has_changed { self.refresh() } else { self.look_at_clocks() }
    }

    /// Has the game do something, or says why it does not.
    pub(crate) fn act(&mut self, action: Action) {
        let done = self.room.act(action);
        self.report(done);
        self.refresh();
    }

    fn press(&mut self, key: &keyboard::Key, held: keyboard::Modifiers) -> Task<Message> {
        self.notice = None;
        if self.dialog.is_some() {
            return match key {
                keyboard::Key::Named(Named::Escape) => self.answer(DialogInput::Close),
                keyboard::Key::Named(Named::Enter) => self.answer(DialogInput::Confirm),
                _ if matches!(self.dialog, Some(Dialog::Help)) => self.answer(DialogInput::Close),
                keyboard::Key::Character(letter) if letter == "d" => {
                    self.answer(DialogInput::Refuse)
                }
                _ => Task::none(),
            };
        }
        let taken = match self.screen {
            Screen::Start => self.press_form(key),
            Screen::Settings => self.press_setting(key),
            Screen::Game => None,
        };
        if let Some(task) = taken {
            return task;
        }
        match self.keys.command(key, held) {
            Some(command) => self.obey(command),
            None => Task::none(),
        }
    }

    pub(crate) fn obey(&mut self, command: Command) -> Task<Message> {
        match command {
            Command::Help => self.dialog = Some(Dialog::Help),
            Command::Menu | Command::Cancel if self.screen != Screen::Game => {
                self.leave_screen();
            }
            Command::Menu | Command::NewGame => self.show_start(),
            Command::PlayOn if self.screen == Screen::Start && self.saved.is_some() => {
                return self.unless_unsaved(Next::Continue);
            }
            Command::Quit => return self.ask_to_quit(),
            Command::Open => return self.choose_file(),
            Command::OpenPath => return self.type_path(),
            Command::Settings => self.show_settings(),
            Command::Theme => self.next_theme(),
            Command::Sounds => self.toggle_sounds(),
            Command::Coordinates => self.toggle_coordinates(),
            Command::FullScreen => return self.toggle_full_screen(),
            _ if self.screen == Screen::Game => return self.obey_in_game(command),
            _ => (),
        }
        Task::none()
    }

    fn obey_in_game(&mut self, command: Command) -> Task<Message> {
        if let Some(task) = self.obey_edit(command) {
            return task;
        }
        self.play_command(command)
    }

    /// A clock does not run behind other screens.
    fn leave_game(&mut self) {
        if let Some(view) = self.view_of_game().filter(|_| self.screen == Screen::Game)
            && !view.is_paused
            && matches!(view.phase, Phase::Playing)
            && view.clocks.black.shown().is_some()
        {
            self.act(Action::Pause);
        }
    }

    pub(crate) fn show_start(&mut self) {
        self.leave_game();
        self.look_for_saved();
        if let Some(view) = self.view_of_game() {
            let seats = view.seats.clone();
            let row = self.form.row;
            let mut setup = self.form.setup().unwrap_or_else(|_| self.room.wish());
            if !seats.black.is_person() || !seats.white.is_person() {
                setup.seats = seats;
            }
            self.form = Form::new(&setup, &self.room.config.engines);
            self.form.row = row;
        }
        self.screen = Screen::Start;
    }

    pub(crate) fn show_settings(&mut self) {
        if self.screen != Screen::Settings {
            self.leave_game();
            self.former = self.screen;
            self.screen = Screen::Settings;
        }
    }

    fn leave_screen(&mut self) {
        match self.screen {
            Screen::Settings => self.screen = self.former,
            _ if self.table.is_some() => self.screen = Screen::Game,
            _ => (),
        }
        self.refresh();
    }

    /// Shows the game that has just begun, been opened or gone on.
    pub(crate) fn show_game(&mut self) {
        self.screen = Screen::Game;
        self.table = None;
        self.display.hovered = None;
        self.display.cursor = None;
        self.display.pressed = None;
        self.display.arrived = None;
        self.comment_node = None;
        self.refresh();
        self.display.arrived = None;
        self.scene.arriving = None;
    }

    fn toggle_full_screen(&mut self) -> Task<Message> {
        self.display.is_full_screen = !self.display.is_full_screen;
        let mode = if self.display.is_full_screen {
            window::Mode::Fullscreen
        } else {
            window::Mode::Windowed
        };
        window::oldest().and_then(move |id| window::set_mode(id, mode))
    }

    /// Whether a person may put a stone on a point.
    pub(crate) fn is_legal(&self, point: tengen_rules::Point) -> bool {
        self.room.is_legal(Move::Play(point))
    }
}
