//! What happens, and what becomes of it.
//!
//! Whatever is about games, records, files and settings is decided by the
//! [`Workspace`](tengen_front::workspace::Workspace); here its answers become
//! pages, dialogs and lines of text.

mod board;
mod command;
mod dialog;
mod file;
mod form;
mod join;
mod key;
pub(crate) mod learn;
mod library;
pub(crate) mod setting;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Instant;

use iced::Task;
use iced::advanced::widget::{Id, operate};
use iced::widget::{operation, text_editor};
use tengen_front::command::Command;
use tengen_front::refusal::Refusal;
use tengen_front::workspace::{Done, Screen};
use tengen_record::NodeId;
use tengen_session::{Edit, Phase, Step};

use crate::app::{ARRIVAL, App, Arriving, Page, ShownNode};
use crate::dialog::Dialog;
use crate::menu::{MenuSubject, OpenMenu};
use crate::message::{Message, Purpose};
use crate::panel;
use crate::widget::caret::ShowCaret;

impl App {
    /// Takes what has happened.
    pub fn update(&mut self, message: Message) -> Task<Message> {
        let task = self.take_message(message);
        let is_guessing = matches!(self.dialog, Some(Dialog::GuessLead(_)));
        self.workspace.set_guessing_lead(is_guessing);
        task
    }

    fn take_message(&mut self, message: Message) -> Task<Message> {
        match message {
            Message::News => {
                if self.take_news() {
                    self.refresh();
                }
                self.take_library_news();
            }
            Message::Tick => self.workspace.refresh_clocks(),
            Message::Frame(now) => self.animate(now),
            Message::Left => return self.leave_field(),
            Message::Key(key, held) => return self.press(&key, held),
            Message::Do(Command::Help) if self.can_explain() => self.explain(),
            Message::Do(command) => {
                self.notice = None;
                self.menu = None;
                if matches!(self.dialog, Some(Dialog::GameOver)) {
                    self.dialog = None;
                }
                return self.obey(command);
            }
            Message::Board(input) => return self.point(input.0),
            Message::Visit(node) => {
                if matches!(self.dialog, Some(Dialog::KeyMoves)) {
                    self.dialog = None;
                }
                return self.visit(node);
            }
            Message::ReviewMenu => self.dialog = Some(Dialog::ReviewMenu),
            Message::ToggleMeasure => self.workspace.toggle_measure(),
            Message::ToggleList => self.display.is_list_hidden = !self.display.is_list_hidden,
            Message::Play(mv) => {
                let done = self.workspace.play(mv);
                return self.take(done);
            }
            Message::ScrollTree(offset) => {
                self.display.tree_offset += offset;
            }
            Message::SlideTo(idx) => {
                let line = self.view_of_game().map(|it| Arc::clone(&it.tree.line));
                let node = line.and_then(|it| it.get(idx as usize).map(|it| it.node));
                return node.map_or_else(Task::none, |it| self.visit(it));
            }
            Message::Rematch => {
                self.dialog = None;
                let form = self.workspace.form();
                let done = self.workspace.begin(&form);
                return self.take(done);
            }
            Message::Learn(input) => return self.change_learn(input.0),
            Message::Library(input) => return self.change_library(input.0),
            Message::Form(input) => return self.change_form(input.0),
            Message::Dialog(input) => return self.answer(input),
            Message::Setting(setting) => self.set(setting),
            Message::Comment(action) => return self.write_comment(action),
            Message::NodeName(name) => {
                let done = self.workspace.edit(Edit::Name(name));
                return self.take(done);
            }
            Message::Tool(tool) => self.workspace.set_tool(tool),
            Message::Chosen(purpose, path) => return self.chosen(purpose, path),
            Message::OpenFile(path) => return self.open_file(&path),
            Message::Loaded(loaded) => return self.show_loaded(&loaded),
            Message::Joined(joined) => return self.show_joined(&joined),
            Message::Continue(key) => {
                let done = self.workspace.continue_game(key);
                return self.take(done);
            }
            Message::Recover(idx) => {
                let done = self.workspace.recover(idx);
                return self.take(done);
            }
            Message::Game(idx) => return self.show_game_of_file(idx),
            Message::Pasted(text) => {
                let done = self.workspace.paste(text.as_deref());
                return self.take(done);
            }
            Message::EngineChecked(color, outcome) => self.engine_checked(color, outcome),
            Message::CloseRequested => return self.obey(Command::Quit),
            other => return self.update_interface(other),
        }
        Task::none()
    }

