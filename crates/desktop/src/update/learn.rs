//! Lessons, the glossary, reasons for refusals, and the first start.

use iced::keyboard::key::Named;
use iced::widget::operation;
use iced::{Task, keyboard};
use tengen_front::command::Command;
use tengen_front::form::Field;
use tengen_front::learn::{Glossary, Learning};
use tengen_front::welcome::{Experience, Offer};
use tengen_lessons::{Expects, Input as LessonInput};

use crate::app::{App, Page};
use crate::board::Input;
use crate::dialog::Dialog;
use crate::key_input::chord;
use crate::learn::{LearnChange, OpenExplanation, OpenGlossary, OpenLessons};
use crate::message::Message;
use crate::panel;

impl App {
    /// Shows the lessons; the one that was open stays open.
    pub(super) fn show_lessons(&mut self) {
        if self.learn.lessons.is_none() {
            self.learn.lessons = Some(OpenLessons::new(self.workspace.open_lessons()));
        }
        self.leave_for(Page::Learn);
    }

    /// Shows the glossary at a word, or where it was left.
    pub(super) fn show_glossary(&mut self, word: &str) -> Task<Message> {
        let from = match self.page {
            Page::Glossary => self.learn.glossary.as_ref().map_or(Page::Start, |it| it.from),
            page => page,
        };
        self.dialog = None;
        self.leave_for(Page::Glossary);
        let mut opened = OpenGlossary::new(Glossary::new(""), from);
        if !word.is_empty() {
            opened.go_to(word);
        }
        self.learn.glossary = Some(opened);
        operation::focus(panel::FIELD)
    }

    /// Asks what is asked at the first start.
    pub(crate) fn show_welcome(&mut self) {
        self.page = Page::Welcome;
    }

    /// Whether the rules have just refused a move, so that there is more to
    /// tell about it.
    pub(crate) fn can_explain(&self) -> bool {
        let is_refused = self.notice.as_ref().is_some_and(|it| it.is_problem);
        is_refused && self.workspace.explanation().is_some() && self.page == Page::Board
    }

    /// Tells why a move was refused.
    pub(crate) fn explain(&mut self) {
        if let Some(explanation) = self.workspace.explanation() {
            self.learn.explanation = Some(OpenExplanation::new(explanation.clone()));
            self.dialog = Some(Dialog::Why);
        }
    }

    /// Does what is asked for in lessons and in the glossary.
    pub(super) fn change_learn(&mut self, change: LearnChange) -> Task<Message> {
        self.notice = None;
        match change {
            LearnChange::Welcome(idx) => return self.answer_welcome(idx),
            LearnChange::WelcomeBack => _ = self.learn.welcome.back(),
            LearnChange::SkipWelcome => {
                self.end_welcome();
                self.show_start();
            }
            LearnChange::Glossary(word) => return self.show_glossary(&word),
            LearnChange::Why => self.explain(),
            LearnChange::Seek(_) | LearnChange::Term(_) | LearnChange::Link(_) => {
                self.change_glossary(change);
            }
            LearnChange::Nothing => (),
            _ => self.change_lessons(change),
        }
        Task::none()
    }

    fn change_lessons(&mut self, change: LearnChange) {
        let Some(lessons) = &mut self.learn.lessons else { return };
        let learning = &mut lessons.learning;
        match change {
            LearnChange::Open(idx) => {
                learning.choose(idx);
                learning.open_chosen();
            }
            LearnChange::Close => learning.close(),
            LearnChange::Board(Input::Press(point, _)) => learning.click(point),
            LearnChange::Board(Input::Hover(point)) => {
                // Only where a move is asked for.
                let view = learning.view().filter(|it| it.expects == Expects::Move);
                let stone = view.and_then(|view| {
                    let point = point.filter(|it| view.board.is_empty_at(*it))?;
                    Some(tengen_picture::Stone { point, color: view.color })
                });
                lessons.board.scene.ghost = stone;
                return;
            }
            LearnChange::Apply(input) => learning.apply(input),
            LearnChange::Proceed => learning.proceed(),
            LearnChange::Number(text) => type_number(learning, &text),
            _ => return,
        }
        lessons.compose();
    }

    fn change_glossary(&mut self, change: LearnChange) {
        let Some(opened) = &mut self.learn.glossary else { return };
        match change {
            LearnChange::Seek(query) => opened.glossary.set_query(&query),
            LearnChange::Term(idx) => opened.glossary.choose(idx),
            LearnChange::Link(name) => opened.go_to(&name),
            _ => return,
        }
        opened.compose();
    }

    /// Takes the answer to a question of the first start.
    fn answer_welcome(&mut self, idx: usize) -> Task<Message> {
        let form = self.workspace.form();
        let welcome = &mut self.learn.welcome;
        welcome.choose(idx);
        let is_changed_first = idx == 1 && welcome.experience() == Experience::Often;
        match welcome.answer(&form) {
            None => Task::none(),
            Some(Offer::Lessons) => {
                self.end_welcome();
                self.page = Page::Start;
                self.show_lessons();
                self.change_lessons(LearnChange::Open(0));
                Task::none()
            }
            Some(Offer::Game(form)) => {
                self.end_welcome();
                self.show_start();
                self.form = form.with_fields(&Field::BY_SEAT);
                if is_changed_first {
                    return Task::none();
                }
                let done = self.workspace.begin(&self.form);
                self.take(done)
            }
        }
    }

