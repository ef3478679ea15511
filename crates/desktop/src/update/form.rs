//! The form of a new game.

use std::thread;

use iced::futures::channel::oneshot;
use iced::keyboard::key::Named;
use iced::{Task, keyboard};
use tengen_host::check_engine;
use tengen_rules::Color;

use crate::app::App;
use crate::dialog::Next;
use crate::form::Row;
use crate::message::{FormChange, Message};

impl App {
    pub(super) fn change_form(&mut self, change: FormChange) -> Task<Message> {
        self.notice = None;
        let form = &mut self.form;
        match change {
            FormChange::Player(color, player) => form.players[color] = player,
            FormChange::Command(color, command) => form.commands[color] = command,
            FormChange::Size(size) => form.size = size,
            FormChange::Handicap(handicap) => form.handicap = handicap,
            FormChange::Komi(komi) => form.komi = komi,
            FormChange::Rules(rules) => form.rules = rules,
            FormChange::Clock(clock) => form.clock = clock,
            FormChange::Row(row) => form.row = row,
            FormChange::Swap => form.swap(),
            FormChange::TryEngine(color) => return self.try_engine(color),
            FormChange::Start => return self.ask_to_begin(),
        }
        Task::none()
    }

    /// Arrows go through the form, whatever they do elsewhere.
    pub(super) fn press_form(&mut self, key: &keyboard::Key) -> Option<Task<Message>> {
        let named = match key {
            keyboard::Key::Named(named) => named,
            keyboard::Key::Character(letter) => return self.press_entry(letter),
            keyboard::Key::Unidentified => return None,
        };
        match named {
            Named::ArrowUp => self.form.step(-1),
            Named::ArrowDown => self.form.step(1),
            Named::ArrowLeft => self.form.turn(self.form.row, -1),
            Named::ArrowRight => self.form.turn(self.form.row, 1),
            Named::Enter => return Some(self.ask_to_begin()),
            Named::Tab => return Some(iced::widget::operation::focus_next()),
            _ => return None,
        }
        Some(Task::none())
    }

    /// Opens what has this number on the start screen, or swaps the colors.
    fn press_entry(&mut self, letter: &str) -> Option<Task<Message>> {
        if letter == "x" {
            self.form.swap();
            return Some(Task::none());
        }
        let idx = letter.parse::<usize>().ok()?.checked_sub(1)?;
        let n_drafts = self.room.drafts().len();
        if idx < n_drafts {
            return Some(self.ask_to_recover(idx));
        }
        let path = self.room.recent().into_iter().nth(idx - n_drafts)?;
        Some(self.ask_to_open(path))
    }

    fn ask_to_begin(&mut self) -> Task<Message> {
        match self.form.setup() {
            Ok(_) => self.unless_unsaved(Next::NewGame),
            Err((row, reason)) => {
                self.form.row = row;
                self.refuse(&reason);
                Task::none()
            }
        }
    }

    /// Begins the game of the form.
    pub(super) fn begin(&mut self) {
        let Ok(setup) = self.form.setup() else { return };
        let begun = self.room.begin(setup.clone());
        match begun {
            Ok(()) => {
                self.keep_wish(&setup);
                self.display.is_editing = false;
                self.show_game();
            }
            Err(reason) => self.refuse(&reason.to_string()),
        }
    }

    /// Starts an engine to see whether it answers.
    fn try_engine(&mut self, color: Color) -> Task<Message> {
        let command = self.form.commands[color].clone();
        self.tell(format!("Starting {command}…"));
        let (sender, receiver) = oneshot::channel();
        let thread = thread::Builder::new().name("engine".into());
        let started = thread.spawn(move || {
            let outcome = check_engine(&command).map_err(|error| error.to_string());
            // A window that was closed does not wait for the answer.
            let _ = sender.send(outcome);
        });
        if let Err(error) = started {
            self.refuse(&format!("the engine cannot be tried: {error}"));
            return Task::none();
        }
        Task::perform(receiver, move |answer| {
            let outcome = answer.unwrap_or_else(|_| Err("the engine could not be tried".into()));
            Message::EngineChecked(color, outcome)
        })
    }

    pub(super) fn engine_checked(&mut self, color: Color, outcome: Result<String, String>) {
        match outcome {
            Ok(name) => self.tell(format!("{name} answers.")),
            Err(reason) => {
                self.form.row = if color == Color::Black { Row::Black } else { Row::White };
                self.refuse(&reason);
            }
        }
    }
}