    /// Takes what is about menus, and about the window itself.
    fn update_interface(&mut self, message: Message) -> Task<Message> {
        match message {
            Message::Menu(menu) => self.menu = (self.menu != Some(menu)).then_some(menu),
            Message::CloseMenu => self.menu = None,
            Message::Pick(message) => {
                self.menu = None;
                return self.update(*message);
            }
            Message::NodeMenu(node, place) => {
                let task = self.visit(node);
                self.menu = Some(OpenMenu::At(place, MenuSubject::Node));
                return task;
            }
            Message::Caret(place) => {
                let scrolled = Id::new(panel::COMMENT_BOX);
                return operate(ShowCaret { scrolled, place });
            }
            Message::WriteComment => return operation::focus(panel::COMMENT),
            Message::Rescaled(scale) => {
                self.system_scale = scale;
                self.scale = scale * self.interface_scale();
                self.boards_changed();
            }
            Message::Resized(size) => {
                self.size = size;
                // What is open is placed anew when it opens again.
                self.menu = None;
            }
            Message::SystemTheme(mode) => self.follow_system(mode),
            _ => (),
        }
        Task::none()
    }

    /// Shows what came of something that the workspace was asked for.
    pub(crate) fn take(&mut self, done: Result<Done, Refusal>) -> Task<Message> {
        let task = match done {
            Ok(Done::Nothing | Done::Local) => Task::none(),
            Ok(Done::Told(notice)) => {
                self.tell(&[notice]);
                Task::none()
            }
            Ok(Done::Ask(question)) => {
                self.dialog = Some(Dialog::Question(question));
                Task::none()
            }
            Ok(Done::Show(screen)) => self.show(screen),
            Ok(Done::Load(path)) => self.load(&path),
            Ok(Done::Join(task)) => self.join(*task),
            Ok(Done::Quit) => iced::exit(),
            Err(reason) => {
                self.refuse(&reason);
                Task::none()
            }
        };
        self.take_news();
        self.refresh();
        task
    }

    /// Shows another page, or asks for something in a dialog.
    fn show(&mut self, screen: Screen) -> Task<Message> {
        match screen {
            Screen::Start | Screen::NewGame | Screen::Unfinished => self.show_start(),
            Screen::Library(query) => return self.show_library(&query),
            Screen::Explorer(words) => return self.show_explorer(&words),
            Screen::Statistics(query) => return self.show_statistics(&query),
            Screen::Learn => self.show_lessons(),
            Screen::Glossary(word) => return self.show_glossary(&word),
            Screen::Game => self.show_board(),
            Screen::Settings => self.show_settings(),
            Screen::PlayOn => {
                self.form = self.workspace.play_on_form();
                self.dialog = Some(Dialog::PlayOn);
            }
            Screen::Open => return self.choose_file(),
            Screen::OpenPath => return self.type_path(Purpose::Open),
            Screen::SaveAs => return self.choose_name(Purpose::Save),
            Screen::ExportPicture => return self.choose_name(Purpose::Export),
            Screen::Help => self.dialog = Some(Dialog::Help),
            Screen::TypedHelp => {
                self.dialog = Some(Dialog::Text(tengen_front::words::TYPED_HELP.to_owned()));
            }
            Screen::KeyMoves if self.has_side() && !self.workspace.is_editing() => {
                self.display.is_list_hidden = !self.display.is_list_hidden;
            }
            Screen::KeyMoves => self.dialog = Some(Dialog::KeyMoves),
            Screen::Report => self.dialog = Some(Dialog::Report),
            Screen::Games => return self.open_games(),
            Screen::Info => return self.open(Dialog::Info(self.workspace.info_fields())),
            Screen::Find(text) => return self.open(Dialog::Find(text)),
            Screen::GuessLead => return self.open(Dialog::GuessLead(String::new())),
            Screen::GoToMove => return self.open(Dialog::GoToMove(String::new())),
            Screen::Join => return self.open(Dialog::Link(String::new())),
            Screen::Prompt => return self.open(Dialog::Prompt(String::new())),
            Screen::Label(point, text) => return self.open(Dialog::Label(point, text)),
            Screen::Comment => {
                self.display.is_zen = false;
                self.display.is_list_hidden = true;
                return operation::focus(panel::COMMENT);
            }
            Screen::NodeName => {
                self.display.is_zen = false;
                self.display.is_list_hidden = true;
                return operation::focus(panel::NAME);
            }
        }
        Task::none()
    }

    /// Shows a node.
    fn visit(&mut self, node: NodeId) -> Task<Message> {
        let done = self.workspace.go(Step::Node(node));
        self.take(done)
    }

    /// Opens the list of the games of the file.
    fn open_games(&mut self) -> Task<Message> {
        self.open(Dialog::Games(String::new(), self.workspace.game_idx()))
    }

    /// Colors or sizes of all boards are others.
    pub(crate) fn boards_changed(&self) {
        self.board.all_changed();
        if let Some(library) = &self.library {
            library.all_changed();
        }
        self.learn.all_changed();
    }

    /// Opens a dialog with a field, which is ready to be typed into.
    pub(crate) fn open(&mut self, dialog: Dialog) -> Task<Message> {
        self.dialog = Some(dialog);
        operation::focus(panel::FIELD)
    }

