//! Commands: most are the workspace's, some are the window's own.

use iced::{Task, clipboard, window};
use tengen_front::command::Command;
use tengen_front::notice::{Notice, Switch};
use tengen_front::refusal::Refusal;
use tengen_front::workspace::{Click, Done};

use crate::app::{App, Page};
use crate::geometry::Turn;
use crate::message::{Message, Setting};

impl App {
    /// Does what a key or a button asks for.
    pub(crate) fn obey(&mut self, command: Command) -> Task<Message> {
        match command {
            Command::Cancel | Command::Leave if self.page != Page::Board => {
                self.leave_page();
                return Task::none();
            }
            Command::PlayOn if self.page == Page::Start => return self.obey(Command::Continue),
            _ if !self.is_possible(command) => {
                if self.workspace.view().is_none() {
                    self.refuse(&Refusal::NoGame);
                }
                return Task::none();
            }
            Command::Paste => return clipboard::read().map(Message::Pasted),
            _ => (),
        }
        match self.workspace.command(command) {
            Ok(Done::Local) => self.obey_locally(command),
            done => {
                let is_done = done.is_ok();
                let is_review = matches!(
                    command,
                    Command::Review | Command::NextMistake | Command::PreviousMistake
                );
                if is_done && is_review && self.workspace.review().is_some() {
                    self.stop_editing();
                }
                let task = self.take(done);
                if is_done && matches!(command, Command::Copy | Command::Cut) {
                    let copied = self.workspace.clip().map_or(Task::none(), clipboard::write);
                    return Task::batch([task, copied]);
                }
                task
            }
        }
    }

    /// Whether a command means something on the page that is shown.
    fn is_possible(&self, command: Command) -> bool {
        let is_for_all_pages = matches!(
            command,
            Command::NewGame
                | Command::Continue
                | Command::Unfinished
                | Command::Open
                | Command::OpenPath
                | Command::Join
                | Command::Settings
                | Command::Help
                | Command::Menu
                | Command::Prompt
                | Command::Quit
                | Command::Library
                | Command::Learn
                | Command::Glossary
                | Command::SearchPosition
                | Command::Statistics
                | Command::FullScreen
        );
        // On the start page, letters would change what is not to be seen.
        let is_setting = matches!(command, Command::Theme | Command::Sounds | Command::Coordinates);
        match self.page {
            Page::Board => true,
            Page::Welcome => command == Command::Quit || command == Command::FullScreen,
            Page::Settings | Page::Library | Page::Learn | Page::Glossary => {
                is_for_all_pages || is_setting
            }
            Page::Start => is_for_all_pages || command == Command::Theme,
        }
    }

    /// Commands about the cursor, and about how the game is shown.
    fn obey_locally(&mut self, command: Command) -> Task<Message> {
        match command {
            Command::Left => self.move_cursor(-1, 0),
            Command::Right => self.move_cursor(1, 0),
            Command::Up => self.move_cursor(0, 1),
            Command::Down => self.move_cursor(0, -1),
            Command::Confirm => return self.click_cursor(self.display.cursor, Click::Main),
            Command::Other | Command::KeepHint | Command::VisitStone => {
                let click = match command {
                    Command::Other => Click::Other,
                    Command::KeepHint => Click::Middle,
                    _ => Click::Visit,
                };
                return self.click_cursor(self.display.cursor.or(self.display.hovered), click);
            }
            Command::Cancel => return self.cancel(),
            Command::Menu => self.toggle_menu(),
            Command::Prove => return self.prove(),
            Command::Graph => self.display.is_graph_hidden = !self.display.is_graph_hidden,
            Command::Zen => self.display.is_zen = !self.display.is_zen,
            Command::TurnLeft => self.turn_board(self.display.turn.left()),
            Command::TurnRight => self.turn_board(self.display.turn.right()),
            Command::Flip => self.turn_board(self.display.turn.flipped()),
            Command::FlipDown => self.turn_board(self.display.turn.upside_down()),
            Command::Theme => self.next_theme(),
            Command::Sounds => self.toggle_sounds(),
            Command::Coordinates => {
                let is_on = !self.workspace.settings().window.has_coordinates;
                self.set(Setting::Coordinates(is_on));
            }
            Command::FullScreen => return self.toggle_full_screen(),
            _ => (),
        }
        Task::none()
    }

    /// Closes what is open, one thing after the other.
    fn cancel(&mut self) -> Task<Message> {
        if self.workspace.practice().is_some() && !self.display.is_writing {
            let done = self.workspace.end_practice();
            return self.take(done);
        }
        if self.workspace.is_counting() && self.workspace.proof().is_none() {
            return self.obey(Command::Count);
        }
        if self.workspace.proof().is_some() || self.display.is_proving {
            self.display.is_proving = false;
            self.workspace.end_proof();
            self.refresh();
            return Task::none();
        }
        let Some(view) = self.workspace.view() else { return Task::none() };
        let is_looking_back = !view.game.is_review && !view.tree.is_live;
        let workspace = &self.workspace;
        let has_overlay =
            workspace.shows_hints() || workspace.shows_estimate() || workspace.shows_policy();
        let display = &mut self.display;
        if display.is_writing {
            // The field has been left, which is enough.
            display.is_writing = false;
        } else if display.cursor.is_some() {
            display.cursor = None;
            self.compose();
        } else if has_overlay {
            return self.obey(Command::HideAnalysis);
        } else if self.workspace.is_editing() {
            return self.obey(Command::Edit);
        } else if display.is_zen {
            display.is_zen = false;
        } else if is_looking_back {
            return self.obey(Command::Live);
        }
        Task::none()
    }

    /// Makes room for a review, which stands where the tools are.
    pub(super) fn stop_editing(&mut self) {
        if self.workspace.is_editing() && self.workspace.command(Command::Edit).is_ok() {
            self.refresh();
        }
    }

    fn turn_board(&mut self, turn: Turn) {
        self.display.turn = turn;
        self.display.hovered = None;
        self.board.all_changed();
        self.compose();
    }

    fn toggle_sounds(&mut self) {
        let is_on = !self.workspace.settings().window.has_sounds;
        self.set(Setting::Sounds(is_on));
        self.tell(&[Notice::Switched { switch: Switch::Sounds, is_on }]);
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
}
