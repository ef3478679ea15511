//! What is done in dialogs.

use iced::Task;
use tengen_front::command::Command;
use tengen_front::question::Answer;
use tengen_front::refusal::Refusal;
use tengen_front::workspace::{Done, Reply};
use tengen_record::Direction;

use crate::app::{App, NoticeLine};
use crate::dialog::Dialog;
use crate::message::{DialogInput, FormChange, Message};

impl App {
    pub(super) fn answer(&mut self, input: DialogInput) -> Task<Message> {
        match input {
            DialogInput::Close => self.dialog = None,
            DialogInput::Type(text) => self.type_into(text),
            DialogInput::Info(key, text) => {
                if let Some(Dialog::Info(fields)) = &mut self.dialog
                    && let Some(field) = fields.iter_mut().find(|it| it.0 == key)
                {
                    field.1 = text;
                }
            }
            DialogInput::Browse => {
                let Some(Dialog::Path(purpose, _)) = &self.dialog else { return Task::none() };
                return self.browse(*purpose);
            }
            DialogInput::Choose(command) => {
                self.dialog = None;
                // Whoever chooses the list by name wants to see it.
                self.display.is_list_hidden |= command == Command::KeyMoves;
                return self.obey(command);
            }
            DialogInput::Confirm => return self.confirm(),
            DialogInput::Answer(answer) => return self.answer_question(answer),
        }
        Task::none()
    }

    fn type_into(&mut self, typed: String) {
        if let Some(
            Dialog::Path(_, text)
            | Dialog::Find(text)
            | Dialog::GoToMove(text)
            | Dialog::Prompt(text)
            | Dialog::Link(text)
            | Dialog::GuessLead(text)
            | Dialog::Label(_, text),
        ) = &mut self.dialog
        {
            *text = typed;
        }
    }

    fn answer_question(&mut self, answer: Answer) -> Task<Message> {
        match self.dialog.take() {
            Some(Dialog::Question(question)) => {
                self.notice = None;
                let done = self.workspace.answer(question, answer);
                self.take(done)
            }
            other => {
                self.dialog = other;
                Task::none()
            }
        }
    }

    fn confirm(&mut self) -> Task<Message> {
        let Some(dialog) = self.dialog.take() else { return Task::none() };
        self.notice = None;
        let done = match dialog {
            Dialog::Question(question) => self.workspace.answer(question, Answer::Yes),
            Dialog::Path(purpose, text) => return self.take_path(purpose, &text),
            Dialog::PlayOn => {
                self.dialog = Some(Dialog::PlayOn);
                return self.change_form(FormChange::Start);
            }
            Dialog::Info(fields) => self.workspace.change_info(&fields),
            Dialog::Find(text) => self.workspace.find(&text, Direction::Forward),
            Dialog::GoToMove(text) => return self.type_line(&format!("number {}", text.trim())),
            Dialog::Prompt(text) | Dialog::Link(text) if text.trim().is_empty() => {
                return Task::none();
            }
            Dialog::Link(text) => return self.join_link(&text),
            Dialog::Prompt(text) => return self.type_line(&text),
            Dialog::GuessLead(text) => self.guess_lead(text),
            Dialog::Label(point, text) => self.workspace.set_label(point, &text),
            Dialog::Games
            | Dialog::Help
            | Dialog::Text(_)
            | Dialog::Problems(_)
            | Dialog::ReviewMenu
            | Dialog::KeyMoves
            | Dialog::Report => return Task::none(),
        };
        self.take(done)
    }

    /// Compares a guess with what the analyst thinks; one that makes no sense
    /// is typed again.
    fn guess_lead(&mut self, text: String) -> Result<Done, Refusal> {
        let done = self.workspace.guess_lead(&text);
        if let Err(Refusal::NotALead(_)) = &done {
            self.dialog = Some(Dialog::GuessLead(text));
        }
        done
    }

    /// Does what was typed; an answer of several lines gets a dialog.
    fn type_line(&mut self, text: &str) -> Task<Message> {
        match self.workspace.type_line(text) {
            Ok(Reply::Done(done)) => self.take(Ok(done)),
            Ok(Reply::Answer(text)) if text.contains('\n') => {
                self.dialog = Some(Dialog::Text(text));
                Task::none()
            }
            Ok(Reply::Answer(text)) => {
                self.notice = Some(NoticeLine { text, is_problem: false });
                Task::none()
            }
            Err(reason) => self.take(Err(reason)),
        }
    }
}
