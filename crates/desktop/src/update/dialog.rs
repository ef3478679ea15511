//! What is done in dialogs.

use iced::Task;
use iced::keyboard::key::Named;
use iced::widget::operation::{self, AbsoluteOffset, RelativeOffset};
use tengen_front::command::Command;
use tengen_front::question::Answer;
use tengen_front::refusal::Refusal;
use tengen_front::words::{self, Entry};
use tengen_front::workspace::{Done, Reply};
use tengen_record::{Direction, GameSummary};

use crate::app::{App, NoticeLine};
use crate::dialog::Dialog;
use crate::message::{DialogInput, FormChange, Message};
use crate::panel;

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
            DialogInput::Light(idx) => {
                if let Some(Dialog::Games(_, lit)) = &mut self.dialog {
                    *lit = idx;
                }
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
        } else if let Some(Dialog::Games(..)) = &self.dialog {
            // The first one that fits is lit.
            let first = self.games_with(&typed).first().copied().unwrap_or(0);
            self.dialog = Some(Dialog::Games(typed, first));
        }
    }

    /// The games of the file with all of these words, by their places.
    pub(crate) fn games_with(&self, typed: &str) -> Vec<usize> {
        let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
        let games = self.workspace.games_of_file().iter().enumerate();
        let fits = |(idx, game): (usize, &GameSummary)| {
            let Entry { title, detail } = words::summary(game);
            let text = format!("{} {title} {detail}", idx + 1).to_lowercase();
            words.iter().all(|it| text.contains(it)).then_some(idx)
        };
        games.filter_map(fits).collect()
    }

    /// Lights the next game of the list, or the one before.
    pub(super) fn step_games(&mut self, is_forward: bool) -> Task<Message> {
        let Some(Dialog::Games(typed, lit)) = &self.dialog else { return Task::none() };
        let all = self.games_with(typed);
        let here = all.iter().position(|it| it == lit).unwrap_or(0);
        let next = if is_forward { here + 1 } else { here.saturating_sub(1) };
        let next = next.min(all.len().saturating_sub(1));
        let Some(&lit) = all.get(next) else { return Task::none() };
        self.dialog = Some(Dialog::Games(typed.clone(), lit));
        let share = next as f32 / (all.len().max(2) - 1) as f32;
        operation::snap_to(panel::LIST, RelativeOffset { x: 0.0, y: share })
    }

    /// Scrolls the keys; Escape and Enter close them.
    pub(super) fn scroll_help(&mut self, named: Named) -> Task<Message> {
        let by = |y: f32| operation::scroll_by(panel::LIST, AbsoluteOffset { x: 0.0, y });
        let to = |y: f32| operation::snap_to(panel::LIST, RelativeOffset { x: 0.0, y });
        match named {
            Named::ArrowUp => by(-40.0),
            Named::ArrowDown => by(40.0),
            Named::PageUp => by(-300.0),
            Named::PageDown | Named::Space => by(300.0),
            Named::Home => to(0.0),
            Named::End => to(1.0),
            // Shift and the like are held for something else.
            Named::Shift | Named::Control | Named::Alt | Named::Super => Task::none(),
            _ => self.answer(DialogInput::Close),
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
            Dialog::Games(_, idx) => return self.show_game_of_file(idx),
            Dialog::GameOver
            | Dialog::Why
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
