//! Keys that no field wanted.

use iced::keyboard::key::Named;
use iced::{Task, keyboard};
use tengen_front::command::{Command, Section};
use tengen_front::words;

use crate::app::{App, Page};
use crate::dialog::Dialog;
use crate::key_input::chord;
use crate::message::{DialogInput, Message};

impl App {
    pub(super) fn press(
        &mut self,
        key: &keyboard::Key,
        held: keyboard::Modifiers,
    ) -> Task<Message> {
        let is_why = chord(key, held).and_then(|it| self.keys().command(it));
        if is_why == Some(Command::Help) && self.can_explain() && self.dialog.is_none() {
            self.explain();
            return Task::none();
        }
        self.notice = None;
        if let Some(task) = self.press_menu(key) {
            return task;
        }
        // Whoever goes on has seen how the game has ended.
        if let Some(Dialog::GameOver) = self.dialog {
            self.dialog = None;
            let closes = [Named::Escape, Named::Enter, Named::Space];
            if closes.iter().any(|it| *key == keyboard::Key::Named(*it)) {
                return Task::none();
            }
        }
        if self.dialog.is_some() {
            let command = chord(key, held).and_then(|it| self.keys().command(it));
            if let Some(command) = command.filter(|it| self.is_followed(*it)) {
                return self.follow(command);
            }
            return self.press_in_dialog(key);
        }
        let taken = match self.page {
            Page::Start => self.press_form(key).or_else(|| self.press_entry(key)),
            Page::Settings => self.press_setting(key),
            Page::Library => self.press_library(key, held),
            Page::Learn => self.press_lessons(key, held),
            Page::Glossary => self.press_glossary(key),
            Page::Welcome => self.press_welcome(key),
            Page::Board => None,
        };
        if let Some(task) = taken {
            return task;
        }
        match chord(key, held).and_then(|it| self.keys().command(it)) {
            Some(command) => self.obey(command),
            None => Task::none(),
        }
    }

    /// A field was left: so is the list, menu or dialog that it is in.
    pub(super) fn leave_field(&mut self) -> Task<Message> {
        if self.menu.take().is_some() {
            return Task::none();
        }
        if self.dialog.is_some() {
            return self.answer(DialogInput::Close);
        }
        let escape = keyboard::Key::Named(Named::Escape);
        match self.page {
            Page::Glossary => {
                let task = self.press_glossary(&escape);
                task.unwrap_or_else(|| self.obey(Command::Cancel))
            }
            Page::Learn => {
                self.press_lessons(&escape, keyboard::Modifiers::empty()).unwrap_or_else(Task::none)
            }
            Page::Library => {
                let held = keyboard::Modifiers::empty();
                self.press_library(&escape, held).unwrap_or_else(Task::none)
            }
            _ => Task::none(),
        }
    }

    /// Whether a key leads from a list or report about a review to something
    /// else of it.
    fn is_followed(&self, command: Command) -> bool {
        let is_review =
            matches!(self.dialog, Some(Dialog::Report | Dialog::KeyMoves | Dialog::ReviewMenu));
        is_review && Section::Review.commands().any(|it| it == command)
    }

    /// Closes what is open; what it was opened with does no more than that.
    fn follow(&mut self, command: Command) -> Task<Message> {
        let is_same = matches!(
            (command, self.dialog.take()),
            (Command::Report, Some(Dialog::Report)) | (Command::KeyMoves, Some(Dialog::KeyMoves))
        );
        if is_same { Task::none() } else { self.obey(command) }
    }

    fn press_in_dialog(&mut self, key: &keyboard::Key) -> Task<Message> {
        match (key, &self.dialog) {
            (keyboard::Key::Named(Named::Escape), _) => self.answer(DialogInput::Close),
            (_, Some(Dialog::PlayOn)) => self.press_form(key).unwrap_or_else(Task::none),
            (keyboard::Key::Named(named), Some(Dialog::Games(..)))
                if matches!(named, Named::ArrowUp | Named::ArrowDown) =>
            {
                self.step_games(*named == Named::ArrowDown)
            }
            (keyboard::Key::Named(named), Some(Dialog::Help)) => self.scroll_help(*named),
            (_, Some(Dialog::Help)) => self.answer(DialogInput::Close),
            (keyboard::Key::Named(Named::Enter), _) => self.answer(DialogInput::Confirm),
            (keyboard::Key::Character(letter), Some(Dialog::Question(question))) => {
                let mut answers = question.answers().iter();
                match answers.find(|it| words::answer_key(**it) == letter.as_str()) {
                    Some(&answer) => self.answer(DialogInput::Answer(answer)),
                    None => Task::none(),
                }
            }
            _ => Task::none(),
        }
    }

    /// Opens what has this number on the start page.
    fn press_entry(&mut self, key: &keyboard::Key) -> Option<Task<Message>> {
        let keyboard::Key::Character(letter) = key else { return None };
        let idx = letter.parse::<usize>().ok()?.checked_sub(1)?;
        let message = self.start_list.get(idx)?.message.clone();
        Some(self.update(message))
    }
}
