//! Answers to questions, and submitted prompts.

use std::path::Path;

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use tengen_front::command::Command;
use tengen_front::form::Field;
use tengen_front::question::{Answer, Question};
use tengen_front::refusal::Refusal;
use tengen_front::words;
use tengen_front::workspace::{Done, Reply};
use tengen_record::Direction;
use tengen_rules::Color;
use tengen_session::Edit;

use super::App;
use crate::message::Message;
use crate::prompt::Purpose;
use crate::screen::Screen;

impl App {
    /// Takes a key as the answer to a question; any other key withdraws it,
    /// and then does what it always does.
    pub(super) fn answer(
        &mut self,
        question: Question,
        key: KeyEvent,
        command: Option<Command>,
    ) -> bool {
        let Some(answer) = answer_of(&question, key, command) else { return false };
        if matches!(question, Question::PlayFrom { .. }) && answer != Answer::Cancel {
            self.game.is_browsing = false;
        }
        let done = self.workspace.answer(question, answer);
        self.follow(done);
        true
    }

    /// Does what a line was typed for.
    pub(super) fn finish_prompt(&mut self, purpose: Purpose, text: &str) {
        let done = match purpose {
            Purpose::Order if text.trim().is_empty() => Ok(Done::Nothing),
            Purpose::Filter => Ok(Done::Nothing),
            Purpose::Order => {
                self.remember(text);
                self.order(text)
            }
            Purpose::Command(command) => self.give(command, text),
            Purpose::Label(point) => self.workspace.set_label(point, text),
            Purpose::Info(key) => {
                let done = self.workspace.change_info(&[(key, text.to_owned())]);
                self.refresh_list();
                done
            }
            Purpose::PlayerName => {
                let name = text.trim().to_owned();
                let done = self.workspace.change_settings(|it| it.game.name = name);
                done.map(|()| Done::Nothing)
            }
            Purpose::Field(field) => {
                self.fill_in(field, text);
                Ok(Done::Nothing)
            }
        };
        self.follow(done);
    }

    /// Keeps a line for the next prompt.
    fn remember(&mut self, text: &str) {
        if self.history.last().is_none_or(|it| it != text) {
            self.history.push(text.to_owned());
        }
    }

    /// Does what was typed after a colon.
    fn order(&mut self, text: &str) -> Result<Done, Refusal> {
        match self.workspace.type_line(text)? {
            Reply::Done(done) => Ok(done),
            Reply::Answer(answer) => {
                self.say(Message::told(answer));
                Ok(Done::Nothing)
            }
        }
    }

    /// Gives a command the text that it has asked for.
    fn give(&mut self, command: Command, text: &str) -> Result<Done, Refusal> {
        let is_empty = text.trim().is_empty();
        match command {
            Command::Comment => self.workspace.edit(Edit::Comment(text.to_owned())),
            Command::Name => self.workspace.edit(Edit::Name(text.trim().to_owned())),
            Command::Find => self.workspace.find(text, Direction::Forward),
            _ if is_empty => Ok(Done::Nothing),
            Command::GuessLead => self.workspace.guess_lead(text),
            Command::AddGames => self.order(&format!("add {}", text.trim())),
            Command::Tag => {
                self.tag(text);
                Ok(Done::Nothing)
            }
            Command::GoToMove => self.order(&format!("number {text}")),
            Command::SaveAs => self.workspace.save_as(Path::new(text.trim())),
            Command::ExportPicture => self.workspace.export_picture(Path::new(text.trim())),
            Command::OpenPath => self.workspace.open_file(Path::new(text.trim())),
            _ => Ok(Done::Local),
        }
    }

    /// Writes a value into the form that is on the screen.
    fn fill_in(&mut self, field: Field, text: &str) {
        let Screen::Form(screen) = &mut self.screen else { return };
        let form = &mut screen.form;
        let text = text.trim().to_owned();
        match field {
            Field::Size => form.size = text,
            Field::Komi => form.komi = text,
            Field::Clock => form.clock = text,
            Field::Black => form.commands[Color::Black] = text,
            Field::White => form.commands[Color::White] = text,
            Field::Opponent => {
                let color = !form.color();
                form.commands[color] = text;
            }
            Field::Color | Field::Handicap | Field::Rules | Field::Teaching => (),
        }
    }
}

/// The answer that a key is, if it is one.
fn answer_of(question: &Question, key: KeyEvent, command: Option<Command>) -> Option<Answer> {
    if matches!(question, Question::Resign(_)) && command == Some(Command::Resign) {
        return Some(Answer::Yes);
    }
    let name = match key.code {
        KeyCode::Esc => "esc".to_owned(),
        KeyCode::Char(letter) => letter.to_string(),
        _ => return None,
    };
    let answers = question.answers().iter().copied();
    answers.into_iter().find(|it| words::answer_key(*it) == name)
}
