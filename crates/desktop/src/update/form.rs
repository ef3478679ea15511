//! The form for a new game, or for who plays on.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use iced::futures::channel::oneshot;
use iced::keyboard::key::Named;
use iced::{Task, keyboard};
use tengen_front::form::{BadField, Way};
use tengen_front::notice::Notice;
use tengen_front::refusal::Refusal;
use tengen_front::words;
use tengen_host::{EngineError, check_engine};
use tengen_rules::Color;

use crate::app::{App, NoticeLine};
use crate::dialog::Dialog;
use crate::message::{FormChange, Message};

/// How long an engine that is tried may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

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
            FormChange::Teaching(is_on) => form.is_teaching = is_on,
            FormChange::Field(field) => form.field = field,
            FormChange::Swap => form.swap(),
            FormChange::TryEngine(color) => return self.try_engine(color),
            FormChange::Start => return self.begin(),
        }
        Task::none()
    }

    /// Arrows go through the form, whatever they do elsewhere.
    pub(super) fn press_form(&mut self, key: &keyboard::Key) -> Option<Task<Message>> {
        let keyboard::Key::Named(named) = key else { return None };
        let field = self.form.field;
        match named {
            Named::ArrowUp => self.form.step_field(Way::Back),
            Named::ArrowDown => self.form.step_field(Way::Forward),
            Named::ArrowLeft => self.form.step(field, Way::Back),
            Named::ArrowRight => self.form.step(field, Way::Forward),
            Named::Enter => return Some(self.begin()),
            Named::Tab => return Some(iced::widget::operation::focus_next()),
            _ => return None,
        }
        Some(Task::none())
    }

    /// Begins the game of the form, here or at the viewed position.
    fn begin(&mut self) -> Task<Message> {
        let done = match self.dialog {
            Some(Dialog::PlayOn) => self.workspace.play_on(&self.form),
            _ => self.workspace.begin(&self.form),
        };
        if let Err(Refusal::Field(reason)) = &done {
            self.form.field = reason.field();
        }
        self.take(done)
    }

    /// Starts an engine to see whether it answers.
    fn try_engine(&mut self, color: Color) -> Task<Message> {
        let command = self.form.commands[color].clone();
        self.tell(&[Notice::EngineStarting(command.clone())]);
        let (sender, receiver) = oneshot::channel();
        let started = thread::Builder::new().name("engine".into()).spawn(move || {
            // A window that was closed does not wait for the answer.
            let _ = sender.send(check_engine(&command, PATIENCE));
        });
        if let Err(error) = started {
            let error = EngineError::NoThread(error.kind());
            self.engine_checked(color, Err(Arc::new(error)));
            return Task::none();
        }
        Task::perform(receiver, move |answer| {
            let outcome = answer.unwrap_or(Err(EngineError::Crashed));
            Message::EngineChecked(color, outcome.map_err(Arc::new))
        })
    }

    pub(super) fn engine_checked(
        &mut self,
        color: Color,
        outcome: Result<String, Arc<EngineError>>,
    ) {
        match outcome {
            Ok(name) => self.tell(&[Notice::EngineReady(name)]),
            Err(reason) => {
                self.form.field = BadField::Command(color).field();
                let text = words::engine_error(&reason);
                self.notice = Some(NoticeLine { text, is_problem: true });
            }
        }
    }
}