    /// The questions of the first start do not come again.
    fn end_welcome(&mut self) {
        if let Err(reason) = self.workspace.end_welcome() {
            self.refuse(&reason);
        }
    }

    /// Keys at the first start: numbers choose an answer.
    pub(super) fn press_welcome(&mut self, key: &keyboard::Key) -> Option<Task<Message>> {
        let welcome = &mut self.learn.welcome;
        let n_answers = welcome.n_answers();
        match key {
            keyboard::Key::Named(Named::ArrowDown) => {
                welcome.choose((welcome.chosen() + 1) % n_answers);
            }
            keyboard::Key::Named(Named::ArrowUp) => {
                welcome.choose((welcome.chosen() + n_answers - 1) % n_answers);
            }
            keyboard::Key::Named(Named::Enter | Named::ArrowRight | Named::Space) => {
                let chosen = welcome.chosen();
                return Some(self.answer_welcome(chosen));
            }
            keyboard::Key::Named(Named::Escape | Named::ArrowLeft | Named::Backspace) => {
                if !welcome.back() && *key == keyboard::Key::Named(Named::Escape) {
                    return Some(self.change_learn(LearnChange::SkipWelcome));
                }
            }
            keyboard::Key::Character(letter) => {
                let idx = letter.parse::<usize>().ok()?.checked_sub(1)?;
                if idx < n_answers {
                    return Some(self.answer_welcome(idx));
                }
            }
            _ => return None,
        }
        Some(Task::none())
    }

    /// Keys in lessons.
    pub(super) fn press_lessons(
        &mut self,
        key: &keyboard::Key,
        held: keyboard::Modifiers,
    ) -> Option<Task<Message>> {
        let command = chord(key, held).and_then(|it| self.keys().command(it));
        let lessons = self.learn.lessons.as_mut()?;
        let learning = &mut lessons.learning;
        if let (keyboard::Key::Character(digit), Some(Expects::Number)) = (key, learning.expects())
            && let Some(digit) = digit.chars().next().filter(char::is_ascii_digit)
        {
            learning.type_digit(digit);
            return Some(Task::none());
        }
        if learning.expects().is_none() {
            return self.press_lesson_list(key);
        }
        let can_explain = learning.view().is_some_and(|it| it.can_explain);
        let change = match (key, command) {
            (keyboard::Key::Named(Named::Backspace), _) => {
                learning.erase_digit();
                return Some(Task::none());
            }
            (keyboard::Key::Named(Named::Enter | Named::Space), _) => LearnChange::Proceed,
            (keyboard::Key::Named(Named::ArrowRight), _) => LearnChange::Apply(LessonInput::Next),
            (keyboard::Key::Named(Named::ArrowLeft), _) | (_, Some(Command::Undo)) => {
                LearnChange::Apply(LessonInput::Back)
            }
            (keyboard::Key::Named(Named::Escape), _) => LearnChange::Close,
            (_, Some(Command::Help)) if can_explain => LearnChange::Apply(LessonInput::Why),
            (_, Some(Command::Hint)) => LearnChange::Apply(LessonInput::Hint),
            (_, Some(Command::Pass)) => LearnChange::Apply(LessonInput::Pass),
            _ => return None,
        };
        self.change_lessons(change);
        Some(Task::none())
    }

    fn press_lesson_list(&mut self, key: &keyboard::Key) -> Option<Task<Message>> {
        let learning = &mut self.learn.lessons.as_mut()?.learning;
        let (chosen, n_lessons) = (learning.chosen(), learning.list().len());
        match key {
            keyboard::Key::Named(Named::ArrowDown) => learning.choose((chosen + 1) % n_lessons),
            keyboard::Key::Named(Named::ArrowUp) => {
                learning.choose((chosen + n_lessons - 1) % n_lessons);
            }
            keyboard::Key::Named(Named::Enter | Named::ArrowRight | Named::Space) => {
                self.change_lessons(LearnChange::Open(chosen));
            }
            _ => return None,
        }
        Some(Task::none())
    }

    /// Keys in the glossary that its field did not want.
    pub(super) fn press_glossary(&mut self, key: &keyboard::Key) -> Option<Task<Message>> {
        let opened = self.learn.glossary.as_mut()?;
        let (chosen, n_terms) = (opened.glossary.chosen(), opened.glossary.names().len().max(1));
        match key {
            keyboard::Key::Named(Named::ArrowDown) => {
                opened.glossary.choose((chosen + 1) % n_terms);
            }
            keyboard::Key::Named(Named::ArrowUp) => {
                opened.glossary.choose((chosen + n_terms - 1) % n_terms);
            }
            keyboard::Key::Named(Named::Enter) => opened.glossary.follow_link(),
            keyboard::Key::Named(Named::Escape) => {
                let from = opened.from;
                if from == Page::Board || from == Page::Start {
                    return None;
                }
                self.page = from;
                return Some(Task::none());
            }
            _ => return None,
        }
        opened.compose();
        Some(Task::none())
    }
}

/// Puts a number that was typed in a field.
fn type_number(learning: &mut Learning, text: &str) {
    while !learning.number().is_empty() {
        learning.erase_digit();
    }
    for digit in text.chars() {
        learning.type_digit(digit);
    }
}