    /// Looks at the game again.
    pub(crate) fn refresh(&mut self) {
        let Some(view) = self.workspace.view() else { return };
        let shown = ShownNode {
            record_id: view.tree.record_id,
            node: view.tree.node,
            n_moves: view.position.moves.len(),
        };
        let before = self.shown.replace(shown);
        if before != Some(shown) {
            let is_next = before.is_some_and(|it| {
                // A reply may come together with the move that it answers.
                let n_new = shown.n_moves.checked_sub(it.n_moves);
                it.record_id == shown.record_id && matches!(n_new, Some(1 | 2))
            });
            let point = view.position.last_move.and_then(|(_, mv)| mv.point());
            let is_animated = is_next && self.workspace.settings().window.has_animation;
            let point = point.filter(|_| is_animated);
            self.display.arriving = point.map(|point| Arriving { point, since: Instant::now() });
            self.display.tree_offset = iced::Vector::ZERO;
            // Hints and estimates stay until they are switched off.
            if self.page == Page::Board {
                self.workspace.renew_analysis();
            }
        }
        self.follow_end();
        self.follow_comment(before);
        self.compose();
    }

    /// Shows how a game has ended, as soon as it has.
    fn follow_end(&mut self) {
        let Some(view) = self.workspace.view() else { return };
        let record_id = view.tree.record_id;
        let is_over = matches!(view.game.phase, Phase::Over(_));
        if view.game.is_review || self.workspace.is_counting() {
            return;
        }
        if !is_over {
            self.running = Some(record_id);
        } else if self.running.take_if(|it| *it == record_id).is_some()
            && self.page == Page::Board
            && self.dialog.is_none()
        {
            self.dialog = Some(Dialog::GameOver);
            self.menu = None;
        }
    }

    /// Draws the board anew.
    pub(crate) fn compose(&mut self) {
        let Some(scene) = self.workspace.scene() else { return };
        if self.scene.size != scene.size {
            self.board.all_changed();
        }
        self.scene = scene;
        self.follow_pointer();
        self.board.stones_changed();
    }

    fn animate(&mut self, now: Instant) {
        let Some(arriving) = self.display.arriving else { return };
        if now.saturating_duration_since(arriving.since) >= ARRIVAL {
            self.display.arriving = None;
        }
        self.board.stones_changed();
    }

    /// Tells and plays what has happened, and says whether the view has
    /// changed.
    fn take_news(&mut self) -> bool {
        self.reset_signal();
        let news = self.workspace.poll();
        if self.workspace.settings().window.has_sounds {
            for sound in news.sounds {
                self.player.play(sound);
            }
        }
        self.tell(&news.notices);
        news.has_changed
    }

    pub(crate) fn show_start(&mut self) {
        self.leave_board();
        self.list_start();
        if self.page != Page::Start {
            let field = self.form.field;
            self.form = self.workspace.form();
            self.form.field = field;
        }
        self.page = Page::Start;
    }

    fn show_settings(&mut self) {
        self.leave_for(Page::Settings);
    }

    /// Shows a page from which one comes back to this one.
    pub(crate) fn leave_for(&mut self, page: Page) {
        if self.page != page {
            self.leave_board();
            // From there, nobody comes back to where this page was.
            let is_stay = matches!(self.page, Page::Start | Page::Board);
            if is_stay {
                self.former = self.page;
            }
            self.page = page;
        }
    }

    /// A clock does not run behind other pages.
    fn leave_board(&mut self) {
        if self.page == Page::Board {
            self.workspace.leave_board();
        }
    }

    pub(crate) fn leave_page(&mut self) {
        match self.page {
            Page::Settings | Page::Library | Page::Learn | Page::Glossary => {
                self.page = self.former;
                self.list_start();
            }
            _ if self.workspace.view().is_some() => self.page = Page::Board,
            _ => (),
        }
        self.refresh();
    }

    /// Shows the game that has just begun, been opened or gone on.
    fn show_board(&mut self) {
        self.page = Page::Board;
        self.dialog = None;
        self.display.hovered = None;
        self.display.cursor = None;
        self.display.is_proving = false;
        if self.workspace.review().is_some() {
            self.stop_editing();
        }
        if self.workspace.games_of_file().len() > 1 {
            self.dialog = Some(Dialog::Games(String::new(), self.workspace.game_idx()));
        }
    }

    fn write_comment(&mut self, action: text_editor::Action) -> Task<Message> {
        let is_edit = action.is_edit();
        self.display.is_writing = true;
        self.comment.perform(action);
        if !is_edit {
            return Task::none();
        }
        let text = self.comment.text().trim_end_matches('\n').to_owned();
        let done = self.workspace.edit(Edit::Comment(text));
        self.take(done)
    }

    /// Shows the comment of the viewed node, unless that is the one that is
    /// being written.
    fn follow_comment(&mut self, before: Option<ShownNode>) {
        let Some(view) = self.workspace.view() else { return };
        let known = before.map(|it| (it.record_id, it.node));
        let is_same = known == Some((view.tree.record_id, view.tree.node));
        let comment = &view.markup.comment;
        let written = self.comment.text();
        if !is_same || written.trim_end_matches('\n') != comment.trim_end_matches('\n') {
            self.comment = text_editor::Content::with_text(comment);
        }
    }
}
