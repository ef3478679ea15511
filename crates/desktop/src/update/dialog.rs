//! What is open over the screen.

use iced::Task;
use tengen_session::{Action, Step};

use crate::app::App;
use crate::dialog::{Dialog, Next};
use crate::message::{DialogInput, Message, Purpose};

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
                let purpose = match &self.dialog {
                    Some(Dialog::Path(purpose, _)) => *purpose,
                    _ => return Task::none(),
                };
                self.dialog = None;
                return self.browse(purpose);
            }
            DialogInput::Confirm => return self.confirm(),
            DialogInput::Refuse => {
                if let Some(Dialog::Unsaved(next)) = &self.dialog {
                    let next = next.clone();
                    self.dialog = None;
                    self.room.discard();
                    return self.proceed(next);
                }
            }
        }
        Task::none()
    }

    fn type_into(&mut self, typed: String) {
        if let Some(
            Dialog::Path(_, text)
            | Dialog::Find(text)
            | Dialog::GoTo(text)
            | Dialog::Prompt(text)
            | Dialog::Label(_, text),
        ) = &mut self.dialog
        {
            *text = typed;
        }
    }

    fn confirm(&mut self) -> Task<Message> {
        let Some(dialog) = self.dialog.take() else { return Task::none() };
        match dialog {
            Dialog::Resign => self.resign(),
            Dialog::Unsaved(next) => return self.save_then(next),
            Dialog::Path(purpose, text) => return self.take_path(purpose, &text),
            Dialog::Replace(path) => self.write(&path),
            Dialog::Info(fields) => self.change_info(fields),
            Dialog::Find(text) => self.find_first(text),
            Dialog::GoTo(text) => self.go_to(&text),
            Dialog::Prompt(text) => return self.take_line(&text),
            Dialog::Label(point, text) => self.set_label(point, text),
            Dialog::Games | Dialog::Help | Dialog::Problems(_) => (),
        }
        Task::none()
    }

    /// Does something that would lose changes, or asks first.
    pub(super) fn unless_unsaved(&mut self, next: Next) -> Task<Message> {
        if self.room.has_unsaved_changes() {
            self.dialog = Some(Dialog::Unsaved(next));
            return Task::none();
        }
        self.proceed(next)
    }

    pub(super) fn proceed(&mut self, next: Next) -> Task<Message> {
        match next {
            Next::Quit => return iced::exit(),
            Next::Open(path) => return self.open_file(path),
            Next::NewGame => self.begin(),
            Next::Continue => self.resume(),
            Next::Recover(idx) => self.recover(idx),
        }
        Task::none()
    }

    /// Saves, and goes on if that was possible.
    fn save_then(&mut self, next: Next) -> Task<Message> {
        let Some(path) = self.room.path() else {
            // Whoever has chosen a file asks again for what comes next.
            self.tell("Choose a file, then try again.");
            return self.save_as();
        };
        self.write(&path);
        if self.room.has_unsaved_changes() { Task::none() } else { self.proceed(next) }
    }

    fn go_to(&mut self, text: &str) {
        match text.trim().parse::<u32>() {
            Ok(number) => self.go(Step::Number(number)),
            Err(_) => self.refuse("no such move, expected a number"),
        }
    }

    /// Takes a point, a pass or a number that was typed.
    fn take_line(&mut self, text: &str) -> Task<Message> {
        let text = text.trim();
        if let Ok(number) = text.parse::<u32>() {
            self.go(Step::Number(number));
        } else if text.eq_ignore_ascii_case("pass") {
            self.act(Action::Pass);
        } else if let Ok(point) = text.parse() {
            return self.click(point);
        } else if !text.is_empty() {
            self.refuse(&format!("no point {text}, expected one like D4"));
        }
        Task::none()
    }

    pub(super) fn ask_to_quit(&mut self) -> Task<Message> {
        self.unless_unsaved(Next::Quit)
    }

    pub(super) fn type_path(&mut self) -> Task<Message> {
        let folder = std::env::current_dir().map(|it| it.join("").display().to_string());
        self.open(Dialog::Path(Purpose::Open, folder.unwrap_or_default()))
    }
}
